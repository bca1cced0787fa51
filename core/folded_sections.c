/* SPDX-License-Identifier: MIT */
/*
 * Combines several headers in one text.
 *
 * `cat a b` puts a header in the middle: it describes the lines after it.
 * `sort` and `grep` bring headers together: with no lines between them, they
 * describe the lines after them together. sort in a locale that ignores
 * punctuation puts lines before the header. The header then states a larger
 * total than the lines after it have: the lines before it are the rest.
 * Sections of time are parts of the profile that the header before them
 * describes.
 */
#include "folded_sections.h"

#include <inttypes.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/slices.h"
#include "fg/text.h"
#include "folded_parts.h"

static struct section *append(struct sections *sections, struct place at)
{
	struct section *section;

	FG_RESERVE(&sections->items, &sections->room, sections->count + 1);
	section = &sections->items[sections->count++];
	*section = (struct section){ .at = at };
	return section;
}

void folded_sections_block(struct sections *sections, struct place at)
{
	(void)append(sections, at);
}

/* Whether a key that needs a number has another value. */
static bool has_bad_number(const struct fg_header *header)
{
	static const char *const names[] = { "samples", "squares", "total" };
	struct fg_slice_key key;
	struct fg_number number;
	bool damaged = false;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (fg_header_get(header, names[i]).n > 0 &&
		    !fg_header_number(header, names[i], &number))
			return true;
	}
	(void)fg_slice_of_header(header, &key, &damaged);
	return damaged;
}

const struct fg_header *folded_sections_comment(struct sections *sections,
						fg_str text, struct place at)
{
	struct fg_header header = { 0 };
	struct section *section;
	bool damaged = false;

	if (!fg_header_parse(text, &header, &damaged))
		return NULL;
	section = append(sections, at);
	section->header = header;
	section->has_header = true;
	section->damaged = damaged || has_bad_number(&header);
	return &section->header;
}

void folded_sections_free(struct sections *sections)
{
	for (size_t i = 0; i < sections->count; i++)
		fg_header_free(&sections->items[i].header);
	free(sections->items);
	*sections = (struct sections){ 0 };
}

/* The header, or the headers, before some lines, and what they describe. */
struct group {
	struct fg_header header;
	uint64_t line; /* of the first header; 0: none */
	bool has_lines, lost;
	struct fg_number weight[2];
};

struct reading {
	struct sections_sum *sum;
	uint64_t result_line; /* of its first header; 0: none yet */
	const char *name;
	struct fg_diag *diag;
	struct group group; /* the group of the current lines */
	struct group front; /* lines before all headers */
	bool told_metric;
};

static void add_lines(struct group *group, bool has_lines, bool lost,
		      const struct fg_number weight[2])
{
	group->has_lines |= has_lines;
	group->lost |= lost;
	for (unsigned c = 0; c < 2; c++)
		group->lost |= !fg_number_add(&group->weight[c], weight[c]);
}

/* Whether the total of the header has room for the lines before it, too. */
static bool takes_front(const struct group *group, const struct group *front)
{
	struct fg_number sum = group->weight[0], total;
	unsigned scale;

	if (!fg_header_number(&group->header, "total", &total) || group->lost ||
	    front->lost || !fg_number_add(&sum, front->weight[0]))
		return false;
	scale = sum.scale > total.scale ? sum.scale : total.scale;
	return fg_number_refine(&sum, scale) &&
	       fg_number_refine(&total, scale) && sum.units <= total.units;
}

static void meet_front(struct reading *r)
{
	struct group *front = &r->front;

	if (!front->has_lines)
		return;
	if (takes_front(&r->group, front))
		add_lines(&r->group, true, false, front->weight);
	else
		fg_note(r->diag, (struct fg_loc){ r->name, r->group.line },
			"the lines before this header do not say what they "
			"count; they are read as its lines");
	front->has_lines = false;
}

/*
 * Checks headers of one profile. Unlike units must not be added up; unlike
 * metrics of one unit may be intended.
 */
static fg_status check(struct reading *r, const struct fg_header *old,
		       uint64_t old_line, const struct fg_header *new,
		       uint64_t line)
{
	struct fg_loc loc = { r->name, line };
	bool alike = fg_header_alike(old, new);
	char *before = fg_header_what(old), *now = fg_header_what(new);
	fg_status status = FG_OK;

	if (!alike)
		status = fg_fail(r->diag, FG_EINPUT, loc,
				 "the weights are %s from here on, those from "
				 "line %" PRIu64 " on are %s: unlike units "
				 "are not added up",
				 now, old_line, before);
	else if (fg_header_other_metric(old, new) && !r->told_metric)
		fg_warn(r->diag, loc,
			"the weights are %s from here on, those from line "
			"%" PRIu64 " on are %s; they are added up",
			now, old_line, before);
	r->told_metric |= alike && fg_header_other_metric(old, new);
	free(before);
	free(now);
	return status;
}

/* The profile of the group, and the header that is made for it. */
static struct fg_stacks *stacks_of(struct reading *r)
{
	struct sections_sum *sum = r->sum;

	return sum->parts ? folded_parts_find(sum->parts, &r->group.header)
				    ->out.stacks
			  : sum->to;
}

static void add_samples(struct reading *r)
{
	static const char *const prefixes[] = { "before.", "after." };
	struct fg_stacks *to = stacks_of(r);
	struct group *group = &r->group;

	for (unsigned c = 0; c < 2 && !group->lost; c++) {
		const char *prefix = fg_stacks_two_columns(to) ? prefixes[c]
							       : "";
		struct fg_number weight = group->weight[c];
		struct fg_samples samples = fg_header_samples(
			&group->header, prefix, weight.units, weight.scale);

		fg_samples_join(fg_stacks_samples(to, c), &samples);
		if (!fg_stacks_two_columns(to))
			return;
	}
}

/* Adds the group's header to those of its metric. */
static fg_status join_group(struct reading *r)
{
	struct group *group = &r->group;
	struct fg_header *result = r->sum->header;
	uint64_t *line = &r->result_line;
	fg_status status = FG_OK;

	if (r->sum->parts) {
		struct folded_part *part =
			folded_parts_find(r->sum->parts, &group->header);

		result = &part->out.header;
		line = &part->line;
	}
	if (*line == 0) {
		fg_header_copy(result, &group->header);
		*line = group->line;
		return FG_OK;
	}
	status = check(r, result, *line, &group->header, group->line);
	fg_header_join(result, &group->header);
	return status;
}

/* Ends a group: all lines that its header describes were seen. */
static fg_status end_group(struct reading *r)
{
	struct group *group = &r->group;
	fg_status status = FG_OK;

	if (group->line == 0)
		return FG_OK;
	meet_front(r);
	add_samples(r);
	status = join_group(r);
	fg_header_free(&group->header);
	*group = (struct group){ 0 };
	return status;
}

/* Whether the header is of the group's metric, or may be by mistake. */
static bool is_of_group(const struct reading *r, const struct fg_header *header)
{
	const struct folded_parts *parts = r->sum->parts;

	return !parts || !parts->is_announced ||
	       folded_parts_same(&r->group.header, header);
}

static void begin_group(struct reading *r, const struct section *section)
{
	static const char *const keys[] = { "time", "length", "thread" };

	r->group = (struct group){ .line = section->line };
	fg_header_copy(&r->group.header, &section->header);
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		fg_header_set(&r->group.header, keys[i], (fg_str){ 0 });
}

static fg_status meet_header(struct reading *r, const struct section *section)
{
	struct group *group = &r->group;
	const struct fg_header *header = &section->header;
	bool is_part = fg_header_is_section(header) && is_of_group(r, header);
	fg_status status = FG_OK;

	if (section->damaged)
		fg_warn(r->diag, (struct fg_loc){ r->name, section->line },
			"damaged header: a word without a value, a key that "
			"comes twice, or an invalid number");
	if (group->line == 0)
		r->front = *group;
	else if (is_part || (!group->has_lines && is_of_group(r, header)))
		status = check(r, &group->header, group->line, header,
			       section->line);
	if (group->line > 0 && is_part)
		return status;
	if (group->line > 0 && !group->has_lines && is_of_group(r, header)) {
		fg_header_join(&group->header, header);
		return status;
	}
	status = end_group(r);
	begin_group(r, section);
	return status;
}

/*
 * Checks whether sort brought all headers to the top, where times mean
 * nothing.
 */
static void check_sorted(const struct sections *sections, struct reading *r)
{
	size_t times = 0;

	for (size_t i = 0; i < sections->count; i++) {
		const struct section *s = &sections->items[i];

		times += s->has_header && fg_header_is_section(&s->header);
		if (s->has_lines && times < 2)
			return;
		if (s->has_lines && times > 1) {
			r->sum->is_sorted = true;
			fg_warn(r->diag, (struct fg_loc){ r->name, 0 },
				"the headers of its time sections are "
				"together, as after sort: the sections are "
				"lost, and their sum is used");
			return;
		}
	}
}

fg_status folded_sections_end(const struct sections *sections,
			      struct sections_sum *sum, const char *name,
			      struct fg_diag *diag)
{
	struct reading r = { .sum = sum, .name = name, .diag = diag };
	fg_status status = FG_OK;

	for (size_t i = 0; i < sections->count && status == FG_OK; i++) {
		const struct section *s = &sections->items[i];

		if (s->has_header)
			status = meet_header(&r, s);
		add_lines(&r.group, s->has_lines, s->lost, s->weight);
	}
	if (status == FG_OK)
		status = end_group(&r);
	if (status == FG_OK)
		check_sorted(sections, &r);
	fg_header_free(&r.group.header);
	return status;
}
