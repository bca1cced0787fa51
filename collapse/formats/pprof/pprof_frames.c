/* SPDX-License-Identifier: MIT */
#include "pprof_frames.h"

#include <stdlib.h>

#include "fg/text.h"
#include "symbols/demangle.h"

/*
 * The limit for demangled names: a few bytes of a linker's name can stand for
 * many bytes of the source's. All names together may have this many times the
 * size of the profile, and some more.
 */
enum { NAMES_TIMES = 32, NAMES_MORE = 1 << 20 };

static fg_str string(struct pprof_frames *f, uint64_t number)
{
	fg_str s = pprof_string(f->t, number);

	f->bad_names += s.p == NULL;
	return s;
}

static void push_name(struct pprof_frames *f, const struct native_frame *frame)
{
	fg_frame id;

	if (!namer_name(&f->namer, frame, &id))
		return;
	FG_RESERVE(&f->ids, &f->room, f->count + 1);
	f->ids[f->count++] = id;
}

/*
 * Demangles a linker's name, which writers without debug information leave
 * unchanged. NULL for other names; else the caller frees it.
 */
static char *source_name(struct pprof_frames *f, fg_str name)
{
	fg_str bare = name;
	uint64_t cost;
	char *plain;

	/* macOS adds a '_' in front */
	if (fg_starts_with(bare, FG_STR("__Z")))
		bare = fg_slice(bare, 1, bare.n);
	if ((!fg_starts_with(bare, FG_STR("_Z")) &&
	     !fg_starts_with(bare, FG_STR("_R"))) ||
	    bare.n > f->name_bytes)
		return NULL;
	plain = demangle(bare, false);
	cost = bare.n + (plain ? strlen(plain) : 0);
	f->name_bytes -= cost < f->name_bytes ? cost : f->name_bytes;
	return plain;
}

static void name_line(struct pprof_frames *f, const struct pprof_line *line,
		      struct native_frame frame)
{
	size_t at = pprof_find(&f->t->function_index, line->function);
	char *plain = NULL;

	if (at == SIZE_MAX) {
		f->bad_names += line->function != 0;
	} else {
		const struct pprof_function *function = &f->t->functions[at];

		frame.name = string(f, function->name);
		if (frame.name.n == 0)
			frame.name = string(f, function->system_name);
		plain = source_name(f, frame.name);
		if (plain)
			frame.name = fg_from_c(plain);
		frame.file = string(f, function->file);
		frame.line = line->line > 0 ? (uint64_t)line->line : 0;
	}
	push_name(f, &frame);
	free(plain);
}

/* If the module's name is set, the address must be one in the module's file. */
static void take_module(struct pprof_frames *f,
			const struct pprof_module *module,
			struct native_frame *frame)
{
	const struct collapse_options *o = f->options;
	bool both = o->unknown == UNKNOWN_BOTH ||
		    (o->addrs && o->unknown == UNKNOWN_MODULE);

	frame->module = string(f, module->file);
	if (both && frame->address >= module->start)
		frame->address += module->offset - module->start;
}

static void name_location(struct pprof_frames *f, size_t number)
{
	const struct pprof_location *l = &f->t->locations[number];
	size_t module = pprof_find(&f->t->module_index, l->module);
	struct native_frame frame = { .address = l->address,
				      .has_address = l->address != 0 };

	f->places[number].first = f->count;
	if (module != SIZE_MAX)
		take_module(f, &f->t->modules[module], &frame);
	for (size_t i = 0; i < l->line_count; i++) {
		frame.inlined = i + 1 < l->line_count;
		name_line(f, &f->t->lines[l->first_line + i], frame);
	}
	if (l->line_count == 0)
		push_name(f, &frame);
	f->places[number].count = f->count - f->places[number].first;
}

void pprof_frames_init(struct pprof_frames *f, const struct pprof_tables *t,
		       const struct collapse_options *options,
		       struct stackbuf *stack, size_t size)
{
	*f = (struct pprof_frames){
		.t = t,
		.options = options,
		.stack = stack,
		.name_bytes = (uint64_t)size * NAMES_TIMES + NAMES_MORE,
	};
	namer_init(&f->namer, options, stack);
	f->places = fg_calloc(t->location_count, sizeof *f->places);
	for (size_t i = 0; i < t->location_count; i++)
		name_location(f, i);
}

void pprof_frames_push(struct pprof_frames *f, size_t number)
{
	struct pprof_place place = f->places[number];

	stackbuf_push_ids(f->stack, f->ids + place.first, place.count);
}

void pprof_frames_free(struct pprof_frames *f)
{
	namer_free(&f->namer);
	free(f->places);
	free(f->ids);
}
