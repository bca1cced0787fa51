# How every target is built. Flags are set here and nowhere else.
include_guard(GLOBAL)
include(CheckCCompilerFlag)
include(CheckLinkerFlag)

# Distributions ask for this; not every processor knows it.
check_c_compiler_flag(-fcf-protection FG_HAS_CF_PROTECTION)
check_linker_flag(C -Wl,-z,relro,-z,now FG_HAS_RELRO)

function(_fg_harden target)
	# some compilers define it themselves
	target_compile_options(${target} PRIVATE -U_FORTIFY_SOURCE
		-D_FORTIFY_SOURCE=2 -fstack-protector-strong
		$<$<BOOL:${FG_HAS_CF_PROTECTION}>:-fcf-protection>)
	target_link_options(${target} PRIVATE -pie
		$<$<BOOL:${FG_HAS_RELRO}>:LINKER:-z,relro,-z,now>)
endfunction()

function(_fg_common target)
	# Properties, not features: c_std_11 is a minimum, and gives C17.
	set_target_properties(${target} PROPERTIES
		C_STANDARD 11
		C_STANDARD_REQUIRED ON
		C_EXTENSIONS OFF
		POSITION_INDEPENDENT_CODE ON
		# no function here is another library's to replace: inline them
		C_VISIBILITY_PRESET hidden
		RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
	target_compile_definitions(${target} PRIVATE _XOPEN_SOURCE=700)
	target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic
		-Wshadow -Wconversion -Wvla -Wcast-qual -Wundef
		-Wwrite-strings -Wstrict-prototypes -Wmissing-prototypes
		$<$<BOOL:${FG_WERROR}>:-Werror>)
	if(FG_HARDEN)
		_fg_harden(${target})
	endif()
	if(FG_SANITIZE OR FG_FUZZ OR FG_COVERAGE)
		# They make processes, trace, and write files of their own.
		target_compile_definitions(${target} PRIVATE FG_NO_SANDBOX)
	endif()
	if(FG_SANITIZE)
		set(flags -fsanitize=${FG_SANITIZE} -fno-omit-frame-pointer
			-fno-sanitize-recover=all)
		target_compile_options(${target} PRIVATE ${flags})
		target_link_options(${target} PRIVATE ${flags})
	endif()
	if(FG_COVERAGE)
		target_compile_options(${target} PRIVATE --coverage)
		target_link_options(${target} PRIVATE --coverage)
	endif()
	if(FG_FUZZ)
		# clang minds NULL + 0, which C23's successor allows and every
		# compiler has always done
		target_compile_options(${target} PRIVATE
			-fsanitize=fuzzer-no-link
			-fno-sanitize=pointer-overflow)
	endif()
endfunction()

# fg_add_library(NAME SOURCE...): a static library of this project.
function(fg_add_library target)
	add_library(${target} STATIC ${ARGN})
	_fg_common(${target})
endfunction()

# fg_add_test_program(NAME SOURCE...): a program that is not installed; it
# may include any header by its path from the top, "collapse/format.h".
function(fg_add_test_program target)
	add_executable(${target} ${ARGN})
	_fg_common(${target})
	set_target_properties(${target} PROPERTIES
		RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
	target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
endfunction()

# fg_add_test_preload(NAME SOURCE...): a library that tests load before libc,
# with calls of its own in place of libc's.
function(fg_add_test_preload target)
	add_library(${target} MODULE ${ARGN})
	_fg_common(${target})
	# the project's default would hide what must come before libc
	target_compile_options(${target} PRIVATE -fvisibility=default)
	set_target_properties(${target} PROPERTIES PREFIX ""
		LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
	target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
endfunction()

# The shells' completions, printed by the program from its option table.
function(_fg_install_completions program)
	set(dir ${CMAKE_CURRENT_BINARY_DIR}/completions)
	set(files ${dir}/${program}.bash ${dir}/_${program}
		${dir}/${program}.fish)
	add_custom_command(OUTPUT ${files}
		COMMAND ${CMAKE_COMMAND} -E make_directory ${dir}
		COMMAND ${program} --print-completion bash >
			${dir}/${program}.bash
		COMMAND ${program} --print-completion zsh > ${dir}/_${program}
		COMMAND ${program} --print-completion fish >
			${dir}/${program}.fish
		DEPENDS ${program}
		VERBATIM)
	add_custom_target(${program}-completions ALL DEPENDS ${files})
	install(FILES ${dir}/${program}.bash RENAME ${program} DESTINATION
		${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
	install(FILES ${dir}/_${program} DESTINATION
		${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
	install(FILES ${dir}/${program}.fish DESTINATION
		${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endfunction()

# fg_add_program(NAME LIBRARY [SOURCE...]): NAME from main.c, the sources,
# LIBRARY and the command line module, installed with its man page NAME.1 and
# its completions.
function(fg_add_program program library)
	add_executable(${program} main.c ${ARGN})
	_fg_common(${program})
	target_link_libraries(${program} PRIVATE ${library} fg_cli)
	install(TARGETS ${program} RUNTIME)
	install(FILES ${program}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
	_fg_install_completions(${program})
endfunction()
