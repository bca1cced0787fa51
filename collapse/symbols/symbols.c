/* SPDX-License-Identifier: MIT */
#include "symbols.h"

#include <inttypes.h>
#include <stdlib.h>

#include "demangle.h"
#include "fg/alloc.h"
#include "fg/text.h"
#include "jitdump.h"
#include "kallsyms.h"
#include "perfmap.h"
#include "regular.h"
#include "symbols_binary.h"
#include "symbols_kernel.h"
#include "symbols_vmlinux.h"

/*
 * Names of a binary may share their bytes: a table of 1 MB can contain names
 * of terabytes. All names of a binary together are limited to a multiple of
 * its size, plus a constant.
 */
enum { NAMES_TIMES = 8, NAMES_MORE = 1 << 20, NAME_MAX_SIZE = 1 << 16 };

enum source { BINARY, KERNEL, KERNEL_OBJECT, PERFMAP, JITDUMP };

struct module {
	enum source source;
	fg_str path, build_id;
	uint32_t pid;
	bool is_tried;
	struct symbols_kernel kernel;
	/* NULL: missing; `problem` says why */
	struct binary *binary;
	struct kallsyms *kallsyms;
	struct perfmap *perfmap;
	struct jitdump *jitdump;
	const char *problem;
	uint64_t unnamed; /* addresses without a function */
	uint64_t name_bytes; /* left for names */
};

struct symbols {
	const struct collapse_options *options;
	uint64_t recorded;
	bool short_names;
	char *release; /* of the recorded kernel; or NULL */
	struct fg_frames *keys; /* a module's number is that of its key */
	struct module *modules;
	size_t count, room;
	struct fg_arena texts;
	struct fg_frames *linked; /* linker names */
	fg_str *names; /* their source names */
	size_t name_count, name_room;
	struct native_frame *frames; /* of the last call */
	size_t frame_room;
	uint64_t asked;
};

struct symbols *symbols_new(const struct collapse_options *options)
{
	struct symbols *symbols = fg_calloc(1, sizeof *symbols);

	symbols->options = options;
	symbols->keys = fg_frames_new();
	symbols->linked = fg_frames_new();
	return symbols;
}

static void close_module(struct module *module)
{
	binary_close(module->binary);
	kallsyms_free(module->kallsyms);
	perfmap_free(module->perfmap);
	jitdump_free(module->jitdump);
	module->binary = NULL;
	module->kallsyms = NULL;
	module->perfmap = NULL;
	module->jitdump = NULL;
}

void symbols_free(struct symbols *symbols)
{
	if (!symbols)
		return;
	for (size_t i = 0; i < symbols->count; i++)
		close_module(&symbols->modules[i]);
	free(symbols->modules);
	free(symbols->names);
	free(symbols->frames);
	free(symbols->release);
	fg_frames_free(symbols->keys);
	fg_frames_free(symbols->linked);
	fg_arena_free(&symbols->texts);
	free(symbols);
}

void symbols_set_recorded(struct symbols *symbols, uint64_t seconds)
{
	symbols->recorded = seconds;
}

void symbols_set_short_names(struct symbols *symbols)
{
	symbols->short_names = true;
}

static fg_str keep(struct symbols *symbols, fg_str text)
{
	return (fg_str){ fg_arena_bytes(&symbols->texts, text), text.n };
}

/* Returns the number of a module; a new one is symbols->count - 1. */
static uint32_t add_module(struct symbols *symbols, enum source source,
			   fg_str path, fg_str build_id)
{
	char kind = (char)('0' + source);
	struct fg_buffer key = { 0 };
	uint32_t number;

	fg_buffer_append(&key, (fg_str){ &kind, 1 });
	fg_buffer_append(&key, path);
	fg_buffer_append(&key, (fg_str){ "", 1 });
	fg_buffer_append(&key, build_id);
	number = fg_frames_intern(symbols->keys, fg_buffer_text(&key));
	free(key.p);
	if (number == symbols->count) {
		FG_RESERVE(&symbols->modules, &symbols->room,
			   symbols->count + 1);
		symbols->modules[symbols->count++] = (struct module){
			.source = source,
			.path = keep(symbols, path),
			.build_id = keep(symbols, build_id),
		};
	}
	return number;
}

uint32_t symbols_module(struct symbols *symbols, fg_str path, fg_str build_id)
{
	return add_module(symbols, BINARY, path, build_id);
}

uint32_t symbols_kernel_object(struct symbols *symbols, fg_str path,
			       fg_str build_id)
{
	return add_module(symbols, KERNEL_OBJECT, path, build_id);
}

uint32_t symbols_perfmap(struct symbols *symbols, fg_str path)
{
	return add_module(symbols, PERFMAP, path, FG_STR(""));
}

uint32_t symbols_jitdump(struct symbols *symbols, fg_str path)
{
	return add_module(symbols, JITDUMP, path, FG_STR(""));
}

uint32_t symbols_kernel(struct symbols *symbols,
			const struct symbols_kernel *kernel)
{
	uint32_t number = add_module(
		symbols, KERNEL, FG_STR("[kernel.kallsyms]"), kernel->build_id);
	struct module *module = &symbols->modules[number];

	if (!module->is_tried) {
		module->kernel = (struct symbols_kernel){
			.build_id = module->build_id,
			.release = keep(symbols, kernel->release),
			.reference = keep(symbols, kernel->reference),
			.reference_address = kernel->reference_address,
		};
	}
	if (!symbols->release && kernel->release.n > 0)
		symbols->release = fg_str_dup(kernel->release);
	return number;
}

void symbols_set_process(struct symbols *symbols, uint32_t module, uint32_t pid)
{
	if (symbols->modules[module].pid == 0)
		symbols->modules[module].pid = pid;
}

static const char *root_of(const struct symbols *symbols)
{
	const char *root = symbols->options->symbol_root;

	return root ? root : "";
}

static void open_binary(struct symbols *symbols, struct module *module)
{
	const struct collapse_options *options = symbols->options;
	const struct binary_wanted wanted = {
		.root = root_of(symbols),
		.path = module->path,
		.build_id = module->build_id,
		.recorded = symbols->recorded,
		.pid = module->pid,
		.kernel_release = symbols->release,
		.needs_debug = options->inlines != INLINE_NO ||
			       options->srcline,
	};

	module->binary = binary_open(&wanted, &module->problem);
	if (module->binary)
		module->name_bytes =
			NAMES_TIMES * binary_size(module->binary) + NAMES_MORE;
}

static void open_module(struct symbols *symbols, struct module *module)
{
	char *path = regular_path(root_of(symbols), module->path);

	module->is_tried = true;
	switch (module->source) {
	case BINARY:
		open_binary(symbols, module);
		break;
	case KERNEL:
		module->kallsyms = symbols_open_kernel(
			symbols->options, &module->kernel, &module->problem);
		break;
	case KERNEL_OBJECT:
		module->kallsyms =
			kernel_object_open(root_of(symbols), module->path,
					   module->build_id, &module->problem);
		break;
	case PERFMAP:
		module->perfmap = perfmap_open(path, &module->problem);
		break;
	case JITDUMP:
		module->jitdump = jitdump_open(path, &module->problem);
		break;
	}
	free(path);
	if (module->binary || module->kallsyms || module->perfmap ||
	    module->jitdump)
		module->problem = NULL;
}

static struct module *get_module(struct symbols *symbols, uint32_t number)
{
	struct module *module = &symbols->modules[number];

	if (!module->is_tried && !symbols->options->no_symbols)
		open_module(symbols, module);
	return module;
}

bool symbols_is_complete(struct symbols *symbols, uint32_t module)
{
	const struct binary *binary = get_module(symbols, module)->binary;

	return binary && binary_has_debug(binary);
}

bool symbols_has_segment(struct symbols *symbols, uint32_t module,
			 uint64_t vaddr, uint64_t size)
{
	const struct binary *binary = get_module(symbols, module)->binary;

	return !binary || binary_has_segment(binary, vaddr, size);
}

void symbols_reject(struct symbols *symbols, uint32_t module,
		    const char *reason)
{
	struct module *m = get_module(symbols, module);

	close_module(m);
	m->problem = reason;
}

const char *symbols_problem(const struct symbols *symbols, uint32_t module)
{
	return symbols->modules[module].problem;
}

bool symbols_jit(struct symbols *symbols, uint32_t module, uint64_t address,
		 uint64_t time, uint64_t *number)
{
	const struct module *m = get_module(symbols, module);

	return m->jitdump && jitdump_find(m->jitdump, address, time, number);
}

struct cfi *symbols_cfi(struct symbols *symbols, uint32_t module,
			uint64_t offset, uint64_t *vaddr)
{
	struct module *m = &symbols->modules[module];

	if (!m->is_tried)
		open_module(symbols, m);
	if (!m->binary ||
	    !binary_vaddr(m->binary, SYMBOLS_OFFSET, offset, vaddr))
		return NULL;
	return binary_cfi(m->binary);
}

struct cfi *symbols_jit_cfi(struct symbols *symbols, uint32_t module,
			    uint64_t number, uint64_t *vaddr)
{
	struct jitdump *dump = symbols->modules[module].jitdump;

	return dump ? jitdump_cfi(dump, number, vaddr) : NULL;
}

/* Subtracts `size` bytes from the module's budget for names. */
static bool take_bytes(struct module *module, size_t size)
{
	if (size > module->name_bytes)
		return false;
	module->name_bytes -= size;
	return true;
}

/*
 * The source's name for a linker's name, computed once. If it would be too
 * long, the linker's name is used; if that is too long, none.
 */
static fg_str source_name(struct symbols *symbols, struct module *module,
			  fg_str linked)
{
	uint32_t id;
	char *plain;
	fg_str name;

	if (linked.n > NAME_MAX_SIZE || !take_bytes(module, linked.n))
		return FG_STR("");
	id = fg_frames_intern(symbols->linked, linked);
	if (id < symbols->name_count)
		return symbols->names[id];
	plain = demangle(linked, symbols->short_names);
	name = fg_from_c(plain);
	if (name.n == 0 || name.n > linked.n + module->name_bytes)
		name = linked;
	take_bytes(module, name.n);
	FG_RESERVE(&symbols->names, &symbols->name_room, (size_t)id + 1);
	name = keep(symbols, name);
	symbols->names[symbols->name_count++] = name;
	free(plain);
	return name;
}

static struct native_frame *room_for(struct symbols *symbols, size_t count)
{
	FG_RESERVE(&symbols->frames, &symbols->frame_room, count);
	return symbols->frames;
}

/*
 * Finds the scopes in the debug information; returns their number: none if one
 * has no name, because then the work limit was reached.
 */
static size_t find_scopes(struct symbols *symbols, struct module *module,
			  uint64_t vaddr)
{
	const struct binary_scope *scopes;
	size_t n = binary_scopes(module->binary, vaddr,
				 symbols->options->srcline, &scopes);
	struct native_frame *frames = room_for(symbols, n + 1);

	for (size_t i = 0; i < n; i++) {
		frames[i] = (struct native_frame){
			.name = source_name(symbols, module, scopes[i].name),
			.file = scopes[i].file,
			.line = scopes[i].line > 0 ? (uint64_t)scopes[i].line
						   : 0,
			.inlined = i + 1 < n,
		};
		if (frames[i].name.n == 0)
			return 0;
	}
	return n;
}

/*
 * The symbol table names the outermost function, if it has it: debug
 * information may have only "operator()" as a name, and does not distinguish a
 * function from a part of it that the compiler made a separate function.
 */
static size_t find_in_binary(struct symbols *symbols, struct module *module,
			     enum symbols_kind kind, uint64_t address)
{
	const struct collapse_options *options = symbols->options;
	struct native_frame *frames;
	uint64_t vaddr;
	fg_str name;
	size_t n = 0;

	if (!binary_vaddr(module->binary, kind, address, &vaddr))
		return 0;
	if (options->inlines != INLINE_NO || options->srcline)
		n = find_scopes(symbols, module, vaddr);
	if (n > 0 && options->inlines == INLINE_NO) {
		symbols->frames[0] = symbols->frames[n - 1];
		n = 1;
	}
	frames = room_for(symbols, n + 1);
	if (n == 0)
		frames[n++] = (struct native_frame){ 0 };
	name = binary_symbol(module->binary, vaddr);
	if (name.n > 0)
		name = source_name(symbols, module, name);
	if (name.n > 0)
		frames[n - 1].name = name;
	return n;
}

static size_t find_in_kernel(struct symbols *symbols,
			     const struct module *module, uint64_t address)
{
	struct native_frame *frame = room_for(symbols, 1);
	struct kernel_symbol found;

	if (!kallsyms_find(module->kallsyms, address, &found))
		return 0;
	*frame = (struct native_frame){ .name = found.name };
	frame->module = found.module;
	return 1;
}

static size_t find_in_perfmap(struct symbols *symbols,
			      const struct module *module, uint64_t address)
{
	struct native_frame *frame = room_for(symbols, 1);

	*frame = (struct native_frame){
		.name = perfmap_find(module->perfmap, address),
	};
	return 1;
}

static size_t find_in_jitdump(struct symbols *symbols,
			      const struct module *module, uint64_t number)
{
	struct native_frame *frame = room_for(symbols, 1);
	struct jit_place place;

	if (!jitdump_place(module->jitdump, number, &place))
		return 0;
	*frame = (struct native_frame){
		.name = place.name,
		.file = place.file,
		.line = place.line,
	};
	return 1;
}

static size_t find(struct symbols *symbols, struct module *module,
		   enum symbols_kind kind, uint64_t address)
{
	size_t n = 0;

	if (symbols->options->no_symbols)
		n = 0; /* the binary may only be open for its frames */
	else if (module->binary)
		n = find_in_binary(symbols, module, kind, address);
	else if (module->kallsyms)
		n = find_in_kernel(symbols, module,
				   module->source == KERNEL_OBJECT
					   ? address + KERNEL_OBJECT_START
					   : address);
	else if (module->perfmap)
		n = find_in_perfmap(symbols, module, address);
	else if (module->jitdump)
		n = find_in_jitdump(symbols, module, address);
	if (n > 0)
		return n;
	*room_for(symbols, 1) = (struct native_frame){ 0 };
	return 1;
}

size_t symbols_find(struct symbols *symbols, uint32_t module,
		    enum symbols_kind kind, uint64_t address,
		    const struct native_frame **frames)
{
	struct module *m = get_module(symbols, module);
	size_t n = find(symbols, m, kind, address);

	for (size_t i = 0; i < n; i++) {
		if (symbols->frames[i].module.n == 0)
			symbols->frames[i].module = m->path;
		symbols->frames[i].address = address;
		symbols->frames[i].has_address = true;
		symbols->frames[i].is_offset = m->source == BINARY;
	}
	symbols->asked++;
	if (symbols->frames[n - 1].name.n == 0)
		m->unnamed++;
	*frames = symbols->frames;
	return n;
}

static const struct module *worst_module(const struct symbols *symbols)
{
	const struct module *worst = NULL;

	for (size_t i = 0; i < symbols->count; i++) {
		const struct module *m = &symbols->modules[i];

		if (m->unnamed > 0 && (!worst || m->unnamed > worst->unnamed))
			worst = m;
	}
	return worst;
}

void symbols_report_unreadable(const struct symbols *symbols,
			       struct fg_diag *diag, struct fg_loc loc)
{
	const struct module *first = NULL;
	size_t count = 0;

	for (size_t i = 0; i < symbols->count; i++) {
		const struct module *m = &symbols->modules[i];

		if (m->unnamed == 0 || m->problem != regular_unreadable)
			continue;
		first = first ? first : m;
		count++;
	}
	if (count > 0)
		fg_doubt(diag, loc,
			 "files that are there and cannot be read: %zu, the "
			 "first is %.*s; what ran in them has no names",
			 count, FG_FMT(first->path));
}

void symbols_report(const struct symbols *symbols, struct fg_diag *diag,
		    struct fg_loc loc)
{
	const struct module *worst = worst_module(symbols);
	uint64_t unnamed = 0;

	for (size_t i = 0; i < symbols->count; i++)
		unnamed += symbols->modules[i].unnamed;
	if (!worst || symbols->options->no_symbols)
		return;
	symbols_report_unreadable(symbols, diag, loc);
	fg_note(diag, loc,
		"%" PRIu64 " of %" PRIu64 " addresses have no name; most of "
		"them are in %.*s (%s)",
		unnamed, symbols->asked, FG_FMT(worst->path),
		worst->problem ? worst->problem : "no symbol there");
}
