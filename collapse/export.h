/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_EXPORT_H
#define COLLAPSE_EXPORT_H

#include "fg/header.h"
#include "fg/stacks.h"

/*
 * The folded profile in the formats of other tools. The same profile gives the
 * same bytes: stacks in the order of folded text, and frames numbered as they
 * appear in it.
 */
enum export_format {
	EXPORT_FOLDED,
	EXPORT_PPROF, /* profile.proto, not packed */
	EXPORT_SPEEDSCOPE, /* its JSON, one sampled profile */
};

struct exported {
	const struct fg_stacks *stacks;
	const struct fg_header *header; /* metric and unit */
	bool srcline; /* names end in " (FILE:LINE)" where these are known */
};

/* The format of that name; NULL: folded text. */
enum export_format export_find(const char *name);

/*
 * Fails for a profile of two columns, and for weights that the format cannot
 * have. Warns where weights were rounded. O(sum of depths).
 */
FG_MUST_USE fg_status export_write(struct fg_out *out,
				   const struct exported *exported,
				   enum export_format format,
				   struct fg_diag *diag);

/* For the writers: the stacks in order, and the frames that they have. */
struct export_frame {
	fg_str name, file; /* file: empty where it is not known */
	uint64_t line; /* 0: not known */
};

struct export_plan {
	const struct exported *exported;
	uint32_t *order; /* of stacks */
	size_t count;
	uint32_t *number; /* of each frame id; UINT32_MAX: it has none */
	struct export_frame *frames; /* by number */
	size_t frame_count;
	fg_str metric, unit; /* "weight" and "" where they are not known */
};

fg_status export_pprof(struct fg_out *out, const struct export_plan *plan,
		       struct fg_diag *diag);
void export_speedscope(struct fg_out *out, const struct export_plan *plan);

#endif
