/* SPDX-License-Identifier: MIT */
#include "fg/regex.h"

#include <stdlib.h>
#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "fg/alloc.h"

struct fg_regex {
	pcre2_code *code;
	pcre2_match_data *match;
	pcre2_match_context *limits;
	struct fg_diag *diag;
	char *pattern; /* for the warning */
	bool warned;
};

/* Steps before a match is given up: tenths of a second, not minutes. */
enum { MATCH_LIMIT = 1000000, MESSAGE_ROOM = 256 };

void fg_regex_free(struct fg_regex *regex)
{
	if (!regex)
		return;
	pcre2_match_context_free(regex->limits);
	pcre2_match_data_free(regex->match);
	pcre2_code_free(regex->code);
	free(regex->pattern);
	free(regex);
}

struct fg_regex *fg_regex_new(const char *pattern, struct fg_diag *diag)
{
	struct fg_regex *regex = fg_calloc(1, sizeof *regex);
	PCRE2_UCHAR message[MESSAGE_ROOM];
	PCRE2_SIZE at;
	int error;

	regex->diag = diag;
	regex->pattern = fg_str_dup((fg_str){ pattern, strlen(pattern) });
	regex->code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
				    PCRE2_UTF | PCRE2_MATCH_INVALID_UTF, &error,
				    &at, NULL);
	if (!regex->code) {
		pcre2_get_error_message(error, message, sizeof message);
		fg_fail(diag, FG_EUSAGE, (struct fg_loc){ NULL, 0 },
			"bad regular expression '%s' at character %zu: %s",
			pattern, (size_t)at + 1, (const char *)message);
		fg_regex_free(regex);
		return NULL;
	}
	/* without a JIT for this processor, matching is only slower */
	(void)pcre2_jit_compile(regex->code, PCRE2_JIT_COMPLETE);
	regex->match = pcre2_match_data_create_from_pattern(regex->code, NULL);
	regex->limits = pcre2_match_context_create(NULL);
	if (!regex->match || !regex->limits)
		fg_out_of_memory(sizeof *regex);
	pcre2_set_match_limit(regex->limits, MATCH_LIMIT);
	return regex;
}

bool fg_regex_matches(struct fg_regex *regex, fg_str text)
{
	PCRE2_SPTR subject = (PCRE2_SPTR)(text.p ? text.p : "");
	int result = pcre2_match(regex->code, subject, text.n, 0, 0,
				 regex->match, regex->limits);

	if (result < 0 && result != PCRE2_ERROR_NOMATCH && !regex->warned) {
		regex->warned = true;
		fg_warn(regex->diag, (struct fg_loc){ NULL, 0 },
			"'%s' takes too long to match; "
			"such names count as not matching",
			regex->pattern);
	}
	return result >= 0;
}
