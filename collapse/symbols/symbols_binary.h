/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_BINARY_H
#define COLLAPSE_SYMBOLS_BINARY_H

#include "fg/base.h"
#include "symbols.h"

/*
 * One binary with its functions, from its symbol table and its debug
 * information. Private to symbols.c. symbols_binary.c uses elfutils;
 * symbols_none.c replaces it in a program built without.
 */
struct binary;

struct binary_wanted {
	const char *root; /* folder below which paths are; may be "" */
	fg_str path;
	fg_str build_id; /* its bytes, or empty: any */
	uint64_t recorded; /* seconds since 1970; 0: not known */
	uint32_t pid; /* of a process that had it; 0: not known */
	const char *kernel_release; /* kernel release of a vDSO; may be NULL */
	bool needs_debug; /* the symbol table alone is not enough */
};

/* NULL with *problem set to a short text when there is no such binary. */
struct binary *binary_open(const struct binary_wanted *wanted,
			   const char **problem);
void binary_close(struct binary *binary); /* NULL is allowed */

/* Converts an address to one of its own; see symbols.h. */
bool binary_vaddr(const struct binary *binary, enum symbols_kind kind,
		  uint64_t address, uint64_t *vaddr);
bool binary_has_segment(const struct binary *binary, uint64_t vaddr,
			uint64_t size);

/* Whether it has debug information that may be used. */
bool binary_has_debug(const struct binary *binary);

/* The most bytes that were read for it; this bounds names. */
uint64_t binary_size(const struct binary *binary);

/*
 * The linker's name of the function at an address, or empty. Valid as long as
 * the binary. O(log n) but for the first.
 */
fg_str binary_symbol(struct binary *binary, uint64_t vaddr);

/* Its call frame information; NULL when it has none. */
struct cfi *binary_cfi(struct binary *binary);

/* One function at an address, as the debug information has it. */
struct binary_scope {
	fg_str name; /* the linker's, if it is there; or the source's */
	fg_str file; /* source file of the address; empty without lines */
	int line;
};

/*
 * Sets *scopes, innermost first, and returns their number: none where nothing
 * is known. Valid until the next call; the texts as long as the binary. The
 * first address of a compilation unit costs a walk through it.
 */
size_t binary_scopes(struct binary *binary, uint64_t vaddr, bool want_lines,
		     const struct binary_scope **scopes);

#endif
