/* SPDX-License-Identifier: MIT */
#include "symbols_split.h"

#include <stdlib.h>
#include <string.h>

#include "dwarf_constants.h"
#include "fg/alloc.h"
#include "fg/frames.h"
#include "fg/text.h"
#include "regular.h"

enum { COLUMNS_MAX = 16, FILES_MAX = 1 << 16 };

/* One opened file, or one part of a package. */
struct part {
	struct image *image; /* NULL: part of the package */
	struct dwarf *dwarf;
};

struct splits {
	const char *root, *package_path;
	bool is_package_tried;
	struct image *package; /* or NULL */
	/*
	 * Each is opened once, also when many units name it, so that the work
	 * is bounded. A part's number is that of its key.
	 */
	struct fg_frames *keys;
	struct part *parts;
	size_t count, room;
};

struct splits *splits_new(const char *root, const char *package)
{
	struct splits *splits = fg_calloc(1, sizeof *splits);

	splits->root = root;
	splits->package_path = package;
	splits->keys = fg_frames_new();
	return splits;
}

void splits_free(struct splits *splits)
{
	if (!splits)
		return;
	for (size_t i = 0; i < splits->count; i++) {
		image_close(splits->parts[i].image);
		free(splits->parts[i].dwarf);
	}
	image_close(splits->package);
	fg_frames_free(splits->keys);
	free(splits->parts);
	free(splits);
}

/* ".debug_info", or ".debug_info.dwo". */
static fg_str section(struct image *image, const char *name, bool is_split)
{
	struct fg_buffer full = { 0 };
	fg_str data;

	fg_buffer_append(&full, fg_from_c(name));
	fg_buffer_append(&full, is_split ? FG_STR(".dwo") : FG_STR(""));
	fg_buffer_append(&full, (fg_str){ "", 1 });
	data = image_debug(image, full.p);
	free(full.p);
	return data;
}

void splits_read_sections(struct image *image, bool is_split,
			  struct dwarf *dwarf)
{
	*dwarf = (struct dwarf){
		.info = section(image, ".debug_info", is_split),
		.abbrev = section(image, ".debug_abbrev", is_split),
		.str = section(image, ".debug_str", is_split),
		.str_offsets = section(image, ".debug_str_offsets", is_split),
		.rnglists = section(image, ".debug_rnglists", is_split),
		.is_big_endian = image_is_big_endian(image),
		.is_split = is_split,
	};
	if (!is_split) {
		dwarf->line_str = section(image, ".debug_line_str", false);
		dwarf->ranges = section(image, ".debug_ranges", false);
		dwarf->addr = section(image, ".debug_addr", false);
		dwarf->aranges = section(image, ".debug_aranges", false);
	}
	dwarf_init(dwarf);
}

/* Returns the part of that key; a new one has an empty `dwarf`. */
static struct part *get_part(struct splits *splits, fg_str key, bool *is_new)
{
	uint32_t number = fg_frames_intern(splits->keys, key);

	*is_new = number == splits->count;
	if (*is_new) {
		FG_RESERVE(&splits->parts, &splits->room, splits->count + 1);
		splits->parts[splits->count++] = (struct part){
			.dwarf = fg_calloc(1, sizeof(struct dwarf)),
		};
	}
	return &splits->parts[number];
}

/* The index of a package: which bytes of its sections belong to which unit. */
struct package_index {
	struct dwarf_cursor cursor;
	uint64_t columns, units, slots;
	uint64_t ids; /* start of the tables of ids and rows, */
	uint64_t rows, names, offsets, sizes; /* sections, offsets, sizes */
};

static bool open_index(struct splits *splits, struct package_index *index)
{
	const struct dwarf order = {
		.is_big_endian = image_is_big_endian(splits->package),
	};
	struct dwarf_cursor *cursor = &index->cursor;
	uint64_t cells;

	*cursor = dwarf_cursor(
		&order, image_debug(splits->package, ".debug_cu_index"), 0);
	dwarf_skip(cursor, 4); /* the version, 2 or 5 */
	index->columns = dwarf_get(cursor, 4);
	index->units = dwarf_get(cursor, 4);
	index->slots = dwarf_get(cursor, 4);
	cells = index->columns * index->units;
	index->ids = cursor->at;
	index->rows = index->ids + 8 * index->slots;
	index->names = index->rows + 4 * index->slots;
	index->offsets = index->names + 4 * index->columns;
	index->sizes = index->offsets + 4 * cells;
	return cursor->ok && index->columns > 0 &&
	       index->columns <= COLUMNS_MAX && index->slots > 0 &&
	       (index->slots & (index->slots - 1)) == 0 &&
	       index->sizes + 4 * cells <= cursor->bytes.n;
}

static uint64_t cell(struct package_index *index, uint64_t at, size_t size)
{
	index->cursor.at = at;
	return dwarf_get(&index->cursor, size);
}

/* The row of a unit, from 1; 0 for none. */
static uint64_t find_row(struct package_index *index, uint64_t id)
{
	uint64_t mask = index->slots - 1, slot = id & mask;
	uint64_t step = (id >> 32 & mask) | 1;

	/* a table with free slots ends this early */
	for (uint64_t i = 0; i < index->slots && i < 4096; i++) {
		uint64_t row = cell(index, index->rows + 4 * slot, 4);

		if (row == 0 || row > index->units)
			return 0;
		if (cell(index, index->ids + 8 * slot, 8) == id)
			return row;
		slot = (slot + step) & mask;
	}
	return 0;
}

static fg_str *column_section(struct dwarf *dwarf, uint64_t id)
{
	switch (id) {
	case DW_SECT_INFO:
		return &dwarf->info;
	case DW_SECT_ABBREV:
		return &dwarf->abbrev;
	case DW_SECT_STR_OFFSETS:
		return &dwarf->str_offsets;
	case DW_SECT_RNGLISTS:
		return &dwarf->rnglists;
	default:
		return NULL;
	}
}

/* Cuts the sections down to one unit. */
static void cut_sections(struct package_index *index, uint64_t row,
			 struct dwarf *dwarf)
{
	for (uint64_t i = 0; i < index->columns; i++) {
		uint64_t at = 4 * ((row - 1) * index->columns + i);
		uint64_t offset = cell(index, index->offsets + at, 4);
		uint64_t size = cell(index, index->sizes + at, 4);
		fg_str *cut = column_section(
			dwarf, cell(index, index->names + 4 * i, 4));

		if (!cut)
			continue;
		if (offset > cut->n || size > cut->n - offset)
			*cut = FG_STR("");
		else
			*cut = fg_slice(*cut, offset, offset + size);
	}
	dwarf_init(dwarf);
}

static struct dwarf *find_in_package(struct splits *splits, uint64_t id)
{
	struct package_index index = { 0 };
	const char *problem;
	struct dwarf *dwarf;
	uint64_t row;
	bool is_new;

	if (!splits->is_package_tried && splits->package_path)
		splits->package =
			image_open(splits->package_path, true, &problem);
	splits->is_package_tried = true;
	if (!splits->package || !open_index(splits, &index))
		return NULL;
	row = find_row(&index, id);
	if (row == 0)
		return NULL;
	dwarf = get_part(splits, (fg_str){ (const char *)&row, sizeof row },
			 &is_new)
			->dwarf;
	if (is_new) {
		splits_read_sections(splits->package, true, dwarf);
		cut_sections(&index, row, dwarf);
	}
	return dwarf;
}

/* Finds a separate file, by its name or below the folder of compilation. */
static struct dwarf *find_file(struct splits *splits,
			       const struct dwarf_unit *skeleton)
{
	struct fg_buffer path = { 0 };
	struct part *part;
	const char *problem;
	char *full;
	bool is_new;

	if (skeleton->dwo_name.n == 0 || splits->count > FILES_MAX)
		return NULL;
	if (*skeleton->dwo_name.p != '/') {
		fg_buffer_append(&path, skeleton->folder);
		fg_buffer_append(&path, FG_STR("/"));
	}
	fg_buffer_append(&path, skeleton->dwo_name);
	full = regular_path(splits->root, fg_buffer_text(&path));
	part = get_part(splits, fg_from_c(full), &is_new);
	if (is_new)
		part->image = image_open(full, true, &problem);
	if (is_new && part->image)
		splits_read_sections(part->image, true, part->dwarf);
	free(full);
	free(path.p);
	return part->image ? part->dwarf : NULL;
}

/* Looks for the unit among those of a file. */
static bool find_unit(struct dwarf *dwarf, const struct dwarf_unit *skeleton,
		      struct dwarf_unit *unit, struct dwarf_entry *entry)
{
	uint64_t offset = 0;

	while (dwarf_unit_read(dwarf, offset, unit)) {
		offset = unit->end;
		if (unit->type != DW_UT_COMPILE &&
		    unit->type != DW_UT_SPLIT_COMPILE)
			continue;
		unit->addresses = skeleton->dwarf;
		unit->addr_base = skeleton->addr_base;
		unit->ranges_base = skeleton->split_ranges_base;
		if (dwarf_unit_read_first(unit, entry) &&
		    unit->dwo_id == skeleton->dwo_id) {
			unit->low_pc = skeleton->low_pc;
			return true;
		}
	}
	return false;
}

bool splits_find(struct splits *splits, const struct dwarf_unit *skeleton,
		 struct dwarf_unit *unit, struct dwarf_entry *entry)
{
	struct dwarf *dwarf = find_in_package(splits, skeleton->dwo_id);

	if (!dwarf)
		dwarf = find_file(splits, skeleton);
	return dwarf && find_unit(dwarf, skeleton, unit, entry);
}
