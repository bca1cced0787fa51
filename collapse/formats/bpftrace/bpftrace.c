/* SPDX-License-Identifier: MIT */
/*
 * bpftrace's maps with stacks in their keys, as it prints them at its end. A
 * key has several parts: scalars, and stacks with one frame per line, the leaf
 * first.
 *
 *	Attaching 1 probe...
 *
 *	@[
 *	    _raw_spin_lock_bh+0
 *	    tcp_recvmsg+808
 *	]: 3
 *	@calls[bash,
 *	    do_syscall_64+115
 *	    entry_SYSCALL_64_after_hwframe+61
 *	,
 *	    [inlined] fill@/src/buffer.c:12
 *	    main+10@/src/main.c:40
 *	    0x7f1234
 *	, 1234]: 7
 *
 * With -f json each map is a line of JSON (bpftrace_json.h). Maps of different
 * names are metrics (bpftrace_maps.h).
 */
#include <stdlib.h>

#include "fg/text.h"

#include "bpftrace_json.h"
#include "bpftrace_maps.h"
#include "input/scan.h"
#include "sample/stack_dump.h"

struct reader {
	bool in_key;
	bool has_stack; /* the key has one, even an empty one */
	size_t first_end; /* frames of the first stack; 0: it is not over */
	fg_frame *scalars;
	size_t scalar_count, scalar_room;
	bool said_no_stack;
	struct bpftrace_maps maps;
	struct fg_buffer map; /* name of the map of the key */
	fg_status status; /* of the JSON */
};

/* Takes "@name[" off. */
static bool take_map(fg_str *line)
{
	size_t n = 1;

	if (!fg_starts_with(*line, FG_STR("@")))
		return false;
	while (n < line->n &&
	       (fg_is_digit(line->p[n]) || line->p[n] == '_' ||
		((line->p[n] | 0x20) >= 'a' && (line->p[n] | 0x20) <= 'z')))
		n++;
	if (n == line->n || line->p[n] != '[')
		return false;
	*line = scan_from(*line, n + 1);
	return true;
}

/* The end of a key: "]: 7", or "]:" before the lines of a histogram. */
static size_t find_end(fg_str line)
{
	size_t at = scan_rfind(line, FG_STR("]: "));

	if (at == line.n && fg_ends_with(line, FG_STR("]:")))
		at = line.n - 2;
	return at;
}

static int detect(fg_str head)
{
	bool open = false;
	fg_str line;

	if (bpftrace_json_is(head))
		return BID_LIKELY + 30;
	while (scan_line(&head, &line)) {
		fg_str rest = line;

		if (take_map(&rest) && find_end(rest) == rest.n)
			open = true;
		else if (open && find_end(line) < line.n)
			return BID_LIKELY + 30;
	}
	return BID_NO;
}

/* The number in "7" and in "count 3, average 5, total 15". */
static bool parse_value(fg_str text, uint64_t *value)
{
	const fg_str total = FG_STR(", total ");
	size_t at = fg_find(text, total);

	text = fg_trim(text);
	if (fg_starts_with(text, FG_STR("count ")) && at < text.n)
		text = scan_from(text, fg_find(text, total) + total.n);
	return fg_parse_u64(text, value);
}

/* Cuts off the offset, which is not part of a frame's name. */
static void take_offset(fg_str *name)
{
	size_t plus = fg_rfind_char(*name, '+');

	if (plus < name->n && scan_is_number(scan_from(*name, plus + 1)))
		name->n = plus;
}

/* In "perf" mode: "ffffffff81a0 do_syscall_64+115 (kernel)". */
static void take_perf_parts(struct native_frame *frame)
{
	fg_str rest = frame->name, word = scan_word(&rest);
	size_t paren = scan_rfind(rest, FG_STR(" ("));

	if (!fg_parse_hex(word, &frame->address) || paren == rest.n ||
	    !fg_ends_with(rest, FG_STR(")")))
		return;
	frame->has_address = true;
	frame->module = fg_slice(rest, paren + 2, rest.n - 1);
	frame->name = fg_trim(fg_slice(rest, 0, paren));
}

/* "[inlined] fill@/src/buffer.c:12", "main+10@/src/main.c:40" */
static void push_frame(struct dump *d, fg_str text)
{
	struct native_frame frame = { .name = fg_trim(text) };
	size_t at;

	if (frame.name.n == 0)
		return;
	frame.inlined = scan_text(&frame.name, FG_STR("[inlined] "));
	take_perf_parts(&frame);
	at = scan_rfind(frame.name, FG_STR("@"));
	if (at < frame.name.n &&
	    native_read_source(scan_from(frame.name, at + 1), &frame))
		frame.name.n = at;
	if (!d->c->options->keep_offsets)
		take_offset(&frame.name);
	dump_push_native(d, &frame);
}

static void add_scalars(struct dump *d, fg_str text)
{
	struct reader *r = d->state;
	const fg_str mark = FG_STR(", ");

	while (text.n > 0) {
		fg_str scalar = scan_before(text, mark);

		text = scan_from(text, scalar.n);
		scan_text(&text, mark);
		scalar = fg_trim(scalar);
		if (scalar.n == 0)
			continue;
		FG_RESERVE(&r->scalars, &r->scalar_room, r->scalar_count + 1);
		r->scalars[r->scalar_count++] =
			stackbuf_intern(&d->stack, scalar);
	}
}

/* The bare symbol of a frame, without the additions of options. */
static fg_str symbol_at(const struct dump *d, size_t i)
{
	fg_str name =
		fg_frames_name(fg_stacks_names(d->c->out), d->stack.ids[i]);
	size_t tick = fg_find_char(name, '`');

	if (tick < name.n)
		name = scan_from(name, tick + 1);
	name = scan_before(name, FG_STR(" ("));
	return scan_before(name, FG_STR("+"));
}

/* Whether the first stack is the user's, decided by the roots of both. */
static bool is_user_first(const struct dump *d, size_t first_end)
{
	static const char *const user[] = {
		"_start",
		"main",
		"start_thread",
		"clone",
		"__clone",
		"clone3",
		"__clone3",
		"__libc_start_main",
		"__libc_start_call_main",
		NULL,
	};
	static const char *const kernel[] = {
		"entry_SYSCALL_64_after_hwframe",
		"do_syscall_64",
		"ret_from_fork_asm",
		"ret_from_fork",
		"el0t_64_sync",
		"el0_svc",
		NULL,
	};

	return scan_is_any(symbol_at(d, first_end - 1), user) ||
	       scan_is_any(symbol_at(d, d->stack.depth - 1), kernel);
}

static void reverse(fg_frame *ids, size_t n)
{
	for (size_t i = 0; i < n / 2; i++) {
		fg_frame id = ids[i];

		ids[i] = ids[n - 1 - i];
		ids[n - 1 - i] = id;
	}
}

/* Puts the kernel's frames next to the leaf, in any order of the stacks. */
static void order_stacks(struct dump *d, size_t first_end)
{
	size_t depth = d->stack.depth;

	if (first_end == 0 || first_end == depth ||
	    !is_user_first(d, first_end))
		return;
	reverse(d->stack.ids, first_end);
	reverse(d->stack.ids + first_end, depth - first_end);
	reverse(d->stack.ids, depth);
}

/* The weight of the key's stack: 0 if it is not wanted. */
static uint64_t read_value(struct dump *d, fg_str text)
{
	struct reader *r = d->state;
	uint64_t value = 0;

	if (!r->has_stack) {
		if (!r->said_no_stack)
			fg_note(d->c->diag, fg_lines_loc(d->c->in),
				"left out maps without stacks");
		r->said_no_stack = true;
		return 0;
	}
	if (!parse_value(text, &value)) {
		dump_warn(d, "the value of this stack is not a count");
		return 0;
	}
	if (!bpftrace_maps_count(&r->maps, fg_buffer_text(&r->map), value))
		return 0;
	return value;
}

static void end_key(struct dump *d, fg_str text)
{
	struct reader *r = d->state;
	struct fg_weight weight = { read_value(d, text), 0 };

	order_stacks(d, r->first_end);
	while (r->scalar_count > 0 && r->has_stack)
		stackbuf_push_id(&d->stack, r->scalars[--r->scalar_count]);
	dump_end_with(d, weight);
	r->in_key = false;
}

/* A part of a key, up to the end of its line. */
static void read_part(struct dump *d, fg_str text)
{
	struct reader *r = d->state;

	if (!scan_text(&text, FG_STR(","))) {
		r->has_stack |= fg_trim(text).n > 0;
		push_frame(d, text);
		return;
	}
	r->has_stack = true;
	if (r->first_end == 0)
		r->first_end = d->stack.depth;
	add_scalars(d, text);
}

/* Scalars before any stack, on the line of the map. */
static void begin_key(struct dump *d, fg_str text)
{
	struct reader *r = d->state;

	stackbuf_clear(&d->stack);
	r->in_key = true;
	r->has_stack = fg_starts_with(text, FG_STR(","));
	r->first_end = 0;
	r->scalar_count = 0;
	add_scalars(d, text);
}

static void read_text_line(void *ctx, fg_str line)
{
	struct dump *d = ctx;
	struct reader *r = d->state;
	fg_str rest = line;
	bool begins = take_map(&rest);
	size_t end = find_end(rest);
	fg_str part = fg_slice(rest, 0, end);

	if (!begins && !r->in_key) {
		dump_other(d);
		return;
	}
	if (begins && r->in_key)
		dump_warn(d, "the key before this line has no end");
	if (begins) {
		r->map.n = 0;
		fg_buffer_append(&r->map, scan_before(line, FG_STR("[")));
		begin_key(d, part);
	} else {
		read_part(d, part);
	}
	if (end < rest.n)
		end_key(d, scan_from(rest, end + 2));
}

static void read_line(struct dump *d, fg_str line)
{
	struct reader *r = d->state;

	fg_status status = FG_OK;

	if (!r->in_key && fg_starts_with(line, FG_STR("{")))
		status = bpftrace_json_lines(line, fg_lines_loc(d->c->in),
					     d->c->diag, read_text_line, d);
	else
		read_text_line(d, line);
	r->status = r->status == FG_OK ? status : r->status;
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { 0 };
	struct dump d = { .counted = true, .state = &r };
	fg_status status, chosen;

	bpftrace_maps_init(&r.maps, c);
	status = dump_read(&d, c, read_line);
	chosen = bpftrace_maps_finish(&r.maps);
	free(r.scalars);
	free(r.map.p);
	if (status == FG_OK)
		status = r.status;
	return status == FG_OK ? chosen : status;
}

const struct format format_bpftrace = {
	.name = "bpftrace",
	.summary = "bpftrace's maps with stacks in their keys",
	.own_metrics = true,
	.has = HAS_MODULES | HAS_SOURCE | HAS_INLINED | HAS_ADDRESSES |
	       HAS_ARGUMENTS | HAS_OFFSETS,
	.detect = detect,
	.parse = parse,
};
