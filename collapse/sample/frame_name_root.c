/* SPDX-License-Identifier: MIT */
#include "frame_name.h"

#include "fg/alloc.h"
#include "fg/text.h"

/* Replaces ';' and line ends, which must not come from a name. */
static char clean(char c)
{
	return c == ';' ? ':' : (unsigned char)c < ' ' ? ' ' : c;
}

#define ALL(byte) (UINT64_C(0x0101010101010101) * (byte))

/* Whether clean() would change one of 8 bytes; it does not say which one. */
static bool is_dirty(uint64_t x)
{
	uint64_t semicolon = x ^ ALL(';');

	return (((x - ALL(' ')) & ~x) | ((semicolon - ALL(1)) & ~semicolon)) &
	       ALL(0x80);
}

void sample_append_clean(struct fg_buffer *to, fg_str s)
{
	char *p;
	size_t i = 0;

	FG_RESERVE(&to->p, &to->room, to->n + s.n);
	p = to->p + to->n;
	for (; i + 8 <= s.n; i += 8) {
		uint64_t word;

		memcpy(&word, s.p + i, sizeof word);
		if (is_dirty(word))
			break;
		memcpy(p + i, &word, sizeof word);
	}
	for (; i < s.n; i++)
		p[i] = clean(s.p[i]);
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

static void append_ids(const struct sample_namer *namer, struct fg_buffer *name,
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

static bool find_root(const struct sample_namer *namer, fg_str comm,
		      fg_frame *root)
{
	for (size_t i = 0; i < SAMPLE_ROOTS; i++) {
		const struct sample_root *known = &namer->roots[i];

		if (fg_equal(fg_buffer_text(&known->comm), comm)) {
			*root = known->id;
			return true;
		}
	}
	return false;
}

static void keep_root(struct sample_namer *namer, fg_str comm, fg_frame root)
{
	struct sample_root *to = &namer->roots[namer->next_root];

	to->comm.n = 0;
	fg_buffer_append(&to->comm, comm);
	to->id = root;
	namer->next_root = (namer->next_root + 1) % SAMPLE_ROOTS;
}

bool sample_namer_root(struct sample_namer *namer, fg_str comm, fg_str pid,
		       fg_str tid, fg_frame *root)
{
	struct fg_buffer *name = &namer->name;
	bool ids = namer->options->pid || namer->options->tid;

	if (!ids && comm.n > 0 && find_root(namer, comm, root))
		return true;
	name->n = 0;
	sample_append_clean(name, comm);
	for (size_t i = 0; i < name->n; i++) {
		if (name->p[i] == ' ')
			name->p[i] = '_';
	}
	if (namer->options->merge_comm_numbers)
		name->n = merge_numbers(name->p, name->n);
	if (ids)
		append_ids(namer, name, pid, tid);
	if (name->n == 0)
		return false;
	*root = fg_frames_intern(namer->frames, fg_buffer_text(name));
	if (!ids)
		keep_root(namer, comm, *root);
	return true;
}

fg_frame sample_namer_event(struct sample_namer *namer, fg_str key)
{
	namer->name.n = 0;
	sample_append_clean(&namer->name, key);
	return fg_frames_intern(namer->frames, fg_buffer_text(&namer->name));
}
