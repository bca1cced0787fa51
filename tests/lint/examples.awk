# SPDX-License-Identifier: MIT
# Makes the code in a header's comments into functions that a compiler can
# check. Code is what follows a tab in a comment, in paragraphs with a line that
# ends in ';' or '{'. Prose in it begins with "...", or follows a tab or
# several blanks after the statement. A paragraph with a line that begins with
# "<" or "word: " is data.
function end_paragraph(    i) {
	if (is_code && !is_data)
		for (i = 1; i <= count; i++)
			code = code lines[i] "\n"
	count = is_code = is_data = 0
}

function end_example() {
	end_paragraph()
	if (code != "")
		printf "#line %d \"%s\"\nvoid example_%d(void);\n" \
			"void example_%d(void)\n{\n{\n%s}}\n\n", first - 4, FILENAME,
			++examples, examples, code
	code = ""
}

/^[ \t]*\*\t/ {
	line = $0
	sub(/^[ \t]*\*\t/, "", line)
	if (code == "" && count == 0)
		first = FNR
	sub(/^static /, "", line)
	gsub(/\{ \.\.\. \}/, "{ 0 }", line)
	gsub(/, \.\.\. \}/, " }", line)
	sub(/;(\t+|  +)[^\t ].*/, ";", line)
	if (line ~ /^[ \t]*[a-z*].*[a-z0-9_)}];$/)
		is_code = 1
	if (line ~ /^(<|[A-Za-z]+: )/)
		is_data = 1
	gsub(/\.\.\., /, "", line)
	sub(/\.\.\..*/, ";", line)
	lines[++count] = line
	next
}
/^[ \t]*\*$/ && count > 0 { lines[++count] = ""; end_paragraph(); next }
{ end_example() }
END { end_example() }
