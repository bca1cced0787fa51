/* SPDX-License-Identifier: MIT */
/*
 * The event log of heaptrack. In the file that heaptrack leaves,
 * heaptrack.NAME.PID.zst or .gz, addresses already have names:
 *
 *	v 10400 3                       versions of heaptrack and of the format
 *	X ./alloc
 *	s 12 shapes::build(int)         strings,
 *	i 55e78c0f02c3 1 16 15 11       instruction pointers made of them,
 *	t 9 8                           traces: a pointer and the calling trace,
 *	a 40 9                          allocations of a size by a trace, and
 *	+ 1                             an allocation of that kind is made
 *	- 1                             and freed again
 *
 * With --raw the file has only the data that the process itself knows: modules
 * in place of strings, addresses in traces, and blocks by their pointers.
 *
 *	m c /srv/alloc 5581c44b8000 0 ee0 1000 e9d
 *	t 5581c44b92c3 8
 *	+ 40 9 5581d9d721d0
 *	- 5581d9d721d0
 *
 * All numbers are hexadecimal; objects are numbered from 1 in their order.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "heaptrack_costs.h"
#include "heaptrack_frames.h"
#include "heaptrack_line.h"
#include "heaptrack_modules.h"
#include "heaptrack_pointers.h"

enum { NEWEST_VERSION = 3, SIZED_STRINGS = 3 };

static const struct format_metric metrics[] = {
	[HEAPTRACK_ALLOCATIONS] = { "allocations", "calls" },
	[HEAPTRACK_TEMPORARY] = { "temporary", "calls" },
	[HEAPTRACK_LEAKED] = { "leaked", "bytes" },
	[HEAPTRACK_PEAK] = { "peak", "bytes" },
	[HEAPTRACK_BYTES] = { "bytes", "bytes" },
	{ NULL, NULL },
};

/* A stack: its address, and the number of the calling trace. */
struct trace {
	uint64_t ip;
	uint32_t parent;
};

struct info {
	uint64_t size;
	uint32_t trace;
};

struct reader {
	struct collapse *c;
	struct stackbuf stack;
	struct namer namer;
	uint64_t version;
	bool is_raw; /* addresses have no names */
	bool is_attached; /* and the line that says so was seen */
	struct heaptrack_frames frames;
	struct heaptrack_modules modules;
	struct heaptrack_costs costs;
	struct heaptrack_pointers pointers; /* without `a` lines */
	struct trace *traces; /* number 1 is at 0 */
	size_t trace_count, trace_room;
	struct info *infos; /* number 0 is at 0 */
	size_t info_count, info_room;
	uint64_t bad_traces, negative;
};

static int detect(fg_str head)
{
	fg_str rest = head, line = fg_trim_end(fg_cut(&rest, '\n'));
	uint64_t number;

	if (!fg_starts_with(line, FG_STR("v ")) || rest.n < 2)
		return BID_NO;
	line = fg_slice(line, 2, line.n);
	if (!heaptrack_take(&line, &number) ||
	    (line.n > 0 && !heaptrack_take(&line, &number)) || line.n > 0)
		return BID_NO;
	return memchr("XxISsA#", *rest.p, 7) ? BID_SURE : BID_NO;
}

static bool on_version(struct reader *r, fg_str text)
{
	uint64_t heaptrack;

	if (!heaptrack_take(&text, &heaptrack))
		return false;
	/*
	 * 1.2 was the first version with a format number, but does not write
	 * it
	 */
	r->version = heaptrack == 0x10200 ? 1 : 0;
	if (text.n > 0 && !heaptrack_take(&text, &r->version))
		return false;
	if (r->version > NEWEST_VERSION)
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"version %" PRIu64 " of the format is not known; "
			"reading it as version %d",
			r->version, NEWEST_VERSION);
	return true;
}

static bool on_string(struct reader *r, fg_str text)
{
	fg_str string = text;

	if (r->version >= SIZED_STRINGS && !heaptrack_take_text(&text, &string))
		return false;
	heaptrack_frames_string(&r->frames, string);
	return true;
}

static bool on_executable(struct reader *r, fg_str text)
{
	fg_str path = text;

	r->is_raw = true;
	if (r->version >= SIZED_STRINGS && !heaptrack_take_text(&text, &path))
		return false;
	heaptrack_modules_executable(&r->modules, path);
	return true;
}

static bool on_module(struct reader *r, fg_str text)
{
	r->is_raw = true;
	return heaptrack_modules_add(&r->modules, text,
				     r->version >= SIZED_STRINGS);
}

/* Reads a trace. Callers come first, so there are no cycles. */
static bool on_trace(struct reader *r, fg_str text)
{
	uint64_t ip, parent;

	if (!heaptrack_take(&text, &ip) || !heaptrack_take(&text, &parent))
		return false;
	if (parent > r->trace_count) {
		r->bad_traces++;
		parent = 0;
	}
	if (r->is_raw)
		ip = heaptrack_modules_address(&r->modules, ip);
	FG_RESERVE(&r->traces, &r->trace_room, r->trace_count + 1);
	r->traces[r->trace_count++] = (struct trace){
		.ip = ip,
		.parent = (uint32_t)parent,
	};
	return true;
}

/*
 * Checks the number of a trace; an invalid one becomes the trace without
 * frames.
 */
static uint32_t check_trace(struct reader *r, uint64_t trace)
{
	if (trace > r->trace_count) {
		r->bad_traces++;
		trace = 0;
	}
	heaptrack_costs_reserve(&r->costs, (uint32_t)trace);
	return (uint32_t)trace;
}

static bool on_info(struct reader *r, fg_str text)
{
	uint64_t size, trace;

	if (!heaptrack_take(&text, &size) || !heaptrack_take(&text, &trace))
		return false;
	FG_RESERVE(&r->infos, &r->info_room, r->info_count + 1);
	r->infos[r->info_count++] = (struct info){
		.size = size,
		.trace = check_trace(r, trace),
	};
	return true;
}

static bool has_pointers(const struct reader *r)
{
	return r->is_raw || r->version == 0;
}

static bool on_allocation(struct reader *r, fg_str text)
{
	uint64_t number, trace, address;
	struct heaptrack_block block;

	if (!heaptrack_take(&text, &number))
		return false;
	if (!has_pointers(r)) {
		if (number >= r->info_count)
			return false;
		heaptrack_costs_allocate(&r->costs, r->infos[number].trace,
					 r->infos[number].size, number);
		return true;
	}
	if (!heaptrack_take(&text, &trace) || !heaptrack_take(&text, &address))
		return false;
	block.size = number;
	block.trace = check_trace(r, trace);
	heaptrack_pointers_put(&r->pointers, address, block);
	heaptrack_costs_allocate(&r->costs, block.trace, block.size, address);
	return true;
}

static bool on_release(struct reader *r, fg_str text)
{
	struct heaptrack_block block;
	uint64_t number;

	if (!heaptrack_take(&text, &number))
		return false;
	if (!has_pointers(r)) {
		if (number >= r->info_count)
			return false;
		heaptrack_costs_release(&r->costs, r->infos[number].trace,
					r->infos[number].size, number);
	} else if (heaptrack_pointers_take(&r->pointers, number, &block)) {
		heaptrack_costs_release(&r->costs, block.trace, block.size,
					number);
	}
	return true;
}

/*
 * The profiler was attached to a running process: earlier allocations do not
 * count.
 */
static bool on_attached(struct reader *r)
{
	if (!r->is_attached)
		heaptrack_costs_clear(&r->costs);
	r->is_attached = true;
	return true;
}

static bool read_line(struct reader *r, char letter, fg_str text)
{
	switch (letter) {
	case '+':
		return on_allocation(r, text);
	case '-':
		return on_release(r, text);
	case 't':
		return on_trace(r, text);
	case 'i':
		return heaptrack_frames_ip(&r->frames, text);
	case 'a':
		return on_info(r, text);
	case 's':
		return on_string(r, text);
	case 'm':
		return on_module(r, text);
	case 'x':
		return on_executable(r, text);
	case 'v':
		return on_version(r, text);
	case 'A':
		return on_attached(r);
	default:
		/* X I R c S: the command, the system, memory, the time */
		return true;
	}
}

static bool is_allocator(struct reader *r, uint64_t ip)
{
	fg_str name = r->is_raw ? heaptrack_modules_name(&r->modules, ip)
				: heaptrack_frames_name(&r->frames, ip);

	return fg_equal(name, FG_STR("operator new(unsigned long)")) ||
	       fg_equal(name, FG_STR("operator new[](unsigned long)")) ||
	       fg_equal(name, FG_STR("operator new(unsigned int)")) ||
	       fg_equal(name, FG_STR("operator new[](unsigned int)"));
}

/*
 * Skips operator new, which is between the program and malloc; malloc itself
 * is not in the file.
 */
static uint32_t skip_allocators(struct reader *r, uint32_t trace)
{
	if (r->c->options->keep_alloc_frames)
		return trace;
	while (trace > 0 && is_allocator(r, r->traces[trace - 1].ip))
		trace = r->traces[trace - 1].parent;
	return trace;
}

static void push_frames(struct reader *r, uint64_t ip)
{
	if (r->is_raw)
		heaptrack_modules_push(&r->modules, ip, &r->namer, &r->stack);
	else
		heaptrack_frames_push(&r->frames, ip, &r->namer, &r->stack);
}

static void flush_trace(struct reader *r, uint32_t trace, uint64_t weight)
{
	size_t depth_max = stackbuf_depth_max(&r->stack);

	for (uint32_t t = skip_allocators(r, trace); t > 0;
	     t = r->traces[t - 1].parent) {
		if (r->stack.depth >= depth_max) {
			stackbuf_cut(&r->stack);
			break;
		}
		push_frames(r, r->traces[t - 1].ip);
	}
	if (r->stack.depth == 0)
		stackbuf_push(&r->stack, FG_STR("[unknown]"));
	stackbuf_flush(&r->stack, LEAF_FIRST, (struct fg_weight){ weight, 0 });
}

static void count_metrics(struct reader *r)
{
	for (uint32_t t = 0; t < r->costs.count; t++) {
		for (size_t m = 0; m < HEAPTRACK_METRICS; m++)
			metrics_count(r->c->metrics, m,
				      heaptrack_costs_of(&r->costs, t, m));
	}
}

static void flush_traces(struct reader *r)
{
	for (uint32_t t = 0; t < r->costs.count; t++) {
		int64_t cost =
			heaptrack_costs_of(&r->costs, t, r->c->metrics->chosen);

		if (cost > 0)
			flush_trace(r, t, (uint64_t)cost);
		r->negative += cost < 0;
	}
}

static void report(struct reader *r)
{
	struct fg_loc loc = fg_lines_whole(r->c->in);
	struct fg_diag *diag = r->c->diag;

	if (r->bad_traces > 0)
		fg_warn(diag, loc,
			"%" PRIu64 " references to missing traces; their "
			"frames are missing",
			r->bad_traces);
	if (r->frames.bad > 0)
		fg_warn(diag, loc, "%" PRIu64 " frames or names missing",
			r->frames.bad);
	if (r->negative > 0)
		fg_warn(diag, loc,
			"%" PRIu64 " stacks free more than they allocate; they "
			"are left out",
			r->negative);
	if (r->costs.saturated)
		fg_warn(diag, loc, "sizes over 63 bits were cut there");
	if (r->is_raw)
		symbols_report(r->modules.symbols, diag, loc);
}

static void read_lines(struct reader *r)
{
	fg_str line;

	while (fg_lines_next(r->c->in, &line)) {
		fg_str text = line.n > 2 ? fg_slice(line, 2, line.n)
					 : FG_STR("");

		if (line.n == 0 || *line.p == '#')
			continue;
		if (!read_line(r, *line.p, text))
			fg_warn(r->c->diag, fg_lines_loc(r->c->in),
				"bad '%c' line", *line.p);
	}
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { .c = c };

	stackbuf_init(&r.stack, c);
	namer_init(&r.namer, c->options, &r.stack);
	heaptrack_modules_init(&r.modules, c->options, &r.namer);
	read_lines(&r);
	count_metrics(&r);
	if (!c->options->list_metrics)
		flush_traces(&r);
	report(&r);
	heaptrack_frames_free(&r.frames);
	heaptrack_modules_free(&r.modules);
	heaptrack_costs_free(&r.costs);
	heaptrack_pointers_free(&r.pointers);
	free(r.traces);
	free(r.infos);
	namer_free(&r.namer);
	stackbuf_free(&r.stack);
	return fg_lines_status(c->in);
}

const struct format format_heaptrack = {
	.name = "heaptrack",
	.summary = "heaptrack's recordings, interpreted or raw",
	.metrics = metrics,
	.has = HAS_MODULES | HAS_SOURCE | HAS_INLINED | HAS_ADDRESSES |
	       HAS_ARGUMENTS | HAS_TEMPLATES | HAS_ALLOCATORS | HAS_BINARIES,
	.detect = detect,
	.parse = parse,
};
