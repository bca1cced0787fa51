/* SPDX-License-Identifier: MIT */
/* What stands for symbols.c in a program built without elfutils. */
#include <inttypes.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "symbols.h"

struct symbols {
	fg_str *paths; /* copies */
	size_t count, room;
	struct fg_arena texts;
	struct native_frame frame; /* of the last call */
	uint64_t asked;
};

struct symbols *symbols_new(const struct collapse_options *options)
{
	(void)options;
	return fg_calloc(1, sizeof(struct symbols));
}

void symbols_free(struct symbols *symbols)
{
	if (!symbols)
		return;
	free(symbols->paths);
	fg_arena_free(&symbols->texts);
	free(symbols);
}

uint32_t symbols_module(struct symbols *symbols, fg_str path, fg_str build_id)
{
	(void)build_id;
	FG_RESERVE(&symbols->paths, &symbols->room, symbols->count + 1);
	symbols->paths[symbols->count] = (fg_str){
		fg_arena_bytes(&symbols->texts, path),
		path.n,
	};
	return (uint32_t)symbols->count++;
}

bool symbols_is_complete(struct symbols *symbols, uint32_t module)
{
	(void)symbols;
	(void)module;
	return false;
}

bool symbols_has_segment(struct symbols *symbols, uint32_t module,
			 uint64_t vaddr, uint64_t size)
{
	(void)symbols;
	(void)module;
	(void)vaddr;
	(void)size;
	return true;
}

void symbols_reject(struct symbols *symbols, uint32_t module,
		    const char *reason)
{
	(void)symbols;
	(void)module;
	(void)reason;
}

size_t symbols_find(struct symbols *symbols, uint32_t module,
		    enum symbols_kind kind, uint64_t address,
		    const struct native_frame **frames)
{
	(void)kind;
	symbols->frame = (struct native_frame){
		.module = symbols->paths[module],
		.address = address,
		.has_address = true,
		.is_offset = true,
	};
	symbols->asked++;
	*frames = &symbols->frame;
	return 1;
}

void symbols_report(const struct symbols *symbols, struct fg_diag *diag,
		    struct fg_loc loc)
{
	if (symbols->asked > 0)
		fg_note(diag, loc,
			"%" PRIu64 " addresses have no name; this program was "
			"built without elfutils",
			symbols->asked);
}
