/* SPDX-License-Identifier: MIT */
/*
 * Output of SystemTap's print_stack() and print_usyms(), with a count after
 * each stack: one frame per line, the leaf first.
 *
 *	 0xffffffff8103ce3b : native_safe_halt+0xb/0x10 [kernel]
 *	 0xffffffff8101c6a3 : default_idle+0x53/0x1d0 [kernel]
 *	 0x401136 [/usr/bin/app+0x1136/0x4000]
 *	 0x7f1234
 *	 0x0 (inexact)
 *		2404
 */
#include "fg/text.h"
#include "input/scan.h"
#include "sample/stack_dump.h"

/* "native_safe_halt+0xb/0x10" */
static fg_str without_offset(fg_str symbol)
{
	return scan_before_last(symbol, FG_STR("+0x"));
}

/* Takes a trailing "[module]" or "[module+0xb/0x10]" off. */
static void take_module(fg_str *text, struct native_frame *frame)
{
	size_t at = scan_rfind(*text, FG_STR(" ["));

	if (at == text->n || !fg_ends_with(*text, FG_STR("]")))
		return;
	frame->module = without_offset(fg_slice(*text, at + 2, text->n - 1));
	*text = fg_trim_end(fg_slice(*text, 0, at));
}

static bool parse_frame(fg_str line, bool offsets, struct native_frame *frame)
{
	const fg_str inexact = FG_STR(" (inexact)");

	scan_blanks(&line);
	line = fg_trim_end(line);
	if (!scan_hex(&line, &frame->address))
		return false;
	frame->has_address = true;
	if (fg_ends_with(line, inexact))
		line.n -= inexact.n;
	take_module(&line, frame);
	if (scan_text(&line, FG_STR(" : ")))
		frame->name = offsets ? line : without_offset(line);
	return true;
}

static int detect(fg_str head)
{
	size_t frames = 0, lines = 0;
	fg_str line;

	while (scan_line(&head, &line)) {
		uint64_t address;

		lines += fg_trim(line).n > 0;
		frames += scan_blanks(&line) > 0 && scan_hex(&line, &address) &&
			  fg_starts_with(line, FG_STR(" : "));
	}
	return frames > 0 && frames >= lines / 4 ? BID_LIKELY : BID_NO;
}

static void read_line(struct dump *d, fg_str line)
{
	struct native_frame frame = { 0 };
	struct fg_weight weight = { 0, 0 };

	if (parse_frame(line, d->c->options->keep_offsets, &frame))
		dump_push_native(d, &frame);
	else if (fg_parse_u64(fg_trim(line), &weight.units))
		dump_end_with(d, weight);
	else if (fg_trim(line).n > 0)
		dump_warn(d, "neither a frame nor a count");
}

static fg_status parse(struct collapse *c)
{
	struct dump d = { .counted = true };

	return dump_read(&d, c, read_line);
}

const struct format format_stap = {
	.name = "stap",
	.summary = "SystemTap's stacks with a count after each",
	.has = HAS_MODULES | HAS_ADDRESSES | HAS_ARGUMENTS | HAS_OFFSETS,
	.detect = detect,
	.parse = parse,
};
