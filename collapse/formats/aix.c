/* SPDX-License-Identifier: MIT */
/*
 * Output of AIX's procstack, run repeatedly: one frame per line, the leaf
 * first.
 *
 *	8323200: /usr/bin/server 0
 *	---------- tid# 25624725 (pthread ID:      1) ----------
 *	0x09000000000bc2f8  __fd_poll(??, ??, ??) + 0xb8
 *	0x0000000100000368  main(0x100000001, 0xfffffffffffffb0) + 0x1c8
 *	0xffffffff00000000  [internal] + 0x0
 *	8388610: /usr/sbin/syncd 60
 *	0xd01232d8  nsleep(??, ??) + 0xd8
 */
#include "fg/text.h"
#include "input/scan.h"
#include "names/symbol_text.h"
#include "sample/stack_dump.h"

/*
 * "8323200: /usr/bin/server 0"; older versions have a blank before the colon.
 */
static bool parse_process(fg_str line, fg_str *name, fg_str *number)
{
	fg_str rest = line;
	uint64_t pid;

	if (!scan_u64(&rest, &pid))
		return false;
	*number = fg_slice(line, 0, line.n - rest.n);
	scan_blanks(&rest);
	if (!scan_text(&rest, FG_STR(": ")))
		return false;
	*name = scan_word(&rest);
	return name->n > 0;
}

static bool parse_thread(fg_str line, fg_str *number)
{
	if (!scan_text(&line, FG_STR("---------- tid# ")))
		return false;
	*number = scan_word(&line);
	return true;
}

static bool parse_frame(fg_str line, struct native_frame *frame)
{
	frame->has_address = scan_hex(&line, &frame->address);
	if (!frame->has_address || scan_blanks(&line) == 0)
		return false;
	frame->name = scan_before_last(line, FG_STR(" + 0x"));
	if (frame->name.n == line.n)
		return false;
	if (fg_starts_with(frame->name, FG_STR("[")))
		frame->name = FG_STR("");
	return true;
}

static int detect(fg_str head)
{
	size_t processes = 0, frames = 0;
	fg_str line, name, number;

	while (scan_line(&head, &line)) {
		struct native_frame frame = { 0 };

		if (parse_thread(line, &number))
			return BID_SURE;
		processes += parse_process(line, &name, &number);
		frames += parse_frame(line, &frame);
	}
	return processes > 0 && frames > 0 ? BID_LIKELY + 10 : BID_NO;
}

static void read_line(struct dump *d, fg_str line)
{
	struct native_frame frame = { 0 };
	fg_str name, number;

	if (parse_process(line, &name, &number)) {
		dump_end(d);
		dump_process(d, name, number);
		dump_thread(d, FG_STR(""), FG_STR(""));
	} else if (parse_thread(line, &number)) {
		dump_end(d);
		dump_thread(d, FG_STR(""), number);
	} else if (parse_frame(line, &frame)) {
		if (!d->c->options->keep_args)
			frame.name = symbol_cut_arguments(frame.name, &d->room);
		dump_push_native(d, &frame);
	} else {
		dump_other(d);
	}
}

static fg_status parse(struct collapse *c)
{
	struct dump d = { .process_root = true };

	return dump_read(&d, c, read_line);
}

const struct format format_aix = {
	.name = "aix",
	.summary = "AIX procstack",
	.has = HAS_THREADS | HAS_TIDS | HAS_PROCESSES | HAS_PIDS |
	       HAS_ARGUMENTS,
	.detect = detect,
	.parse = parse,
};
