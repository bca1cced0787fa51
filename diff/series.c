/* SPDX-License-Identifier: MIT */
#include "series.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "one_run.h"

/* What one function weighs at one point: the sum of the runs. */
struct cell {
	fg_frame function;
	double weight[MEASURES];
};

struct point {
	struct cell *cells;
	size_t count;
	size_t runs;
	double total;
};

/* The runs of a point are added up here. */
struct sums {
	double *weight[MEASURES]; /* by frame of series->names */
	size_t room;
};

struct reader {
	struct series *series;
	const struct series_options *options;
	struct point *points;
	struct sums sums;
	struct fg_header_files files;
	double weight, squares; /* of all runs; squares 0: not known */
	bool is_known;
	uint64_t period; /* of all runs; 0: not alike, or not known */
};

static void make_room(struct sums *sums, size_t count)
{
	size_t room = sums->room;

	if (count <= room)
		return;
	for (unsigned m = 0; m < MEASURES; m++) {
		sums->weight[m] = fg_realloc_array(sums->weight[m], 2 * count,
						   sizeof(double));
		for (size_t i = room; i < 2 * count; i++)
			sums->weight[m][i] = 0;
	}
	sums->room = 2 * count;
}

/* A stack's weight counts once for each function in it. */
static void add_stack(struct sums *sums, const fg_frame *ids, size_t depth,
		      double weight, uint32_t *seen, uint32_t number)
{
	for (size_t d = 0; d < depth; d++) {
		if (seen[ids[d]] == number)
			continue;
		seen[ids[d]] = number;
		sums->weight[TOTAL][ids[d]] += weight;
	}
	if (depth > 0)
		sums->weight[SELF][ids[depth - 1]] += weight;
}

static void add_stacks(struct reader *reader, const struct run *run)
{
	struct fg_stacks *names = reader->series->names;
	fg_frame *map = names_map(reader->options->names, run->stacks, names);
	size_t frames = fg_frames_count(fg_stacks_names(names)), room = 0;
	uint32_t *seen = fg_calloc(frames + 1, sizeof *seen);
	double unit = (double)fg_pow10(fg_stacks_scale(run->stacks));
	fg_frame *ids = NULL;

	make_room(&reader->sums, frames + 1);
	for (size_t i = 0; i < fg_stacks_count(run->stacks); i++) {
		struct fg_stack stack = fg_stacks_get(run->stacks, i);
		size_t depth;

		FG_RESERVE(&ids, &room, stack.depth);
		depth = names_map_stack(&stack, map, ids);
		add_stack(&reader->sums, ids, depth,
			  (double)stack.weight[0] / unit, seen,
			  (uint32_t)i + 1);
	}
	free(ids);
	free(seen);
	free(map);
}

/* What tells how much a sample weighs, as for two sides. */
static void note_samples(struct reader *reader, const struct run *run)
{
	uint64_t period = fg_stacks_period(run->stacks);

	reader->is_known = reader->is_known && run->squares > 0;
	reader->squares += run->squares;
	if (reader->weight == 0)
		reader->period = period;
	else if (reader->period != period)
		reader->period = 0;
}

static fg_status take_run(struct reader *reader, struct point *point,
			  struct run *run, struct fg_diag *diag)
{
	double unit = (double)fg_pow10(fg_stacks_scale(run->stacks));
	double total = (double)fg_stacks_total(run->stacks, 0) / unit;
	fg_status status = fg_header_files_add(&reader->files, &run->header,
					       run->path, diag);

	if (status != FG_OK)
		return status;
	if (total <= 0) {
		fg_doubt(diag, (struct fg_loc){ run->path, 0 },
			 "this run is empty, so it is left out");
		return FG_OK;
	}
	note_samples(reader, run);
	reader->weight += total;
	add_stacks(reader, run);
	point->total += total;
	point->runs++;
	return FG_OK;
}

/* Keeps what the point has, and makes the sums zero again. */
static void end_point(struct reader *reader, struct point *point)
{
	struct sums *sums = &reader->sums;
	size_t n = 0;

	for (size_t i = 0; i < sums->room; i++)
		n += sums->weight[TOTAL][i] > 0;
	point->cells = fg_malloc(n * sizeof *point->cells);
	for (size_t i = 0; i < sums->room; i++) {
		struct cell *cell;

		if (sums->weight[TOTAL][i] <= 0)
			continue;
		cell = &point->cells[point->count++];
		cell->function = (fg_frame)i;
		for (unsigned m = 0; m < MEASURES; m++) {
			cell->weight[m] = sums->weight[m][i];
			sums->weight[m][i] = 0;
		}
	}
}

static fg_status read_point(struct reader *reader, struct point *point,
			    const struct history_point *from,
			    struct fg_diag *diag)
{
	const struct diff_options options = {
		.one_column = reader->options->one_column,
		.strict = reader->options->strict,
		.verbose = reader->options->verbose,
		.quiet_empty = true, /* take_run() says more */
	};
	fg_status status = FG_OK;

	for (size_t i = 0, n; i < from->count && status == FG_OK; i += n) {
		struct run runs[RUNS_AT_ONCE];

		n = from->count - i < RUNS_AT_ONCE ? from->count - i
						   : RUNS_AT_ONCE;
		for (size_t k = 0; k < n; k++) {
			runs[k] = (struct run){ .path = from->paths[i + k],
						.options = &options };
			fg_held_init(&runs[k].held);
		}
		run_read_all(runs, n);
		for (size_t k = 0; k < n; k++) {
			fg_held_release(&runs[k].held, diag);
			if (status == FG_OK)
				status = runs[k].status;
			if (status == FG_OK)
				status =
					take_run(reader, point, &runs[k], diag);
			fg_header_free(&runs[k].header);
			fg_stacks_free(runs[k].stacks);
		}
	}
	end_point(reader, point);
	return status;
}

/* ---- from points to functions ---- */

struct candidate {
	double weight;
	fg_frame id;
};

static int by_weight(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return (x->id > y->id) - (x->id < y->id);
}

/* The heaviest functions, all points together. */
static void choose_functions(struct series *series, const struct point *points)
{
	size_t frames = fg_frames_count(fg_stacks_names(series->names)), n = 0;
	struct candidate *all = fg_calloc(frames + 1, sizeof *all);

	for (size_t p = 0; p < series->point_count; p++) {
		for (size_t i = 0; i < points[p].count; i++) {
			const struct cell *cell = &points[p].cells[i];

			all[cell->function].id = cell->function;
			all[cell->function].weight +=
				cell->weight[TOTAL] / (double)points[p].runs;
		}
	}
	qsort(all, frames, sizeof *all, by_weight);
	while (n < frames && all[n].weight > 0)
		n++;
	series->count = n < SERIES_FUNCTIONS_MAX ? n : SERIES_FUNCTIONS_MAX;
	series->left_out = n - series->count;
	series->functions =
		fg_malloc(series->count * sizeof *series->functions);
	for (size_t f = 0; f < series->count; f++)
		series->functions[f] = all[f].id;
	free(all);
}

static void fill_values(struct series *series, const struct point *points)
{
	size_t frames = fg_frames_count(fg_stacks_names(series->names));
	size_t n = series->point_count;
	size_t *places = fg_malloc((frames + 1) * sizeof *places);

	for (size_t i = 0; i < frames; i++)
		places[i] = SIZE_MAX;
	for (size_t f = 0; f < series->count; f++)
		places[series->functions[f]] = f;
	for (unsigned m = 0; m < MEASURES; m++)
		series->values[m] =
			fg_calloc(series->count * n + 1, sizeof(double));
	for (size_t p = 0; p < n; p++) {
		for (size_t i = 0; i < points[p].count; i++) {
			const struct cell *cell = &points[p].cells[i];
			size_t f = places[cell->function];

			for (unsigned m = 0; m < MEASURES && f != SIZE_MAX; m++)
				series->values[m][f * n + p] =
					cell->weight[m] /
					(double)points[p].runs;
		}
	}
	free(places);
}

/* Points that have runs; the others are gone. */
static void keep_points(struct series *series, struct point *points,
			const struct history *history)
{
	size_t kept = 0;

	series->points = fg_calloc(history->count, sizeof *series->points);
	series->runs = fg_calloc(history->count, sizeof *series->runs);
	series->totals = fg_calloc(history->count, sizeof *series->totals);
	for (size_t p = 0; p < history->count; p++) {
		if (points[p].runs == 0) {
			free(points[p].cells);
			continue;
		}
		series->points[kept] =
			fg_str_dup(fg_from_c(history->points[p].name));
		series->runs[kept] = points[p].runs;
		series->totals[kept] = points[p].total / (double)points[p].runs;
		points[kept++] = points[p];
	}
	series->point_count = kept;
}

static void find_sample(struct series *series, const struct reader *reader)
{
	if (reader->is_known && reader->weight > 0)
		series->sample = reader->squares / reader->weight;
	else
		series->sample = (double)reader->period;
}

fg_status series_read(struct series *series, const struct history *history,
		      const struct series_options *options,
		      struct fg_diag *diag)
{
	struct reader reader = { .series = series,
				 .options = options,
				 .is_known = true };
	fg_status status = FG_OK;

	*series = (struct series){ .names = fg_stacks_new(FG_FOLD) };
	reader.points = fg_calloc(history->count, sizeof *reader.points);
	for (size_t p = 0; p < history->count && status == FG_OK; p++)
		status = read_point(&reader, &reader.points[p],
				    &history->points[p], diag);
	series->header = reader.files.header;
	if (status == FG_OK && reader.weight <= 0)
		status = fg_fail(diag, FG_EINPUT, (struct fg_loc){ NULL, 0 },
				 "all runs are empty");
	keep_points(series, reader.points, history);
	if (status == FG_OK) {
		choose_functions(series, reader.points);
		fill_values(series, reader.points);
		find_sample(series, &reader);
	}
	for (size_t p = 0; p < series->point_count; p++)
		free(reader.points[p].cells);
	free(reader.points);
	for (unsigned m = 0; m < MEASURES; m++)
		free(reader.sums.weight[m]);
	return status;
}

void series_free(struct series *series)
{
	for (size_t p = 0; p < series->point_count; p++)
		free(series->points[p]);
	free(series->points);
	free(series->runs);
	free(series->totals);
	free(series->functions);
	for (unsigned m = 0; m < MEASURES; m++)
		free(series->values[m]);
	fg_header_free(&series->header);
	fg_stacks_free(series->names);
	*series = (struct series){ 0 };
}
