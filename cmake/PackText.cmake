# Writes INPUT, packed by ZOPFLI or else GZIP and without its name or time, to
# OUTPUT in one line of base 85. See FgEmbed.cmake.
if(ZOPFLI)
	set(pack ${ZOPFLI} -c ${INPUT})
else()
	set(pack ${GZIP} -9nc ${INPUT})
endif()
execute_process(COMMAND ${pack} COMMAND ${OD} -An -v -tu1
	COMMAND ${AWK} -f ${CMAKE_CURRENT_LIST_DIR}/Base85.awk
	OUTPUT_FILE ${OUTPUT} COMMAND_ERROR_IS_FATAL ANY)
