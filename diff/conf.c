/* SPDX-License-Identifier: MIT */
#include "conf.h"

#include <stdlib.h>
#include <time.h>

#include "fg/alloc.h"
#include "fg/lines.h"
#include "fg/text.h"
#include "names.h"

/* Hands a message on with the place in the file, whatever place it names. */
static void tell_at_line(void *ctx, enum fg_level level, struct fg_loc loc,
			 const char *message)
{
	const struct conf *conf = ctx;

	(void)loc;
	switch (level) {
	case FG_NOTE:
		fg_note(conf->to, conf->loc, "%s", message);
		break;
	case FG_WARNING:
		fg_warn(conf->to, conf->loc, "%s", message);
		break;
	case FG_DOUBT:
		fg_doubt(conf->to, conf->loc, "%s", message);
		break;
	case FG_ERROR:
		(void)fg_fail(conf->to, FG_EUSAGE, conf->loc, "%s", message);
		break;
	}
}

/* A copy that lives as long as `conf`. */
static char *keep(struct conf *conf, fg_str text)
{
	FG_RESERVE(&conf->texts, &conf->room, conf->count + 1);
	return conf->texts[conf->count++] = fg_str_dup(text);
}

static fg_status bad(struct conf *conf, const char *expected, fg_str got)
{
	return fg_fail(&conf->diag, FG_EUSAGE, conf->loc,
		       "expected %s, got '%.*s'", expected, FG_FMT(got));
}

static fg_status take_rule(struct conf *conf, fg_str text)
{
	return check_add(conf->check, keep(conf, text), conf->loc, &conf->diag);
}

static fg_status take_rename(struct conf *conf, fg_str text)
{
	return names_add_rule(conf->names, keep(conf, text), &conf->diag);
}

static fg_status take_significance(struct conf *conf, fg_str text)
{
	struct fg_weight z;
	bool over = false;

	if (!fg_weight_parse(text, &z, &over) || over)
		return bad(conf, "a number such as 2.33", text);
	conf->significance = (double)z.units / (double)fg_pow10(z.scale);
	conf->significance_given = true;
	return FG_OK;
}

static fg_status take_hex(struct conf *conf, fg_str text)
{
	if (text.n > 0)
		return bad(conf, "nothing behind strip-hex", text);
	return names_add_hex(conf->names, &conf->diag);
}

static fg_status take_suffixes(struct conf *conf, fg_str text)
{
	if (text.n > 0)
		return bad(conf, "nothing behind strip-suffixes", text);
	return names_add_suffixes(conf->names, &conf->diag);
}

/* Whether `text` is a day of the calendar, "2027-02-28". */
static bool is_day(fg_str text)
{
	static const unsigned char days[] = { 31, 29, 31, 30, 31, 30,
					      31, 31, 30, 31, 30, 31 };
	uint64_t year, month, day;

	if (text.n != 10 || text.p[4] != '-' || text.p[7] != '-' ||
	    !fg_parse_u64(fg_slice(text, 0, 4), &year) ||
	    !fg_parse_u64(fg_slice(text, 5, 7), &month) ||
	    !fg_parse_u64(fg_slice(text, 8, 10), &day))
		return false;
	if (month < 1 || month > 12 || day < 1 || day > days[month - 1])
		return false;
	return month != 2 || day < 29 ||
	       (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
}

/* Whether the day is over, in UTC; such texts have the order of time. */
static bool is_over(fg_str day)
{
	time_t now = time(NULL);
	char today[sizeof "2027-03-31 and years of many digits"];
	struct tm tm;

	if (!gmtime_r(&now, &tm) ||
	    strftime(today, sizeof today, "%Y-%m-%d", &tm) == 0)
		return false;
	return fg_compare(day, fg_from_c(today)) < 0;
}

/*
 * Where " until " and a day stand, or text.n: a pattern and a reason may hold
 * that word, too.
 */
static size_t find_until(fg_str text)
{
	fg_str word = FG_STR(" until ");

	for (size_t i = 0; i + word.n + 10 <= text.n; i++) {
		if (fg_starts_with(fg_slice(text, i, text.n), word) &&
		    is_day(fg_slice(text, i + word.n, i + word.n + 10)))
			return i;
	}
	return text.n;
}

/* "REGEX until DAY: REASON" */
static fg_status take_ignore(struct conf *conf, fg_str text)
{
	size_t at = find_until(text);
	fg_str names = fg_trim(fg_slice(text, 0, at)), day, reason;

	if (at == text.n)
		reason = (fg_str){ "", 0 };
	else
		reason = fg_slice(text, at + sizeof " until " - 1, text.n);
	day = fg_cut(&reason, ':');
	if (names.n == 0 || !reason.p || fg_trim(reason).n == 0 || day.n != 10)
		return bad(conf, "'ignore REGEX until YYYY-MM-DD: REASON'",
			   text);
	if (is_over(day))
		fg_doubt(&conf->diag, conf->loc,
			 "ignoring '%.*s' has ended on %.*s, so it is checked "
			 "again: remove the line, or give a later day",
			 FG_FMT(names), FG_FMT(day));
	return check_add_ignore(conf->check, keep(conf, names),
				keep(conf, fg_slice(text, at + 1, text.n)),
				is_over(day), conf->loc, &conf->diag);
}

static fg_status read_setting(struct conf *conf, fg_str line)
{
	static const struct {
		const char *word;
		fg_status (*take)(struct conf *conf, fg_str text);
	} words[] = {
		{ "fail-if", take_rule },
		{ "ignore", take_ignore },
		{ "rename", take_rename },
		{ "significance", take_significance },
		{ "strip-hex", take_hex },
		{ "strip-suffixes", take_suffixes },
	};
	size_t n = 0;

	while (n < line.n && !fg_is_blank(line.p[n]))
		n++;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		fg_str word = fg_from_c(words[i].word);

		if (fg_equal(fg_slice(line, 0, n), word))
			return words[i].take(
				conf, fg_trim(fg_slice(line, n, line.n)));
	}
	return bad(conf,
		   "fail-if, ignore, rename, significance, strip-hex or "
		   "strip-suffixes",
		   fg_slice(line, 0, n));
}

fg_status conf_read(struct conf *conf, const char *path, struct fg_diag *diag)
{
	struct fg_lines *in = fg_lines_open(path, diag);
	fg_status status = FG_OK, closed;
	fg_str line;

	if (!in)
		return FG_EIO;
	conf->diag = (struct fg_diag){ .emit = tell_at_line, .ctx = conf };
	conf->to = diag;
	while (status == FG_OK && fg_lines_next(in, &line)) {
		conf->loc = fg_lines_loc(in);
		line = fg_trim(line);
		if (line.n > 0 && line.p[0] != '#')
			status = read_setting(conf, line);
	}
	conf->loc.line = 0; /* of what is said later of a pattern */
	closed = fg_lines_close(in);
	return status == FG_OK ? closed : status;
}

void conf_free(struct conf *conf)
{
	for (size_t i = 0; i < conf->count; i++)
		free(conf->texts[i]);
	free(conf->texts);
}
