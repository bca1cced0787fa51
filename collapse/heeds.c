/* SPDX-License-Identifier: MIT */
#include "heeds.h"

/* An option, as it stands on the command line. */
struct given {
	uint64_t heeds; /* one of these is enough */
	const char *name;
	bool is_given;
};

/* What the format has in place of the option with these bits. */
static const char *advice_for(uint64_t option, uint64_t heeds)
{
	static const struct {
		uint64_t option, other;
		const char *advice;
	} rows[] = {
		{ HEEDS_THREAD, HEEDS_ONLY_TID,
		  "; try --only-tid or --only-comm" },
		{ HEEDS_PROCESS, HEEDS_ONLY_PID,
		  "; try --only-pid or --only-comm" },
		{ HEEDS_PID, HEEDS_PER_PROCESS, "; try --per-process" },
		{ HEEDS_TID, HEEDS_PER_THREAD, "; try --per-thread" },
		{ HEEDS_PER_PROCESS, HEEDS_PID, "; try --pid" },
		{ HEEDS_PER_THREAD, HEEDS_TID, "; try --tid" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (option == rows[i].option && heeds & rows[i].other)
			return rows[i].advice;
	}
	return "";
}

static fg_status check(const struct given *rows, size_t count,
		       const char *format, uint64_t heeds, struct fg_diag *diag,
		       struct fg_loc loc)
{
	for (size_t i = 0; i < count; i++) {
		const struct given *row = &rows[i];

		if (row->is_given && !(row->heeds & heeds))
			return fg_fail(diag, FG_EUSAGE, loc,
				       "--%s means nothing to the %s format%s",
				       row->name, format,
				       advice_for(row->heeds, heeds));
	}
	return FG_OK;
}

fg_status heeds_check(const struct collapse_options *o, const char *name,
		      uint64_t heeds, struct fg_diag *diag, struct fg_loc loc)
{
	const struct given rows[] = {
		{ HEEDS_ADDRS, "addrs", o->addrs },
		{ HEEDS_KERNEL | HEEDS_JIT, "all", o->all },
		{ HEEDS_CALLGRIND_MODE, "callgrind-mode",
		  o->callgrind_mode != NULL },
		{ HEEDS_COUNT, "count", o->count_samples },
		{ HEEDS_CPU, "cpu", o->cpus != NULL },
		{ HEEDS_EVENT, "event", o->events != NULL },
		{ HEEDS_INLINE, "inline", o->inlines != INLINE_YES },
		{ HEEDS_JIT, "jit", o->jit && !o->all },
		{ HEEDS_KEEP_ALLOC_FRAMES, "keep-alloc-frames",
		  o->keep_alloc_frames },
		{ HEEDS_KEEP_ARGS, "keep-args", o->keep_args },
		{ HEEDS_KEEP_IDLE, "keep-idle", o->keep_idle },
		{ HEEDS_KEEP_OFFSETS, "keep-offsets", o->keep_offsets },
		{ HEEDS_KERNEL, "kernel", o->kernel && !o->all },
		{ HEEDS_LABEL, "label", o->labels != NULL },
		{ HEEDS_MERGE_COMM_NUMBERS, "merge-comm-numbers",
		  o->merge_comm_numbers },
		{ HEEDS_MODULES, "modules", o->modules },
		{ HEEDS_NO_COMM, "no-comm", o->no_comm },
		{ HEEDS_NO_MODULES, "no-modules", o->no_modules },
		{ HEEDS_NO_SRCLINE, "no-srcline", o->no_srcline },
		{ HEEDS_NO_SYMBOLS, "no-symbols", o->no_symbols },
		{ HEEDS_NO_TRUNCATED, "no-truncated", o->no_truncated },
		{ HEEDS_OFF_CPU, "off-cpu", o->off_cpu },
		{ HEEDS_ONLY_COMM, "only-comm", o->only_comms != NULL },
		{ HEEDS_ONLY_PID, "only-pid", o->only_pid != NULL },
		{ HEEDS_ONLY_TID, "only-tid", o->only_tid != NULL },
		{ HEEDS_PER_PROCESS, "per-process", o->per_process },
		{ HEEDS_PER_THREAD, "per-thread", o->per_thread },
		{ HEEDS_PID, "pid", o->pid },
		{ HEEDS_PROCESS, "process", o->process != NULL },
		{ HEEDS_SNAPSHOT, "snapshot", o->snapshot != NULL },
		{ HEEDS_SRCLINE, "srcline", o->srcline },
		{ HEEDS_STRIP_ARGS, "strip-args", o->strip_args },
		{ HEEDS_STRIP_TEMPLATES, "strip-templates",
		  o->strip_templates },
		{ HEEDS_SYSROOT, "sysroot", o->symbol_root != NULL },
		{ HEEDS_THREAD, "thread", o->thread != NULL },
		{ HEEDS_TID, "tid", o->tid },
		{ HEEDS_TIME, "time", o->time_limited },
		{ HEEDS_UNKNOWN, "unknown", o->unknown != UNKNOWN_MODULE },
	};

	return check(rows, sizeof rows / sizeof *rows, name, heeds, diag, loc);
}
