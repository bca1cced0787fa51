/* SPDX-License-Identifier: MIT */
#include "otlp_fold.h"

#include <inttypes.h>
#include <stdlib.h>

#include "fg/text.h"
#include "fold/signed_fold.h"
#include "formats/pprof/pprof_default.h"
#include "formats/pprof/pprof_frames.h"

struct folder {
	struct collapse *c;
	struct otlp_types types;
	struct otlp_faults faults;
	struct otlp_observed sample;
	struct otlp_columns columns; /* of the profile */
	uint64_t *indices; /* of locations, of the profile */
	size_t index_count, index_room;
	uint64_t start; /* the earliest time of a profile, or of a sample */
	uint64_t profiles, samples, nameless;

	/* While folding. */
	struct stackbuf stack;
	struct otlp_labels labels;
	struct pprof_frames frames;
	const struct otlp_message *named; /* whose frames these are */
	bool is_signed;
	uint64_t bad_places, bad_names;

	/* With --no-aggregate: when each stack of `stack.out` was observed. */
	bool in_order;
	uint64_t *moments;
	size_t moment_count, moment_room;
};

typedef void (*each_fn)(struct folder *f, const struct otlp_message *m,
			const struct otlp_tables *t);

/* Reads what samples refer to in their profile. */
static void begin_profile(struct folder *f, const struct otlp_message *m,
			  fg_str bytes)
{
	struct pb profile = { bytes, false };
	struct pb_field field;

	f->index_count = 0;
	while (pb_next(&profile, &field)) {
		enum otlp_role role =
			otlp_role(m->layout->profile, field.number);

		if (role == OTLP_INDICES)
			otlp_take_numbers(&f->indices, &f->index_count,
					  &f->index_room, &field);
		else if (role == OTLP_TIME && field.value > 0 &&
			 field.value < f->start)
			f->start = field.value;
	}
}

/* Calls `what` for each whole sample of a profile, which is in f->sample. */
static void each_sample(struct folder *f, const struct otlp_message *m,
			const struct otlp_tables *t, fg_str bytes, each_fn what)
{
	struct pb profile = { bytes, false };
	struct pb_field field;

	while (pb_next(&profile, &field)) {
		if (otlp_role(m->layout->profile, field.number) !=
			    OTLP_SAMPLES ||
		    !pb_is_bytes(&field))
			continue;
		otlp_observed_read(&f->sample, field.bytes, m->layout, t,
				   f->indices, f->index_count, &f->faults);
		what(f, m, t);
	}
}

static void survey_sample(struct folder *f, const struct otlp_message *m,
			  const struct otlp_tables *t)
{
	const struct otlp_observed *s = &f->sample;
	size_t n = f->columns.count;

	(void)m, (void)t;
	f->samples++;
	for (size_t i = 0; i < n; i++) {
		struct otlp_type *type = &f->types.items[f->columns.types[i]];
		fg_swide weight = otlp_observed_weight(s, i, n);

		type->total += weight;
		type->has_negative |= weight < 0;
	}
	if (n == 1)
		f->faults.values += s->value_count > 1 &&
				    s->value_count != s->time_count;
	else
		f->faults.values += s->value_count != n;
	for (size_t i = 0; i < s->time_count; i++)
		f->start = s->times[i] < f->start ? s->times[i] : f->start;
}

static void survey(void *ctx, const struct otlp_message *m,
		   const struct otlp_tables *t, const struct otlp_profile *p)
{
	struct folder *f = ctx;

	f->profiles++;
	f->nameless += t->code.string_count == 0;
	begin_profile(f, m, p->bytes);
	otlp_types_of(&f->types, t, m->layout, p->bytes, &f->columns);
	each_sample(f, m, t, p->bytes, survey_sample);
}

static void push_stack(struct folder *f, const struct otlp_tables *t)
{
	const struct otlp_sample *s = &f->sample.at;

	for (size_t i = 0; i < s->place_count && !f->stack.is_cut; i++) {
		if (s->places[i] < t->code.location_count) {
			pprof_frames_push(&f->frames, (size_t)s->places[i]);
			continue;
		}
		f->bad_places++;
		stackbuf_push(&f->stack, FG_STR("[bad location]"));
	}
	if (f->stack.depth == 0)
		stackbuf_push(&f->stack, FG_STR("[unknown]"));
}

/* The first option becomes the root, so it is pushed last. */
static void push_labels(struct folder *f)
{
	for (size_t i = f->labels.count; i-- > 0;) {
		const struct otlp_wanted *w = &f->labels.items[i];
		struct fg_buffer name = { 0 };

		if (!w->found || w->value.p)
			continue;
		fg_buffer_append(&name, w->key);
		fg_buffer_append(&name, FG_STR(":"));
		fg_buffer_append(&name, fg_buffer_text(&w->text));
		stackbuf_push(&f->stack, fg_buffer_text(&name));
		free(name.p);
	}
}

static int64_t clamp(fg_swide value)
{
	if (value > INT64_MAX)
		return INT64_MAX;
	return value < -INT64_MAX ? -INT64_MAX : (int64_t)value;
}

static void flush(struct folder *f, const struct otlp_tables *t, int64_t weight,
		  uint64_t samples)
{
	push_stack(f, t);
	push_labels(f);
	if (f->is_signed)
		signed_flush(&f->stack, LEAF_FIRST, weight, 0);
	else
		stackbuf_flush_samples(
			&f->stack, LEAF_FIRST,
			(struct fg_weight){ (uint64_t)weight, 0 }, samples);
}

static bool is_in_time(const struct folder *f, uint64_t time)
{
	return options_in_time(f->c->options, time - f->start);
}

/* The number of samples that the sample stands for; 0: not known. */
static uint64_t samples_of(const struct folder *f)
{
	size_t counting = pprof_sample_count(f->c->metrics);

	for (size_t i = 0; i < f->columns.count; i++) {
		if (f->columns.types[i] == counting) {
			fg_swide n = otlp_observed_weight(&f->sample, i,
							  f->columns.count);

			return n > 0 ? (uint64_t)clamp(n) : 0;
		}
	}
	return 0;
}

/* With --no-aggregate: a stack for each time. */
static void fold_moments(struct folder *f, const struct otlp_tables *t,
			 size_t column)
{
	for (size_t i = 0; i < f->sample.time_count; i++) {
		int64_t part = clamp(otlp_observed_part(&f->sample, column,
							f->columns.count, i));
		size_t before = fg_stacks_count(f->stack.out);

		if (part <= 0 || !is_in_time(f, f->sample.times[i]))
			continue;
		flush(f, t, part, 1);
		if (fg_stacks_count(f->stack.out) == before)
			continue;
		FG_RESERVE(&f->moments, &f->moment_room, f->moment_count + 1);
		f->moments[f->moment_count++] = f->sample.times[i];
	}
}

static void fold_column(struct folder *f, const struct otlp_tables *t,
			size_t column)
{
	const struct otlp_observed *s = &f->sample;
	bool limited = f->c->options->time_limited;
	fg_swide weight = 0;

	if (f->in_order && s->time_count > 0) {
		fold_moments(f, t, column);
		return;
	}
	f->faults.timeless += limited && s->time_count == 0;
	for (size_t i = 0; limited && i < s->time_count; i++) {
		if (is_in_time(f, s->times[i]))
			weight += otlp_observed_part(s, column,
						     f->columns.count, i);
	}
	if (!limited)
		weight = otlp_observed_weight(s, column, f->columns.count);
	if (weight == 0)
		return;
	flush(f, t, clamp(weight), limited ? 0 : samples_of(f));
	if (f->in_order) {
		/* a sample without a time stays behind the one before it */
		FG_RESERVE(&f->moments, &f->moment_room, f->moment_count + 1);
		f->moments[f->moment_count] =
			f->moment_count ? f->moments[f->moment_count - 1] : 0;
		f->moment_count = fg_stacks_count(f->stack.out);
	}
}

static void fold_sample(struct folder *f, const struct otlp_message *m,
			const struct otlp_tables *t)
{
	(void)m;
	for (size_t i = 0; i < f->columns.count; i++) {
		if (f->columns.types[i] != f->c->metrics->chosen)
			continue;
		if (otlp_labels_find(&f->labels, t, &f->sample.at,
				     stackbuf_depth_max(&f->stack)))
			fold_column(f, t, i);
	}
}

/* Frames are named once for all profiles that share a message's tables. */
static void name_frames(struct folder *f, const struct otlp_message *m,
			const struct otlp_tables *t)
{
	bool is_shared = t == &m->tables;

	if (is_shared && f->named == m)
		return;
	f->bad_names += f->frames.bad_names;
	pprof_frames_free(&f->frames);
	pprof_frames_init(&f->frames, &t->code, f->c->options, &f->stack,
			  m->bytes.n);
	otlp_labels_begin(&f->labels, t);
	f->named = is_shared ? m : NULL;
}

static void fold(void *ctx, const struct otlp_message *m,
		 const struct otlp_tables *t, const struct otlp_profile *p)
{
	struct folder *f = ctx;

	begin_profile(f, m, p->bytes);
	otlp_types_of(&f->types, t, m->layout, p->bytes, &f->columns);
	otlp_labels_share(&f->labels, t, m->layout, p);
	name_frames(f, m, t);
	each_sample(f, m, t, p->bytes, fold_sample);
}

static void fold_all(struct folder *f, struct collapse *to,
		     struct otlp_message *messages, size_t count)
{
	stackbuf_init(&f->stack, to);
	otlp_labels_init(&f->labels, f->c->options);
	f->faults = (struct otlp_faults){ .values = f->faults.values };
	for (size_t i = 0; i < count; i++) {
		messages[i].damage.parts = 0;
		otlp_message_each(&messages[i], fold, f);
	}
	f->bad_names += f->frames.bad_names;
	pprof_frames_free(&f->frames);
	otlp_labels_free(&f->labels);
	stackbuf_free(&f->stack);
}

struct moment {
	uint64_t time;
	size_t stack;
};

static int by_time(const void *a, const void *b)
{
	const struct moment *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->stack < y->stack ? -1 : x->stack > y->stack;
}

/* Adds the stacks to `to` in the order of their times. */
static void move_in_order(const struct folder *f, struct fg_stacks *from,
			  struct fg_stacks *to)
{
	size_t n = fg_stacks_count(from), room = 0;
	struct moment *moments = fg_malloc(n * sizeof *moments);
	fg_frame *ids = NULL;

	for (size_t i = 0; i < n; i++)
		moments[i] = (struct moment){ f->moments[i], i };
	qsort(moments, n, sizeof *moments, by_time);
	for (size_t i = 0; i < n; i++) {
		struct fg_stack s = fg_stacks_get(from, moments[i].stack);

		FG_RESERVE(&ids, &room, s.depth);
		for (size_t k = 0; k < s.depth; k++)
			ids[k] = fg_frames_intern(
				fg_stacks_frames(to),
				fg_frames_name(fg_stacks_names(from),
					       s.ids[k]));
		fg_stacks_add(to, ids, s.depth,
			      (struct fg_weight){ s.weight[0], 0 }, 0);
	}
	fg_samples_join(fg_stacks_samples(to, 0), fg_stacks_samples(from, 0));
	free(moments);
	free(ids);
}

static void fold_in_order(struct folder *f, struct otlp_message *messages,
			  size_t count)
{
	struct collapse other = *f->c;

	other.out = fg_stacks_new(FG_KEEP_ORDER);
	f->in_order = true;
	fold_all(f, &other, messages, count);
	if (fg_stacks_count(other.out) > 0)
		move_in_order(f, other.out, f->c->out);
	fg_stacks_free(other.out);
	free(f->moments);
}

static void warn_count(struct folder *f, uint64_t count, const char *what)
{
	if (count > 0)
		fg_warn(f->c->diag, fg_lines_whole(f->c->in), "%s: %" PRIu64,
			what, count);
}

static void report(struct folder *f, const struct otlp_message *messages,
		   size_t count)
{
	uint64_t parts = 0;

	for (size_t i = 0; i < count; i++)
		parts += messages[i].damage.parts;
	warn_count(f, parts, "damaged parts");
	warn_count(f, f->faults.stacks, "samples whose stack is not there");
	warn_count(f, f->bad_places,
		   "frames whose location is not in the profile");
	warn_count(f, f->bad_names, "names that are not in the profile");
	warn_count(f, f->faults.values,
		   "samples with more or fewer values than they should have");
	warn_count(f, f->faults.timeless,
		   "samples without a time, left out because of --time");
}

/* Whether there is something to fold. Reports where the input is cut. */
static fg_status check(struct folder *f, const struct otlp_message *messages,
		       size_t count)
{
	struct fg_loc loc = fg_lines_whole(f->c->in);
	bool is_cut = false;

	for (size_t i = 0; i < count; i++) {
		const struct otlp_damage *d = &messages[i].damage;

		if (d->is_cut && !is_cut)
			fg_doubt(f->c->diag, loc,
				 "the profile is cut off or damaged at byte "
				 "%" PRIu64 "; the part before is used",
				 d->at);
		is_cut |= d->is_cut;
	}
	if (f->profiles == 0)
		return fg_fail(f->c->diag, FG_EINPUT, loc,
			       "there are no profiles in it");
	if (f->nameless == f->profiles && f->samples > 0)
		return fg_fail(f->c->diag, FG_EINPUT, loc,
			       is_cut ? "the names are in the part that is "
					"missing"
				      : "there is no table of strings, so "
					"nothing has a name");
	if (f->types.too_many)
		return fg_fail(f->c->diag, FG_EINPUT, loc,
			       "more than %d sample types", OTLP_TYPES_MAX);
	return FG_OK;
}

static void fold_chosen(struct folder *f, struct otlp_message *messages,
			size_t count)
{
	struct fg_loc loc = fg_lines_whole(f->c->in);
	struct signed_fold fold;

	f->is_signed = f->types.items[f->c->metrics->chosen].has_negative;
	if (f->is_signed) {
		signed_begin(&fold, f->c);
		fold_all(f, &fold.c, messages, count);
		signed_end(&fold, loc);
	} else if (f->c->options->no_aggregate) {
		fold_in_order(f, messages, count);
	} else {
		fold_all(f, f->c, messages, count);
	}
	report(f, messages, count);
}

fg_status otlp_fold(struct collapse *c, struct otlp_message *messages,
		    size_t count)
{
	struct folder *f = fg_calloc(1, sizeof *f);
	fg_status status;

	f->c = c;
	f->start = UINT64_MAX;
	f->types.fallback = SIZE_MAX;
	for (size_t i = 0; i < count; i++)
		otlp_message_each(&messages[i], survey, f);
	status = check(f, messages, count);
	if (status == FG_OK)
		status = otlp_types_choose(&f->types, c);
	if (status == FG_OK && !c->options->list_metrics)
		fold_chosen(f, messages, count);
	otlp_observed_free(&f->sample);
	free(f->indices);
	free(f);
	return status;
}
