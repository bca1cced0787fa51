/* SPDX-License-Identifier: MIT */
#include "svg_own.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "fg/unpack.h"

/* One byte of base64 unpacks to no more than this by zlib, in practice. */
enum { UNPACK_RATIO = 1100 };

/* The digits of numbers in text, as fg-render has them. */
static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
			     "abcdefghijklmnopqrstuvwxyz"
			     "!#$%()*+,-./:;=?@^_`{|}~";

static uint64_t number_of(struct xml *xml, const char *name)
{
	uint64_t number = 0;

	(void)fg_parse_u64(xml_attribute(xml, name), &number);
	return number;
}

void svg_own_begin(struct svg_own *own, struct xml *xml)
{
	own->is_there = true;
	own->is_text =
		fg_equal(xml_attribute(xml, "data-encoding"), FG_STR("text"));
	own->nodes = number_of(xml, "data-nodes");
	own->names = number_of(xml, "data-names");
	own->colours = number_of(xml, "data-colours");
	own->columns = number_of(xml, "data-columns");
	own->scale = number_of(xml, "data-scale");
	own->gaps = number_of(xml, "data-gaps");
}

void svg_own_free(struct svg_own *own)
{
	free(own->text.p);
	free(own->payload.p);
}

static int base64_value(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (fg_is_digit(c))
		return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static bool unpack(struct svg_own *own)
{
	struct fg_buffer packed = { 0 };
	uint32_t bits = 0;
	unsigned count = 0;
	bool ok;

	FG_RESERVE(&packed.p, &packed.room, own->text.n + 1);
	for (size_t i = 0; i < own->text.n; i++) {
		int value = base64_value(own->text.p[i]);

		if (value < 0)
			continue;
		bits = bits << 6 | (uint32_t)value;
		count += 6;
		if (count >= 8) {
			count -= 8;
			packed.p[packed.n++] = (char)(bits >> count & 0xff);
		}
	}
	ok = fg_unpack_zlib(fg_buffer_text(&packed), &own->payload,
			    packed.n * UNPACK_RATIO + 1024);
	free(packed.p);
	return ok;
}

static unsigned digit_at(const struct svg_own *own, size_t at)
{
	const char *found;

	if (!own->is_text)
		return (unsigned char)own->payload.p[at];
	found = memchr(digits, own->payload.p[at], sizeof digits - 1);
	return found ? (unsigned)(found - digits) : UINT32_MAX;
}

static uint64_t read_number(struct svg_own *own)
{
	unsigned base = own->is_text ? 43 : 128, digit = base;
	uint64_t value = 0, place = 1;

	while (digit >= base) {
		if (own->at == own->payload.n) {
			own->damaged = true;
			return 0;
		}
		digit = digit_at(own, own->at++);
		if (digit >= 2 * base) {
			own->damaged = true;
			return 0;
		}
		value += place * (digit % base);
		place *= base;
	}
	return value;
}

static int hex_value(char c)
{
	uint64_t value;

	return fg_parse_hex((fg_str){ &c, 1 }, &value) ? (int)value : -1;
}

/* In text, "\x5c" stands for a byte. */
static fg_str read_name(struct svg_own *own, struct fg_buffer *room)
{
	fg_str rest = { own->payload.p + own->at, own->payload.n - own->at };
	size_t end = fg_find_char(rest, '\n');

	own->damaged |= end == rest.n;
	own->at += end + (end < rest.n);
	room->n = 0;
	for (size_t i = 0; i < end; i++) {
		char c = rest.p[i];

		if (own->is_text && c == '\\' && i + 3 < end &&
		    rest.p[i + 1] == 'x' && hex_value(rest.p[i + 2]) >= 0 &&
		    hex_value(rest.p[i + 3]) >= 0) {
			c = (char)(hex_value(rest.p[i + 2]) << 4 |
				   hex_value(rest.p[i + 3]));
			i += 3;
		}
		fg_buffer_append(room, (fg_str){ &c, 1 });
	}
	return fg_buffer_text(room);
}

/* Everything takes a byte at least, so the counts cannot ask for more. */
static bool counts_fit(const struct svg_own *own)
{
	return own->nodes > 0 && own->nodes <= own->payload.n &&
	       own->names <= own->payload.n && own->colours <= own->payload.n &&
	       own->columns >= 1 && own->columns <= 2 &&
	       own->scale <= FG_SCALE_MAX;
}

struct tree {
	fg_frame *names;
	uint64_t *ups, *frames, *selves; /* two columns of selves, or one */
};

static void skip_numbers(struct svg_own *own, uint64_t count)
{
	for (uint64_t i = 0; i < count && !own->damaged; i++)
		(void)read_number(own);
}

static void read_numbers(struct svg_own *own, uint64_t *to, uint64_t count)
{
	for (uint64_t i = 0; i < count && !own->damaged; i++)
		to[i] = read_number(own);
}

static void read_tree(struct svg_own *own, struct tree *t,
		      struct stackbuf *stack)
{
	struct fg_buffer room = { 0 };
	uint64_t n = own->nodes;

	for (uint64_t i = 0; i < own->names && !own->damaged; i++)
		t->names[i] = stackbuf_intern(stack, read_name(own, &room));
	free(room.p);
	/* each a number, then one for the root and for every name */
	skip_numbers(own, own->colours);
	skip_numbers(own, own->names + 1);
	read_numbers(own, t->ups + 1, n - 1);
	read_numbers(own, t->frames + 1, n - 1);
	if (own->gaps)
		skip_numbers(own, n - 1);
	read_numbers(own, t->selves, n * own->columns);
}

static void flush_node(const struct svg_own *own, const struct tree *t,
		       uint64_t node, struct stackbuf *stack,
		       const fg_frame *way, size_t depth)
{
	unsigned scale = (unsigned)own->scale;
	struct fg_weight first = { t->selves[node], scale }, second = first;

	if (own->columns == 2)
		second.units = t->selves[own->nodes + node];
	if (first.units == 0 && second.units == 0)
		return;
	for (size_t i = 0; i < depth; i++)
		stackbuf_push_id(stack, way[i]);
	if (own->columns == 2)
		stackbuf_flush2(stack, ROOT_FIRST, first, second);
	else
		stackbuf_flush(stack, ROOT_FIRST, first);
}

static bool is_valid(const struct svg_own *own, const struct tree *t)
{
	uint64_t depth = 0;

	for (uint64_t i = 1; i < own->nodes; i++) {
		if (t->frames[i] >= own->names || t->ups[i] > depth ||
		    (i == 1 && t->ups[i] != 0))
			return false;
		depth = depth - t->ups[i] + 1;
		if (depth == 0)
			return false;
	}
	return true;
}

static void flush_tree(const struct svg_own *own, const struct tree *t,
		       struct stackbuf *stack)
{
	fg_frame *way = fg_malloc((size_t)own->nodes * sizeof *way);
	size_t depth = 0;

	flush_node(own, t, 0, stack, way, 0);
	for (uint64_t i = 1; i < own->nodes; i++) {
		depth -= (size_t)t->ups[i];
		way[depth++] = t->names[t->frames[i]];
		flush_node(own, t, i, stack, way, depth);
	}
	free(way);
}

bool svg_own_fold(struct svg_own *own, struct stackbuf *stack)
{
	struct tree t = { 0 };
	bool ok = own->is_text || unpack(own);

	if (own->is_text)
		fg_buffer_append(&own->payload, fg_buffer_text(&own->text));
	if (!ok || !counts_fit(own))
		return false;
	t.names = fg_calloc((size_t)own->names + 1, sizeof *t.names);
	t.ups = fg_calloc((size_t)own->nodes, sizeof *t.ups);
	t.frames = fg_calloc((size_t)own->nodes, sizeof *t.frames);
	t.selves = fg_calloc((size_t)(own->nodes * own->columns),
			     sizeof *t.selves);
	read_tree(own, &t, stack);
	ok = !own->damaged && is_valid(own, &t);
	if (ok)
		flush_tree(own, &t, stack);
	free(t.names);
	free(t.ups);
	free(t.frames);
	free(t.selves);
	return ok;
}
