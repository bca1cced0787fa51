# Writes INPUT, packed by ZOPFLI or else GZIP and without its name or time, to
# OUTPUT in one line of BASE64. See FgEmbed.cmake.
if(ZOPFLI)
	set(pack ${ZOPFLI} -c ${INPUT})
else()
	set(pack ${GZIP} -9nc ${INPUT})
endif()
execute_process(COMMAND ${pack} COMMAND ${BASE64} -w0
	OUTPUT_FILE ${OUTPUT} COMMAND_ERROR_IS_FATAL ANY)
