/* SPDX-License-Identifier: MIT */
#include "perfdata_ahead.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { PART = 1 << 20, SECTION_MAX = 1 << 30 /* larger sizes are wrong */ };

/* Opens a file that is itself a recording, not a packed one. */
static FILE *open_recording(const char *path)
{
	struct stat st;
	char magic[8];
	FILE *file;

	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
		return NULL;
	file = fopen(path, "re");
	if (!file)
		return NULL;
	if (fread(magic, 1, sizeof magic, file) == sizeof magic &&
	    (memcmp(magic, "PERFILE2", sizeof magic) == 0 ||
	     memcmp(magic, "2ELIFREP", sizeof magic) == 0))
		return file;
	fclose(file);
	return NULL;
}

/*
 * Memory grows with the bytes that are read, because a section's size may be
 * wrong.
 */
static bool read_at(FILE *file, struct section section, struct fg_buffer *to)
{
	if (section.size > SECTION_MAX || section.offset > INT64_MAX ||
	    fseeko(file, (off_t)section.offset, SEEK_SET) != 0)
		return false;
	to->n = 0;
	while (to->n < section.size) {
		size_t part = (size_t)section.size - to->n, got;

		part = part < PART ? part : PART;
		FG_RESERVE(&to->p, &to->room, to->n + part);
		got = fread(to->p + to->n, 1, part, file);
		to->n += got;
		if (got < part)
			return false;
	}
	return true;
}

/*
 * The entry of a feature. The entries come after the records, in order of
 * bits.
 */
static struct section entry_of(const struct header *header, unsigned which)
{
	enum { ENTRY = 16 };
	struct section section = {
		header->records.offset + header->records.size, ENTRY
	};

	for (unsigned i = 0; i < which; i++)
		section.offset += header_has(header, i) ? ENTRY : 0;
	return section;
}

void ahead_read(const struct header *header, const char *path, bool swapped,
		enum fg_feature which, struct features *features)
{
	struct fg_buffer bytes = { 0 };
	FILE *file = NULL;

	if (!header->is_pipe && header->records.size > 0 &&
	    header_has(header, which))
		file = open_recording(path);
	if (file && read_at(file, entry_of(header, which), &bytes)) {
		struct bytes entry = { fg_buffer_text(&bytes), swapped, false };
		struct section section = { 0 };

		section.offset = bytes_u64(&entry);
		section.size = bytes_u64(&entry);
		if (read_at(file, section, &bytes))
			features_read(features, NULL, which,
				      (struct bytes){ fg_buffer_text(&bytes),
						      swapped, false });
	}
	if (file)
		fclose(file);
	free(bytes.p);
}
