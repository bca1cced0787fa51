/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_SETUP_H
#define PERFDATA_SETUP_H

#include "perfdata_recording.h"

/*
 * Reads a record that perf itself wrote about the recording: events, build
 * ids, features. In a pipe they come among the other records, in place of a
 * file's sections. Unused ones are skipped.
 */
void setup_record(struct recording *recording, const struct record *record);

#endif
