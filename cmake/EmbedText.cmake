# Writes the bytes of INPUT as the C array SYMBOL to OUTPUT; see FgEmbed.cmake.
file(READ ${INPUT} bytes HEX)

# "]]>" as hex digits, at the beginning of a byte.
string(REGEX REPLACE "(..)" "\\1 " spaced "${bytes}")
if(spaced MATCHES "5d 5d 3e")
	message(FATAL_ERROR "${INPUT}: ']]>' would end a CDATA section")
endif()

string(REGEX REPLACE "(..) " "0x\\1," list "${spaced}")
string(REPEAT "0x..," 14 row)
string(REGEX REPLACE "(${row})" "\t\\1\n" rows "${list}")
file(WRITE ${OUTPUT} "#include <stddef.h>

extern const unsigned char ${SYMBOL}[];
extern const size_t ${SYMBOL}_size;

const unsigned char ${SYMBOL}[] = {
${rows}};
const size_t ${SYMBOL}_size = sizeof(${SYMBOL});
")
