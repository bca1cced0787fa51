/* SPDX-License-Identifier: MIT */
#ifndef DIFF_TABLE_H
#define DIFF_TABLE_H

#include "change.h"
#include "check.h"

/*
 * Functions by how much they changed, once by what they did themselves, once
 * with what they called.
 *
 *	struct table table;
 *	table_make(&table, &judge, &functions, &options);
 *	table_write(out, &table);
 *	table_free(&table);
 */
enum table_format {
	TABLE_TEXT,
	TABLE_MARKDOWN,
	TABLE_CSV,
	TABLE_JSON,
	TABLE_JUNIT, /* the check alone: see check_report.h */
	TABLE_SARIF,
	TABLE_NONE, /* a picture, which --trend alone has */
};

/* What is noise stands last, whatever the order. */
enum table_order {
	TABLE_BY_SIZE, /* of the change */
	TABLE_BY_EVIDENCE, /* |z|; by size where there is none */
	TABLE_BY_NAME,
};

struct table_options {
	enum table_format format;
	enum table_order order;
	bool leave[MEASURES]; /* leave this part out */
	size_t top; /* rows a part */
	struct amount min_delta; /* functions that changed less are left out */
	const char *unit; /* "samples"; NULL when not known */
	const char *tail; /* behind sums: " of cpu-clock"; NULL: none */
	bool colour; /* for text */
	const struct check *check; /* for JSON; NULL: none */
};

struct row {
	fg_frame function;
	struct change change;
};

struct section {
	struct row *rows;
	size_t count; /* shown */
	size_t more; /* changed, and left out by `top` or `min_delta` */
	size_t same; /* did not change */
};

struct table {
	const struct judge *judge;
	const struct table_options *options;
	struct section sections[MEASURES];
};

/* `functions` has an item a frame; all of the arguments must stay. */
void table_make(struct table *table, const struct judge *judge,
		const struct tally *functions,
		const struct table_options *options);
void table_write(struct fg_out *out, const struct table *table);
void table_free(struct table *table);

/* One format each; called by table_write. */
void table_write_text(struct fg_out *out, const struct table *table);
void table_write_markdown(struct fg_out *out, const struct table *table);
void table_write_csv(struct fg_out *out, const struct table *table);
void table_write_json(struct fg_out *out, const struct table *table);

/* "5 runs a side find +1.2 % of all, +8 % of parse"; nothing where unknown. */
void table_write_found(struct fg_out *out, const struct table *table,
		       void (*put_name)(struct fg_out *, fg_str));

/* "self" or "total" */
const char *measure_name(enum measure measure);

#endif
