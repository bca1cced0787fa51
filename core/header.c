/* SPDX-License-Identifier: MIT */
/*
 * Headers as a list of keys and as a line of text. header_meaning.c knows the
 * meaning of the keys.
 */
#include "fg/header.h"

#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/text.h"

#define START FG_STR("# fg:")

void fg_header_free(struct fg_header *header)
{
	for (size_t i = 0; i < header->count; i++) {
		free(header->keys[i].name);
		free(header->keys[i].value);
	}
	free(header->keys);
	*header = (struct fg_header){ 0 };
}

static size_t find(const struct fg_header *header, fg_str name)
{
	size_t i = 0;

	while (i < header->count &&
	       !fg_equal(fg_from_c(header->keys[i].name), name))
		i++;
	return i;
}

/* Takes over both strings. */
static void append(struct fg_header *header, char *name, char *value)
{
	FG_RESERVE(&header->keys, &header->room, header->count + 1);
	header->keys[header->count++] = (struct fg_header_key){ name, value };
}

static void take_away(struct fg_header *header, size_t at)
{
	free(header->keys[at].name);
	free(header->keys[at].value);
	header->count--;
	memmove(header->keys + at, header->keys + at + 1,
		(header->count - at) * sizeof *header->keys);
}

fg_str fg_header_get(const struct fg_header *header, const char *name)
{
	size_t at = find(header, fg_from_c(name));

	return at < header->count ? fg_from_c(header->keys[at].value)
				  : (fg_str){ 0 };
}

void fg_header_set(struct fg_header *header, const char *name, fg_str value)
{
	size_t at = find(header, fg_from_c(name));

	if (at == header->count && value.n > 0) {
		append(header, fg_str_dup(fg_from_c(name)), fg_str_dup(value));
	} else if (at < header->count && value.n == 0) {
		take_away(header, at);
	} else if (at < header->count) {
		char *copy = fg_str_dup(value);

		free(header->keys[at].value);
		header->keys[at].value = copy;
	}
}

void fg_header_set_number(struct fg_header *header, const char *name,
			  fg_wide units, unsigned scale)
{
	char text[FG_NUMBER_ROOM];
	size_t n = fg_write_number(text, units, scale);

	fg_header_set(header, name, (fg_str){ text, n });
}

bool fg_header_number(const struct fg_header *header, const char *name,
		      struct fg_number *number)
{
	fg_str text = fg_header_get(header, name);
	size_t point = fg_find_char(text, '.');
	size_t decimals = point < text.n ? text.n - point - 1 : 0;
	fg_wide units = 0;

	if (text.n == 0 || decimals > 2 * FG_SCALE_MAX)
		return false;
	for (size_t i = 0; i < text.n; i++) {
		if (i == point)
			continue;
		if (!fg_is_digit(text.p[i]) ||
		    __builtin_mul_overflow(units, 10, &units) ||
		    __builtin_add_overflow(units, text.p[i] - '0', &units))
			return false;
	}
	*number = (struct fg_number){ units, (unsigned)decimals };
	return text.n > (point < text.n);
}

void fg_header_copy(struct fg_header *to, const struct fg_header *from)
{
	struct fg_header copy = { 0 };

	for (size_t i = 0; i < from->count; i++)
		append(&copy, fg_str_dup(fg_from_c(from->keys[i].name)),
		       fg_str_dup(fg_from_c(from->keys[i].value)));
	fg_header_free(to);
	*to = copy;
}

/* Decodes "%XX"; false for other text and for NUL. */
static bool decode_byte(fg_str text, char *byte)
{
	uint64_t code;

	if (text.n < 3 || *text.p != '%' ||
	    !fg_parse_hex(fg_slice(text, 1, 3), &code) || code == 0)
		return false;
	*byte = (char)(unsigned char)code;
	return true;
}

/* Decodes a value; a '%' without two hex digits stays as it is. */
static char *decode(fg_str text)
{
	char *to = fg_malloc(text.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];

		if (decode_byte(fg_slice(text, i, text.n), &c))
			i += 2;
		to[n++] = c == '\0' ? ' ' : c;
	}
	to[n] = '\0';
	return to;
}

/* Cuts off the next word, between any number of blanks. */
static fg_str cut_word(fg_str *rest)
{
	fg_str word;
	size_t n = 0;

	*rest = fg_trim(*rest);
	while (n < rest->n && !fg_is_blank(rest->p[n]))
		n++;
	word = fg_slice(*rest, 0, n);
	*rest = fg_slice(*rest, n, rest->n);
	return word;
}

bool fg_header_parse(fg_str line, struct fg_header *header, bool *damaged)
{
	fg_str rest = fg_trim(line);

	if (!fg_starts_with(rest, START))
		return false;
	rest = fg_slice(rest, START.n, rest.n);
	if (rest.n > 0 && !fg_is_blank(*rest.p))
		return false;
	while (fg_trim(rest).n > 0) {
		fg_str value = cut_word(&rest), name = fg_cut(&value, '=');

		if (name.n == 0 || value.n == 0 ||
		    header->count >= FG_HEADER_KEYS_MAX ||
		    find(header, name) < header->count)
			*damaged = true;
		else
			append(header, decode(name), decode(value));
	}
	return true;
}

static void write_encoded(struct fg_out *out, const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c <= ' ' || c == '%' || c == 0x7f)
			fg_out_printf(out, "%%%02X", c);
		else
			fg_out_char(out, *text);
	}
}

static void write_key(struct fg_out *out, const struct fg_header_key *key)
{
	fg_out_char(out, ' ');
	write_encoded(out, key->name);
	fg_out_char(out, '=');
	write_encoded(out, key->value);
}

void fg_header_write(struct fg_out *out, const struct fg_header *header)
{
	size_t metric = find(header, FG_STR("metric"));
	size_t unit = find(header, FG_STR("unit"));

	if (header->count == 0)
		return;
	fg_out_puts(out, START);
	if (metric < header->count)
		write_key(out, &header->keys[metric]);
	if (unit < header->count)
		write_key(out, &header->keys[unit]);
	for (size_t i = 0; i < header->count; i++) {
		if (i != metric && i != unit)
			write_key(out, &header->keys[i]);
	}
	fg_out_char(out, '\n');
}
