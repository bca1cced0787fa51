/* SPDX-License-Identifier: MIT */
#ifndef RECORD_EXISTING_H
#define RECORD_EXISTING_H

#include "stream.h"

/*
 * What exists when a recording begins: the kernel tells of maps, names and
 * threads only as they come up. So what is there already is read from /proc,
 * and written as records of the same kinds, with time 0.
 */

/* Name, threads and executable maps of a process; one that ended has none. */
void existing_process(struct stream *stream, uint32_t pid);

/* The same of all processes. */
void existing_processes(struct stream *stream);

/* The process that a thread is one of; its own number when it ended. */
uint32_t existing_process_of(uint32_t tid);

/*
 * Where the kernel and its modules lie. False when their addresses are
 * hidden (kptr_restrict); then the kernel's frames have no names.
 */
bool existing_kernel(struct stream *stream);

/* Reads one line of /proc/PID/maps into a record; for tests. */
bool existing_map(fg_str line, uint32_t pid, struct fg_buffer *record,
		  uint16_t *misc);

#endif
