/* SPDX-License-Identifier: MIT */
#ifndef PERF_FIELDS_H
#define PERF_FIELDS_H

#include "fg/text.h"
#include "perf_header.h"

/*
 * The fields of headers, for perf_header.c and perf_header_weak.c. The functions that
 * take a field cut it off the end of *rest, or return false and change
 * nothing.
 */

/*
 * Cuts off the last word. *rest keeps the blanks before it: their number tells
 * a pid from a period.
 */
fg_str perf_take_word(fg_str *rest);
fg_str perf_last_word(fg_str rest);

/* "18864/18866" */
bool perf_is_pair(fg_str word);

/* "[003]"; "[-01]" where none was recorded */
bool perf_is_cpu(fg_str word);

bool perf_take_cpu(fg_str *rest, struct perf_header *h);
bool perf_take_ids(fg_str *rest, struct perf_header *h);

/* Letters like "KUH", from -F +misc, after a cpu or an id. */
bool perf_drop_misc(fg_str *rest);

/*
 * The same behind a command, or behind nothing, where only the column tells
 * them from a part of the command: perf pads them to six columns. `text` ends
 * where the next field begins, of which `padding` blanks are; PERF_PADDED where
 * these may be any number.
 */
#define PERF_PADDED SIZE_MAX
bool perf_drop_misc_column(fg_str *text, size_t padding);

/*
 * Takes all of `rest` as the command, without the text before the command of a
 * guest.
 */
void perf_take_comm(fg_str rest, struct perf_header *h);

void perf_set_period(struct perf_header *h, fg_str digits);

/* Whether `text` has a frame; it then becomes the header's. */
bool perf_take_frame(fg_str text, struct perf_header *h);

/*
 * The position of the colon that ends the event's name: the first before a
 * blank.
 */
size_t perf_event_end(fg_str text);

#endif
