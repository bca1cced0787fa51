/* SPDX-License-Identifier: MIT */
/*
 * The call tree of Visual Studio's profiler as XML, "CallTreeSummary.xml" of
 * VSPerfReport /Summary:CallTree /XML, in UTF-16 with /U. The list is flat: a
 * caller before its callees, with the depth as Level; a process has level 0.
 *
 *	<CallTree FunctionName="demo.exe" InclSamples="100" ExclSamples="0"
 *		  ... ModuleName="" Level="0" ProcessName="demo.exe" PID="7"/>
 *	<CallTree FunctionName="main" InclSamples="100" ExclSamples="10"
 *		  ... ModuleName="demo.exe" Level="1" .../>
 */
#include "fg/text.h"

#include "fold/calltree.h"
#include "input/xml.h"
#include "names/native.h"

enum { SAMPLES, PERCENT };

static const struct format_metric metrics[] = {
	[SAMPLES] = { "samples", "samples" },
	[PERCENT] = { "percent", "percent" },
	{ 0 },
};

struct reader {
	struct collapse *c;
	struct xml *xml;
	struct stackbuf stack;
	struct namer namer;
	struct calltree tree;
};

static int detect(fg_str head)
{
	fg_str start = fg_trim(head);

	return fg_starts_with(start, FG_STR("<")) &&
			       fg_contains(start, FG_STR("<CallTree ")) &&
			       fg_contains(start, FG_STR(" FunctionName=\""))
		       ? BID_SURE
		       : BID_NO;
}

static bool parse_own(struct reader *r, size_t metric, struct fg_weight *own)
{
	const char *const names[] = {
		[SAMPLES] = "ExclSamples",
		[PERCENT] = "ExclSamplesPercent",
	};

	return fg_weight_parse(xml_attribute(r->xml, names[metric]), own, NULL);
}

static void read_node(struct reader *r)
{
	struct metrics *m = r->c->metrics;
	struct native_frame frame = {
		.name = xml_attribute(r->xml, "FunctionName"),
		.module = xml_attribute(r->xml, "ModuleName"),
	};
	struct fg_weight own[2] = { { 0 } };
	uint64_t level;
	fg_frame id;

	if (!fg_parse_u64(xml_attribute(r->xml, "Level"), &level) ||
	    level > SIZE_MAX || !parse_own(r, m->chosen, &own[m->chosen])) {
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"a CallTree element without Level or ExclSamples");
		return;
	}
	for (size_t i = 0; i < 2; i++) {
		if (parse_own(r, i, &own[i]))
			metrics_count(m, i,
				      own[i].units / fg_pow10(own[i].scale));
	}
	(void)namer_name(&r->namer, &frame, &id);
	calltree_own(&r->tree, (size_t)level, id, own[m->chosen]);
}

static void read_document(struct reader *r)
{
	while (xml_next(r->xml)) {
		if (r->xml->event == XML_START && xml_is(r->xml, "CallTree"))
			read_node(r);
	}
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { .c = c, .tree = { .stack = &r.stack } };

	r.xml = xml_new(c->in, c->diag);
	stackbuf_init(&r.stack, c);
	namer_init(&r.namer, c->options, &r.stack);
	do
		read_document(&r);
	while (xml_more(r.xml));
	calltree_free(&r.tree);
	namer_free(&r.namer);
	stackbuf_free(&r.stack);
	xml_free(r.xml);
	return fg_lines_status(c->in);
}

const struct format format_vsprof_xml = {
	.name = "vsprof_xml",
	.summary = "Visual Studio's profiler: call tree as XML",
	.metrics = metrics,
	.has = HAS_MODULES | HAS_ARGUMENTS,
	.detect = detect,
	.parse = parse,
};
