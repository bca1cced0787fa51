/* SPDX-License-Identifier: MIT */
/*
 * pprof's profile.proto, which Go and many tools for other languages write,
 * compressed by gzip. `go tool pprof -raw` shows one like this:
 *
 *	PeriodType: cpu nanoseconds
 *	Period: 10000000
 *	Samples:
 *	samples/count cpu/nanoseconds
 *	          3   30000000: 1 2 3
 *	                kind:[hash] worker:[2]
 *	Locations
 *	     1: 0x47d1c5 M=1 main.mix /src/tally/main.go:40:0 s=36
 *	             main.sum /src/tally/main.go:51:0 s=48
 *
 * A sample's locations go from the leaf to the root, and so do the lines of a
 * location: main.mix was inlined into main.sum. Fields come in any order, and
 * Go writes the strings last. So the whole profile is in memory while it is
 * read.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "fg/text.h"
#include "format.h"
#include "pprof_default.h"
#include "pprof_samples.h"

/* Whether each field of the outermost message has the right kind of value. */
static bool is_profile_field(const struct pb_field *f)
{
	switch (f->number) {
	case 1: /* types */
	case 2: /* samples */
	case 3: /* modules */
	case 4: /* locations */
	case 5: /* functions */
	case 6: /* strings */
	case 11: /* type of the period */
		return pb_is_bytes(f);
	case 13: /* comments, which may be packed */
		return pb_is_bytes(f) || f->wire == PB_VARINT;
	case 7:
	case 8:
	case 9:
	case 10:
	case 12:
	case 14:
	case 15:
		return f->wire == PB_VARINT;
	default:
		return false;
	}
}

/*
 * Whether it has two strings, by number: other messages have other data in
 * field 1.
 */
static bool is_type(fg_str bytes)
{
	struct pb part = { bytes, false };
	struct pb_field f;

	while (pb_next(&part, &f)) {
		if (f.number > 2 || f.wire != PB_VARINT || f.value > UINT32_MAX)
			return false;
	}
	return !part.damaged;
}

/* Whether it has locations, values and labels. */
static bool is_sample(fg_str bytes)
{
	struct pb part = { bytes, false };
	struct pb_field f;

	while (pb_next(&part, &f)) {
		if (f.number > 3 || !(pb_is_bytes(&f) || f.wire == PB_VARINT))
			return false;
	}
	return !part.damaged;
}

/* There is no magic number, so each field must fit the format. */
static int detect(fg_str head)
{
	struct pb message = { head, false };
	struct pb_field f;
	size_t count = 0, telling = 0;

	while (pb_next(&message, &f)) {
		if (!is_profile_field(&f) ||
		    (f.number == 1 && !is_type(f.bytes)) ||
		    (f.number == 2 && !is_sample(f.bytes)))
			return BID_NO;
		count++;
		telling += f.number <= 2;
	}
	/* the head may be cut, but one field that fits is not enough */
	return telling > 0 && (count > 2 || !message.damaged) ? BID_LIKELY
							      : BID_NO;
}

/* The default is the type that the profile names, if any. */
static size_t default_type(const struct pprof_tables *t,
			   const struct metrics *metrics)
{
	for (size_t i = 0; t->default_type && i < t->type_count; i++) {
		if (fg_equal(pprof_string(t, t->types[i].name),
			     pprof_string(t, t->default_type)))
			return i;
	}
	return pprof_default(metrics);
}

static fg_status choose_metric(struct collapse *c, const struct pprof_tables *t)
{
	for (size_t i = 0; i < t->type_count; i++)
		metrics_add(c->metrics, pprof_string(t, t->types[i].name),
			    pprof_string(t, t->types[i].unit));
	return format_choose_metric(c, default_type(t, c->metrics));
}

static fg_status check(struct collapse *c, const struct pprof_tables *t)
{
	struct fg_loc loc = fg_lines_whole(c->in);

	if (t->type_count == 0)
		return fg_fail(c->diag, FG_EINPUT, loc,
			       "no sample types; this is not a profile");
	if (t->damaged)
		fg_warn(c->diag, loc,
			"the profile is cut off or damaged; the part that is "
			"there is used");
	if (t->damaged && t->string_count == 0)
		return fg_fail(c->diag, FG_EINPUT, loc,
			       "the names are in the part that is missing");
	if (t->damaged_parts > 0)
		fg_warn(c->diag, loc, "damaged parts: %" PRIu64,
			t->damaged_parts);
	return choose_metric(c, t);
}

static fg_status parse(struct collapse *c)
{
	struct fg_buffer all = { 0 };
	struct pprof_tables tables = { 0 };
	fg_status status;

	fg_lines_take(c->in, UINT64_MAX, &all);
	status = fg_lines_status(c->in);
	if (status == FG_OK) {
		pprof_tables_read(&tables, fg_buffer_text(&all));
		status = check(c, &tables);
	}
	if (status == FG_OK)
		pprof_samples_fold(c, &tables, fg_buffer_text(&all));
	pprof_tables_free(&tables);
	free(all.p);
	return status;
}

const struct format format_pprof = {
	.name = "pprof",
	.summary = "pprof's protocol buffers, of Go and others",
	.own_metrics = true,
	.has = HAS_LABELS | HAS_MODULES | HAS_SOURCE | HAS_INLINED |
	       HAS_ADDRESSES | HAS_ARGUMENTS,
	.detect = detect,
	.parse = parse,
};
