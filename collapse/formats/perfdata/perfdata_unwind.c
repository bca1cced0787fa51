/* SPDX-License-Identifier: MIT */
#include "perfdata_unwind.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>

#include "fg/hash.h"
#include "perfdata_registers.h"

/* PERF_FRAMES: perf stops after this many user frames. */
enum { ENTRY_BITS = 15, PERF_FRAMES = 127 };

/* A cached look-up of an address. */
struct frame_entry {
	uint64_t address, space; /* space 0: empty */
	const struct cfi_row *row;
	uint32_t module;
	bool has_pointers; /* no row: there may be frame pointers */
};

struct unwinder {
	struct names *names;
	struct frame_entry *entries;
	uint64_t samples, cut, limited, lost;
	bool is_like_perf; /* makes the stacks that perf script prints */
	bool no_marks;
	uint64_t *lost_in; /* number of stacks lost there, by module */
	size_t lost_room;
};

/* The result of a step. */
enum step {
	STEP_DONE, /* found the caller */
	STEP_ROOT, /* there is no caller */
	STEP_CUT, /* the copy of the stack ends */
	STEP_LOST, /* the caller is not known */
};

struct walk {
	struct unwinder *unwinder;
	const struct address_space *space;
	struct registers r;
	bool is_exact; /* the pc is not a return address */
	uint64_t start; /* address of the copy of the stack */
	fg_str stack;
	bool stack_is_whole;
	bool went_behind; /* an address after the copy was read */
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
	free(unwinder->lost_in);
	free(unwinder);
}

/*
 * An address within this distance after the copy can be the rest of the stack.
 */
enum { STACK_MAX = 1 << 30 };

/* All supported processors are little-endian. */
static bool read_stack(void *context, uint64_t address, unsigned size,
		       uint64_t *value)
{
	struct walk *w = context;
	uint64_t at = address - w->start, x = 0;

	if (w->stack.n < size || at > w->stack.n - size) {
		w->went_behind |= !w->stack_is_whole && address >= w->start &&
				  at < STACK_MAX;
		return false;
	}
	for (unsigned i = 0; i < size; i++) {
		size_t from = (size_t)at + size - 1 - i;

		x = x << 8 | (unsigned char)w->stack.p[from];
	}
	*value = x;
	return true;
}

static bool is_little_end(bool swapped)
{
	return (*(const unsigned char *)&(uint16_t){ 1 } == 1) != swapped;
}

static bool find_module(const struct walk *w, uint64_t address, struct map *map)
{
	return maps_find(w->space->process->maps, address, map);
}

/* Looks an address up in the maps, and in its binary. */
static void look_up(const struct walk *w, uint64_t address,
		    struct frame_entry *entry)
{
	struct names *names = w->unwinder->names;
	uint64_t vaddr;
	struct cfi *cfi;
	struct map map;

	if (!find_module(w, address, &map))
		return;
	entry->module = map.module;
	cfi = names_cfi(names, map.module, address - map.start + map.offset,
			&vaddr);
	/* a missing file may or may not have frame pointers */
	entry->has_pointers = cfi || !names_misses(names, map.module);
	if (cfi && cfi_machine(cfi) == w->r.machine &&
	    cfi_address_size(cfi) == w->r.size)
		entry->row = cfi_find(cfi, vaddr);
}

static const struct frame_entry *entry_of(const struct walk *w,
					  uint64_t address)
{
	/* a process can only change between 32 and 64 bits */
	uint64_t space = w->space->process->space << 1 | (w->r.size == 4);
	uint64_t hash =
		fg_hash_mix(address ^ fg_hash_key[0], space ^ fg_hash_key[1]);
	struct frame_entry *entry =
		&w->unwinder->entries[hash >> (64 - ENTRY_BITS)];

	if (entry->address != address || entry->space != space) {
		*entry = (struct frame_entry){ .address = address,
					       .space = space };
		look_up(w, address, entry);
	}
	return entry;
}

/* The state that expressions can read. */
static struct cfi_machine_state state_of(struct walk *w)
{
	return (struct cfi_machine_state){
		.registers = w->r.values,
		.known = w->r.known,
		.address_size = w->r.size,
		.read = read_stack,
		.context = w,
	};
}

/* Computes a register's value by a rule; `cfa` is the frame's address. */
static bool value_of(struct walk *w, const struct cfi_rule *rule, uint64_t cfa,
		     bool has_cfa, uint64_t *value)
{
	struct cfi_machine_state state = state_of(w);

	switch (rule->how) {
	case CFI_SAME:
		*value = w->r.values[rule->of];
		return registers_have(&w->r, rule->of);
	case CFI_AT_CFA:
		return has_cfa && read_stack(w, cfa + (uint64_t)rule->offset,
					     w->r.size, value);
	case CFI_CFA:
		*value = cfa + (uint64_t)rule->offset;
		break;
	case CFI_REGISTER:
		*value = w->r.values[rule->base] + (uint64_t)rule->offset;
		return registers_have(&w->r, rule->base);
	case CFI_EXPRESSION:
		return cfi_evaluate(rule, has_cfa, cfa, &state, value) &&
		       read_stack(w, *value, w->r.size, value);
	case CFI_VALUE:
		return cfi_evaluate(rule, has_cfa, cfa, &state, value);
	default:
		return false;
	}
	return has_cfa;
}

static const struct cfi_rule *rule_of(const struct cfi_row *row,
				      unsigned number)
{
	for (unsigned i = 0; i < row->count; i++) {
		if (row->rules[i].of == number)
			return &row->rules[i];
	}
	return NULL;
}

/* Finds the return address; without a rule it is still in its register. */
static enum step find_return(struct walk *w, const struct cfi_row *row,
			     uint64_t cfa, bool has_cfa, uint64_t *address)
{
	enum { SIGNATURE_FROM = 48 };
	const struct cfi_rule *rule = rule_of(row, row->return_register);
	const struct cfi_rule same = { .how = CFI_SAME,
				       .of = row->return_register };

	if (rule && rule->how == CFI_UNDEFINED)
		return STEP_ROOT;
	if (!rule && row->return_register == w->r.no_rule)
		return STEP_LOST;
	if (!value_of(w, rule ? rule : &same, cfa, has_cfa, address))
		return w->went_behind ? STEP_CUT : STEP_LOST;
	if (w->r.size == 4)
		*address = (uint32_t)*address;
	if (row->is_signed)
		*address &= (UINT64_C(1) << SIGNATURE_FROM) - 1;
	return *address == 0 ? STEP_ROOT : STEP_DONE;
}

/* Computes the caller's registers from the current ones. */
static void restore_registers(struct walk *w, const struct cfi_row *row,
			      uint64_t cfa)
{
	struct registers caller = w->r;

	caller.values[w->r.sp] = cfa;
	caller.known |= UINT64_C(1) << w->r.sp;
	for (unsigned i = 0; i < row->count; i++) {
		const struct cfi_rule *rule = &row->rules[i];
		uint64_t bit = UINT64_C(1) << rule->of, value;

		caller.known &= ~bit;
		if (!value_of(w, rule, cfa, true, &value))
			continue;
		caller.values[rule->of] = value;
		caller.known |= bit;
	}
	w->r = caller;
}

/*
 * Whether the stack pointer increased, which it must, except in a leaf that
 * used no stack.
 */
static bool went_on(const struct walk *w, uint64_t before, bool is_first)
{
	uint64_t now = w->r.values[w->r.sp];

	return registers_have(&w->r, w->r.sp) &&
	       (now > before ||
		(now == before && is_first && w->r.link < CFI_REGISTERS));
}

static enum step step_by_row(struct walk *w, const struct cfi_row *row,
			     bool is_first)
{
	uint64_t before = w->r.values[w->r.sp], cfa = 0, address = 0;
	enum step step;

	if (!value_of(w, &row->cfa, 0, false, &cfa))
		return w->went_behind ? STEP_CUT : STEP_LOST;
	step = find_return(w, row, cfa, true, &address);
	if (step != STEP_DONE)
		return step;
	restore_registers(w, row, cfa);
	w->r.pc = address;
	w->is_exact = row->is_signal;
	w->went_behind = false;
	return went_on(w, before, is_first) ? STEP_DONE : STEP_LOST;
}

/*
 * Steps without a row: frames that begin with the caller's frame pointer and
 * the return address, which are the same on all three processors.
 */
static enum step step_by_pointer(struct walk *w)
{
	uint64_t fp = w->r.values[w->r.fp], sp = w->r.values[w->r.sp];
	uint64_t caller_fp, address;
	struct map map;

	if (!registers_have(&w->r, w->r.fp) || fp % w->r.size != 0)
		return STEP_LOST;
	/* it is 0 where programs begin */
	if (fp == 0)
		return w->is_exact ? STEP_LOST : STEP_ROOT;
	if (fp < sp || !read_stack(w, fp, w->r.size, &caller_fp) ||
	    !read_stack(w, fp + w->r.size, w->r.size, &address))
		return STEP_LOST;
	if (address == 0)
		return STEP_ROOT;
	if (!find_module(w, address - 1, &map))
		return STEP_LOST;
	w->r.known = UINT64_C(1) << w->r.sp | UINT64_C(1) << w->r.fp;
	w->r.values[w->r.sp] = fp + 2 * w->r.size;
	w->r.values[w->r.fp] = caller_fp;
	w->r.pc = address;
	w->is_exact = false;
	w->went_behind = false;
	return STEP_DONE;
}

static void append(struct fg_buffer *chain, uint64_t address)
{
	fg_buffer_append(chain, (fg_str){ (const char *)&address, 8 });
}

/* Appends the frame, then steps to its caller. */
static enum step step(struct walk *w, bool is_first, struct fg_buffer *chain,
		      uint32_t *module)
{
	const struct frame_entry *entry = entry_of(w, w->r.pc - !w->is_exact);
	const struct cfi_row *row = entry->row;

	*module = entry->module;
	/* the kernel returns to the first address of a signal's frame */
	if (w->is_exact || (row && row->is_signal))
		append(chain, CHAIN_USER);
	append(chain, w->r.pc);
	if (row)
		return step_by_row(w, row, is_first);
	return entry->has_pointers ? step_by_pointer(w) : STEP_LOST;
}

static void note_lost(struct unwinder *unwinder, uint32_t module)
{
	size_t old = unwinder->lost_room;

	FG_RESERVE(&unwinder->lost_in, &unwinder->lost_room,
		   (size_t)module + 1);
	if (unwinder->lost_room > old)
		memset(unwinder->lost_in + old, 0,
		       (unwinder->lost_room - old) * sizeof *unwinder->lost_in);
	unwinder->lost_in[module]++;
	unwinder->lost++;
}

static bool begin(struct unwinder *unwinder, const struct fields *fields,
		  bool swapped, const struct address_space *space,
		  struct walk *w)
{
	*w = (struct walk){
		.unwinder = unwinder,
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

	if (!begin(unwinder, fields, swapped, space, &w) || w.r.pc == 0)
		return false;
	unwinder->samples++;
	/* each caller has its own address in the copy */
	most = 1 + w.stack.n / w.r.size;
	if (unwinder->is_like_perf && most > PERF_FRAMES)
		most = PERF_FRAMES;
	for (size_t i = 0; how == STEP_DONE && i < most; i++)
		how = step(&w, i == 0, chain, &module);
	if (how == STEP_CUT || (how == STEP_DONE && most == PERF_FRAMES)) {
		unwinder->cut += how == STEP_CUT;
		unwinder->limited += how == STEP_DONE;
		if (!unwinder->no_marks)
			append(chain, CHAIN_CUT);
	} else if (how != STEP_ROOT) {
		note_lost(unwinder, module);
	}
	return true;
}

uint64_t unwinder_caller(struct unwinder *unwinder, const struct fields *fields,
			 bool swapped, const struct address_space *space,
			 uint64_t leaf)
{
	const struct cfi_row *row;
	uint64_t cfa = 0, address = 0;
	struct walk w;
	struct map map;
	bool has_cfa;

	if (!begin(unwinder, fields, swapped, space, &w))
		return 0;
	row = entry_of(&w, leaf)->row;
	if (!row)
		return 0;
	has_cfa = registers_have(&w.r, w.r.sp) &&
		  value_of(&w, &row->cfa, 0, false, &cfa);
	if (find_return(&w, row, cfa, has_cfa, &address) != STEP_DONE ||
	    !find_module(&w, address - 1, &map))
		return 0;
	return address;
}

/* Reports the number of affected stacks, if there are any. */
static void report_share(const struct unwinder *unwinder, uint64_t count,
			 struct fg_diag *diag, struct fg_loc loc,
			 const char *what)
{
	fg_wide thousandths = (fg_wide)count * 1000;
	uint64_t share = (uint64_t)(thousandths / unwinder->samples);

	if (count > 0)
		fg_warn(diag, loc,
			"%" PRIu64 ".%" PRIu64 " %% of the stacks %s",
			share / 10, share % 10, what);
}

/* Warn if more than one stack of this many is lost. */
enum { LOST_ODD = 100 };

/* Reports where most of the stacks end whose callers were not found. */
static void report_lost(const struct unwinder *unwinder, struct fg_diag *diag,
			struct fg_loc loc)
{
	const struct module *modules = unwinder->names->modules->items;
	void (*tell)(struct fg_diag *, struct fg_loc, const char *, ...);
	const char *problem = NULL;
	fg_str path = FG_STR("[unknown]");
	uint32_t worst = 0;

	for (uint32_t i = 0; i < unwinder->lost_room; i++) {
		if (unwinder->lost_in[i] > unwinder->lost_in[worst])
			worst = i;
	}
	if (worst > 0) {
		problem = names_cfi_problem(unwinder->names, worst);
		path = modules[worst].path;
	}
	/* some threads always begin in code without unwind information */
	tell = unwinder->lost * LOST_ODD > unwinder->samples ? fg_warn
							     : fg_note;
	tell(diag, loc,
	     "%" PRIu64 " of %" PRIu64 " stacks that perf record copied "
	     "could not be followed to their root; most of these end in "
	     "%.*s (%s)",
	     unwinder->lost, unwinder->samples, FG_FMT(path),
	     problem ? problem : "it does not tell where callers are");
}

void unwinder_report(const struct unwinder *unwinder, struct fg_diag *diag,
		     struct fg_loc loc)
{
	if (!unwinder || unwinder->samples == 0)
		return;
	report_share(unwinder, unwinder->cut, diag, loc,
		     "are cut at their root: perf record copied less than "
		     "there was (--call-graph dwarf,65528 copies most)");
	report_share(unwinder, unwinder->limited, diag, loc,
		     "are cut at their root after 127 frames, as perf script "
		     "does; without --inline no they are whole");
	if (unwinder->lost > 0)
		report_lost(unwinder, diag, loc);
}
