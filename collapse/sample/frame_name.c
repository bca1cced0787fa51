/* SPDX-License-Identifier: MIT */
#include "frame_name.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "fold/filter.h"
#include "names/symbol_text.h"

static const char mark_texts[2][5] = { "_[k]", "_[j]" };

static fg_str from(fg_str s, size_t at)
{
	return fg_slice(s, at, s.n);
}

void sample_namer_init(struct sample_namer *namer,
		       const struct collapse_options *options,
		       struct fg_frames *frames)
{
	*namer = (struct sample_namer){ .options = options, .frames = frames };
	namer->symbols = fg_frames_new();
}

void sample_namer_free(struct sample_namer *namer)
{
	free(namer->name.p);
	free(namer->rust.p);
	free(namer->cut.p);
	free(namer->full.p);
	free(namer->ids);
	fg_frames_free(namer->symbols);
	free(namer->named);
	for (size_t i = 0; i < SAMPLE_ROOTS; i++)
		free(namer->roots[i].comm.p);
	for (size_t i = 0; i < 2; i++)
		free(namer->marked[i]);
}

static void add_id(struct sample_namer *namer, fg_frame id)
{
	FG_RESERVE(&namer->ids, &namer->room, namer->count + 1);
	namer->ids[namer->count++] = id;
}

fg_frame sample_namer_mark(struct sample_namer *namer, fg_frame id,
			   enum sample_mark mark)
{
	size_t which = mark == SAMPLE_JIT;
	fg_frame **memo = &namer->marked[which];
	size_t old = namer->marked_room[which];
	fg_str text = { mark_texts[which], 4 }, name;

	if (mark == SAMPLE_PLAIN ||
	    !(mark == SAMPLE_JIT ? options_mark_jit(namer->options)
				 : options_mark_kernel(namer->options)))
		return id;
	FG_RESERVE(memo, &namer->marked_room[which], (size_t)id + 1);
	if (namer->marked_room[which] > old)
		memset(*memo + old, 0,
		       (namer->marked_room[which] - old) * sizeof **memo);
	if ((*memo)[id])
		return (*memo)[id] - 1;
	name = fg_frames_name(namer->frames, id);
	if (fg_ends_with(name, text))
		return id;
	namer->name.n = 0;
	fg_buffer_append(&namer->name, name);
	fg_buffer_append(&namer->name, text);
	(*memo)[id] =
		fg_frames_intern(namer->frames, fg_buffer_text(&namer->name)) +
		1;
	return (*memo)[id] - 1;
}

static fg_str module_file(const struct sample_frame *frame)
{
	size_t slash = fg_rfind_char(frame->module, '/');

	return slash == frame->module.n ? frame->module
					: from(frame->module, slash + 1);
}

/* "0x1f20e5", "libfoo.so+0x1f20e5", for --unknown. */
static void append_address(struct fg_buffer *name, fg_str file, fg_str address)
{
	if (file.n > 0) {
		sample_append_clean(name, file);
		fg_buffer_append(name, FG_STR("+"));
	}
	fg_buffer_append(name, FG_STR("0x"));
	fg_buffer_append(name, address);
}

/* "[libfoo.so]", or with --addrs "[libfoo.so <1f20e5>]". */
static void append_in_brackets(struct fg_buffer *name, fg_str file,
			       fg_str address, bool addrs)
{
	fg_buffer_append(name, FG_STR("["));
	sample_append_clean(name, file.n ? file : FG_STR("unknown"));
	if (addrs) {
		fg_buffer_append(name, FG_STR(" <"));
		fg_buffer_append(name, address);
		fg_buffer_append(name, FG_STR(">"));
	}
	fg_buffer_append(name, FG_STR("]"));
}

static fg_frame name_unknown(struct sample_namer *namer,
			     const struct sample_frame *frame, fg_str address)
{
	const struct collapse_options *options = namer->options;
	struct fg_buffer *name = &namer->name;
	fg_str file = module_file(frame);

	if (frame->inlined || fg_equal(file, FG_STR("[unknown]")))
		file.n = 0;
	name->n = 0;
	if (options->unknown == UNKNOWN_MODULE)
		append_in_brackets(name, file, address, options->addrs);
	else if (options->unknown == UNKNOWN_ADDR)
		append_address(name, (fg_str){ NULL, 0 }, address);
	else
		append_address(name, file, address);
	return fg_frames_intern(namer->frames, fg_buffer_text(name));
}

/* Names that a JIT made of a label and source text. */
static bool is_script_name(fg_str name)
{
	static const fg_str labels[] = {
		{ "JS:", 3 },	  { "LazyCompile:", 12 }, { "Function:", 9 },
		{ "Script:", 7 }, { "Eval:", 5 },	  { "RegExp:", 7 },
		{ "py::", 4 },
	};

	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
		if (fg_starts_with(name, labels[i]))
			return true;
	}
	return false;
}

/*
 * Whether it has the form "Lorg/x/Y;::m", which a Java map writes for
 * org/x/Y::m.
 */
static bool has_java_l(const struct sample_frame *frame, fg_str piece,
		       bool java)
{
	if (piece.n < 2 || *piece.p != 'L' ||
	    fg_find_char(piece, '/') == piece.n)
		return false;
	return java || (frame->mark == SAMPLE_JIT &&
			fg_find_char(piece, ';') < piece.n);
}

/* "libfoo.so`name" */
static fg_str with_module(struct sample_namer *namer,
			  const struct sample_frame *frame, fg_str name)
{
	struct fg_buffer *to = &namer->full;

	to->n = 0;
	sample_append_clean(to, module_file(frame));
	fg_buffer_append(to, FG_STR("`"));
	fg_buffer_append(to, name);
	return fg_buffer_text(to);
}

static fg_frame name_piece(struct sample_namer *namer,
			   const struct sample_frame *frame, fg_str piece,
			   bool java)
{
	struct fg_buffer *name = &namer->name;
	bool as_is = namer->options->keep_args || namer->options->off_cpu ||
		     (frame->mark == SAMPLE_JIT && is_script_name(piece));
	bool cut_l = has_java_l(frame, piece, java);
	fg_str text;

	name->n = 0;
	sample_append_clean(name, piece);
	text = fg_buffer_text(name);
	if (!as_is)
		text = symbol_cut_arguments(text, &namer->cut);
	text = fg_trim(text);
	if (cut_l && text.n > 1)
		text = from(text, 1);
	if (text.n == 0)
		text = FG_STR("-");
	if (namer->options->modules && frame->module.n > 0)
		text = with_module(namer, frame, text);
	return fg_frames_intern(namer->frames, text);
}

fg_frame sample_namer_mark_inlined(struct sample_namer *namer, fg_frame id)
{
	fg_str name = fg_frames_name(namer->frames, id);

	if (fg_ends_with(name, FG_STR("_[i]")))
		return id;
	namer->name.n = 0;
	fg_buffer_append(&namer->name, name);
	fg_buffer_append(&namer->name, FG_STR("_[i]"));
	return fg_frames_intern(namer->frames, fg_buffer_text(&namer->name));
}

/* The next "->", which a JIT puts between a method and one inlined into it. */
static size_t find_arrow(fg_str s, size_t at)
{
	for (; at + 1 < s.n; at++) {
		at += fg_find(from(s, at), FG_STR("->"));
		if (at >= s.n)
			break;
		if ((at == 0 || !fg_is_blank(s.p[at - 1])) &&
		    (at + 2 == s.n || !fg_is_blank(s.p[at + 2])))
			return at;
	}
	return s.n;
}

/* Whether no piece between the arrows is empty. */
static bool can_split(const struct sample_frame *frame, fg_str symbol)
{
	size_t start = 0;

	if (frame->mark != SAMPLE_JIT || is_script_name(symbol))
		return false;
	for (;;) {
		size_t arrow = find_arrow(symbol, start);

		if (arrow == start)
			return false;
		if (arrow == symbol.n)
			return start > 0;
		start = arrow + 2;
	}
}

static fg_frame mark(struct sample_namer *namer,
		     const struct sample_frame *frame, fg_frame id,
		     bool inlined)
{
	if (inlined ||
	    (frame->inlined && namer->options->inlines == INLINE_MARK))
		return sample_namer_mark_inlined(namer, id);
	return sample_namer_mark(namer, id, frame->mark);
}

static void name_pieces(struct sample_namer *namer,
			const struct sample_frame *frame, fg_str symbol,
			bool java)
{
	bool split = can_split(frame, symbol);
	size_t start = 0, arrow = 0;

	while (arrow < symbol.n) {
		fg_frame id;

		arrow = split ? find_arrow(symbol, start) : symbol.n;
		id = name_piece(namer, frame, fg_slice(symbol, start, arrow),
				java);
		add_id(namer, mark(namer, frame, id, start > 0));
		if (namer->options->inlines == INLINE_NO)
			break;
		start = arrow + 2;
	}
}

/*
 * The slot for the id of this symbol's name, or NULL when the name depends on
 * more than the symbol, the mark and `java`.
 */
static fg_frame *cached_name(struct sample_namer *namer,
			     const struct sample_frame *frame, bool java)
{
	size_t old = namer->named_room;
	fg_frame symbol;

	if (frame->inlined || frame->unknown || namer->options->modules)
		return NULL;
	symbol = fg_frames_intern(namer->symbols, frame->symbol);
	FG_RESERVE(&namer->named, &namer->named_room, (size_t)symbol + 1);
	if (namer->named_room > old)
		memset(namer->named + old, 0,
		       (namer->named_room - old) * sizeof *namer->named);
	return &namer->named[symbol][2 * (size_t)frame->mark + java];
}

static void name_frame(struct sample_namer *namer,
		       const struct sample_frame *frame, fg_str address,
		       bool java)
{
	fg_str symbol = frame->symbol;

	if (frame->inlined && namer->options->inlines == INLINE_NO)
		return;
	if (frame->unknown) {
		fg_frame id = name_unknown(namer, frame, address);

		add_id(namer, mark(namer, frame, id, false));
		return;
	}
	if (frame->is_comm)
		return;
	symbol = symbol_repair_rust(symbol, &namer->rust);
	namer->stops = filter_stops_at(namer->options, symbol);
	name_pieces(namer, frame, symbol, java);
}

void sample_namer_frame(struct sample_namer *namer,
			const struct sample_frame *frame, fg_str address,
			bool java)
{
	fg_frame *known = cached_name(namer, frame, java);

	namer->count = 0;
	namer->stops = false;
	if (known && *known) {
		add_id(namer, *known - 1);
		return;
	}
	name_frame(namer, frame, address, java);
	if (known && namer->count == 1 && !namer->stops)
		*known = namer->ids[0] + 1;
}

/* "libfoo.so[27b25]": perf did not find the source line. */
static bool is_module_offset(fg_str source)
{
	size_t open = fg_rfind_char(source, '[');
	uint64_t offset;

	return open < source.n && source.p[source.n - 1] == ']' &&
	       fg_parse_hex(fg_slice(source, open + 1, source.n - 1), &offset);
}

/*
 * "file.c:12" without the text that perf puts around it; empty when there is
 * none.
 */
static fg_str clean_source(fg_str source)
{
	static const fg_str notes[] = { { "(inlined)", 9 },
					{ "(discriminator ", 15 } };

	for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
		source.n = fg_find(source, notes[i]);
	source = fg_trim(source);
	if (fg_equal(source, FG_STR("??:0")) || is_module_offset(source))
		source.n = 0;
	return source;
}

/* The "_[k]" or similar mark at the end of a name. */
static fg_str mark_of(fg_str name)
{
	fg_str mark = from(name, name.n < 4 ? 0 : name.n - 4);

	if (!fg_starts_with(mark, FG_STR("_[")) || mark.p[mark.n - 1] != ']')
		mark.n = 0;
	return mark;
}

fg_frame sample_namer_source(struct sample_namer *namer, fg_frame id,
			     fg_str source)
{
	fg_str name = fg_frames_name(namer->frames, id), mark = mark_of(name);

	source = clean_source(source);
	if (source.n == 0)
		return id;
	namer->name.n = 0;
	fg_buffer_append(&namer->name, fg_slice(name, 0, name.n - mark.n));
	fg_buffer_append(&namer->name, FG_STR(":"));
	sample_append_clean(&namer->name, source);
	fg_buffer_append(&namer->name, mark);
	return fg_frames_intern(namer->frames, fg_buffer_text(&namer->name));
}
