/* SPDX-License-Identifier: MIT */
#include "stack_owner.h"

#include <stdlib.h>

#include "fg/text.h"
#include "input/scan.h"

void owner_set(struct owner *owner, fg_str name, fg_str number)
{
	owner->name.n = 0;
	owner->number.n = 0;
	fg_buffer_append(&owner->name, name);
	fg_buffer_append(&owner->number, number);
}

void owner_free(struct owner *owner)
{
	free(owner->name.p);
	free(owner->number.p);
	*owner = (struct owner){ 0 };
}

static bool passes(const struct owner *owner, struct fg_regex *pattern)
{
	return !pattern ||
	       fg_regex_matches(pattern, fg_buffer_text(&owner->name)) ||
	       fg_regex_matches(pattern, fg_buffer_text(&owner->number));
}

static bool in_ranges(const struct owner *owner, const struct ranges *ranges)
{
	fg_str rest = fg_buffer_text(&owner->number);
	fg_str number = fg_cut(&rest, '.'); /* "101.2" is its second program */
	uint64_t value;

	if (!ranges)
		return true;
	return (fg_parse_u64(number, &value) || scan_hex(&number, &value)) &&
	       ranges_have(ranges, value);
}

bool owners_wanted(const struct collapse_options *options,
		   const struct owner *process, const struct owner *thread)
{
	return passes(process, options->process) &&
	       passes(thread, options->thread) &&
	       in_ranges(process, options->only_pid) &&
	       in_ranges(thread, options->only_tid);
}
