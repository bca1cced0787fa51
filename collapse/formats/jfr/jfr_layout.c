/* SPDX-License-Identifier: MIT */
/*
 * A layout is a list of steps, so reading needs no recursion. The layout of a
 * stack trace, { boolean truncated; StackFrame[] frames; } with a StackFrame
 * of { Method method; int line; }, is
 *
 *	BYTE  LOOP(2)  NUMBER  NUMBER
 *
 * Every step takes at least a byte, so no count can keep it busy. Types
 * without fields make no step, but nested types of these can be exponentially
 * many. So entered types are counted, too.
 */
#include <stdlib.h>

#include "fg/text.h"
#include "jfr_layout.h"

enum { DEPTH_MAX = 16, STEPS_MAX = 4096, ENTERED_MAX = 4096 };

struct jfr_step {
	enum {
		STEP_BYTE,
		STEP_NUMBER,
		STEP_FOUR,
		STEP_EIGHT,
		STEP_TEXT,
		STEP_LOOP,
	} what;
	int wanted; /* index of the wanted field, or -1 */
	uint32_t length; /* of a loop: the steps of its body */
};

/* A type whose layout is being made, inside others. */
struct level {
	uint32_t type;
	size_t field;
	size_t loop; /* its loop step, or SIZE_MAX */
};

struct maker {
	struct jfr_layout *layout;
	struct jfr_types *types;
	const char *const *wanted;
	struct level levels[DEPTH_MAX];
	size_t depth, entered;
	fg_str path[DEPTH_MAX]; /* the names of the enclosing fields */
};

/* Whether `wanted` is the path, with dots between the names. */
static bool is_path(const struct maker *m, const char *wanted, size_t depth)
{
	fg_str rest = fg_from_c(wanted);

	for (size_t i = 0; i < depth; i++) {
		if (!fg_equal(fg_cut(&rest, '.'), m->path[i]))
			return false;
	}
	return rest.n == 0 && (depth == 0 || !rest.p);
}

static int find_wanted(const struct maker *m, size_t depth)
{
	for (int i = 0; m->wanted[i]; i++) {
		if (is_path(m, m->wanted[i], depth))
			return i;
	}
	return -1;
}

static size_t add_step(struct maker *m, int what, size_t depth)
{
	struct jfr_layout *layout = m->layout;

	FG_RESERVE(&layout->steps, &layout->room, layout->count + 1);
	layout->steps[layout->count] = (struct jfr_step){
		.what = (unsigned)what,
		.wanted = what == STEP_LOOP ? -1 : find_wanted(m, depth),
	};
	layout->unreadable |= layout->count >= STEPS_MAX ||
			      m->types->steps == 0;
	m->types->steps -= m->types->steps > 0;
	return layout->count++;
}

/* The step that reads a type without fields; -1 for one that has some. */
static int primitive(fg_str name)
{
	static const struct {
		const char *name;
		int step;
	} rows[] = {
		{ "boolean", STEP_BYTE },
		{ "byte", STEP_BYTE },
		{ "char", STEP_NUMBER },
		{ "short", STEP_NUMBER },
		{ "int", STEP_NUMBER },
		{ "long", STEP_NUMBER },
		{ "float", STEP_FOUR },
		{ "double", STEP_EIGHT },
		{ "java.lang.String", STEP_TEXT },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (fg_equal(name, fg_from_c(rows[i].name)))
			return rows[i].step;
	}
	return -1;
}

static void enter(struct maker *m, uint32_t type, size_t loop)
{
	if (m->depth == DEPTH_MAX || m->entered++ == ENTERED_MAX ||
	    m->layout->unreadable)
		m->layout->unreadable = true;
	else
		m->levels[m->depth++] = (struct level){ type, 0, loop };
}

static void leave(struct maker *m)
{
	size_t loop = m->levels[--m->depth].loop;

	if (loop < SIZE_MAX)
		m->layout->steps[loop].length =
			(uint32_t)(m->layout->count - loop - 1);
}

static void add_field(struct maker *m, const struct jfr_field *field)
{
	uint32_t type = jfr_types_find(m->types, field->type_id);
	size_t loop = SIZE_MAX;
	int what;

	if (type == IDMAP_NONE && !field->pooled) {
		m->layout->unreadable = true;
		return;
	}
	what = field->pooled ? STEP_NUMBER
			     : primitive(m->types->items[type].name);
	m->path[m->depth - 1] = field->name;
	if (field->array)
		loop = add_step(m, STEP_LOOP, m->depth);
	if (what < 0) {
		enter(m, type, loop);
		return;
	}
	add_step(m, what, m->depth);
	if (field->array)
		m->layout->steps[loop].length = 1;
}

void jfr_layout_make(struct jfr_layout *layout, struct jfr_types *types,
		     uint32_t type, const char *const *wanted)
{
	struct maker m = { .layout = layout, .types = types, .wanted = wanted };
	int what = primitive(types->items[type].name);

	if (what >= 0)
		add_step(&m, what, 0);
	else
		enter(&m, type, SIZE_MAX);
	while (m.depth > 0 && !layout->unreadable) {
		struct level *level = &m.levels[m.depth - 1];
		const struct jfr_type *t = &types->items[level->type];

		if (level->field == t->field_count)
			leave(&m);
		else
			add_field(
				&m,
				&types->fields[t->first_field + level->field++]);
	}
}

void jfr_layout_free(struct jfr_layout *layout)
{
	free(layout->steps);
	*layout = (struct jfr_layout){ 0 };
}

static struct jfr_text read_step(const struct jfr_step *step,
				 struct jfr_cursor *at, struct fg_arena *arena)
{
	struct jfr_text value = { 0 };

	switch (step->what) {
	case STEP_BYTE:
		value.key = jfr_fixed(at, 1);
		break;
	case STEP_FOUR:
		(void)jfr_fixed(at, 4);
		break;
	case STEP_EIGHT:
		(void)jfr_fixed(at, 8);
		break;
	case STEP_TEXT:
		value = jfr_read_text(at, arena);
		break;
	default:
		value.key = jfr_varint(at);
	}
	return value;
}

struct loop {
	size_t start, end; /* of the body */
	uint64_t left; /* further rounds */
};

void jfr_layout_read(const struct jfr_layout *layout, struct jfr_cursor *at,
		     struct fg_arena *arena, jfr_take take, void *ctx)
{
	struct loop loops[DEPTH_MAX + 1];
	size_t depth = 0, i = 0;

	while (!layout->unreadable && !at->damaged) {
		while (depth > 0 && i == loops[depth - 1].end) {
			if (loops[depth - 1].left-- > 0)
				i = loops[depth - 1].start;
			else
				depth--;
		}
		if (i == layout->count)
			return;

		const struct jfr_step *step = &layout->steps[i++];
		struct jfr_text value = read_step(step, at, arena);

		if (step->what == STEP_LOOP && value.key > 0 &&
		    step->length > 0)
			loops[depth++] = (struct loop){ i, i + step->length,
							value.key - 1 };
		else if (step->what == STEP_LOOP)
			i += step->length;
		else if (step->wanted >= 0 && !at->damaged)
			take(ctx, (size_t)step->wanted, value);
	}
}
