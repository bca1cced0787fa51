/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_NATIVE_H
#define COLLAPSE_NATIVE_H

#include "fg/lines.h"
#include "fold/stackbuf.h"

/*
 * How frames of compiled code are named, so that --unknown, --modules,
 * --srcline and --inline mean the same for every format that has them.
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
	fg_str module; /* path or name of the file it is from, or empty */
	fg_str file; /* of the source, or empty */
	uint64_t line; /* 0: not known */
	uint64_t address; /* as the input has it */
	bool has_address;
	bool is_offset; /* the address is one in the module's file */
	bool inlined; /* into the frame that calls it */
};

struct namer {
	const struct collapse_options *options;
	struct stackbuf *stack;
	struct fg_buffer text; /* room for one name */
	struct fg_buffer cut, plain; /* for --strip-args, --strip-templates */
	struct fg_buffer rust; /* for names of Rust that are half mangled */
};

/* Borrows both. */
void namer_init(struct namer *namer, const struct collapse_options *options,
		struct stackbuf *stack);
void namer_free(struct namer *namer);

/*
 * The id of the frame's name in the profile; false when the user wants such
 * frames left out.
 */
bool namer_name(struct namer *namer, const struct native_frame *frame,
		fg_frame *id);

/* Whether a profiler's text for a function means that it has none. */
bool native_is_unnamed(fg_str name);

/* What follows the last '/' or '\\' of a path. */
fg_str native_base_name(fg_str path);

/*
 * Reads the place in the source, "a.c:12" or "a.rs:12:5", into file and line;
 * false, and nothing read, when it is none.
 */
bool native_read_source(fg_str text, struct native_frame *frame);

#endif
