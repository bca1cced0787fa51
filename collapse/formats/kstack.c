/* SPDX-License-Identifier: MIT */
/*
 * Stacks of the Linux kernel: /proc/PID/stack, read repeatedly,
 *
 *	[<0>] do_sys_poll+0x400/0x590
 *	[<0>] __x64_sys_poll+0x3c/0x1b0
 *	[<0>] entry_SYSCALL_64_after_hwframe+0x76/0x7e
 *
 * and its log of oopses, warnings, stalls and SysRq, with any text between
 * them. Frames with a question mark are not callers, but old values on the
 * stack.
 *
 *	[  123.456] CPU: 1 PID: 42 Comm: kworker/u8:1 Not tainted 6.1.0 #1
 *	[  123.456] RIP: 0010:ext4_find_extent+0x30c/0x350 [ext4]
 *	[  123.456] Call Trace:
 *	[  123.456]  <TASK>
 *	[  123.456]  ? die+0x32/0x80
 *	[  123.456]  ext4_ext_map_blocks+0x6a/0x1500 [ext4]
 *	[  123.456]  </TASK>
 *
 * The frame of RIP is the leaf of the trace after it, unless the trace has it
 * already. The log repeats it at the end, where it is ignored. A stack ends
 * with the first line that is not part of it.
 */
#include <stdlib.h>

#include "fg/text.h"

#include "input/scan.h"
#include "sample/kernel_lines.h"

struct reader {
	bool in_trace; /* after "Call Trace:" */
	bool is_proc; /* in lines of /proc/PID/stack */
	bool at_fault; /* after the task's name, before its registers */
	bool at_root, at_fork; /* about the last frame; see ends_stack() */
	struct fg_buffer leaf; /* from "RIP:", until a trace uses it */
};

static bool is_proc_line(fg_str line)
{
	struct native_frame frame;

	return fg_starts_with(line, FG_STR("[<")) &&
	       kernel_frame(line, false, &frame);
}

static bool is_title(fg_str line)
{
	return fg_starts_with(line, FG_STR("Call Trace:")) ||
	       fg_starts_with(line, FG_STR("Call trace:")) ||
	       fg_starts_with(line, FG_STR("Backtrace:"));
}

/* Whether the line is a mark between the parts of one trace. */
static bool is_mark(fg_str line)
{
	return fg_starts_with(line, FG_STR("<")) ||
	       fg_starts_with(line, FG_STR("RIP: "));
}

static int detect(fg_str head)
{
	bool in_trace = false;
	size_t lines = 0, frames = 0;
	fg_str line;

	/* this decides for most inputs without reading their lines */
	if (!fg_contains(head, FG_STR("+0x")))
		return BID_NO;
	while (scan_line(&head, &line)) {
		struct native_frame frame;

		if (line.n == 0)
			continue;
		lines++;
		if (is_proc_line(line)) {
			frames++;
			continue;
		}
		kernel_skip_stamp(&line);
		line = fg_trim(line);
		if (is_title(line))
			in_trace = true;
		else if (in_trace && kernel_frame(line, false, &frame))
			return BID_LIKELY + 10;
	}
	return frames > 0 && frames >= lines / 2 ? BID_LIKELY + 10 : BID_NO;
}

/* "CPU: 1 PID: 42 Comm: kworker/u8:1 Not tainted 6.1.0 #1" */
static void read_task(struct dump *d, fg_str line)
{
	const fg_str pid = FG_STR(" PID: "), comm = FG_STR(" Comm: ");
	struct reader *r = d->state;
	size_t at = fg_find(line, comm), number_at = fg_find(line, pid);
	fg_str name, number = FG_STR("");
	size_t end;

	if (at == line.n)
		return;
	r->at_fault = true;
	r->leaf.n = 0;
	name = scan_from(line, at + comm.n);
	end = fg_find(name, FG_STR(" Not tainted"));
	if (end == name.n)
		end = fg_find(name, FG_STR(" Tainted: "));
	if (end == name.n)
		end = fg_find_char(name, ' ');
	if (number_at < line.n) {
		number = scan_from(line, number_at + pid.n);
		number.n = fg_find_char(number, ' ');
	}
	kernel_set_task(d, fg_slice(name, 0, end), number);
}

/* "task:kworker/1:2    state:D stack:    0 pid:   77 ppid:     2" */
static void read_blocked(struct dump *d, fg_str line)
{
	size_t at = fg_find(line, FG_STR(" pid:"));
	size_t state = fg_find(line, FG_STR(" state:"));
	fg_str name = fg_slice(line, 5, state), number = FG_STR("");

	if (at < line.n) {
		number = scan_from(line, at + 5);
		scan_blanks(&number);
		number.n = fg_find_char(number, ' ');
	}
	kernel_set_task(d, fg_trim(name), number);
}

static void end_stack(struct dump *d)
{
	struct reader *r = d->state;

	dump_end(d);
	if (r->is_proc || r->in_trace)
		dump_process(d, FG_STR(""), FG_STR(""));
	r->is_proc = false;
	r->in_trace = false;
	r->at_fault = false;
}

static void push_frame(struct dump *d, fg_str text)
{
	struct reader *r = d->state;
	bool offsets = d->c->options->keep_offsets;
	struct native_frame frame, leaf;

	(void)kernel_frame(text, offsets, &frame);
	if (d->stack.depth == 0 && r->leaf.n > 0 &&
	    kernel_frame(fg_buffer_text(&r->leaf), offsets, &leaf) &&
	    !fg_equal(leaf.name, frame.name))
		kernel_push(d, &leaf);
	r->leaf.n = 0;
	(void)kernel_frame(text, offsets, &frame);
	kernel_push(d, &frame);
}

/* "RIP: 0010:f+0x30c/0x350", "pc : f+0x30c/0x350" of arm64 */
static bool read_leaf(struct reader *r, fg_str line)
{
	struct native_frame frame;
	fg_str rest = line;

	if (!scan_text(&rest, FG_STR("RIP: 0010:")) &&
	    !scan_text(&rest, FG_STR("pc : ")))
		return false;
	if (r->at_fault && !r->in_trace && kernel_frame(rest, false, &frame)) {
		r->leaf.n = 0;
		fg_buffer_append(&r->leaf, rest);
	}
	return true;
}

static void read_log(struct dump *d, fg_str line)
{
	struct reader *r = d->state;
	struct native_frame frame;

	kernel_skip_stamp(&line);
	line = fg_trim(line);
	if (is_title(line)) {
		dump_end(d);
		r->is_proc = false;
		r->in_trace = true;
	} else if (r->in_trace && kernel_frame(line, false, &frame)) {
		push_frame(d, line);
	} else if (read_leaf(r, line) ||
		   (r->in_trace && (is_mark(line) || kernel_is_guess(line)))) {
		return;
	} else {
		if (r->in_trace || r->is_proc)
			end_stack(d);
		if (fg_starts_with(line, FG_STR("task:")))
			read_blocked(d, line);
		else if (fg_starts_with(line, FG_STR("CPU: ")))
			read_task(d, line);
	}
}

/*
 * Whether this frame ends the stack. /proc/PID/stack of many processes has
 * nothing between the stacks. A frame that is entered from outside ends one;
 * in older kernels, ret_from_fork does.
 */
static bool ends_stack(struct reader *r, fg_str line)
{
	static const char *const roots[] = {
		"entry_", "ret_from_fork_asm", "el0t_", "ret_from_kernel_",
		NULL,
	};
	struct native_frame frame;
	bool ended = r->at_root;

	(void)kernel_frame(line, false, &frame);
	ended |= r->at_fork && !fg_equal(frame.name, FG_STR("ret_from_fork_"
							    "asm"));
	r->at_root = scan_starts_with_any(frame.name, roots);
	r->at_fork = fg_equal(frame.name, FG_STR("ret_from_fork"));
	return ended;
}

static void read_line(struct dump *d, fg_str line)
{
	struct reader *r = d->state;

	if (is_proc_line(line) && !r->in_trace) {
		if (ends_stack(r, line))
			dump_end(d);
		r->is_proc = true;
		push_frame(d, line);
	} else {
		read_log(d, line);
	}
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { 0 };
	struct dump d = { .state = &r };
	fg_status status = dump_read(&d, c, read_line);

	free(r.leaf.p);
	return status;
}

const struct format format_kstack = {
	.name = "kstack",
	.summary = "/proc/PID/stack, and traces in Linux's log",
	.has = HAS_PROCESSES | HAS_PIDS | HAS_COMMS | HAS_COMM_IDS |
	       HAS_MODULES | HAS_ARGUMENTS | HAS_OFFSETS | HAS_KERNEL,
	.unit = "samples",
	.detect = detect,
	.parse = parse,
};
