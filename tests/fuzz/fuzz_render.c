/* SPDX-License-Identifier: MIT */
/*
 * A picture of any profile, with any options and texts, is well-formed XML.
 * The first line of the input is the title and other texts.
 */
#include "fuzz.h"

#include <stdlib.h>

#include <libxml/parser.h>

#include "fg/alloc.h"
#include "fg/folded.h"
#include "fg/text.h"
#include "render/chart.h"

static void choose(struct chart *chart, uint8_t bits, uint8_t more)
{
	size_t count = 0;

	while (palettes[count])
		count++;
	chart->colouring.palette = palettes[more % count];
	chart->colouring.spread = (enum spread)(more / 64);
	chart->classic = bits & 1;
	chart->inverted = bits & 2;
	chart->flame_chart = bits & 4;
	chart->safe_colours = bits & 8;
	chart->by_share = bits & 16;
	chart->pretty = bits & 32;
	chart->min_is_percent = bits & 64;
	chart->embed = bits & 128 ? EMBED_TEXT : EMBED_DEFLATE;
}

static void check_xml(const struct fg_out *out)
{
	int options = XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_NOERROR |
		      XML_PARSE_NOWARNING;
	xmlDoc *doc = xmlReadMemory(out->buffer, (int)out->used, "out.svg",
				    NULL, options);

	must(doc != NULL);
	xmlFreeDoc(doc);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fg_str input = { (const char *)data, size };
	uint8_t bits = choice_take(&input), more = choice_take(&input);
	char *title = fg_str_dup(fg_slice(input, 0, fg_find_char(input, '\n')));
	struct fg_diag diag = silent_diag();
	struct fg_folded_reader reader = { 0 };
	struct fg_stacks *stacks =
		fg_stacks_new(bits & 4 ? FG_KEEP_ORDER : FG_FOLD);
	struct fg_lines *in = fg_lines_from_memory(input, "input", &diag);
	struct fg_out *out = fg_out_memory();
	struct chart chart = chart_defaults();

	choose(&chart, bits, more);
	if (*title)
		chart.title = chart.subtitle = chart.notes = chart.count_name =
			chart.name_type = title;
	(void)fg_folded_read(&reader, in, stacks, &diag);
	(void)fg_lines_close(in);
	if (fg_stacks_total(stacks, fg_stacks_two_columns(stacks)) > 0)
		chart_write(out, stacks, &chart);
	else
		chart_write_empty(out, &chart);
	check_xml(out);
	must(fg_out_close(out, true) == FG_OK);
	fg_stacks_free(stacks);
	free(title);
	return 0;
}
