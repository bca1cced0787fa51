/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_FEATURE_H
#define PERFDATA_FEATURE_H

#include "fg/frames.h"
#include "fg/perfdata.h"
#include "perfdata_attr.h"

/*
 * The recorder's information about the recording: sections after the records
 * of a file, records of a pipe.
 */
struct features {
	struct fg_frames *paths; /* of binaries whose build id is known */
	fg_str *build_ids; /* by the path's number; in `bytes` */
	size_t count, room;
	struct fg_arena bytes;
	fg_str arch, release; /* "x86_64", "6.1.0-18-amd64"; or empty */
	struct fg_buffer tracing; /* the formats of tracepoints */
};

enum { FEATURES = 256 }; /* upper limit */

void features_init(struct features *features);
void features_free(struct features *features);

/* Reads one feature; features that are not used are skipped. */
void features_read(struct features *features, struct events *events,
		   unsigned which, struct bytes data);

/* Reads a record BUILD_ID; a section has many of these. */
void features_add_build_id(struct features *features, uint16_t misc,
			   struct bytes body);

/*
 * The build id of the binary of that path; empty when it is not known (yet).
 */
fg_str features_build_id(const struct features *features, fg_str path);

#endif
