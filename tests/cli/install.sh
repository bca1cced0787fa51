#!/bin/sh
# SPDX-License-Identifier: MIT
# What `cmake --install` puts where, below DESTDIR.
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

DESTDIR=$scratch cmake --install "$1" --prefix /usr >/dev/null
(cd "$scratch" && find . -type f) | LC_ALL=C sort >"$scratch.found"
sort >"$scratch.expected" <<'END'
./usr/bin/fg-collapse
./usr/bin/fg-diff
./usr/bin/fg-record
./usr/bin/fg-render
./usr/share/bash-completion/completions/fg-collapse
./usr/share/bash-completion/completions/fg-diff
./usr/share/bash-completion/completions/fg-record
./usr/share/bash-completion/completions/fg-render
./usr/share/doc/fg/LICENSE
./usr/share/fish/vendor_completions.d/fg-collapse.fish
./usr/share/fish/vendor_completions.d/fg-diff.fish
./usr/share/fish/vendor_completions.d/fg-record.fish
./usr/share/fish/vendor_completions.d/fg-render.fish
./usr/share/man/man1/fg-collapse.1
./usr/share/man/man1/fg-diff.1
./usr/share/man/man1/fg-record.1
./usr/share/man/man1/fg-render.1
./usr/share/zsh/site-functions/_fg-collapse
./usr/share/zsh/site-functions/_fg-diff
./usr/share/zsh/site-functions/_fg-record
./usr/share/zsh/site-functions/_fg-render
END
diff -u "$scratch.expected" "$scratch.found" || status=$?
rm -f "$scratch.expected" "$scratch.found"
for tool in fg-collapse fg-diff fg-record fg-render; do
	"$scratch/usr/bin/$tool" --version
	[ -s "$scratch/usr/share/zsh/site-functions/_$tool" ]
done
exit "${status:-0}"
