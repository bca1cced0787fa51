/* SPDX-License-Identifier: MIT */
#include "wanted.h"

#include "fg/text.h"

bool wanted_number(const struct ranges *ranges, fg_str number)
{
	uint64_t n;

	return !ranges || (fg_parse_u64(number, &n) && ranges_have(ranges, n));
}

static bool ids_pass(const struct collapse_options *options, fg_str pid,
		     fg_str tid)
{
	return wanted_number(options->only_pid, pid.n ? pid : tid) &&
	       wanted_number(options->only_tid, tid);
}

bool wanted_time(const struct collapse_options *options, fg_str seconds)
{
	uint64_t ns;

	if (!options->time_limited)
		return true;
	return options_seconds(seconds, &ns) && options_in_time(options, ns);
}

/*
 * Whether the name is wanted, which the user may give as perf prints it, or as
 * root frames have it.
 */
static bool is_comm(fg_str comm, fg_str wanted)
{
	for (size_t i = 0; i < comm.n && comm.n == wanted.n; i++) {
		char c = comm.p[i], w = wanted.p[i];

		if (c != w && !(c == ' ' && w == '_') &&
		    !(c == ';' && w == ':'))
			return false;
	}
	return comm.n == wanted.n;
}

static bool comm_passes(const struct collapse_options *options, fg_str comm)
{
	const char **wanted = options->only_comms;

	if (!wanted)
		return true;
	for (; *wanted; wanted++) {
		if (is_comm(comm, fg_from_c(*wanted)))
			return true;
	}
	return false;
}

/* The name or the number; NULL lets all through. */
static bool pattern_passes(struct fg_regex *pattern, fg_str name, fg_str number)
{
	return !pattern || fg_regex_matches(pattern, name) ||
	       fg_regex_matches(pattern, number);
}

bool wanted_task(const struct collapse_options *options,
		 const struct wanted_task *task)
{
	fg_str pid = task->pid.n ? task->pid : task->tid;

	return comm_passes(options, task->comm) &&
	       ids_pass(options, task->pid, task->tid) &&
	       pattern_passes(options->thread, task->comm, task->tid) &&
	       pattern_passes(options->process, task->process, pid);
}
