/* SPDX-License-Identifier: MIT */
/*
 * Stack traces of Java exceptions in a log, with any text between them: one
 * frame per line, the leaf first.
 *
 *	2026-01-15 10:20:30 ERROR something failed
 *	java.lang.IllegalStateException: boom
 *		at com.example.app.Worker.spin(Worker.java:42)
 *		at com.example.app.Main.main(Main.java:10)
 *	Caused by: java.lang.NullPointerException: null
 *		at com.example.app.Deep.er(Deep.java:7)
 *		... 2 more
 *
 * A cause is a separate stack, without the frames that Java left out. Only the
 * line about these shows that a trace is whole: nearly every cause has it.
 */
#include "fg/text.h"
#include "input/scan.h"
#include "names/java.h"
#include "sample/stack_dump.h"

static int detect(fg_str head)
{
	fg_str line;

	while (scan_line(&head, &line)) {
		struct native_frame frame = { 0 };

		if (java_frame(line, &frame))
			return BID_WEAK + 5;
	}
	return BID_NO;
}

static void read_line(struct dump *d, fg_str line)
{
	struct native_frame frame = { 0 };

	if (java_frame(line, &frame)) {
		dump_push_native(d, &frame);
	} else if (!fg_contains(line, FG_STR("waiting on"))) {
		dump_end(d);
		/* until its "... 2 more", or a line of the log */
		d->open = fg_starts_with(fg_trim(line), FG_STR("Caused by: "));
	}
}

static fg_status parse(struct collapse *c)
{
	struct dump d = { 0 };

	return dump_read(&d, c, read_line);
}

const struct format format_javaexceptions = {
	.name = "javaexceptions",
	.summary = "stack traces of Java exceptions, in a log",
	.has = HAS_MODULES | HAS_SOURCE,
	.unit = "samples",
	.detect = detect,
	.parse = parse,
};
