# Joins the scripts listed in LIST (which lie beside it) to OUTPUT, all in one
# function of their own. Lines of comment and indentation stay behind: every
# picture carries this. See FgEmbed.cmake.
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
