/* SPDX-License-Identifier: MIT */
#include "filter.h"

#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "rename.h"

enum {
	KNOWN = 1,
	INCLUDED = 2,
	EXCLUDED = 4,
	STOPS = 8, /* --skip-after: its callers are left out */
};

void filter_init(struct filter *filter, const struct collapse_options *options,
		 struct fg_frames *frames)
{
	bool renames = rename_needed(options);

	*filter = (struct filter){
		.options = options,
		.frames = frames,
		.renames = renames,
		.idle = !renames && !options->include && !options->exclude &&
			!options->skip_after && !options->merge_recursion,
	};
}

void filter_free(struct filter *filter)
{
	free(filter->verdicts);
	free(filter->renamed);
	free(filter->name.p);
	filter->verdicts = NULL;
	filter->renamed = NULL;
	filter->name = (struct fg_buffer){ 0 };
	filter->room = filter->renamed_room = 0;
}

static bool any_matches(struct fg_regex **patterns, fg_str name)
{
	for (; patterns && *patterns; patterns++) {
		if (fg_regex_matches(*patterns, name))
			return true;
	}
	return false;
}

bool filter_stops_at(const struct collapse_options *options, fg_str name)
{
	for (const char **stop = options->skip_after; stop && *stop; stop++) {
		if (fg_equal(fg_from_c(*stop), name))
			return true;
	}
	return false;
}

static unsigned char match_name(const struct collapse_options *options,
				fg_str name)
{
	unsigned char verdict = KNOWN;

	if (any_matches(options->include, name))
		verdict |= INCLUDED;
	if (any_matches(options->exclude, name))
		verdict |= EXCLUDED;
	if (filter_stops_at(options, name))
		verdict |= STOPS;
	return verdict;
}

static void rename_id(struct filter *filter, fg_frame id)
{
	fg_str name = rename_frame(filter->options,
				   fg_frames_name(filter->frames, id),
				   &filter->name);

	FG_RESERVE(&filter->renamed, &filter->renamed_room, (size_t)id + 1);
	filter->renamed[id] = fg_frames_intern(filter->frames, name);
}

static unsigned char verdict_of(struct filter *filter, fg_frame id)
{
	if (id >= filter->room) {
		size_t old = filter->room;

		FG_RESERVE(&filter->verdicts, &filter->room, (size_t)id + 1);
		memset(filter->verdicts + old, 0, filter->room - old);
	}
	if (filter->verdicts[id])
		return filter->verdicts[id];
	if (filter->lock)
		pthread_mutex_lock(filter->lock);
	filter->verdicts[id] =
		match_name(filter->options, fg_frames_name(filter->frames, id));
	if (filter->lock)
		pthread_mutex_unlock(filter->lock);
	if (filter->renames)
		rename_id(filter, id);
	return filter->verdicts[id];
}

/* a;b;b;c becomes a;b;c. */
static size_t merge_repeats(fg_frame *ids, size_t depth)
{
	size_t n = 0;

	for (size_t i = 0; i < depth; i++) {
		if (n == 0 || ids[n - 1] != ids[i])
			ids[n++] = ids[i];
	}
	return n;
}

bool filter_apply(struct filter *filter, fg_frame **ids, size_t *depth)
{
	const struct collapse_options *options = filter->options;
	unsigned char all = 0;
	size_t start = 0;

	if (filter->idle)
		return true;
	for (size_t i = 0; i < *depth; i++) {
		unsigned char verdict = verdict_of(filter, (*ids)[i]);

		all |= verdict;
		if (verdict & STOPS)
			start = i;
		if (filter->renames)
			(*ids)[i] = filter->renamed[(*ids)[i]];
	}
	if (all & EXCLUDED || (options->include && !(all & INCLUDED)))
		return false;
	*ids += start;
	*depth -= start;
	if (options->merge_recursion)
		*depth = merge_repeats(*ids, *depth);
	return true;
}
