/* SPDX-License-Identifier: MIT */
#include "heaptrack_modules.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "heaptrack_line.h"

#define NO_MODULE UINT32_MAX

struct heaptrack_segment {
	uint64_t start, end; /* in memory */
	uint64_t base; /* start of the file's own addresses */
	uint32_t module;
};

struct heaptrack_address {
	uint64_t address; /* in the module, or in memory without one */
	uint64_t vaddr, size; /* position of its segment in the module */
	uint32_t module;
};

struct key {
	uint64_t address, generation;
};

void heaptrack_modules_init(struct heaptrack_modules *modules,
			    const struct collapse_options *options,
			    struct namer *namer)
{
	*modules = (struct heaptrack_modules){
		.symbols = symbols_new(options),
		.keys = fg_frames_new(),
	};
	resolver_init(&modules->resolver, modules->symbols, namer);
}

void heaptrack_modules_free(struct heaptrack_modules *modules)
{
	resolver_free(&modules->resolver);
	symbols_free(modules->symbols);
	fg_frames_free(modules->keys);
	free(modules->segments);
	free(modules->addresses);
	fg_arena_free(&modules->texts);
}

void heaptrack_modules_executable(struct heaptrack_modules *modules,
				  fg_str path)
{
	modules->executable = (fg_str){
		fg_arena_bytes(&modules->texts, path),
		path.n,
	};
}

static void add_segment(struct heaptrack_modules *modules, uint32_t module,
			uint64_t base, uint64_t vaddr, uint64_t size)
{
	FG_RESERVE(&modules->segments, &modules->segment_room,
		   modules->segment_count + 1);
	modules->segments[modules->segment_count++] =
		(struct heaptrack_segment){
			.start = base + vaddr,
			.end = base + vaddr + size,
			.base = base,
			.module = module,
		};
	modules->is_sorted = false;
}

static void drop_all(struct heaptrack_modules *modules)
{
	modules->segment_count = 0;
	modules->generation++;
}

bool heaptrack_modules_add(struct heaptrack_modules *modules, fg_str text,
			   bool sized)
{
	uint64_t base, vaddr, size;
	uint32_t module;
	fg_str name;

	if (sized) {
		if (!heaptrack_take_text(&text, &name))
			return false;
	} else {
		name = fg_cut(&text, ' ');
	}
	if (fg_equal(name, FG_STR("-"))) {
		drop_all(modules);
		return true;
	}
	if (!heaptrack_take(&text, &base))
		return false;
	if (fg_equal(name, FG_STR("x")))
		name = modules->executable;
	module = symbols_module(modules->symbols, name, FG_STR(""));
	while (heaptrack_take(&text, &vaddr) && heaptrack_take(&text, &size))
		add_segment(modules, module, base, vaddr, size);
	return true;
}

static int by_start(const void *a, const void *b)
{
	const struct heaptrack_segment *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

static const struct heaptrack_segment *
find_segment(struct heaptrack_modules *modules, uint64_t address)
{
	size_t low = 0, high = modules->segment_count;

	if (!modules->is_sorted && high > 0)
		qsort(modules->segments, high, sizeof *modules->segments,
		      by_start);
	modules->is_sorted = true;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (modules->segments[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0 || address >= modules->segments[low - 1].end)
		return NULL;
	return &modules->segments[low - 1];
}

uint64_t heaptrack_modules_address(struct heaptrack_modules *modules,
				   uint64_t address)
{
	struct key key = { address, modules->generation };
	uint32_t number = fg_frames_intern(
		modules->keys, (fg_str){ (const char *)&key, sizeof key });
	const struct heaptrack_segment *segment;

	if (number < modules->count)
		return (uint64_t)number + 1;
	segment = find_segment(modules, address);
	FG_RESERVE(&modules->addresses, &modules->room, modules->count + 1);
	modules->addresses[modules->count++] =
		segment ? (struct heaptrack_address){
			.address = address - segment->base,
			.vaddr = segment->start - segment->base,
			.size = segment->end - segment->start,
			.module = segment->module,
		} : (struct heaptrack_address){
			.address = address,
			.module = NO_MODULE,
		};
	return modules->count;
}

static void push_unknown(uint64_t address, struct namer *namer,
			 struct stackbuf *stack)
{
	struct native_frame frame = { .address = address, .has_address = true };
	fg_frame id;

	if (namer_name(namer, &frame, &id))
		stackbuf_push_id(stack, id);
}

/* Finds an address. All are return addresses: the call is before them. */
static struct resolved find(struct heaptrack_modules *modules,
			    const struct heaptrack_address *a)
{
	if (!symbols_has_segment(modules->symbols, a->module, a->vaddr,
				 a->size))
		symbols_reject(modules->symbols, a->module,
			       "not the file that was recorded");
	return resolver_find(&modules->resolver, a->module, SYMBOLS_VADDR,
			     a->address - (a->address > 0));
}

/* NULL for a number from before it was known that these are addresses. */
static const struct heaptrack_address *
get(const struct heaptrack_modules *modules, uint64_t number)
{
	if (number == 0 || number > modules->count)
		return NULL;
	return &modules->addresses[number - 1];
}

fg_str heaptrack_modules_name(struct heaptrack_modules *modules,
			      uint64_t number)
{
	const struct heaptrack_address *a = get(modules, number);

	if (!a || a->module == NO_MODULE)
		return FG_STR("");
	return find(modules, a).name;
}

void heaptrack_modules_push(struct heaptrack_modules *modules, uint64_t number,
			    struct namer *namer, struct stackbuf *stack)
{
	const struct heaptrack_address *a = get(modules, number);
	struct resolved found;

	if (!a || a->module == NO_MODULE) {
		push_unknown(a ? a->address : number, namer, stack);
		return;
	}
	found = find(modules, a);
	for (size_t i = 0; i < found.count; i++)
		stackbuf_push_id(stack, modules->resolver.ids[found.start + i]);
}
