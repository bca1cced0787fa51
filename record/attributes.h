/* SPDX-License-Identifier: MIT */
#ifndef RECORD_ATTRIBUTES_H
#define RECORD_ATTRIBUTES_H

#include "counters.h"

/*
 * What the kernel is asked for with each event (struct perf_event_attr of
 * perf_event_open(2)), and what is asked for when it refuses.
 */

/* What every sample has, in this order; then the chain, and more. */
struct sample_head {
	uint64_t identifier, ip;
	uint32_t pid, tid;
	uint64_t time;
	uint32_t cpu, reserved;
	uint64_t period;
	uint64_t chain_count; /* so many addresses follow */
};

/* Fills in all but type, config and modifiers, which are there. */
void attributes_complete(struct events *events,
			 const struct sampling *sampling);

/* Lowers the frequency to what the kernel allows; whether it had to. */
bool attributes_limit_rate(struct sampling *sampling);

/* Leaves out what old kernels lack; false: nothing is left to leave out. */
bool attributes_simpler(struct event *event);

/* Counts user code only; false where that is so, or the user chose. */
bool attributes_user_only(struct event *event);

/* Counts cpu-clock in place of cycles; false when it is another event. */
bool attributes_use_clock(struct event *event);

/* Adds what perf adds to names: "cycles:u" where only user code is counted. */
void attributes_name(struct events *events);

/* The registers that unwinding by DWARF needs; 0: not known on this machine. */
uint64_t attributes_registers(void);

#endif
