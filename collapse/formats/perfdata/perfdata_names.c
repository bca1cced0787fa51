/* SPDX-License-Identifier: MIT */
#include "perfdata_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "fg/text.h"
#include "input/scan.h"

void names_init(struct names *names, const struct collapse_options *options,
		const struct modules *modules, struct tasks *tasks,
		const struct features *features, uint64_t recorded)
{
	*names = (struct names){
		.options = options,
		.modules = modules,
		.tasks = tasks,
		.features = features,
		.symbols = symbols_new(options),
	};
	symbols_set_short_names(names->symbols);
	if (recorded > 0)
		symbols_set_recorded(names->symbols, recorded);
}

void names_free(struct names *names)
{
	symbols_free(names->symbols);
	free(names->binaries);
	free(names->module.p);
}

/*
 * The number of the process inside its container, which its map file is named
 * by.
 */
static uint32_t inner_pid(uint32_t pid)
{
	char path[40], line[256];
	uint32_t inner = pid;
	FILE *status;

	snprintf(path, sizeof path, "/proc/%" PRIu32 "/status", pid);
	status = fopen(path, "re");
	while (status && fgets(line, sizeof line, status)) {
		fg_str rest = fg_trim(fg_from_c(line));
		uint64_t number;

		if (!fg_starts_with(rest, FG_STR("NSpid:")))
			continue;
		rest = fg_slice(rest, fg_rfind_char(rest, '\t') + 1, rest.n);
		if (fg_parse_u64(rest, &number))
			inner = (uint32_t)number;
	}
	if (status)
		fclose(status);
	return inner;
}

static uint32_t add_perf_map(struct names *names, const struct module *module)
{
	char path[40];
	uint32_t number;

	snprintf(path, sizeof path, "/tmp/perf-%" PRIu32 ".map",
		 names->options->symbol_root ? module->pid
					     : inner_pid(module->pid));
	number = symbols_perfmap(names->symbols, fg_from_c(path));
	symbols_set_process(names->symbols, number, module->pid);
	return number;
}

static uint32_t add_file(struct names *names, const struct module *module,
			 fg_str build_id)
{
	uint32_t number =
		symbols_module(names->symbols, module->path, build_id);

	symbols_set_process(names->symbols, number, module->pid);
	return number;
}

static fg_str build_id_of(const struct names *names,
			  const struct module *module)
{
	return module->build_id.n > 0
		       ? module->build_id
		       : features_build_id(names->features, module->path);
}

static uint32_t add_binary(struct names *names, const struct module *module)
{
	fg_str build_id = build_id_of(names, module);

	switch (module->kind) {
	case MODULE_JIT:
		return add_perf_map(names, module);
	case MODULE_JIT_DUMP:
		return symbols_jitdump(names->symbols, module->path);
	case MODULE_FILE:
		return add_file(names, module, build_id);
	case MODULE_KERNEL_OBJECT:
		return symbols_kernel_object(names->symbols, module->path,
					     build_id);
	default:
		return symbols_kernel(
			names->symbols,
			&(struct symbols_kernel){
				.build_id = build_id,
				.release = names->features->release,
				.reference = module->reference,
				.reference_address = module->reference_address,
			});
	}
}

/* The module's number in `symbols`. */
static uint32_t binary_of(struct names *names, uint32_t number)
{
	size_t old = names->binary_room;

	FG_RESERVE(&names->binaries, &names->binary_room, (size_t)number + 1);
	if (number >= names->binary_count)
		names->binary_count = (size_t)number + 1;
	if (names->binary_room > old)
		memset(names->binaries + old, 0,
		       (names->binary_room - old) * sizeof *names->binaries);
	if (names->binaries[number] == 0)
		names->binaries[number] =
			add_binary(names, &names->modules->items[number]) + 1;
	return names->binaries[number] - 1;
}

bool names_jit(struct names *names, uint32_t dump, uint64_t address,
	       uint64_t time, uint64_t *offset)
{
	return symbols_jit(names->symbols, binary_of(names, dump), address,
			   time, offset);
}

/* Its current number in `symbols`, which may change until all is read. */
static uint32_t binary_now(struct names *names, const struct module *module)
{
	/* the kernel's release identifies the vDSO */
	if (names->modules->kernel > 0 && names->features->release.n > 0)
		(void)binary_of(names, names->modules->kernel);
	return add_file(names, module, build_id_of(names, module));
}

struct cfi *names_cfi(struct names *names, uint32_t number, uint64_t offset,
		      uint64_t *vaddr)
{
	const struct module *module = &names->modules->items[number];

	if (module->kind != MODULE_FILE)
		return NULL;
	return symbols_cfi(names->symbols, binary_now(names, module), offset,
			   vaddr);
}

struct cfi *names_jit_cfi(struct names *names, uint32_t dump, uint64_t address,
			  uint64_t time, uint64_t *vaddr)
{
	uint64_t offset;

	if (!names_jit(names, dump, address, time, &offset))
		return NULL;
	return symbols_jit_cfi(names->symbols, binary_of(names, dump), offset,
			       vaddr);
}

bool names_misses(struct names *names, uint32_t number)
{
	return names->modules->items[number].kind == MODULE_FILE &&
	       names_cfi_problem(names, number) != NULL;
}

const char *names_cfi_problem(struct names *names, uint32_t number)
{
	const struct module *module = &names->modules->items[number];

	if (module->kind != MODULE_FILE)
		return "no code of a file";
	return symbols_problem(names->symbols, binary_now(names, module));
}

/*
 * Whether a function is entered by a return and not by a call, so that a
 * return address at its start belongs to it: the kernel lets the handler of a
 * signal return to __restore_rt, and programs begin in _dl_start_user.
 */
static bool is_entered_by_return(fg_str name)
{
	static const char *const names[] = {
		"__restore_rt",	      "__restore",	"__kernel_rt_sigreturn",
		"__kernel_sigreturn", "_dl_start_user", NULL,
	};

	return scan_is_any(name, names) || fg_starts_with(name, FG_STR("runtime"
								       ".sigret"
								       "urn"));
}

static bool may_be_entered_by_return(fg_str before)
{
	return before.n == 0 || fg_equal(before, FG_STR("_start"));
}

static void look_up_file(struct names *names, const struct place *place,
			 struct place_names *found)
{
	uint32_t binary = binary_of(names, place->module);

	found->count = symbols_find(names->symbols, binary, SYMBOLS_OFFSET,
				    place->offset - place->is_caller,
				    &found->frames);
	if (!place->is_caller ||
	    !may_be_entered_by_return(found->frames[0].name))
		return;
	found->count = symbols_find(names->symbols, binary, SYMBOLS_OFFSET,
				    place->offset, &found->frames);
	if (!is_entered_by_return(found->frames[0].name))
		found->count = symbols_find(names->symbols, binary,
					    SYMBOLS_OFFSET, place->offset - 1,
					    &found->frames);
}

/*
 * Looks up code by its address in memory: code of a JIT compiler, or the
 * kernel with its modules. The list of kernel symbols has better module names
 * than the map.
 */
static void look_up_address(struct names *names, const struct place *place,
			    uint32_t number, struct place_names *found)
{
	found->count = symbols_find(names->symbols, binary_of(names, number),
				    SYMBOLS_VADDR,
				    place->offset - place->is_caller,
				    &found->frames);
}

/* The kernel's list has its modules, if it was made at the same boot. */
static void look_up_kernel(struct names *names, const struct place *place,
			   struct place_names *found)
{
	const struct module *module = &names->modules->items[place->module];
	struct place inside = *place;

	if (names->modules->kernel > 0)
		look_up_address(names, place, names->modules->kernel, found);
	if (found->frames->name.n > 0 || module->kind != MODULE_KERNEL_OBJECT)
		return;
	inside.offset -= module->start;
	look_up_address(names, &inside, place->module, found);
}

/* "ext4.ko.xz" becomes "[ext4]", as in perf. */
static fg_str kernel_object(struct names *names, fg_str path)
{
	fg_str file = native_base_name(path);

	if (fg_starts_with(file, FG_STR("[")))
		return file;
	file.n = fg_find(file, FG_STR(".ko"));
	names->module.n = 0;
	fg_buffer_append(&names->module, FG_STR("["));
	fg_buffer_append(&names->module, file);
	fg_buffer_append(&names->module, FG_STR("]"));
	for (size_t i = 0; i < names->module.n; i++) {
		if (names->module.p[i] == '-')
			names->module.p[i] = '_';
	}
	return fg_buffer_text(&names->module);
}

static fg_str shown_module(struct names *names, const struct module *module)
{
	const fg_str deleted = FG_STR(" (deleted)");
	fg_str path = module->path;

	if (module->kind == MODULE_KERNEL_OBJECT)
		return kernel_object(names, path);
	if (module->kind == MODULE_SYMBOL)
		return FG_STR("[bpf]");
	if (module->kind == MODULE_JIT_DUMP)
		return FG_STR("[JIT]");
	if (fg_equal(path, FG_STR("[vdso32]")))
		return FG_STR("[vdso]");
	if (fg_ends_with(path, deleted))
		path.n -= deleted.n;
	return path;
}

/* Whether perf inject --jit made the file from the code of a JIT compiler. */
static bool is_jitted(fg_str path)
{
	return fg_starts_with(native_base_name(path), FG_STR("jitted-")) &&
	       fg_ends_with(path, FG_STR(".so"));
}

static enum sample_mark mark_of(const struct place *place,
				const struct module *module)
{
	if (place->mode == PLACE_KERNEL)
		return SAMPLE_KERNEL;
	return module->kind == MODULE_JIT || module->kind == MODULE_JIT_DUMP ||
			       is_jitted(module->path)
		       ? SAMPLE_JIT
		       : SAMPLE_PLAIN;
}

/*
 * Finds the place in a map that was recorded only later, as perf record
 * --tail-synthesize does.
 */
static void find_late_map(const struct names *names, struct place *place)
{
	struct map map;

	if (place->process == 0 ||
	    !maps_find(names->tasks->processes[place->process - 1].maps,
		       place->offset - place->is_caller, &map))
		return;
	place->module = map.module;
	if (names->modules->items[map.module].kind == MODULE_FILE)
		place->offset += map.offset - map.start;
}

void names_look_up(void *reader, const struct place *recorded,
		   struct place_names *found)
{
	struct names *names = reader;
	struct place place = *recorded;
	const struct module *module;

	if (place.module == 0)
		find_late_map(names, &place);
	module = &names->modules->items[place.module];
	names->frame = (struct native_frame){ 0 };
	*found = (struct place_names){
		.frames = &names->frame,
		.count = 1,
		.mark = mark_of(&place, module),
		.module_number = place.module,
	};
	if (place.mode == PLACE_CUT)
		names->frame.name = FG_STR("[truncated]");
	else if (place.mode == PLACE_WAIT)
		names->frame.name = FG_STR("[waiting]");
	else if (module->kind == MODULE_FILE)
		look_up_file(names, &place, found);
	else if (module->kind == MODULE_SYMBOL)
		names->frame.name = module->path;
	else if (place.mode == PLACE_KERNEL)
		look_up_kernel(names, &place, found);
	else if (module->kind == MODULE_JIT || module->kind == MODULE_JIT_DUMP)
		look_up_address(names, &place, place.module, found);
	if (module->kind != MODULE_NONE)
		found->module = shown_module(names, module);
	else if (found->frames->name.n > 0)
		found->module = found->frames->module;
}

const char *names_problem(const struct names *names, uint32_t module)
{
	if (module >= names->binary_count || names->binaries[module] == 0)
		return NULL;
	return symbols_problem(names->symbols, names->binaries[module] - 1);
}
