/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_H
#define COLLAPSE_SYMBOLS_H

#include "fg/diag.h"
#include "names/native.h"

/*
 * Finds the functions at addresses, for profiles that have only addresses: in
 * binaries, in the kernel, and in code made at run time.
 *
 *	struct symbols *symbols = symbols_new(c->options);
 *	uint32_t libfoo = symbols_module(symbols, path, build_id);
 *	n = symbols_find(symbols, libfoo, SYMBOLS_VADDR, 0x11f5, &frames);
 *	for (i = 0; i < n; i++)
 *		... frames[i], the innermost function first ...
 *	symbols_report(symbols, c->diag, loc);
 *	symbols_free(symbols);
 *
 * A file is opened at the first look-up in it, read-only, and only if it is a
 * regular file. Separate debug information is searched on this machine only,
 * never over the network; see symbols_files.h.
 *
 * The address of a call must be looked up as "address - 1", because a return
 * address may already be in the next function.
 */
struct symbols;
struct cfi;

/* The meaning of an address. */
enum symbols_kind {
	SYMBOLS_VADDR, /* as in the program headers; 0-based for PIE */
	SYMBOLS_OFFSET, /* from the start of the file */
	SYMBOLS_RELATIVE, /* from the start of the file's memory */
};

/* With --no-symbols nothing is ever found. */
struct symbols *symbols_new(const struct collapse_options *options);
void symbols_free(struct symbols *symbols); /* NULL is allowed */

/*
 * Sets when the recording ended, in seconds since 1970. A binary that was
 * changed later, and whose build ID was not recorded, counts as missing. Call
 * it before the first symbols_find().
 */
void symbols_set_recorded(struct symbols *symbols, uint64_t seconds);

/*
 * Makes names of C++ and Rust as in perf's text, without return types and
 * arguments. Call it before the first symbols_find().
 */
void symbols_set_short_names(struct symbols *symbols);

/*
 * The number of a binary; equal arguments give the same number. `build_id` is
 * its bytes, or empty where the profile has none: a file with another build ID
 * counts as missing.
 */
uint32_t symbols_module(struct symbols *symbols, fg_str path, fg_str build_id);

/*
 * Sets a process that had the module, perhaps in its own file system: if the
 * path has no matching file, and there is no --sysroot, the path below
 * /proc/PID/root is tried. Only the first call has an effect.
 */
void symbols_set_process(struct symbols *symbols, uint32_t module,
			 uint32_t pid);

/* The recorded data of the kernel; all may be empty. */
struct symbols_kernel {
	fg_str build_id;
	fg_str release; /* as `uname -r` prints it */
	fg_str reference; /* "_text" or "_stext", and its address */
	uint64_t reference_address;
};

/*
 * The number of the kernel with all its modules; addresses in it are
 * SYMBOLS_VADDR. The names come from --kallsyms, else from perf's cache of
 * build IDs, else from the running kernel, if it is the recorded one. A
 * frame's module is "[kernel.kallsyms]" or, for example, "[ext4]".
 */
uint32_t symbols_kernel(struct symbols *symbols,
			const struct symbols_kernel *kernel);

/*
 * The number of a module of the kernel, whose names are those of its file; see
 * symbols_vmlinux.h. Addresses in it are SYMBOLS_VADDR from its start on.
 */
uint32_t symbols_kernel_object(struct symbols *symbols, fg_str path,
			       fg_str build_id);

/*
 * The number of the code that a virtual machine made at run time and wrote to
 * a perf-PID.map at `path`; addresses in it are SYMBOLS_VADDR. See perfmap.h.
 */
uint32_t symbols_perfmap(struct symbols *symbols, fg_str path);

/* The same of a jit dump; addresses in it are those of symbols_jit(). */
uint32_t symbols_jitdump(struct symbols *symbols, fg_str path);

/*
 * The code at an address of a jit dump at some time (by its clock, UINT64_MAX
 * for its end), as a number to look up as SYMBOLS_VADDR, because an address
 * may belong to several functions one after the other. False when there was
 * none.
 */
bool symbols_jit(struct symbols *symbols, uint32_t module, uint64_t address,
		 uint64_t time, uint64_t *number);

/*
 * Whether the binary has its debug information, so that all of its functions
 * are known, inlined ones too.
 */
bool symbols_is_complete(struct symbols *symbols, uint32_t module);

/*
 * Whether the binary has loadable memory at [vaddr, vaddr + size). False means
 * that the file is not the recorded one. True where it is missing.
 */
bool symbols_has_segment(struct symbols *symbols, uint32_t module,
			 uint64_t vaddr, uint64_t size);

/* From now on the binary counts as missing, for the reason given. */
void symbols_reject(struct symbols *symbols, uint32_t module,
		    const char *reason);

/*
 * Sets *frames to the functions at the address, the innermost first, all but
 * the last of them inlined, and returns their number: 1 (without a name) when
 * nothing is known, more where functions were inlined. `address` and module
 * are set in each. Valid until the next call; the texts as long as `symbols`.
 *
 * With --inline no it is one frame, named by the symbol table.
 */
size_t symbols_find(struct symbols *symbols, uint32_t module,
		    enum symbols_kind kind, uint64_t address,
		    const struct native_frame **frames);

/*
 * The call frame information of a binary, and the address of an offset in its
 * file; see cfi.h. NULL where there is none. It ignores --no-symbols, because
 * without it frames would be missing, not only names.
 */
struct cfi *symbols_cfi(struct symbols *symbols, uint32_t module,
			uint64_t offset, uint64_t *vaddr);

/* The same of code that was found by symbols_jit() in a jit dump. */
struct cfi *symbols_jit_cfi(struct symbols *symbols, uint32_t module,
			    uint64_t number, uint64_t *vaddr);

/*
 * Why a module has no names, as a short text ("not found", "another build ID",
 * ...); NULL when it is there, or was never needed.
 */
const char *symbols_problem(const struct symbols *symbols, uint32_t module);

/*
 * A warning, also in quiet runs, where names are lost because a file is there
 * and cannot be read, or is there no more.
 */
void symbols_report_unreadable(const struct symbols *symbols,
			       struct fg_diag *diag, struct fg_loc loc);

/*
 * The same, and a note that says for which binaries names were missing, and
 * why.
 */
void symbols_report(const struct symbols *symbols, struct fg_diag *diag,
		    struct fg_loc loc);

#endif
