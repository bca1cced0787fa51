# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Read by scripts that try every format; $fixtures is where the fixtures are.
: "${fixtures:?}"

# The formats that are read, one a line; others are only told apart.
read_formats() {
	fg-collapse --list-formats | while read -r format _; do
		grep -qr '\.advice = ' --include="$format.c" \
			"$fixtures/../collapse/formats" ||
			echo "$format"
	done
}

# The first of the files on standard input that folds as this format.
first_that_folds() {
	while read -r file; do
		if fg-collapse -q --format "$1" "$file" >/dev/null 2>&1; then
			echo "$file"
			break
		fi
	done
}

# The smallest input of a format that folds and is not next to nothing.
smallest_input() {
	for place in "$fixtures/collapse/$1 $fixtures/profiles/$1" \
		"$fixtures/profiles"; do
		# shellcheck disable=SC2086 # a list of folders
		input=$(find $place -type f -size +100c -printf '%s %p\n' \
			2>/dev/null | sort -n | cut -d ' ' -f 2- |
			grep -vE '/(cmd|stdout|stderr|README.*)$' |
			first_that_folds "$1")
		[ -z "$input" ] || break
	done
	[ -z "$input" ] || echo "$input"
}
