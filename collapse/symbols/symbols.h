/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_H
#define COLLAPSE_SYMBOLS_H

#include "fg/diag.h"
#include "native.h"

/*
 * The functions at addresses of binaries, for profiles that hold nothing but
 * addresses: the one face of elfutils.
 *
 *	struct symbols *symbols = symbols_new(c->options);
 *	uint32_t libfoo = symbols_module(symbols, path, build_id);
 *	n = symbols_find(symbols, libfoo, SYMBOLS_VADDR, 0x11f5, &frames);
 *	for (i = 0; i < n; i++)
 *		... frames[i], the innermost function first ...
 *	symbols_report(symbols, c->diag, loc);
 *	symbols_free(symbols);
 *
 * A binary is opened at its first address, read-only, and only if it is a
 * regular file and an executable or a shared library of ELF. What it says of
 * further files (separate debug information) is followed on this machine
 * alone: below its own folder and /usr/lib/debug, never over the network.
 *
 * An address that calls has to be looked up as "address - 1": a return address
 * may lie in the next function already.
 */
struct symbols;

/* How an address counts. */
enum symbols_kind {
	SYMBOLS_VADDR, /* as the binary's program headers do; 0-based for PIE */
	SYMBOLS_OFFSET, /* from the start of the file */
	SYMBOLS_RELATIVE, /* from where the file's memory starts */
};

/* With --no-symbols, or built without elfutils, nothing is ever found. */
struct symbols *symbols_new(const struct collapse_options *options);
void symbols_free(struct symbols *symbols); /* NULL is allowed */

/*
 * The number of a binary; the same again for the same two. `build_id` are its
 * bytes, or empty where the profile has none: a file with another one counts
 * as missing.
 */
uint32_t symbols_module(struct symbols *symbols, fg_str path, fg_str build_id);

/*
 * Whether the binary is there with its debug information, so that all of its
 * functions are known, inlined ones too.
 */
bool symbols_is_complete(struct symbols *symbols, uint32_t module);

/*
 * Whether the binary has loadable memory at [vaddr, vaddr + size): false says
 * that the file is not the one that was recorded. True where it is missing.
 */
bool symbols_has_segment(struct symbols *symbols, uint32_t module,
			 uint64_t vaddr, uint64_t size);

/* From now on the binary counts as missing, for the reason given. */
void symbols_reject(struct symbols *symbols, uint32_t module,
		    const char *reason);

/*
 * Sets *frames to what is at the address, the innermost function first, all
 * but the last of them inlined, and returns how many: 1 (without a name) when
 * nothing is known, more than that where functions were inlined. `address` and
 * module are set in each. Valid until the next call; the texts, as long as
 * `symbols`.
 */
size_t symbols_find(struct symbols *symbols, uint32_t module,
		    enum symbols_kind kind, uint64_t address,
		    const struct native_frame **frames);

/* A note that tells for which binaries names were missing, and why. */
void symbols_report(const struct symbols *symbols, struct fg_diag *diag,
		    struct fg_loc loc);

#endif
