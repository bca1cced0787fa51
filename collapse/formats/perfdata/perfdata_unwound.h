/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_UNWOUND_H
#define PERFDATA_UNWOUND_H

#include "perfdata_names.h"

/* How many stacks were followed to their root, and where the others end. */
struct unwound {
	uint64_t samples, cut, limited, lost;
	uint64_t *lost_in; /* by module, how many were lost there */
	size_t lost_room;
};

/* Counts a stack whose callers are not known from that module on. */
void unwound_lose(struct unwound *unwound, uint32_t module);

/* Says which stacks are not whole, and why. */
void unwound_report(const struct unwound *unwound, struct names *names,
		    struct fg_diag *diag, struct fg_loc loc);

#endif
