/* SPDX-License-Identifier: MIT */
#ifndef HEAPTRACK_MODULES_H
#define HEAPTRACK_MODULES_H

#include "symbols/resolve.h"

/*
 * The frames of a raw file, which has only addresses: modules with the memory
 * they are loaded at, and addresses that were recorded during that time.
 *
 *	m 1f /lib/x86_64-linux-gnu/libc.so.6 7fb4fd21e000 0 25388 26000 1550fc
 *
 * has a name, the base of the file's own addresses, and the position and size
 * of each loaded segment. Addresses are numbered from 1, as instruction
 * pointers are in an interpreted file.
 */
struct heaptrack_modules {
	struct symbols *symbols;
	struct resolver resolver;
	fg_str executable; /* path of a module named "x" */
	struct heaptrack_segment *segments; /* of all modules */
	size_t segment_count, segment_room;
	bool is_sorted;
	struct heaptrack_address *addresses;
	size_t count, room;
	struct fg_frames *keys; /* address and generation */
	uint64_t generation; /* of the modules: they are replaced together */
	struct fg_arena texts;
};

/* Borrows both. */
void heaptrack_modules_init(struct heaptrack_modules *modules,
			    const struct collapse_options *options,
			    struct namer *namer);
void heaptrack_modules_free(struct heaptrack_modules *modules);

/* The path of the executable. */
void heaptrack_modules_executable(struct heaptrack_modules *modules,
				  fg_str path);

/*
 * Reads the text after "m "; `sized` as in heaptrack_take_text. The module "-"
 * drops all modules. False when it is not valid.
 */
bool heaptrack_modules_add(struct heaptrack_modules *modules, fg_str text,
			   bool sized);

/* Adds an address; returns its number. */
uint64_t heaptrack_modules_address(struct heaptrack_modules *modules,
				   uint64_t address);

/* The innermost function there; empty where it has no name. */
fg_str heaptrack_modules_name(struct heaptrack_modules *modules,
			      uint64_t number);

/* Pushes the frames of the address of that number, the innermost first. */
void heaptrack_modules_push(struct heaptrack_modules *modules, uint64_t number,
			    struct namer *namer, struct stackbuf *stack);

#endif
