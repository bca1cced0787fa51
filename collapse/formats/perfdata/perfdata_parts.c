/* SPDX-License-Identifier: MIT */
#include "perfdata_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fg/text.h"

enum { PARTS_MAX = 4096 }; /* no recorder has more threads */

struct part *parts_add(struct parts *parts, struct fg_lines *in,
		       const struct events *events)
{
	struct part *part = fg_calloc(1, sizeof *part);

	part->stream = (struct stream){ .in = in, .left = UINT64_MAX };
	part->order =
		(struct order){ .stream = &part->stream, .events = events };
	FG_RESERVE(&parts->items, &parts->room, parts->count + 1);
	parts->items[parts->count++] = part;
	parts->given = parts->count;
	return part;
}

/* Returns "DIR/data.3", which the caller frees. */
static char *part_path(fg_str first, size_t number)
{
	size_t slash = fg_rfind_char(first, '/');
	fg_str dir = fg_slice(first, 0, slash < first.n ? slash + 1 : 0);
	struct fg_buffer path = { 0 };
	char name[32];

	snprintf(name, sizeof name, "data.%zu", number);
	fg_buffer_append(&path, dir);
	fg_buffer_append(&path, fg_from_c(name));
	fg_buffer_append(&path, (fg_str){ "", 1 });
	return path.p;
}

static fg_status open_part(struct parts *parts, char *path,
			   const struct events *events, struct fg_diag *diag)
{
	struct fg_lines *in = fg_lines_open(path, diag);
	struct part *part;

	if (!in) {
		free(path);
		return FG_EIO;
	}
	part = parts_add(parts, in, events);
	part->is_ours = true;
	part->path = path;
	part->stream.swapped = parts->items[0]->stream.swapped;
	return FG_OK;
}

fg_status parts_open(struct parts *parts, const struct events *events,
		     struct fg_diag *diag)
{
	struct fg_loc loc = fg_lines_whole(parts->items[0]->stream.in);
	fg_str first = fg_from_c(loc.file);

	for (size_t i = 0; i < PARTS_MAX; i++) {
		char *path = part_path(first, i);

		if (access(path, F_OK) != 0) {
			free(path);
			break;
		}
		if (open_part(parts, path, events, diag) != FG_OK)
			return FG_EIO;
	}
	if (parts->count > 1)
		return FG_OK;
	return fg_fail(diag, FG_EINPUT, loc,
		       "its records are in data.0 and so on, which are not in "
		       "its folder; name the folder of the recording");
}

static void fill(struct part *part)
{
	part->has_record = order_next(&part->order, &part->record);
}

bool parts_next(struct parts *parts, struct record *record)
{
	struct part *best = NULL;

	if (parts->count == 1)
		return order_next(&parts->items[0]->order, record);
	for (size_t i = 0; i < parts->count; i++) {
		struct part *part = parts->items[i];

		if (parts->given == parts->count || parts->given == i)
			fill(part);
		if (part->has_record &&
		    (!best || part->record.time < best->record.time)) {
			best = part;
			*record = part->record;
		}
	}
	for (size_t i = 0; i < parts->count; i++) {
		if (parts->items[i] == best)
			parts->given = i;
	}
	return best != NULL;
}

void parts_free(struct parts *parts)
{
	for (size_t i = 0; i < parts->count; i++) {
		struct part *part = parts->items[i];

		order_free(&part->order);
		stream_free(&part->stream);
		if (part->is_ours)
			(void)fg_lines_close(part->stream.in);
		free(part->path);
		free(part);
	}
	free(parts->items);
}
