/* SPDX-License-Identifier: MIT */
#ifndef DIFF_TREND_H
#define DIFF_TREND_H

#include "fg/amount.h"
#include "series.h"
#include "steps.h"

/*
 * What became of each function over a history: its steps, as text, JSON or a
 * picture.
 *
 *	struct history history = { 0 };
 *	status = history_list(&history, "history", NULL, diag);
 *	status = trend_write(out, &history, &options, diag);
 *	history_free(&history);
 */
enum trend_format { TREND_TEXT, TREND_JSON, TREND_SVG };

struct trend_options {
	struct series_options series;
	enum trend_format format;
	enum fg_normalize normalize; /* NONE, MEDIAN; all others are shares */
	const char *unit; /* what the weights are; NULL: as the files say */
	bool leave[MEASURES]; /* leave this part out */
	size_t top; /* functions a list, or in the picture */
	double rate; /* of histories without a step that seem to have one */
};

struct trend {
	const struct trend_options *options;
	struct series series;
	double *sizes; /* of each point, by which the values are divided */
	struct steps all; /* of the sums as they were recorded */
	struct steps *steps[MEASURES]; /* of each function; NULL: left out */
	size_t *order[MEASURES]; /* functions with steps, by evidence */
	size_t count[MEASURES]; /* how many these are */
	struct fg_amounts amounts;
	bool has_amounts;
};

/* Reads all files and writes the trend. See series_read() for what fails. */
fg_status trend_write(struct fg_out *out, const struct history *history,
		      const struct trend_options *options,
		      struct fg_diag *diag);

/* One format each; called by trend_write. */
void trend_write_text(struct fg_out *out, const struct trend *trend);
void trend_write_json(struct fg_out *out, const struct trend *trend);
void trend_write_svg(struct fg_out *out, const struct trend *trend);

/* A weight as people say it: "1.29 s"; needs FG_AMOUNT_ROOM bytes. */
void trend_amount(const struct trend *trend, double weight,
		  char to[FG_AMOUNT_ROOM]);

/* "+12.5 %", "new" */
enum { TREND_CHANGE_ROOM = 48 };
void trend_change(const struct step *step, char to[TREND_CHANGE_ROOM]);

/* A function's value at a point, after normalising. */
static inline double trend_value(const struct trend *trend,
				 enum measure measure, size_t function,
				 size_t point)
{
	const struct series *series = &trend->series;

	return series->values[measure][function * series->point_count + point] /
	       trend->sizes[point];
}

#endif
