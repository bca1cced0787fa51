/* SPDX-License-Identifier: MIT */
#ifndef PERF_REPORT_TABLE_H
#define PERF_REPORT_TABLE_H

#include "fg/alloc.h"

/*
 * The table of perf report, without its call chains: its columns, and their
 * units.
 *
 *	# Overhead  Command  Shared Object  Symbol
 *	# ........  .......  .............  .................
 */
enum perf_report_column_role {
	COLUMN_OTHER,
	COLUMN_OVERHEAD, /* of the entry; next to Children, its self weight */
	COLUMN_CHILDREN,
	COLUMN_SAMPLES,
	COLUMN_PERIOD,
	COLUMN_COMMAND,
	COLUMN_SYMBOL
};

enum { PERF_REPORT_COLUMNS_MAX = 16 };

struct perf_report_table {
	struct perf_report_column {
		enum perf_report_column_role role;
		size_t start; /* in characters */
	} columns[PERF_REPORT_COLUMNS_MAX];
	size_t count;
	bool has_children, has_command, has_symbol;
	struct fg_buffer title;
};

/* Whether `line` has the titles. */
bool perf_report_is_title(fg_str line);

/* Reads the line of titles, and the dots below, which fix the columns. */
void perf_report_table_title(struct perf_report_table *table, fg_str line);
void perf_report_table_dots(struct perf_report_table *table, fg_str dots);

/* The text of `line` in column `i`. */
fg_str perf_report_table_cell(const struct perf_report_table *table, size_t i,
			      fg_str line);

void perf_report_table_free(struct perf_report_table *table);

/* "301", or "12K" for a rounded number, which sets *about. */
uint64_t perf_report_count(fg_str text, bool *about);

/* The unit of the weights of call chains. */
enum perf_report_unit {
	UNIT_PERCENT,
	UNIT_SAMPLES,
	UNIT_PERIOD,
	UNIT_NONE /* none at all */
};

/*
 * Finds the unit in the first bytes of a report. Counts are of samples or of
 * the event; their size decides.
 */
enum perf_report_unit perf_report_find_unit(fg_str head);

/* Cuts off "31.89%", in units of 10^-PERF_REPORT_SCALE. */
enum { PERF_REPORT_SCALE = 4 };
bool perf_report_percent(fg_str *text, uint64_t *value);

#endif
