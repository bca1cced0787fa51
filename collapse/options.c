/* SPDX-License-Identifier: MIT */
#include "options.h"

#include "fg/text.h"

#define FLAG(name, field)                                            \
	{                                                            \
		name, offsetof(struct collapse_options, field), true \
	}
#define TEXT(name, field)                                             \
	{                                                             \
		name, offsetof(struct collapse_options, field), false \
	}

static const struct special {
	const char *name;
	size_t at; /* in struct collapse_options */
	bool is_flag; /* a bool; otherwise a string */
} specials[] = {
	TEXT("inline", inlined),
	TEXT("unknown", unknown),
	FLAG("modules", modules),
	FLAG("keep-alloc-frames", keep_alloc_frames),
	FLAG("per-thread", per_thread),
	FLAG("per-process", per_process),
	TEXT("thread", only_thread),
	TEXT("process", only_process),
	TEXT("snapshot", snapshot),
};

static bool is_given(const struct collapse_options *options,
		     const struct special *special)
{
	const char *field = (const char *)options + special->at;

	return special->is_flag
		       ? *(const bool *)field
		       : *(const char *const *)(const void *)field != NULL;
}

const char *options_unknown_to(const struct collapse_options *options,
			       const char *known)
{
	fg_str words = fg_from_c(known);

	for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
		if (is_given(options, &specials[i]) &&
		    !fg_has_word(words, fg_from_c(specials[i].name)))
			return specials[i].name;
	}
	return NULL;
}
