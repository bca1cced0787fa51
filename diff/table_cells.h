/* SPDX-License-Identifier: MIT */
#ifndef DIFF_CELLS_H
#define DIFF_CELLS_H

#include "change.h"

/* A change as text, for people: the cells of a row of a table. */
enum cell {
	CELL_BEFORE,
	CELL_AFTER,
	CELL_DELTA,
	CELL_RELATIVE, /* "+25.0 %", "new" */
	CELL_INTERVAL, /* "+12 .. +40": 95 % of it, in percent; "-" for none */
	CELL_POINTS,
	CELL_Z, /* "-" when there is none */
	CELL_VERDICT,
	CELL_COUNT,
};

struct cells {
	char text[CELL_COUNT][FG_NUMBER_ROOM + 8];
};

/* How weights are written. */
enum unit {
	UNIT_EXACT, /* "12,345,678" */
	UNIT_PLAIN, /* "12.35M" from a million on */
	UNIT_BYTES, /* "1.5 MiB" */
	UNIT_NS, /* "1.5 ms", and so on for what follows */
	UNIT_US,
	UNIT_MS,
	UNIT_S,
};

/* The unit that a name ("bytes", "ms") stands for; NULL: UNIT_PLAIN. */
enum unit unit_find(const char *name);

/* Whether a name stands for a unit of time; false for NULL. */
bool unit_is_time(const char *name);

/* Writes the cells of a change, with its judgement. */
void cells_fill(struct cells *cells, const struct judge *judge,
		const struct change *change, enum unit unit);

/* Writes a weight; needs FG_NUMBER_ROOM + 8 bytes. */
void cells_weight(char *to, fg_wide units, unsigned scale, enum unit unit);

#endif
