/* SPDX-License-Identifier: MIT */
/*
 * The output of perf script: samples, each with a header, a call chain (leaf
 * first) and a blank line.
 *
 *	cpp 18864/18866 [001]   909.314179:    1001001 cpu-clock:
 *		    55c5c114be55 Functor::operator()(int) const+0x19 (/opt/cpp)
 *		    55c5c114bcbd main+0x6ac (/opt/cpp)
 *		ffffffff8156bad0 put_ctx+0x0 ([kernel.kallsyms])
 *
 *	cpp 18864/18866 [001]   909.315179:    1001001 cpu-clock:
 *		...
 *
 * perf script -F chooses the fields, and much other text can be in the input.
 * The folder perf/ has the parts: perf_line.c finds the class of a line,
 * perf_header.c and (without a time) perf_header_weak.c read a header's fields,
 * perf_single.c a frame on the header's line, perf_frame.c the line of a
 * frame; perf_parser.c and perf_sample.c keep the state between lines. Names
 * of frames, root frames and filters are in the room sample/, which perf.data
 * shares.
 */
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "fold/timeline.h"
#include "perf_line.h"
#include "perf_messages.h"
#include "perf_run.h"
#include "perf_threads.h"

/* What the first lines contain. */
struct evidence {
	size_t timed, weak; /* headers with a time; with an event only */
	size_t modules, frames; /* indented frame lines with a module; all */
	size_t parts; /* lines that may be frames, indented or not */
	size_t low; /* of these, with an address that cannot be code */
	size_t columns; /* frames with exactly perf's indent */
	size_t events; /* timed headers with a task and an event */
	size_t singles; /* headers with a frame on their line */
	size_t pairs; /* timed headers followed by a frame in its column */
	size_t messages; /* messages of perf, not counted as lines */
	size_t comments, lines;
	bool below_header; /* after a timed header, before any frame */
};

/*
 * Whether it is one of the frequent messages of perf, or of an addr2line that
 * perf started, on stderr.
 */
static bool is_message(fg_str line)
{
	static const fg_str starts[] = {
		{ "addr2line: ", 11 },
		{ "addr2line /", 11 },
		{ "cmd__addr2line ", 15 },
		{ "BFD: ", 5 },
	};
	fg_str rest = line, word = fg_cut(&rest, ' ');

	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
		if (fg_starts_with(line, starts[i]))
			return true;
	}
	return fg_ends_with(word, FG_STR("/addr2line:"));
}

static void judge_header(struct evidence *seen, const struct perf_header *h)
{
	seen->singles += h->frame.n > 0;
}

static void judge_timed(struct evidence *seen, fg_str line, fg_str time)
{
	struct perf_header header;

	seen->timed++;
	seen->below_header = perf_header_timed(line, time, &header);
	if (!seen->below_header)
		return;
	judge_header(seen, &header);
	seen->events += header.event.n > 0 && header.comm.n + header.tid.n > 0;
}

/*
 * Whether the address is too low for code, such as a line number, an offset or
 * a count. The address of an unknown frame may have any value.
 */
static bool is_low(fg_str address, fg_str text)
{
	enum { FIRST_PAGE = 0x1000 };
	uint64_t number;

	return fg_parse_hex(address, &number) && number < FIRST_PAGE &&
	       !fg_starts_with(text, FG_STR("[unknown]"));
}

static void judge_frame(struct evidence *seen, fg_str line, fg_str address,
			fg_str text)
{
	bool column = perf_is_column(line);
	bool module = perf_module_start(text) < text.n;

	seen->parts++;
	seen->low += is_low(address, text);
	seen->frames += fg_is_blank(*line.p);
	seen->columns += column;
	seen->modules += module;
	seen->pairs += seen->below_header && column && module;
	seen->below_header = false;
}

/*
 * Counts a header without a time that has its frame on the line.
 */
static bool judge_lone(struct evidence *seen, fg_str line)
{
	struct perf_header header;

	if (*line.p == '\t' || !perf_header_lone(line, &header) ||
	    (header.comm.n + header.tid.n + header.event.n == 0 &&
	     !header.misc))
		return false;
	seen->weak++;
	judge_header(seen, &header);
	return true;
}

/*
 * Counts a header without a time. The rest of the line must be checked,
 * because "file.c:12: warning" looks like an event with its text.
 */
static void judge_weak(struct evidence *seen, fg_str line)
{
	struct perf_header header;
	enum perf_weak kind = perf_header_weak(line, &header);

	if (kind == PERF_WEAK_PLAIN || header.event.n == 0 ||
	    fg_is_digit(*header.event.p) ||
	    (kind == PERF_NO_HEADER && header.payload.n > 0))
		return;
	seen->weak++;
	judge_header(seen, &header);
}

static void judge_line(struct evidence *seen, fg_str line)
{
	fg_str time, address, text;

	if (perf_is_blank(line))
		return;
	seen->lines++;
	if (perf_is_comment(line)) {
		seen->comments++;
	} else if (perf_find_time(line, &time)) {
		judge_timed(seen, line, time);
	} else if (judge_lone(seen, line)) {
		seen->below_header = false;
	} else if (perf_split_frame(line, &address, &text)) {
		judge_frame(seen, line, address, text);
	} else {
		judge_weak(seen, line);
	}
}

/*
 * Whether it is markup or a script. Markup has names in angle brackets, but a
 * command has at most "<...>". Scripts that read perf's text quote it in their
 * comments.
 */
static bool is_markup_or_script(fg_str head)
{
	if (head.n > 2 && head.p[0] == '<')
		return head.p[1] == '!' || head.p[1] == '?' ||
		       head.p[1] == '/' ||
		       fg_starts_with(head, FG_STR("<html")) ||
		       fg_starts_with(head, FG_STR("<svg"));
	return fg_starts_with(head, FG_STR("#!"));
}

/*
 * Whether most lines are not perf's. Prose and programs have a few lines that
 * look like parts of a sample. In perf's text these are one in four even if
 * another program's output was mixed in, and most of the lines if headers have
 * no time. A sample that begins exactly as perf prints it, with the TAB, is
 * certain.
 */
static bool is_mostly_noise(const struct evidence *seen)
{
	size_t share = seen->timed > 0 ? 4 : 2;

	return seen->pairs == 0 &&
	       (seen->timed + seen->weak + seen->parts) * share <
		       seen->lines - seen->comments;
}

/*
 * Whether it is a listing. Frames without any header have perf's indent;
 * listings of code and of blame have such lines only by chance.
 */
static bool is_listing(const struct evidence *seen)
{
	if (seen->timed > 0)
		return false;
	return (seen->weak == 0 && seen->frames == 0 && seen->parts > 0) ||
	       seen->low * 2 > seen->parts;
}

static int bid_on(const struct evidence *seen)
{
	bool has_frame = seen->modules > 0 || seen->singles > 0;

	/* messages with numbers at their ends look like folded stacks */
	if (seen->messages > 0 && seen->lines == 0)
		return BID_WEAK + 5;
	if (is_mostly_noise(seen) || is_listing(seen))
		return BID_NO;
	if (seen->timed > 0 && has_frame)
		return BID_SURE - 10;
	if (seen->weak > 0 && has_frame)
		return BID_LIKELY + 20;
	if (seen->timed > 0 && seen->frames > 0)
		return BID_LIKELY + 10;
	if (seen->events > 0 || seen->modules > 1 || seen->columns > 1 ||
	    (seen->weak > 0 && seen->frames > 0))
		return BID_LIKELY - 10;
	if (seen->weak > 0 || seen->modules > 0 ||
	    (seen->comments > 0 && seen->comments == seen->lines))
		return BID_WEAK;
	return BID_NO;
}

static int detect(fg_str head)
{
	enum { LINES = 1000 };
	struct evidence seen = { 0 };

	if (is_markup_or_script(fg_trim(head)))
		return BID_NO;
	while (head.p && seen.lines < LINES) {
		fg_str line = fg_cut(&head, '\n');

		if (is_message(line))
			seen.messages++;
		/* the last line of a long head is cut at any byte */
		else if (head.p || seen.lines + seen.messages == 0)
			judge_line(&seen, fg_trim_end(line));
	}
	return bid_on(&seen);
}

static struct perf_run *run_new(struct collapse *c)
{
	struct perf_run *run = fg_calloc(1, sizeof *run);

	run->stacks = fg_stacks_new(c->options->no_aggregate ? FG_KEEP_ORDER
							     : FG_FOLD);
	perf_choice_init(&run->choice, c->options->events);
	run->choice.all |= c->options->off_cpu;
	perf_parser_init(&run->parser, c->options, &run->choice, run->stacks);
	return run;
}

static void run_free(struct perf_run *run)
{
	perf_parser_free(&run->parser);
	perf_choice_free(&run->choice);
	fg_stacks_free(run->stacks);
	free(run);
}

/* Adds the metric, which only the headers contain. */
static void add_metric(struct collapse *c, const struct perf_run *run)
{
	const struct perf_choice *choice = &run->choice;
	struct perf_tally sum = perf_events_sum(&run->parser.events);
	fg_str name = perf_choice_name(choice), unit = perf_choice_unit(choice);

	if (c->options->off_cpu) {
		name = FG_STR("off-cpu");
		unit = FG_STR("us");
	} else if (c->options->count == COUNT_SAMPLES || !sum.has_periods) {
		name = unit = FG_STR("samples");
	}
	metrics_add(c->metrics, name, unit);
	c->metrics->items[0].total = (fg_swide)fg_stacks_total(run->stacks, 0);
}

/* Chooses the event to fold, when all files were read. */
static fg_status finish(struct collapse *c)
{
	struct perf_run *run = c->state;
	fg_status status;

	perf_events_choose(&run->parser.events);
	if (run->parser.off_cpu)
		perf_offcpu_finish(run->parser.off_cpu, run->stacks);
	run->huge_weight = fg_stacks_saturated(run->stacks) ||
			   run->parser.events.candidates.saturated;
	add_metric(c, run);
	status = perf_report(c, run);
	fg_stacks_move(c->out, run->stacks);
	if (c->timeline)
		c->timeline->is_absolute = true;
	run_free(run);
	c->state = NULL;
	return status;
}

static fg_status parse(struct collapse *c)
{
	fg_status status;

	if (!c->state)
		c->state = run_new(c);
	status = perf_read(c, c->state);
	/*
	 * each file has its own list, and its own place in the order of
	 * samples
	 */
	if (status == FG_OK &&
	    (c->options->list_metrics || c->options->no_aggregate))
		status = finish(c);
	return status;
}

const struct format format_perf = {
	.name = "perf",
	.summary = "perf script's text",
	.has = HAS_THREADS | HAS_TIDS | HAS_PROCESSES | HAS_PIDS | HAS_COMMS |
	       HAS_COMM_IDS | HAS_COMM_FILTER | HAS_COMM_NUMBERS | HAS_TIMES |
	       HAS_CPUS | HAS_EVENTS | HAS_PERIODS | HAS_SWITCHES |
	       HAS_MODULES | HAS_SOURCE | HAS_INLINED | HAS_ADDRESSES |
	       HAS_ARGUMENTS | HAS_KERNEL | HAS_JIT | HAS_TIMELINE,
	.detect = detect,
	.parse = parse,
	.finish = finish,
};
