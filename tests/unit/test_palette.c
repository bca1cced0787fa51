/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include <math.h>

#include "fg/text.h"
#include "render/palette.h"

static void assert_rgb(struct rgb c, const char *what, unsigned r, unsigned g,
		       unsigned b)
{
	if (c.r != r || c.g != g || c.b != b)
		fail_msg("%s: %u,%u,%u is not %u,%u,%u", what, c.r, c.g, c.b, r,
			 g, b);
}

static void assert_colour(const char *palette, enum spread spread,
			  const char *name, unsigned r, unsigned g, unsigned b)
{
	struct colouring how = { palette_by_name(palette), spread, 0 };

	assert_non_null(how.palette);
	assert_rgb(palette_colour(&how, fg_from_c(name)), name, r, g, b);
}

/* What flamegraph.pl 41fee1f draws these names with. */
static void default_colours_are_those_of_flamegraph_pl(void **state)
{
	(void)state;
	assert_colour("hot", SPREAD_NAME, "", 213, 39, 9);
	assert_colour("hot", SPREAD_NAME, "a", 236, 146, 35);
	assert_colour("hot", SPREAD_NAME, "b", 230, 117, 28);
	assert_colour("hot", SPREAD_NAME, "main", 243, 179, 42);
	assert_colour("hot", SPREAD_NAME, "foo`bar", 254, 226, 54);
	assert_colour("hot", SPREAD_NAME, "genunix`kmem_cache_free", 235, 141,
		      33);
}

static void hashed_colours_are_those_of_flamegraph_pl(void **state)
{
	(void)state;
	assert_colour("hot", SPREAD_HASH, "", 255, 230, 55);
	assert_colour("hot", SPREAD_HASH, "main", 247, 83, 46);
	assert_colour("hot", SPREAD_HASH, "foo`bar", 247, 101, 47);
	assert_colour("hot", SPREAD_HASH, "genunix`kmem_cache_free", 247, 107,
		      46);
	assert_colour("hot", SPREAD_HASH, "``x", 238, 230, 36);
	assert_colour("hot", SPREAD_HASH, "`y", 255, 173, 55);
	assert_colour("hot", SPREAD_HASH, "\xC3\xA9", 246, 191, 45);
	assert_colour("hot", SPREAD_HASH, "ab", 226, 104, 24);
}

static void deterministic_colours_are_those_of_inferno(void **state)
{
	(void)state;
	assert_colour("hot", SPREAD_FNV, "", 206, 183, 37);
	assert_colour("hot", SPREAD_FNV, "main", 238, 28, 47);
	assert_colour("hot", SPREAD_FNV, "foo`bar", 248, 164, 41);
	assert_colour("hot", SPREAD_FNV, "genunix`kmem_cache_free", 219, 106,
		      32);
}

static void random_colours_depend_on_the_seed_and_the_name(void **state)
{
	struct colouring how = { palette_by_name("hot"), SPREAD_RANDOM, 1 };
	struct rgb a = palette_colour(&how, FG_STR("main"));
	struct rgb b = palette_colour(&how, FG_STR("main")), c, d;

	(void)state;
	c = palette_colour(&how, FG_STR("maim"));
	how.seed = 2;
	d = palette_colour(&how, FG_STR("main"));
	assert_rgb(b, "again", a.r, a.g, a.b);
	assert_true(a.r != c.r || a.g != c.g || a.b != c.b);
	assert_true(a.r != d.r || a.g != d.g || a.b != d.b);
}

static void separators_are_grey_in_every_palette(void **state)
{
	(void)state;
	for (size_t i = 0; palettes[i]; i++) {
		assert_colour(palettes[i]->name, SPREAD_NAME, "--", 160, 160,
			      160);
		assert_colour(palettes[i]->name, SPREAD_HASH, "-", 200, 200,
			      200);
	}
}

/* The root's numbers are all alike, so its colours show each ramp. */
static void every_ramp_has_its_numbers(void **state)
{
	(void)state;
	assert_colour("mem", SPREAD_NAME, "", 0, 198, 35);
	assert_colour("io", SPREAD_NAME, "", 90, 90, 199);
	assert_colour("red", SPREAD_NAME, "", 209, 63, 63);
	assert_colour("green", SPREAD_NAME, "", 60, 209, 60);
	assert_colour("blue", SPREAD_NAME, "", 90, 90, 213);
	assert_colour("aqua", SPREAD_NAME, "", 60, 174, 174);
	assert_colour("yellow", SPREAD_NAME, "", 184, 184, 53);
	assert_colour("purple", SPREAD_NAME, "", 201, 90, 201);
	assert_colour("orange", SPREAD_NAME, "", 201, 101, 0);
	assert_colour("gray", SPREAD_NAME, "", 165, 165, 165);
}

/* Which ramp a rule takes shows in the colour. */
static const char *ramp_of(const char *palette, const char *name)
{
	static const char *const ramps[] = { "red",    "green",	 "blue",
					     "aqua",   "yellow", "purple",
					     "orange", "hot" };
	struct colouring rule = { palette_by_name(palette), SPREAD_NAME, 0 };
	struct rgb c = palette_colour(&rule, fg_from_c(name));

	for (size_t i = 0; i < sizeof ramps / sizeof *ramps; i++) {
		struct colouring ramp = { palette_by_name(ramps[i]),
					  SPREAD_NAME, 0 };
		struct rgb d = palette_colour(&ramp, fg_from_c(name));

		if (c.r == d.r && c.g == d.g && c.b == d.b)
			return ramps[i];
	}
	return "none";
}

struct expected {
	const char *palette, *name, *ramp;
};

static void rules_pick_ramps(void **state)
{
	static const struct expected cases[] = {
		{ "java", "Interpreter_[j]", "green" },
		{ "java", "indexOf_[i]", "aqua" },
		{ "java", "Ljava/lang/String", "green" },
		{ "java", "sun/nio/ch", "green" },
		{ "java", "Lother/lang/String", "red" },
		{ "java", "A:::b", "green" },
		{ "java", "JavaThread::run", "yellow" },
		{ "java", "read_[k]", "orange" },
		{ "java", "org.foo.Bar.baz", "red" },
		{ "js", "fetch /app/x.js:1_[j]", "green" },
		{ "js", "Builtin_[j]", "aqua" },
		{ "js", "v8::internal", "yellow" },
		{ "js", "/app/x.js:10", "green" },
		{ "js", "node:fs", "aqua" },
		{ "js", " ", "green" },
		{ "js", "x_[k]y", "orange" },
		{ "js", "write", "red" },
		{ "perl", "Foo::Bar", "yellow" },
		{ "perl", "Perl_pp_sort", "green" },
		{ "perl", "foo.pl", "green" },
		{ "perl", "sys_read_[k]", "orange" },
		{ "perl", "perl", "red" },
		{ "python", "/usr/lib/python3.12/json/decoder.py", "yellow" },
		{ "python", "/v/python3/site-packages/x.py", "aqua" },
		{ "python", "C:\\Python\\x.py", "yellow" },
		{ "python", "<built-in method>", "yellow" },
		{ "python", "<frozen importlib>", "yellow" },
		{ "python", "/home/pythonic/x.py", "red" },
		{ "rust", "std::io::read", "orange" },
		{ "rust", "app`core::ptr::drop", "orange" },
		{ "rust", "<core::iter::Map<I,F>>::next", "orange" },
		{ "rust",
		  "<core::future::from_generator::GenFuture<T> as X>::poll",
		  "aqua" },
		{ "rust", "tokio::runtime::run", "aqua" },
		{ "rust", "main", "yellow" },
		{ "annotation", "x_[k]", "orange" },
		{ "annotation", "x_[i]", "aqua" },
		{ "annotation", "x_[j]", "green" },
		{ "annotation", "x_[w]", "purple" },
		{ "annotation", "x_[x]", "red" },
		{ "annotation", "java/lang/X", "red" },
		{ "wakeup", "x", "aqua" },
		{ "chain", "x", "blue" },
		{ "chain", "x_[w]", "aqua" },
		{ "waiting", "x", "hot" },
		{ "waiting", "[waiting]", "blue" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *ramp = ramp_of(cases[i].palette, cases[i].name);

		if (strcmp(ramp, cases[i].ramp) != 0)
			fail_msg("%s: '%s' is %s, not %s", cases[i].palette,
				 cases[i].name, ramp, cases[i].ramp);
	}
}

static void every_palette_is_found_by_its_name(void **state)
{
	(void)state;
	for (size_t i = 0; palettes[i]; i++) {
		assert_ptr_equal(palette_by_name(palettes[i]->name),
				 palettes[i]);
		assert_ptr_equal(
			background_by_name(palettes[i]->background->name),
			palettes[i]->background);
	}
	assert_null(palette_by_name("no such palette"));
	assert_null(background_by_name("red"));
}

static void differences_are_red_and_blue_and_legible(void **state)
{
	(void)state;
	assert_rgb(palette_difference(0, false), "0", 224, 224, 224);
	assert_rgb(palette_difference(1, false), "1", 255, 100, 100);
	assert_rgb(palette_difference(-1, false), "-1", 100, 100, 255);
	assert_rgb(palette_difference(0.5, false), "0.5", 255, 175, 175);
	assert_rgb(palette_difference(-0.25, false), "-0.25", 212, 212, 255);
	assert_rgb(palette_difference(1, true), "1", 255, 140, 30);
	assert_rgb(palette_difference(-1, true), "-1", 80, 140, 255);
	for (int i = -100; i <= 100; i++) {
		assert_false(rgb_is_dark(palette_difference(i / 100.0, false)));
		assert_false(rgb_is_dark(palette_difference(i / 100.0, true)));
	}
}

static double linear(uint8_t c)
{
	double s = c / 255.0;

	return s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4);
}

static double lab_curve(double t)
{
	return t > 0.008856 ? cbrt(t) : 7.787 * t + 16.0 / 116;
}

/* CIE L*a*b* of a colour, as somebody sees it whose eyes `view` describes. */
static void seen(const double view[3][3], struct rgb c, double lab[3])
{
	const double in[3] = { linear(c.r), linear(c.g), linear(c.b) };
	double out[3], x, y, z;

	for (int i = 0; i < 3; i++) {
		out[i] = view[i][0] * in[0] + view[i][1] * in[1] +
			 view[i][2] * in[2];
		out[i] = fmin(1, fmax(0, out[i]));
	}
	x = (0.4124 * out[0] + 0.3576 * out[1] + 0.1805 * out[2]) / 0.95047;
	y = 0.2126 * out[0] + 0.7152 * out[1] + 0.0722 * out[2];
	z = (0.0193 * out[0] + 0.1192 * out[1] + 0.9505 * out[2]) / 1.08883;
	lab[0] = 116 * lab_curve(y) - 16;
	lab[1] = 500 * (lab_curve(x) - lab_curve(y));
	lab[2] = 200 * (lab_curve(y) - lab_curve(z));
}

static double distance(const double view[3][3], struct rgb a, struct rgb b)
{
	double x[3], y[3];

	seen(view, a, x);
	seen(view, b, y);
	return hypot(hypot(x[0] - y[0], x[1] - y[1]), x[2] - y[2]);
}

/*
 * Without cones for red, green, blue: Machado, Oliveira and Fernandes, 2009.
 * A distance of 2 can just be seen, one of 15 cannot be missed.
 */
static void everybody_tells_more_from_less(void **state)
{
	static const double views[4][3][3] = {
		{ { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
		{ { 0.152286, 1.052583, -0.204868 },
		  { 0.114503, 0.786281, 0.099216 },
		  { -0.003882, -0.048116, 1.051998 } },
		{ { 0.367322, 0.860646, -0.227968 },
		  { 0.280085, 0.672501, 0.047413 },
		  { -0.011820, 0.042940, 0.968881 } },
		{ { 1.255528, -0.076749, -0.178779 },
		  { -0.078411, 0.930809, 0.147602 },
		  { 0.004733, 0.691367, 0.303900 } },
	};

	(void)state;
	for (int safe = 0; safe < 2; safe++) {
		struct rgb grey = palette_difference(0, safe);

		for (int v = 0; v < 4; v++) {
			struct rgb more = palette_difference(0.3, safe);
			struct rgb less = palette_difference(-0.3, safe);

			assert_true(distance(views[v], more, less) > 25);
			more = palette_difference(0.6, safe);
			less = palette_difference(-0.6, safe);
			assert_true(distance(views[v], more, less) > 50);
			assert_true(distance(views[v], more, grey) > 15);
			assert_true(distance(views[v], less, grey) > 15);
		}
	}
}

static void shares_redden(void **state)
{
	(void)state;
	assert_rgb(palette_share(1), "1", 255, 100, 100);
	assert_rgb(palette_share(0.25), "0.25", 255, 175, 175);
	assert_rgb(palette_share(0), "0", 250, 250, 250);
}

static void colours_are_parsed_whole(void **state)
{
	struct rgb c;

	(void)state;
	assert_true(rgb_parse(FG_STR("#0aF9Bc"), &c));
	assert_rgb(c, "#0aF9Bc", 10, 249, 188);
	assert_false(rgb_parse(FG_STR("#0aF9B"), &c));
	assert_false(rgb_parse(FG_STR("#0aF9Bcd"), &c));
	assert_false(rgb_parse(FG_STR("0aF9Bcd"), &c));
	assert_false(rgb_parse(FG_STR("#gaF9Bc"), &c));
	assert_false(rgb_parse(FG_STR(""), &c));
}

static void dark_is_where_black_has_too_little_contrast(void **state)
{
	(void)state;
	assert_true(rgb_is_dark((struct rgb){ 0, 0, 0 }));
	assert_true(rgb_is_dark((struct rgb){ 205, 0, 0 }));
	assert_true(rgb_is_dark((struct rgb){ 116, 116, 116 }));
	assert_false(rgb_is_dark((struct rgb){ 118, 118, 118 }));
	assert_false(rgb_is_dark((struct rgb){ 255, 0, 0 }));
	assert_false(rgb_is_dark((struct rgb){ 255, 255, 255 }));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(default_colours_are_those_of_flamegraph_pl),
		cmocka_unit_test(hashed_colours_are_those_of_flamegraph_pl),
		cmocka_unit_test(deterministic_colours_are_those_of_inferno),
		cmocka_unit_test(
			random_colours_depend_on_the_seed_and_the_name),
		cmocka_unit_test(separators_are_grey_in_every_palette),
		cmocka_unit_test(every_ramp_has_its_numbers),
		cmocka_unit_test(rules_pick_ramps),
		cmocka_unit_test(every_palette_is_found_by_its_name),
		cmocka_unit_test(differences_are_red_and_blue_and_legible),
		cmocka_unit_test(everybody_tells_more_from_less),
		cmocka_unit_test(shares_redden),
		cmocka_unit_test(colours_are_parsed_whole),
		cmocka_unit_test(dark_is_where_black_has_too_little_contrast),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
