/* SPDX-License-Identifier: MIT */
#include "steps.h"

#include <math.h>
#include <stdlib.h>

#include "distribution.h"
#include "fg/alloc.h"
#include "model_private.h"

/* In all, for a series to be searched; at each point, to learn from it. */
enum { LEAST_SAMPLES = 10 };

/* Of a chi-squared with one degree of freedom. */
static const double chi_median = 0.4549;

static const double interval = 0.95, place_range = 7.35;

/* How much a series varies. */
struct noise {
	double dispersion, freedom;
	double walk; /* the variance of what it wanders by, from point to point */
};

/* One series, and its sums up to each point, for levels in no time. */
struct track {
	const struct steps_data *data;
	struct noise noise;
	double *y; /* values over sizes, in samples */
	double *n, *ny, *ns; /* sums of runs, runs * y, runs / size */
};

static struct track track_new(const struct steps_data *data)
{
	size_t n = data->points + 1;

	return (struct track){ .data = data,
			       .y = fg_calloc(n, sizeof(double)),
			       .n = fg_calloc(n, sizeof(double)),
			       .ny = fg_calloc(n, sizeof(double)),
			       .ns = fg_calloc(n, sizeof(double)) };
}

static void track_free(struct track *track)
{
	free(track->y);
	free(track->n);
	free(track->ny);
	free(track->ns);
}

static void add_up(struct track *track)
{
	const struct steps_data *data = track->data;

	for (size_t p = 0; p < data->points; p++) {
		double runs = (double)data->runs[p];

		track->n[p + 1] = track->n[p] + runs;
		track->ny[p + 1] = track->ny[p] + runs * track->y[p];
		track->ns[p + 1] = track->ns[p] + runs / data->sizes[p];
	}
}

static void track_fill(struct track *track, size_t series)
{
	const struct steps_data *data = track->data;
	const double *values = data->values + series * data->points;

	for (size_t p = 0; p < data->points; p++)
		track->y[p] =
			values[p] / data->sizes[p] / sample_unit(data->sample);
	add_up(track);
}

/* The mean of the points from..to-1. */
static double level(const struct track *track, size_t from, size_t to)
{
	return fmax(0, (track->ny[to] - track->ny[from]) /
			       (track->n[to] - track->n[from]));
}

/* Its variance for a dispersion and a true level of 1. */
static double stretch(const struct track *track, size_t from, size_t to)
{
	double n = track->n[to] - track->n[from];

	return (track->ns[to] - track->ns[from]) / (n * n);
}

/* ---- noise ---- */

static double median(double *values, size_t count)
{
	qsort(values, count, sizeof *values, model_by_value);
	return count % 2 ? values[count / 2]
			 : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/*
 * The median of the squared differences of neighbours over what sampling
 * makes of them. Few differences make the median too large: by simulation.
 */
static double dispersion_of(const struct track *track, double *squares)
{
	size_t count = 0, points = track->data->points;

	for (size_t p = 0; p + 1 < points; p++) {
		double mean = level(track, p, p + 2);
		double change = track->y[p + 1] - track->y[p];
		double variance = mean * (stretch(track, p, p + 1) +
					  stretch(track, p + 1, p + 2));

		if (variance > 0)
			squares[count++] = change * change / variance;
	}
	if (count == 0)
		return 0;
	return median(squares, count) / chi_median /
	       (1 + 2.5 / (double)(points - 1));
}

/* The degrees of freedom of such a median: by simulation. */
static double freedom_of(const struct steps_data *data)
{
	return 0.5 + 0.33 * (double)(data->points - 1);
}

static bool is_enough(const struct track *track)
{
	double all = track->ny[track->data->points];

	return track->data->sample > 0 ? all >= LEAST_SAMPLES : all > 0;
}

/* Counts of few samples are too rough to learn from. */
static bool is_fitted(const struct track *track)
{
	size_t points = track->data->points;
	double all = track->ny[points];

	return track->data->sample > 0 ? all >= LEAST_SAMPLES * (double)points
				       : all > 0;
}

static struct model_item item_of(const struct track *track, double *squares)
{
	return (struct model_item){ level(track, 0, track->data->points),
				    dispersion_of(track, squares) };
}

/* Learns the noise of all series together. */
static struct model learn(const struct steps_data *data)
{
	struct track track = track_new(data);
	struct model model = { .base = 1,
			       .prior = INFINITY,
			       .freedom = freedom_of(data),
			       .sample = data->sample };
	struct model_item *fitted = fg_malloc(data->series * sizeof *fitted);
	double *squares = fg_malloc(data->points * sizeof *squares);
	size_t count = 0;

	for (size_t s = 0; s < data->series; s++) {
		track_fill(&track, s);
		if (is_fitted(&track))
			fitted[count++] = item_of(&track, squares);
	}
	model_fit_items(&model, fitted, count);
	free(fitted);
	free(squares);
	track_free(&track);
	return model;
}

/* ---- points that stand alone ---- */

static double middle_of(double a, double b, double c)
{
	return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

/*
 * A point that is far from its neighbours, which agree, is an accident of its
 * runs: it is drawn to them, up to three deviations. Steps stay as they are,
 * since the median of three points keeps them.
 */
static void draw_in(struct track *track)
{
	size_t points = track->data->points;
	double *drawn = fg_malloc(points * sizeof *drawn);

	for (size_t p = 0; p < points && points >= 3; p++) {
		size_t at = p == 0 ? 1 : p + 1 == points ? p - 1 : p;
		double middle = middle_of(track->y[at - 1], track->y[at],
					  track->y[at + 1]);
		double room = 3 * sqrt(track->noise.dispersion * middle *
					       stretch(track, p, p + 1) +
				       track->noise.walk);

		drawn[p] =
			fmax(middle - room, fmin(middle + room, track->y[p]));
	}
	for (size_t p = 0; p < points && points >= 3; p++)
		track->y[p] = drawn[p];
	free(drawn);
	add_up(track);
}

/* ---- one step ---- */

/* A part of the series, and where to part it. */
struct part {
	size_t from, to, at;
	double t; /* of the change at `at`; 0: it cannot be parted */
	double probability; /* that chance makes such a t at any place */
};

static double t_at(const struct track *track, const struct part *part,
		   size_t at)
{
	double mean = level(track, part->from, part->to);
	double change =
		level(track, at, part->to) - level(track, part->from, at);
	double spread =
		stretch(track, part->from, at) + stretch(track, at, part->to);
	double variance =
		track->noise.dispersion * mean * spread +
		track->noise.walk * (double)(part->to - part->from) / 3;

	return variance > 0 ? change / sqrt(variance) : 0;
}

static struct part part_of(const struct track *track, size_t from, size_t to)
{
	struct part part = { .from = from, .to = to, .probability = 1 };
	size_t places = 0;

	for (size_t at = from + STEPS_SIDE; at + STEPS_SIDE <= to; at++) {
		double t = t_at(track, &part, at);

		places++;
		if (fabs(t) <= fabs(part.t))
			continue;
		part.t = t;
		part.at = at;
	}
	if (part.t != 0)
		part.probability = fmin(
			1, 2 * (double)places *
				   t_above(fabs(part.t), track->noise.freedom));
	return part;
}

static void set_interval(const struct track *track, const struct part *part,
			 struct step *step)
{
	double unit = sample_unit(track->data->sample);
	double n[2] = { track->n[part->at] - track->n[part->from],
			track->n[part->to] - track->n[part->at] };
	double left = fmax(step->before / unit, 0.5 / n[0]);
	double right = fmax(step->after / unit, 0.5 / n[1]);
	double error =
		sqrt(track->noise.dispersion *
			     (stretch(track, part->from, part->at) / left +
			      stretch(track, part->at, part->to) / right) +
		     track->noise.walk * (double)(part->to - part->from) / 3 /
			     (left * right));
	double width =
		error * t_exceeded((1 - interval) / 2, track->noise.freedom);
	double change = log(right / left);

	step->relative = step->before > 0 ? step->after / step->before - 1
					  : INFINITY;
	step->low = step->after > 0 ? expm1(change - width) : -1;
	step->high = step->before > 0 ? expm1(change + width) : INFINITY;
}

static struct step step_of(const struct track *track, const struct part *part)
{
	double unit = sample_unit(track->data->sample);
	double least = part->t * part->t - place_range;
	struct step step = {
		.at = part->at,
		.earliest = part->at,
		.latest = part->at,
		.before = unit * level(track, part->from, part->at),
		.after = unit * level(track, part->at, part->to),
		.z = t_to_z(part->t, track->noise.freedom),
	};

	for (size_t at = part->from + 1; at < part->to; at++) {
		double t = t_at(track, part, at);

		if (t * part->t < 0 || t * t < least)
			continue;
		if (at < step.earliest)
			step.earliest = at;
		if (at > step.latest)
			step.latest = at;
	}
	set_interval(track, part, &step);
	return step;
}

/* ---- all steps of a series ---- */

static int by_place(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return (x > y) - (x < y);
}

/*
 * Parts the series where a part's probability is at most `threshold`; returns
 * how many places there are, in order.
 */
static size_t find_places(const struct track *track, double threshold,
			  size_t places[STEPS_MAX])
{
	struct part parts[2 * STEPS_MAX + 1];
	size_t open = 1, count = 0;

	parts[0] = part_of(track, 0, track->data->points);
	while (open > 0 && count < STEPS_MAX) {
		struct part part = parts[--open];

		if (part.t == 0 || part.probability > threshold)
			continue;
		places[count++] = part.at;
		parts[open++] = part_of(track, part.from, part.at);
		parts[open++] = part_of(track, part.at, part.to);
	}
	if (count > 1)
		qsort(places, count, sizeof *places, by_place);
	return count;
}

static void find_steps(struct steps *found, const struct track *track,
		       double threshold)
{
	size_t places[STEPS_MAX];
	size_t count = find_places(track, threshold, places);

	*found = (struct steps){ 0 };
	if (count == 0)
		return;
	found->items = fg_malloc(count * sizeof *found->items);
	for (size_t i = 0; i < count; i++) {
		size_t from = i > 0 ? places[i - 1] : 0;
		size_t to = i + 1 < count ? places[i + 1] : track->data->points;
		struct part part = part_of(track, from, to);
		struct step *step = &found->items[found->count];

		if (part.t == 0 || part.probability > threshold)
			continue;
		places[i] = part.at;
		*step = step_of(track, &part);
		found->evidence = fmax(found->evidence, fabs(step->z));
		found->count++;
	}
}

/* The series, ready to be searched; false where there is too little of it. */
static bool prepare(struct track *track, const struct model *model,
		    size_t series)
{
	double *squares = fg_malloc(track->data->points * sizeof *squares);
	struct model_item item;

	track_fill(track, series);
	item = item_of(track, squares);
	track->noise.dispersion = model_drawn(model, &item);
	track->noise.freedom = model->prior + model->freedom;
	free(squares);
	draw_in(track);
	return is_enough(track);
}

/*
 * The probability up to which a part is parted: what Benjamini and Hochberg
 * allow for as many series as have a step.
 */
static double limit_of(double *probabilities, size_t tests, double rate)
{
	double last = model_threshold(probabilities, tests, rate);
	size_t count = 0;

	while (count < tests && probabilities[count] <= last)
		count++;
	return count > 0 ? rate * (double)count / (double)tests : -1;
}

void steps_find(struct steps *found, const struct steps_data *data,
		const struct steps_data *learn_from, double rate)
{
	struct model model = learn(learn_from ? learn_from : data);
	struct track track = track_new(data);
	double *probabilities = fg_malloc(data->series * sizeof *probabilities),
	       limit;
	size_t tests = 0;

	for (size_t s = 0; s < data->series; s++) {
		if (prepare(&track, &model, s))
			probabilities[tests++] =
				part_of(&track, 0, data->points).probability;
	}
	limit = limit_of(probabilities, tests, rate);
	for (size_t s = 0; s < data->series; s++) {
		bool is_ready = prepare(&track, &model, s);

		find_steps(&found[s], &track, is_ready ? limit : -1);
	}
	free(probabilities);
	track_free(&track);
}

void steps_find_alone(struct steps *found, const struct steps_data *data,
		      double rate)
{
	struct track track = track_new(data);
	double *squares = fg_malloc(data->points * sizeof *squares);
	double mean, more;

	track_fill(&track, 0);
	mean = level(&track, 0, data->points);
	/* what neighbours differ by, beyond sampling */
	more = dispersion_of(&track, squares) - 1;
	track.noise = (struct noise){
		.dispersion = 1,
		.freedom = freedom_of(data),
		.walk = fmax(0, more) * 2 * mean * (double)data->points *
			stretch(&track, 0, data->points),
	};
	draw_in(&track);
	find_steps(found, &track, rate);
	free(squares);
	track_free(&track);
}

void steps_free(struct steps *steps)
{
	free(steps->items);
	*steps = (struct steps){ 0 };
}
