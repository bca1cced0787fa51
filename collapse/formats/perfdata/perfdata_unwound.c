/* SPDX-License-Identifier: MIT */
#include "perfdata_unwound.h"

#include <inttypes.h>

void unwound_lose(struct unwound *unwound, uint32_t module)
{
	size_t old = unwound->lost_room;

	FG_RESERVE(&unwound->lost_in, &unwound->lost_room, (size_t)module + 1);
	if (unwound->lost_room > old)
		memset(unwound->lost_in + old, 0,
		       (unwound->lost_room - old) * sizeof *unwound->lost_in);
	unwound->lost_in[module]++;
	unwound->lost++;
}

/* Reports the number of affected stacks, if there are any. */
static void report_share(const struct unwound *unwound, uint64_t count,
			 struct fg_diag *diag, struct fg_loc loc,
			 const char *what)
{
	fg_wide thousandths = (fg_wide)count * 1000;
	uint64_t share = (uint64_t)(thousandths / unwound->samples);

	if (count > 0)
		fg_warn(diag, loc,
			"%" PRIu64 ".%" PRIu64 " %% of the stacks %s",
			share / 10, share % 10, what);
}

/* Warn if more than one stack of this many is lost. */
enum { LOST_ODD = 100 };

/* Reports where most of the stacks end whose callers were not found. */
static void report_lost(const struct unwound *unwound, struct names *names,
			struct fg_diag *diag, struct fg_loc loc)
{
	const struct module *modules = names->modules->items;
	void (*tell)(struct fg_diag *, struct fg_loc, const char *, ...);
	const char *problem = NULL;
	fg_str path = FG_STR("[unknown]");
	uint32_t worst = 0;

	for (uint32_t i = 0; i < unwound->lost_room; i++) {
		if (unwound->lost_in[i] > unwound->lost_in[worst])
			worst = i;
	}
	if (worst > 0) {
		problem = names_cfi_problem(names, worst);
		path = modules[worst].path;
	}
	/* some threads always begin in code without unwind information */
	tell = unwound->lost * LOST_ODD > unwound->samples ? fg_warn : fg_note;
	tell(diag, loc,
	     "%" PRIu64 " of %" PRIu64 " stacks that perf record copied "
	     "could not be followed to their root; most of these end in "
	     "%.*s (%s)",
	     unwound->lost, unwound->samples, FG_FMT(path),
	     problem ? problem : "it does not tell well where callers are");
}

void unwound_report(const struct unwound *unwound, struct names *names,
		    struct fg_diag *diag, struct fg_loc loc)
{
	report_share(unwound, unwound->cut, diag, loc,
		     "are cut at their root: perf record did not copy the "
		     "whole stack (--call-graph dwarf,65528 copies most)");
	report_share(unwound, unwound->limited, diag, loc,
		     "are cut at their root after 127 frames, as perf script "
		     "does; without --inline no they are complete");
	if (unwound->lost > 0)
		report_lost(unwound, names, diag, loc);
}
