/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "fg/text.h"
#include "fg/tree.h"
#include "profile.h"
#include "render/module.h"

/* The viewer's test of the same name reads the same file. */
static void names_tell_what_they_belong_to(void **state)
{
	const char *top = getenv("FG_SOURCE");
	char path[4096], line[4096];
	size_t lines = 0;
	FILE *in;

	(void)state;
	assert_non_null(top);
	snprintf(path, sizeof path, "%s/fixtures/render/modules/names.tsv",
		 top);
	in = fopen(path, "r");
	assert_non_null(in);
	for (; fgets(line, sizeof line, in); lines++) {
		char *tab = strchr(line, '\t');

		assert_non_null(tab);
		*tab++ = '\0';
		tab[strcspn(tab, "\n")] = '\0';
		if (!fg_equal(module_of(fg_from_c(line)), fg_from_c(tab)))
			fail_msg("%s: '%.*s' is not '%s'", line,
				 FG_FMT(module_of(fg_from_c(line))), tab);
	}
	fclose(in);
	assert_true(lines > 40);
}

static unsigned long number_of(struct rgb c)
{
	return (unsigned long)c.r << 16 | (unsigned long)c.g << 8 | c.b;
}

/* The colour of `name` in a profile of these stacks. */
static unsigned long colour_in(const char *folded, const char *name)
{
	struct fg_stacks *stacks = profile(folded);
	struct fg_tree *tree = fg_tree_build(stacks);
	struct rgb *colours = module_colours(tree);
	unsigned long colour = 0;

	for (size_t i = 0; i < fg_frames_count(tree->names); i++) {
		if (fg_equal(fg_frames_name(tree->names, (fg_frame)i),
			     fg_from_c(name)))
			colour = number_of(colours[i]);
	}
	free(colours);
	fg_tree_free(tree);
	fg_stacks_free(stacks);
	return colour;
}

static void a_module_keeps_its_colour(void **state)
{
	unsigned long alone = colour_in("a::f 1\n", "a::f");

	(void)state;
	assert_int_equal(colour_in("b::f 5\na::g 1\na::f 1\n", "a::g"), alone);
	assert_int_equal(colour_in("a::f;b::f 5\n", "b::f"),
			 colour_in("b::f 5\n", "b::f"));
	assert_int_equal(colour_in("main 1\n", "main"),
			 number_of(module_no_colour()));
}

/* "a" and "i" ask for the same of eight colours; so do "b" and "j". */
static void of_two_the_heavier_chooses(void **state)
{
	unsigned long wish = colour_in("a::f 1\n", "a::f");

	(void)state;
	assert_int_equal(colour_in("i::f 1\n", "i::f"), wish);
	assert_int_equal(colour_in("a::f 2\ni::f 1\n", "a::f"), wish);
	assert_int_not_equal(colour_in("a::f 2\ni::f 1\n", "i::f"), wish);
	assert_int_equal(colour_in("a::f 1\ni::f 2\n", "i::f"), wish);
	assert_int_not_equal(colour_in("a::f 1\ni::f 2\n", "a::f"), wish);
	/* equally heavy: by name */
	assert_int_equal(colour_in("a::f 1\ni::f 1\n", "a::f"), wish);
}

static void beyond_eight_they_share(void **state)
{
	const char *nine = "a::f 9\nb::f 8\nc::f 7\nd::f 6\ne::f 5\nf::f 4\n"
			   "g::f 3\nh::f 2\ni::f 1\n";

	(void)state;
	assert_int_equal(colour_in(nine, "i::f"), colour_in("i::f 1\n", "i::"
									"f"));
	assert_int_equal(colour_in(nine, "i::f"), colour_in(nine, "a::f"));
	assert_int_not_equal(colour_in(nine, "h::f"), colour_in(nine, "a::f"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_tell_what_they_belong_to),
		cmocka_unit_test(a_module_keeps_its_colour),
		cmocka_unit_test(of_two_the_heavier_chooses),
		cmocka_unit_test(beyond_eight_they_share),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
