/* SPDX-License-Identifier: MIT */
#ifndef RECORD_ORPHANS_H
#define RECORD_ORPHANS_H

#include <stddef.h>
#include <sys/types.h>

/*
 * Processes that a command left behind. This process is their parent once
 * their own has ended (PR_SET_CHILD_SUBREAPER, prctl(2)), so that it finds
 * them, whatever group and session they are in.
 *
 * Sends the signal to all children of this process but those of `ours`, which
 * ends with 0. Returns how many there are; those that have ended do not count.
 * Reads the number of every process in /proc.
 */
size_t orphans_signal(int number, const pid_t *ours);

#endif
