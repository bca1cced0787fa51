/* SPDX-License-Identifier: MIT */
#include "perfdata_modules.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "fg/text.h"
#include "perfdata_bytes.h"

enum {
	MISC_MODE = 7,
	MISC_DATA = 1 << 13, /* in MMAP: not executable */
	MISC_BUILD_ID = 1 << 14, /* in MMAP2 */
	PROT_EXECUTE = 4,
	MAP_HUGE = 0x40000,
	BUILD_ID_MAX = 20,
};

void modules_init(struct modules *modules)
{
	*modules = (struct modules){ .keys = fg_frames_new() };
	FG_RESERVE(&modules->items, &modules->room, 1);
	modules->items[modules->count++] = (struct module){ 0 };
	fg_frames_intern(modules->keys, FG_STR("")); /* number 0 */
}

void modules_free(struct modules *modules)
{
	free(modules->items);
	fg_frames_free(modules->keys);
	fg_arena_free(&modules->texts);
	free(modules->key.p);
}

/* Reads the 24 bytes of MMAP2 that identify the file. */
static void read_identity(struct bytes b, bool is_build_id,
			  struct mmap_record *mmap)
{
	size_t size;

	if (!is_build_id)
		return;
	size = (unsigned char)b.rest.p[0];
	mmap->build_id = fg_slice(
		b.rest, 4, 4 + (size < BUILD_ID_MAX ? size : BUILD_ID_MAX));
}

bool mmap_record_read(const struct record *record, bool swapped,
		      struct mmap_record *mmap)
{
	struct bytes b = { .rest = record->body, .swapped = swapped };

	*mmap = (struct mmap_record){ .mode = record->misc & MISC_MODE };
	mmap->pid = bytes_u32(&b);
	bytes_skip(&b, 4);
	mmap->start = bytes_u64(&b);
	mmap->size = bytes_u64(&b);
	mmap->offset = bytes_u64(&b);
	mmap->prot = record->misc & MISC_DATA ? 0 : PROT_EXECUTE;
	if (record->type == FG_RECORD_MMAP2) {
		struct bytes identity = { .rest = bytes_take(&b, 24) };

		if (identity.rest.p)
			read_identity(identity, record->misc & MISC_BUILD_ID,
				      mmap);
		mmap->prot = bytes_u32(&b);
		mmap->flags = bytes_u32(&b);
	}
	if (mmap->size > UINT64_MAX - mmap->start)
		mmap->size = UINT64_MAX - mmap->start;
	mmap->path = bytes_text(&b);
	return !b.is_short;
}

static fg_str keep(struct modules *modules, fg_str text)
{
	if (text.n == 0)
		return (fg_str){ "", 0 };
	return (fg_str){ fg_arena_bytes(&modules->texts, text), text.n };
}

static uint32_t add(struct modules *modules, const struct module *module)
{
	struct fg_buffer *key = &modules->key;
	/*
	 * code that a process wrote is its own; files are the same for all
	 * processes
	 */
	uint32_t pid = module->kind == MODULE_JIT ||
				       module->kind == MODULE_JIT_DUMP
			       ? module->pid
			       : 0;
	/* one that was loaded again is elsewhere */
	uint32_t head[] = { module->kind, pid,
			    (uint32_t)(module->start >> 12) };
	uint32_t number;

	key->n = 0;
	fg_buffer_append(key, (fg_str){ (const char *)head, sizeof head });
	fg_buffer_append(key, module->build_id);
	fg_buffer_append(key, (fg_str){ "", 1 });
	fg_buffer_append(key, module->path);
	number = fg_frames_intern(modules->keys, fg_buffer_text(key));
	if (number == modules->count) {
		FG_RESERVE(&modules->items, &modules->room, number + 1);
		modules->items[number] = *module;
		modules->items[number].path = keep(modules, module->path);
		modules->items[number].build_id =
			keep(modules, module->build_id);
		modules->items[number].reference =
			keep(modules, module->reference);
		modules->count++;
	}
	return number;
}

/* Whether it is memory without a file, as perf names it. */
static bool is_anonymous(const struct mmap_record *mmap)
{
	static const fg_str starts[] = {
		{ "/dev/zero", 9 },
		{ "/anon_hugepage", 14 },
		{ "[stack", 6 },
		{ "/SYSV", 5 },
	};

	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
		if (fg_starts_with(mmap->path, starts[i]))
			return true;
	}
	return (mmap->flags & MAP_HUGE) ||
	       fg_equal(mmap->path, FG_STR("//anon")) ||
	       fg_equal(mmap->path, FG_STR("[heap]"));
}

/*
 * The kernel says "[vdso]" of both that it has; in perf's table of build IDs
 * the one of programs of 32 bits is another. These have 4 GB of addresses.
 */
static fg_str path_of(const struct mmap_record *mmap)
{
	bool is_32 = mmap->start + mmap->size <= UINT64_C(1) << 32;

	if (is_32 && fg_equal(mmap->path, FG_STR("[vdso]")))
		return FG_STR("[vdso32]");
	return mmap->path;
}

static uint32_t user_module(struct modules *modules,
			    const struct mmap_record *mmap)
{
	struct module module = {
		.kind = MODULE_FILE,
		.path = path_of(mmap),
		.build_id = mmap->build_id,
		.pid = mmap->pid,
	};
	char path[40];

	if (is_anonymous(mmap)) {
		module.kind = MODULE_AREA;
		module.build_id.n = 0;
	}
	if (module.kind == MODULE_AREA && (mmap->prot & PROT_EXECUTE)) {
		snprintf(path, sizeof path, "/tmp/perf-%" PRIu32 ".map",
			 mmap->pid);
		module.kind = MODULE_JIT;
		module.path = fg_from_c(path);
	}
	return add(modules, &module);
}

/* "[kernel.kallsyms]_stext" is the kernel with its reference symbol. */
static uint32_t kernel_module(struct modules *modules,
			      const struct mmap_record *mmap)
{
	struct module module = {
		.kind = MODULE_KERNEL_OBJECT,
		.path = mmap->path,
		.build_id = mmap->build_id,
		.start = mmap->start,
	};
	size_t bracket = fg_find_char(mmap->path, ']');
	uint32_t number;

	if (fg_starts_with(mmap->path, FG_STR("[kernel"))) {
		module.kind = MODULE_KERNEL;
		module.reference_address = mmap->offset;
	} else if (fg_starts_with(mmap->path, FG_STR("[guest"))) {
		module.kind = MODULE_GUEST;
	}
	if (module.kind != MODULE_KERNEL_OBJECT && bracket < mmap->path.n) {
		module.path.n = bracket + 1;
		module.reference =
			fg_slice(mmap->path, bracket + 1, mmap->path.n);
	}
	if (module.kind != MODULE_KERNEL_OBJECT)
		module.start = 0;
	number = add(modules, &module);
	if (module.kind == MODULE_KERNEL)
		modules->kernel = number;
	return number;
}

uint32_t modules_of(struct modules *modules, const struct mmap_record *mmap)
{
	enum { USER = 2, GUEST_USER = 5 };

	if (mmap->mode == USER || mmap->mode == GUEST_USER)
		return user_module(modules, mmap);
	return kernel_module(modules, mmap);
}

uint32_t modules_jit_dump(struct modules *modules, uint32_t pid, fg_str path)
{
	return add(modules, &(struct module){ .kind = MODULE_JIT_DUMP,
					      .path = path,
					      .pid = pid });
}

uint32_t modules_symbol(struct modules *modules, fg_str name)
{
	return add(modules,
		   &(struct module){ .kind = MODULE_SYMBOL, .path = name });
}
