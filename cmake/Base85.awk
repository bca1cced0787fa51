# SPDX-License-Identifier: MIT
# Bytes as numbers, from `od -An -v -tu1`, to one line of base 85: four bytes,
# the first the most, are five digits; of n bytes at the end n + 1 are written.
# The digits are what stands from "#" to "|" in ASCII, without what means
# something in XML. render/web/unpack.js reads it.
BEGIN {
	digits = "#$%()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWX" \
		"YZ[\\^_`abcdefghijklmnopqrstuvwxyz{|"
}

function write(sum, keep,    i, text)
{
	for (i = 0; i < 5; i++) {
		text = substr(digits, sum % 85 + 1, 1) text
		sum = int(sum / 85)
	}
	printf "%s", substr(text, 1, keep)
}

{
	for (i = 1; i <= NF; i++) {
		sum = sum * 256 + $i
		if (++count == 4) {
			write(sum, 5)
			sum = count = 0
		}
	}
}

# What is missing counts as zeros here and as the highest digit where it is
# read: the bytes that are there come out the same.
END {
	if (count > 0) {
		keep = count + 1
		for (; count < 4; count++)
			sum *= 256
		write(sum, keep)
	}
}
