/* SPDX-License-Identifier: MIT */
/*
 * How the fuzzers change an input whose structure single bytes rarely keep:
 * text by lines and numbers, JSON by whole values, protocol buffers by fields
 * with the lengths around them mended, perf's recordings by records. What an
 * input is, is seen from it. A third of the changes are libFuzzer's own.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mutate.h"

static const char *const numbers[] = {
	"0",
	"1",
	"-1",
	"65536",
	"4294967295",
	"4294967296",
	"9223372036854775807",
	"18446744073709551615",
	"18446744073709551616",
	"0.5",
	"1e19",
	"1e-9",
	"-0.0",
	"99999999999999999999999999999999999999999999",
	"0x7fffffffffffffff",
};

static const char *const values[] = {
	"null", "true", "[]", "{}", "\"\"", "[[]]", "\"\\u0000\"", "{\"\":0}",
};

uint32_t draw(struct edit *e, size_t below)
{
	e->random = e->random * 6364136223846793005U + 1442695040888963407U;
	return below ? (uint32_t)((e->random >> 33) % below) : 0;
}

void splice(struct edit *e, struct span old, const uint8_t *p, size_t n)
{
	size_t rest;

	/* what should have made room for this had none */
	if (old.to > e->size)
		return;
	rest = e->size - old.to;
	if (old.from + n + rest > e->room)
		return;
	memmove(e->data + old.from + n, e->data + old.to, rest);
	if (n > 0)
		memcpy(e->data + old.from, p, n);
	e->size = old.from + n + rest;
}

/* Puts what is in `what` at another place, or in place of what is there. */
static void copy_span(struct edit *e, struct span what, struct span to)
{
	size_t n = what.to - what.from;
	uint8_t *copy = malloc(n + 1);

	if (copy) {
		memcpy(copy, e->data + what.from, n);
		splice(e, to, copy, n);
	}
	free(copy);
}

static struct span any_line(struct edit *e)
{
	struct span line = { draw(e, e->size), 0 };

	line.to = line.from;
	while (line.from > 0 && e->data[line.from - 1] != '\n')
		line.from--;
	while (line.to < e->size && e->data[line.to] != '\n')
		line.to++;
	line.to += line.to < e->size;
	return line;
}

static bool is_digit(uint8_t c)
{
	return c >= '0' && c <= '9';
}

/* The number at a random place or behind it; empty when there is none. */
static struct span any_number(struct edit *e)
{
	struct span number = { draw(e, e->size), 0 };

	while (number.from < e->size && !is_digit(e->data[number.from]))
		number.from++;
	number.to = number.from;
	while (number.to < e->size && is_digit(e->data[number.to]))
		number.to++;
	return number;
}

static void put_text(struct edit *e, struct span old, const char *text)
{
	splice(e, old, (const uint8_t *)text, strlen(text));
}

static void change_number(struct edit *e)
{
	size_t count = sizeof numbers / sizeof *numbers;

	put_text(e, any_number(e), numbers[draw(e, count)]);
}

static void change_lines(struct edit *e)
{
	struct span line = any_line(e), other = any_line(e);

	switch (draw(e, 5)) {
	case 0:
		splice(e, line, NULL, 0);
		break;
	case 1:
		copy_span(e, line, (struct span){ line.to, line.to });
		break;
	case 2:
		copy_span(e, line, (struct span){ other.from, other.from });
		break;
	case 3:
		copy_span(e, line, other);
		break;
	default:
		change_number(e);
	}
}

/* From a quote or an opening bracket to what closes it. */
static struct span value_at(const struct edit *e, size_t from)
{
	struct span value = { from, from };
	size_t depth = 0;
	bool quoted = false;

	for (size_t i = from; i < e->size; i++) {
		uint8_t c = e->data[i];

		if (quoted && c == '\\')
			i++;
		else if (c == '"')
			quoted = !quoted;
		else if (!quoted && (c == '[' || c == '{'))
			depth++;
		else if (!quoted && (c == ']' || c == '}') && depth > 0)
			depth--;
		if (!quoted && depth == 0) {
			value.to = i < e->size ? i + 1 : e->size;
			return value;
		}
	}
	return value;
}

static struct span any_value(struct edit *e)
{
	size_t from = draw(e, e->size);

	while (from < e->size && !memchr("[{\"", e->data[from], 3))
		from++;
	return value_at(e, from);
}

static void change_json(struct edit *e)
{
	struct span value = any_value(e), other = any_value(e);
	size_t count = sizeof values / sizeof *values;

	switch (draw(e, 6)) {
	case 0:
		/* with the comma behind it */
		value.to += value.to < e->size && e->data[value.to] == ',';
		splice(e, value, NULL, 0);
		break;
	case 1:
		put_text(e, (struct span){ value.to, value.to }, ",");
		copy_span(e, value,
			  (struct span){ value.to + 1, value.to + 1 });
		break;
	case 2:
	case 3:
		copy_span(e, value, other);
		break;
	case 4:
		put_text(e, value, values[draw(e, count)]);
		break;
	default:
		change_number(e);
	}
}

static bool is_json(const struct edit *e)
{
	size_t i = 0;

	while (i < e->size && memchr(" \t\r\n", e->data[i], 4))
		i++;
	return i < e->size && (e->data[i] == '{' || e->data[i] == '[');
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room,
			       unsigned seed)
{
	struct edit edit = {
		.data = data, .size = size, .room = room, .random = seed
	};

	if (size == 0 || draw(&edit, 3) == 0)
		return LLVMFuzzerMutate(data, size, room);
	if (is_perfdata(data, size))
		change_perfdata(&edit);
	else if (is_json(&edit))
		change_json(&edit);
	else if (is_protobuf(data, size))
		change_protobuf(&edit);
	else
		change_lines(&edit);
	/* an empty input is of no use, nor is one that stayed as it was */
	return edit.size > 0 ? edit.size : LLVMFuzzerMutate(data, size, room);
}
