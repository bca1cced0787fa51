/* SPDX-License-Identifier: MIT */
#include "machine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "fg/alloc.h"
#include "fg/text.h"

enum { CPUS_MAX = 1 << 16 };

bool machine_read(const char *path, struct machine_text *text)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int error;

	text->n = 0;
	if (fd < 0)
		return false;
	errno = 0;
	while (text->n < sizeof text->bytes - 1) {
		ssize_t got = read(fd, text->bytes + text->n,
				   sizeof text->bytes - 1 - text->n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		text->n += (size_t)got;
	}
	error = errno;
	close(fd);
	text->bytes[text->n] = '\0';
	errno = error;
	return text->n > 0;
}

fg_str machine_line(const struct machine_text *text)
{
	fg_str rest = { text->bytes, text->n };

	return fg_trim(fg_cut(&rest, '\n'));
}

int64_t machine_number(const char *path, int64_t otherwise)
{
	struct machine_text text;
	bool negative;
	uint64_t value;
	fg_str line;

	if (!machine_read(path, &text))
		return otherwise;
	line = machine_line(&text);
	negative = line.n > 0 && line.p[0] == '-';
	if (!fg_parse_u64(fg_slice(line, negative, line.n), &value) ||
	    value > INT64_MAX)
		return otherwise;
	return negative ? -(int64_t)value : (int64_t)value;
}

struct machine_limits machine_limits(void)
{
	return (struct machine_limits){
		.paranoid = machine_number("/proc/sys/kernel/"
					   "perf_event_paranoid",
					   MACHINE_NO_EVENTS),
		.kptr_restrict =
			machine_number("/proc/sys/kernel/kptr_restrict", 0),
		.mlock_kb = machine_number("/proc/sys/kernel/"
					   "perf_event_mlock_kb",
					   516),
		.max_rate = machine_number("/proc/sys/kernel/"
					   "perf_event_max_sample_rate",
					   0),
	};
}

static void add(struct machine_cpus *cpus, uint64_t number)
{
	FG_RESERVE(&cpus->numbers, &cpus->room, cpus->count + 1);
	cpus->numbers[cpus->count++] = (uint32_t)number;
}

void machine_cpus_parse(struct machine_cpus *cpus, fg_str list)
{
	while (list.n > 0) {
		fg_str to = fg_cut(&list, ','), from = fg_cut(&to, '-');
		uint64_t first, last;

		if (!fg_parse_u64(from, &first))
			return;
		last = first;
		if ((to.n > 0 && !fg_parse_u64(to, &last)) || last >= CPUS_MAX)
			return;
		for (uint64_t cpu = first; cpu <= last; cpu++)
			add(cpus, cpu);
	}
}

void machine_cpus_read(struct machine_cpus *cpus)
{
	struct machine_text text;
	long count = sysconf(_SC_NPROCESSORS_ONLN);

	*cpus = (struct machine_cpus){ 0 };
	if (machine_read("/sys/devices/system/cpu/online", &text))
		machine_cpus_parse(cpus, machine_line(&text));
	if (cpus->count > 0)
		return;
	for (long cpu = 0; cpu < count; cpu++)
		add(cpus, (uint64_t)cpu);
}

void machine_cpus_free(struct machine_cpus *cpus)
{
	free(cpus->numbers);
	*cpus = (struct machine_cpus){ 0 };
}
