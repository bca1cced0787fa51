/* SPDX-License-Identifier: MIT */
#include "fg/regex.h"

#include <stdlib.h>
#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "fg/alloc.h"
#include "fg/text.h"

/* A part of a replacement: literal text, or a group when the text is NULL. */
struct piece {
	fg_str text;
	uint32_t group;
};

struct fg_regex {
	pcre2_code *code;
	pcre2_match_data *match;
	pcre2_match_context *limits;
	pcre2_jit_stack *stack;
	struct fg_diag *diag;
	char *pattern; /* for the warning */
	unsigned given_up; /* texts that took too long */
	char *with; /* the replacement; the next fields are its parts */
	struct piece *pieces;
	size_t piece_count, piece_room;
	struct fg_buffer result; /* of the last fg_regex_replace */
};

/*
 * MATCH_LIMIT: steps until a match is given up, some hundredths of a second.
 * GIVEN_UP_MAX: after this many texts were given up, no more are tried,
 * because there may be millions.
 */
enum { MATCH_LIMIT = 1000000, GIVEN_UP_MAX = 100 };
enum { MESSAGE_ROOM = 256, SHOWN_MAX = 60 };

/*
 * Memory for backtracking. The JIT uses the machine stack by default, which is
 * too small for "(a|b)*" on the names of C++ templates.
 */
enum { STACK_FIRST = 1 << 15, STACK_MOST = 1 << 26 };

void fg_regex_free(struct fg_regex *regex)
{
	if (!regex)
		return;
	pcre2_match_context_free(regex->limits);
	pcre2_jit_stack_free(regex->stack);
	pcre2_match_data_free(regex->match);
	pcre2_code_free(regex->code);
	free(regex->pattern);
	free(regex->with);
	free(regex->pieces);
	free(regex->result.p);
	free(regex);
}

static struct fg_regex *compile(const char *pattern, uint32_t options,
				struct fg_diag *diag)
{
	struct fg_regex *regex = fg_calloc(1, sizeof *regex);
	PCRE2_UCHAR message[MESSAGE_ROOM];
	PCRE2_SIZE at;
	int error;

	regex->diag = diag;
	regex->pattern = fg_str_dup((fg_str){ pattern, strlen(pattern) });
	regex->code =
		pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
			      options | PCRE2_UTF | PCRE2_MATCH_INVALID_UTF,
			      &error, &at, NULL);
	if (!regex->code) {
		pcre2_get_error_message(error, message, sizeof message);
		fg_fail(diag, FG_EUSAGE, (struct fg_loc){ NULL, 0 },
			"bad regular expression '%s' at character %zu: %s",
			pattern, (size_t)at + 1, (const char *)message);
		fg_regex_free(regex);
		return NULL;
	}
	/* without a JIT for this processor, matching is only slower */
	(void)pcre2_jit_compile(regex->code, PCRE2_JIT_COMPLETE);
	regex->match = pcre2_match_data_create_from_pattern(regex->code, NULL);
	regex->limits = pcre2_match_context_create(NULL);
	regex->stack = pcre2_jit_stack_create(STACK_FIRST, STACK_MOST, NULL);
	if (!regex->match || !regex->limits || !regex->stack)
		fg_out_of_memory(sizeof *regex);
	pcre2_set_match_limit(regex->limits, MATCH_LIMIT);
	pcre2_jit_stack_assign(regex->limits, NULL, regex->stack);
	return regex;
}

struct fg_regex *fg_regex_new(const char *pattern, struct fg_diag *diag)
{
	return compile(pattern, 0, diag);
}

struct fg_regex *fg_regex_new_whole(const char *pattern, struct fg_diag *diag)
{
	return compile(pattern, PCRE2_ANCHORED | PCRE2_ENDANCHORED, diag);
}

static void give_up(struct fg_regex *regex, fg_str text)
{
	const struct fg_loc nowhere = { NULL, 0 };
	fg_str shown =
		fg_slice(text, 0, text.n < SHOWN_MAX ? text.n : SHOWN_MAX);

	regex->given_up++;
	if (regex->given_up == 1)
		fg_doubt(regex->diag, nowhere,
			 "'%s' takes too long to match '%.*s'%s; "
			 "such names count as not matching",
			 regex->pattern, FG_FMT(shown),
			 shown.n < text.n ? "..." : "");
	if (regex->given_up == GIVEN_UP_MAX)
		fg_doubt(regex->diag, nowhere,
			 "'%s' took too long for %d names; all further ones "
			 "count as not matching",
			 regex->pattern, GIVEN_UP_MAX);
}

/* Finds a match at `from` or later; its position is then in regex->match. */
static bool match_from(struct fg_regex *regex, fg_str text, size_t from)
{
	PCRE2_SPTR subject = (PCRE2_SPTR)(text.p ? text.p : "");
	int result;

	if (regex->given_up == GIVEN_UP_MAX)
		return false;
	result = pcre2_match(regex->code, subject, text.n, from, 0,
			     regex->match, regex->limits);
	if (result < 0 && result != PCRE2_ERROR_NOMATCH)
		give_up(regex, text);
	return result >= 0;
}

bool fg_regex_matches(struct fg_regex *regex, fg_str text)
{
	return match_from(regex, text, 0);
}

bool fg_regex_gave_up(const struct fg_regex *regex)
{
	return regex->given_up > 0;
}

static void add_piece(struct fg_regex *regex, fg_str text, uint32_t group)
{
	FG_RESERVE(&regex->pieces, &regex->piece_room, regex->piece_count + 1);
	regex->pieces[regex->piece_count++] = (struct piece){ text, group };
}

static bool find_group(const struct fg_regex *regex, fg_str name,
		       uint32_t *group)
{
	uint32_t groups = 0;
	uint64_t number;
	char *copy;
	int found;

	if (fg_parse_u64(name, &number)) {
		pcre2_pattern_info(regex->code, PCRE2_INFO_CAPTURECOUNT,
				   &groups);
		*group = (uint32_t)number;
		return number <= groups;
	}
	copy = fg_str_dup(name);
	found = pcre2_substring_number_from_name(regex->code, (PCRE2_SPTR)copy);
	free(copy);
	*group = found > 0 ? (uint32_t)found : 0;
	return found > 0;
}

/*
 * The length of the group's name after a '$', with the braces; *name is
 * without them. 0 when there is none.
 */
static size_t group_name(fg_str rest, fg_str *name)
{
	size_t n = 0;

	if (rest.n > 0 && *rest.p == '{') {
		n = fg_find_char(rest, '}');
		if (n == rest.n)
			return 0;
		*name = fg_slice(rest, 1, n);
		return n + 1;
	}
	while (n < rest.n && fg_is_digit(rest.p[n]))
		n++;
	*name = fg_slice(rest, 0, n);
	return n;
}

/* Cuts the group after a '$' off *rest; false when it is not a group. */
static bool take_group(struct fg_regex *regex, fg_str *rest)
{
	uint32_t group;
	fg_str name;
	size_t n;

	if (rest->n > 0 && *rest->p == '$') {
		add_piece(regex, fg_slice(*rest, 0, 1), 0);
		*rest = fg_slice(*rest, 1, rest->n);
		return true;
	}
	n = group_name(*rest, &name);
	if (n == 0 || !find_group(regex, name, &group))
		return false;
	add_piece(regex, (fg_str){ NULL, 0 }, group);
	*rest = fg_slice(*rest, n, rest->n);
	return true;
}

bool fg_regex_set_replacement(struct fg_regex *regex, fg_str with)
{
	fg_str rest;

	free(regex->with);
	regex->with = fg_str_dup(with);
	regex->piece_count = 0;
	rest = (fg_str){ regex->with, with.n };
	while (rest.n > 0) {
		size_t n = fg_find_char(rest, '$');

		add_piece(regex, fg_slice(rest, 0, n), 0);
		if (n == rest.n)
			break;
		rest = fg_slice(rest, n + 1, rest.n);
		if (take_group(regex, &rest))
			continue;
		fg_fail(regex->diag, FG_EUSAGE, (struct fg_loc){ NULL, 0 },
			"'%s' names a group that '%s' does not have",
			regex->with, regex->pattern);
		return false;
	}
	return true;
}

static void append_replacement(struct fg_regex *regex, fg_str text,
			       const PCRE2_SIZE *ends)
{
	for (size_t i = 0; i < regex->piece_count; i++) {
		const struct piece *piece = &regex->pieces[i];
		const PCRE2_SIZE *group = ends + 2 * (size_t)piece->group;

		if (piece->text.p)
			fg_buffer_append(&regex->result, piece->text);
		else if (group[0] != PCRE2_UNSET && group[0] <= group[1])
			fg_buffer_append(&regex->result,
					 fg_slice(text, group[0], group[1]));
	}
}

/* The first position from `at` on where PCRE2 allows a search to begin. */
static size_t character_from(fg_str text, size_t at)
{
	while (at < text.n && ((unsigned char)text.p[at] & 0xc0) == 0x80)
		at++;
	return at;
}

fg_str fg_regex_replace(struct fg_regex *regex, fg_str text)
{
	size_t at = 0; /* text before this was copied */
	size_t from = 0; /* where to look for a match */
	bool found = false;

	regex->result.n = 0;
	while (from <= text.n && match_from(regex, text, from)) {
		const PCRE2_SIZE *ends =
			pcre2_get_ovector_pointer(regex->match);

		/* \K in a look-ahead can put the start behind the end */
		if (ends[0] < at || ends[1] < ends[0])
			break;
		found = true;
		fg_buffer_append(&regex->result, fg_slice(text, at, ends[0]));
		append_replacement(regex, text, ends);
		at = ends[1];
		/* an empty match would be found again without end */
		from = character_from(text, at + (ends[0] == at));
	}
	if (!found)
		return text;
	fg_buffer_append(&regex->result, fg_slice(text, at, text.n));
	return fg_buffer_text(&regex->result);
}
