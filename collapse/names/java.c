/* SPDX-License-Identifier: MIT */
#include "java.h"

#include "fg/text.h"
#include "input/scan.h"

/* Whether a class, a method, a module or its version may have this byte. */
static bool is_name(char c)
{
	return fg_is_digit(c) || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80 ||
	       (c != '\0' && memchr("_$.-<>/@+:", c, 10));
}

static bool is_method(fg_str name)
{
	for (size_t i = 0; i < name.n; i++) {
		if (!is_name(name.p[i]))
			return false;
	}
	return fg_find_char(name, '.') < name.n && *name.p != '.' &&
	       name.p[name.n - 1] != '.';
}

/*
 * Whether there is a package with dots: "java.lang.Thread.run", not
 * "Thread.run".
 */
static bool has_package(fg_str method)
{
	return fg_find_char(method, '.') != fg_rfind_char(method, '.');
}

/*
 * The length of "loader/module@version/", "loader//" or "module/". 0 for a
 * package with slashes, and for the number in the name of a hidden class.
 */
static size_t module_length(fg_str name)
{
	size_t length = 0;

	for (size_t i = 0; i + 1 < name.n; i++) {
		if (name.p[i] == '/' && !fg_is_digit(name.p[i + 1]))
			length = i + 1;
	}
	if (has_package(scan_from(name, length)) ||
	    fg_find_char(name, '@') < name.n || fg_contains(name, FG_STR("//")))
		return length;
	return 0;
}

static fg_str without_end_slash(fg_str module)
{
	while (module.n > 0 && module.p[module.n - 1] == '/')
		module.n--;
	return module;
}

static void read_source(fg_str text, struct native_frame *frame)
{
	size_t paren = fg_find_char(text, '(');
	fg_str place = fg_slice(text, 0, paren);
	size_t slash = scan_rfind(place, FG_STR("/"));

	/*
	 * older versions have the module here: "java.base@17/Thread.java:833"
	 */
	if (slash < place.n) {
		if (frame->module.n == 0)
			frame->module = fg_slice(place, 0, slash);
		place = scan_from(place, slash + 1);
	}
	(void)native_read_source(place, frame);
}

/* Cuts off the archive of a class, which loggers add: ") ~[app.jar!/:1.0]". */
static fg_str without_archive(fg_str line)
{
	size_t bracket, tilde;
	fg_str frame;

	if (!fg_ends_with(line, FG_STR("]")))
		return line;
	bracket = scan_rfind(line, FG_STR(" ["));
	tilde = scan_rfind(line, FG_STR(" ~["));
	if (tilde < bracket || bracket == line.n)
		bracket = tilde;
	frame = fg_trim(fg_slice(line, 0, bracket));
	return fg_ends_with(frame, FG_STR(")")) ? frame : line;
}

/*
 * The end of a name with blanks like Kotlin's `my test`, which only the source
 * position after it distinguishes from prose; 0 for other text.
 */
static size_t spaced_length(fg_str line)
{
	struct native_frame place = { 0 };
	size_t paren = fg_rfind_char(line, '('), dot;
	fg_str name = fg_slice(line, 0, paren), method;

	if (paren == line.n)
		return 0;
	dot = fg_rfind_char(name, '.');
	method = scan_from(name, dot + (dot < name.n));
	if (method.n == 0 || fg_trim(method).n != method.n ||
	    !is_method(fg_slice(name, 0, dot + 2)))
		return 0;
	read_source(fg_slice(line, paren + 1, line.n - 1), &place);
	return place.line > 0 ? paren : 0;
}

/* The end of the method's name; 0 when there is none. */
static size_t name_length(fg_str line)
{
	size_t paren = fg_find_char(line, '(');
	fg_str name = fg_slice(line, 0, paren);

	if (paren == line.n || name.n == 0)
		return 0;
	return is_method(name) ? paren : spaced_length(line);
}

bool java_frame(fg_str line, struct native_frame *frame)
{
	size_t paren, module;
	fg_str name;

	line = fg_trim(line);
	if (!scan_text(&line, FG_STR("at ")))
		return false;
	line = without_archive(line);
	if (!fg_ends_with(line, FG_STR(")")))
		return false;
	paren = name_length(line);
	if (paren == 0)
		return false;
	name = fg_slice(line, 0, paren);
	module = module_length(name);
	if (module > 0)
		frame->module = without_end_slash(fg_slice(name, 0, module));
	frame->name = scan_from(name, module);
	read_source(fg_slice(line, paren + 1, line.n - 1), frame);
	return true;
}
