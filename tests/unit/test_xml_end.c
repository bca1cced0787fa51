/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "collapse/input/xml_end.h"
#include "fg/text.h"

/* Where the document ends in `s`, which is handed out in pieces of `piece`. */
static size_t end_of(fg_str s, size_t piece)
{
	struct xml_end end = { 0 };
	size_t at = 0;

	while (at < s.n && !end.found) {
		size_t n = s.n - at < piece ? s.n - at : piece;

		at += xml_end_find(&end, fg_slice(s, at, at + n));
	}
	return end.found ? at : SIZE_MAX;
}

/* What `document` ends with is its end, whatever comes behind. */
static void check(const char *document)
{
	char text[256];
	size_t n = strlen(document);

	snprintf(text, sizeof text, "%s<a/>", document);
	for (size_t piece = 1; piece <= n + 4; piece++) {
		if (end_of(fg_from_c(text), piece) != n)
			fail_msg("%s, in pieces of %zu: %zu", document, piece,
				 end_of(fg_from_c(text), piece));
	}
}

static void a_document_ends_where_its_root_does(void **state)
{
	(void)state;
	check("<a/>");
	check("<a></a>");
	check("<a />");
	check("  <?xml version='1.0'?>\n<a><b/><c></c>text</a>");
	check("<a><b></b ></a\n>");
	check("<?p <x> ?><a></a>");
}

static void what_is_quoted_counts_for_nothing(void **state)
{
	(void)state;
	check("<a b='/>' c=\"</a>\"></a>");
	check("<a b='\"'></a>");
	check("<a b=\"it's/\"></a>");
	check("<a><!-- </a> <b> ' \" --></a>");
	check("<a><!-- - -- > --></a>");
	check("<a><![CDATA[</a>]>]]></a>");
	check("<a><![CDATA[]] > ]>]]></a>");
	check("<a><?p </a> ? > ?></a>");
	check("<!DOCTYPE a [<!ENTITY b \"]>\"><!ELEMENT c (d)>]><a></a>");
	check("<!DOCTYPE a SYSTEM 'x>y'><a>&b;</a>");
}

static void what_does_not_end_has_no_end(void **state)
{
	static const char *const texts[] = {
		"",
		"text",
		"<a",
		"<a>",
		"<a><b/>",
		"<a></a",
		"<a><b></a>",
		"<!-- <a/>",
		"<?a/>",
		"<a b='>",
		"<a><![CDATA[</a>",
		"</a>",
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		assert_int_equal(end_of(fg_from_c(texts[i]), 1), SIZE_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_document_ends_where_its_root_does),
		cmocka_unit_test(what_is_quoted_counts_for_nothing),
		cmocka_unit_test(what_does_not_end_has_no_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
