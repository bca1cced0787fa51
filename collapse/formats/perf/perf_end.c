/* SPDX-License-Identifier: MIT */
#include "perf_end.h"

#include "fg/text.h"
#include "input/scan.h"
#include "perf_line.h"

bool perf_end_is_whole(fg_str line)
{
	fg_str before;
	size_t start, path;

	line = fg_trim_end(line);
	start = perf_module_start(line);
	if (start + 1 >= line.n ||
	    (line.p[start + 1] != '/' && line.p[start + 1] != '['))
		return false;
	/* a cut "(/opt/a (b) c)" may be "(/opt/a (b)" */
	before = fg_slice(line, 0, start);
	path = perf_last_path(before);
	return path == before.n || scan_group_end(before, path) > 0;
}

static bool is_frame(fg_str line)
{
	fg_str time, address, text;

	return !perf_find_time(line, &time) &&
	       perf_split_frame(line, &address, &text) &&
	       perf_module_start(text) < text.n;
}

bool perf_end_goes_on(fg_str before, fg_str part)
{
	bool is_indented = fg_is_blank(*part.p);

	if (*part.p == '\t' || before.n == 0)
		return is_indented;
	/* " ABI:" and branches come after a whole chain, " a.c:7" inside it */
	if (*before.p == '\t')
		return is_indented && (part.n == 1 || fg_is_blank(part.p[1]));
	/* all headers are padded if they have frames on their lines */
	if (fg_is_blank(*before.p))
		return is_indented && is_frame(before);
	return is_indented || is_frame(before);
}
