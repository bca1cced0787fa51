/* SPDX-License-Identifier: MIT */
#include "kernel_lines.h"

#include "fg/text.h"

#include "input/scan.h"

/* "+0x400/0x590" */
static bool is_offset(fg_str text)
{
	uint64_t number;

	return scan_text(&text, FG_STR("+")) && scan_hex(&text, &number) &&
	       scan_text(&text, FG_STR("/")) && scan_hex(&text, &number) &&
	       text.n == 0;
}

bool kernel_frame(fg_str text, bool offsets, struct native_frame *frame)
{
	fg_str rest = fg_trim(text), word;
	size_t plus;

	*frame = (struct native_frame){ 0 };
	if (scan_text(&rest, FG_STR("[<"))) {
		size_t end = fg_find(rest, FG_STR(">] "));

		if (end == rest.n)
			return false;
		rest = scan_from(rest, end + 3);
		scan_text(&rest, FG_STR("? "));
	}
	word = scan_word(&rest);
	plus = fg_rfind_char(word, '+');
	if (plus == 0 || plus == word.n || !is_offset(scan_from(word, plus)))
		return false;
	frame->name = offsets ? word : fg_slice(word, 0, plus);
	rest = fg_trim(rest);
	if (fg_starts_with(rest, FG_STR("[")))
		frame->module = fg_slice(rest, 1, fg_find_char(rest, ']'));
	/* in "[ext4 0123456789abcdef]", the build id is not part of the name */
	frame->module.n = fg_find_char(frame->module, ' ');
	return true;
}

bool kernel_is_guess(fg_str text)
{
	struct native_frame frame;

	text = fg_trim(text);
	return scan_text(&text, FG_STR("? ")) &&
	       kernel_frame(text, false, &frame);
}

void kernel_skip_stamp(fg_str *line)
{
	fg_str rest = *line;
	uint64_t number;

	if (fg_starts_with(rest, FG_STR("<")) && rest.n > 2 &&
	    fg_is_digit(rest.p[1]))
		rest = scan_from(rest, fg_find_char(rest, '>') < rest.n
					       ? fg_find_char(rest, '>') + 1
					       : 0);
	while (fg_starts_with(rest, FG_STR("[")) &&
	       !fg_starts_with(rest, FG_STR("[<"))) {
		fg_str stamp = scan_from(rest, 1);

		(void)(scan_text(&stamp, FG_STR("T")) ||
		       scan_text(&stamp, FG_STR("C")));
		scan_blanks(&stamp);
		if (!scan_u64(&stamp, &number))
			break;
		if (scan_text(&stamp, FG_STR(".")))
			(void)scan_u64(&stamp, &number);
		if (!scan_text(&stamp, FG_STR("]")))
			break;
		rest = stamp;
		*line = rest;
		scan_text(&rest, FG_STR(" "));
	}
}

void kernel_push(struct dump *d, struct native_frame *frame)
{
	const struct collapse_options *o = d->c->options;
	bool named = !native_is_unnamed(frame->name);

	if (named && options_mark_kernel(o)) {
		d->room.n = 0;
		fg_buffer_append(&d->room, frame->name);
		fg_buffer_append(&d->room, FG_STR("_[k]"));
		frame->name = fg_buffer_text(&d->room);
	}
	dump_push_native(d, frame);
}

bool kernel_task(fg_str text, fg_str *name, fg_str *number)
{
	size_t dash = fg_rfind_char(text, '-');

	if (dash == 0 || dash == text.n)
		return false;
	*name = fg_trim(fg_slice(text, 0, dash));
	*number = fg_trim(scan_from(text, dash + 1));
	return scan_is_number(*number);
}

void kernel_set_task(struct dump *d, fg_str name, fg_str number)
{
	const struct collapse_options *o = d->c->options;
	char *p;

	d->room.n = 0;
	fg_buffer_append(&d->room, name);
	p = d->room.p;
	for (size_t i = 0; i < d->room.n; i++)
		p[i] = p[i] == ' ' ? '_' : p[i];
	if (o->pid || o->tid) {
		fg_buffer_append(&d->room, FG_STR("-"));
		fg_buffer_append(&d->room, number);
	}
	dump_process(d, fg_buffer_text(&d->room), number);
	d->process_root = !o->no_comm;
}
