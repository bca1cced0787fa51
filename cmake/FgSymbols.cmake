# Finds what -DFG_SYMBOLS asks for: libdw and libelf look up the names of
# addresses in binaries, liblzma unpacks the small tables of symbols that some
# distributions leave in them, libiberty demangles names of C++ and Rust. AUTO
# takes what is there. Sets FG_HAVE_LIBDW, with the target PkgConfig::ELFUTILS,
# FG_HAVE_LIBLZMA, with PkgConfig::LZMA, and FG_HAVE_LIBIBERTY, with the library
# in IBERTY.
include_guard(GLOBAL)

if(NOT FG_SYMBOLS MATCHES "^(AUTO|ON|OFF)$")
	message(FATAL_ERROR "FG_SYMBOLS is ON, OFF or AUTO, not ${FG_SYMBOLS}")
endif()
set(FG_HAVE_LIBDW OFF)
set(FG_HAVE_LIBLZMA OFF)
set(FG_HAVE_LIBIBERTY OFF)
if(NOT FG_SYMBOLS STREQUAL OFF)
	pkg_check_modules(ELFUTILS IMPORTED_TARGET libdw libelf)
	pkg_check_modules(LZMA IMPORTED_TARGET liblzma)
	find_path(IBERTY_INCLUDE libiberty/demangle.h)
	find_library(IBERTY iberty)
	if(ELFUTILS_FOUND)
		set(FG_HAVE_LIBDW ON)
	endif()
	if(ELFUTILS_FOUND AND LZMA_FOUND)
		set(FG_HAVE_LIBLZMA ON)
	endif()
	if(IBERTY_INCLUDE AND IBERTY)
		set(FG_HAVE_LIBIBERTY ON)
	endif()
endif()

# _fg_say(FOUND LIBRARY WITH WITHOUT): what is found, and what it costs if not.
function(_fg_say found library with without)
	if(found)
		message(STATUS "FG_SYMBOLS: ${library} found: ${with}")
	elseif(FG_SYMBOLS STREQUAL ON)
		message(FATAL_ERROR "FG_SYMBOLS is ON, and ${library} is missing")
	else()
		message(STATUS "FG_SYMBOLS: ${library} not used: ${without}")
	endif()
endfunction()
_fg_say(${FG_HAVE_LIBDW} "libdw with libelf"
	"addresses get names from binaries"
	"addresses get no names from binaries")
_fg_say(${FG_HAVE_LIBLZMA} liblzma
	".gnu_debugdata of binaries is read"
	".gnu_debugdata of binaries is not read")
_fg_say(${FG_HAVE_LIBIBERTY} libiberty
	"names of C++ and Rust are demangled"
	"names of C++ and Rust stay mangled")
