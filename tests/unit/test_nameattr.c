/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include <unistd.h>

#include "fg/text.h"
#include "render/colourmap.h"
#include "render/nameattr.h"

#include "recorder.h"

/* The files beside the input: attributes of names, and kept colours. */
static const char path[] = "test_nameattr.tmp";

static void write_file(const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static char *file_text(void)
{
	static char text[4096];
	FILE *file = fopen(path, "r");

	assert_non_null(file);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	return text;
}

static void assert_pair(const struct nameattr_entry *entry, size_t i,
			const char *name, const char *value)
{
	assert_non_null(entry);
	assert_true(i < entry->count);
	assert_string_equal(entry->pairs[i].name.p, name);
	assert_str_equal(entry->pairs[i].value, value);
}

static void attributes_of_names(void **state)
{
	struct recorder r = RECORDER(r);
	const struct nameattr_entry *entry;
	struct nameattr *table;

	(void)state;
	write_file("main\tclass=hot\thref=\"a&b=c\"\ttitle=T <x>\r\n"
		   "\n"
		   "\tid=root\n"
		   "f_[k]\tg_extra=a=\"1 2\" b='3' c=4 d\ta_extra=a=9\n"
		   "q\ttitle=\"\n");
	table = nameattr_read(path, &r.diag);
	assert_non_null(table);
	entry = nameattr_find(table, FG_STR("main"));
	assert_pair(entry, 0, "class", "hot");
	assert_int_equal(entry->count, 1);
	assert_str_equal(entry->href, "a&b=c");
	assert_str_equal(entry->title, "T <x>");
	assert_pair(nameattr_find(table, FG_STR("")), 0, "id", "root");
	entry = nameattr_find(table, FG_STR("f_[k]"));
	assert_pair(entry, 0, "a", "9");
	assert_pair(entry, 1, "b", "3");
	assert_pair(entry, 2, "c", "4");
	assert_pair(entry, 3, "d", "");
	assert_null(entry->href.p);
	assert_str_equal(nameattr_find(table, FG_STR("q"))->title, "\"");
	assert_null(nameattr_find(table, FG_STR("f")));
	assert_null(nameattr_find(NULL, FG_STR("f")));
	assert_string_equal(recorder_text(&r), "");
	nameattr_free(table);
	recorder_free(&r);
}

static void bad_attributes_are_left_out(void **state)
{
	struct recorder r = RECORDER(r);
	struct nameattr *table;

	(void)state;
	write_file("a\n"
		   "b\tnonsense\tcolour=red\n"
		   "c\tg_extra=x:y=\"1\" xmlns=2 1=3 ok=4 \"\n");
	table = nameattr_read(path, &r.diag);
	assert_non_null(table);
	assert_int_equal(nameattr_find(table, FG_STR("b"))->count, 0);
	assert_int_equal(nameattr_find(table, FG_STR("c"))->count, 1);
	assert_pair(nameattr_find(table, FG_STR("c")), 0, "ok", "4");
	assert_string_equal(recorder_text(&r), "warning test_nameattr.tmp:1: "
					       "expected a tab behind the "
					       "name\n"
					       "warning test_nameattr.tmp:2: "
					       "expected key=value, got "
					       "'nonsense'\n"
					       "warning test_nameattr.tmp:2: "
					       "unknown key 'colour'\n"
					       "warning test_nameattr.tmp:3: "
					       "'x:y' cannot be an attribute\n"
					       "warning test_nameattr.tmp:3: "
					       "'xmlns' cannot be an "
					       "attribute\n"
					       "warning test_nameattr.tmp:3: "
					       "'1' cannot be an attribute\n"
					       "warning test_nameattr.tmp:3: "
					       "'\"' cannot be an attribute\n");
	nameattr_free(table);
	recorder_free(&r);
}

static void what_runs_or_fetches_is_left_out(void **state)
{
	struct recorder r = RECORDER(r);
	const struct nameattr_entry *entry;
	struct nameattr *table;

	(void)state;
	write_file("a\thref= Java\rScript:x()\tclass=k\n"
		   "b\tg_extra=OnClick=x() xlink:onload=x() "
		   "xlink:href=javascript:x() href=data:x fill=red\n"
		   "c\thref=javascripts/of/ours?data:\n"
		   "d\tg_extra=fill=\"URL( x)\" style='x:u\\72l(y)' "
		   "mask=image-set(z) stroke=\"url( #fine )\"\n");
	table = nameattr_read(path, &r.diag);
	assert_non_null(table);
	entry = nameattr_find(table, FG_STR("a"));
	assert_null(entry->href.p);
	assert_pair(entry, 0, "class", "k");
	entry = nameattr_find(table, FG_STR("b"));
	assert_int_equal(entry->count, 1);
	assert_pair(entry, 0, "fill", "red");
	assert_str_equal(nameattr_find(table, FG_STR("c"))->href, "javascripts/"
								  "of/"
								  "ours?data:");
	entry = nameattr_find(table, FG_STR("d"));
	assert_int_equal(entry->count, 1);
	assert_pair(entry, 0, "stroke", "url( #fine )");
	assert_int_equal(r.diag.warnings, 8);
	assert_non_null(strstr(recorder_text(&r), "warning "
						  "test_nameattr.tmp:2: "
						  "'OnClick' would "
						  "run or fetch something\n"));
	assert_non_null(strstr(recorder_text(&r), "warning "
						  "test_nameattr.tmp:1: 'href' "
						  "would "
						  "run something\n"));
	nameattr_free(table);
	recorder_free(&r);
}

static void a_name_given_twice_is_one(void **state)
{
	struct recorder r = RECORDER(r);
	struct nameattr *table;

	(void)state;
	write_file("a\tclass=1\tid=x\nb\tid=2\na\tclass=3\ttitle=t\n");
	table = nameattr_read(path, &r.diag);
	assert_non_null(table);
	assert_pair(nameattr_find(table, FG_STR("a")), 0, "class", "3");
	assert_int_equal(nameattr_find(table, FG_STR("a"))->count, 1);
	assert_pair(nameattr_find(table, FG_STR("b")), 0, "id", "2");
	nameattr_free(table);
	assert_null(nameattr_read("no/such/file", &r.diag));
	assert_int_equal(r.diag.errors, 1);
	nameattr_free(NULL);
	recorder_free(&r);
}

static void write_map(const struct colourmap *map)
{
	struct fg_out *out = fg_out_open(path, NULL);

	assert_non_null(out);
	colourmap_write(map, out);
	assert_int_equal(fg_out_close(out, true), FG_OK);
}

static void colours_are_kept_and_completed(void **state)
{
	struct recorder r = RECORDER(r);
	struct colouring how = { palette_by_name("hot"), SPREAD_NAME, 0 };
	struct colourmap *map;
	struct rgb c;

	(void)state;
	write_file("main->rgb(1, 2,3)\n"
		   "a->b->rgb(255,0,9)\r\n"
		   "bad->rgb(256,0,0)\n"
		   "bad\n"
		   "bad->rgb(1,2)\n"
		   "bad->rgb(1,2,3,4)\n"
		   "->rgb(4,5,6)\n");
	map = colourmap_read(path, &r.diag);
	assert_non_null(map);
	assert_int_equal(r.diag.warnings, 4);
	c = colourmap_get(map, FG_STR("a->b"), &how);
	assert_true(c.r == 255 && c.g == 0 && c.b == 9);
	c = colourmap_get(map, FG_STR("b"), &how);
	assert_true(c.r == 230 && c.g == 117 && c.b == 28);
	write_map(map);
	colourmap_free(map);
	assert_string_equal(file_text(), "->rgb(4,5,6)\n"
					 "a->b->rgb(255,0,9)\n"
					 "b->rgb(230,117,28)\n"
					 "main->rgb(1,2,3)\n");
	recorder_free(&r);
}

static void a_missing_map_is_empty(void **state)
{
	struct recorder r = RECORDER(r);
	struct colourmap *map;

	(void)state;
	unlink(path);
	map = colourmap_read(path, &r.diag);
	assert_non_null(map);
	assert_string_equal(recorder_text(&r), "");
	write_map(map);
	assert_string_equal(file_text(), "");
	colourmap_free(map);
	colourmap_free(NULL);
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(attributes_of_names),
		cmocka_unit_test(bad_attributes_are_left_out),
		cmocka_unit_test(what_runs_or_fetches_is_left_out),
		cmocka_unit_test(a_name_given_twice_is_one),
		cmocka_unit_test(colours_are_kept_and_completed),
		cmocka_unit_test(a_missing_map_is_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
