/* SPDX-License-Identifier: MIT */
#include "symbols.h"

#include <inttypes.h>
#include <stdlib.h>

#include "demangle.h"
#include "fg/alloc.h"
#include "fg/text.h"
#include "symbols_dwarf.h"
#include "symbols_elf.h"

struct module {
	fg_str path, build_id;
	bool is_tried;
	struct symbols_elf *elf; /* NULL: missing, and `problem` says why */
	struct symbols_dwarf *dwarf; /* NULL without debug information */
	const char *problem;
	uint64_t unnamed; /* addresses without a function */
};

struct symbols {
	const struct collapse_options *options;
	struct fg_frames *keys; /* a module's number is that of its key */
	struct module *modules;
	size_t count, room;
	struct fg_arena texts;
	struct fg_frames *mangled; /* names as the linker knows them */
	fg_str *names; /* of each, as the source has it */
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
	symbols->mangled = fg_frames_new();
	return symbols;
}

void symbols_free(struct symbols *symbols)
{
	if (!symbols)
		return;
	for (size_t i = 0; i < symbols->count; i++) {
		symbols_dwarf_free(symbols->modules[i].dwarf);
		symbols_elf_close(symbols->modules[i].elf);
	}
	free(symbols->modules);
	free(symbols->names);
	free(symbols->frames);
	fg_frames_free(symbols->keys);
	fg_frames_free(symbols->mangled);
	fg_arena_free(&symbols->texts);
	free(symbols);
}

static fg_str keep(struct symbols *symbols, fg_str text)
{
	return (fg_str){ fg_arena_bytes(&symbols->texts, text), text.n };
}

uint32_t symbols_module(struct symbols *symbols, fg_str path, fg_str build_id)
{
	struct fg_buffer key = { 0 };
	uint32_t number;

	fg_buffer_append(&key, path);
	fg_buffer_append(&key, (fg_str){ "", 1 });
	fg_buffer_append(&key, build_id);
	number = fg_frames_intern(symbols->keys, fg_buffer_text(&key));
	free(key.p);
	if (number == symbols->count) {
		FG_RESERVE(&symbols->modules, &symbols->room,
			   symbols->count + 1);
		symbols->modules[symbols->count++] = (struct module){
			.path = keep(symbols, path),
			.build_id = keep(symbols, build_id),
		};
	}
	return number;
}

static void open_module(struct symbols *symbols, struct module *module)
{
	const char *root = symbols->options->symbol_root;
	const fg_str deleted = FG_STR(" (deleted)");
	fg_str name = module->path;
	char *path;
	Dwarf *dwarf;

	module->is_tried = true;
	if (fg_ends_with(name, deleted))
		name.n -= deleted.n;
	path = fg_str_dup(name);
	if (strlen(path) < name.n || *path == '[')
		module->problem = "no file";
	else
		module->elf = symbols_elf_open(root ? root : "", path,
					       module->build_id,
					       &module->problem);
	free(path);
	dwarf = module->elf ? symbols_elf_dwarf(module->elf) : NULL;
	if (dwarf)
		module->dwarf = symbols_dwarf_new(dwarf);
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
	return get_module(symbols, module)->dwarf != NULL;
}

bool symbols_has_segment(struct symbols *symbols, uint32_t module,
			 uint64_t vaddr, uint64_t size)
{
	const struct module *m = get_module(symbols, module);

	return !m->elf || symbols_elf_has_segment(m->elf, vaddr, size);
}

void symbols_reject(struct symbols *symbols, uint32_t module,
		    const char *reason)
{
	struct module *m = get_module(symbols, module);

	symbols_dwarf_free(m->dwarf);
	symbols_elf_close(m->elf);
	m->dwarf = NULL;
	m->elf = NULL;
	m->problem = reason;
}

/* The source's name of a linker's, worked out once for each. */
static fg_str plain_name(struct symbols *symbols, const char *linked)
{
	uint32_t id = fg_frames_intern(symbols->mangled, fg_from_c(linked));
	char *plain;

	if (id < symbols->name_count)
		return symbols->names[id];
	plain = demangle(linked);
	FG_RESERVE(&symbols->names, &symbols->name_room, (size_t)id + 1);
	symbols->names[symbols->name_count++] =
		keep(symbols, fg_from_c(plain ? plain : linked));
	free(plain);
	return symbols->names[id];
}

static struct native_frame *room_for(struct symbols *symbols, size_t count)
{
	FG_RESERVE(&symbols->frames, &symbols->frame_room, count);
	return symbols->frames;
}

/* The scopes of the debug information; *complete if none lacks its name. */
static size_t find_scopes(struct symbols *symbols, struct module *module,
			  uint64_t vaddr, bool *complete)
{
	const struct symbols_scope *scopes;
	bool lines = symbols->options->srcline;
	size_t n = symbols_dwarf_find(module->dwarf, vaddr, lines, &scopes);
	struct native_frame *frames = room_for(symbols, n + 1);

	for (size_t i = 0; i < n; i++) {
		frames[i] = (struct native_frame){
			.file = fg_from_c(scopes[i].file),
			.line = scopes[i].line > 0 ? (uint64_t)scopes[i].line
						   : 0,
			.inlined = i + 1 < n,
		};
		if (scopes[i].name)
			frames[i].name = plain_name(symbols, scopes[i].name);
	}
	*complete = n > 0 && !scopes[n - 1].is_plain;
	return n;
}

/*
 * The symbol table may be all there is; and it knows where a function belongs
 * whose debug information has "operator()" for a name.
 */
static void take_symbol(struct symbols *symbols, struct module *module,
			uint64_t vaddr, struct native_frame *frame)
{
	const char *name = symbols_elf_find(module->elf, vaddr);

	if (name && (frame->name.n == 0 ||
		     (name[0] == '_' && (name[1] == 'Z' || name[1] == 'R'))))
		frame->name = plain_name(symbols, name);
}

/* What the binary itself calls that address; false when it is outside. */
static bool find_vaddr(const struct symbols_elf *elf, enum symbols_kind kind,
		       uint64_t address, uint64_t *vaddr)
{
	uint64_t start = 0;

	if (kind == SYMBOLS_OFFSET)
		return symbols_elf_vaddr(elf, address, vaddr);
	if (kind == SYMBOLS_RELATIVE && !symbols_elf_start(elf, &start))
		return false;
	*vaddr = start + address;
	return true;
}

static size_t find(struct symbols *symbols, struct module *module,
		   enum symbols_kind kind, uint64_t address)
{
	struct native_frame *frames;
	uint64_t vaddr;
	bool complete = false;
	size_t n = 0;

	if (module->elf && find_vaddr(module->elf, kind, address, &vaddr)) {
		if (module->dwarf)
			n = find_scopes(symbols, module, vaddr, &complete);
		frames = room_for(symbols, n + 1);
		if (n == 0)
			frames[n++] = (struct native_frame){ 0 };
		if (!complete)
			take_symbol(symbols, module, vaddr, &frames[n - 1]);
		return n;
	}
	room_for(symbols, 1)[0] = (struct native_frame){ 0 };
	return 1;
}

size_t symbols_find(struct symbols *symbols, uint32_t module,
		    enum symbols_kind kind, uint64_t address,
		    const struct native_frame **frames)
{
	struct module *m = get_module(symbols, module);
	size_t n = find(symbols, m, kind, address);

	for (size_t i = 0; i < n; i++) {
		symbols->frames[i].module = m->path;
		symbols->frames[i].address = address;
		symbols->frames[i].has_address = true;
		symbols->frames[i].is_offset = true;
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

void symbols_report(const struct symbols *symbols, struct fg_diag *diag,
		    struct fg_loc loc)
{
	const struct module *worst = worst_module(symbols);
	uint64_t unnamed = 0;

	for (size_t i = 0; i < symbols->count; i++)
		unnamed += symbols->modules[i].unnamed;
	if (!worst || symbols->options->no_symbols)
		return;
	fg_note(diag, loc,
		"%" PRIu64 " of %" PRIu64 " addresses have no name; most of "
		"them are in %.*s (%s)",
		unnamed, symbols->asked, FG_FMT(worst->path),
		worst->problem ? worst->problem : "no symbol there");
}
