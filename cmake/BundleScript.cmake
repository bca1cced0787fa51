# Makes one classic script, OUTPUT, of the module ENTRY and all modules that it
# imports: by ESBUILD where there is one. Else by joining them in one function,
# each module behind those it imports, without comment lines and indentation.
# For that, the modules keep to a part of the language:
#
#	import { a, b } from "./FILE.js";	at the beginning of a line
#	export function, export const		at the beginning of a line
#
# and no two modules declare the same name (tests/web/bundle.test.mjs checks both).
# See FgEmbed.cmake.
cmake_minimum_required(VERSION 3.25)
get_filename_component(folder ${ENTRY} DIRECTORY)
set(import "(^|\n)import {[^}]*} from \"\\./([a-z0-9]+\\.js)\";")

# Appends the file to `order`, after the files that it imports.
function(visit name)
	get_property(seen GLOBAL PROPERTY seen)
	if(name IN_LIST seen)
		return()
	endif()
	set_property(GLOBAL APPEND PROPERTY seen ${name})
	file(READ ${folder}/${name} text)
	string(REGEX MATCHALL "from \"\\./[a-z0-9]+\\.js\"" imports "${text}")
	foreach(one ${imports})
		string(REGEX REPLACE "from \"\\./(.*)\"" "\\1" one ${one})
		visit(${one})
	endforeach()
	set_property(GLOBAL APPEND PROPERTY order ${name})
endfunction()

if(ESBUILD)
	execute_process(COMMAND ${ESBUILD} --bundle --format=iife --minify
		"--banner:js=\"use strict\";" --log-level=warning ${ENTRY}
		OUTPUT_VARIABLE all COMMAND_ERROR_IS_FATAL ANY)
	# a[b[0]]>1 would end the CDATA section; no string has this in it.
	string(REPLACE "]]>" "]] >" all "${all}")
	file(WRITE ${OUTPUT} "${all}")
	return()
endif()

get_filename_component(entry ${ENTRY} NAME)
visit(${entry})
get_property(order GLOBAL PROPERTY order)
set(all "\n")
foreach(name ${order})
	file(READ ${folder}/${name} text)
	string(REGEX REPLACE "${import}" "\\1" text "${text}")
	string(APPEND all "${text}")
endforeach()
string(REGEX REPLACE "\nexport " "\n" all "${all}")
string(REGEX REPLACE "\n[ \t]+" "\n" all "${all}")
string(REGEX REPLACE "\n//[^\n]*" "" all "${all}")
string(REGEX REPLACE "\n\n+" "\n" all "${all}")
string(STRIP "${all}" all)
file(WRITE ${OUTPUT} "(() => {\n\"use strict\";\n${all}\n})();\n")
