/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_NATIVE_H
#define COLLAPSE_NATIVE_H

#include "fg/lines.h"
#include "fold/stackbuf.h"

/*
 * Names the frames of compiled code, so that --unknown, --modules, --srcline
 * and --inline mean the same in every format that has them.
 *
 *	struct namer namer;
 *	namer_init(&namer, c->options, &stack);
 *	struct native_frame frame = { .name = name, .module = path };
 *	fg_frame id;
 *	if (namer_name(&namer, &frame, &id))
 *		stackbuf_push_id(&stack, id);
 *	namer_free(&namer);
 *
 *	parse(char const*)              the name, as it is
 *	parse                           --strip-args
 *	libfoo.so`parse                 --modules
 *	parse (config.c:12)             --srcline
 *	shop::main                      shop::main::h0123456789abcdef
 *	[libfoo.so]                     no name
 *	0x4011f6, libfoo.so+0x11f6      no name and --unknown addr, both; the
 *					second also where there is only that
 *	[unknown]                       nothing at all
 */
struct native_frame {
	fg_str name; /* "", "??" and "???" are no names */
	fg_str module; /* path or name of its binary, or empty */
	fg_str file; /* source file, or empty */
	uint64_t line; /* 0: not known */
	uint64_t address; /* as in the input */
	bool has_address;
	bool is_offset; /* the address is an offset in the module's file */
	bool inlined; /* inlined into the next caller */
};

struct namer {
	const struct collapse_options *options;
	struct stackbuf *stack;
	struct fg_buffer text; /* room for one name */
	struct fg_buffer cut, plain; /* for --strip-args, --strip-templates */
	struct fg_buffer rust; /* for Rust names that are half mangled */
};

/* Borrows both. */
void namer_init(struct namer *namer, const struct collapse_options *options,
		struct stackbuf *stack);
void namer_free(struct namer *namer);

/*
 * Finds the id of the frame's name in the profile; false when the options
 * leave such frames out.
 */
bool namer_name(struct namer *namer, const struct native_frame *frame,
		fg_frame *id);

/* Whether a profiler's text for a function means that it has none. */
bool native_is_unnamed(fg_str name);

/* The part after the last '/' or '\\' of a path. */
fg_str native_base_name(fg_str path);

/*
 * Reads a source position, "a.c:12" or "a.rs:12:5", into file and line.
 * Returns false and changes nothing for other text.
 */
bool native_read_source(fg_str text, struct native_frame *frame);

#endif
