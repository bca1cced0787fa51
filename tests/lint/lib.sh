# SPDX-License-Identifier: MIT
# Read by the scripts beside it, which run at the top of the sources. What
# breaks a rule goes through `complain`; `finish` is the script's last call.
cd "${FG_SOURCE:-.}" || exit 1
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
: >"$scratch/complaints"

# files PATTERN...: the project's own files with such names, one a line.
files() {
	for pattern; do
		find . \( -path ./build -o -path ./.git -o -name node_modules \) \
			-prune -o -type f -name "$pattern" -print
	done | sed 's,^\./,,' | sort
}

# Sources of the project; what fixtures were recorded from is none.
sources() {
	files "$@" | grep -v ^fixtures/
}

# Every line of standard input is a breach of the rule that $1 names.
complain() {
	sed "s|^|$1: |" | tee -a "$scratch/complaints"
}

finish() {
	[ ! -s "$scratch/complaints" ]
	exit
}
