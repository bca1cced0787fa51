/* SPDX-License-Identifier: MIT */
#include "colourmap.h"

#include <stdlib.h>
#include <unistd.h>

#include "fg/alloc.h"
#include "fg/frames.h"
#include "fg/out.h"
#include "fg/text.h"

struct colourmap {
	struct fg_frames *names;
	struct rgb *colours; /* by id of the name */
	size_t count, room;
};

/* Whether the name was new; *id is its number. */
static bool add_name(struct colourmap *map, fg_str name, fg_frame *id)
{
	*id = fg_frames_intern(map->names, name);
	if (*id < map->count)
		return false;
	FG_RESERVE(&map->colours, &map->room, map->count + 1);
	map->count++;
	return true;
}

/* "205,0, 0" */
static bool parse_channels(fg_str s, struct rgb *colour)
{
	uint8_t *const channels[] = { &colour->r, &colour->g, &colour->b };
	uint64_t value;

	for (unsigned i = 0; i < 3; i++) {
		if (!fg_parse_u64(fg_trim(fg_cut(&s, ',')), &value) ||
		    value > 255)
			return false;
		*channels[i] = (uint8_t)value;
	}
	return !s.p;
}

/* A name may hold "->" itself: the last one counts. */
static bool parse_line(fg_str line, fg_str *name, struct rgb *colour)
{
	const fg_str mark = FG_STR("->rgb(");
	fg_str text = fg_trim_end(line);
	size_t at = fg_rfind_char(text, '(');

	if (at == text.n || at + 1 < mark.n || text.p[text.n - 1] != ')')
		return false;
	if (!fg_ends_with(fg_slice(text, 0, at + 1), mark))
		return false;
	*name = fg_slice(text, 0, at + 1 - mark.n);
	return parse_channels(fg_slice(text, at + 1, text.n - 1), colour);
}

struct colourmap *colourmap_read(const char *path, struct fg_diag *diag)
{
	struct colourmap *map = fg_calloc(1, sizeof *map);
	struct fg_lines *in;
	fg_str line, name;

	map->names = fg_frames_new();
	if (access(path, F_OK) != 0)
		return map;
	in = fg_lines_open(path, diag);
	while (in && fg_lines_next(in, &line)) {
		struct rgb colour;
		fg_frame id;

		if (parse_line(line, &name, &colour)) {
			add_name(map, name, &id);
			map->colours[id] = colour;
		} else if (fg_trim(line).n) {
			fg_warn(diag, fg_lines_loc(in),
				"expected 'NAME->rgb(R,G,B)'");
		}
	}
	if (fg_lines_close(in) != FG_OK) {
		colourmap_free(map);
		return NULL;
	}
	return map;
}

void colourmap_free(struct colourmap *map)
{
	if (!map)
		return;
	fg_frames_free(map->names);
	free(map->colours);
	free(map);
}

struct rgb colourmap_get(struct colourmap *map, fg_str name,
			 const struct colouring *how)
{
	fg_frame id;

	if (add_name(map, name, &id))
		map->colours[id] = palette_colour(how, name);
	return map->colours[id];
}

struct row {
	fg_str name;
	struct rgb colour;
};

static int by_name(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	return fg_compare(x->name, y->name);
}

void colourmap_write(const struct colourmap *map, struct fg_out *out)
{
	struct row *rows = fg_malloc(map->count * sizeof *rows);

	for (size_t i = 0; i < map->count; i++) {
		rows[i].name = fg_frames_name(map->names, (fg_frame)i);
		rows[i].colour = map->colours[i];
	}
	qsort(rows, map->count, sizeof *rows, by_name);
	for (size_t i = 0; i < map->count; i++) {
		struct rgb c = rows[i].colour;

		fg_out_puts(out, rows[i].name);
		fg_out_printf(out, "->rgb(%d,%d,%d)\n", c.r, c.g, c.b);
	}
	free(rows);
}
