/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "collapse/input/json.h"
#include "fg/alloc.h"
#include "fg/text.h"
#include "recorder.h"

struct reading {
	struct recorder r;
	struct fg_lines *in;
	struct json *json;
};

static void begin_with(struct reading *reading, fg_str text)
{
	*reading = (struct reading){ .r = RECORDER(reading->r) };
	reading->in = fg_lines_from_memory(text, "f", &reading->r.diag);
	reading->json = json_open(reading->in, &reading->r.diag);
}

static void begin(struct reading *reading, const char *text)
{
	begin_with(reading, fg_from_c(text));
}

static void end(struct reading *reading, fg_status status, const char *messages)
{
	assert_int_equal(json_close(reading->json), status);
	assert_string_equal(recorder_text(&reading->r), messages);
	assert_int_equal(fg_lines_close(reading->in), FG_OK);
	recorder_free(&reading->r);
}

static void values_of_every_type(void **state)
{
	struct reading r;
	fg_str text;
	int64_t n;
	bool yes;

	(void)state;
	begin(&r, "[1, \"a\\u00e9\\\"\", true, false, null, {}, [], -7.9]");
	assert_int_equal(json_peek(r.json), JSON_ARRAY);
	assert_true(json_array(r.json));
	assert_true(json_item(r.json));
	assert_true(json_int(r.json, &n));
	assert_int_equal(n, 1);
	assert_true(json_item(r.json));
	assert_true(json_string(r.json, &text));
	assert_str_equal(text, "a\xc3\xa9\"");
	assert_true(json_item(r.json));
	assert_true(json_bool(r.json, &yes) && yes);
	assert_true(json_item(r.json));
	assert_true(json_bool(r.json, &yes) && !yes);
	assert_true(json_item(r.json));
	assert_int_equal(json_peek(r.json), JSON_NULL);
	assert_true(json_item(r.json));
	assert_true(json_object(r.json));
	assert_false(json_key(r.json, &text));
	assert_true(json_item(r.json));
	assert_true(json_array(r.json));
	assert_false(json_item(r.json));
	assert_true(json_item(r.json));
	assert_true(json_int(r.json, &n));
	assert_int_equal(n, -7);
	assert_false(json_item(r.json));
	assert_false(json_ended(r.json));
	end(&r, FG_OK, "");
}

static void what_is_not_taken_is_skipped(void **state)
{
	struct reading r;
	fg_str key;
	int64_t n = 0;

	(void)state;
	begin(&r, "{\"a\": [[1, {\"b\": 2}]], \"c\": {\"b\": 3}, \"b\": 4}");
	assert_true(json_object(r.json));
	while (json_key(r.json, &key)) {
		if (fg_equal(key, FG_STR("b")))
			assert_true(json_int(r.json, &n));
		else if (fg_equal(key, FG_STR("c")))
			assert_false(json_array(r.json));
	}
	assert_int_equal(n, 4);
	end(&r, FG_OK, "");
}

static int64_t read_int(const char *text)
{
	struct reading r;
	int64_t n = 0;

	begin(&r, text);
	assert_true(json_array(r.json));
	assert_true(json_item(r.json));
	assert_true(json_int(r.json, &n));
	end(&r, FG_OK, "");
	return n;
}

static void whole_numbers(void **state)
{
	(void)state;
	assert_int_equal(read_int("[0]"), 0);
	assert_int_equal(read_int("[-0]"), 0);
	assert_int_equal(read_int("[123456789012345678]"), 123456789012345678);
	assert_int_equal(read_int("[9223372036854775807]"), INT64_MAX);
	assert_int_equal(read_int("[9223372036854775808]"), INT64_MAX);
	assert_int_equal(read_int("[-9223372036854775807]"), -INT64_MAX);
	assert_int_equal(read_int("[-99223372036854775808]"), INT64_MIN);
	assert_int_equal(read_int("[1.0]"), 1);
	assert_int_equal(read_int("[1.99]"), 1);
	assert_int_equal(read_int("[2.5e3]"), 2500);
	assert_int_equal(read_int("[1e999]"), INT64_MAX);
}

static int64_t read_fixed(const char *text, unsigned decimals)
{
	struct reading r;
	int64_t n = 0;

	begin(&r, text);
	assert_true(json_array(r.json));
	assert_true(json_item(r.json));
	assert_true(json_fixed(r.json, decimals, &n));
	end(&r, FG_OK, "");
	return n;
}

static unsigned fitting_decimals(const char *text, int64_t value)
{
	struct reading r;
	unsigned decimals = 6;
	int64_t n = 0;

	begin(&r, text);
	assert_true(json_array(r.json));
	assert_true(json_item(r.json));
	assert_true(json_fixed_fit(r.json, &decimals, &n));
	assert_int_equal(n, value);
	end(&r, FG_OK, "");
	return decimals;
}

static void large_numbers_have_fewer_decimals(void **state)
{
	(void)state;
	assert_int_equal(fitting_decimals("[1414.5]", 1414500000), 6);
	assert_int_equal(fitting_decimals("[-0.25]", -250000), 6);
	assert_int_equal(
		fitting_decimals("[10000000000000]", 1000000000000000000), 5);
	assert_int_equal(fitting_decimals("[1700000000000000.25]",
					  1700000000000000250),
			 3);
	assert_int_equal(fitting_decimals("[-1700000000000000000]",
					  -1700000000000000000),
			 0);
	assert_int_equal(fitting_decimals("[1e30]", INT64_MAX), 0);
}

static void numbers_in_smaller_units(void **state)
{
	(void)state;
	assert_int_equal(read_fixed("[7]", 3), 7000);
	assert_int_equal(read_fixed("[0.104954]", 6), 104954);
	assert_int_equal(read_fixed("[-1.5]", 0), -2);
	assert_int_equal(read_fixed("[1.4999]", 0), 1);
	assert_int_equal(read_fixed("[1e-3]", 6), 1000);
	assert_int_equal(read_fixed("[9223372036854775807]", 3), INT64_MAX);
	assert_int_equal(read_fixed("[-9e30]", 3), INT64_MIN);
}

/* Whatever the piece a text is cut in, the values are the same. */
static void long_inputs_come_in_pieces(void **state)
{
	struct fg_buffer text = { 0 };
	struct reading r;
	fg_str item;
	char word[32];

	(void)state;
	fg_buffer_append(&text, FG_STR("[\"-1\""));
	for (int i = 0; i < 50000; i++) {
		snprintf(word, sizeof word, ",\n\"w\\u0041%d\"", i);
		fg_buffer_append(&text, fg_from_c(word));
	}
	fg_buffer_append(&text, FG_STR("]"));
	begin_with(&r, fg_buffer_text(&text));
	assert_true(json_array(r.json));
	assert_true(json_item(r.json));
	for (int i = 0; i < 50000; i++) {
		assert_true(json_item(r.json));
		assert_true(json_string(r.json, &item));
		snprintf(word, sizeof word, "wA%d", i);
		assert_str_equal(item, word);
	}
	assert_false(json_item(r.json));
	end(&r, FG_OK, "");
	free(text.p);
}

static void profilers_write_odd_text(void **state)
{
	struct reading r;
	fg_str text;

	(void)state;
	begin(&r, "[\"a\xff\tb\", \"\\u0000\", \"\\ud800\"]");
	assert_true(json_array(r.json));
	assert_true(json_item(r.json));
	assert_true(json_string(r.json, &text));
	assert_str_equal(text, "a\xff b");
	assert_true(json_item(r.json));
	assert_true(json_string(r.json, &text));
	assert_int_equal(text.n, 1);
	assert_true(json_item(r.json));
	assert_true(json_string(r.json, &text));
	assert_true(text.n > 0);
	end(&r, FG_OK, "");
}

static size_t count_items(struct json *json)
{
	size_t count = 0;

	if (json_array(json)) {
		while (json_item(json))
			count++;
	}
	return count;
}

static void a_cut_keeps_what_came_before(void **state)
{
	struct reading r;

	(void)state;
	begin(&r, "[1, 2, {\"a\": 3");
	assert_int_equal(count_items(r.json), 3);
	assert_true(json_ended(r.json));
	end(&r, FG_OK,
	    "warning f:0: the JSON text is cut off at byte 15; the part before "
	    "that is used\n");
	begin(&r, "[1, 2,\n");
	json_allow_open_end(r.json);
	assert_int_equal(count_items(r.json), 2);
	end(&r, FG_OK, "");
}

static void damage_keeps_what_came_before(void **state)
{
	struct reading r;

	(void)state;
	begin(&r, "[1, 2,\n ?, 4]");
	assert_int_equal(count_items(r.json), 2);
	assert_true(json_ended(r.json));
	end(&r, FG_OK,
	    "warning f:0: damaged JSON at byte 10 (lexical error: invalid char "
	    "in json text.); only what comes before it is used\n");
}

static void more_text_behind_the_value(void **state)
{
	struct reading r;

	(void)state;
	begin(&r, "[1] \n");
	assert_int_equal(count_items(r.json), 1);
	end(&r, FG_OK, "");
	begin(&r, "[1] [2]");
	assert_int_equal(count_items(r.json), 1);
	end(&r, FG_OK,
	    "warning f:0: more text after the end of the JSON value at byte "
	    "5; it is not read\n");
}

static void nesting_has_a_limit_and_needs_no_stack(void **state)
{
	size_t n = JSON_DEPTH_MAX;
	char *text = fg_malloc(2 * n + 2);
	struct reading r;

	(void)state;
	memset(text, '[', n + 1);
	memset(text + n, ']', n);
	begin_with(&r, (fg_str){ text, 2 * n });
	json_skip(r.json);
	assert_int_equal(json_peek(r.json), JSON_END);
	end(&r, FG_OK, "");
	memset(text, '[', 2 * n);
	begin_with(&r, (fg_str){ text, 2 * n });
	json_skip(r.json);
	end(&r, FG_ELIMIT,
	    "error f:0: JSON nested deeper than 1000000 levels\n");
	free(text);
}

static void mistakes_that_writers_make(void **state)
{
	struct reading r;
	int64_t n;

	(void)state;
	begin(&r, "[[1, 2, ], [{\"a\": {\"b\":1,}, }, ], {\"fs\":], \"x\":1}, "
		  "9]");
	assert_int_equal(count_items(r.json), 4);
	end(&r, FG_OK, "");
	begin(&r, "[NaN, 1, -inf, {\"a\": [Infinity], \"b\": None}, 7]");
	assert_true(json_array(r.json));
	assert_true(json_item(r.json));
	assert_false(json_int(r.json, &n));
	for (int i = 0; i < 4; i++)
		assert_true(json_item(r.json));
	assert_true(json_int(r.json, &n));
	assert_int_equal(n, 7);
	assert_false(json_item(r.json));
	end(&r, FG_OK,
	    "warning f:0: 'NaN' at byte 2 is not JSON; such words are read as "
	    "null\n");
}

/* At every distance from the beginning, so that pieces cut it everywhere. */
static void mistakes_across_pieces(void **state)
{
	struct reading r;
	fg_str key;

	(void)state;
	for (size_t blanks = 32740; blanks < 32780; blanks++) {
		struct fg_buffer text = { 0 };
		size_t members = 0;

		fg_buffer_append(&text, FG_STR("{\"x\":["));
		while (text.n < blanks)
			fg_buffer_append(&text, FG_STR(" "));
		fg_buffer_append(&text, FG_STR("],\"fs\":],\"y\":[-Infinity,"
					       "],}"));
		begin_with(&r, fg_buffer_text(&text));
		assert_true(json_object(r.json));
		while (json_key(r.json, &key)) {
			assert_int_equal(count_items(r.json), members / 2);
			members++;
		}
		assert_int_equal(members, 3);
		assert_int_equal(json_close(r.json), FG_OK);
		assert_int_equal(r.r.diag.warnings, 1);
		assert_int_equal(fg_lines_close(r.in), FG_OK);
		recorder_free(&r.r);
		free(text.p);
	}
}

static void what_cannot_be_repaired(void **state)
{
	static const char *const texts[] = {
		"[\"a\\U\", 1]",
		"{\"a\":1, b:2}",
		"{\"a\":}",
		"[1}",
		"]",
		"}",
		"[,]",
		"{,}",
		"[1 2]",
		"{\"a\" 1}",
		"nan",
		"[x-gnu/lib]",
		"9 \"a\":1}",
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct reading r;

		begin(&r, texts[i]);
		json_skip(r.json);
		assert_int_equal(json_close(r.json), FG_OK);
		assert_in_range(r.r.diag.warnings, 1, 2);
		assert_int_equal(fg_lines_close(r.in), FG_OK);
		recorder_free(&r.r);
	}
}

/* Each mistake makes a new handle: many of them in deep nesting must end. */
static void mistakes_have_a_limit(void **state)
{
	struct fg_buffer text = { 0 };
	struct reading r;

	(void)state;
	for (int i = 0; i < 100000; i++)
		fg_buffer_append(&text, FG_STR("["));
	for (int i = 0; i < 100000; i++)
		fg_buffer_append(&text, FG_STR("NaN,"));
	begin_with(&r, fg_buffer_text(&text));
	json_skip(r.json);
	assert_int_equal(json_close(r.json), FG_OK);
	assert_int_equal(r.r.diag.warnings, 2);
	assert_int_equal(fg_lines_close(r.in), FG_OK);
	recorder_free(&r.r);
	free(text.p);
}

static void heads_are_told_apart_by_their_keys(void **state)
{
	static const char *const paths[] = { ".meta.product", "[].ph", ".a[].b",
					     NULL };

	(void)state;
	assert_int_equal(json_head_find(FG_STR(" {\"meta\":{\"product"), paths),
			 0);
	assert_int_equal(
		json_head_find(FG_STR(" {\"meta\":{\"product\":"), paths), 1);
	assert_int_equal(
		json_head_find(FG_STR("[{\"a\":1},{\"ph\":\"X\""), paths), 2);
	assert_int_equal(
		json_head_find(FG_STR("{\"a\":[1,{\"b\":[]}]}"), paths), 4);
	assert_int_equal(json_head_find(FG_STR("{\"a\":{\"b\":1}}"), paths), 0);
	assert_int_equal(json_head_find(FG_STR("ph"), paths), 0);
	assert_int_equal(json_head_find(FG_STR("[[[[[[[[[{\"ph\":1}]]"), paths),
			 0);
	assert_true(json_head_is(FG_STR("\n\t [")));
	assert_false(json_head_is(FG_STR("  ")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_of_every_type),
		cmocka_unit_test(what_is_not_taken_is_skipped),
		cmocka_unit_test(whole_numbers),
		cmocka_unit_test(numbers_in_smaller_units),
		cmocka_unit_test(large_numbers_have_fewer_decimals),
		cmocka_unit_test(long_inputs_come_in_pieces),
		cmocka_unit_test(profilers_write_odd_text),
		cmocka_unit_test(a_cut_keeps_what_came_before),
		cmocka_unit_test(damage_keeps_what_came_before),
		cmocka_unit_test(more_text_behind_the_value),
		cmocka_unit_test(nesting_has_a_limit_and_needs_no_stack),
		cmocka_unit_test(mistakes_that_writers_make),
		cmocka_unit_test(mistakes_across_pieces),
		cmocka_unit_test(what_cannot_be_repaired),
		cmocka_unit_test(mistakes_have_a_limit),
		cmocka_unit_test(heads_are_told_apart_by_their_keys),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
