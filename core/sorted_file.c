/* SPDX-License-Identifier: MIT */
/* Reads sorted folded text, a line at a time; sorted.h has an example. */
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/sorted.h"
#include "fg/text.h"
#include "fg/threads.h"
#include "folded_parts.h"
#include "folded_sections.h"
#include "sorted_line.h"

enum { BLOCK_BYTES = (1 << 17) / FG_SHARE_SOONER };

struct fg_sorted_sections {
	struct sections list;
};

/* Takes over the next block; the last stack stays where it is. */
static bool fill(struct fg_sorted_file *file)
{
	struct fg_buffer old = file->blocks[0];
	bool whole;

	file->blocks[0] = file->blocks[1];
	file->blocks[1] = old;
	if (!fg_lines_block(file->in, &file->blocks[0], BLOCK_BYTES, NULL,
			    &whole, NULL))
		return false;
	file->text = fg_buffer_text(&file->blocks[0]);
	return true;
}

/* Counts the lines since the last header as those of its section. */
static void end_section(struct fg_sorted_file *file)
{
	struct sections *list = &file->sections->list;
	struct section *section = &list->items[list->count - 1];

	section->has_lines = file->has_lines;
	for (unsigned c = 0; c < 2; c++)
		section->weight[c].units = file->since;
	file->since = 0;
	file->has_lines = false;
}

/* A line that is no stack: a comment or nothing. False for any other. */
static bool skip(struct fg_sorted_file *file, fg_str line)
{
	struct sections *list = &file->sections->list;
	struct place at = { 0, file->number };
	fg_str text = fg_trim(line);
	const struct fg_header *header;
	size_t before = list->count;

	if (!fg_folded_skips(text))
		return false;
	header = folded_sections_comment(list, text, at);
	/* what sections weigh depends on their place */
	if (header && folded_parts_is_begun(header))
		return false;
	if (list->count > before) {
		list->count--;
		end_section(file);
		list->count++;
		list->items[before].line = file->number;
	}
	return true;
}

static bool take(struct fg_sorted_file *file, const struct sorted_line *line)
{
	struct fg_sorted *to = &file->line;
	size_t shared = fg_common_start(file->stack, line->stack);

	if (!sorted_follows(file->stack, line->stack, shared))
		return false;
	to->rest = line->stack.p + shared;
	to->shared = shared;
	to->n = line->stack.n;
	to->weight = line->weight;
	file->stack = line->stack;
	file->since += line->weight;
	file->total += line->weight;
	file->has_lines = true;
	file->lines++;
	return true;
}

static bool next(struct fg_sorted *source)
{
	struct fg_sorted_file *file = (struct fg_sorted_file *)source;
	struct sorted_line line;

	while (!file->is_unfit && (file->text.n > 0 || fill(file))) {
		fg_str text = fg_cut(&file->text, '\n');

		file->number++;
		if (FG_LIKELY(sorted_line_parse(text, &line))) {
			if (take(file, &line))
				return true;
			file->is_unfit = true;
		} else if (!skip(file, text)) {
			file->is_unfit = true;
		}
	}
	return false;
}

void fg_sorted_file_init(struct fg_sorted_file *file, struct fg_lines *in)
{
	*file = (struct fg_sorted_file){ .in = in, .line.next = next };
	file->sections = fg_calloc(1, sizeof *file->sections);
	folded_sections_block(&file->sections->list, (struct place){ 0, 0 });
}

bool fg_sorted_file_is_whole(const struct fg_sorted_file *file)
{
	return !file->is_unfit && file->total <= UINT64_MAX &&
	       fg_lines_status(file->in) == FG_OK && !fg_lines_cut(file->in);
}

fg_status fg_sorted_file_end(struct fg_sorted_file *file,
			     struct fg_header *header, struct fg_stacks *to,
			     struct fg_diag *diag)
{
	end_section(file);
	return folded_sections_end(&file->sections->list,
				   &(struct sections_sum){ .header = header,
							   .to = to },
				   fg_lines_loc(file->in).file, diag);
}

void fg_sorted_file_free(struct fg_sorted_file *file)
{
	folded_sections_free(&file->sections->list);
	free(file->sections);
	free(file->blocks[0].p);
	free(file->blocks[1].p);
}

bool fg_sorted_is_likely(fg_str head)
{
	enum { ENOUGH = 8 };
	struct sorted_line line;
	fg_str before = { "", 0 };
	size_t lines = 0;

	/* the last line may be cut */
	head.n = fg_rfind_char(head, '\n') < head.n ? fg_rfind_char(head, '\n')
						    : 0;
	while (head.n > 0) {
		fg_str text = fg_cut(&head, '\n');

		if (!sorted_line_parse(text, &line)) {
			if (!fg_folded_skips(fg_trim(text)))
				return false;
			continue;
		}
		if (!sorted_follows(before, line.stack,
				    fg_common_start(before, line.stack)))
			return false;
		before = line.stack;
		lines++;
	}
	return lines >= ENOUGH;
}
