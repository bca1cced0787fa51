/* SPDX-License-Identifier: MIT */
#include "viewer.h"

#include <stdlib.h>

#include "process.h"
#include "programs.h"

#ifdef __APPLE__
static const char opener[] = "open";

static bool has_display(void)
{
	return true;
}
#else
static const char opener[] = "xdg-open";

static bool is_set(const char *name)
{
	const char *value = getenv(name);

	return value && *value;
}

static bool has_display(void)
{
	return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
}
#endif

void viewer_open(const char *path, struct fg_diag *diag)
{
	struct fg_loc loc = { path, 0 };
	const char *words[] = { opener, path, NULL };
	struct start start = {
		.argv = words, .in = -1, .out = -1, .is_detached = true
	};
	struct process process;
	char *program;

	if (!has_display()) {
		fg_doubt(diag, loc,
			 "not opened: there is no display (neither DISPLAY nor "
			 "WAYLAND_DISPLAY is set)");
		return;
	}
	program = programs_in_path(opener);
	start.path = program;
	if (!program)
		fg_doubt(diag, loc, "not opened: there is no '%s' in PATH",
			 opener);
	else if (process_start(&start, &process, diag) == FG_OK)
		fg_note(diag, loc, "opened with %s", opener);
	free(program);
}
