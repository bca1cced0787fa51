/* SPDX-License-Identifier: MIT */
/*
 * What uftrace prints: calls, reports and dumps of its recordings. They have
 * no folded stacks, but uftrace can write these itself.
 *
 *	# DURATION     TID     FUNCTION
 *	            [  6755] | main() {
 *	  65.979 us [  6755] |   pthread_create();
 *	 183.966 us [  6755] | } /+ main +/
 *
 * The columns are what -f asks for. With -f none there are only the calls:
 *
 *	main() { /+ prog.c:7 +/
 *	  work(0) {
 *	    /+ linux:schedule +/
 *	  } = 0x215eb98; /+ work +/
 *
 * and with --flat
 *
 *	[0] ==> 6755/0: ip (main), time (25175594046682)
 *
 * Taken from the output of uftrace 0.13, each of its commands and fields, and
 * from the source of 0.17.
 */
#include "fg/text.h"
#include "format.h"
#include "input/marks.h"
#include "input/scan.h"

#define INSTEAD "fold its recording: uftrace dump --flame-graph | fg-collapse"
#define REPLAY "this is what uftrace replay prints; " INSTEAD
#define REPORT "this is a report without stacks, of uftrace; " INSTEAD
#define RULER "==========  ==="

static const struct marks kinds[] = {
	{ { "[*] ==> */*: ip (*), time (", NULL }, REPLAY },
	{ { "[*] <== */*: ip (*), time (", NULL }, REPLAY },
	{ { "<body style='background-color:black;color:white;'>", "<pre>" },
	  "this is a web page of uftrace; " INSTEAD },
	{ { "Total *Function", RULER }, REPORT },
	{ { "Total *Task name", RULER }, REPORT },
	{ { "Self *Function", RULER }, REPORT },
	{ { "Calls *Function", RULER }, REPORT },
	{ { "# uftrace diff", NULL }, REPORT },
	{ { "========== TASK GRAPH ==========", NULL },
	  "this is what uftrace graph prints; " INSTEAD },
	{ { "# Function Call Graph for ", NULL },
	  "this is what uftrace graph prints; " INSTEAD },
	{ { "# version\":\"uftrace ", NULL },
	  "this is a graph for dot, of uftrace; " INSTEAD },
	{ { "# system information", "# program version * : v" },
	  "this is what uftrace info prints; " INSTEAD },
	{ { "uftrace file header: magic ", NULL },
	  "this is a dump of uftrace's records; " INSTEAD },
	{ { NULL, NULL }, NULL },
};

/* "# DURATION     TID     FUNCTION", also with " [SOURCE]" at the end */
static bool is_titles(fg_str line)
{
	static const char *const columns[] = {
		"DURATION", "TID",  "ADDRESS", "TIMESTAMP", "TIMEDELTA",
		"ELAPSED",  "TASK", "MODULE",  "NAME",	    NULL
	};
	size_t count = 0;
	fg_str word;

	if (!scan_text(&line, FG_STR("# ")))
		return false;
	for (word = scan_word(&line); scan_is_any(word, columns); count++)
		word = scan_word(&line);
	line = fg_trim(line);
	return count > 0 && fg_equal(word, FG_STR("FUNCTION")) &&
	       (line.n == 0 || fg_equal(line, FG_STR("[SOURCE]")));
}

/* Takes the colours of a terminal: "ESC [ 90 m". */
static void skip_colours(fg_str *line)
{
	while (fg_starts_with(*line, FG_STR("\033[")))
		*line = scan_from(*line, fg_find_char(*line, 'm') + 1);
}

/* "main" or "operator new" or "f<unsigned int>", but not "int main" */
static bool is_name(fg_str name)
{
	bool is_cpp = fg_contains(name, FG_STR("operator")) ||
		      fg_find_char(name, '<') < name.n;

	return name.n > 0 && (is_cpp || fg_find_char(name, ' ') == name.n) &&
	       fg_find_char(name, ';') == name.n &&
	       fg_find_char(name, '"') == name.n;
}

/* "main(1) {", "leaf(2) = 0x1e8098; /+ prog.c:4 +/" */
static bool is_call(fg_str line)
{
	size_t paren = fg_find_char(line, '(');
	fg_str rest = scan_from(line, paren);

	return paren < line.n && is_name(fg_slice(line, 0, paren)) &&
	       (fg_contains(rest, FG_STR(") {")) ||
		fg_contains(rest, FG_STR(");")) ||
		fg_contains(rest, FG_STR(") = ")));
}

static bool is_end_or_event(fg_str line)
{
	if (fg_starts_with(line, FG_STR("/* ")))
		return fg_contains(line, FG_STR(" */"));
	if (!scan_text(&line, FG_STR("}")))
		return false;
	skip_colours(&line);
	return line.n == 0 || fg_starts_with(line, FG_STR(" /* ")) ||
	       fg_starts_with(line, FG_STR(" = "));
}

/*
 * "  65.979 us [  6755] | main() {": a duration or nothing, a thread's id, a
 * bar and a call. ftrace has a task before the bracket.
 */
static bool is_row(fg_str line)
{
	static const char *const units[] = { " ns", " us", " ms", " s",
					     " m",  " h",  NULL };
	fg_str front = fg_trim(fg_cut(&line, '['));
	uint64_t tid;

	if (!line.p || (front.n > 0 && !scan_ends_with_any(front, units)))
		return false;
	scan_blanks(&line);
	if (!scan_u64(&line, &tid) || !scan_text(&line, FG_STR("] ")))
		return false;
	line = scan_from(line, fg_find(line, FG_STR("| ")));
	if (!scan_text(&line, FG_STR("| ")))
		return false;
	line = fg_trim(line);
	return is_call(line) || is_end_or_event(line);
}

/*
 * Whether there are calls and nothing else. Programs in C have them, too, but
 * with types, tabs, conditions or assignments among them.
 */
static bool has_calls_only(fg_str head)
{
	enum { LINES = 50, ENOUGH = 2 };
	size_t calls = 0, lines = 0, whole = fg_rfind_char(head, '\n');
	fg_str line;

	if (whole < head.n)
		head.n = whole; /* the last line may be cut */
	while (lines < LINES && scan_line(&head, &line)) {
		skip_colours(&line);
		if (line.n == 0)
			continue;
		lines++;
		while (fg_starts_with(line, FG_STR("  ")))
			line = scan_from(line, 2);
		skip_colours(&line);
		if (is_call(line))
			calls++;
		else if (!is_end_or_event(line))
			return false;
	}
	return calls >= ENOUGH;
}

static bool is_replay(fg_str head)
{
	enum { LINES = 20 };
	fg_str line;

	for (size_t i = 0; i < LINES && scan_line(&head, &line); i++) {
		if (is_titles(line) || is_row(line))
			return true;
	}
	return false;
}

/* Less than the bid of a format that has seen a stack, as of `flat`. */
enum { BID_TITLE = BID_SURE - 15 };

static int detect(fg_str head)
{
	if (marks_find(kinds, head) || is_replay(head))
		return BID_TITLE;
	return has_calls_only(head) ? BID_WEAK : BID_NO;
}

static const char *advise(fg_str head)
{
	const char *advice = marks_find(kinds, head);

	return advice ? advice : REPLAY;
}

const struct format format_uftrace = {
	.name = "uftrace",
	.summary = "what uftrace prints; recognised, not read",
	.detect = detect,
	.advice = REPLAY,
	.advise = advise,
};
