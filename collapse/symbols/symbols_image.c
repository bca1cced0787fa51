/* SPDX-License-Identifier: MIT */
#include "symbols_image.h"

#include <elfutils/libdwelf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "regular.h"

enum { UNPACKED_TIMES = 32, UNPACKED_MORE = 1 << 20 };

void elf_call_begin(void)
{
	errno = 0;
}

void elf_call_end(bool succeeded)
{
	if (!succeeded && errno == ENOMEM)
		fg_out_of_memory(SIZE_MAX);
}

/* Caches the sections for image_find(). */
static void read_sections(struct image *image)
{
	size_t count, names, room = 0;
	Elf_Scn *scn = NULL;

	elf_call_begin();
	if (elf_getshdrnum(image->elf, &count) != 0 ||
	    elf_getshdrstrndx(image->elf, &names) != 0) {
		elf_call_end(false);
		return;
	}
	while ((scn = elf_nextscn(image->elf, scn)) != NULL) {
		struct image_section section = { .scn = scn };

		/* an unreadable section keeps its place, as one of type 0 */
		if (gelf_getshdr(scn, &section.header))
			section.name = elf_strptr(image->elf, names,
						  section.header.sh_name);
		elf_call_end(section.name != NULL);
		if (!section.name)
			section.name = "";
		FG_RESERVE(&image->sections, &room, image->section_count + 1);
		image->sections[image->section_count++] = section;
	}
	elf_call_end(image->section_count + 1 >= count);
}

/* Takes the image; NULL when it is not a program or a library. */
static struct image *check(struct image *image, bool any_type,
			   const char **problem)
{
	GElf_Ehdr header;

	*problem = image->elf ? "no ELF file" : regular_unreadable;
	if (image->elf && elf_kind(image->elf) == ELF_K_ELF &&
	    gelf_getehdr(image->elf, &header)) {
		*problem = "no executable or shared library";
		if (any_type || header.e_type == ET_EXEC ||
		    header.e_type == ET_DYN) {
			read_sections(image);
			return image;
		}
	}
	image_close(image);
	return NULL;
}

struct image *image_open(const char *path, bool any_type, const char **problem)
{
	struct image *image;
	struct stat st;
	int fd = regular_open(path, problem);

	if (fd < 0)
		return NULL;
	elf_version(EV_CURRENT);
	image = fg_calloc(1, sizeof *image);
	image->path = fg_str_dup(fg_from_c(path));
	if (fstat(fd, &st) == 0) {
		image->size = (uint64_t)st.st_size;
		image->changed = st.st_mtime;
	}
	elf_call_begin();
	image->elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	elf_call_end(image->elf != NULL);
	/*
	 * the file is mapped or read as a whole, and closed: there may be
	 * thousands
	 */
	if (image->elf && elf_cntl(image->elf, ELF_C_FDREAD) != 0) {
		elf_call_end(false);
		elf_end(image->elf);
		image->elf = NULL;
	}
	close(fd);
	return check(image, any_type, problem);
}

struct image *image_take(char *bytes, size_t size, bool any_type)
{
	struct image *image = fg_calloc(1, sizeof *image);
	const char *problem;

	elf_version(EV_CURRENT);
	image->path = fg_str_dup(FG_STR(""));
	image->bytes = bytes;
	image->size = size;
	elf_call_begin();
	image->elf = elf_memory(bytes, size);
	elf_call_end(image->elf != NULL);
	return check(image, any_type, &problem);
}

void image_close(struct image *image)
{
	if (!image)
		return;
	elf_end(image->elf);
	free(image->sections);
	free(image->path);
	free(image->bytes);
	free(image);
}

const struct image_section *image_find(const struct image *image,
				       const char *name)
{
	for (size_t i = 0; i < image->section_count; i++) {
		if (strcmp(image->sections[i].name, name) == 0)
			return &image->sections[i];
	}
	return NULL;
}

const struct image_section *image_find_type(const struct image *image,
					    uint32_t type)
{
	for (size_t i = 0; i < image->section_count; i++) {
		if (image->sections[i].header.sh_type == type)
			return &image->sections[i];
	}
	return NULL;
}

/* Whether the image may unpack `size` more bytes. */
static bool may_unpack(struct image *image, uint64_t size)
{
	uint64_t most = UNPACKED_TIMES * image->size + UNPACKED_MORE;

	if (size > most - image->unpacked)
		return false;
	image->unpacked += size;
	return true;
}

/* .zdebug_info begins with "ZLIB" and the size, which is big-endian. */
static uint64_t gnu_size(Elf_Scn *scn)
{
	Elf_Data *data = elf_rawdata(scn, NULL);
	const unsigned char *bytes = data ? data->d_buf : NULL;
	uint64_t size = 0;

	if (!bytes || data->d_size < 12 || memcmp(bytes, "ZLIB", 4) != 0)
		return UINT64_MAX;
	for (size_t i = 4; i < 12; i++)
		size = size << 8 | bytes[i];
	return size;
}

static bool try_unpack(struct image *image, const struct image_section *section)
{
	bool is_gnu = fg_starts_with(fg_from_c(section->name), FG_STR(".zdebu"
								      "g"));
	GElf_Shdr now;
	GElf_Chdr packed;

	/* its header changes when it is unpacked */
	if (!gelf_getshdr(section->scn, &now))
		return false;
	if (now.sh_flags & SHF_COMPRESSED)
		return gelf_getchdr(section->scn, &packed) &&
		       may_unpack(image, packed.ch_size) &&
		       elf_compress(section->scn, 0, 0) >= 0;
	if (is_gnu && gnu_size(section->scn) != UINT64_MAX)
		return may_unpack(image, gnu_size(section->scn)) &&
		       elf_compress_gnu(section->scn, 0, 0) >= 0;
	return true;
}

/* Has elfutils unpack a section in place; false when that cannot be. */
static bool unpack(struct image *image, const struct image_section *section)
{
	bool done;

	elf_call_begin();
	done = try_unpack(image, section);
	elf_call_end(done);
	return done;
}

fg_str image_data(struct image *image, const struct image_section *section)
{
	Elf_Data *data;

	if (!section || section->header.sh_type == SHT_NOBITS ||
	    !unpack(image, section))
		return FG_STR("");
	elf_call_begin();
	data = elf_rawdata(section->scn, NULL);
	elf_call_end(data != NULL);
	if (!data || !data->d_buf)
		return FG_STR("");
	return (fg_str){ data->d_buf, data->d_size };
}

fg_str image_debug(struct image *image, const char *name)
{
	const struct image_section *section = image_find(image, name);
	struct fg_buffer other = { 0 };

	if (!section) {
		fg_buffer_append(&other, FG_STR(".z"));
		fg_buffer_append(&other, fg_from_c(name + 1));
		fg_buffer_append(&other, (fg_str){ "", 1 });
		section = image_find(image, other.p);
		free(other.p);
	}
	return image_data(image, section);
}

bool image_unpack_debug(struct image *image)
{
	for (size_t i = 0; i < image->section_count; i++) {
		fg_str name = fg_from_c(image->sections[i].name);

		if (image->sections[i].header.sh_type != SHT_NOBITS &&
		    (fg_starts_with(name, FG_STR(".debug_")) ||
		     fg_starts_with(name, FG_STR(".zdebug_"))) &&
		    !unpack(image, &image->sections[i]))
			return false;
	}
	return true;
}

fg_str image_build_id(struct image *image)
{
	const void *id;
	ssize_t size;

	elf_call_begin();
	size = dwelf_elf_gnu_build_id(image->elf, &id);
	elf_call_end(size > 0);
	return size > 0 ? (fg_str){ id, (size_t)size } : FG_STR("");
}

bool image_is_big_endian(const struct image *image)
{
	const char *ident = elf_getident(image->elf, NULL);

	return ident && ident[EI_DATA] == ELFDATA2MSB;
}
