/* SPDX-License-Identifier: MIT */
/*
 * SARIF 2.1.0, as code scanning reads it:
 *
 *	{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"fg-diff",
 *	 "rules":[{"id":"self > +1pt"}]}},
 *	 "results":[{"ruleId":"self > +1pt","ruleIndex":0,"level":"error",
 *	   "message":{"text":"..."},
 *	   "locations":[{"physicalLocation":{...},"logicalLocations":[...]}]}]}]}
 */
#include "check_report.h"
#include "fg/escape.h"
#include "fg/text.h"

/* Takes ":12" off the end of *s; false where there is none. */
static bool take_number(fg_str *s, uint64_t *number)
{
	size_t colon = fg_rfind_char(*s, ':');

	if (colon == s->n || colon == 0 ||
	    !fg_parse_u64(fg_slice(*s, colon + 1, s->n), number))
		return false;
	*s = fg_slice(*s, 0, colon);
	return true;
}

bool check_find_place(fg_str name, fg_str *file, uint64_t *line)
{
	uint64_t column;
	size_t from;

	if (name.n > 4 &&
	    fg_starts_with(fg_slice(name, name.n - 4, name.n), FG_STR("_[")))
		name.n -= 4;
	if (fg_ends_with(name, FG_STR(")")) || fg_ends_with(name, FG_STR("]")))
		name.n--;
	if (!take_number(&name, line))
		return false;
	/* "file:line:column" */
	column = *line;
	if (!take_number(&name, line))
		*line = column;
	for (from = name.n; from > 0; from--) {
		char c = name.p[from - 1];

		if (c == ' ' || c == '(' || c == '[')
			break;
	}
	*file = fg_slice(name, from, name.n);
	/* a file has an ending, and "a::b" is no file */
	return *line > 0 && fg_rfind_char(*file, '.') < file->n &&
	       !fg_contains(*file, FG_STR("::"));
}

static void write_physical(struct fg_out *out, fg_str file, uint64_t line)
{
	size_t scheme = fg_find(file, FG_STR("://"));

	fg_out_puts(out, FG_STR("\"physicalLocation\":{\"artifactLocation\":"
				"{\"uri\":\""));
	if (scheme < file.n) {
		fg_escape_uri(out, fg_slice(file, 0, scheme));
		fg_out_char(out, ':');
		file = fg_slice(file, scheme + 1, file.n);
	} else if (file.p[0] == '/') {
		fg_out_puts(out, FG_STR("file://"));
	}
	fg_escape_uri(out, file);
	fg_out_printf(out, "\"},\"region\":{\"startLine\":%llu}},",
		      (unsigned long long)line);
}

static void write_location(struct fg_out *out, fg_str name)
{
	fg_str file;
	uint64_t line;

	fg_out_puts(out, FG_STR(",\"locations\":[{"));
	/* lines are int32 to many readers */
	if (check_find_place(name, &file, &line) && line <= INT32_MAX)
		write_physical(out, file, line);
	fg_out_puts(out, FG_STR("\"logicalLocations\":["
				"{\"fullyQualifiedName\":"));
	fg_escape_json(out, name);
	fg_out_puts(out, FG_STR(",\"kind\":\"function\"}]}]"));
}

/* The message is made as text first, to be escaped as a whole. */
static void write_message(struct fg_out *out, const struct judge *judge,
			  enum unit unit, const struct breach *breach,
			  fg_str name)
{
	struct fg_out *text = fg_out_memory();

	if (name.p) {
		fg_out_shown(text, name);
		fg_out_puts(text, FG_STR(": "));
	}
	check_write_change(text, judge, unit, &breach->change);
	fg_out_puts(out, FG_STR("\"message\":{\"text\":"));
	fg_escape_json(out, (fg_str){ text->buffer, text->used });
	fg_out_char(out, '}');
	fg_out_free(text);
}

static void write_result(struct fg_out *out, const struct judge *judge,
			 enum unit unit, const struct outcome *outcome,
			 size_t rule, const struct breach *breach)
{
	fg_str name = { NULL, 0 };

	if (breach->function != UINT32_MAX)
		name = fg_frames_name(fg_stacks_names(judge->diff->stacks),
				      breach->function);
	fg_out_puts(out, FG_STR("\n{\"ruleId\":"));
	fg_escape_json(out, fg_from_c(outcome->rule.text));
	fg_out_printf(out, ",\"ruleIndex\":%zu,\"level\":\"error\",", rule);
	write_message(out, judge, unit, breach, name);
	if (name.p)
		write_location(out, name);
	if (breach->ignore) {
		fg_out_puts(out, FG_STR(",\"suppressions\":[{\"kind\":"
					"\"external\",\"justification\":"));
		fg_escape_json(out, fg_from_c(breach->ignore->text));
		fg_out_puts(out, FG_STR("}]"));
	}
	fg_out_char(out, '}');
}

static void write_results(struct fg_out *out, const struct check *check,
			  const struct judge *judge, enum unit unit)
{
	bool first = true;

	for (size_t i = 0; i < check->count; i++) {
		const struct outcome *o = &check->outcomes[i];

		for (size_t k = 0; k < o->count + o->ignored_count; k++) {
			if (!first)
				fg_out_char(out, ',');
			first = false;
			write_result(out, judge, unit, o, i,
				     k < o->count ? &o->breaches[k]
						  : &o->ignored[k - o->count]);
		}
	}
}

void check_write_sarif(struct fg_out *out, const struct check *check,
		       const struct judge *judge, enum unit unit)
{
	fg_out_puts(out, FG_STR("{\"$schema\":"
				"\"https://json.schemastore.org/"
				"sarif-2.1.0.json\","
				"\"version\":\"2.1.0\",\"runs\":[{\"tool\":"
				"{\"driver\":{\"name\":\"fg-diff\",\"rules\":"
				"["));
	for (size_t i = 0; i < check->count; i++) {
		fg_out_puts(out, i ? FG_STR(",{\"id\":") : FG_STR("{\"id\":"));
		fg_escape_json(out, fg_from_c(check->outcomes[i].rule.text));
		fg_out_char(out, '}');
	}
	fg_out_puts(out, FG_STR("]}},\"results\":["));
	write_results(out, check, judge, unit);
	fg_out_puts(out, FG_STR("]}]}\n"));
}
