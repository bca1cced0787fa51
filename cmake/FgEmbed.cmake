# fg_embed(TARGET FILE SYMBOL): compiles FILE into TARGET, byte for byte, as
#
#	extern const unsigned char SYMBOL[];
#	extern const size_t SYMBOL_size;
#
# Fails the build when the text has what would end a CDATA section.
include_guard(GLOBAL)

function(_fg_embed_at target input symbol)
	set(output ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.c)
	set(script ${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake)
	add_custom_command(OUTPUT ${output}
		COMMAND ${CMAKE_COMMAND} -DINPUT=${input} -DOUTPUT=${output}
			-DSYMBOL=${symbol} -P ${script}
		DEPENDS ${input} ${script}
		COMMENT "Embedding ${symbol}"
		VERBATIM)
	target_sources(${target} PRIVATE ${output})
endfunction()

function(fg_embed target file symbol)
	_fg_embed_at(${target} ${CMAKE_CURRENT_SOURCE_DIR}/${file} ${symbol})
endfunction()

find_program(FG_ESBUILD esbuild DOC "Makes the viewer's script short")
if(NOT FG_ESBUILD)
	message(STATUS "no esbuild: pictures will be 9 kB larger")
	set(FG_ESBUILD "")
endif()

# fg_embed_style(TARGET FILE SYMBOL): the same for a style sheet, made short
# as SYMBOL.css.
function(fg_embed_style target file symbol)
	set(input ${CMAKE_CURRENT_SOURCE_DIR}/${file})
	set(short ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.css)
	set(command ${CMAKE_COMMAND} -E copy ${input} ${short})
	if(FG_ESBUILD)
		set(command ${FG_ESBUILD} --minify --log-level=warning
			--outfile=${short} ${input})
	endif()
	add_custom_command(OUTPUT ${short}
		COMMAND ${command}
		DEPENDS ${input}
		COMMENT "Shortening ${symbol}"
		VERBATIM)
	_fg_embed_at(${target} ${short} ${symbol})
endfunction()

# fg_embed_script(TARGET ENTRY SYMBOL): the same for the script that begins with
# the module ENTRY and has the modules beside it that it imports, as SYMBOL.js.
function(fg_embed_script target entry symbol)
	set(input ${CMAKE_CURRENT_SOURCE_DIR}/${entry})
	set(joined ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.js)
	set(script ${PROJECT_SOURCE_DIR}/cmake/BundleScript.cmake)
	get_filename_component(folder ${input} DIRECTORY)
	file(GLOB modules CONFIGURE_DEPENDS ${folder}/*.js)
	add_custom_command(OUTPUT ${joined}
		COMMAND ${CMAKE_COMMAND} -DENTRY=${input} -DOUTPUT=${joined}
			-DESBUILD=${FG_ESBUILD} -P ${script}
		DEPENDS ${modules} ${script}
		COMMENT "Joining ${symbol}"
		VERBATIM)
	_fg_embed_at(${target} ${joined} ${symbol})
endfunction()

# fg_embed_packed(TARGET FILE SYMBOL): the same for FILE, which one of the two
# above made, as a gzip file in base 85.
find_program(FG_GZIP gzip REQUIRED)
find_program(FG_OD od REQUIRED)
find_program(FG_AWK awk REQUIRED)
find_program(FG_ZOPFLI zopfli DOC "Packs the viewer's script tighter than gzip")
if(NOT FG_ZOPFLI)
	message(STATUS "no zopfli: pictures will be 1 kB larger")
	set(FG_ZOPFLI "")
endif()

function(fg_embed_packed target file symbol)
	set(input ${CMAKE_CURRENT_BINARY_DIR}/${file})
	set(packed ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.txt)
	set(script ${PROJECT_SOURCE_DIR}/cmake/PackText.cmake)
	add_custom_command(OUTPUT ${packed}
		COMMAND ${CMAKE_COMMAND} -DINPUT=${input} -DOUTPUT=${packed}
			-DGZIP=${FG_GZIP} -DZOPFLI=${FG_ZOPFLI} -DOD=${FG_OD}
			-DAWK=${FG_AWK} -P ${script}
		DEPENDS ${input} ${script} ${PROJECT_SOURCE_DIR}/cmake/Base85.awk
		COMMENT "Packing ${file}"
		VERBATIM)
	_fg_embed_at(${target} ${packed} ${symbol})
endfunction()
