/* SPDX-License-Identifier: MIT */
#include "fg/foreign.h"

#include <inttypes.h>

#include "fg/text.h"
#include "folded_look.h"

/* How to get folded text out of a file. */
enum way {
	FOLD, /* fg-collapse reads it */
	RECORD, /* a file that is profiled, not a profile */
	UNPACK,
	ASK, /* fg-collapse reads it if it is a profile at all */
};

struct kind {
	const char *what; /* "this seems to be WHAT" */
	enum way way;
};

/* Files that are known by their first bytes. */
static const struct {
	fg_str start;
	struct kind kind;
} starts[] = {
	{ { "PERFILE2", 8 }, { "perf's recording, perf.data", FOLD } },
	{ { "2ELIFREP", 8 }, { "perf's recording, perf.data", FOLD } },
	{ { "\177ELF", 4 }, { "a program (ELF)", RECORD } },
	{ { "\xcf\xfa\xed\xfe", 4 }, { "a program (Mach-O)", RECORD } },
	{ { "\xca\xfe\xba\xbe", 4 }, { "a program or a class", RECORD } },
	{ { "MZ\x90", 3 }, { "a program (Windows)", RECORD } },
	{ { "#!", 2 }, { "a script", RECORD } },
	{ { "FLR\0", 4 }, { "a recording of Java's flight recorder", FOLD } },
	{ { "PK\3\4", 4 }, { "a zip archive", UNPACK } },
	{ { "\3757zXZ", 6 }, { "packed by xz", UNPACK } },
	{ { "BZh91AY", 7 }, { "packed by bzip2", UNPACK } },
	{ { "\4\"M\30", 4 }, { "packed by lz4", UNPACK } },
	{ { "\x89PNG", 4 }, { "a picture (PNG)", ASK } },
	{ { "heap profile:", 13 }, { "a heap profile of gperftools", FOLD } },
	{ { "--- symbol\n", 11 }, { "a profile of gperftools", FOLD } },
	{ { "# callgrind format", 18 }, { "a callgrind profile", FOLD } },
	{ { "version: 1\n", 11 }, { "a callgrind profile", FOLD } },
	{ { "creator: callgrind", 18 }, { "a callgrind profile", FOLD } },
	{ { "creator: xdebug", 15 }, { "a callgrind profile", FOLD } },
	{ { "events: ", 8 }, { "a callgrind profile", FOLD } },
	{ { "desc: ", 6 }, { "a profile of valgrind's", FOLD } },
	{ { "goroutine ", 10 }, { "Go's stacks", FOLD } },
	{ { "Analysis of sampling ", 21 }, { "macOS sample's text", FOLD } },
	{ { "# Samples: ", 11 }, { "a report of perf's", FOLD } },
	{ { "# To display the perf.data header", 33 },
	  { "a report of perf's", FOLD } },
};

static bool has_start(fg_str head, struct kind *kind)
{
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
		if (fg_starts_with(head, starts[i].start)) {
			*kind = starts[i].kind;
			return true;
		}
	}
	return false;
}

/* "v 10400 3", and in the next line "X PROGRAM" */
static bool is_heaptrack(fg_str head)
{
	fg_str line = fg_cut(&head, '\n'), word;
	uint64_t number;

	if (!fg_starts_with(line, FG_STR("v ")))
		return false;
	line = fg_slice(line, 2, line.n);
	word = fg_cut(&line, ' ');
	return fg_parse_hex(word, &number) && fg_starts_with(head, FG_STR("X"
									  " "));
}

/* "\t    55c5c114bcbd main+0x6ac (/opt/cpp)" */
static bool is_perf_frame(fg_str line)
{
	fg_str text = fg_trim(line), word = fg_cut(&text, ' ');
	uint64_t address;

	return line.n > 0 && fg_is_blank(*line.p) && word.n >= 4 &&
	       fg_parse_hex(word, &address) && text.n > 0 &&
	       text.p[text.n - 1] == ')' && fg_contains(text, FG_STR(" ("));
}

static bool is_perf_script(fg_str head)
{
	fg_str before = FG_STR("");

	while (head.p) {
		fg_str line = fg_trim_end(fg_cut(&head, '\n'));

		/* after its sample's header */
		if (before.n > 0 && !fg_is_blank(*before.p) &&
		    is_perf_frame(line))
			return true;
		before = line;
	}
	return false;
}

static bool is_markup(fg_str text, struct kind *kind)
{
	if (text.n == 0 || *text.p != '<')
		return false;
	if (fg_contains(text, FG_STR("<svg")) &&
	    !fg_contains(text, FG_STR("<html")))
		*kind = (struct kind){ "a picture (SVG)", FOLD };
	else if (fg_contains(text, FG_STR("<html")) ||
		 fg_contains(text, FG_STR("<!DOCTYPE html")))
		*kind = (struct kind){ "a page in HTML", ASK };
	else
		*kind = (struct kind){ "XML", ASK };
	return true;
}

/* Whether the text is an object or a list, and its first item is valid. */
static bool is_json(fg_str text)
{
	fg_str rest;

	if (text.n < 2 || (*text.p != '{' && *text.p != '['))
		return false;
	rest = fg_trim(fg_slice(text, 1, text.n));
	return rest.n > 0 &&
	       (strchr(*text.p == '{' ? "\"}" : "\"{[]", *rest.p) ||
		(*text.p == '[' && fg_is_digit(*rest.p)));
}

/* Whether too many bytes are control characters that text does not have. */
static bool is_binary(fg_str head)
{
	enum { LOOK = 1024, SHARE = 32 };
	size_t n = head.n < LOOK ? head.n : LOOK, count = 0;

	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)head.p[i];

		count += c < ' ' && !strchr("\t\n\r\f\033", c);
		count += c == '\0';
	}
	return count * SHARE > n;
}

/* False when it is text of no kind that is known here. */
static bool find_kind(fg_str head, struct kind *kind)
{
	fg_str text = fg_trim(head);

	if (has_start(head, kind) || is_markup(text, kind))
		return true;
	if (is_json(text))
		*kind = (struct kind){ "JSON", ASK };
	else if (is_heaptrack(head))
		*kind = (struct kind){ "a file of heaptrack's", FOLD };
	else if (is_perf_script(head))
		*kind = (struct kind){ "text of perf script", FOLD };
	else if (is_binary(head))
		*kind = (struct kind){ "binary data (pprof's profiles are)",
				       ASK };
	else
		return false;
	return true;
}

/* Whether a shell needs no quotes for the name. */
static bool is_plain(const char *name)
{
	fg_str rest = fg_from_c(name);

	for (size_t i = 0; i < rest.n; i++) {
		char c = rest.p[i];
		bool is_letter = (c >= 'a' && c <= 'z') ||
				 (c >= 'A' && c <= 'Z');

		if (!is_letter && !fg_is_digit(c) && !strchr("._/+-", c))
			return false;
	}
	return rest.n > 0 && *rest.p != '-';
}

static fg_status refuse(struct kind kind, struct fg_loc loc,
			struct fg_diag *diag)
{
	/* the text before and after the name of the file */
	static const char *const advice[][2] = {
		[FOLD] = { "fold it first: fg-collapse ", "" },
		[RECORD] = { "record and fold a profile of it: perf record -g ",
			     "; perf script | fg-collapse" },
		[UNPACK] = { "unpack ", " first, then fold it with "
					"fg-collapse" },
		[ASK] = { "if a profiler wrote it, fold it first: fg-collapse ",
			  "" },
	};
	const char *const *around = advice[kind.way];
	const char *name = is_plain(loc.file) ? loc.file : "FILE";

	return fg_fail(diag, FG_EINPUT, loc,
		       "this seems to be %s, not folded stacks; %s%s%s",
		       kind.what, around[0], name, around[1]);
}

/*
 * Damaged lines do not make folded text foreign. But if no line has two
 * frames, a table or a program's text is as likely as folded stacks.
 */
static bool is_foreign(const struct folded_look *seen)
{
	if (seen->bad - seen->damaged > seen->good)
		return true;
	return seen->joined == 0 && !seen->has_header &&
	       (seen->doubtful * 3 > seen->good || seen->bad * 2 > seen->good);
}

fg_status fg_foreign_check(struct fg_lines *in, struct fg_diag *diag)
{
	fg_str head = fg_lines_peek(in, FG_PEEK_MAX);
	struct folded_look seen = folded_look(head);
	struct kind kind = { is_binary(head) ? "binary data, as pprof's"
					     : "other text",
			     ASK };
	bool is_known;

	if (fg_lines_status(in) != FG_OK)
		return fg_lines_status(in);
	if (!seen.has_text)
		return FG_OK;
	is_known = find_kind(head, &kind);
	/* a frame may be called "desc: a"; and archives may hold folded text */
	if (is_foreign(&seen) ||
	    (is_known && (seen.starts_bad || seen.good == 0 ||
			  seen.joined * 2 < seen.good || kind.way == UNPACK)))
		return refuse(kind, fg_lines_whole(in), diag);
	return FG_OK;
}

fg_status fg_foreign_check_lines(const struct fg_folded_reader *reader,
				 const char *name, struct fg_diag *diag)
{
	struct fg_loc loc = { name, 0 };

	if (reader->bad <= (reader->lines - reader->bad) * 2)
		return FG_OK;
	return fg_fail(diag, FG_EINPUT, loc,
		       "%" PRIu64 " of %" PRIu64 " lines have no weight, so "
		       "these are not folded stacks; if a profiler "
		       "wrote it, fold it first with fg-collapse",
		       reader->bad, reader->lines);
}
