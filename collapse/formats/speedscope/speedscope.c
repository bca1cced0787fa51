/* SPDX-License-Identifier: MIT */
/*
 * speedscope's own format, which users save, and which py-spy, rbspy,
 * stackprof, dotnet-trace and others write. A profile has samples, whose
 * stacks begin with the root:
 *
 *	{"$schema": "https://www.speedscope.app/file-format-schema.json",
 *	 "profiles": [
 *	  {"type": "sampled", "name": "Thread 9370 \"MainThread\"",
 *	   "unit": "seconds", "startValue": 0.0, "endValue": 0.01,
 *	   "samples": [[1, 0], [1]], "weights": [0.005, 0.005]}],
 *	 "shared": {"frames": [
 *	  {"name": "encode", "file": "json/encoder.py", "line": 200},
 *	  {"name": "main", "file": "report.py", "line": 12}]}}
 *
 * or events, where functions are opened and closed:
 *
 *	  {"type": "evented", "name": "node.cpuprofile",
 *	   "unit": "microseconds", "startValue": 0, "endValue": 656614,
 *	   "events": [{"type": "O", "frame": 0, "at": 12133},
 *		      {"type": "C", "frame": 0, "at": 20225}]}
 */
#include <inttypes.h>
#include <stdlib.h>

#include "fg/text.h"
#include "names/json_profile.h"
#include "speedscope_frames.h"
#include "speedscope_profile.h"

enum kind { KIND_TIME, KIND_BYTES, KIND_WEIGHT, KIND_SAMPLES, KINDS };

enum { NS_OF_US = 3, THOUSANDTHS = 3 };

struct reader {
	struct json_profile p;
	struct speedscope_profile *profiles;
	size_t count, room;
	struct speedscope_frames frames;
	int64_t active; /* the number of the profile that is shown first */
	bool is_old, in_ns;
	uint64_t bad_frames;
};

static int detect(fg_str head)
{
	static const char *const paths[] = {
		".shared.frames",
		".activeProfileIndex",
		".profiles[].unit",
		".profiles[].endValue",
		".profiles[].samples",
		".profiles[].events",
		".frames[].name",
		".samples[][]",
		NULL,
	};
	enum { OLD = 3u << 6 };
	unsigned found = json_head_find(head, paths);

	if (found & ~(unsigned)OLD)
		return BID_SURE;
	return found == OLD ? BID_LIKELY : BID_NO;
}

static void read_profiles(struct reader *r)
{
	if (!json_array(r->p.json))
		return;
	while (json_item(r->p.json)) {
		if (!json_object(r->p.json))
			continue;
		FG_RESERVE(&r->profiles, &r->room, r->count + 1);
		speedscope_profile_read(&r->profiles[r->count++], r->p.json,
					&r->p.tree, r->p.c->options->keep_idle);
	}
}

static void walk(void *ctx)
{
	struct reader *r = ctx;
	fg_str key;

	if (!json_object(r->p.json))
		return;
	while (json_key(r->p.json, &key)) {
		if (fg_equal(key, FG_STR("profiles")))
			read_profiles(r);
		else if (fg_equal(key, FG_STR("shared")))
			speedscope_frames_read(&r->frames, r->p.json,
					       &r->p.namer);
		else if (fg_equal(key, FG_STR("activeProfileIndex")))
			(void)json_int(r->p.json, &r->active);
		else if (fg_equal(key, FG_STR("frames")))
			r->is_old = true;
	}
}

static enum kind kind_of(const struct speedscope_profile *p)
{
	if (p->unit == UNIT_BYTES)
		return KIND_BYTES;
	return p->unit == UNIT_NONE ? KIND_WEIGHT : KIND_TIME;
}

/* Converts a total in the profile's own decimals to whole units. */
static fg_swide whole(const struct reader *r, fg_swide total, unsigned decimals,
		      enum speedscope_unit unit)
{
	unsigned want = speedscope_decimals(unit);
	fg_swide one = 1;

	if (want > decimals)
		total *= (fg_swide)fg_pow10(want - decimals);
	else
		one = (fg_swide)fg_pow10(decimals - want);
	if (unit == UNIT_BYTES || unit == UNIT_NONE || !r->in_ns)
		one *= (fg_swide)fg_pow10(THOUSANDTHS);
	return (total + one / 2) / one;
}

static fg_swide total_of(const struct reader *r, enum kind kind)
{
	fg_swide total = 0;

	for (size_t i = 0; i < r->count; i++) {
		const struct speedscope_profile *p = &r->profiles[i];

		if (kind == KIND_SAMPLES)
			total += p->samples;
		else if (kind == kind_of(p))
			total += whole(r, p->total, p->decimals, p->unit);
	}
	return total;
}

/* Whether any profile has it. */
static bool has_kind(const struct reader *r, enum kind kind)
{
	for (size_t i = 0; i < r->count; i++) {
		const struct speedscope_profile *p = &r->profiles[i];

		if (kind == KIND_SAMPLES ? p->samples > 0 : kind == kind_of(p))
			return true;
	}
	return false;
}

static enum kind active_kind(const struct reader *r)
{
	uint64_t i = r->active >= 0 ? (uint64_t)r->active : 0;

	return kind_of(&r->profiles[i < r->count ? i : 0]);
}

static fg_status choose_metric(struct reader *r, enum kind *kind)
{
	static const char *const names[] = { "time", "bytes", "weight",
					     "samples" };
	const char *const units[] = { r->in_ns ? "ns" : "us", "bytes", "units",
				      "samples" };
	enum kind offered[KINDS], best = active_kind(r);
	size_t n = 0, fallback = 0;
	fg_status status;

	for (enum kind k = 0; k < KINDS; k++) {
		size_t index;

		if (!has_kind(r, k))
			continue;
		index = metrics_add(r->p.c->metrics, fg_from_c(names[k]),
				    fg_from_c(units[k]));
		r->p.c->metrics->items[index].total = total_of(r, k);
		if (k == best)
			fallback = index;
		offered[n++] = k;
	}
	status = format_choose_metric(r->p.c, fallback);
	if (status == FG_OK)
		*kind = offered[r->p.c->metrics->chosen];
	return status;
}

static bool is_wanted(const struct reader *r,
		      const struct speedscope_profile *p, enum kind kind)
{
	struct fg_regex *pattern = r->p.c->options->thread;

	return (kind == KIND_SAMPLES ? p->samples > 0 : kind == kind_of(p)) &&
	       (!pattern ||
		fg_regex_matches(pattern, fg_buffer_text(&p->name)));
}

static void drop(struct reader *r, const struct speedscope_profile *p)
{
	size_t n = speedscope_weight_count(p, &r->p.tree);

	for (size_t i = 0; i < n; i++)
		*speedscope_weight(p, &r->p.tree, i) = 0;
}

/* Selects and weighs the wanted profiles; returns their number. */
static size_t select_profiles(struct reader *r, enum kind kind)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->count; i++) {
		struct speedscope_profile *p = &r->profiles[i];

		if (is_wanted(r, p, kind)) {
			speedscope_profile_weigh(p, &r->p.tree,
						 kind == KIND_SAMPLES);
			kept++;
		} else {
			drop(r, p);
		}
	}
	return kept;
}

/* The names of profiles are roots where there are several. */
static void name_roots(struct reader *r, size_t kept)
{
	const struct collapse_options *o = r->p.c->options;
	bool own = !o->per_process && !o->per_thread && kept > 1;

	for (size_t i = 0; i < r->count && !o->no_comm; i++) {
		const struct speedscope_profile *p = &r->profiles[i];

		if (own || o->per_thread)
			r->p.tree.nodes[p->root].frame = stackbuf_intern(
				&r->p.stack, fg_buffer_text(&p->name));
	}
}

/* Replaces the numbers of frames in the nodes by names. */
static void name_nodes(struct reader *r)
{
	fg_frame bad = stackbuf_intern(&r->p.stack, FG_STR("[bad frame]"));
	fg_frame idle = stackbuf_intern(&r->p.stack, FG_STR("[idle]"));

	for (size_t i = 0; i < r->p.tree.count; i++) {
		struct stacktree_node *node = &r->p.tree.nodes[i];

		if (node->parent == STACKTREE_NONE)
			continue;
		if (node->frame == SPEEDSCOPE_IDLE) {
			node->frame = idle;
		} else if (node->frame < r->frames.count) {
			node->frame = r->frames.ids[node->frame];
		} else {
			node->frame = bad;
			r->bad_frames++;
		}
	}
}

static void make_microseconds(struct reader *r)
{
	for (size_t i = 0; i < r->count; i++)
		speedscope_profile_divide(&r->profiles[i], &r->p.tree,
					  fg_pow10(NS_OF_US));
}

/* How many samples the times are of, where none is of events. */
static void count_samples(struct reader *r)
{
	r->p.tree.is_sampled = true;
	for (size_t i = 0; i < r->count; i++) {
		const struct speedscope_profile *p = &r->profiles[i];

		if (!is_wanted(r, p, KIND_TIME))
			continue;
		r->p.tree.is_sampled &= !p->has_events;
		fg_samples_join(&r->p.tree.samples, &p->taken);
	}
}

static void fold(struct reader *r, enum kind kind)
{
	size_t kept = select_profiles(r, kind);

	name_roots(r, kept);
	name_nodes(r);
	if (kind == KIND_BYTES || kind == KIND_WEIGHT)
		r->p.tree.scale = THOUSANDTHS;
	else if (kind == KIND_TIME && !r->in_ns)
		make_microseconds(r);
	if (kind == KIND_TIME)
		count_samples(r);
	stacktree_flush(&r->p.tree, &r->p.stack, NULL, 0);
	if (kept < r->count && !r->p.c->options->metric &&
	    !r->p.c->options->thread)
		fg_warn(r->p.c->diag, r->p.loc,
			"%zu profiles in other units are left out; choose "
			"with --metric",
			r->count - kept);
}

static void report(const struct reader *r)
{
	struct speedscope_profile sum = { .depth = 0 };

	for (size_t i = 0; i < r->count; i++) {
		sum.backwards += r->profiles[i].backwards;
		sum.mismatched += r->profiles[i].mismatched;
		sum.negative += r->profiles[i].negative;
		sum.uneven += r->profiles[i].uneven;
		sum.too_large += r->profiles[i].too_large;
	}
	const struct {
		uint64_t count;
		const char *what;
	} rows[] = {
		{ r->bad_frames, "frames that are not in the table of frames" },
		{ sum.backwards, "events before the one that precedes them" },
		{ sum.mismatched, "events that close what is not on top" },
		{ sum.negative, "weights below zero, left out" },
		{ sum.uneven, "samples without a weight, or the reverse" },
		{ sum.too_large, "weights too large to count in full" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (rows[i].count > 0)
			fg_warn(r->p.c->diag, r->p.loc, "%s: %" PRIu64,
				rows[i].what, rows[i].count);
	}
}

static fg_status fold_all(void *ctx)
{
	struct reader *r = ctx;
	enum kind kind;
	fg_status status;

	if (r->count == 0)
		return fg_fail(r->p.c->diag, FG_EINPUT, r->p.loc, "%s",
			       r->is_old ? "an old file of speedscope; load it "
					   "there and save it again"
					 : "the file has no profiles");
	for (size_t i = 0; i < r->count; i++)
		r->in_ns |= r->profiles[i].unit == UNIT_NS;
	status = choose_metric(r, &kind);
	if (status != FG_OK || r->p.c->options->list_metrics)
		return status;
	if (r->frames.count == 0 && r->p.tree.count > r->count)
		return fg_fail(r->p.c->diag, FG_EINPUT, r->p.loc,
			       "the table of frames is missing");
	fold(r, kind);
	report(r);
	return FG_OK;
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { 0 };
	fg_status status = json_profile_read(&r.p, c, walk, fold_all, &r);

	for (size_t i = 0; i < r.count; i++)
		speedscope_profile_free(&r.profiles[i]);
	free(r.profiles);
	speedscope_frames_free(&r.frames);
	return status;
}

const struct format format_speedscope = {
	.name = "speedscope",
	.summary = "speedscope's JSON, of py-spy, rbspy and others",
	.own_metrics = true,
	.has = HAS_THREADS | HAS_COMMS | HAS_IDLE_THREADS | HAS_SOURCE |
	       HAS_ARGUMENTS | HAS_TEMPLATES,
	.detect = detect,
	.parse = parse,
};
