/* SPDX-License-Identifier: MIT */
#include "sorted_run.h"

#include <stdlib.h>

#include "fg/alloc.h"

void sorted_run_add(struct sorted_run *run, const char *rest, size_t shared,
		    size_t n, uint64_t weight)
{
	struct sorted_item *item;

	if (run->count > 0 && shared == n) {
		item = &run->items[run->count - 1];
		if ((size_t)item->shared + item->rest == n) {
			item->weight += weight;
			return;
		}
	}
	FG_RESERVE(&run->items, &run->room, run->count + 1);
	item = &run->items[run->count++];
	item->weight = weight;
	item->shared = (uint32_t)shared;
	item->rest = (uint32_t)(n - shared);
	fg_buffer_append(&run->text, (fg_str){ rest, n - shared });
}

void sorted_run_free(struct sorted_run *run)
{
	free(run->text.p);
	free(run->items);
	*run = (struct sorted_run){ .count = 0 };
}

static bool next(struct fg_sorted *source)
{
	struct sorted_run_reader *reader = (struct sorted_run_reader *)source;
	const struct sorted_item *item;

	if (reader->at == reader->run->count)
		return false;
	item = &reader->run->items[reader->at++];
	source->rest = reader->text;
	source->shared = item->shared;
	source->n = (size_t)item->shared + item->rest;
	source->weight = item->weight;
	reader->text += item->rest;
	return true;
}

void sorted_run_reader_init(struct sorted_run_reader *reader,
			    const struct sorted_run *run)
{
	*reader = (struct sorted_run_reader){ .line.next = next,
					      .run = run,
					      .text = run->text.p };
}
