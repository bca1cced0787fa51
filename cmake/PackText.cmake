# Writes INPUT, packed by GZIP and without its name or time, to OUTPUT in one
# line of BASE64. See FgEmbed.cmake.
execute_process(COMMAND ${GZIP} -9nc ${INPUT} COMMAND ${BASE64} -w0
	OUTPUT_FILE ${OUTPUT} COMMAND_ERROR_IS_FATAL ANY)
