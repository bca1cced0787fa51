/* SPDX-License-Identifier: MIT */
#include "perfdata_unwind.h"

#include <elf.h>
#include <stdlib.h>

#include "fg/hash.h"
#include "perfdata_step.h"
#include "perfdata_unwound.h"

/* PERF_FRAMES: perf stops after this many user frames. */
enum { ENTRY_BITS = 15, PERF_FRAMES = 127 };

/* A cached look-up of an address. */
struct frame_entry {
	uint64_t address, space; /* space 0: empty */
	const struct cfi_row *row;
	uint32_t module;
	bool may_call; /* there is code, or may be */
	bool has_pointers; /* no row: there may be frame pointers */
};

struct unwinder {
	struct names *names;
	struct frame_entry *entries;
	struct unwound unwound;
	bool is_like_perf; /* makes the stacks that perf script prints */
	bool no_marks;
};

struct unwinder *unwinder_new(struct names *names)
{
	struct unwinder *unwinder = fg_calloc(1, sizeof *unwinder);

	unwinder->names = names;
	unwinder->is_like_perf = names->options->inlines == INLINE_NO;
	unwinder->no_marks = unwinder->is_like_perf ||
			     names->options->no_truncated;
	unwinder->entries =
		fg_calloc((size_t)1 << ENTRY_BITS, sizeof *unwinder->entries);
	return unwinder;
}

void unwinder_free(struct unwinder *unwinder)
{
	if (!unwinder)
		return;
	free(unwinder->entries);
	free(unwinder->unwound.lost_in);
	free(unwinder);
}

static bool is_little_end(bool swapped)
{
	return (*(const unsigned char *)&(uint16_t){ 1 } == 1) != swapped;
}

/* What tells of the frames of the code there; NULL when nothing does. */
static struct cfi *cfi_of(struct names *names, const struct walk *w,
			  const struct map *map, uint64_t address,
			  uint64_t *vaddr)
{
	uint32_t dump = w->space->process->jit_dump;

	if (dump > 0 && names->modules->items[map->module].kind == MODULE_JIT)
		return names_jit_cfi(names, dump, address, w->space->time,
				     vaddr);
	return names_cfi(names, map->module, address - map->start + map->offset,
			 vaddr);
}

/* Python's jit dumps do not say for which processor they are. */
static bool is_for(const struct cfi *cfi, const struct registers *r)
{
	uint16_t machine = cfi_machine(cfi);

	return (machine == EM_NONE || machine == r->machine) &&
	       cfi_address_size(cfi) == r->size;
}

/* Looks an address up in the maps, and in its binary. */
static void look_up(struct names *names, const struct walk *w, uint64_t address,
		    struct frame_entry *entry)
{
	enum module_kind kind;
	uint64_t vaddr;
	struct cfi *cfi;
	struct map map;

	if (!step_map(w, address, &map)) {
		entry->may_call = !w->space->process->is_complete;
		return;
	}
	kind = names->modules->items[map.module].kind;
	entry->module = map.module;
	entry->may_call = kind != MODULE_AREA;
	cfi = cfi_of(names, w, &map, address, &vaddr);
	/* a missing file may or may not have frame pointers */
	entry->has_pointers = cfi || !names_misses(names, map.module);
	if (cfi && is_for(cfi, &w->r))
		entry->row = cfi_find(cfi, vaddr);
	/* a compiler's memory may have other code the next time */
	if (kind == MODULE_JIT && w->space->process->jit_dump > 0)
		entry->space = 0;
}

static const struct frame_entry *
entry_of(struct unwinder *unwinder, const struct walk *w, uint64_t address)
{
	/* a process can only change between 32 and 64 bits */
	uint64_t space = w->space->process->space << 1 | (w->r.size == 4);
	uint64_t hash =
		fg_hash_mix(address ^ fg_hash_key[0], space ^ fg_hash_key[1]);
	struct frame_entry *entry =
		&unwinder->entries[hash >> (64 - ENTRY_BITS)];

	if (entry->address != address || entry->space != space) {
		*entry = (struct frame_entry){ .address = address,
					       .space = space };
		look_up(unwinder->names, w, address, entry);
	}
	return entry;
}

static void append(struct fg_buffer *chain, uint64_t address)
{
	fg_buffer_append(chain, (fg_str){ (const char *)&address, 8 });
}

/* Appends the frame, then steps to its caller. */
static enum step unwind_frame(struct unwinder *unwinder, struct walk *w,
			      bool is_first, struct fg_buffer *chain,
			      uint32_t *module)
{
	const struct frame_entry *entry =
		entry_of(unwinder, w, w->r.pc - !w->is_exact);
	const struct cfi_row *row = entry->row;

	/*
	 * the row gave an address that cannot be a return address: the row is
	 * wrong
	 */
	if (!is_first && !entry->may_call)
		return STEP_LOST;
	*module = entry->module;
	/* the kernel returns to the first address of a signal's frame */
	if (w->is_exact || (row && row->is_signal))
		append(chain, CHAIN_USER);
	append(chain, w->r.pc);
	if (row)
		return step_by_row(w, row, is_first);
	return entry->has_pointers ? step_by_pointer(w) : STEP_LOST;
}

static bool begin(const struct fields *fields, bool swapped,
		  const struct address_space *space, struct walk *w)
{
	*w = (struct walk){
		.space = space,
		.is_exact = true,
		.stack = fields->stack,
		.stack_is_whole = fields->stack_is_whole,
	};
	if (!registers_of(fields, swapped, &w->r) || !is_little_end(swapped))
		return false;
	w->start = w->r.values[w->r.sp];
	return true;
}

bool unwinder_run(struct unwinder *unwinder, const struct fields *fields,
		  bool swapped, const struct address_space *space,
		  struct fg_buffer *chain)
{
	struct walk w;
	enum step how = STEP_DONE;
	uint32_t module = 0;
	size_t most;

	if (!begin(fields, swapped, space, &w) || w.r.pc == 0)
		return false;
	unwinder->unwound.samples++;
	/* each caller has its own address in the copy */
	most = 1 + w.stack.n / w.r.size;
	if (unwinder->is_like_perf && most > PERF_FRAMES)
		most = PERF_FRAMES;
	for (size_t i = 0; how == STEP_DONE && i < most; i++)
		how = unwind_frame(unwinder, &w, i == 0, chain, &module);
	if (how == STEP_CUT || (how == STEP_DONE && most == PERF_FRAMES)) {
		unwinder->unwound.cut += how == STEP_CUT;
		unwinder->unwound.limited += how == STEP_DONE;
		if (!unwinder->no_marks)
			append(chain, CHAIN_CUT);
	} else if (how != STEP_ROOT) {
		unwound_lose(&unwinder->unwound, module);
	}
	return true;
}

uint64_t unwinder_caller(struct unwinder *unwinder, const struct fields *fields,
			 bool swapped, const struct address_space *space,
			 uint64_t leaf)
{
	const struct cfi_row *row;
	uint64_t address = 0;
	struct walk w;
	struct map map;

	if (!begin(fields, swapped, space, &w))
		return 0;
	row = entry_of(unwinder, &w, leaf)->row;
	if (!row || step_return(&w, row, &address) != STEP_DONE ||
	    !step_map(&w, address - 1, &map))
		return 0;
	return address;
}

void unwinder_report(const struct unwinder *unwinder, struct fg_diag *diag,
		     struct fg_loc loc)
{
	if (unwinder && unwinder->unwound.samples > 0)
		unwound_report(&unwinder->unwound, unwinder->names, diag, loc);
}
