/* SPDX-License-Identifier: MIT */
#include "perfdata_ahead.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

struct ahead {
	FILE *file;
	uint64_t size;
	bool swapped;
	struct fg_buffer bytes;
};

/* Opens a file that is itself a recording, not a packed one. */
static bool open_recording(struct ahead *ahead, const char *path)
{
	struct stat st;
	char magic[8];

	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
		return false;
	ahead->size = (uint64_t)st.st_size;
	ahead->file = fopen(path, "re");
	return ahead->file &&
	       fread(magic, 1, sizeof magic, ahead->file) == sizeof magic &&
	       (memcmp(magic, "PERFILE2", sizeof magic) == 0 ||
		memcmp(magic, "2ELIFREP", sizeof magic) == 0);
}

static bool read_at(struct ahead *ahead, struct section section,
		    struct bytes *bytes)
{
	if (section.size > ahead->size ||
	    section.offset > ahead->size - section.size ||
	    fseeko(ahead->file, (off_t)section.offset, SEEK_SET) != 0)
		return false;
	FG_RESERVE(&ahead->bytes.p, &ahead->bytes.room, (size_t)section.size);
	ahead->bytes.n =
		fread(ahead->bytes.p, 1, (size_t)section.size, ahead->file);
	*bytes = (struct bytes){ .rest = fg_buffer_text(&ahead->bytes),
				 .swapped = ahead->swapped };
	return ahead->bytes.n == section.size;
}

/*
 * Features have sections in order, so the position of this one follows from
 * those before it.
 */
static void read_feature(struct ahead *ahead, const struct header *header,
			 unsigned which, struct features *features)
{
	enum { ENTRY = 16 };
	struct section section = {
		header->records.offset + header->records.size, ENTRY
	};
	struct bytes bytes;

	if (!header_has(header, which))
		return;
	for (unsigned i = 0; i < which; i++)
		section.offset += header_has(header, i) ? ENTRY : 0;
	if (!read_at(ahead, section, &bytes))
		return;
	section.offset = bytes_u64(&bytes);
	section.size = bytes_u64(&bytes);
	if (read_at(ahead, section, &bytes))
		features_read(features, NULL, which, bytes);
}

void ahead_read(const struct header *header, const char *path, bool swapped,
		struct features *features)
{
	struct ahead ahead = { .swapped = swapped };

	if (!header->is_pipe && header->records.size > 0 &&
	    open_recording(&ahead, path)) {
		read_feature(&ahead, header, FEATURE_BUILD_ID, features);
		read_feature(&ahead, header, FEATURE_RELEASE, features);
	}
	if (ahead.file)
		fclose(ahead.file);
	free(ahead.bytes.p);
}
