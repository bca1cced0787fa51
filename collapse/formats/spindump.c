/* SPDX-License-Identifier: MIT */
/*
 * Output of macOS spindump: one tree per thread, the root first; each node has
 * its inclusive sample count; '*' marks kernel frames.
 *
 *	Process:         demo [1234]
 *	...
 *	  Thread 0x1f2a    DispatchQueue "com.apple.main-thread"(1)
 *	    1001 samples (1-1001)    priority 31 (base 31)    cpu time 0.913s
 *	  1001  start + 2544 (dyld + 25000) [0x19e1a7154]
 *	    1001  main + 100 (demo + 4660) [0x100001234]
 *	      913  spin() + 12 (demo + 4000) [0x100000fa0] (running)
 *	     *88   ??? (kernel.release.t8103 + 1234) [0xfffffe0007a1] (blocked)
 *
 * (the title of a thread is one line). The self count of a node is its count
 * without its children's. The heaviest stacks, which are printed before, are
 * not counted again.
 */
#include <stdlib.h>

#include "fg/text.h"

#include "fold/calltree.h"
#include "format.h"
#include "input/scan.h"
#include "names/native.h"
#include "sample/stack_owner.h"

struct reader {
	struct collapse *c;
	struct stackbuf stack;
	struct namer namer;
	struct calltree tree;
	struct owner process, thread;
	bool in_thread, wanted;
	struct fg_buffer root, name;
};

struct node {
	size_t indent;
	uint64_t samples;
	struct native_frame frame;
	bool is_kernel;
};

/* "  Thread 0x1f2a    DispatchQueue ...    1001 samples (1-1001)    ..." */
static bool parse_thread(fg_str line, fg_str *number, fg_str *name)
{
	const fg_str quoted = FG_STR("Thread name \"");
	fg_str rest = line;
	size_t at;

	scan_blanks(&rest);
	if (!scan_text(&rest, FG_STR("Thread ")) ||
	    !fg_starts_with(rest, FG_STR("0x")) ||
	    !fg_contains(rest, FG_STR(" samples (")))
		return false;
	*number = scan_word(&rest);
	at = fg_find(rest, quoted);
	*name = FG_STR("");
	if (at < rest.n) {
		*name = scan_from(rest, at + quoted.n);
		name->n = fg_find_char(*name, '"');
	}
	return true;
}

/* "main + 100 (demo + 4660) [0x100001234] (running) 1-913" */
static void parse_label(fg_str label, struct native_frame *frame)
{
	size_t address = scan_rfind(label, FG_STR(" [0x"));
	size_t module;

	label = fg_slice(label, 0, address);
	module = scan_rfind(label, FG_STR(" ("));
	if (module < label.n && fg_ends_with(label, FG_STR(")"))) {
		fg_str text = fg_slice(label, module + 2, label.n - 1);

		frame->module = scan_before_last(text, FG_STR(" + "));
		label = fg_slice(label, 0, module);
	}
	frame->name = scan_before_last(label, FG_STR(" + "));
}

static bool parse_node(fg_str line, struct node *node)
{
	*node = (struct node){ .indent = scan_blanks(&line) };
	node->is_kernel = scan_text(&line, FG_STR("*"));
	/* the mark replaces a blank */
	node->indent += node->is_kernel;
	if (node->indent == 0 || !scan_u64(&line, &node->samples) ||
	    scan_blanks(&line) == 0 || line.n == 0)
		return false;
	parse_label(fg_trim_end(line), &node->frame);
	return fg_contains(line, FG_STR("[0x"));
}

static int detect(fg_str head)
{
	bool thread = false;
	fg_str line, number, name;

	if (!fg_contains(head, FG_STR(" samples (")))
		return BID_NO;
	while (scan_line(&head, &line)) {
		struct node node;

		if (thread && parse_node(line, &node))
			return BID_SURE;
		thread = parse_thread(line, &number, &name);
	}
	return BID_NO;
}

static void add_root(struct reader *r, size_t indent, const struct owner *owner,
		     fg_str what)
{
	r->root.n = 0;
	if (owner->name.n > 0) {
		fg_buffer_append(&r->root, fg_buffer_text(&owner->name));
	} else {
		fg_buffer_append(&r->root, what);
		fg_buffer_append(&r->root, fg_buffer_text(&owner->number));
	}
	calltree_total(&r->tree, indent,
		       stackbuf_intern(&r->stack, fg_buffer_text(&r->root)), 0);
}

static void begin_thread(struct reader *r, fg_str number, fg_str name)
{
	const struct collapse_options *o = r->c->options;

	calltree_end(&r->tree);
	owner_set(&r->thread, name, number);
	r->wanted = owners_wanted(o, &r->process, &r->thread);
	r->in_thread = true;
	if (r->process.number.n > 0 || r->process.name.n > 0)
		add_root(r, 0, &r->process, FG_STR("process "));
	if (o->per_thread)
		add_root(r, 1, &r->thread, FG_STR("thread "));
}

/* "Process:         demo [1234]" */
static void begin_process(struct reader *r, fg_str text)
{
	size_t at = scan_rfind(text, FG_STR(" ["));
	fg_str number = FG_STR("");

	calltree_end(&r->tree);
	r->in_thread = false;
	if (at < text.n) {
		number = scan_from(text, at + 2);
		number.n = fg_find_char(number, ']');
	}
	owner_set(&r->process, fg_trim(fg_slice(text, 0, at)), number);
}

static void add_node(struct reader *r, struct node *node)
{
	const struct collapse_options *o = r->c->options;
	fg_frame id;

	if (!r->wanted)
		return;
	if (node->is_kernel && (o->kernel || o->all) &&
	    !native_is_unnamed(node->frame.name)) {
		r->name.n = 0;
		fg_buffer_append(&r->name, node->frame.name);
		fg_buffer_append(&r->name, FG_STR("_[k]"));
		node->frame.name = fg_buffer_text(&r->name);
	}
	(void)namer_name(&r->namer, &node->frame, &id);
	calltree_total(&r->tree, node->indent, id, node->samples);
}

static void read_line(struct reader *r, fg_str line)
{
	fg_str number, name;
	struct node node;

	if (parse_thread(line, &number, &name))
		begin_thread(r, number, name);
	else if (scan_text(&line, FG_STR("Process:")))
		begin_process(r, fg_trim(line));
	else if (r->in_thread && parse_node(line, &node))
		add_node(r, &node);
	else if (fg_trim(line).n == 0 || !fg_is_blank(*line.p))
		r->in_thread = false;
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { .c = c, .tree = { .stack = &r.stack } };
	fg_str line;

	stackbuf_init(&r.stack, c);
	namer_init(&r.namer, c->options, &r.stack);
	while (fg_lines_next(c->in, &line))
		read_line(&r, line);
	calltree_end(&r.tree);
	calltree_free(&r.tree);
	owner_free(&r.process);
	owner_free(&r.thread);
	namer_free(&r.namer);
	stackbuf_free(&r.stack);
	free(r.root.p);
	free(r.name.p);
	return fg_lines_status(c->in);
}

const struct format format_spindump = {
	.name = "spindump",
	.summary = "macOS spindump",
	.has = HAS_THREADS | HAS_PROCESSES | HAS_PIDS | HAS_MODULES |
	       HAS_ARGUMENTS | HAS_KERNEL,
	.unit = "samples",
	.detect = detect,
	.parse = parse,
};
