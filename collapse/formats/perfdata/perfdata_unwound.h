/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_UNWOUND_H
#define PERFDATA_UNWOUND_H

#include "perfdata_names.h"

/*
 * Counts of the stacks that were followed to their root, and of where the
 * others end.
 */
struct unwound {
	uint64_t samples, cut, limited, lost;
	uint64_t *lost_in; /* number of stacks lost there, by module */
	size_t lost_room;
};

/* Counts a stack whose callers are unknown from that module on. */
void unwound_lose(struct unwound *unwound, uint32_t module);

/* Reports which stacks are incomplete, and why. */
void unwound_report(const struct unwound *unwound, struct names *names,
		    struct fg_diag *diag, struct fg_loc loc);

#endif
