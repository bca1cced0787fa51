/* SPDX-License-Identifier: MIT */
#include "symbols_lines.h"

#include <elfutils/libdw.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "input/idmap.h"

/*
 * Units may share their table, or have tables that overlap. Libdw reads one
 * for each unit, so the sum of all sizes is bounded.
 */
enum { TABLES_TIMES = 4, TABLES_MORE = 1 << 16 };

struct lines {
	struct image *image, *alternate;
	bool is_tried;
	Dwarf *dwarf, *alternate_dwarf; /* or NULL */
	fg_str section; /* .debug_line */
	uint64_t left; /* bytes left for tables */
	struct idmap units; /* by offset: whether its table may be read */
};

struct lines *lines_new(struct image *image, struct image *alternate)
{
	struct lines *lines = fg_calloc(1, sizeof *lines);

	lines->image = image;
	lines->alternate = alternate;
	return lines;
}

void lines_free(struct lines *lines)
{
	if (!lines)
		return;
	dwarf_end(lines->dwarf);
	dwarf_end(lines->alternate_dwarf);
	idmap_free(&lines->units);
	free(lines);
}

static FG_NORETURN void no_memory(void)
{
	fg_out_of_memory(SIZE_MAX);
}

static Dwarf *begin(struct image *image)
{
	Dwarf *dwarf;

	elf_call_begin();
	dwarf = dwarf_begin_elf(image->elf, DWARF_C_READ, NULL);
	elf_call_end(dwarf != NULL);
	if (dwarf)
		dwarf_new_oom_handler(dwarf, no_memory);
	return dwarf;
}

static void open_lines(struct lines *lines)
{
	lines->is_tried = true;
	lines->section = image_debug(lines->image, ".debug_line");
	lines->left = TABLES_TIMES * lines->section.n + TABLES_MORE;
	if (!image_unpack_debug(lines->image) ||
	    (lines->alternate && !image_unpack_debug(lines->alternate)))
		return;
	lines->dwarf = begin(lines->image);
	if (!lines->dwarf || !lines->alternate)
		return;
	lines->alternate_dwarf = begin(lines->alternate);
	/* otherwise libdw would search for the file */
	dwarf_setalt(lines->dwarf, lines->alternate_dwarf);
}

/* Whether the table of a unit is within the limit. */
static bool may_read(struct lines *lines, const struct dwarf_unit *unit)
{
	struct dwarf_cursor cursor;
	uint8_t offset_size;
	uint64_t length;

	if (!lines->is_tried)
		open_lines(lines);
	if (!lines->dwarf || !unit->has_lines)
		return false;
	if (idmap_find(&lines->units, unit->offset) != IDMAP_NONE)
		return idmap_find(&lines->units, unit->offset) == 1;
	cursor = dwarf_cursor(unit->dwarf, lines->section, unit->line_offset);
	length = dwarf_get_length(&cursor, &offset_size);
	if (!cursor.ok || length > lines->left) {
		idmap_add(&lines->units, unit->offset, 0);
		return false;
	}
	lines->left -= length;
	idmap_add(&lines->units, unit->offset, 1);
	return true;
}

/* The unit's first entry in libdw. */
static bool find_unit(struct lines *lines, const struct dwarf_unit *unit,
		      Dwarf_Die *die)
{
	bool found;

	if (!may_read(lines, unit))
		return false;
	elf_call_begin();
	found = dwarf_offdie(lines->dwarf, unit->first, die) != NULL;
	/* libdw takes a table that it got no memory for as there, and crashes */
	elf_call_end(false);
	return found;
}

void lines_find(struct lines *lines, const struct dwarf_unit *unit,
		uint64_t vaddr, fg_str *file, int *line)
{
	Dwarf_Die die;
	Dwarf_Line *found;

	*file = FG_STR("");
	*line = 0;
	if (!find_unit(lines, unit, &die))
		return;
	elf_call_begin();
	found = dwarf_getsrc_die(&die, vaddr);
	elf_call_end(found != NULL);
	if (!found)
		return;
	*file = fg_from_c(dwarf_linesrc(found, NULL, NULL));
	if (dwarf_lineno(found, line) != 0)
		*line = 0;
}

fg_str lines_file(struct lines *lines, const struct dwarf_unit *unit,
		  uint64_t number)
{
	Dwarf_Files *files;
	Dwarf_Die die;
	size_t count;
	bool found;

	if (!find_unit(lines, unit, &die))
		return FG_STR("");
	elf_call_begin();
	found = dwarf_getsrcfiles(&die, &files, &count) == 0;
	elf_call_end(found);
	if (!found || number >= count)
		return FG_STR("");
	return fg_from_c(dwarf_filesrc(files, number, NULL, NULL));
}
