/* SPDX-License-Identifier: MIT */
/*
 * svg-frames [FILE]: what a flame graph shows, as facts that a test compares.
 *
 *	y	x	width	fill	fg:x	fg:w	label	title
 *	69	10.0	1180.0	rgb(213,39,9)	0	15	all	all (15 samples, 100%)
 *
 * One line a frame, in the order of the file, then one line for each text
 * outside the frames: "text", id, content. With -q nothing is printed, the
 * document is only checked, as it is without -q: it must be well-formed; a
 * frame is a group of a title, a rect and perhaps a text, in this order (and
 * in a differential picture perhaps hatching behind the rect); it
 * lies inside the picture and on a frame of the row before; its label can be
 * read (contrast of 4.5) and is not empty. Status 1 when that is not so.
 */
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

struct frame {
	double x, y, width;
	xmlNode *group;
};

struct checker {
	xmlXPathContext *xpath;
	const char *name;
	double width, height, row;
	struct frame *frames;
	size_t count;
	unsigned faults;
};

__attribute__((format(printf, 2, 3))) static void fault(struct checker *c,
							const char *fmt, ...)
{
	va_list args;

	c->faults++;
	fprintf(stderr, "%s: ", c->name);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fprintf(stderr, "\n");
}

/* "fg:NAME" is in the namespace of exact positions. */
static char *attribute(xmlNode *node, const char *name)
{
	const char *space = "http://github.com/jonhoo/inferno";

	if (strncmp(name, "fg:", 3) == 0)
		return (char *)xmlGetNsProp(node, (const xmlChar *)name + 3,
					    (const xmlChar *)space);
	return (char *)xmlGetNoNsProp(node, (const xmlChar *)name);
}

static double number(xmlNode *node, const char *name)
{
	char *text = attribute(node, name), *end = text;
	double value = text ? strtod(text, &end) : NAN;

	if (text && (*end != '\0' || end == text))
		value = NAN;
	xmlFree(text);
	return value;
}

static bool is_element(const xmlNode *node, const char *name)
{
	return node && strcmp((const char *)node->name, name) == 0;
}

/* One field of a line: TAB, LF and backslash escaped. */
static void print_field(const char *text, char end)
{
	for (; text && *text; text++) {
		switch (*text) {
		case '\t':
			fputs("\\t", stdout);
			break;
		case '\n':
			fputs("\\n", stdout);
			break;
		case '\r':
			fputs("\\r", stdout);
			break;
		case '\\':
			fputs("\\\\", stdout);
			break;
		default:
			putchar(*text);
		}
	}
	putchar(end);
}

static void print_attribute(xmlNode *node, const char *name)
{
	char *text = attribute(node, name);

	print_field(text, '\t');
	xmlFree(text);
}

static void print_content(xmlNode *node, char end)
{
	char *text = node ? (char *)xmlNodeGetContent(node) : NULL;

	print_field(text, end);
	xmlFree(text);
}

static double linear(double c)
{
	c /= 255;
	return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static bool is_legible(const char *fill, bool white)
{
	unsigned r, g, b;
	double l;

	if (!fill || sscanf(fill, "rgb(%u,%u,%u)", &r, &g, &b) != 3)
		return false;
	l = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) + 0.05;
	return (white ? 1.05 / l : l / 0.05) >= 4.5;
}

static void check_label(struct checker *c, xmlNode *rect, xmlNode *text)
{
	char *content = (char *)xmlNodeGetContent(text);
	char *fill = attribute(rect, "fill"), *ink = attribute(text, "fill");

	if (!*content)
		fault(c, "empty label");
	if (ink && strcmp(ink, "#fff") != 0)
		fault(c, "unknown colour of a label: %s", ink);
	if (!is_legible(fill, ink != NULL))
		fault(c, "label '%s' on %s cannot be read", content, fill);
	xmlFree(content);
	xmlFree(fill);
	xmlFree(ink);
}

static void check_place(struct checker *c, const struct frame *f, double height)
{
	if (!(f->x >= 9.95 && f->x + f->width <= c->width - 9.95))
		fault(c, "frame at x %g, width %g leaves the picture", f->x,
		      f->width);
	if (!(f->y >= 0 && f->y + height <= c->height))
		fault(c, "frame at y %g leaves the picture", f->y);
}

/* What stands behind the rect, or behind its hatching. */
static xmlNode *label_of(xmlNode *rect)
{
	xmlNode *next = xmlNextElementSibling(rect);
	char *fill = next ? attribute(next, "fill") : NULL;

	if (next && is_element(next, "rect") && fill &&
	    strcmp(fill, "url(#fg-hatch)") == 0)
		next = xmlNextElementSibling(next);
	xmlFree(fill);
	return next;
}

static void read_frame(struct checker *c, xmlNode *group, bool print)
{
	xmlNode *title = xmlFirstElementChild(group);
	xmlNode *rect = title ? xmlNextElementSibling(title) : NULL;
	xmlNode *text = rect ? label_of(rect) : NULL;
	struct frame *f = &c->frames[c->count++];
	static const char *const facts[] = { "y",    "x",    "width",
					     "fill", "fg:x", "fg:w" };

	f->group = group;
	f->x = number(rect, "x");
	f->y = number(rect, "y");
	f->width = number(rect, "width");
	if (!is_element(title, "title") || !is_element(rect, "rect") ||
	    (text &&
	     (!is_element(text, "text") || xmlNextElementSibling(text))))
		fault(c, "frame %zu is not title, rect, text", c->count);
	check_place(c, f, number(rect, "height"));
	if (text)
		check_label(c, rect, text);
	for (size_t i = 0; print && i < sizeof facts / sizeof *facts; i++)
		print_attribute(rect, facts[i]);
	if (print) {
		print_content(text, '\t');
		print_content(title, '\n');
	}
}

static xmlXPathObject *find(struct checker *c, const char *path)
{
	xmlXPathObject *found = xmlXPathEval((const xmlChar *)path, c->xpath);

	if (!found) {
		fprintf(stderr, "%s: cannot evaluate %s\n", c->name, path);
		exit(2);
	}
	return found;
}

static size_t count_of(const xmlXPathObject *found)
{
	return found->nodesetval ? (size_t)found->nodesetval->nodeNr : 0;
}

static int by_row(const void *a, const void *b)
{
	const struct frame *x = a, *y = b;

	if (x->y != y->y)
		return x->y < y->y ? -1 : 1;
	return x->x < y->x ? -1 : x->x > y->x;
}

/* Every frame but the root stands on one of the next row and inside it. */
static void check_rows(struct checker *c, bool inverted)
{
	size_t below = 0;

	qsort(c->frames, c->count, sizeof *c->frames, by_row);
	for (size_t i = 0; i < c->count; i++) {
		const struct frame *f = &c->frames[i], *on;
		double y = inverted ? f->y - c->row : f->y + c->row;

		if (i > 0 && f[-1].y == f->y &&
		    f[-1].x + f[-1].width > f->x + 0.01)
			fault(c, "frames overlap at x %g, y %g", f->x, f->y);
		if (i == (inverted ? 0 : c->count - 1))
			continue;
		if (i == 0 || f[-1].y != f->y) {
			for (below = 0; below < c->count; below++) {
				if (fabs(c->frames[below].y - y) < 0.01)
					break;
			}
		}
		while (below + 1 < c->count &&
		       fabs(c->frames[below + 1].y - y) < 0.01 &&
		       c->frames[below + 1].x <= f->x + 0.01)
			below++;
		on = below < c->count ? &c->frames[below] : NULL;
		if (!on || f->x < on->x - 0.01 ||
		    f->x + f->width > on->x + on->width + 0.01)
			fault(c, "frame at x %g, y %g stands on nothing", f->x,
			      f->y);
	}
}

static void read_frames(struct checker *c, bool print)
{
	xmlXPathObject *found = find(c, "//*[@id='frames']/*");
	size_t n = count_of(found);
	bool inverted;

	c->frames = calloc(n + 1, sizeof *c->frames);
	if (n > 0)
		c->row = 1 + number(xmlNextElementSibling(xmlFirstElementChild(
					    found->nodesetval->nodeTab[0])),
				    "height");
	for (size_t i = 0; i < n; i++)
		read_frame(c, found->nodesetval->nodeTab[i], print);
	/* the root comes first */
	inverted = n > 1 && c->frames[n - 1].y > c->frames[0].y;
	check_rows(c, inverted);
	free(c->frames);
	xmlXPathFreeObject(found);
}

static void read_texts(struct checker *c, bool print)
{
	xmlXPathObject *found = find(c, "//"
					"s:text[not(ancestor::*[@id='frames'])"
					"]");

	for (size_t i = 0; print && i < count_of(found); i++) {
		xmlNode *text = found->nodesetval->nodeTab[i];

		fputs("text\t", stdout);
		print_attribute(text, "id");
		print_content(text, '\n');
	}
	xmlXPathFreeObject(found);
}

static int check(struct checker *c, xmlDoc *doc, bool print)
{
	xmlNode *root = xmlDocGetRootElement(doc);

	c->xpath = xmlXPathNewContext(doc);
	xmlXPathRegisterNs(c->xpath, (const xmlChar *)"s",
			   (const xmlChar *)"http://www.w3.org/2000/svg");
	c->width = number(root, "width");
	c->height = number(root, "height");
	if (!is_element(root, "svg") || !(c->width > 0 && c->height > 0))
		fault(c, "no svg with a size");
	read_frames(c, print);
	read_texts(c, print);
	xmlXPathFreeContext(c->xpath);
	return c->faults ? 1 : 0;
}

int main(int argc, char **argv)
{
	bool quiet = argc > 1 && strcmp(argv[1], "-q") == 0;
	const char *path = argc > 1 + quiet ? argv[1 + quiet] : "-";
	struct checker checker = { .name = path };
	/* no network, and none of the allowances for huge documents */
	xmlDoc *doc = xmlReadFile(path, NULL, XML_PARSE_NONET);
	int status;

	if (!doc)
		return 1;
	status = check(&checker, doc, !quiet);
	xmlFreeDoc(doc);
	xmlCleanupParser();
	return status;
}
