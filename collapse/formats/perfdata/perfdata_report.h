/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_REPORT_H
#define PERFDATA_REPORT_H

#include "format.h"
#include "perfdata_recording.h"
#include "sample/naming.h"

/* Warns of what is missing in a recording, or wrong with it. */
void report_recording(const struct recording *recording, struct fg_diag *diag,
		      struct fg_loc loc);

/*
 * Reports the binary that is missing in most samples: its name, their share,
 * and what helps.
 */
void report_unnamed(const struct recording *recording,
		    const struct naming *naming, struct fg_diag *diag,
		    struct fg_loc loc);

/* Counts of the samples of all files. */
struct report_sums {
	uint64_t samples, folded, filtered; /* filtered: of the folded event */
	uint64_t of_event; /* samples of events that are folded */
	uint64_t frames, unknown;
	fg_str event; /* the one that was chosen, or the first that was named */
	fg_str left_out; /* "page-faults (3)", or empty */
};

/* Warns where --wall-clock lacks one of its halves. */
void report_waits(const struct recording *r, struct fg_diag *diag,
		  struct fg_loc loc);

/*
 * Reports at the end of a run what was left out; fails when nothing was
 * folded.
 */
FG_MUST_USE fg_status report_sums(const struct report_sums *sums,
				  const struct collapse *c);

#endif
