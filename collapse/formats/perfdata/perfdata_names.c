/* SPDX-License-Identifier: MIT */
#include "perfdata_names.h"

#include <stdlib.h>

#include "fg/text.h"
#include "scan.h"

void names_init(struct names *names, const struct collapse_options *options,
		const struct modules *modules, struct tasks *tasks,
		const struct features *features)
{
	*names = (struct names){
		.options = options,
		.modules = modules,
		.tasks = tasks,
		.features = features,
		.symbols = symbols_new(options),
	};
	names->binaries = fg_calloc(modules->count, sizeof *names->binaries);
}

void names_free(struct names *names)
{
	symbols_free(names->symbols);
	free(names->binaries);
	free(names->module.p);
}

/* The file's number in `symbols`. */
static uint32_t binary_of(struct names *names, uint32_t number)
{
	const struct module *module = &names->modules->items[number];
	fg_str build_id = module->build_id;

	if (names->binaries[number] == 0) {
		if (build_id.n == 0)
			build_id = features_build_id(names->features,
						     module->path);
		names->binaries[number] =
			symbols_module(names->symbols, module->path, build_id) +
			1;
	}
	return names->binaries[number] - 1;
}

/*
 * A return address that is the first of its function was not called from
 * there: the kernel has the handler of a signal return to __restore_rt, and
 * programs begin in _dl_start_user.
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

/* "ext4.ko.xz" is "[ext4]", as perf has it. */
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
	if (fg_ends_with(path, deleted))
		path.n -= deleted.n;
	return path;
}

/* What perf inject --jit makes of what a JIT compiler wrote. */
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
	return module->kind == MODULE_JIT || is_jitted(module->path)
		       ? SAMPLE_JIT
		       : SAMPLE_PLAIN;
}

/*
 * The place in a map that was told of only later, as perf record
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
	};
	if (module->kind == MODULE_FILE)
		look_up_file(names, &place, found);
	else if (module->kind == MODULE_SYMBOL)
		names->frame.name = module->path;
	if (module->kind != MODULE_NONE)
		found->module = shown_module(names, module);
}
