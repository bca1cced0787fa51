/* SPDX-License-Identifier: MIT */
#include "event_list.h"

#include <errno.h>
#include <stdlib.h>

#include "event_general.h"
#include "event_system.h"
#include "fg/text.h"

enum { PRECISE_MAX = 3 };

bool event_modify(fg_str modifiers, struct perf_event_attr *attr, bool *ring)
{
	bool user = false, kernel = false, hypervisor = false;
	unsigned precise = 0;

	for (size_t i = 0; i < modifiers.n; i++) {
		char c = modifiers.p[i];

		user |= c == 'u';
		kernel |= c == 'k';
		hypervisor |= c == 'h';
		precise += c == 'p';
		if (c != 'u' && c != 'k' && c != 'h' && c != 'p')
			return false;
	}
	if (precise > PRECISE_MAX)
		return false;
	*ring = user || kernel || hypervisor;
	if (*ring) {
		attr->exclude_user = !user;
		attr->exclude_kernel = !kernel;
		attr->exclude_hv = !hypervisor;
	}
	attr->precise_ip = precise & PRECISE_MAX;
	return true;
}

/*
 * Where the modifiers of a name begin, or its end: behind the last '/' of an
 * event of a PMU, behind the second colon of a tracepoint, else behind the
 * first.
 */
static size_t find_modifiers(fg_str name)
{
	size_t slash = fg_rfind_char(name, '/');
	size_t colon = fg_rfind_char(name, ':');

	if (slash < name.n)
		return slash + 1;
	return colon;
}

static enum event_found find(fg_str name, struct perf_event_attr *attr)
{
	enum event_found found;

	if (event_general(name, attr) || event_raw(name, attr))
		return EVENT_FOUND;
	found = event_pmu(name, attr);
	return found == EVENT_NONE ? event_tracepoint(name, attr) : found;
}

static enum event_found find_with_modifiers(fg_str name, struct event *event)
{
	size_t at = find_modifiers(name);
	fg_str modifiers = fg_slice(name, at, name.n);
	enum event_found found = find(name, &event->attr);

	if (found != EVENT_NONE || at == name.n)
		return found;
	if (modifiers.p[0] == ':')
		modifiers = fg_slice(modifiers, 1, modifiers.n);
	if (modifiers.n == 0 ||
	    !event_modify(modifiers, &event->attr, &event->chose_ring))
		return EVENT_NONE;
	return find(fg_slice(name, 0, at), &event->attr);
}

static fg_status add(struct events *events, fg_str name, struct fg_diag *diag)
{
	struct fg_loc loc = { "--event", 0 };
	struct event event = { .chose_ring = false };

	event.attr.size = sizeof event.attr;
	switch (find_with_modifiers(name, &event)) {
	case EVENT_FOUND:
		break;
	case EVENT_DENIED:
		return fg_fail(diag, FG_EIO, loc,
			       "the number of the tracepoint '%.*s' cannot be "
			       "read (%s): only root may read "
			       "/sys/kernel/tracing",
			       FG_FMT(name), strerror(errno));
	case EVENT_NONE:
		return fg_fail(diag, FG_EUSAGE, loc,
			       "no event '%.*s'; the names are those of 'perf "
			       "list', such as cycles, cpu-clock, page-faults",
			       FG_FMT(name));
	}
	event.name = fg_str_dup(name);
	FG_RESERVE(&events->items, &events->room, events->count + 1);
	events->items[events->count++] = event;
	return FG_OK;
}

/* Cuts an event off a list; commas between the slashes of a PMU are its own. */
static fg_str cut_event(fg_str *list)
{
	fg_str all = *list;
	bool inside = false;

	for (size_t i = 0; i < list->n; i++) {
		if (list->p[i] == '/')
			inside = !inside;
		if (list->p[i] == ',' && !inside) {
			fg_str event = fg_slice(*list, 0, i);

			*list = fg_slice(*list, i + 1, list->n);
			return event;
		}
	}
	*list = (fg_str){ NULL, 0 };
	return all;
}

fg_status events_add(struct events *events, fg_str list, struct fg_diag *diag)
{
	fg_status status = FG_OK;

	do
		status = add(events, cut_event(&list), diag);
	while (list.p && status == FG_OK);
	return status;
}

struct events events_copy(const struct events *events)
{
	struct events copy = { 0 };

	for (size_t i = 0; i < events->count; i++) {
		struct event event = events->items[i];

		event.name = fg_str_dup(fg_from_c(event.name));
		FG_RESERVE(&copy.items, &copy.room, copy.count + 1);
		copy.items[copy.count++] = event;
	}
	return copy;
}

void events_free(struct events *events)
{
	for (size_t i = 0; i < events->count; i++)
		free(events->items[i].name);
	free(events->items);
	*events = (struct events){ 0 };
}
