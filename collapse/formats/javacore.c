/* SPDX-License-Identifier: MIT */
/*
 * Javacores, the dumps of IBM's and OpenJ9's JVM at SIGQUIT, any number of
 * them one after the other: one frame per line, the leaf first.
 *
 *	0SECTION       THREADS subcomponent dump routine
 *	3XMTHREADINFO      "Worker-2" J9VMThread:0x0, omrthread_t:0x0, state:R
 *	3XMTHREADINFO1            (native thread ID:0x3159, native priority:0x5)
 *	3XMTHREADINFO3           Java callstack:
 *	4XESTACKTRACE                at com/acme/Foo.bar(Foo.java:12)
 *	5XESTACKTRACE                   (entered lock: java/lang/Object@0x1)
 *	4XESTACKTRACE                at com/acme/Main.main(Main.java:12)
 *	3XMTHREADINFO3           Native callstack:
 *	4XENATIVESTACK               (0x00007FF0 [libj9thr29.so+0x1234])
 *
 * Threads without Java frames are left out; all others are kept, in any state.
 */
#include "fg/text.h"
#include "input/scan.h"
#include "names/java.h"
#include "sample/stack_dump.h"

static int detect(fg_str head)
{
	fg_str line;

	while (scan_line(&head, &line)) {
		fg_str tag = scan_word(&line);

		if (line.n > 0 && (fg_equal(tag, FG_STR("0SECTION")) ||
				   fg_equal(tag, FG_STR("1TISIGINFO")) ||
				   fg_equal(tag, FG_STR("3XMTHREADINFO"))))
			return BID_SURE;
	}
	return BID_NO;
}

/* "Worker-2" J9VMThread:0x0, ...; or Anonymous native thread */
static fg_str thread_name(fg_str text)
{
	text = fg_trim(text);
	if (!scan_text(&text, FG_STR("\"")))
		return text;
	return scan_before_last(text, FG_STR("\""));
}

/* (native thread ID:0x3159, native priority:0x5, ...) */
static fg_str thread_number(fg_str text)
{
	const fg_str mark = FG_STR("native thread ID:");
	size_t at = fg_find(text, mark);

	if (at == text.n)
		return FG_STR("");
	text = scan_from(text, at + mark.n);
	text.n = fg_find_char(text, ',');
	return text;
}

/* "NULL", or "1XHEXCPCODE": a level, and the name of a kind of line. */
static bool is_tag(fg_str word)
{
	return word.n == 0 || fg_equal(word, FG_STR("NULL")) ||
	       (word.n > 2 && fg_is_digit(*word.p) && word.p[1] >= 'A' &&
		word.p[1] <= 'Z' && word.p[2] >= 'A' && word.p[2] <= 'Z');
}

static void read_line(struct dump *d, fg_str line)
{
	struct native_frame frame = { 0 };
	fg_str tag = scan_word(&line);

	if (fg_equal(tag, FG_STR("3XMTHREADINFO"))) {
		dump_end(d);
		dump_thread(d, thread_name(line), FG_STR(""));
	} else if (fg_equal(tag, FG_STR("3XMTHREADINFO1"))) {
		d->thread.number.n = 0;
		fg_buffer_append(&d->thread.number, thread_number(line));
	} else if (fg_equal(tag, FG_STR("4XESTACKTRACE")) &&
		   java_frame(line, &frame)) {
		dump_push_native(d, &frame);
	} else if (!is_tag(tag)) {
		dump_other(d);
	}
}

static fg_status parse(struct collapse *c)
{
	struct dump d = { .thread_root = true, .alone = true };

	return dump_read(&d, c, read_line);
}

const struct format format_javacore = {
	.name = "javacore",
	.summary = "javacores of IBM's and OpenJ9's JVM",
	.has = HAS_THREADS | HAS_TIDS | HAS_THREAD_ROOTS | HAS_MODULES |
	       HAS_SOURCE,
	.unit = "samples",
	.detect = detect,
	.parse = parse,
};
