/* SPDX-License-Identifier: MIT */
/* The parts of a Flight Recorder's chunk that its writers seldom use. */
#include "unit.h"

#include "collapse/formats/jfr/jfr_chunk.h"
#include "collapse/formats/jfr/jfr_layout.h"
#include "collapse/formats/jfr/jfr_types.h"
#include "fg/text.h"

static struct jfr_cursor at(fg_str bytes)
{
	return (struct jfr_cursor){ bytes, false };
}

static void numbers_have_nine_bytes_at_most(void **state)
{
	struct jfr_cursor one = at(FG_STR("\x7f\x80\x01"));
	struct jfr_cursor all = at(FG_STR("\xff\xff\xff\xff\xff\xff\xff\xff\xff"
					  "!"));
	struct jfr_cursor cut = at(FG_STR("\x80"));

	(void)state;
	assert_int_equal(jfr_varint(&one), 127);
	assert_int_equal(jfr_varint(&one), 128);
	assert_int_equal(jfr_varint(&all), UINT64_MAX);
	assert_int_equal(all.rest.n, 1);
	assert_int_equal(jfr_varint(&cut), 0);
	assert_true(cut.damaged);
}

static void expect_text(fg_str bytes, const char *text)
{
	struct jfr_cursor cursor = at(bytes);
	struct fg_arena arena = { 0 };
	fg_str got = jfr_read_text(&cursor, &arena).text;

	assert_true(fg_equal(got, fg_from_c(text)));
	assert_false(cursor.damaged);
	fg_arena_free(&arena);
}

static void texts_become_utf8(void **state)
{
	(void)state;
	expect_text(FG_STR("\0"), "");
	expect_text(FG_STR("\1"), "");
	expect_text(FG_STR("\3\2ab"), "ab");
	/* e with an acute, the euro, a face of two units, halves of one */
	expect_text(FG_STR("\4\1\xe9\1"), "\xc3\xa9");
	expect_text(FG_STR("\4\1\xac\x41"), "\xe2\x82\xac");
	expect_text(FG_STR("\4\2\xbd\xb0\3\x80\xbc\3"), "\xf0\x9f\x98\x80");
	expect_text(FG_STR("\4\2\xbd\xb0\3A"), "\xef\xbf\xbd"
					       "A");
	expect_text(FG_STR("\4\1\xbd\xb0\3"), "\xef\xbf\xbd");
	expect_text(FG_STR("\4\1\x80\xbc\3"), "\xef\xbf\xbd");
	expect_text(FG_STR("\5\3a\xe9z"), "a\xc3\xa9z");
}

static void texts_may_be_numbers_of_others(void **state)
{
	struct jfr_cursor cursor = at(FG_STR("\2\x2a"));

	(void)state;
	assert_int_equal(jfr_read_text(&cursor, NULL).key, 42);
}

static void unknown_texts_are_damage(void **state)
{
	struct jfr_cursor unknown = at(FG_STR("\7"));
	struct jfr_cursor cut = at(FG_STR("\3\x09"
					  "ab"));

	(void)state;
	(void)jfr_read_text(&unknown, NULL);
	(void)jfr_read_text(&cut, NULL);
	assert_true(unknown.damaged);
	assert_true(cut.damaged);
}

/* What an element's words are numbers of. */
static const char *const names[] = {
	"root",	     "metadata",
	"class",     "name",
	"id",	     "field",
	"dimension", "constantPool",
	"true",	     "java.lang.Thread",
	"7",	     "int",
	"1",	     "Frame",
	"2",	     "Stack",
	"3",	     "frames",
	"method",    "line",
	"self",
};

static void put(struct fg_buffer *to, const char *name)
{
	char i = 0;

	while (strcmp(names[(size_t)i], name) != 0)
		i++;
	fg_buffer_append(to, (fg_str){ &i, 1 });
}

static void put_number(struct fg_buffer *to, char n)
{
	fg_buffer_append(to, (fg_str){ &n, 1 });
}

/* <class name= id=> with that many children */
static void put_class(struct fg_buffer *to, const char *name, const char *id,
		      char children)
{
	put(to, "class");
	put_number(to, 2);
	put(to, "name");
	put(to, name);
	put(to, "id");
	put(to, id);
	put_number(to, children);
}

/* <field name= class= [flag=value]/>; "class" is the element's word, too */
static void put_field(struct fg_buffer *to, const char *name, const char *type,
		      const char *flag, const char *value)
{
	put(to, "field");
	put_number(to, flag ? 3 : 2);
	put(to, "name");
	put(to, name);
	put(to, "class");
	put(to, type);
	if (flag) {
		put(to, flag);
		put(to, value);
	}
	put_number(to, 0);
}

/* How a metadata event begins. */
static void put_names(struct fg_buffer *to)
{
	fg_buffer_append(to, FG_STR("\0\0\0"));
	put_number(to, sizeof names / sizeof *names);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		fg_str name = fg_from_c(names[i]);

		put_number(to, 3);
		put_number(to, (char)name.n);
		fg_buffer_append(to, name);
	}
}

/* Stack { Frame[] frames } with Frame { pooled method; int line; ... } */
static void make_types(struct jfr_types *types, struct fg_buffer *event,
		       bool cyclic)
{
	put_names(event);
	put(event, "root");
	fg_buffer_append(event, FG_STR("\0\1"));
	put(event, "metadata");
	fg_buffer_append(event, FG_STR("\0\3"));
	put_class(event, "int", "1", 0);
	put_class(event, "Frame", "2", cyclic ? 3 : 2);
	put_field(event, "method", "7", "constantPool", "true");
	put_field(event, "line", "1", NULL, NULL);
	if (cyclic)
		put_field(event, "self", "2", "dimension", "1");
	put_class(event, "Stack", "3", 1);
	put_field(event, "frames", "2", "dimension", "1");
	assert_true(jfr_types_read(types, fg_buffer_text(event)));
}

static void add_up(void *ctx, size_t wanted, struct jfr_text value)
{
	assert_int_equal(wanted, 0);
	*(uint64_t *)ctx += value.key;
}

static void read_stack(bool cyclic, fg_str bytes, uint64_t sum,
		       bool is_unreadable)
{
	static const char *const wanted[] = { "frames.line", NULL };
	struct jfr_types types = { 0 };
	struct jfr_layout layout = { 0 };
	struct jfr_cursor cursor = at(bytes);
	struct fg_buffer event = { 0 };
	struct fg_arena arena = { 0 };
	uint64_t got = 0;

	make_types(&types, &event, cyclic);
	jfr_layout_make(&layout, &types, jfr_types_find(&types, 3), wanted);
	jfr_layout_read(&layout, &cursor, &arena, add_up, &got);
	assert_int_equal(got, sum);
	assert_true(layout.unreadable == is_unreadable);
	jfr_layout_free(&layout);
	jfr_types_free(&types);
	fg_arena_free(&arena);
	free(event.p);
}

static void arrays_of_structs_are_read_without_recursion(void **state)
{
	(void)state;
	read_stack(false, FG_STR("\2\x09\5\x09\6"), 11, false);
	read_stack(false, FG_STR("\0"), 0, false);
}

static void types_inside_themselves_are_refused(void **state)
{
	(void)state;
	read_stack(true, FG_STR("\1\x09\5\1\x09\6\0"), 0, true);
}

/* Without fields there are no steps, however many types are entered. */
static void empty_types_do_not_multiply(void **state)
{
	enum { TYPES = 12, FIELDS = 16 };
	static const char *const nothing[] = { NULL };
	struct jfr_type items[TYPES] = { 0 };
	struct jfr_field fields[(TYPES - 1) * FIELDS] = { 0 };
	struct jfr_types types = { .items = items, .fields = fields };
	struct jfr_layout layout = { 0 };

	(void)state;
	for (size_t i = 0; i < TYPES; i++) {
		assert_true(idmap_add(&types.ids, i, (uint32_t)i));
		items[i].first_field = i * FIELDS;
		items[i].field_count = i + 1 < TYPES ? FIELDS : 0;
	}
	for (size_t i = 0; i < (TYPES - 1) * FIELDS; i++)
		fields[i].type_id = i / FIELDS + 1;
	jfr_layout_make(&layout, &types, 0, nothing);
	assert_true(layout.unreadable);
	jfr_layout_free(&layout);
	idmap_free(&types.ids);
}

/* The second one's field would follow those of a type in between. */
static void of_two_types_with_a_number_the_first_holds(void **state)
{
	struct jfr_types types = { 0 };
	struct fg_buffer event = { 0 };
	const struct jfr_type *frame;

	(void)state;
	put_names(&event);
	put(&event, "root");
	fg_buffer_append(&event, FG_STR("\0\1"));
	put(&event, "metadata");
	fg_buffer_append(&event, FG_STR("\0\3"));
	put_class(&event, "int", "1", 0);
	put_class(&event, "Frame", "2", 1);
	put_field(&event, "line", "1", NULL, NULL);
	put_class(&event, "Stack", "2", 1);
	put_field(&event, "method", "1", NULL, NULL);
	assert_true(jfr_types_read(&types, fg_buffer_text(&event)));
	assert_int_equal(types.count, 2);
	frame = &types.items[jfr_types_find(&types, 2)];
	assert_true(fg_equal(frame->name, FG_STR("Frame")));
	assert_int_equal(frame->field_count, 1);
	jfr_types_free(&types);
	free(event.p);
}

static void events_too_short_for_a_type_are_damage(void **state)
{
	struct jfr_cursor one = at(FG_STR("\1\3\1xy"));
	struct jfr_cursor none = at(FG_STR("\0\3\1x"));
	struct jfr_cursor good = at(FG_STR("\3\1x"));
	struct jfr_event event;

	(void)state;
	assert_false(jfr_event_next(&one, &event));
	assert_true(one.damaged);
	assert_false(jfr_event_next(&none, &event));
	assert_true(none.damaged);
	assert_true(jfr_event_next(&good, &event));
	assert_int_equal(event.type, JFR_POOLS);
	assert_true(fg_equal(event.bytes, FG_STR("x")));
	assert_false(jfr_event_next(&good, &event));
	assert_false(good.damaged);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_have_nine_bytes_at_most),
		cmocka_unit_test(texts_become_utf8),
		cmocka_unit_test(texts_may_be_numbers_of_others),
		cmocka_unit_test(unknown_texts_are_damage),
		cmocka_unit_test(arrays_of_structs_are_read_without_recursion),
		cmocka_unit_test(types_inside_themselves_are_refused),
		cmocka_unit_test(empty_types_do_not_multiply),
		cmocka_unit_test(of_two_types_with_a_number_the_first_holds),
		cmocka_unit_test(events_too_short_for_a_type_are_damage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
