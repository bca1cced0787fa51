/* SPDX-License-Identifier: MIT */
#include "build_id.h"

#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fg/alloc.h"
#include "fg/elf_note.h"
#include "fg/text.h"

enum {
	BUILD_ID_MAX = 20,
	SEGMENTS_MAX = 256,
	NOTES_MAX = 1 << 16, /* bytes of a segment that are looked at */
	PATH_ROOM = 4096,
};

size_t build_id_in_notes(fg_str notes, unsigned char *id)
{
	fg_str found = fg_elf_build_id(notes);

	if (found.n > BUILD_ID_MAX)
		return 0;
	memcpy(id, found.p, found.n);
	return found.n;
}

static bool read_at(int fd, void *to, size_t n, uint64_t at)
{
	return at <= INT64_MAX && pread(fd, to, n, (off_t)at) == (ssize_t)n;
}

static size_t in_segment(int fd, uint64_t at, uint64_t size, unsigned char *id)
{
	size_t n = size < NOTES_MAX ? (size_t)size : NOTES_MAX, found = 0;
	char *notes = fg_malloc(n);

	if (read_at(fd, notes, n, at))
		found = build_id_in_notes((fg_str){ notes, n }, id);
	free(notes);
	return found;
}

static size_t in_file64(int fd, unsigned char *id)
{
	size_t found = 0;
	Elf64_Ehdr head;
	Elf64_Phdr segment;

	if (!read_at(fd, &head, sizeof head, 0))
		return 0;
	for (unsigned i = 0; i < head.e_phnum && i < SEGMENTS_MAX; i++) {
		if (read_at(fd, &segment, sizeof segment,
			    head.e_phoff + i * sizeof segment) &&
		    segment.p_type == PT_NOTE && found == 0)
			found = in_segment(fd, segment.p_offset,
					   segment.p_filesz, id);
	}
	return found;
}

static size_t in_file32(int fd, unsigned char *id)
{
	size_t found = 0;
	Elf32_Ehdr head;
	Elf32_Phdr segment;

	if (!read_at(fd, &head, sizeof head, 0))
		return 0;
	for (unsigned i = 0; i < head.e_phnum && i < SEGMENTS_MAX; i++) {
		if (read_at(fd, &segment, sizeof segment,
			    head.e_phoff + i * sizeof segment) &&
		    segment.p_type == PT_NOTE && found == 0)
			found = in_segment(fd, segment.p_offset,
					   segment.p_filesz, id);
	}
	return found;
}

/* Only regular files are opened: a FIFO would wait, a device may act. */
static int open_regular(fg_str path)
{
	char name[PATH_ROOM];
	struct stat st;

	if (path.n == 0 || path.n >= sizeof name || path.p[0] != '/')
		return -1;
	memcpy(name, path.p, path.n);
	name[path.n] = '\0';
	if (stat(name, &st) != 0 || !S_ISREG(st.st_mode))
		return -1;
	return open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

size_t build_id_of_file(fg_str path, unsigned char *id)
{
	unsigned char head[EI_NIDENT];
	int fd = open_regular(path);
	size_t found = 0;

	if (fd < 0)
		return 0;
	if (read_at(fd, head, sizeof head, 0) &&
	    memcmp(head, ELFMAG, SELFMAG) == 0)
		found = head[EI_CLASS] == ELFCLASS64 ? in_file64(fd, id)
						     : in_file32(fd, id);
	close(fd);
	return found;
}
