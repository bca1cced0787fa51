/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_KERNEL_LINES_H
#define COLLAPSE_KERNEL_LINES_H

#include "stack_dump.h"

/*
 * Frames as Linux itself prints them, in /proc/PID/stack, logs and traces:
 *
 *	[<0>] do_sys_poll+0x400/0x590
 *	[<ffffffff81234567>] ext4_find_extent+0x30c/0x350 [ext4]
 *	 ? __die_body.cold+0x19/0x27
 *	=> schedule
 *
 * The format must cut off any text before the symbol, except an address in
 * brackets.
 */

/*
 * Reads "do_sys_poll+0x400/0x590 [module]"; false when `text` has another
 * form, also when the offset is missing. Without `offsets` the offset is left
 * out.
 */
bool kernel_frame(fg_str text, bool offsets, struct native_frame *frame);

/* Whether it is a frame that the kernel is not sure of: "? f+0x1/0x2". */
bool kernel_is_guess(fg_str text);

/* Cuts off "[ 123.456789] " and "[T1234] ", which dmesg prints in front. */
void kernel_skip_stamp(fg_str *line);

/* As dump_push_native; --kernel and --all mark it. */
void kernel_push(struct dump *d, struct native_frame *frame);

/* Splits "bash-1234" at its last '-'; false when there is no number. */
bool kernel_task(fg_str text, fg_str *name, fg_str *number);

/* Names the process by the result of kernel_task(), with '_' for blanks. */
void kernel_set_task(struct dump *d, fg_str name, fg_str number);

#endif
