#!/bin/sh
# SPDX-License-Identifier: MIT
# clean.sh [SUITE [PART...]]: README's commands on a minimal Debian, which
# debootstrap makes in a temporary folder, with the commit that is checked out.
# The parts: root and user (who has sudo) run the two commands, each in a
# system of its own; bare, after root, builds and tests without esbuild,
# zopfli, libdw and libiberty. A test that is skipped is a failure. Needs root.
# Logs are in build/clean.
#
# Packages come from where the host's apt takes them, or from $FG_MIRROR. What
# the host has set for proxies, certificates and registries is copied: apt's
# Acquire settings, the files in $FG_CLEAN_COPY, and variables named below.
#
# All mounts and processes are in namespaces, which end with this script,
# however it ends; the folder is removed.
set -eu
cd "$(dirname "$0")/.."

say() {
	printf '\n==> %s\n' "$*"
}

fail() {
	printf 'clean: %s\n' "$*" >&2
	exit 1
}

# Outside of the namespaces: makes the folder, starts the rest and waits.
outside() {
	[ "$(id -u)" = 0 ] || fail 'needs root'
	[ -z "$(git status --porcelain)" ] ||
		echo 'clean: note: what is not committed is not tested' >&2
	scratch=$(mktemp -d "${TMPDIR:-/tmp}/fg-clean.XXXXXX")
	child=
	trap clear_up EXIT
	trap 'exit 1' HUP INT TERM
	# what is committed meanwhile does not count
	git clone -q --bare --no-local . "$scratch/fg.git"
	FG_CLEAN_FOLDER=$scratch unshare --mount --pid --fork --kill-child \
		sh tests/clean.sh "$@" &
	child=$!
	wait $child && status=0 || status=$?
	child=
	exit "$status"
}

# Processes that are being killed may still write for a moment.
clear_up() {
	[ -z "$child" ] || kill -KILL "$child" 2>/dev/null || :
	for _ in 1 2 3 4 5; do
		rm -rf --one-file-system "$scratch" && return
		sleep 1
	done
}

# The address of the archive with label $1, as the host's apt has it.
mirror_of() {
	# shellcheck disable=SC2016 # apt knows what they mean
	apt-get indextargets --format '$(LABEL) $(REPO_URI)' |
		sed -n "s/^$1 //p" | head -n 1
}

# Settings of the host's apt that say how to reach an archive.
apt_settings() {
	apt-config dump | grep '^Acquire::' | grep -vE \
		'^Acquire::(Changelogs|CompressionTypes|IndexTargets|Languages)'
}

# Everything that a registry's client in the new system has to know.
host_files="${FG_CLEAN_COPY:-/etc/hosts /etc/resolv.conf /etc/npmrc
	/etc/pip.conf /etc/apt/auth.conf /etc/apt/auth.conf.d
	/usr/local/share/ca-certificates $HOME/.npmrc $HOME/.config/pip}"

host_variables() {
	env | grep -E "$(printf '%s' '^(https?_proxy|no_proxy|HTTPS?_PROXY|' \
		'NO_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|' \
		'REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|PIP_(CERT|INDEX_URL|' \
		'EXTRA_INDEX_URL|TRUSTED_HOST|DEFAULT_TIMEOUT)|' \
		'npm_config_[a-z_]+)=')" || :
}

make_base() {
	[ -n "$(mirror_of Debian)" ] || apt-get -q update >/dev/null || :
	archive=${FG_MIRROR:-$(mirror_of Debian)}
	[ -n "$archive" ] ||
		fail "apt has no archive of Debian here; set FG_MIRROR"
	eval "$(apt-config shell proxy Acquire::http::Proxy)"
	[ -z "${proxy:-}" ] || export http_proxy="$proxy"
	begin=$(date +%s)
	debootstrap --variant=minbase "$suite" "$base" "$archive" \
		>"$logs/debootstrap.log" 2>&1 || {
		tail -n 20 "$logs/debootstrap.log"
		fail 'debootstrap failed'
	}
	size=$(du -ck "$base"/var/cache/apt/archives/*.deb | tail -n 1)
	report 'minimal system' $((${size%%[!0-9]*} / 1024))
	security=$(mirror_of Debian-Security)
	{
		echo "deb $archive $suite main"
		echo "deb $archive $suite-updates main"
		[ -z "$security" ] || echo "deb $security $suite-security main"
	} >"$base/etc/apt/sources.list"
	apt_settings >"$base/etc/apt/apt.conf.d/50host"
	rm -f "$base"/var/cache/apt/archives/*.deb
}

# report WHAT MEGABYTES: a line of the result; time is since $begin.
report() {
	printf '%-10s %-34s %5d s %6d MB\n' "$suite" "$1" \
		$(($(date +%s) - begin)) "$2" | tee -a "$scratch/report"
}

# make_system USER: a fresh one in $system, with the clone in $source.
make_system() {
	user=$1
	system=$scratch/$user
	home=/home/$user
	[ "$user" != root ] || home=/root
	cp -a "$base" "$system"
	[ "$user" = root ] || add_user
	for file in $host_files; do
		[ -e "$file" ] || continue
		place=$system$file
		case $file in
		"$HOME"/*) place=$system$home${file#"$HOME"} ;;
		esac
		mkdir -p "$(dirname "$place")"
		cp -RL "$file" "$(dirname "$place")"
	done
	source=$home/fg
	git clone -q --no-local "$scratch/fg.git" "$system$source"
	chroot "$system" chown -R "$user:" "$home"
	mount -t proc proc "$system/proc"
	mount --rbind /sys "$system/sys"
	mount --rbind /dev "$system/dev"
}

add_user() {
	chroot "$system" sh -c 'apt-get -q update && DEBIAN_FRONTEND=noninteractive \
		apt-get -q install -y --no-install-recommends sudo' \
		>"$logs/$user.sudo.log" 2>&1 || fail 'cannot install sudo'
	chroot "$system" useradd -m -s /bin/sh "$user"
	echo "$user ALL=(ALL) NOPASSWD: ALL" >"$system/etc/sudoers.d/$user"
	rm -rf "$system"/var/lib/apt/lists/*
}

# Runs a shell command in the clone, as the system's user.
inside() {
	command="cd $source && $1"
	host_variables >"$scratch/variables"
	set -- HOME="$home" USER="$user" LANG=C.UTF-8 TERM=dumb CI=true \
		PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
	while IFS= read -r variable; do
		set -- "$@" "$variable"
	done <"$scratch/variables"
	chroot --userspec="$user:$user" "$system" env -i "$@" \
		sh -c "$command" </dev/null
}

# What the registries' clients have fetched so far, in kB.
fetched() {
	{
		sed -n 's/^Fetched \([0-9.,]*\) \([kMG]*\)B in .*/\1 \2/p' \
			"$1" | tr -d , |
			awk '{ print $1 * ($2 == "k" ? 1 : $2 == "M" ? 1000 : $2 == "G" ? 1e6 : 0.001) }'
		for cache in .npm/_cacache .cache/pip; do
			[ ! -d "$system$home/$cache" ] ||
				du -sk "$system$home/$cache"
		done
	} | awk '{ n += $1 } END { printf "%d\n", n }'
}

# try COMMAND: runs it, prints its time and what it downloaded.
try() {
	log=$logs/$user.$(printf '%s' "${2:-$1}" | tr -c 'a-z0-9\n' -).log
	say "$suite, as $user: ${2:-$1}"
	before=$(fetched /dev/null)
	begin=$(date +%s)
	inside "$1" >"$log" 2>&1 || {
		grep -E 'tests failed|\*\*\*|\((Failed|Timeout|Skipped)\)' \
			"$log" || tail -n 60 "$log"
		fail "failed: ${2:-$1} (log: $log)"
	}
	report "$user: ${2:-$1}" $((($(fetched "$log") - before) / 1000))
	grep '% tests passed' "$log" || :
	if grep -A 60 'tests did not run' "$log" && [ "$skips" = never ]; then
		fail "skipped tests (log: $log)"
	fi
}

both_commands() {
	make_system "$1"
	try './dev demo'
	[ -s "$system$source/build/demo/server.svg" ] || fail 'no picture'
	try './dev test'
}

part_root() {
	both_commands root
}

part_user() {
	both_commands tester
}

# In the system of root's, whose tools for the tests stay.
part_bare() {
	[ -d "$scratch/root" ] || {
		make_system root
		try './dev deps'
		# some tests look at the programs as they are released
		try './dev build && cmake --build build/release \
			--target generate denied' 'building'
	}
	user=root system=$scratch/root home=/root
	source=$home/fg
	try 'apt-get -q purge -y esbuild zopfli libdw-dev libelf-dev libiberty-dev
		rm -rf build/bare
		cmake -B build/bare -G Ninja -DCMAKE_BUILD_TYPE=Debug \
			-DFG_WERROR=ON' 'configuring without extras'
	for words in 'no esbuild' 'no zopfli' 'libdw with libelf not used' \
		'libiberty not used'; do
		grep -q "$words" "$log" || fail "not said: $words"
	done
	# in a CI their lack fails, unless it is wanted
	try 'cmake -DFG_SYMBOLS=OFF build/bare' 'asking for what is there'
	skips=allowed # golden cases that need libraries say so
	try "cmake --build build/bare && ctest --test-dir build/bare \
		-j $(nproc) --output-on-failure --no-tests=error" \
		'tests without extras'
	skips=never
}

if [ -z "${FG_CLEAN_FOLDER:-}" ]; then
	outside "$@"
fi
scratch=$FG_CLEAN_FOLDER
suite=${1:-bookworm}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- root bare user
base=$scratch/base
logs=$PWD/build/clean/$suite
skips=never # of tests
mkdir -p "$logs"
say "$suite: minimal system"
make_base
for part; do
	"part_$part"
done
say "$suite passed at $(git -C "$scratch/fg.git" rev-parse --short HEAD)," \
	"on $(nproc) processors"
cat "$scratch/report"
