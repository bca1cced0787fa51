/* SPDX-License-Identifier: MIT */
#include "format.h"

#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/out.h"
#include "fg/text.h"

#define FORMAT(name) extern const struct format format_##name;
#include "formats.def"
#undef FORMAT

const struct format *const formats[] = {
#define FORMAT(name) &format_##name,
#include "formats.def"
#undef FORMAT
	NULL,
};

const struct format *format_by_name(const char *name)
{
	for (const struct format *const *f = formats; *f; f++) {
		if (strcmp((*f)->name, name) == 0)
			return *f;
	}
	return NULL;
}

static const struct format *highest_bid(fg_str head, int *highest)
{
	const struct format *best = NULL;

	*highest = BID_NO;
	for (const struct format *const *f = formats; *f; f++) {
		int bid = (*f)->detect(head);

		if (bid > *highest) {
			*highest = bid;
			best = *f;
		}
	}
	return best;
}

/*
 * Shows the formats only the beginning: bids read all that they get, there are
 * many formats, and a few lines are enough to be sure.
 */
const struct format *format_detect(fg_str head)
{
	enum { FIRST_LOOK = 4096, ENOUGH = BID_SURE - 10 };
	const struct format *best;
	int bid;

	if (head.n > FIRST_LOOK) {
		best = highest_bid(fg_slice(head, 0, FIRST_LOOK), &bid);
		if (bid >= ENOUGH)
			return best;
	}
	return highest_bid(head, &bid);
}

/* Finds "inuse_space" by "space": pprof allows this, too. */
static size_t find_metric(const struct metrics *m, fg_str name)
{
	struct fg_buffer longer = { 0 };
	size_t at = metrics_find(m, name);

	if (at < m->count)
		return at;
	fg_buffer_append(&longer, FG_STR("inuse_"));
	fg_buffer_append(&longer, name);
	at = metrics_find(m, fg_buffer_text(&longer));
	free(longer.p);
	return at;
}

static fg_status no_such_metric(struct collapse *c)
{
	struct fg_loc loc = fg_lines_whole(c->in);
	struct fg_out *names = fg_out_memory();
	fg_status status;

	for (size_t i = 0; i < c->metrics->count; i++) {
		fg_out_puts(names, i ? FG_STR(", ") : FG_STR(""));
		fg_out_puts(names, fg_from_c(c->metrics->items[i].name));
	}
	status = fg_fail(c->diag, FG_EUSAGE, loc,
			 "--metric: no '%s' here; there is: %.*s",
			 c->options->metric, (int)names->used, names->buffer);
	fg_out_free(names);
	return status;
}

fg_status format_choose_metric(struct collapse *c, size_t fallback)
{
	struct metrics *m = c->metrics;
	fg_str name = fg_from_c(c->options->metric);
	uint64_t number;

	m->fallback = fallback;
	m->chosen = fallback;
	if (!c->options->metric)
		return FG_OK;
	m->chosen = find_metric(m, name);
	if (m->chosen == m->count && fg_parse_u64(name, &number) &&
	    number < m->count)
		m->chosen = (size_t)number;
	return m->chosen < m->count ? FG_OK : no_such_metric(c);
}
