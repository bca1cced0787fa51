/* SPDX-License-Identifier: MIT */
/*
 * A picture of any profile, with any options and texts, is well-formed XML;
 * the frames in it are nodes of the call tree, in its order, with its names,
 * places and weights; and the profile can be read back out of it whole. The
 * first line of the input is the title and other texts.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include <libxml/parser.h>

#include "collapse/run.h"
#include "fg/alloc.h"
#include "fg/folded.h"
#include "fg/text.h"
#include "fg/tree.h"
#include "render/chart.h"
#include "render/titles.h"

static void choose(struct chart *chart, uint8_t bits, uint8_t more)
{
	size_t count = 0;

	while (palettes[count])
		count++;
	chart->colouring.palette = palettes[more % count];
	chart->colouring.spread = (enum spread)(more / 64);
	chart->classic = bits & 1;
	chart->icicle = bits & 2;
	chart->flame_chart = bits & 4;
	chart->safe_colours = bits & 8;
	chart->colour_by = bits >> 4 & 3;
	chart->pretty = bits & 32;
	chart->min_is_percent = bits & 64;
	chart->embed = bits & 128 ? EMBED_TEXT : EMBED_DEFLATE;
	if (more & 32)
		chart->min_width = chart->static_min = 0;
}

static xmlDoc *parse_xml(const struct fg_out *out)
{
	int options = XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_NOERROR |
		      XML_PARSE_NOWARNING;
	xmlDoc *doc = xmlReadMemory(out->buffer, (int)out->used, "out.svg",
				    NULL, options);

	must(doc != NULL);
	return doc;
}

/* The next node of the document, or NULL behind the last. */
static xmlNode *next_node(xmlNode *node)
{
	if (node->children && node->type == XML_ELEMENT_NODE)
		return node->children;
	while (node && !node->next)
		node = node->parent;
	return node ? node->next : NULL;
}

static xmlNode *frames_of(xmlDoc *doc)
{
	xmlNode *node = xmlDocGetRootElement(doc);

	while (node) {
		char *id = node->type == XML_ELEMENT_NODE
				   ? (char *)xmlGetNoNsProp(
					     node, (const xmlChar *)"id")
				   : NULL;
		bool found = id && strcmp(id, "frames") == 0;

		xmlFree(id);
		if (found)
			break;
		node = next_node(node);
	}
	return node;
}

/* Of "fg:x" or "fg:w", without the prefix. */
static uint64_t units(xmlNode *rect, const char *name, unsigned scale)
{
	static const char space[] = "http://github.com/jonhoo/inferno";
	char *text = (char *)xmlGetNsProp(rect, (const xmlChar *)name,
					  (const xmlChar *)space);
	struct fg_weight weight = { 0 };

	must(text != NULL && fg_weight_parse(fg_from_c(text), &weight, NULL));
	xmlFree(text);
	must(weight.scale <= scale);
	return weight.units * fg_pow10(scale - weight.scale);
}

static bool is_plain(fg_str name)
{
	for (size_t i = 0; i < name.n; i++) {
		if (name.p[i] < ' ' || name.p[i] > '~')
			return false;
	}
	return name.n > 0;
}

static bool has_title(xmlNode *title, fg_str name)
{
	char *text = (char *)xmlNodeGetContent(title);
	bool has;

	must(text != NULL);
	has = !is_plain(name) ||
	      fg_starts_with(fg_from_c(text), titles_name(name));
	xmlFree(text);
	return has;
}

/* Where each node begins: behind its parent's own weight and its siblings. */
static uint64_t *starts_of(const struct fg_tree *tree)
{
	uint64_t *starts = fg_calloc(tree->count, sizeof *starts);
	uint64_t *next = fg_calloc(tree->count, sizeof *next);

	for (uint32_t i = 0; i < tree->count; i++) {
		uint32_t up = tree->parent[i];

		if (i > 0) {
			starts[i] = next[up];
			next[up] += tree->total[0][i];
		}
		next[i] = starts[i] + tree->self[0][i];
	}
	free(next);
	return starts;
}

static fg_str name_of(const struct fg_tree *tree, uint32_t node)
{
	return fg_frames_name(tree->names, tree->frame[node]);
}

/*
 * The picture's frames are nodes, in their order; those without weight may be
 * at one place, and only some of them in the picture.
 */
static void check_frames(xmlDoc *doc, const struct fg_stacks *stacks, bool all)
{
	struct fg_tree *tree = fg_tree_build(stacks);
	uint64_t *starts = starts_of(tree);
	xmlNode *group = xmlFirstElementChild(frames_of(doc));
	uint32_t i = 0, seen = 0;

	for (; group; group = xmlNextElementSibling(group), i++, seen++) {
		xmlNode *title = xmlFirstElementChild(group);
		xmlNode *rect = xmlNextElementSibling(title);
		uint64_t start = units(rect, "x", tree->scale);
		uint64_t weight = units(rect, "w", tree->scale);

		while (i < tree->count &&
		       (starts[i] != start || tree->total[0][i] != weight ||
			(i > 0 && !has_title(title, name_of(tree, i)))))
			i++;
		must(i < tree->count);
	}
	must(seen > 0 && (!all || seen == tree->count));
	free(starts);
	fg_tree_free(tree);
}

static void check_read_back(const struct fg_out *out,
			    const struct fg_stacks *stacks)
{
	static const struct collapse_options options = { .threads = 1 };
	fg_str text = { out->buffer, out->used };
	struct fg_diag diag = silent_diag();
	struct fg_stacks *back = fg_stacks_new(
		fg_stacks_in_order(stacks) ? FG_KEEP_ORDER : FG_FOLD);
	struct run *run = run_new(back, &options, &diag);

	run_lines(run, fg_lines_from_memory(text, "out.svg", &diag),
		  format_by_name("svg"));
	must(run_finish(run) == FG_OK);
	run_free(run);
	must(fg_stacks_two_columns(back) == fg_stacks_two_columns(stacks));
	for (unsigned c = 0; c < 1U + fg_stacks_two_columns(back); c++)
		must(fg_stacks_total(back, c) *
			     fg_pow10(fg_stacks_scale(stacks) -
				      fg_stacks_scale(back)) ==
		     fg_stacks_total(stacks, c));
	must(fg_stacks_in_order(stacks) ||
	     fg_stacks_count(back) <= fg_stacks_count(stacks));
	fg_stacks_free(back);
}

static void check_picture(const struct fg_out *out,
			  const struct fg_stacks *stacks,
			  const struct chart *chart)
{
	xmlDoc *doc = parse_xml(out);
	bool two = fg_stacks_two_columns(stacks);

	/* a sum past 64 bits is drawn, but not what this can compare */
	if (fg_stacks_total(stacks, 0) <= UINT64_MAX && !two &&
	    !fg_stacks_in_order(stacks))
		check_frames(doc, stacks,
			     chart->classic && chart->min_width <= 0);
	xmlFreeDoc(doc);
	if (!chart->classic && fg_stacks_total(stacks, 0) <= UINT64_MAX &&
	    (!two || fg_stacks_total(stacks, 1) <= UINT64_MAX))
		check_read_back(out, stacks);
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
	fg_header_free(&reader.header);
	fg_folded_parts_free(&reader);
	(void)fg_lines_close(in);
	if (fg_stacks_total(stacks, fg_stacks_two_columns(stacks)) > 0) {
		chart_write(out, stacks, &chart);
		check_picture(out, stacks, &chart);
	} else {
		chart_write_empty(out, &chart);
		xmlFreeDoc(parse_xml(out));
	}
	must(fg_out_close(out, true) == FG_OK);
	fg_stacks_free(stacks);
	free(title);
	return 0;
}
