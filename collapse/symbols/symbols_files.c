/* SPDX-License-Identifier: MIT */
#include "symbols_files.h"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "symbols_elf.h"

enum { ELF_TYPE_AT = 16, ELF_HEAD_SIZE = 20, BUILD_ID_MAX = 64 };

/*
 * A path from a profile, or from a binary that a profile names, can be
 * anything: a device, a FIFO that nobody writes to. Those are not opened,
 * since that alone can do something, nor read if they come to be there later.
 */
int symbols_open(const char *path, const char **problem)
{
	unsigned char head[ELF_HEAD_SIZE];
	struct stat st;
	unsigned type;
	int fd;

	*problem = "not found";
	if (stat(path, &st) != 0)
		return -1;
	*problem = "no regular file";
	if (!S_ISREG(st.st_mode))
		return -1;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
		*problem = "no ELF file";
		if (pread(fd, head, sizeof head, 0) == sizeof head &&
		    memcmp(head, ELFMAG, SELFMAG) == 0) {
			/* the field is in the file's own byte order */
			type = head[ELF_TYPE_AT] | head[ELF_TYPE_AT + 1];
			if (type == ET_EXEC || type == ET_DYN)
				return fd;
			*problem = "no executable or shared library";
		}
	}
	close(fd);
	return -1;
}

char *symbols_join(const char *a, const char *b, const char *c)
{
	struct fg_buffer text = { 0 };

	fg_buffer_append(&text, fg_from_c(a));
	fg_buffer_append(&text, fg_from_c(b));
	fg_buffer_append(&text, fg_from_c(c));
	fg_buffer_append(&text, (fg_str){ "", 1 });
	return text.p;
}

/* The folder that `path` lies in, with its '/'; the caller frees it. */
static char *folder_of(const char *path)
{
	fg_str s = fg_from_c(path);
	size_t slash = fg_rfind_char(s, '/');

	return fg_str_dup(fg_slice(s, 0, slash == s.n ? 0 : slash + 1));
}

/* The build ID of an open file is this one. The file stays open. */
static bool has_build_id(int fd, const unsigned char *id, ssize_t size)
{
	Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	const void *own;
	bool same;

	if (!elf)
		return false;
	same = dwelf_elf_gnu_build_id(elf, &own) == size &&
	       memcmp(own, id, (size_t)size) == 0;
	elf_end(elf);
	return same;
}

/* Opens one of the places where debug information is kept apart. */
static int try_debug(char *path, const unsigned char *id, ssize_t size,
		     char **found)
{
	const char *problem;
	int fd = symbols_open(path, &problem);

	if (fd >= 0 && has_build_id(fd, id, size)) {
		*found = path;
		return fd;
	}
	if (fd >= 0)
		close(fd);
	free(path);
	return -1;
}

/* "/usr/lib/debug/.build-id/ab/cdef.debug"; the caller frees it. */
static char *build_id_path(const char *debug_dir, const unsigned char *id,
			   ssize_t size)
{
	char hex[2 * BUILD_ID_MAX + 2], *folder, *path;
	size_t n = 0;

	for (ssize_t i = 0; i < size; i++) {
		n += (size_t)snprintf(hex + n, sizeof hex - n, "%02x", id[i]);
		if (i == 0)
			hex[n++] = '/';
	}
	hex[n] = '\0';
	folder = symbols_join(debug_dir, "/.build-id/", "");
	path = symbols_join(folder, hex, ".debug");
	free(folder);
	return path;
}

/* Where a .gnu_debuglink may lead, from the binary's own folder on. */
static int find_linked(const struct symbols_elf *elf, const char *link,
		       const unsigned char *id, ssize_t size, char **found)
{
	char *folder = folder_of(elf->path);
	char *inner = symbols_join(folder, ".debug/", "");
	char *outer = symbols_join(elf->debug_dir, folder, "");
	int fd = -1;

	if (!strchr(link, '/')) {
		fd = try_debug(symbols_join(folder, link, ""), id, size, found);
		if (fd < 0)
			fd = try_debug(symbols_join(inner, link, ""), id, size,
				       found);
		if (fd < 0)
			fd = try_debug(symbols_join(outer, link, ""), id, size,
				       found);
	}
	free(folder);
	free(inner);
	free(outer);
	return fd;
}

/* What dwz moved out of several binaries; it is named by a path. */
static int find_alternate(struct symbols_elf *elf, const char *link,
			  char **found)
{
	char *folder = folder_of(elf->path);
	char *path = *link == '/' ? symbols_join(link, "", "")
				  : symbols_join(folder, link, "");
	const char *problem;
	int fd = symbols_open(path, &problem);

	free(folder);
	if (fd < 0) {
		free(path);
		return -1;
	}
	elf->has_alternate = true;
	*found = path;
	return fd;
}

/*
 * In place of elfutils' own search, which would ask debuginfod servers and
 * open whatever lies at a path.
 */
/* NOLINTNEXTLINE(readability-function-size): elfutils wants 8 parameters */
static int find_debuginfo(Dwfl_Module *module, void **data, const char *name,
			  Dwarf_Addr base, const char *file, const char *link,
			  GElf_Word crc, char **found)
{
	struct symbols_elf *elf = *data;
	const unsigned char *id;
	GElf_Addr id_address;
	int size = dwfl_module_build_id(module, &id, &id_address);
	int fd;

	(void)name;
	(void)base;
	(void)file;
	(void)crc;
	if (!elf)
		return -1;
	if (link && strchr(link, '/'))
		return find_alternate(elf, link, found);
	if (size <= 0 || size > BUILD_ID_MAX)
		return -1;
	fd = try_debug(build_id_path(elf->debug_dir, id, size), id, size,
		       found);
	if (fd < 0 && link)
		fd = find_linked(elf, link, id, size, found);
	return fd;
}

/* All files are given to elfutils open; it is to look for none. */
static int find_nothing(Dwfl_Module *module, void **data, const char *name,
			Dwarf_Addr base, char **file, Elf **elf)
{
	(void)module;
	(void)data;
	(void)name;
	(void)base;
	(void)file;
	(void)elf;
	return -1;
}

const Dwfl_Callbacks symbols_callbacks = {
	.find_elf = find_nothing,
	.find_debuginfo = find_debuginfo,
};
