#!/bin/sh
# SPDX-License-Identifier: MIT
# What a release and the public host go by: the version is the changelog's, the
# YAML and JSON files can be read, and commits that blame skips exist.
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"

version=$(sed -n 's/^project(fg VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
first=$(sed -n 's/^## //p' CHANGELOG.md | head -n 1)
case $first in
"$version, not released" | "$version, 20"[0-9][0-9]-[0-9][0-9]-[0-9][0-9]) ;;
*) echo "CMakeLists.txt has '$version', CHANGELOG.md '$first'" ;;
esac | complain 'version'

for file in .github/workflows/*.yml; do
	node -e '
		const yaml = require("./tests/web/node_modules/js-yaml");
		const fs = require("fs");
		const flow = yaml.load(fs.readFileSync(process.argv[1], "utf8"));
		const runs = JSON.stringify(flow.jobs);
		for (const word of ["debian:12", "debian:13", "ubuntu:24.04",
			"./dev test"])
			if (!runs.includes(word))
				throw new Error("lacks " + word);
	' "$file" 2>&1 | grep -E 'Error|Exception' | sed "s|^|$file: |"
done | complain 'workflow'
python3 -m json.tool .devcontainer/devcontainer.json /dev/null 2>&1 |
	complain 'devcontainer.json'

# A tarball or a shallow copy has no history to ask.
if git rev-parse --verify -q HEAD >/dev/null 2>&1 &&
	[ "$(git rev-parse --is-shallow-repository)" = false ]; then
	grep -v '^#' .git-blame-ignore-revs | grep . | while read -r commit; do
		git cat-file -e "$commit^{commit}" 2>/dev/null || echo "$commit"
	done | complain 'no such commit'
fi
finish
