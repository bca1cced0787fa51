/* SPDX-License-Identifier: MIT */
#include "gperftools_lines.h"

#include "fg/text.h"

static struct fg_loc place(struct gperftools_run *r, fg_str line)
{
	struct fg_loc loc = fg_lines_whole(r->c->in);

	if (!r->counted || line.p < r->counted) {
		r->counted = r->input.p;
		r->line = 1;
	}
	for (; r->counted < line.p; r->counted++)
		r->line += *r->counted == '\n';
	loc.line = r->line;
	return loc;
}

void gperftools_known_row(struct gperftools_run *r, fg_str line)
{
	stray_known(&r->rows, line);
}

void gperftools_strange_row(struct gperftools_run *r, fg_str line)
{
	stray_add(&r->rows, line, place(r, line));
}

/* A map, "build=/srv/demo", or a comment; Go's counters are comments. */
static bool is_known(struct gperftools_run *r, fg_str line)
{
	line = fg_trim(line);
	return line.n == 0 || *line.p == '#' ||
	       fg_starts_with(line, FG_STR("build=")) ||
	       gperftools_places_map(&r->places, line);
}

void gperftools_read_maps(struct gperftools_run *r, fg_str lines)
{
	while (lines.p) {
		fg_str line = fg_trim_end(fg_cut(&lines, '\n'));

		if (is_known(r, line))
			stray_known(&r->tail, line);
		else
			stray_add(&r->tail, line, place(r, line));
	}
}

/* Systems other than Linux have maps of other forms, which are no profiles. */
void gperftools_tell_lines(struct gperftools_run *r)
{
	stray_tell(&r->rows, r->c->diag, true);
	stray_tell(&r->tail, r->c->diag, false);
}
