/* SPDX-License-Identifier: MIT */
/*
 * Output of macOS sample, and of "Sample Process" of Activity Monitor: a tree,
 * root first, with inclusive sample counts.
 *
 *	Analysis of sampling demo (pid 4321) every 1 millisecond
 *	...
 *	Call graph:
 *	    100 Thread_1001   DispatchQueue_1: com.apple.main-thread  (serial)
 *	    + 100 start  (in dyld) + 1903  [0x18d373e50]
 *	    +   100 main  (in demo) + 44  [0x102af5fa0]
 *	    +     70 work(int, char const*)  (in demo) + 12,40,...  [0x102af5d95]
 *	    +     ! 60 spin  (in libspin.dylib) + 4  [0x102b00010]
 *	    +     30 -[Foo(Cat) bar:]  (in AppKit) + 8  [0x18f001234]
 *
 *	Total number in stack (recursive counted multiple, when >=5):
 *
 * It also samples waiting threads; their leaves are left out, unless
 * --keep-idle is given.
 */
#include <stdlib.h>

#include "fg/text.h"

#include "fold/calltree.h"
#include "format.h"
#include "input/scan.h"
#include "names/native.h"
#include "names/symbol_text.h"

struct reader {
	struct collapse *c;
	struct stackbuf stack;
	struct calltree tree;
	struct fg_buffer name, rust;
	bool in_graph;
};

/* Takes the text before the count, which shows the depth; false: not a node. */
static bool take_indent(fg_str *line, size_t *indent)
{
	size_t n = 0;

	while (n < line->n && memchr(" +|:!", line->p[n], 5))
		n++;
	*indent = n;
	*line = scan_from(*line, n);
	return n >= 4;
}

static bool parse_node(fg_str line, size_t *indent, uint64_t *count,
		       fg_str *label)
{
	if (!take_indent(&line, indent) || !scan_u64(&line, count) ||
	    scan_blanks(&line) == 0)
		return false;
	*label = fg_trim_end(line);
	return label->n > 0;
}

static int detect(fg_str head)
{
	fg_str line, label;
	uint64_t count;
	size_t indent;

	if (fg_starts_with(head, FG_STR("Analysis of sampling ")))
		return BID_SURE;
	while (scan_line(&head, &line)) {
		if (fg_equal(fg_trim_end(line), FG_STR("Call graph:")))
			return scan_line(&head, &line) &&
					       parse_node(line, &indent, &count,
							  &label)
				       ? BID_SURE
				       : BID_NO;
	}
	return BID_NO;
}

/* Where a thread waits. */
static const char *const idle[] = {
	"__psynch_cvwait",
	"__select",
	"__semwait_signal",
	"__ulock_wait",
	"__wait4",
	"__workq_kernreturn",
	"kevent",
	"mach_msg_trap",
	"read",
	"semaphore_wait_trap",
	NULL,
};

/* "Thread_1   DispatchQueue_1: com.apple.main-thread  (serial)" */
static void append_thread(struct fg_buffer *to, fg_str text)
{
	while (text.n > 0) {
		fg_buffer_append(to, scan_word(&text));
		if (scan_blanks(&text) > 0 && text.n > 0)
			fg_buffer_append(to, FG_STR(" "));
	}
}

/*
 * Splits "name (in module) + 12,40,... [0x102af5d95]" from the right, because
 * a name may contain any text.
 */
static bool split_label(fg_str label, fg_str *name, fg_str *module)
{
	const fg_str in = FG_STR("  (in ");
	size_t at = scan_rfind(label, in);
	size_t paren;

	*name = fg_slice(label, 0, at);
	if (at == label.n)
		return false;
	*module = scan_from(label, at + in.n);
	/* the last ')' before the address, because a module may contain one */
	module->n = scan_rfind(*module, FG_STR("  ["));
	paren = fg_rfind_char(*module, ')');
	module->n = paren;
	return true;
}

static fg_str frame_name(struct reader *r, fg_str label, fg_str *bare)
{
	const fg_str dylib = FG_STR(".dylib");
	fg_str module;

	r->name.n = 0;
	if (!split_label(label, bare, &module)) {
		append_thread(&r->name, label);
		return fg_buffer_text(&r->name);
	}
	if (fg_ends_with(module, dylib))
		module.n -= dylib.n;
	if (!r->c->options->no_modules) {
		fg_buffer_append(&r->name, module);
		fg_buffer_append(&r->name, FG_STR("`"));
	}
	fg_buffer_append(&r->name, symbol_repair_rust(*bare, &r->rust));
	return fg_buffer_text(&r->name);
}

static void add_node(struct reader *r, size_t indent, uint64_t count,
		     fg_str label)
{
	fg_str bare, name = frame_name(r, label, &bare);

	if (!calltree_fits(&r->tree, indent))
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"skips a level of the call graph");
	calltree_total(&r->tree, indent, stackbuf_intern(&r->stack, name),
		       count);
	if (scan_is_any(bare, idle) && !r->c->options->keep_idle)
		calltree_drop(&r->tree);
}

static void read_line(struct reader *r, fg_str line)
{
	uint64_t count;
	size_t indent;
	fg_str label;

	if (!r->in_graph) {
		r->in_graph = fg_starts_with(line, FG_STR("Call graph:"));
	} else if (fg_starts_with(line, FG_STR("Total number in stack"))) {
		calltree_end(&r->tree);
		r->in_graph = false;
	} else if (parse_node(line, &indent, &count, &label)) {
		add_node(r, indent, count, label);
	} else if (fg_trim(line).n > 0) {
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"not a line of a call graph");
	}
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { .c = c, .tree = { .stack = &r.stack, .step = 2 } };
	fg_str line;

	stackbuf_init(&r.stack, c);
	while (fg_lines_next(c->in, &line))
		read_line(&r, line);
	if (r.in_graph)
		fg_warn(c->diag, fg_lines_loc(c->in),
			"the input ends inside the call graph");
	calltree_end(&r.tree);
	calltree_free(&r.tree);
	stackbuf_free(&r.stack);
	free(r.name.p);
	free(r.rust.p);
	return fg_lines_status(c->in);
}

const struct format format_sample = {
	.name = "sample",
	.summary = "macOS sample",
	.has = HAS_IDLE_THREADS | SHOWS_MODULES,
	.unit = "samples",
	.detect = detect,
	.parse = parse,
};
