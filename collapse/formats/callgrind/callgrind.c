/* SPDX-License-Identifier: MIT */
/*
 * Callgrind's call graphs, and the output of other tools in its format:
 * xdebug, valgrind's xtree, pprof -callgrind. A function's self costs come
 * after its name, line by line of the source. `calls=` is followed by the
 * inclusive cost of a callee for this caller.
 *
 *	# callgrind format
 *	version: 1
 *	creator: callgrind-3.19.0
 *	positions: line
 *	events: Ir
 *
 *	ob=(1) /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
 *	fl=(38) ./elf/dl-hwcaps.c
 *	fn=(134) copy_hwcaps
 *	77 6
 *	+6 2
 *	cfi=(30) ./string/memmove.S
 *	cfn=(136) mempcpy
 *	calls=2 206
 *	* 24
 *	totals: 8511357
 *
 * The file has no stacks, unless --separate-callers wrote them into the names
 * (callgrind_chain.h); else they are estimated (callgrind_estimate.h).
 */
#include <inttypes.h>
#include <stdlib.h>

#include "callgrind_contexts.h"
#include "callgrind_estimate.h"
#include "callgrind_reader.h"
#include "fg/alloc.h"
#include "fg/text.h"
#include "names/native.h"

/* Callers in names are used when at least this share of the cost has them. */
#define RECORDED_ENOUGH 0.2

struct fold {
	struct callgrind_reader reader;
	struct stackbuf stack;
	struct namer namer;
	bool estimated; /* some stacks of some part are estimated */
	bool pruned; /* see callgrind_estimate.h */
	double cut; /* see callgrind_contexts.h */
	uint64_t negative; /* number of functions with a negative cost */
};

static int detect(fg_str head)
{
	if (fg_starts_with(head, FG_STR("# callgrind format")))
		return BID_SURE;
	if (!fg_contains(head, FG_STR("events:")))
		return BID_NO;
	if (fg_starts_with(head, FG_STR("version:")) &&
	    fg_contains(head, FG_STR("\ncmd:")))
		return BID_SURE;
	return fg_contains(head, FG_STR("\nfn=")) &&
			       (fg_contains(head, FG_STR("\nfl=")) ||
				fg_contains(head, FG_STR("\ncalls=")))
		       ? BID_LIKELY
		       : BID_NO;
}

/*
 * Whether the name is like "0x000000000001ab70", of a function without a name.
 */
static bool is_address(fg_str name, uint64_t *address)
{
	return fg_starts_with(name, FG_STR("0x")) &&
	       fg_parse_hex(fg_slice(name, 2, name.n), address);
}

static fg_str name_or_none(const struct callgrind_reader *reader, fg_frame id)
{
	fg_str name = { "", 0 };

	if (id != CALLGRIND_NONE)
		name = fg_frames_name(reader->names, id);
	return native_is_unnamed(name) ? FG_STR("") : name;
}

/*
 * Recognises the texts that callgrind and xtree write for functions without a
 * name.
 */
static void take_name(struct native_frame *frame, fg_str name)
{
	if (is_address(name, &frame->address))
		frame->has_address = true;
	else if (!fg_equal(name, FG_STR("UnknownFn???")))
		frame->name = name;
}

/*
 * The frames of the functions, without callers and recursion levels; the
 * caller frees them.
 */
static fg_frame *name_functions(struct fold *fold,
				struct callgrind_contexts *contexts)
{
	const struct callgrind_graph *graph = &fold->reader.graph;
	fg_frame *ids = fg_calloc(graph->count, sizeof *ids);

	for (uint32_t f = 0; f < graph->count; f++) {
		const struct callgrind_function *function =
			&graph->functions[f];
		struct native_frame frame = {
			.module = name_or_none(&fold->reader, function->object),
			.file = name_or_none(&fold->reader, function->file),
		};

		take_name(&frame, callgrind_contexts_name(contexts, f));
		(void)namer_name(&fold->namer, &frame, &ids[f]);
	}
	return ids;
}

/* The root frame "thread 2", when the user wants threads separate. */
static fg_frame root_frame(struct fold *fold)
{
	fg_str number = fg_buffer_text(&fold->reader.thread);
	struct fg_buffer text = { 0 };
	fg_frame id = CALLGRIND_NONE;

	if (!fold->reader.c->options->per_thread || number.n == 0)
		return id;
	fg_buffer_append(&text, FG_STR("thread "));
	fg_buffer_append(&text, number);
	id = stackbuf_intern(&fold->stack, fg_buffer_text(&text));
	free(text.p);
	return id;
}

static bool is_wanted(const struct fold *fold)
{
	struct fg_regex *pattern = fold->reader.c->options->thread;

	return !pattern ||
	       fg_regex_matches(pattern, fg_buffer_text(&fold->reader.thread));
}

static void count_negative(struct fold *fold)
{
	const struct callgrind_graph *graph = &fold->reader.graph;

	for (size_t f = 0; f < graph->count; f++)
		fold->negative += graph->functions[f].self < 0;
}

/* Whether enough names have callers, or the user wants them used. */
static bool use_contexts(const struct fold *fold,
			 const struct callgrind_contexts *contexts)
{
	fg_str mode = fg_from_c(fold->reader.c->options->callgrind_mode);

	if (!mode.p || fg_equal(mode, FG_STR("auto")))
		return contexts->recorded > RECORDED_ENOUGH &&
		       contexts->cut == 0;
	return fg_equal(mode, FG_STR("contexts"));
}

/* Folds each function alone, without callers: nothing is estimated. */
static void fold_functions(struct fold *fold, const fg_frame *ids,
			   fg_frame root)
{
	const struct callgrind_graph *graph = &fold->reader.graph;

	for (size_t f = 0; f < graph->count; f++) {
		int64_t self = graph->functions[f].self;

		if (self <= 0)
			continue;
		stackbuf_push_id(&fold->stack, ids[f]);
		if (root != CALLGRIND_NONE)
			stackbuf_push_id(&fold->stack, root);
		stackbuf_flush(&fold->stack, LEAF_FIRST,
			       (struct fg_weight){ (uint64_t)self, 0 });
	}
}

static void note_cut(struct fold *fold,
		     const struct callgrind_contexts *contexts)
{
	if (contexts->cut > fold->cut)
		fold->cut = contexts->cut;
}

static void fold_contexts(struct fold *fold,
			  struct callgrind_contexts *contexts,
			  const fg_frame *ids, fg_frame root)
{
	callgrind_contexts_fold(contexts, ids, root, &fold->stack);
	note_cut(fold, contexts);
}

static void estimate_part(struct fold *fold,
			  const struct callgrind_contexts *contexts,
			  const fg_frame *ids, fg_frame root)
{
	struct callgrind_estimate estimate = { 0 };

	callgrind_estimate(&estimate, &fold->reader.graph, ids, root,
			   &fold->stack);
	fold->estimated |= estimate.ambiguous;
	fold->pruned |= estimate.pruned;
	if (contexts->recorded > RECORDED_ENOUGH)
		note_cut(fold, contexts);
}

static void fold_part(struct fold *fold)
{
	const struct callgrind_graph *graph = &fold->reader.graph;
	const char *mode = fold->reader.c->options->callgrind_mode;
	struct callgrind_contexts contexts;
	fg_frame root = root_frame(fold), *ids;

	callgrind_contexts_init(&contexts, graph, fold->reader.names);
	ids = name_functions(fold, &contexts);
	if (fg_equal(fg_from_c(mode), FG_STR("self")))
		fold_functions(fold, ids, root);
	else if (use_contexts(fold, &contexts))
		fold_contexts(fold, &contexts, ids, root);
	else
		estimate_part(fold, &contexts, ids, root);
	count_negative(fold);
	free(ids);
	callgrind_contexts_free(&contexts);
}

static void report(const struct fold *fold)
{
	struct fg_diag *diag = fold->reader.c->diag;
	struct fg_loc loc = fg_lines_whole(fold->reader.c->in);

	if (fold->estimated)
		fg_note(diag, loc,
			"stacks are estimated from a call graph; totals are "
			"exact (valgrind --tool=callgrind "
			"--separate-callers=100 records stacks)");
	if (fold->cut > 0)
		fg_note(diag, loc,
			"%.1f%% of the cost has more callers than "
			"--separate-callers recorded",
			100 * fold->cut);
	if (fold->pruned)
		fg_note(diag, loc,
			"there are too many paths to some functions; rare and "
			"deep paths end in [pruned]");
	if (fold->negative > 0)
		fg_warn(diag, loc, "%" PRIu64 " negative costs left out",
			fold->negative);
}

static fg_status parse(struct collapse *c)
{
	struct fold fold = { 0 };
	fg_status status;

	callgrind_reader_init(&fold.reader, c);
	stackbuf_init(&fold.stack, c);
	namer_init(&fold.namer, c->options, &fold.stack);
	while (callgrind_reader_part(&fold.reader)) {
		if (!c->options->list_metrics && is_wanted(&fold))
			fold_part(&fold);
	}
	report(&fold);
	status = callgrind_reader_status(&fold.reader);
	namer_free(&fold.namer);
	stackbuf_free(&fold.stack);
	callgrind_reader_free(&fold.reader);
	return status;
}

const struct format format_callgrind = {
	.name = "callgrind",
	.summary = "call graphs of callgrind, xdebug, xtree (estimated)",
	.own_metrics = true,
	.has = HAS_THREADS | HAS_CALL_GRAPH | HAS_MODULES | HAS_SOURCE |
	       HAS_ADDRESSES | HAS_ARGUMENTS | HAS_TEMPLATES,
	.detect = detect,
	.parse = parse,
};
