# fg_embed(TARGET FILE SYMBOL): compiles FILE into TARGET, byte for byte, as
#
#	extern const unsigned char SYMBOL[];
#	extern const size_t SYMBOL_size;
#
# Fails the build when the text has what would end a CDATA section.
include_guard(GLOBAL)

function(fg_embed target file symbol)
	set(input ${CMAKE_CURRENT_SOURCE_DIR}/${file})
	set(output ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.c)
	set(script ${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake)
	add_custom_command(OUTPUT ${output}
		COMMAND ${CMAKE_COMMAND} -DINPUT=${input} -DOUTPUT=${output}
			-DSYMBOL=${symbol} -P ${script}
		DEPENDS ${input} ${script}
		COMMENT "Embedding ${file}"
		VERBATIM)
	target_sources(${target} PRIVATE ${output})
endfunction()
