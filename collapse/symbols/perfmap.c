/* SPDX-License-Identifier: MIT */
#include "perfmap.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "layers.h"
#include "regular.h"

enum { FILE_MAX = 1 << 30 }; /* bytes */

struct perfmap {
	struct fg_buffer text; /* of the file; empty if the caller owns it */
	fg_str *names;
	size_t count, room, bad;
	struct layers *layers; /* with the indices of names */
};

/* Cuts off a hexadecimal number and the blanks after it. */
static bool take_hex(fg_str *line, uint64_t *value)
{
	fg_str word = fg_cut(line, ' ');

	*line = fg_trim(*line);
	if (fg_starts_with(word, FG_STR("0x")))
		word = fg_slice(word, 2, word.n);
	return fg_parse_hex(word, value);
}

static void add_line(struct perfmap *map, fg_str line)
{
	uint64_t start, size;

	line = fg_trim(line);
	if (line.n == 0)
		return;
	if (!take_hex(&line, &start) || !take_hex(&line, &size) ||
	    line.n == 0 || map->count == UINT32_MAX) {
		map->bad++;
		return;
	}
	if (size == 0)
		size = 1;
	if (size > UINT64_MAX - start)
		size = UINT64_MAX - start;
	FG_RESERVE(&map->names, &map->room, map->count + 1);
	layers_add(map->layers, start, start + size, 0, (uint32_t)map->count);
	map->names[map->count++] = line;
}

static void add_lines(struct perfmap *map, fg_str text)
{
	while (text.n > 0)
		add_line(map, fg_cut(&text, '\n'));
	layers_seal(map->layers);
}

struct perfmap *perfmap_parse(fg_str text)
{
	struct perfmap *map = fg_calloc(1, sizeof *map);

	map->layers = layers_new();
	add_lines(map, text);
	return map;
}

struct perfmap *perfmap_open(const char *path, const char **problem)
{
	struct fg_buffer text = { 0 };
	struct perfmap *map;

	if (!regular_read(path, FILE_MAX, &text, problem)) {
		free(text.p);
		return NULL;
	}
	map = perfmap_parse(fg_buffer_text(&text));
	map->text = text;
	return map;
}

void perfmap_free(struct perfmap *map)
{
	if (!map)
		return;
	layers_free(map->layers);
	free(map->names);
	free(map->text.p);
	free(map);
}

fg_str perfmap_find(const struct perfmap *map, uint64_t address)
{
	uint32_t index;

	if (!layers_find(map->layers, address, 0, &index))
		return FG_STR("");
	return map->names[index];
}

size_t perfmap_count(const struct perfmap *map)
{
	return map->count;
}

size_t perfmap_bad_lines(const struct perfmap *map)
{
	return map->bad;
}
