/* SPDX-License-Identifier: MIT */
/*
 * Repeated thread dumps of HotSpot, by jstack, jcmd Thread.print or SIGQUIT:
 * one frame per line, the leaf first.
 *
 *	2026-01-15 10:20:30
 *	Full thread dump OpenJDK 64-Bit Server VM (17.0.2+8 mixed mode):
 *
 *	"pool-1-thread-7" #31 prio=5 tid=0x00007f11e0027000 nid=0x1b03 runnable
 *	   java.lang.Thread.State: RUNNABLE
 *		at com.example.app.Worker.spin(Worker.java:42)
 *		- locked <0x000000071a2b3c48> (a java.lang.Object)
 *		at java.lang.Thread.run(java.base@17.0.2/Thread.java:833)
 *
 *	JNI global refs: 16, weak refs: 0
 *
 * The line about JNI is the last of a dump, but for deadlocks that were found
 * and, after SIGQUIT, the heap. JDK 8 has "JNI global references: 16".
 *
 * Only running threads are kept, unless --keep-idle is given. HotSpot also
 * calls threads runnable that wait in the kernel.
 */
#include <inttypes.h>

#include "fg/text.h"
#include "input/scan.h"
#include "names/java.h"
#include "sample/stack_dump.h"

/* Dumps that have a title, but not the line about JNI. */
struct reader {
	bool titled; /* inside a dump with a title */
	struct fg_loc title; /* its place */
	struct fg_loc first; /* of the first such dump */
	uint64_t unfinished;
};

/* Threads of the JVM itself. */
static const char *const background[] = {
	"C1 CompilerThread", "C2 CompilerThread", "Signal Dispatcher",
	"Service Thread",    "Attach Listener",	  NULL,
};

/* Functions that wait, even in a thread that is called runnable. */
static const char *const waiting[] = {
	"epollWait",
	"EPoll.wait",
	"KQueue.poll",
	"WEPoll.wait",
	"Net.poll",
	"Net.accept",
	"socketAccept",
	"socketRead0",
	"accept0",
	"Unsafe.park",
	"Dispatcher.read0",
	"SelectorImpl.poll0",
	"SubSelector.poll0",
	"waitForReferencePendingList",
	NULL,
};

/* '"main" #1 prio=5 os_prio=0 tid=0x00007f11e0027000 nid=0x1b03 runnable' */
static bool parse_thread(fg_str line, fg_str *name, fg_str *number)
{
	size_t quote, tid;
	fg_str rest;

	if (!scan_text(&line, FG_STR("\"")))
		return false;
	quote = scan_rfind(line, FG_STR("\" "));
	if (quote == line.n)
		return false;
	*name = fg_slice(line, 0, quote);
	rest = scan_from(line, quote + 1);
	tid = fg_find(rest, FG_STR(" nid="));
	*number = tid == rest.n ? FG_STR("") : scan_from(rest, tid + 5);
	*number = scan_word(number);
	return tid < rest.n || fg_contains(rest, FG_STR(" tid=")) ||
	       fg_contains(rest, FG_STR("prio="));
}

static bool parse_state(fg_str line, fg_str *state)
{
	scan_blanks(&line);
	if (!scan_text(&line, FG_STR("java.lang.Thread.State:")))
		return false;
	*state = scan_word(&line);
	return true;
}

static int detect(fg_str head)
{
	fg_str line, name, number;

	while (scan_line(&head, &line)) {
		if (fg_starts_with(line, FG_STR("Full thread dump ")))
			return BID_SURE;
		if (parse_thread(line, &name, &number))
			return BID_LIKELY + 25;
	}
	return BID_NO;
}

/*
 * The common name of the threads of a pool: "pool-1-thread" of
 * "pool-1-thread-7".
 */
static fg_str pool_name(const struct dump *d, fg_str name)
{
	size_t n = name.n;

	while (n > 0 && fg_is_digit(name.p[n - 1]))
		n--;
	if (n == name.n || n < 2 || name.p[n - 1] != '-' ||
	    d->c->options->per_thread)
		return name;
	return fg_slice(name, 0, n - 1);
}

/* Begins a thread; it counts as waiting until its state is seen. */
static void begin_thread(struct dump *d, fg_str name, fg_str number)
{
	dump_end(d);
	dump_thread(d, pool_name(d, name), number);
	d->waits = true;
	d->open = true; /* a blank line ends it */
}

static void read_state(struct dump *d, fg_str state)
{
	fg_str name = fg_buffer_text(&d->thread.name);

	if (fg_equal(state, FG_STR("RUNNABLE")) &&
	    !scan_starts_with_any(name, background))
		d->waits = false;
}

/* Ends a dump without its last line. */
static void end_unfinished(struct reader *r)
{
	if (r->titled && r->unfinished++ == 0)
		r->first = r->title;
	r->titled = false;
}

/* The first or the last line of a dump. */
static bool read_title(struct dump *d, fg_str line)
{
	struct reader *r = d->state;

	if (fg_starts_with(line, FG_STR("Full thread dump "))) {
		end_unfinished(r);
		r->titled = true;
		r->title = fg_lines_loc(d->c->in);
		return true;
	}
	if (!fg_starts_with(line, FG_STR("JNI global ref")))
		return false;
	r->titled = false;
	return true;
}

static void end_input(struct dump *d)
{
	struct reader *r = d->state;

	/* an end inside a thread is told anyway */
	if (d->open || fg_lines_no_end(d->c->in))
		r->titled = false;
	end_unfinished(r);
	if (r->unfinished > 0)
		fg_doubt(d->c->diag, r->first,
			 "this dump may have been cut: its last line is "
			 "missing, 'JNI global refs'; such dumps: %" PRIu64,
			 r->unfinished);
}

static void read_line(struct dump *d, fg_str line)
{
	struct native_frame frame = { 0 };
	fg_str name, number, state;

	if (parse_thread(line, &name, &number)) {
		begin_thread(d, name, number);
	} else if (parse_state(line, &state)) {
		read_state(d, state);
	} else if (java_frame(line, &frame)) {
		d->waits |= scan_ends_with_any(frame.name, waiting);
		dump_push_native(d, &frame);
	} else if (fg_trim(line).n == 0) {
		/* the next lines belong to no thread until one is named */
		dump_end(d);
		d->unwanted = true;
	} else if (fg_starts_with(line, FG_STR("\tat "))) {
		dump_damaged(d);
	} else if (!read_title(d, line)) {
		dump_other(d);
	}
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { 0 };
	struct dump d = { .thread_root = true, .state = &r, .last = end_input };

	return dump_read(&d, c, read_line);
}

const struct format format_jstack = {
	.name = "jstack",
	.summary = "thread dumps of HotSpot: jstack, jcmd, SIGQUIT",
	.has = HAS_THREADS | HAS_TIDS | HAS_THREAD_ROOTS | HAS_IDLE_THREADS |
	       HAS_MODULES | HAS_SOURCE,
	.unit = "samples",
	.detect = detect,
	.parse = parse,
};
