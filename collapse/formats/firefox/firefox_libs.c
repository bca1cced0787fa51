/* SPDX-License-Identifier: MIT */
#include "firefox_libs.h"

#include <stdlib.h>

#include "fg/text.h"

static int hex_value(char c)
{
	if (fg_is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

fg_str firefox_debug_id(fg_str text, char room[FIREFOX_ID_SIZE])
{
	size_t n = 0;

	for (size_t i = 0; i < text.n && n < FIREFOX_ID_SIZE; i++) {
		int value = hex_value(text.p[i]);

		if (value >= 0)
			room[n++] = "0123456789ABCDEF"[value];
		else if (text.p[i] != '-')
			break;
	}
	return (fg_str){ room, n == FIREFOX_ID_SIZE ? n : 0 };
}

static fg_str keep(struct firefox_libs *libs, fg_str text)
{
	return (fg_str){ fg_arena_bytes(&libs->texts, text), text.n };
}

static fg_str read_text(struct firefox_libs *libs, struct json *json)
{
	fg_str text;

	return json_string(json, &text) ? keep(libs, text) : FG_STR("");
}

static fg_str read_id(struct firefox_libs *libs, struct json *json)
{
	char room[FIREFOX_ID_SIZE];
	fg_str text;

	if (!json_string(json, &text))
		return FG_STR("");
	return keep(libs, firefox_debug_id(text, room));
}

/* Of ELF, the hexadecimal bytes of the build ID. */
static fg_str read_build_id(struct firefox_libs *libs, struct json *json)
{
	fg_str text;
	char *bytes;

	if (!json_string(json, &text) || text.n % 2 != 0)
		return FG_STR("");
	bytes = fg_arena_bytes(&libs->texts, fg_slice(text, 0, text.n / 2));
	for (size_t i = 0; i < text.n / 2; i++) {
		int high = hex_value(text.p[2 * i]);
		int low = hex_value(text.p[2 * i + 1]);

		if (high < 0 || low < 0)
			return FG_STR("");
		bytes[i] = (char)(high * 16 + low);
	}
	return (fg_str){ bytes, text.n / 2 };
}

static uint64_t read_address(struct json *json)
{
	int64_t value;

	return json_int(json, &value) && value > 0 ? (uint64_t)value : 0;
}

static void read_lib(struct firefox_libs *libs, struct json *json,
		     struct firefox_lib *lib)
{
	fg_str key;

	while (json_key(json, &key)) {
		if (fg_equal(key, FG_STR("name")))
			lib->name = read_text(libs, json);
		else if (fg_equal(key, FG_STR("path")))
			lib->path = read_text(libs, json);
		else if (fg_equal(key, FG_STR("debugName")))
			lib->debug_name = read_text(libs, json);
		else if (fg_equal(key, FG_STR("breakpadId")))
			lib->id = read_id(libs, json);
		else if (fg_equal(key, FG_STR("codeId")))
			lib->build_id = read_build_id(libs, json);
		else if (fg_equal(key, FG_STR("start")))
			lib->start = read_address(json);
		else if (fg_equal(key, FG_STR("end")))
			lib->end = read_address(json);
		else if (fg_equal(key, FG_STR("offset")))
			lib->offset = read_address(json);
	}
}

void firefox_libs_read(struct firefox_libs *libs, struct json *json)
{
	libs->seen = true;
	libs->count = 0;
	free(libs->by_start);
	libs->by_start = NULL;
	if (!json_array(json))
		return;
	while (json_item(json)) {
		struct firefox_lib lib = { .module = UINT32_MAX,
					   .sidecar = UINT32_MAX };

		if (json_object(json))
			read_lib(libs, json, &lib);
		FG_RESERVE(&libs->items, &libs->room, libs->count + 1);
		libs->items[libs->count++] = lib;
	}
}

void firefox_libs_free(struct firefox_libs *libs)
{
	free(libs->items);
	free(libs->by_start);
	fg_arena_free(&libs->texts);
	*libs = (struct firefox_libs){ 0 };
}

/* A key and its number together, so that qsort needs no context. */
struct start {
	uint64_t start;
	uint32_t number;
};

static int compare(const void *a, const void *b)
{
	const struct start *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->number < y->number ? -1 : 1;
}

static void sort_by_start(struct firefox_libs *libs)
{
	struct start *starts = fg_malloc(libs->count * sizeof *starts);

	for (size_t i = 0; i < libs->count; i++)
		starts[i] = (struct start){ libs->items[i].start, (uint32_t)i };
	qsort(starts, libs->count, sizeof *starts, compare);
	libs->by_start = fg_malloc(libs->count * sizeof *libs->by_start);
	for (size_t i = 0; i < libs->count; i++)
		libs->by_start[i] = starts[i].number;
	free(starts);
}

struct firefox_lib *firefox_libs_at(struct firefox_libs *libs, uint64_t address)
{
	size_t low = 0, high = libs->count;
	struct firefox_lib *lib;

	if (!libs->by_start)
		sort_by_start(libs);
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (libs->items[libs->by_start[middle]].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return NULL;
	lib = &libs->items[libs->by_start[low - 1]];
	return address < lib->end ? lib : NULL;
}
