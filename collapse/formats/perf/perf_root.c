/* SPDX-License-Identifier: MIT */
#include "fg/alloc.h"
#include "fg/text.h"

#include "perf_events.h"
#include "perf_frame.h"

/* A stack's ';' and a line's end must not come from a name. */
static char clean(char c)
{
	return c == ';' ? ':' : (unsigned char)c < ' ' ? ' ' : c;
}

void perf_append_clean(struct fg_buffer *to, fg_str s)
{
	FG_RESERVE(&to->p, &to->room, to->n + s.n);
	for (size_t i = 0; i < s.n; i++)
		to->p[to->n + i] = clean(s.p[i]);
	to->n += s.n;
}

/* "kworker/0:1" as "kworker/N:N". */
static size_t merge_numbers(char *p, size_t n)
{
	bool in_number = false;
	size_t to = 0;

	for (size_t i = 0; i < n; i++) {
		bool digit = fg_is_digit(p[i]);

		if (!digit)
			p[to++] = p[i];
		else if (!in_number)
			p[to++] = 'N';
		in_number = digit;
	}
	return to;
}

static void append_ids(const struct perf_namer *namer, struct fg_buffer *name,
		       fg_str pid, fg_str tid)
{
	const fg_str none = FG_STR("?");

	fg_buffer_append(name, FG_STR("-"));
	fg_buffer_append(name, pid.n ? pid : none);
	if (!namer->options->tid)
		return;
	fg_buffer_append(name, FG_STR("/"));
	fg_buffer_append(name, tid.n ? tid : none);
}

bool perf_namer_root(struct perf_namer *namer, fg_str comm, fg_str pid,
		     fg_str tid, fg_frame *root)
{
	struct fg_buffer *name = &namer->name;

	name->n = 0;
	perf_append_clean(name, comm);
	for (size_t i = 0; i < name->n; i++) {
		if (name->p[i] == ' ')
			name->p[i] = '_';
	}
	if (namer->options->merge_comm_numbers)
		name->n = merge_numbers(name->p, name->n);
	if (namer->options->pid || namer->options->tid)
		append_ids(namer, name, pid, tid);
	if (name->n == 0)
		return false;
	*root = fg_frames_intern(namer->frames, fg_buffer_text(name));
	return true;
}

fg_frame perf_namer_event(struct perf_namer *namer, fg_str event)
{
	fg_str key = perf_event_key(event, &namer->cut);

	namer->name.n = 0;
	perf_append_clean(&namer->name, key);
	return fg_frames_intern(namer->frames, fg_buffer_text(&namer->name));
}
