/* SPDX-License-Identifier: MIT */
/*
 * Any pattern and any replacement, on any names: each ends soon, by the limits
 * if need be. The first line is the pattern, the second the replacement, the
 * others are the names.
 */
#include "fuzz.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/regex.h"
#include "fg/text.h"

enum { NAMES_MOST = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fg_str input = { (const char *)data, size };
	char *pattern = fg_str_dup(fg_cut(&input, '\n'));
	fg_str with = fg_cut(&input, '\n');
	struct fg_diag diag = silent_diag();
	struct fg_regex *regex = fg_regex_new(pattern, &diag);
	bool replaces;

	must((regex == NULL) == (diag.errors == 1));
	replaces = regex && fg_regex_set_replacement(regex, with);
	/* a warning a pattern, an error a bad replacement */
	for (size_t i = 0; regex && i < NAMES_MOST && input.n > 0; i++) {
		fg_str name = fg_cut(&input, '\n');
		bool matches = fg_regex_matches(regex, name);
		fg_str result = name;

		if (replaces)
			result = fg_regex_replace(regex, name);
		must(matches || fg_equal(result, name));
	}
	must(diag.warnings <= 1);
	fg_regex_free(regex);
	free(pattern);
	return 0;
}
