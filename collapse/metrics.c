/* SPDX-License-Identifier: MIT */
#include "metrics.h"

#include <stdlib.h>

#include "fg/alloc.h"

/*
 * Copies without control characters, because terminals and comment lines must
 * not get these.
 */
static char *copy(fg_str text)
{
	char *bytes = fg_str_dup(text);

	for (size_t i = 0; i < text.n; i++) {
		if ((unsigned char)bytes[i] < ' ' || bytes[i] == 0x7f)
			bytes[i] = ' ';
	}
	return bytes;
}

size_t metrics_add(struct metrics *metrics, fg_str name, fg_str unit)
{
	FG_RESERVE(&metrics->items, &metrics->room, metrics->count + 1);
	metrics->items[metrics->count] = (struct metric){
		.name = copy(name),
		.unit = copy(unit),
	};
	return metrics->count++;
}

static bool same_name(const char *a, fg_str b)
{
	for (size_t i = 0; i < b.n; i++) {
		char x = a[i] == '_' ? '-' : a[i];
		char y = b.p[i] == '_' ? '-' : b.p[i];

		if (a[i] == '\0' || x != y)
			return false;
	}
	return a[b.n] == '\0';
}

size_t metrics_find(const struct metrics *metrics, fg_str name)
{
	size_t i = 0;

	while (i < metrics->count && !same_name(metrics->items[i].name, name))
		i++;
	return i;
}

size_t metrics_instead(const struct metrics *metrics)
{
	size_t i = 0;

	if (metrics->count == 0 || metrics->items[metrics->chosen].total != 0)
		return metrics->count;
	while (i < metrics->count && metrics->items[i].total <= 0)
		i++;
	return i;
}

void metrics_move(struct metrics *to, struct metrics *from)
{
	*to = *from;
	*from = (struct metrics){ 0 };
}

void metrics_free(struct metrics *metrics)
{
	for (size_t i = 0; i < metrics->count; i++) {
		free(metrics->items[i].name);
		free(metrics->items[i].unit);
	}
	free(metrics->items);
	*metrics = (struct metrics){ 0 };
}
