/* SPDX-License-Identifier: MIT */
#include "native.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "symbol_text.h"

void namer_init(struct namer *namer, const struct collapse_options *options,
		struct stackbuf *stack)
{
	*namer = (struct namer){ .options = options, .stack = stack };
}

void namer_free(struct namer *namer)
{
	free(namer->text.p);
	free(namer->cut.p);
	free(namer->plain.p);
	free(namer->rust.p);
}

bool native_is_unnamed(fg_str name)
{
	return name.n == 0 || fg_equal(name, FG_STR("???")) ||
	       fg_equal(name, FG_STR("??"));
}

fg_str native_base_name(fg_str path)
{
	for (size_t i = path.n; i-- > 0;) {
		if (path.p[i] == '/' || path.p[i] == '\\')
			return fg_slice(path, i + 1, path.n);
	}
	return path;
}

/* "libfoo.so" of "/usr/lib/libfoo.so (deleted)" */
static fg_str module_name(fg_str path)
{
	const fg_str deleted = FG_STR(" (deleted)");

	if (fg_ends_with(path, deleted))
		path.n -= deleted.n;
	return native_base_name(path);
}

static void append(struct namer *namer, fg_str s)
{
	fg_buffer_append(&namer->text, s);
}

static void append_number(struct namer *namer, const char *before, uint64_t n,
			  bool hex)
{
	char digits[24];
	int size = snprintf(digits, sizeof digits,
			    hex ? "0x%" PRIx64 : "%" PRIu64, n);

	append(namer, fg_from_c(before));
	append(namer, (fg_str){ digits, (size_t)size });
}

/*
 * Writes an address with its module: for --addrs, which perf's text has, and
 * for --unknown both.
 */
static void append_unknown(struct namer *namer,
			   const struct native_frame *frame)
{
	const struct collapse_options *o = namer->options;
	fg_str module = module_name(frame->module);
	bool wants_address = o->unknown == UNKNOWN_ADDR && !frame->is_offset;
	bool both = o->unknown != UNKNOWN_MODULE || o->addrs;

	if (frame->has_address && (module.n == 0 || wants_address)) {
		append_number(namer, "", frame->address, true);
	} else if (frame->has_address && both) {
		append(namer, module);
		append_number(namer, "+", frame->address, true);
	} else {
		/* "[vdso]" already has brackets */
		bool bare = module.n == 0 || *module.p != '[';

		append(namer, bare ? FG_STR("[") : FG_STR(""));
		append(namer, module.n ? module : FG_STR("unknown"));
		append(namer, bare ? FG_STR("]") : FG_STR(""));
	}
}

/* The part of a function's name that the options keep. */
static fg_str strip(struct namer *namer, fg_str name)
{
	name = symbol_repair_rust(name, &namer->rust);
	if (namer->options->strip_args)
		name = symbol_cut_arguments(name, &namer->cut);
	if (namer->options->strip_templates)
		name = symbol_cut_templates(name, &namer->plain);
	return name;
}

static void append_known(struct namer *namer, const struct native_frame *frame)
{
	if (namer->options->modules && frame->module.n > 0) {
		append(namer, module_name(frame->module));
		append(namer, FG_STR("`"));
	}
	append(namer, strip(namer, frame->name));
	if (namer->options->srcline && frame->file.n > 0) {
		append(namer, FG_STR(" ("));
		append(namer, native_base_name(frame->file));
		if (frame->line > 0)
			append_number(namer, ":", frame->line, false);
		append(namer, FG_STR(")"));
	}
}

bool namer_name(struct namer *namer, const struct native_frame *frame,
		fg_frame *id)
{
	enum inlines inlines = namer->options->inlines;
	struct native_frame part = *frame;

	if (frame->inlined && inlines == INLINE_NO)
		return false;
	/* many frames may share a long text, so cut it before copying it */
	part.name = stackbuf_within(namer->stack, frame->name);
	part.module = stackbuf_within(namer->stack, frame->module);
	part.file = stackbuf_within(namer->stack, frame->file);
	namer->text.n = 0;
	if (native_is_unnamed(part.name))
		append_unknown(namer, &part);
	else
		append_known(namer, &part);
	if (frame->inlined && inlines == INLINE_MARK)
		append(namer, FG_STR("_[i]"));
	*id = stackbuf_intern(namer->stack, fg_buffer_text(&namer->text));
	return true;
}

/* Cuts ":12" off the end of *text; false when there is none. */
static bool take_number(fg_str *text, uint64_t *number)
{
	size_t colon = fg_rfind_char(*text, ':');

	if (colon == text->n ||
	    !fg_parse_u64(fg_slice(*text, colon + 1, text->n), number))
		return false;
	text->n = colon;
	return true;
}

bool native_read_source(fg_str text, struct native_frame *frame)
{
	uint64_t column;

	if (!take_number(&text, &column))
		return false;
	if (!take_number(&text, &frame->line))
		frame->line = column;
	if (!native_is_unnamed(text))
		frame->file = text;
	return true;
}
