#!/bin/sh
# SPDX-License-Identifier: MIT
# The shells take the completions; bash's give the option one means.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

for shell in bash zsh fish; do
	what="completions for $shell"
	"$tool" --print-completion "$shell" >"$shell.out" 2>err
	status=$?
	expect_status 0
	expect_quiet
	$shell -n "$shell.out" 2>err || fail "$what: $shell cannot read them"
	grep -q -e version "$shell.out" || fail "$what: no --version"
done

# offer WORD...: what bash offers for the last word, one a line.
offer() {
	# shellcheck disable=SC2016 # for bash to expand
	bash -c '
		. ./bash.out
		COMP_WORDS=("$@")
		COMP_CWORD=$(($# - 1))
		_"${1//-/_}" 2>/dev/null
		printf "%s\n" "${COMPREPLY[@]}"
	' bash "$tool" "$@"
}

what='bash on an option'
offer --vers | grep -qx -e --version || fail "$what: not offered"
what='bash on a file'
offer inp | grep -qx input || fail "$what: not offered"
what='bash on a file behind -o'
offer -o inp | grep -qx input || fail "$what: not offered"

# zsh completes in a terminal only. Prints the screen once $3 is on it.
mkdir zsh
cp zsh.out "zsh/_$tool"
cat >zsh/.zshrc <<'END'
PS1='ready%%'
unset zle_bracketed_paste
fpath=($ZDOTDIR $fpath)
autoload -Uz compinit
compinit -u -D
bindkey '^I' list-choices
END
cat >type.zsh <<'END'
zmodload zsh/zpty zsh/zselect
export ZDOTDIR=$PWD/zsh TERM=dumb COLUMNS=200
zpty terminal zsh -i
zpty -r terminal seen '*ready%*'
zpty -n -w terminal "$1"$'\t'
for i in {1..200}; do
	zselect -t 10
	zpty -r -t terminal seen && print -rn -- $seen && all+=$seen
	[[ $all == *$2* ]] && break
done
zpty -d terminal
END

# value OPTION BEGINNING WHOLE: each shell offers that value.
value() {
	what="$1 $2 in bash"
	offer "--$1" "$2" | grep -qx "$3" || fail "$what: no $3"
	offer "--$1" = "$2" | grep -qx "$3" || fail "$what: no =$3"
	what="$1 $2 in fish"
	# shellcheck disable=SC2016 # for fish to expand
	fish --no-config -c 'source fish.out; complete -C "$argv"' \
		"$tool --$1 $2" | cut -f 1 | grep -qx "$3" ||
		fail "$what: no $3"
	what="$1 $2 in zsh"
	zsh -f type.zsh "$tool --$1 $2" "$3" | grep -q "$3" ||
		fail "$what: no $3"
}
case $tool in
fg-collapse)
	value format perfv perfview
	for format in $("$tool" --list-formats | sed 's/ .*//'); do
		what="$format among the values of --format"
		offer --format "$format" | grep -qx "$format" ||
			fail "$what: not offered"
	done
	;;
fg-diff) value by tot total ;;
fg-record) value format fol folded ;;
fg-render) value colors vir viridis ;;
fg-options)
	value choice gre green
	value kind gre green
	;;
esac
finish
