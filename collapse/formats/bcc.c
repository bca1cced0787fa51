/* SPDX-License-Identifier: MIT */
/*
 * Output of BCC's tools (profile, offcputime, wakeuptime, offwaketime,
 * stackcount) without -f: one frame per line, the leaf first, then the
 * process, then the count.
 *
 *	Sampling at 49 Hertz of all threads by user + kernel stack...
 *
 *	    filemap_map_pages
 *	    handle_pte_fault
 *	    --
 *	    [unknown]
 *	    -                cp (9036)
 *	        1
 *
 * stackcount indents frames by two and ends with " cp [9036]" and a count. In
 * offwaketime "waker:" begins a stack, and "target:" ends it.
 */
#include "fg/text.h"
#include "input/scan.h"
#include "sample/stack_dump.h"

/* Splits "cp (9036)" or "cp [9036]". */
static bool split_process(fg_str text, char open, fg_str *name, fg_str *number)
{
	size_t at = fg_rfind_char(text, open);

	text = fg_trim_end(text);
	if (at < 2 || at + 2 >= text.n || text.p[at - 1] != ' ')
		return false;
	*name = fg_trim(fg_slice(text, 0, at));
	*number = fg_slice(text, at + 1, text.n - 1);
	return scan_is_number(*number) && memchr(")]", text.p[text.n - 1], 2);
}

/* "    -                cp (9036)", "    target:          cp 9036" */
static bool parse_process(fg_str line, fg_str *name, fg_str *number)
{
	fg_str text = fg_trim(line), rest = text;
	fg_str mark = scan_word(&rest);

	rest = fg_trim(rest);
	if (fg_equal(mark, FG_STR("-")))
		return split_process(rest, '(', name, number);
	if (fg_equal(mark, FG_STR("target:"))) {
		size_t blank = fg_rfind_char(rest, ' ');

		*name = fg_slice(rest, 0, blank);
		*number = blank < rest.n ? scan_from(rest, blank + 1)
					 : FG_STR("");
		return true;
	}
	return fg_starts_with(line, FG_STR("    ")) &&
	       split_process(text, '[', name, number);
}

/* The first line of each of the tools. */
static bool is_title(fg_str line)
{
	return fg_starts_with(line, FG_STR("Sampling at ")) ||
	       (fg_starts_with(line, FG_STR("Tracing ")) &&
		(fg_contains(line, FG_STR(" stack")) ||
		 fg_contains(line, FG_STR(" functions for \""))));
}

static int detect(fg_str head)
{
	bool title = false, frame = false, process = false;
	fg_str line, name, number;

	while (scan_line(&head, &line)) {
		fg_str text = fg_trim(line);
		bool count = scan_is_number(text);

		title |= is_title(line);
		if (text.n == 0 || !fg_is_blank(*line.p))
			continue;
		if (count && frame && process)
			return title ? BID_SURE - 5 : BID_LIKELY + 15;
		if (count && frame && title)
			return BID_LIKELY + 25;
		process = !count && parse_process(line, &name, &number);
		frame |= !count && !process;
	}
	return BID_NO;
}

/* "ffffffff8a1b2c30 ip_output", by stackcount -v */
static fg_str without_address(fg_str text)
{
	fg_str rest = text, word = scan_word(&rest);
	uint64_t address;

	return word.n >= 8 && rest.n > 0 && fg_parse_hex(word, &address)
		       ? fg_trim(rest)
		       : text;
}

static void read_text(struct dump *d, fg_str line)
{
	fg_str text = fg_trim(line), name, number;
	struct fg_weight weight = { 0, 0 };

	if (scan_is_number(text)) {
		if (!fg_parse_u64(text, &weight.units))
			dump_warn(d, "the count is too large");
		dump_end_with(d, weight);
		dump_process(d, FG_STR(""), FG_STR(""));
	} else if (parse_process(line, &name, &number)) {
		dump_process(d, name, number);
	} else if (scan_text(&text, FG_STR("waker: "))) {
		text = fg_trim(text);
		dump_push(d, fg_slice(text, 0, fg_rfind_char(text, ' ')));
	} else if (fg_starts_with(text, FG_STR("-- "))) {
		dump_push(d, FG_STR("--"));
	} else {
		dump_push(d, without_address(text));
	}
}

static void read_line(struct dump *d, fg_str line)
{
	/* titles, the time and messages begin in the first column */
	if (line.n > 0 && fg_is_blank(*line.p) && fg_trim(line).n > 0)
		read_text(d, line);
	else if (!is_title(line))
		dump_other(d);
}

static fg_status parse(struct collapse *c)
{
	struct dump d = { .counted = true, .process_root = true };

	return dump_read(&d, c, read_line);
}

const struct format format_bcc = {
	.name = "bcc",
	.summary = "BCC's profile, offcputime, stackcount and the like",
	.has = HAS_PROCESSES | HAS_PIDS,
	.detect = detect,
	.parse = parse,
};
