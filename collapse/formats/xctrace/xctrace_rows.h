/* SPDX-License-Identifier: MIT */
#ifndef XCTRACE_ROWS_H
#define XCTRACE_ROWS_H

#include "fold/stackbuf.h"
#include "xctrace_objects.h"

/*
 * The rows of all tables, kept until the end, because only then all tables are
 * known, and the one to fold can be chosen.
 *
 *	struct xctrace_rows rows;
 *	xctrace_rows_init(&rows);
 *	xctrace_rows_schema(&rows, FG_STR("time-profile"));
 *	xctrace_rows_add(&rows, &row);
 *	xctrace_rows_fold(&rows, &objects, c, &stack);
 *	xctrace_rows_free(&rows);
 */
struct xctrace_row {
	struct xctrace_object stack;
	uint64_t time, cycles;
	uint64_t taken; /* at, in ns */
	uint64_t thread, process; /* labels + 1; 0: none */
	uint32_t schema; /* set when it is added */
	bool has_stack;
};

struct xctrace_rows {
	struct xctrace_row *items;
	size_t count, room;
	struct fg_frames *schemas;
	uint32_t schema; /* of the next rows */
};

/* Their metrics, for struct format. */
extern const struct format_metric xctrace_metrics[];

void xctrace_rows_init(struct xctrace_rows *rows);
void xctrace_rows_free(struct xctrace_rows *rows);

/* A table of that name begins. */
void xctrace_rows_schema(struct xctrace_rows *rows, fg_str name);

void xctrace_rows_add(struct xctrace_rows *rows, const struct xctrace_row *row);

/*
 * Adds the wanted rows of one table to the profile: of the one with times,
 * else with cycles, else of the first table.
 */
void xctrace_rows_fold(struct xctrace_rows *rows,
		       const struct xctrace_objects *objects,
		       struct collapse *c, struct stackbuf *stack);

#endif
