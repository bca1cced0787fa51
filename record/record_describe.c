/* SPDX-License-Identifier: MIT */
/*
 * What the header of a run's folded text says of how it came about, in
 * addition to what fg-collapse writes:
 *
 *	command=./bench%20-n%205 start=2026-11-22T10:00:00Z duration=1.204
 *	user=1.180 system=0.016 frequency=999 call-graph=fp host=alder
 *	machine=x86_64,%204%20CPUs,%20Linux%206.1.0 cpu=...
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <time.h>

#include "fg/text.h"
#include "record.h"

static void set_seconds(struct fg_header *header, const char *name,
			double seconds)
{
	char text[64];

	snprintf(text, sizeof text, "%.3f", seconds);
	fg_header_set(header, name, fg_from_c(text));
}

static void set_number(struct fg_header *header, const char *name,
		       uint64_t number)
{
	if (number > 0)
		fg_header_set_number(header, name, number, 0);
}

static void set_command(struct fg_header *header, const char *const *words)
{
	struct fg_buffer text = { 0 };

	for (; *words; words++) {
		if (text.n > 0)
			fg_buffer_append(&text, FG_STR(" "));
		fg_buffer_append(&text, fg_from_c(*words));
	}
	fg_header_set(header, "command", fg_buffer_text(&text));
	free(text.p);
}

static void set_start(struct fg_header *header, double seconds_ago)
{
	time_t start = time(NULL) - (time_t)seconds_ago;
	char text[64];
	struct tm parts;

	if (gmtime_r(&start, &parts) &&
	    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts) > 0)
		fg_header_set(header, "start", fg_from_c(text));
}

static void set_chains(struct fg_header *header,
		       const struct sampling *sampling)
{
	char text[32];

	if (sampling->chains == CHAINS_DWARF)
		snprintf(text, sizeof text, "dwarf,%u", sampling->stack_size);
	else
		snprintf(text, sizeof text, "%s",
			 sampling->chains == CHAINS_LBR ? "lbr" : "fp");
	fg_header_set(header, "call-graph", fg_from_c(text));
}

/* "model name	: Intel(R) Xeon(R) Processor", where /proc says so. */
static void set_processor(struct fg_header *header)
{
	static const char key[] = "model name";
	struct machine_text text;
	fg_str rest, line;

	if (!machine_read("/proc/cpuinfo", &text))
		return;
	rest = (fg_str){ text.bytes, text.n };
	while (rest.n > 0) {
		line = fg_cut(&rest, '\n');
		if (!fg_starts_with(line, FG_STR(key)))
			continue;
		(void)fg_cut(&line, ':');
		fg_header_set(header, "cpu", fg_trim(line));
		return;
	}
}

static void set_machine(struct fg_header *header, size_t cpus)
{
	struct utsname names;
	char text[256];

	if (uname(&names) != 0)
		return;
	snprintf(text, sizeof text, "%s, %zu CPUs, %s %s", names.machine, cpus,
		 names.sysname, names.release);
	fg_header_set(header, "host", fg_from_c(names.nodename));
	fg_header_set(header, "machine", fg_from_c(text));
	set_processor(header);
}

void recording_describe(const struct recording *r, struct fg_header *header)
{
	const struct sampling *sampling = &r->sampling;

	if (r->command)
		set_command(header, r->command);
	set_start(header, r->wall);
	set_seconds(header, "duration", r->wall);
	set_seconds(header, "user", r->user);
	set_seconds(header, "system", r->system);
	set_number(header, "frequency", sampling->frequency);
	set_number(header, "period", sampling->period);
	set_chains(header, sampling);
	set_machine(header, r->counters.cpus.count);
}
