/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_HEADER_H
#define PERFDATA_HEADER_H

#include "perfdata_feature.h"
#include "perfdata_stream.h"

/*
 * The header of a recording, and the sections around its records:
 *
 *	PERFILE2, u64 size of the header
 *	a pipe: 16, and records follow at once
 *	a file: 104, and then
 *		u64 size of an attribute with its section of ids
 *		u64 offset, size of the attributes; of the records; unused
 *		4 u64: a bit for each feature
 *	Behind the records: u64 offset, size of each feature, in order of bits.
 *
 * A recorder that was killed leaves 0 as the size of the records.
 */
struct section {
	uint64_t offset, size;
};

struct header {
	bool is_pipe;
	uint64_t attr_size;
	struct section attrs, records;
	uint64_t features[4];
	struct fg_lines *memory; /* NULL, or the records in memory */
	struct fg_buffer rest; /* of the file, if that had to be read */
};

/*
 * Reads up to the first record. Fails with a message when this is not a
 * recording that can be read.
 */
FG_MUST_USE fg_status header_read(struct header *header, struct stream *stream,
				  struct events *events, struct fg_diag *diag);

/* Whether a file has that feature, as its header says. */
bool header_has(const struct header *header, unsigned which);

/*
 * Reads the sections after the last record; missing and damaged ones are left
 * out.
 */
void header_read_features(struct header *header, struct stream *stream,
			  struct events *events, struct features *features);

void header_free(struct header *header);

#endif
