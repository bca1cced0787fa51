/* SPDX-License-Identifier: MIT */
#include "buildid.h"

#include <stdio.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

static void append_hex(struct fg_buffer *text, fg_str bytes)
{
	for (size_t i = 0; i < bytes.n; i++) {
		char hex[3];

		snprintf(hex, sizeof hex, "%02x", (unsigned char)bytes.p[i]);
		fg_buffer_append(text, (fg_str){ hex, 2 });
	}
}

char *buildid_path(const char *dir, fg_str build_id, const char *suffix)
{
	struct fg_buffer text = { 0 };

	if (build_id.n < 2 || build_id.n > BUILD_ID_MAX)
		return NULL;
	fg_buffer_append(&text, fg_from_c(dir));
	fg_buffer_append(&text, FG_STR("/.build-id/"));
	append_hex(&text, fg_slice(build_id, 0, 1));
	fg_buffer_append(&text, FG_STR("/"));
	append_hex(&text, fg_slice(build_id, 1, build_id.n));
	fg_buffer_append(&text, fg_from_c(suffix));
	fg_buffer_append(&text, (fg_str){ "", 1 });
	return text.p;
}

char *buildid_cache(const char *root, size_t number)
{
	const char *set = getenv("PERF_BUILDID_DIR");
	const char *home = getenv("HOME");
	struct fg_buffer text = { 0 };

	if (set && *set && number-- == 0) {
		fg_buffer_append(&text, fg_from_c(set));
	} else if (home && *home && number-- == 0) {
		fg_buffer_append(&text, fg_from_c(home));
		fg_buffer_append(&text, FG_STR("/.debug"));
	} else if (*root && number == 0) {
		fg_buffer_append(&text, fg_from_c(root));
	} else {
		return NULL;
	}
	fg_buffer_append(&text, (fg_str){ "", 1 });
	return text.p;
}
