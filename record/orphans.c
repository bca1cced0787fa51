/* SPDX-License-Identifier: MIT */
#include "orphans.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fg/text.h"
#include "machine.h"

/*
 * The parent of a process, by /proc/PID/stat: "42 (sh) S 17 ...". The name may
 * have brackets of its own. 0: it is gone.
 */
static pid_t parent_of(uint64_t pid)
{
	struct machine_text text;
	uint64_t parent = 0;
	char path[64];
	fg_str rest;

	snprintf(path, sizeof path, "/proc/%llu/stat", (unsigned long long)pid);
	if (!machine_read(path, &text))
		return 0;
	rest = (fg_str){ text.bytes, text.n };
	rest = fg_slice(rest, fg_rfind_char(rest, ')'), rest.n);
	for (int i = 0; i < 2; i++)
		(void)fg_cut(&rest, ' ');
	(void)fg_parse_u64(fg_cut(&rest, ' '), &parent);
	return parent <= INT32_MAX ? (pid_t)parent : 0;
}

static bool is_among(pid_t pid, const pid_t *list)
{
	while (*list != 0 && *list != pid)
		list++;
	return *list == pid;
}

size_t orphans_signal(int number, const pid_t *ours)
{
	DIR *processes = opendir("/proc");
	struct dirent *entry;
	size_t count = 0;
	uint64_t pid;

	while (processes && (entry = readdir(processes))) {
		if (!fg_parse_u64(fg_from_c(entry->d_name), &pid) ||
		    pid > INT32_MAX || parent_of(pid) != getpid() ||
		    is_among((pid_t)pid, ours) ||
		    waitpid((pid_t)pid, NULL, WNOHANG) == (pid_t)pid)
			continue;
		(void)kill((pid_t)pid, number);
		count++;
	}
	if (processes)
		closedir(processes);
	return count;
}
