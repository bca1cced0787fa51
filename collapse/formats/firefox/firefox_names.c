/* SPDX-License-Identifier: MIT */
#include "firefox_names.h"

#include <stdlib.h>

#include "fg/text.h"
#include "firefox_location.h"

/* The type of resource that is a binary. */
enum { RESOURCE_LIBRARY = 1 };

void firefox_names_init(struct firefox_names *names, const struct collapse *c,
			struct stackbuf *stack, struct firefox_syms *syms)
{
	*names = (struct firefox_names){ .syms = syms };
	names->symbols = symbols_new(c->options);
	namer_init(&names->namer, c->options, stack);
	resolver_init(&names->resolver, names->symbols, &names->namer);
}

void firefox_names_free(struct firefox_names *names)
{
	resolver_free(&names->resolver);
	namer_free(&names->namer);
	symbols_free(names->symbols);
	firefox_syms_free(names->syms);
	free(names->room.p);
}

void firefox_frames_free(struct firefox_frames *frames)
{
	free(frames->first);
	free(frames->ids);
	*frames = (struct firefox_frames){ 0 };
}

static void push_id(struct firefox_frames *frames, fg_frame id)
{
	if (frames->id_count == UINT32_MAX)
		fg_out_of_memory(SIZE_MAX);
	FG_RESERVE(&frames->ids, &frames->id_room, frames->id_count + 1);
	frames->ids[frames->id_count++] = id;
}

static void add_frame(struct firefox_names *names,
		      struct firefox_frames *frames,
		      const struct native_frame *frame)
{
	fg_frame id;

	if (namer_name(&names->namer, frame, &id))
		push_id(frames, id);
}

/* "[kernel.kallsyms]" and similar names are not files, even with a path. */
static fg_str module_of(const struct firefox_lib *lib)
{
	bool is_file = lib->path.n > 0 &&
		       !fg_starts_with(lib->name, FG_STR("["));

	return is_file ? lib->path : lib->name;
}

/*
 * Whether the second file names a binary's functions. The two sources are
 * never mixed, because samply spells names differently. The second file lacks
 * inlined functions.
 */
static bool use_sidecar(struct firefox_names *names, struct firefox_lib *lib)
{
	if (lib->module != UINT32_MAX)
		return lib->sidecar != UINT32_MAX;
	lib->module =
		symbols_module(names->symbols, module_of(lib), lib->build_id);
	if (names->syms && !symbols_is_complete(names->symbols, lib->module))
		lib->sidecar = firefox_syms_lib(names->syms, lib);
	return lib->sidecar != UINT32_MAX;
}

static size_t push_found(struct firefox_names *names,
			 struct firefox_frames *frames,
			 const struct firefox_lib *lib, uint64_t address)
{
	const struct native_frame *found;
	size_t n =
		firefox_syms_find(names->syms, lib->sidecar, address, &found);

	for (size_t i = 0; i < n; i++) {
		struct native_frame frame = found[i];

		frame.module = module_of(lib);
		frame.address = address;
		frame.has_address = frame.is_offset = true;
		add_frame(names, frames, &frame);
	}
	return n;
}

/* Looks up an address of a binary. */
static void look_up(struct firefox_names *names, struct firefox_lib *lib,
		    uint64_t address, struct firefox_frames *frames)
{
	struct resolved r;

	if (use_sidecar(names, lib) &&
	    push_found(names, frames, lib, address) > 0)
		return;
	r = resolver_find(&names->resolver, lib->module, SYMBOLS_RELATIVE,
			  address);
	for (size_t i = 0; i < r.count; i++)
		push_id(frames, names->resolver.ids[r.start + i]);
}

static fg_str string(struct firefox_names *names,
		     const struct firefox_view *view, int64_t number)
{
	fg_str text = firefox_string(view->strings, number);

	if (text.p)
		return text;
	names->bad_names++;
	return FG_STR("[bad name]");
}

/* The binary of a function, or NULL. */
static struct firefox_lib *find_lib(struct firefox_names *names,
				    const struct firefox_view *view, size_t f,
				    int64_t resource)
{
	const struct firefox_tables *t = view->tables;
	int64_t lib = -1;

	if (t->frame_lib.count > 0)
		lib = column_get(&t->frame_lib, f, -1);
	else if (resource >= 0)
		lib = column_get(&t->resource_lib, (size_t)resource, -1);
	if (lib < 0)
		return NULL;
	if ((uint64_t)lib < view->libs->count)
		return &view->libs->items[lib];
	names->bad_libs++;
	return NULL;
}

/* Adds the source position, if the options want it. */
static void add_place(const struct firefox_view *view, size_t f, size_t func,
		      int64_t resource, struct native_frame *frame)
{
	const struct firefox_tables *t = view->tables;
	int64_t source = column_get(&t->source, func, -1);
	int64_t file = column_get(&t->file_name, func, -1);
	int64_t line = column_get(&t->frame_line, f, -1);

	if (source >= 0)
		file = column_get(&view->sources->source_name, (size_t)source,
				  -1);
	frame->file = firefox_string(view->strings, file);
	frame->line = line > 0 ? (uint64_t)line : 0;
	if (frame->module.n == 0 && resource >= 0 &&
	    column_get(&t->resource_type, (size_t)resource, -1) ==
		    RESOURCE_LIBRARY)
		frame->module = firefox_string(
			view->strings,
			column_get(&t->resource_name, (size_t)resource, -1));
}

/* A frame of the processed format. */
static void name_func(struct firefox_names *names,
		      const struct firefox_view *view, size_t f,
		      struct firefox_frames *frames)
{
	const struct firefox_tables *t = view->tables;
	int64_t func = column_get(&t->func, f, -1);
	/* a negative number becomes one out of range */
	size_t at = func < 0 ? SIZE_MAX : (size_t)func;
	fg_str text = string(names, view, column_get(&t->name, at, -1));
	int64_t address = column_get(&t->address, f, -1);
	int64_t resource = column_get(&t->resource, at, -1);
	struct firefox_lib *lib = find_lib(names, view, f, resource);
	struct native_frame frame = {
		.name = text,
		.inlined = column_get(&t->inline_depth, f, 0) > 0,
	};

	/* without a symbol, its name is an address of some kind */
	if (firefox_location_address(text, &frame.address)) {
		if (lib && address >= 0) {
			look_up(names, lib, (uint64_t)address, frames);
			return;
		}
		frame.name = FG_STR("");
		frame.has_address = true;
		frame.is_offset = lib != NULL;
	}
	if (lib)
		frame.module = module_of(lib);
	add_place(view, f, at, resource, &frame);
	add_frame(names, frames, &frame);
}

/* An address in memory. */
static void name_address(struct firefox_names *names,
			 const struct firefox_view *view, uint64_t address,
			 bool leaf, struct firefox_frames *frames)
{
	struct firefox_lib *lib = firefox_libs_at(view->libs, address);
	struct native_frame frame = { .address = address, .has_address = true };

	frames->has_returns = true;
	if (!lib) {
		add_frame(names, frames, &frame);
		return;
	}
	address = address - lib->start + lib->offset;
	if (!leaf && address > 0)
		address--;
	look_up(names, lib, address, frames);
}

/* Names a frame of the raw format, which has only a text. */
static void name_location(struct firefox_names *names,
			  const struct firefox_view *view, size_t f, bool leaf,
			  struct firefox_frames *frames)
{
	const struct firefox_tables *t = view->tables;
	fg_str text = string(names, view, column_get(&t->location, f, -1));
	int64_t line = column_get(&t->frame_line, f, -1);
	struct native_frame frame = { 0 };
	uint64_t address;

	if (firefox_location_address(text, &address)) {
		name_address(names, view, address, leaf, frames);
		return;
	}
	firefox_location_read(text, &frame, &names->room);
	if (line > 0 && frame.file.n > 0)
		frame.line = (uint64_t)line;
	add_frame(names, frames, &frame);
}

void firefox_names_make(struct firefox_names *names,
			const struct firefox_view *view, bool leaf,
			struct firefox_frames *frames)
{
	const struct firefox_tables *t = view->tables;
	bool raw = t->location.count > 0;
	size_t count = raw ? t->location.count : t->func.count;

	frames->count = count;
	frames->first = fg_realloc_array(NULL, count + 1, sizeof(uint32_t));
	for (size_t f = 0; f < count; f++) {
		frames->first[f] = (uint32_t)frames->id_count;
		if (raw)
			name_location(names, view, f, leaf, frames);
		else
			name_func(names, view, f, frames);
	}
	frames->first[count] = (uint32_t)frames->id_count;
}
