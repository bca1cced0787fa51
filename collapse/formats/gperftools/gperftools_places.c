/* SPDX-License-Identifier: MIT */
#include "gperftools_places.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "names/symbol_text.h"

enum { MARK_DIGITS = 16, NAMES_MAX = 65536 };

struct gperftools_map {
	uint64_t start, end, offset;
	uint32_t module;
};

void gperftools_places_init(struct gperftools_places *places,
			    const struct collapse_options *options,
			    struct stackbuf *stack, struct namer *namer)
{
	*places = (struct gperftools_places){
		.stack = stack,
		.namer = namer,
		.symbols = symbols_new(options),
		.named = fg_frames_new(),
	};
	resolver_init(&places->resolver, places->symbols, namer);
}

void gperftools_places_free(struct gperftools_places *places)
{
	resolver_free(&places->resolver);
	symbols_free(places->symbols);
	fg_frames_free(places->named);
	free(places->names);
	free(places->inlined);
	free(places->maps);
	fg_arena_free(&places->texts);
}

static fg_str key_of(const uint64_t *address)
{
	return (fg_str){ (const char *)address, sizeof *address };
}

void gperftools_places_symbol(struct gperftools_places *places, fg_str line)
{
	fg_str rest = fg_trim(line), word = fg_cut(&rest, ' ');
	uint64_t address;
	uint32_t number;

	if (!fg_starts_with(word, FG_STR("0x")) ||
	    !fg_parse_hex(fg_slice(word, 2, word.n), &address))
		return;
	number = fg_frames_intern(places->named, key_of(&address));
	FG_RESERVE(&places->names, &places->name_room, (size_t)number + 1);
	places->names[number] = rest;
	if (number == places->named_count)
		places->named_count++;
}

/*
 * Ends the comments of an address: "OUTER--INNER", as google-pprof joins them.
 * Only once for all of them, or copies would be the square of the names.
 */
static void join_inlined(struct gperftools_places *places)
{
	struct fg_buffer text = { 0 };
	size_t first = places->inlined_count;

	if (first > 1) {
		for (size_t i = first; i-- > 0;) {
			if (text.n > 0)
				fg_buffer_append(&text, FG_STR("--"));
			fg_buffer_append(&text, places->inlined[i]);
		}
		places->names[places->named_count - 1] = (fg_str){
			fg_arena_bytes(&places->texts, fg_buffer_text(&text)),
			text.n
		};
	}
	places->inlined_count = 0;
	free(text.p);
}

static void add_inlined(struct gperftools_places *places, fg_str name)
{
	FG_RESERVE(&places->inlined, &places->inlined_room,
		   places->inlined_count + 1);
	places->inlined[places->inlined_count++] = name;
	places->inlined_size += name.n + 2;
}

void gperftools_places_comment(struct gperftools_places *places, fg_str line)
{
	fg_str rest = line, word;
	uint64_t address;
	uint32_t number;

	(void)fg_cut(&rest, '\t');
	word = fg_cut(&rest, '\t');
	if (!rest.p || !fg_starts_with(word, FG_STR("0x")) ||
	    !fg_parse_hex(fg_slice(word, 2, word.n), &address)) {
		places->last = 0;
		return;
	}
	word = symbol_without_offset(fg_cut(&rest, '\t'));
	number = fg_frames_intern(places->named, key_of(&address));
	FG_RESERVE(&places->names, &places->name_room, (size_t)number + 1);
	if (number == places->named_count) {
		join_inlined(places);
		places->names[places->named_count++] = word;
		places->is_fresh = true;
		places->inlined_size = 0;
		add_inlined(places, word);
	} else if (address != places->last) {
		places->is_fresh = false;
	} else if (places->is_fresh && places->inlined_size < NAMES_MAX) {
		add_inlined(places, word);
	}
	places->last = address;
}

/* The look-up interns an unknown name after those of the table. */
bool gperftools_places_has_name(const struct gperftools_places *places,
				uint64_t address)
{
	return fg_frames_intern(places->named, key_of(&address)) <
	       places->named_count;
}

static bool take_hex(fg_str *rest, char end, uint64_t *number)
{
	return fg_parse_hex(fg_cut(rest, end), number) && rest->p;
}

/* "7f18e91fd000-7f18e9223000 r-xp 00001000 00:00 332383      /lib/ld.so" */
bool gperftools_places_map(struct gperftools_places *places, fg_str line)
{
	struct gperftools_map map;
	fg_str rest = fg_trim(line);

	if (!take_hex(&rest, '-', &map.start) ||
	    !take_hex(&rest, ' ', &map.end))
		return false;
	(void)fg_cut(&rest, ' ');
	if (!rest.p || !take_hex(&rest, ' ', &map.offset))
		return false;
	(void)fg_cut(&rest, ' ');
	if (rest.p)
		(void)fg_cut(&rest, ' ');
	rest = fg_trim(rest);
	if (rest.n == 0)
		return true;
	map.module = symbols_module(places->symbols, rest, FG_STR(""));
	FG_RESERVE(&places->maps, &places->map_room, places->map_count + 1);
	places->maps[places->map_count++] = map;
	places->is_sorted = false;
	return true;
}

static int by_start(const void *a, const void *b)
{
	const struct gperftools_map *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

static const struct gperftools_map *find_map(struct gperftools_places *places,
					     uint64_t address)
{
	size_t low = 0, high = places->map_count;

	if (!places->is_sorted && high > 0)
		qsort(places->maps, high, sizeof *places->maps, by_start);
	places->is_sorted = true;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (places->maps[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0 || address >= places->maps[low - 1].end)
		return NULL;
	return &places->maps[low - 1];
}

/* Cuts off "<0000000000014a60>", which distinguishes functions of one name. */
static fg_str without_mark(fg_str name)
{
	uint64_t mark;
	size_t start;

	if (name.n < MARK_DIGITS + 2 || name.p[name.n - 1] != '>')
		return name;
	start = name.n - MARK_DIGITS - 2;
	if (name.p[start] != '<' ||
	    !fg_parse_hex(fg_slice(name, start + 1, name.n - 1), &mark))
		return name;
	return fg_slice(name, 0, start);
}

/* The position of the last "--" that is not of an operator--, or 0. */
static size_t last_join(fg_str names)
{
	for (size_t i = names.n; i-- > 2;) {
		if (names.p[i] == '-' && names.p[i - 1] == '-' &&
		    !fg_ends_with(fg_slice(names, 0, i - 1), FG_STR("operato"
								    "r")))
			return i - 1;
	}
	return 0;
}

static void push_name(struct gperftools_places *places, fg_str name,
		      bool inlined)
{
	struct native_frame frame = {
		.name = without_mark(name),
		.inlined = inlined,
	};
	fg_frame id;

	if (namer_name(places->namer, &frame, &id))
		stackbuf_push_id(places->stack, id);
}

/* "outer--inlined--deeper" */
static void push_names(struct gperftools_places *places, fg_str names)
{
	for (;;) {
		size_t join = last_join(names);

		push_name(places,
			  join ? fg_slice(names, join + 2, names.n) : names,
			  join > 0);
		if (join == 0)
			break;
		names.n = join;
	}
}

static void push_resolved(struct gperftools_places *places,
			  const struct gperftools_map *map, uint64_t address)
{
	struct resolved found =
		resolver_find(&places->resolver, map->module, SYMBOLS_OFFSET,
			      address - map->start + map->offset);

	for (size_t i = 0; i < found.count; i++)
		stackbuf_push_id(places->stack,
				 places->resolver.ids[found.start + i]);
}

uint64_t gperftools_places_call(const struct gperftools_places *places,
				uint64_t address)
{
	if (places->is_adjusted || address == 0)
		return address;
	return address - 1;
}

void gperftools_places_push(struct gperftools_places *places, uint64_t address)
{
	uint32_t number = fg_frames_intern(places->named, key_of(&address));
	const struct gperftools_map *map;
	struct native_frame frame = { .address = address, .has_address = true };
	fg_frame id;

	join_inlined(places);
	/* what is asked for is interned behind the names of the table */
	if (number < places->named_count &&
	    !fg_starts_with(places->names[number], FG_STR("0x"))) {
		push_names(places, places->names[number]);
		return;
	}
	map = find_map(places, address);
	if (map)
		push_resolved(places, map, address);
	else if (namer_name(places->namer, &frame, &id))
		stackbuf_push_id(places->stack, id);
}
