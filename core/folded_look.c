/* SPDX-License-Identifier: MIT */
#include "folded_look.h"

#include "fg/text.h"

/*
 * If one of BINARY_SHARE bytes is NUL, the input is binary. A few NULs prove
 * nothing, because names may have them.
 */
enum { BINARY_LOOK = 1024, BINARY_SHARE = 16 };

enum { LINES = 200 };

static bool is_binary(fg_str head)
{
	size_t n = head.n < BINARY_LOOK ? head.n : BINARY_LOOK, count = 0;

	for (size_t i = 0; i < n; i++)
		count += head.p[i] == '\0';
	return count * BINARY_SHARE > n;
}

/* "main;parse", but not "for (;;) x", "it rains; we" and "x = 1;" */
static bool is_joined(fg_str stack)
{
	for (size_t at = fg_find_char(stack, ';'); at + 1 < stack.n;) {
		if (at > 0 && !fg_is_blank(stack.p[at + 1]))
			return true;
		stack = fg_slice(stack, at + 1, stack.n);
		at = fg_find_char(stack, ';');
	}
	return false;
}

/* Whether a number stands before the weights, as in tables. */
static bool ends_in_number(fg_str stack)
{
	struct fg_weight weights[2];
	fg_str rest;

	return fg_folded_split(stack, true, &rest, weights, NULL) > 0;
}

/* Whether the name ends like "0x7ffe8", the address of something. */
static bool ends_in_hex(fg_str name)
{
	size_t start = fg_rfind_char(name, ' ');
	fg_str word = start < name.n ? fg_slice(name, start + 1, name.n)
				     : FG_STR("");
	uint64_t number;

	return fg_starts_with(word, FG_STR("0x")) &&
	       fg_parse_hex(fg_slice(word, 2, word.n), &number);
}

/*
 * Whether no profiler writes such a name, but tables, settings, logs and prose
 * do.
 */
static bool is_doubtful(fg_str name, unsigned weights)
{
	struct fg_weight number;

	while (name.n > 0 && memchr("+-*", *name.p, 3))
		name = fg_slice(name, 1, name.n);
	if (name.n == 0 || *name.p == '#' || *name.p == ';' ||
	    fg_contains(name, FG_STR("; ")))
		return true;
	if (strchr(",:=|%", name.p[name.n - 1]) &&
	    !fg_contains(name, FG_STR("operator")))
		return true;
	return fg_weight_parse(name, &number, NULL) || ends_in_hex(name) ||
	       (weights == 2 && ends_in_number(name));
}

static void look_at(struct folded_look *seen, fg_str line)
{
	struct fg_weight weights[2];
	fg_str stack;
	unsigned count = fg_folded_split(line, false, &stack, weights, NULL);

	if (count == 0) {
		seen->starts_bad |= seen->bad + seen->good == 0;
		seen->bad++;
		seen->damaged += is_joined(line);
		return;
	}
	seen->good++;
	if (is_joined(stack))
		seen->joined++;
	else
		seen->doubtful += is_doubtful(stack, count);
}

struct folded_look folded_look(fg_str head)
{
	struct folded_look seen = { .is_binary = is_binary(head) };
	bool is_cut = head.n >= FG_PEEK_MAX;

	for (size_t lines = 0; head.n > 0 && lines < LINES; lines++) {
		size_t end = fg_find_char(head, '\n');
		fg_str line;

		if (end == head.n && (is_cut || lines > 0))
			break;
		line = fg_trim(fg_cut(&head, '\n'));
		seen.has_text |= line.n > 0;
		if (!fg_folded_skips(line))
			look_at(&seen, line);
		else if (fg_starts_with(line, FG_STR("# fg:")) ||
			 fg_starts_with(line, FG_STR("# fg-diff ")))
			seen.has_header = true;
	}
	seen.has_text |= fg_trim(head).n > 0;
	return seen;
}

/*
 * Whether a first line without its end looks like names and no other notation.
 */
static bool begins_stack(fg_str text)
{
	return fg_contains(text, FG_STR(";")) && !strchr("{[<", *text.p) &&
	       memchr(text.p, '\0', text.n) == NULL;
}

/* The last line, which begins in the head and does not end there. */
static fg_str last_line(fg_str head)
{
	size_t start = fg_rfind_char(head, '\n');

	return start < head.n ? fg_slice(head, start + 1, head.n) : head;
}

bool fg_folded_detect(fg_str head)
{
	struct folded_look seen = folded_look(head);

	if (seen.is_binary)
		return false;
	if (seen.good + seen.bad == 0 && head.n >= FG_PEEK_MAX) {
		head = fg_trim(last_line(head));
		return head.n > 0 && begins_stack(head);
	}
	if (seen.good == 0 || seen.bad * 10 > seen.good)
		return false;
	return seen.has_header ||
	       (seen.joined > 0 && seen.joined * 10 >= seen.good);
}

bool fg_folded_is_possible(fg_str head)
{
	struct folded_look seen = folded_look(head);

	return !seen.is_binary && !fg_folded_detect(head) && seen.good > 0 &&
	       seen.bad * 10 <= seen.good && seen.doubtful * 3 <= seen.good;
}
