/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include <math.h>

#include "render/svg_write.h"

/* A writer into memory, and what it wrote. */
static struct svg begin(void)
{
	return (struct svg){ .out = fg_out_memory() };
}

static void assert_written(struct svg *svg, const char *expected)
{
	fg_out_char(svg->out, '\0');
	assert_string_equal(svg->out->buffer, expected);
	fg_out_free(svg->out);
}

static void assert_text(fg_str text, bool ascii, const char *expected)
{
	struct svg svg = begin();

	svg.ascii = ascii;
	svg_element(&svg, "t", text);
	fg_out_char(svg.out, '\0');
	if (strncmp(svg.out->buffer, "\n<t>", 4) != 0 ||
	    strstr(svg.out->buffer, "</t>\n") !=
		    svg.out->buffer + strlen(svg.out->buffer) - 5)
		fail_msg("wrote '%s'", svg.out->buffer);
	svg.out->buffer[strlen(svg.out->buffer) - 5] = '\0';
	assert_string_equal(svg.out->buffer + 4, expected);
	fg_out_free(svg.out);
}

static void markup_is_escaped(void **state)
{
	(void)state;
	assert_text(FG_STR("a<b> & \"c\" 'd' ]]> </t>"), false,
		    "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; ]]&gt; "
		    "&lt;/t&gt;");
	assert_text(FG_STR("tab\tline\nreturn\r"), false,
		    "tab&#9;line&#10;return&#13;");
	assert_text(FG_STR("plain"), false, "plain");
}

static void what_xml_cannot_hold_is_replaced(void **state)
{
	(void)state;
	assert_text(FG_STR("a\0b\1c\33[0m"), false,
		    "a\xEF\xBF\xBD"
		    "b\xEF\xBF\xBD"
		    "c\xEF\xBF\xBD[0m");
	assert_text(FG_STR("\xFFx\xC3"), false, "\xEF\xBF\xBDx\xEF\xBF\xBD");
	/* U+FFFE and U+FFFF are UTF-8, and no characters; U+FFFD is one */
	assert_text(FG_STR("\xEF\xBF\xBE\xEF\xBF\xBF\xEF\xBF\xBD"), false,
		    "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
	assert_text(FG_STR("\xC3\xA9\xF0\x9F\x98\x80"), false,
		    "\xC3\xA9\xF0\x9F\x98\x80");
}

/* U+202E turns the count behind a name round; U+00AD and U+200B are not seen. */
static void text_for_people_has_nothing_hidden(void **state)
{
	const fg_str name = FG_STR("a\xE2\x80\xAE"
				   "b\xC2\xAD\xE2\x80\x8B\xE2\x80\x8D");
	struct svg svg = begin();

	(void)state;
	assert_text(name, false,
		    "a\xEF\xBF\xBD"
		    "b\xEF\xBF\xBD\xEF\xBF\xBD\xE2\x80\x8D");
	svg_begin(&svg, "t");
	svg_attr(&svg, "data-name", name);
	svg_text(&svg, name);
	svg_end(&svg);
	assert_written(&svg, "\n<t data-name=\"a\xE2\x80\xAE"
			     "b\xC2\xAD\xE2\x80\x8B\xE2\x80\x8D\">"
			     "a\xE2\x80\xAE"
			     "b\xC2\xAD\xE2\x80\x8B\xE2\x80\x8D</t>\n");
}

static void other_encodings_get_references(void **state)
{
	(void)state;
	assert_text(FG_STR("\xC3\xA9\xF0\x9F\x98\x80\xFF<"), true,
		    "&#xE9;&#x1F600;&#xFFFD;&lt;");
}

static void elements_nest(void **state)
{
	struct svg svg = begin();

	(void)state;
	svg.lines = 1;
	svg_begin(&svg, "a");
	svg_attr_c(&svg, "x", "\"<");
	svg_begin(&svg, "b");
	svg_begin(&svg, "c");
	svg_end(&svg);
	svg_element(&svg, "d", FG_STR("t"));
	svg_end(&svg);
	svg_end(&svg);
	assert_written(&svg, "\n<a x=\"&quot;&lt;\">\n"
			     "<b><c/><d>t</d></b>\n"
			     "</a>\n");
}

static void pretty_elements_are_indented(void **state)
{
	struct svg svg = begin();

	(void)state;
	svg.pretty = true;
	svg_begin(&svg, "a");
	svg_begin(&svg, "b");
	svg_element(&svg, "c", FG_STR("t"));
	svg_end(&svg);
	svg_end(&svg);
	assert_written(&svg, "\n<a>\n"
			     "    <b>\n"
			     "        <c>t</c>\n"
			     "    </b>\n"
			     "</a>\n");
}

static void comments_and_cdata_cannot_end_early(void **state)
{
	struct svg svg = begin();

	(void)state;
	svg.lines = 9;
	svg_begin(&svg, "a");
	svg_comment(&svg, FG_STR("x -- --> ---\1\xFF <&"));
	svg_begin(&svg, "b");
	svg_cdata(&svg, FG_STR("1]]>2]]]>"));
	svg_end(&svg);
	svg_end(&svg);
	assert_written(&svg, "\n<a>\n"
			     "<!-- x - - - -> - - -?? <& -->\n"
			     "<b><![CDATA["
			     "1]]]]><![CDATA[>2]]]]]><![CDATA[>]]></b>\n"
			     "</a>\n");
}

static void assert_fixed(double value, unsigned decimals, bool cut,
			 const char *expected)
{
	struct fg_out *out = fg_out_memory();

	svg_write_fixed(out, value, decimals, cut);
	fg_out_char(out, '\0');
	assert_string_equal(out->buffer, expected);
	fg_out_free(out);
}

static void numbers_are_those_of_printf(void **state)
{
	uint64_t random = 1;

	(void)state;
	for (unsigned i = 0; i < 20000; i++) {
		double value;
		char expected[64];

		random = random * 6364136223846793005 + 1442695040888963407;
		value = (double)(random >> 44) / 160.0;
		if (i % 2)
			value = (double)(random >> 30) * 1e-7;
		snprintf(expected, sizeof expected, "%.*f", i % 4, value);
		assert_fixed(value, i % 4, false, expected);
	}
	assert_fixed(10.05, 1, false, "10.1");
	assert_fixed(0.25, 1, false, "0.2");
	assert_fixed(0.35, 1, false, "0.3");
	assert_fixed(-1.5, 1, false, "-1.5");
	assert_fixed(1e22, 1, false, "10000000000000000000000.0");
}

static void short_numbers_have_no_zeros_at_the_end(void **state)
{
	(void)state;
	assert_fixed(37, 6, true, "37");
	assert_fixed(47.5, 6, true, "47.5");
	assert_fixed(0.125, 6, true, "0.125");
	assert_fixed(1180, 1, true, "1180");
	assert_fixed(0, 2, true, "0");
}

static void names_of_attributes(void **state)
{
	(void)state;
	assert_true(svg_is_attribute(FG_STR("class")));
	assert_true(svg_is_attribute(FG_STR("data-x.1")));
	assert_true(svg_is_attribute(FG_STR("xlink:title")));
	assert_true(svg_is_attribute(FG_STR("xml:lang")));
	assert_false(svg_is_attribute(FG_STR("")));
	assert_false(svg_is_attribute(FG_STR("1a")));
	assert_false(svg_is_attribute(FG_STR("xlink:")));
	assert_false(svg_is_attribute(FG_STR("foo:bar")));
	assert_false(svg_is_attribute(FG_STR("a b")));
	assert_false(svg_is_attribute(FG_STR("a\"")));
	assert_false(svg_is_attribute(FG_STR("xmlns")));
	assert_false(svg_is_attribute(FG_STR("xmlns:a")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(markup_is_escaped),
		cmocka_unit_test(what_xml_cannot_hold_is_replaced),
		cmocka_unit_test(text_for_people_has_nothing_hidden),
		cmocka_unit_test(other_encodings_get_references),
		cmocka_unit_test(elements_nest),
		cmocka_unit_test(pretty_elements_are_indented),
		cmocka_unit_test(comments_and_cdata_cannot_end_early),
		cmocka_unit_test(numbers_are_those_of_printf),
		cmocka_unit_test(short_numbers_have_no_zeros_at_the_end),
		cmocka_unit_test(names_of_attributes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
