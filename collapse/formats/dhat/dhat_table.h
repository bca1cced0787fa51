/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_DHAT_TABLE_H
#define COLLAPSE_FORMATS_DHAT_TABLE_H

#include "input/json.h"
#include "names/native.h"

/*
 * "ftbl", the table of frames of a DHAT file, whose numbers the stacks use:
 *
 *	"ftbl":
 *	["[root]"
 *	,"0x1095BF: grow (heap.cpp:12)"
 *	]
 *
 *	struct dhat_table table = { 0 };
 *	dhat_table_read(&table, json, &namer);
 *	name = table.items[number].id;
 *	dhat_table_free(&table);
 */
struct dhat_entry {
	fg_frame id, marked; /* the second when it is inlined */
	uint64_t address;
	bool is_alloc; /* malloc or a similar function */
	bool is_outer; /* others were inlined into it */
};

struct dhat_table {
	struct dhat_entry *items;
	size_t count, room;
	bool is_there; /* the file has this entry */
};

/* Reads the value of "ftbl", which comes next, and names its frames. */
void dhat_table_read(struct dhat_table *table, struct json *json,
		     struct namer *namer);
void dhat_table_free(struct dhat_table *table);

/*
 * Whether these are two frames of one address, so that one is inlined into
 * the other. False for numbers that the table does not have.
 */
bool dhat_table_same_address(const struct dhat_table *table, uint32_t a,
			     uint32_t b);

/*
 * Whether that frame is malloc or a similar function; false where there is
 * none.
 */
bool dhat_table_is_alloc(const struct dhat_table *table, uint32_t number);

#endif
