/* SPDX-License-Identifier: MIT */
/*
 * The allocations of Linux pages: /sys/kernel/debug/page_owner, or the same
 * sorted by page_owner_sort, which counts equal ones.
 *
 *	Page allocated via order 1, mask 0x40dc0(GFP_KERNEL|__GFP_COMP|...), ...
 *	PFN 4096 type Unmovable Block 8 type Unmovable Flags 0xfffffc00(...)
 *	 post_alloc_hook+0x177/0x1a0
 *	 get_page_from_freelist+0xd01/0xd80
 *	 dup_task_struct+0x5c/0x1a0
 *
 *	12 times, 24 pages:
 *	Page allocated via order 1, mask ...
 *
 * Newer kernels have page_owner_stacks/show_stacks, where the weight is last:
 *
 *	 get_page_from_freelist+0xd01/0xd80
 *	 dup_task_struct+0x5c/0x1a0
 *	nr_base_pages: 24
 */
#include "fg/text.h"

#include "input/scan.h"
#include "sample/kernel_lines.h"

enum { PAGES, ALLOCATIONS, ORDER_MAX = 31 };

static const struct format_metric metrics[] = {
	[PAGES] = { "pages", "pages" },
	[ALLOCATIONS] = { "allocations", "allocations" },
	{ 0 },
};

struct reader {
	uint64_t pages, times; /* of the current stack; 0: not known */
};

static bool parse_order(fg_str line, uint64_t *pages)
{
	uint64_t order;

	if (!scan_text(&line, FG_STR("Page allocated via order ")) ||
	    !scan_u64(&line, &order) || order > ORDER_MAX)
		return false;
	*pages = UINT64_C(1) << order;
	return true;
}

/* "12 times, 24 pages:", in older versions "12 times:" */
static bool parse_times(fg_str line, uint64_t *times, uint64_t *pages)
{
	*pages = 0;
	if (!scan_u64(&line, times) || !scan_text(&line, FG_STR(" times")))
		return false;
	if (scan_text(&line, FG_STR(", ")))
		return scan_u64(&line, pages) &&
		       fg_starts_with(line, FG_STR(" pages:"));
	return fg_starts_with(line, FG_STR(":"));
}

static bool parse_base_pages(fg_str line, uint64_t *pages)
{
	return (scan_text(&line, FG_STR("nr_base_pages: ")) ||
		scan_text(&line, FG_STR("stack_count: "))) &&
	       fg_parse_u64(fg_trim(line), pages);
}

static int detect(fg_str head)
{
	enum { LINES = 100 };
	struct native_frame frame;
	uint64_t pages, times;
	bool frames = false;
	fg_str line;

	for (int i = 0; i < LINES && scan_line(&head, &line); i++) {
		if (parse_order(line, &pages) ||
		    (frames && parse_base_pages(line, &pages)))
			return BID_SURE;
		if (fg_trim(line).n == 0 || parse_times(line, &times, &pages))
			continue;
		if (!fg_starts_with(line, FG_STR(" ")) ||
		    !kernel_frame(line, false, &frame))
			return BID_NO;
		frames = true;
	}
	return BID_NO;
}

static void end_stack(struct dump *d)
{
	struct reader *r = d->state;
	struct metrics *m = d->c->metrics;
	struct fg_weight weight = { 0, 0 };

	if (d->stack.depth > 0 && r->pages > 0) {
		uint64_t times = r->times ? r->times : 1;

		metrics_count(m, PAGES, r->pages);
		metrics_count(m, ALLOCATIONS, times);
		weight.units = m->chosen == PAGES ? r->pages : times;
		dump_end_with(d, weight);
	} else if (d->stack.depth > 0) {
		dump_warn(d, "a stack without a number of pages");
		stackbuf_clear(&d->stack);
	}
	r->pages = 0;
	r->times = 0;
}

static void read_line(struct dump *d, fg_str line)
{
	struct reader *r = d->state;
	struct native_frame frame;
	uint64_t pages, times;

	if (parse_times(line, &times, &pages)) {
		end_stack(d);
		r->times = times;
		r->pages = pages;
	} else if (parse_order(line, &pages)) {
		if (d->stack.depth > 0)
			end_stack(d);
		if (r->pages == 0)
			r->pages = pages * (r->times ? r->times : 1);
	} else if (parse_base_pages(line, &pages)) {
		r->pages = pages;
		end_stack(d);
	} else if (kernel_frame(line, d->c->options->keep_offsets, &frame)) {
		kernel_push(d, &frame);
	}
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { 0 };
	struct dump d = { .state = &r, .last = end_stack };

	return dump_read(&d, c, read_line);
}

const struct format format_page_owner = {
	.name = "page_owner",
	.summary = "Linux's page_owner, also sorted",
	.metrics = metrics,
	.has = HAS_MODULES | HAS_ARGUMENTS | HAS_OFFSETS | HAS_KERNEL,
	.detect = detect,
	.parse = parse,
};
