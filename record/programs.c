/* SPDX-License-Identifier: MIT */
#include "programs.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fg/alloc.h"
#include "fg/text.h"

static bool can_run(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
	       access(path, X_OK) == 0;
}

/* "FOLDER/NAME", if it can be run; else NULL. */
static char *in_folder(fg_str folder, const char *name)
{
	struct fg_buffer path = { 0 };

	fg_buffer_append(&path, folder.n > 0 ? folder : FG_STR("."));
	fg_buffer_append(&path, FG_STR("/"));
	fg_buffer_append(&path, fg_from_c(name));
	fg_buffer_append(&path, (fg_str){ "", 1 });
	if (can_run(path.p))
		return path.p;
	free(path.p);
	return NULL;
}

static char *beside_us(const char *name)
{
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self);
	fg_str path = { self, n > 0 ? (size_t)n : 0 };
	size_t slash = fg_rfind_char(path, '/');

	if (slash == path.n)
		return NULL;
	return in_folder(fg_slice(path, 0, slash), name);
}

char *programs_in_path(const char *name)
{
	fg_str folders = fg_from_c(getenv("PATH"));
	char *path = NULL;

	while (!path && folders.n > 0)
		path = in_folder(fg_cut(&folders, ':'), name);
	return path;
}

char *programs_find(const char *name, const char *advice, struct fg_diag *diag)
{
	char *path = beside_us(name);

	if (!path)
		path = programs_in_path(name);
	if (!path)
		(void)fg_fail(diag, FG_EIO, (struct fg_loc){ name, 0 },
			      "not found, neither beside fg-record nor in "
			      "PATH; %s",
			      advice);
	return path;
}
