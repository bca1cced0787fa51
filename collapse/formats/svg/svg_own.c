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
	own->all_levels =
		fg_equal(xml_attribute(xml, "data-levels"), FG_STR("all"));
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
static void append_text(struct fg_buffer *to, fg_str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (c == '\\' && i + 3 < s.n && s.p[i + 1] == 'x' &&
		    hex_value(s.p[i + 2]) >= 0 && hex_value(s.p[i + 3]) >= 0) {
			c = (char)(hex_value(s.p[i + 2]) << 4 |
				   hex_value(s.p[i + 3]));
			i += 3;
		}
		fg_buffer_append(to, (fg_str){ &c, 1 });
	}
}

/* Changes the previous name into this one; `shared` bytes stay. */
static void read_name(struct svg_own *own, struct fg_buffer *name,
		      size_t shared)
{
	fg_str rest = { own->payload.p + own->at, own->payload.n - own->at };
	fg_str text = fg_slice(rest, 0, fg_find_char(rest, '\n'));

	own->damaged |= text.n == rest.n || shared > name->n;
	own->at += text.n + (text.n < rest.n);
	if (own->damaged)
		return;
	name->n = shared;
	if (own->is_text)
		append_text(name, text);
	else
		fg_buffer_append(name, text);
}

/* Whether the counts fit: every item takes at least a byte. */
static bool counts_fit(const struct svg_own *own)
{
	return own->nodes > 0 && own->nodes <= own->payload.n &&
	       own->names <= own->payload.n && own->colours <= own->payload.n &&
	       own->columns >= 1 && own->columns <= 2 &&
	       own->scale <= FG_SCALE_MAX;
}

/* The content of the payload, as embed.h describes it. */
struct tree {
	fg_frame *names;
	uint64_t *start, *callees; /* by name; the root's are the first */
	uint64_t callee_count;
	uint64_t *selves; /* two columns of selves, or one */
	uint64_t *ups;
	uint64_t *places;
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

static void read_names(struct svg_own *own, struct tree *t,
		       struct stackbuf *stack)
{
	struct fg_buffer name = { 0 };
	size_t first = own->at;

	t->names = fg_calloc((size_t)own->names + 1, sizeof *t->names);
	if (!own->is_text)
		own->at += (size_t)own->names;
	for (size_t i = 0; i < own->names && !own->damaged; i++) {
		size_t shared = 0;

		if (!own->is_text)
			shared = (unsigned char)own->payload.p[first + i];
		read_name(own, &name, shared);
		if (!own->damaged)
			t->names[i] =
				stackbuf_intern(stack, fg_buffer_text(&name));
	}
	free(name.p);
}

static void read_callees(struct svg_own *own, struct tree *t)
{
	size_t callers = (size_t)own->names + 1;

	t->start = fg_calloc(callers + 1, sizeof *t->start);
	for (size_t i = 0; i < callers && !own->damaged; i++) {
		t->start[i + 1] = t->start[i] + read_number(own);
		/* each takes a byte at least */
		own->damaged |= t->start[i + 1] > own->payload.n ||
				t->start[i + 1] < t->start[i];
	}
	if (own->damaged)
		return;
	t->callee_count = t->start[callers];
	t->callees = fg_calloc((size_t)t->callee_count, sizeof *t->callees);
	for (size_t i = 0; i < callers; i++) {
		uint64_t next = 0;

		for (uint64_t k = t->start[i]; k < t->start[i + 1]; k++) {
			t->callees[k] = next + read_number(own);
			own->damaged |= t->callees[k] >= own->names;
			next = t->callees[k] + 1;
		}
	}
}

static bool has_weight(const struct svg_own *own, const struct tree *t,
		       uint64_t node)
{
	return t->selves[node] > 0 ||
	       (own->columns == 2 && t->selves[own->nodes + node] > 0);
}

static void read_tree(struct svg_own *own, struct tree *t,
		      struct stackbuf *stack)
{
	uint64_t n = own->nodes;

	read_names(own, t, stack);
	/* each a number, then one for the root and for every name */
	skip_numbers(own, own->colours);
	skip_numbers(own, own->names + 1);
	read_callees(own, t);
	t->selves = fg_calloc((size_t)(n * own->columns), sizeof *t->selves);
	read_numbers(own, t->selves, n * own->columns);
	t->ups = fg_calloc((size_t)n, sizeof *t->ups);
	for (uint64_t i = 2; i < n && !own->damaged; i++) {
		if (own->all_levels || has_weight(own, t, i - 1))
			t->ups[i] = read_number(own);
	}
	t->places = fg_calloc((size_t)n, sizeof *t->places);
	read_numbers(own, t->places + 1, n - 1);
}

/* The position of a walk through the tree: a caller and its next callee. */
struct step {
	uint64_t name; /* its number among callers, 0 for the root */
	uint64_t next; /* index of the callee from which the next is computed */
};

struct walk {
	struct step *steps; /* of each depth, the root's is 0 */
	size_t depth;
};

/* Moves to a node; false if the node is impossible. */
static bool walk_to(const struct svg_own *own, const struct tree *t,
		    struct walk *walk, uint64_t node)
{
	struct step *up;
	uint64_t place, count;

	if (t->ups[node] > walk->depth)
		return false;
	walk->depth -= (size_t)t->ups[node];
	up = &walk->steps[walk->depth++];
	count = t->start[up->name + 1] - t->start[up->name];
	if (walk->depth > own->nodes || t->places[node] >= count)
		return false;
	place = (up->next + t->places[node]) % count;
	up->next = place + 1;
	up[1].name = t->callees[t->start[up->name] + place] + 1;
	up[1].next = 0;
	return true;
}

static void flush_node(const struct svg_own *own, const struct tree *t,
		       uint64_t node, struct stackbuf *stack,
		       const struct walk *walk)
{
	unsigned scale = (unsigned)own->scale;
	struct fg_weight first = { t->selves[node], scale }, second = first;

	if (!has_weight(own, t, node))
		return;
	if (own->columns == 2)
		second.units = t->selves[own->nodes + node];
	for (size_t d = stackbuf_skip(stack, walk->depth); d < walk->depth; d++)
		stackbuf_push_id(stack, t->names[walk->steps[d + 1].name - 1]);
	if (own->columns == 2)
		stackbuf_flush2(stack, ROOT_FIRST, first, second);
	else
		stackbuf_flush(stack, ROOT_FIRST, first);
}

/* Walks through all nodes; without a stack only to check them. */
static bool walk_tree(const struct svg_own *own, const struct tree *t,
		      struct stackbuf *stack)
{
	struct walk walk = { 0 };
	bool ok = true;

	walk.steps = fg_calloc((size_t)own->nodes + 1, sizeof *walk.steps);
	if (stack)
		flush_node(own, t, 0, stack, &walk);
	for (uint64_t i = 1; i < own->nodes && ok; i++) {
		ok = walk_to(own, t, &walk, i);
		if (stack && ok)
			flush_node(own, t, i, stack, &walk);
	}
	free(walk.steps);
	return ok;
}

bool svg_own_fold(struct svg_own *own, struct stackbuf *stack)
{
	struct tree t = { 0 };
	bool ok = own->is_text || unpack(own);

	if (own->is_text)
		fg_buffer_append(&own->payload, fg_buffer_text(&own->text));
	if (!ok || !counts_fit(own))
		return false;
	read_tree(own, &t, stack);
	ok = !own->damaged && walk_tree(own, &t, NULL) &&
	     walk_tree(own, &t, stack);
	free(t.names);
	free(t.start);
	free(t.callees);
	free(t.selves);
	free(t.ups);
	free(t.places);
	return ok;
}
