/* SPDX-License-Identifier: MIT */
#include "gperftools_words.h"

#include "fg/text.h"
#include "gperftools_lines.h"

enum { HEADER_WORDS = 5, MIN_HEADER = 3 };

/* The encoding of words. */
struct layout {
	unsigned size; /* 4 or 8; 0: not such a profile */
	bool is_big; /* big-endian */
};

static uint64_t word_at(fg_str text, const struct layout *layout, size_t i)
{
	uint64_t word = 0;

	for (unsigned k = 0; k < layout->size; k++) {
		unsigned at = layout->is_big ? k : layout->size - 1 - k;

		word = word << 8 | (unsigned char)text.p[i * layout->size + at];
	}
	return word;
}

static bool has_header(fg_str text, const struct layout *layout)
{
	return text.n >= (size_t)HEADER_WORDS * layout->size &&
	       word_at(text, layout, 0) == 0 &&
	       word_at(text, layout, 1) >= MIN_HEADER &&
	       word_at(text, layout, 1) < 1024 &&
	       word_at(text, layout, 2) == 0 && word_at(text, layout, 3) > 0 &&
	       word_at(text, layout, 4) == 0;
}

static struct layout find_layout(fg_str text)
{
	static const struct layout layouts[] = {
		{ 4, false }, { 4, true }, { 8, false }, { 8, true }
	};

	for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
		if (has_header(text, &layouts[i]))
			return layouts[i];
	}
	return (struct layout){ 0 };
}

bool gperftools_is_words(fg_str text)
{
	return find_layout(text).size > 0;
}

/*
 * google-pprof --raw writes any profile in the form of a CPU profile, with a
 * period of 1, which no sampler uses. Its counts are those of the profile:
 * samples or bytes.
 */
static bool is_raw(const struct gperftools_run *r, fg_str text,
		   const struct layout *layout)
{
	return r->places.is_adjusted && word_at(text, layout, 3) == 1;
}

/* A signal handler's frame may repeat the leaf. */
static void flush_cpu(struct gperftools_run *r, fg_str text,
		      const struct layout *layout, size_t at, uint64_t depth,
		      uint64_t count, struct fg_weight weight)
{
	uint64_t leaf = depth > 0 ? word_at(text, layout, at) : 0;

	for (uint64_t i = 0; i < depth; i++) {
		uint64_t address = word_at(text, layout, at + (size_t)i);

		if (i > 0)
			address = gperftools_places_call(&r->places, address);
		if (i != 1 || address != leaf)
			gperftools_places_push(&r->places, address);
	}
	if (r->stack.depth == 0)
		stackbuf_push(&r->stack, FG_STR("[unknown]"));
	stackbuf_flush_samples(&r->stack, LEAF_FIRST, weight,
			       is_raw(r, text, layout) ? 0 : count);
}

/* Reads the records; with `fold` false only finds the start of the maps. */
static size_t walk_cpu(struct gperftools_run *r, fg_str text,
		       const struct layout *layout, bool fold)
{
	size_t words = text.n / layout->size;
	uint64_t period = word_at(text, layout, 3);
	size_t at = 2 + (size_t)word_at(text, layout, 1);

	while (at + 2 <= words) {
		uint64_t count = word_at(text, layout, at);
		uint64_t depth = word_at(text, layout, at + 1);
		struct metrics *m = r->c->metrics;
		bool saturated = false;
		uint64_t ns = fg_mul_sat(count, period * 1000, &saturated);

		if (depth > words - at - 2)
			break;
		if (count == 0 && depth == 1 &&
		    word_at(text, layout, at + 2) == 0)
			return (at + 3) * layout->size;
		if (fold && count > 0 && !r->c->options->list_metrics)
			flush_cpu(r, text, layout, at + 2, depth, count,
				  (struct fg_weight){ m->chosen ? ns : count,
						      0 });
		if (fold) {
			metrics_count(m, 0, count);
			if (m->count > 1)
				metrics_count(m, 1, ns);
		}
		at += 2 + (size_t)depth;
	}
	/* google-pprof writes no end */
	r->cut |= at * layout->size < text.n;
	return text.n;
}

static void add_metrics(struct gperftools_run *r, bool raw)
{
	struct metrics *m = r->c->metrics;

	if (raw) {
		metrics_add(m, FG_STR("count"), FG_STR("count"));
		fg_note(r->c->diag, fg_lines_whole(r->c->in),
			"google-pprof --raw does not say what it counts: "
			"samples of a CPU profile, bytes of a heap profile");
		return;
	}
	metrics_add(m, FG_STR("samples"), FG_STR("samples"));
	metrics_add(m, FG_STR("cpu"), FG_STR("ns"));
}

fg_status gperftools_fold_words(struct gperftools_run *r, fg_str text)
{
	struct layout layout = find_layout(text);
	fg_status status;
	size_t end;

	add_metrics(r, is_raw(r, text, &layout));
	status = format_choose_metric(r->c, 0);
	if (status != FG_OK)
		return status;
	end = walk_cpu(r, text, &layout, false);
	gperftools_read_maps(r, fg_slice(text, end, text.n));
	(void)walk_cpu(r, text, &layout, true);
	return FG_OK;
}
