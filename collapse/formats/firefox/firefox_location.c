/* SPDX-License-Identifier: MIT */
#include "firefox_location.h"

#include "fg/text.h"
#include "input/scan.h"

bool firefox_location_address(fg_str text, uint64_t *address)
{
	fg_str rest = text;

	return scan_hex(&rest, address) && rest.n == 0;
}

/* Cuts off the number of the source: "...:14)[10]". */
static fg_str without_source(fg_str text)
{
	size_t open = fg_rfind_char(text, '[');

	if (!fg_ends_with(text, FG_STR("]")) || open == text.n ||
	    !scan_is_number(fg_slice(text, open + 1, text.n - 1)))
		return text;
	return fg_slice(text, 0, open);
}

/* A script that another one loaded is "LOADER -> SCRIPT". */
static fg_str last_script(fg_str uri)
{
	const fg_str arrow = FG_STR(" -> ");
	size_t at = scan_rfind(uri, arrow);

	return at == uri.n ? uri : scan_from(uri, at + arrow.n);
}

/* Tells "file:///srv/page.html:3" from "Task::Run:3". */
static bool is_script(fg_str uri)
{
	return fg_find_char(uri, '/') < uri.n ||
	       fg_starts_with(uri, FG_STR("self-hosted"));
}

/* "FILE:LINE:COLUMN" of a script. */
static bool read_script(fg_str uri, struct native_frame *frame)
{
	return is_script(uri) && native_read_source(last_script(uri), frame);
}

/* "malloc (in libmozglue.so) (memory.c:31)", "malloc (in libmozglue.so) + 5" */
static bool read_symbol(fg_str text, struct native_frame *frame)
{
	const fg_str in = FG_STR(" (in ");
	size_t at = scan_rfind(text, in);
	fg_str rest, module;

	if (at == text.n)
		return false;
	rest = scan_from(text, at + in.n);
	module = fg_cut(&rest, ')');
	if (!rest.p)
		return false;
	frame->name = fg_slice(text, 0, at);
	frame->module = module;
	if (scan_text(&rest, FG_STR(" (")) && fg_ends_with(rest, FG_STR(")")))
		(void)native_read_source(fg_slice(rest, 0, rest.n - 1), frame);
	return true;
}

/* "NAME (FILE:LINE:COLUMN)" */
static bool read_function(fg_str text, struct native_frame *frame)
{
	const fg_str open = FG_STR(" (");
	size_t at = scan_rfind(text, open);

	if (at == text.n || at == 0 || !fg_ends_with(text, FG_STR(")")) ||
	    !read_script(fg_slice(text, at + open.n, text.n - 1), frame))
		return false;
	frame->name = fg_slice(text, 0, at);
	return true;
}

void firefox_location_read(fg_str text, struct native_frame *frame,
			   struct fg_buffer *room)
{
	fg_str place = without_source(text);

	if (read_symbol(place, frame) || read_function(place, frame))
		return;
	frame->name = text;
	place = last_script(place);
	if (fg_find_char(place, ' ') < place.n || !read_script(place, frame))
		return;
	room->n = 0;
	fg_buffer_append(room, FG_STR("(root scope) "));
	fg_buffer_append(room, frame->file);
	frame->name = fg_buffer_text(room);
}
