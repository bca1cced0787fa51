/* SPDX-License-Identifier: MIT */
#include "firefox_syms.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "fg/lines.h"
#include "fg/text.h"
#include "firefox_tables.h"

/* No compiler inlines more functions into one place; more are damage. */
enum { FRAMES_MAX = 256 };

struct symbol {
	uint64_t rva;
	uint64_t first; /* first of its known addresses */
	int64_t name; /* a string */
	size_t frames, frame_count;
};

struct frame {
	int64_t function, file; /* strings; -1: not known */
	uint64_t line;
};

struct known {
	uint64_t rva;
	size_t symbol;
};

struct lib {
	char id[FIREFOX_ID_SIZE]; /* zeros when it is not known */
	struct symbol *symbols;
	size_t symbol_count, symbol_room;
	struct known *known; /* sorted by rva at the end */
	size_t known_count, known_room;
};

struct firefox_syms {
	struct lib *libs;
	size_t lib_count, lib_room;
	struct frame *frames; /* of all symbols */
	size_t frame_count, frame_room;
	struct firefox_strings strings;
	struct native_frame *found;
	size_t found_room;
};

static int64_t read_number(struct json *json, int64_t other)
{
	int64_t value;

	return json_int(json, &value) ? value : other;
}

static uint64_t read_size(struct json *json)
{
	int64_t value = read_number(json, 0);

	return value > 0 ? (uint64_t)value : 0;
}

static void read_frame(struct firefox_syms *syms, struct json *json)
{
	struct frame frame = { .function = -1, .file = -1 };
	fg_str key;

	while (json_key(json, &key)) {
		if (fg_equal(key, FG_STR("function")))
			frame.function = read_number(json, -1);
		else if (fg_equal(key, FG_STR("file")))
			frame.file = read_number(json, -1);
		else if (fg_equal(key, FG_STR("line")))
			frame.line = read_size(json);
	}
	FG_RESERVE(&syms->frames, &syms->frame_room, syms->frame_count + 1);
	syms->frames[syms->frame_count++] = frame;
}

static void read_frames(struct firefox_syms *syms, struct json *json)
{
	if (!json_array(json))
		return;
	for (size_t i = 0; json_item(json); i++) {
		if (i < FRAMES_MAX && json_object(json))
			read_frame(syms, json);
	}
}

static struct symbol read_symbol(struct firefox_syms *syms, struct json *json)
{
	struct symbol symbol = { .name = -1,
				 .first = UINT64_MAX,
				 .frames = syms->frame_count };
	fg_str key;

	if (!json_object(json))
		return symbol;
	while (json_key(json, &key)) {
		if (fg_equal(key, FG_STR("rva")))
			symbol.rva = read_size(json);
		else if (fg_equal(key, FG_STR("symbol")))
			symbol.name = read_number(json, -1);
		else if (fg_equal(key, FG_STR("frames")))
			read_frames(syms, json);
	}
	symbol.frame_count = syms->frame_count - symbol.frames;
	return symbol;
}

static void read_symbols(struct firefox_syms *syms, struct json *json,
			 struct lib *lib)
{
	if (!json_array(json))
		return;
	while (json_item(json)) {
		struct symbol symbol = read_symbol(syms, json);

		FG_RESERVE(&lib->symbols, &lib->symbol_room,
			   lib->symbol_count + 1);
		lib->symbols[lib->symbol_count++] = symbol;
	}
}

/* [8725, 0] */
static struct known read_pair(struct json *json)
{
	struct known known = { 0, SIZE_MAX };

	if (!json_array(json))
		return known;
	for (size_t i = 0; json_item(json); i++) {
		if (i == 0)
			known.rva = read_size(json);
		else if (i == 1)
			known.symbol = (size_t)read_number(json, -1);
	}
	return known;
}

static void read_known(struct json *json, struct lib *lib)
{
	if (!json_array(json))
		return;
	while (json_item(json)) {
		struct known known = read_pair(json);

		FG_RESERVE(&lib->known, &lib->known_room, lib->known_count + 1);
		lib->known[lib->known_count++] = known;
	}
}

static void read_id(struct json *json, struct lib *lib)
{
	fg_str text;

	if (!json_string(json, &text) || firefox_debug_id(text, lib->id).n == 0)
		memset(lib->id, 0, sizeof lib->id);
}

static int compare(const void *a, const void *b)
{
	const struct known *x = a, *y = b;

	if (x->rva != y->rva)
		return x->rva < y->rva ? -1 : 1;
	return x->symbol < y->symbol ? -1 : x->symbol > y->symbol;
}

static void finish_lib(struct lib *lib)
{
	if (lib->known_count == 0)
		return;
	qsort(lib->known, lib->known_count, sizeof *lib->known, compare);
	for (size_t i = lib->known_count; i-- > 0;) {
		if (lib->known[i].symbol < lib->symbol_count)
			lib->symbols[lib->known[i].symbol].first =
				lib->known[i].rva;
	}
}

static void read_lib(struct firefox_syms *syms, struct json *json)
{
	struct lib lib = { .symbol_count = 0 };
	fg_str key;

	while (json_key(json, &key)) {
		if (fg_equal(key, FG_STR("debug_id")))
			read_id(json, &lib);
		else if (fg_equal(key, FG_STR("symbol_table")))
			read_symbols(syms, json, &lib);
		else if (fg_equal(key, FG_STR("known_addresses")))
			read_known(json, &lib);
	}
	finish_lib(&lib);
	FG_RESERVE(&syms->libs, &syms->lib_room, syms->lib_count + 1);
	syms->libs[syms->lib_count++] = lib;
}

static int compare_ids(const void *a, const void *b)
{
	const struct lib *x = a, *y = b;

	return memcmp(x->id, y->id, FIREFOX_ID_SIZE);
}

static void read_all(struct firefox_syms *syms, struct json *json)
{
	fg_str key;

	if (!json_object(json))
		return;
	while (json_key(json, &key)) {
		if (fg_equal(key, FG_STR("string_table"))) {
			firefox_strings_read(&syms->strings, json);
		} else if (fg_equal(key, FG_STR("data")) && json_array(json)) {
			while (json_item(json)) {
				if (json_object(json))
					read_lib(syms, json);
			}
		}
	}
}

/* The common beginning of both file names: "profile" of "profile.json.gz". */
static fg_str cut_suffix(fg_str path)
{
	size_t dot = fg_rfind_char(path, '.'), slash = fg_rfind_char(path, '/');

	if (dot == path.n || (slash < path.n && slash > dot))
		return path;
	return fg_slice(path, 0, dot);
}

/* "STEM.syms.json", if that is a file; the caller frees it. */
static char *find_file(fg_str stem)
{
	struct fg_buffer name = { 0 };
	struct stat about;

	fg_buffer_append(&name, stem);
	fg_buffer_append(&name, FG_STR(".syms.json"));
	fg_buffer_append(&name, (fg_str){ "", 1 });
	if (stat(name.p, &about) == 0 && S_ISREG(about.st_mode))
		return name.p;
	free(name.p);
	return NULL;
}

static char *find_sidecar(fg_str path)
{
	fg_str stem = cut_suffix(path);
	char *name = find_file(stem);

	/* samply replaces the last suffix, a person may remove both */
	if (!name && (fg_ends_with(path, FG_STR(".gz")) ||
		      fg_ends_with(path, FG_STR(".zst"))))
		name = find_file(cut_suffix(stem));
	return name;
}

static fg_status read_sidecar(struct firefox_syms *syms, struct fg_lines *in,
			      struct fg_diag *diag)
{
	struct json *json = json_open(in, diag);
	fg_status status;

	read_all(syms, json);
	status = json_close(json);
	if (syms->lib_count > 0)
		qsort(syms->libs, syms->lib_count, sizeof *syms->libs,
		      compare_ids);
	return status;
}

fg_status firefox_syms_open(const char *path, struct fg_diag *diag,
			    struct firefox_syms **syms)
{
	char *name = find_sidecar(fg_from_c(path));
	fg_status status = FG_OK;

	*syms = NULL;
	if (name) {
		struct fg_lines *in = fg_lines_open(name, diag);

		*syms = fg_calloc(1, sizeof **syms);
		status = in ? read_sidecar(*syms, in, diag) : FG_EIO;
		(void)fg_lines_close(in);
	}
	free(name);
	return status;
}

void firefox_syms_free(struct firefox_syms *syms)
{
	if (!syms)
		return;
	for (size_t i = 0; i < syms->lib_count; i++) {
		free(syms->libs[i].symbols);
		free(syms->libs[i].known);
	}
	free(syms->libs);
	free(syms->frames);
	free(syms->found);
	firefox_strings_free(&syms->strings);
	free(syms);
}

uint32_t firefox_syms_lib(const struct firefox_syms *syms,
			  const struct firefox_lib *lib)
{
	struct lib key = { .symbol_count = 0 };
	const struct lib *found;

	if (lib->id.n < FIREFOX_ID_SIZE || syms->lib_count == 0)
		return UINT32_MAX;
	memcpy(key.id, lib->id.p, FIREFOX_ID_SIZE);
	found = bsearch(&key, syms->libs, syms->lib_count, sizeof key,
			compare_ids);
	return found ? (uint32_t)(found - syms->libs) : UINT32_MAX;
}

static const struct known *find_known(const struct lib *lib, uint64_t address)
{
	size_t low = 0, high = lib->known_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (lib->known[middle].rva < address)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == lib->known_count || lib->known[low].rva != address ||
	    lib->known[low].symbol >= lib->symbol_count)
		return NULL;
	return &lib->known[low];
}

/* Whether samply made up the name: "fun_2200" at 0x2200. */
static bool is_made_up(const struct symbol *symbol, fg_str name)
{
	char made_up[32];
	int n = snprintf(made_up, sizeof made_up, "fun_%" PRIx64, symbol->rva);

	return fg_equal(name, (fg_str){ made_up, (size_t)n });
}

static struct native_frame make_frame(const struct firefox_syms *syms,
				      const struct frame *frame)
{
	return (struct native_frame){
		.name = firefox_string(&syms->strings, frame->function),
		.file = firefox_string(&syms->strings, frame->file),
		.line = frame->line,
		.inlined = true,
	};
}

size_t firefox_syms_find(struct firefox_syms *syms, uint32_t number,
			 uint64_t address, const struct native_frame **frames)
{
	const struct lib *lib = &syms->libs[number];
	const struct known *known = find_known(lib, address);
	const struct symbol *symbol;
	struct native_frame outer = { 0 };
	bool exact;
	size_t n = 0;

	if (!known)
		return 0;
	symbol = &lib->symbols[known->symbol];
	outer.name = firefox_string(&syms->strings, symbol->name);
	if (outer.name.n == 0 || is_made_up(symbol, outer.name))
		return 0;
	/* inlined functions at other addresses of the function are not known */
	exact = symbol->first == address;
	FG_RESERVE(&syms->found, &syms->found_room, symbol->frame_count + 1);
	for (size_t i = 0; exact && i < symbol->frame_count; i++)
		syms->found[n++] =
			make_frame(syms, &syms->frames[symbol->frames + i]);
	/* the symbol is the outermost function, with its full name */
	if (n > 0) {
		outer.file = syms->found[n - 1].file;
		outer.line = syms->found[n - 1].line;
		n--;
	}
	syms->found[n++] = outer;
	*frames = syms->found;
	return n;
}
