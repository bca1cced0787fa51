# Joins the scripts listed in LIST (which lie beside it) to OUTPUT, all in one
# function of their own, made short by ESBUILD where there is one; else lines
# of comment and indentation alone stay behind. See FgEmbed.cmake.
cmake_minimum_required(VERSION 3.25)
get_filename_component(folder ${LIST} DIRECTORY)
file(STRINGS ${LIST} names)

set(all "\n")
foreach(name ${names})
	file(READ ${folder}/${name} text)
	string(APPEND all "${text}")
endforeach()
string(REGEX REPLACE "\n[ \t]+" "\n" all "${all}")
string(REGEX REPLACE "\n//[^\n]*" "" all "${all}")
string(REGEX REPLACE "\n\n+" "\n" all "${all}")
string(STRIP "${all}" all)
file(WRITE ${OUTPUT} "(() => {\n\"use strict\";\n${all}\n})();\n")

if(ESBUILD)
	execute_process(COMMAND ${ESBUILD} --minify --log-level=warning ${OUTPUT}
		OUTPUT_VARIABLE all COMMAND_ERROR_IS_FATAL ANY)
	# a[b[0]]>1 would end the CDATA section; no string has this in it.
	string(REPLACE "]]>" "]] >" all "${all}")
	file(WRITE ${OUTPUT} "${all}")
endif()
