/* SPDX-License-Identifier: MIT */
/*
 * Events that only the running system knows. Tracepoints have a number in
 * tracefs, events of a PMU a description in sysfs:
 *
 *	/sys/kernel/tracing/events/sched/sched_switch/id   316
 *	/sys/bus/event_source/devices/cpu/type             4
 *	/sys/bus/event_source/devices/cpu/events/cache-misses   event=0x2e,umask=0x41
 *	/sys/bus/event_source/devices/cpu/format/umask     config:8-15
 *
 * Documentation/ABI/testing/sysfs-bus-event_source-devices-* in Linux.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "event_system.h"
#include "fg/text.h"
#include "machine.h"

enum { WORDS_MAX = 16 };

static const char pmus[] = "/sys/bus/event_source/devices";

/* What may stand in a path below: no '/', and not "..". */
static bool is_plain(fg_str name)
{
	return name.n > 0 && name.n < 128 && name.p[0] != '.' &&
	       fg_find_char(name, '/') == name.n;
}

static enum event_found read_id(const char *root, fg_str group, fg_str name,
				struct perf_event_attr *attr)
{
	struct machine_text text;
	char path[512];
	uint64_t id;

	snprintf(path, sizeof path, "%s/events/%.*s/%.*s/id", root,
		 FG_FMT(group), FG_FMT(name));
	if (!machine_read(path, &text))
		return errno == ENOENT ? EVENT_NONE : EVENT_DENIED;
	if (!fg_parse_u64(machine_line(&text), &id))
		return EVENT_NONE;
	attr->type = PERF_TYPE_TRACEPOINT;
	attr->config = id;
	return EVENT_FOUND;
}

enum event_found event_tracepoint(fg_str name, struct perf_event_attr *attr)
{
	fg_str rest = name, group = fg_cut(&rest, ':');
	enum event_found found;

	if (!is_plain(group) || !is_plain(rest))
		return EVENT_NONE;
	found = read_id("/sys/kernel/tracing", group, rest, attr);
	return found == EVENT_NONE
		       ? read_id("/sys/kernel/debug/tracing", group, rest, attr)
		       : found;
}

/* Puts the lowest bits of `value` where "8-15" or "0-7,32-35" says. */
static bool place_bits(fg_str where, uint64_t value, uint64_t *config)
{
	while (where.n > 0) {
		fg_str to = fg_cut(&where, ','), from = fg_cut(&to, '-');
		uint64_t first, last;

		if (!fg_parse_u64(from, &first))
			return false;
		last = first;
		if ((to.n > 0 && !fg_parse_u64(to, &last)) || last > 63 ||
		    first > last)
			return false;
		for (uint64_t bit = first; bit <= last; bit++) {
			*config |= (value & 1) << bit;
			value >>= 1;
		}
	}
	return true;
}

/* "0x3c" or "60" */
static bool read_value(fg_str text, uint64_t *value)
{
	if (text.n == 0) {
		*value = 1;
		return true;
	}
	if (fg_starts_with(text, FG_STR("0x")))
		return fg_parse_hex(fg_slice(text, 2, text.n), value);
	return fg_parse_u64(text, value);
}

/* One "umask=0x41" of the PMU `pmu`. */
static bool apply_word(fg_str pmu, fg_str word, struct perf_event_attr *attr)
{
	fg_str value_text = word, key = fg_cut(&value_text, '='), where, which;
	struct machine_text text;
	char path[512];
	uint64_t value, config = 0;

	snprintf(path, sizeof path, "%s/%.*s/format/%.*s", pmus, FG_FMT(pmu),
		 FG_FMT(key));
	if (!is_plain(key) || !read_value(value_text, &value) ||
	    !machine_read(path, &text))
		return false;
	where = machine_line(&text);
	which = fg_cut(&where, ':');
	if (!place_bits(where, value, &config))
		return false;
	if (fg_equal(which, FG_STR("config")))
		attr->config |= config;
	else if (fg_equal(which, FG_STR("config1")))
		attr->config1 |= config;
	else if (fg_equal(which, FG_STR("config2")))
		attr->config2 |= config;
	else
		return false;
	return true;
}

/* All words of "event=0x2e,umask=0x41"; a name stands for its own words. */
static bool apply_words(fg_str pmu, fg_str words, struct perf_event_attr *attr,
			bool may_be_name)
{
	for (unsigned i = 0; words.n > 0 && i < WORDS_MAX; i++) {
		fg_str word = fg_cut(&words, ',');
		struct machine_text text;
		char path[512];

		snprintf(path, sizeof path, "%s/%.*s/events/%.*s", pmus,
			 FG_FMT(pmu), FG_FMT(word));
		if (may_be_name && is_plain(word) &&
		    machine_read(path, &text)) {
			if (!apply_words(pmu, machine_line(&text), attr, false))
				return false;
		} else if (!apply_word(pmu, word, attr)) {
			return false;
		}
	}
	return words.n == 0;
}

enum event_found event_pmu(fg_str name, struct perf_event_attr *attr)
{
	fg_str rest = name, pmu = fg_cut(&rest, '/');
	struct machine_text text;
	char path[512];
	uint64_t type;

	if (!is_plain(pmu) || rest.n < 2 || rest.p[rest.n - 1] != '/')
		return EVENT_NONE;
	snprintf(path, sizeof path, "%s/%.*s/type", pmus, FG_FMT(pmu));
	if (!machine_read(path, &text) ||
	    !fg_parse_u64(machine_line(&text), &type))
		return EVENT_NONE;
	attr->type = (uint32_t)type;
	attr->config = 0;
	return apply_words(pmu, fg_slice(rest, 0, rest.n - 1), attr, true)
		       ? EVENT_FOUND
		       : EVENT_NONE;
}
