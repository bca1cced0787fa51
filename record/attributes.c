/* SPDX-License-Identifier: MIT */
#include "attributes.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "fg/text.h"

enum {
	WAKE_AT = 1 << 16, /* bytes in the ring */
	PRECISE_MAX = 3,
};

#define SAMPLE_TYPE                                                  \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | \
	 PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |   \
	 PERF_SAMPLE_CALLCHAIN)

/* As <asm/perf_regs.h> numbers them. */
uint64_t attributes_registers(void)
{
#if defined(__x86_64__)
	return 0xff0fff; /* all but DS, ES, FS and GS */
#elif defined(__aarch64__)
	return 0x1ffffffff;
#else
	return 0;
#endif
}

static bool is_cycles(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_HARDWARE &&
	       attr->config == PERF_COUNT_HW_CPU_CYCLES;
}

static void add_stacks(struct perf_event_attr *attr,
		       const struct sampling *sampling)
{
	if (sampling->chains == CHAINS_DWARF) {
		attr->sample_type |= PERF_SAMPLE_REGS_USER |
				     PERF_SAMPLE_STACK_USER;
		attr->sample_regs_user = attributes_registers();
		attr->sample_stack_user = sampling->stack_size;
		attr->exclude_callchain_user = 1;
	} else if (sampling->chains == CHAINS_LBR) {
		attr->sample_type |= PERF_SAMPLE_BRANCH_STACK;
		attr->branch_sample_type = PERF_SAMPLE_BRANCH_USER |
					   PERF_SAMPLE_BRANCH_CALL_STACK |
					   PERF_SAMPLE_BRANCH_NO_CYCLES |
					   PERF_SAMPLE_BRANCH_NO_FLAGS;
		attr->exclude_callchain_user = 1;
	}
}

/* Tracepoints and events that were told a period count each occurrence. */
static void set_rate(struct event *event, const struct sampling *sampling)
{
	struct perf_event_attr *attr = &event->attr;

	if (event->takes_all) {
		attr->sample_period = 1;
	} else if (attr->type == PERF_TYPE_TRACEPOINT) {
		attr->sample_type |= PERF_SAMPLE_RAW;
		attr->sample_period = sampling->period > 0 ? sampling->period
							   : 1;
	} else if (sampling->frequency > 0) {
		attr->freq = 1;
		attr->sample_freq = sampling->frequency;
	} else {
		attr->sample_period = sampling->period;
	}
}

/* What happens to processes and threads is told by the first event alone. */
static void follow_tasks(struct perf_event_attr *attr,
			 const struct sampling *sampling)
{
	attr->mmap = 1;
	attr->mmap2 = 1;
	attr->comm = 1;
	attr->comm_exec = 1;
	attr->task = 1;
	attr->build_id = 1;
	attr->context_switch = sampling->switches;
}

void attributes_complete(struct events *events, const struct sampling *sampling)
{
	for (size_t i = 0; i < events->count; i++) {
		struct event *event = &events->items[i];
		struct perf_event_attr *attr = &event->attr;

		attr->size = sizeof *attr;
		attr->sample_type = SAMPLE_TYPE;
		attr->disabled = 1;
		attr->inherit = 1;
		attr->enable_on_exec = sampling->on_exec;
		attr->sample_id_all = 1;
		attr->exclude_guest = 1;
		attr->watermark = 1;
		attr->wakeup_watermark = WAKE_AT;
		/* the clock of jit dumps, and of programs' own logs */
		attr->use_clockid = 1;
		attr->clockid = CLOCK_MONOTONIC;
		attr->exclude_callchain_kernel = attr->exclude_kernel;
		if (sampling->is_default && is_cycles(attr))
			attr->precise_ip = PRECISE_MAX;
		set_rate(event, sampling);
		add_stacks(attr, sampling);
		if (i == 0)
			follow_tasks(attr, sampling);
	}
}

bool attributes_limit_rate(struct sampling *sampling)
{
	int64_t most = machine_limits().max_rate;

	if (most <= 0 || sampling->frequency <= (uint64_t)most)
		return false;
	sampling->frequency = (uint64_t)most;
	return true;
}

bool attributes_simpler(struct event *event)
{
	struct perf_event_attr *attr = &event->attr;

	if (attr->precise_ip > 0 && is_cycles(attr))
		attr->precise_ip--;
	else if (attr->build_id)
		attr->build_id = 0;
	else
		return false;
	return true;
}

bool attributes_user_only(struct event *event)
{
	struct perf_event_attr *attr = &event->attr;

	if (attr->exclude_kernel || event->chose_ring)
		return false;
	attr->exclude_kernel = 1;
	attr->exclude_hv = 1;
	attr->exclude_callchain_kernel = 1;
	return true;
}

bool attributes_use_clock(struct event *event)
{
	struct perf_event_attr *attr = &event->attr;

	if (!is_cycles(attr))
		return false;
	attr->type = PERF_TYPE_SOFTWARE;
	attr->config = PERF_COUNT_SW_CPU_CLOCK;
	attr->build_id |= attr->mmap2;
	free(event->name);
	event->name = fg_str_dup(FG_STR("cpu-clock"));
	return true;
}

void attributes_name(struct events *events)
{
	for (size_t i = 0; i < events->count; i++) {
		struct event *event = &events->items[i];
		struct fg_buffer name = { 0 };

		if (event->chose_ring || !event->attr.exclude_kernel)
			continue;
		fg_buffer_append(&name, fg_from_c(event->name));
		fg_buffer_append(&name, FG_STR(":u"));
		free(event->name);
		event->name = fg_str_dup(fg_buffer_text(&name));
		free(name.p);
	}
}
