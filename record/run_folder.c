/* SPDX-License-Identifier: MIT */
#include "run_folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fg/alloc.h"
#include "fg/text.h"

static int is_run(const struct dirent *entry)
{
	fg_str name = fg_from_c(entry->d_name);

	return name.p[0] != '.' && fg_ends_with(name, FG_STR(".folded"));
}

static char *in_folder(const char *folder, const char *name)
{
	struct fg_buffer path = { 0 };

	fg_buffer_append(&path, fg_from_c(folder));
	fg_buffer_append(&path, FG_STR("/"));
	fg_buffer_append(&path, fg_from_c(name));
	fg_buffer_append(&path, (fg_str){ "", 1 });
	return path.p;
}

static void add(struct run_folder *folder, char *path)
{
	FG_RESERVE(&folder->files, &folder->room, folder->count + 1);
	folder->files[folder->count++] = path;
}

fg_status run_folder_read(struct run_folder *folder, struct fg_diag *diag)
{
	struct fg_loc loc = { folder->path, 0 };
	struct dirent **entries;
	int n = scandir(folder->path, &entries, is_run, alphasort);

	if (n < 0)
		return fg_fail(diag, FG_EIO, loc, "cannot read the folder: %s",
			       strerror(errno));
	for (int i = 0; i < n; i++) {
		add(folder, in_folder(folder->path, entries[i]->d_name));
		free(entries[i]);
	}
	free(entries);
	if (n == 0)
		return fg_fail(diag, FG_EINPUT, loc,
			       "has no runs (files that end in .folded)");
	return FG_OK;
}

fg_status run_folder_make(const struct run_folder *folder, struct fg_diag *diag)
{
	struct fg_loc loc = { folder->path, 0 };
	struct dirent *entry;
	bool has_run = false;
	DIR *there;

	if (mkdir(folder->path, 0777) == 0)
		return FG_OK;
	if (errno != EEXIST)
		return fg_fail(diag, FG_EIO, loc, "cannot make the folder: %s",
			       strerror(errno));
	there = opendir(folder->path);
	if (!there)
		return fg_fail(diag, FG_EIO, loc, "cannot read the folder: %s",
			       strerror(errno));
	while (!has_run && (entry = readdir(there)))
		has_run = is_run(entry);
	closedir(there);
	if (has_run)
		return fg_fail(diag, FG_EIO, loc,
			       "has runs of another time; take another "
			       "folder, or remove them");
	return FG_OK;
}

const char *run_folder_add(struct run_folder *folder, size_t number,
			   size_t count)
{
	char digits[32], name[64];
	int width = snprintf(digits, sizeof digits, "%zu", count);

	snprintf(name, sizeof name, "%0*zu.folded", width < 2 ? 2 : width,
		 number);
	add(folder, in_folder(folder->path, name));
	return folder->files[folder->count - 1];
}

void run_folder_free(struct run_folder *folder)
{
	for (size_t i = 0; i < folder->count; i++)
		free(folder->files[i]);
	free(folder->files);
	*folder = (struct run_folder){ .path = folder->path };
}

fg_status run_header_read(struct fg_header *header, const char *file,
			  struct fg_diag *diag)
{
	FILE *text = fopen(file, "re");
	bool damaged = false;
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	if (!text)
		return fg_fail(diag, FG_EIO, (struct fg_loc){ file, 0 },
			       "cannot open: %s", strerror(errno));
	n = getline(&line, &room, text);
	if (n > 0)
		(void)fg_header_parse(fg_trim((fg_str){ line, (size_t)n }),
				      header, &damaged);
	free(line);
	fclose(text);
	return FG_OK;
}

/* The first of the keys that both have, and whose values differ; or NULL. */
static const char *unequal(const struct fg_header headers[2],
			   const char *const *keys)
{
	for (; *keys; keys++) {
		fg_str a = fg_header_get(&headers[0], *keys);
		fg_str b = fg_header_get(&headers[1], *keys);

		if (a.n > 0 && b.n > 0 && !fg_equal(a, b))
			return *keys;
	}
	return NULL;
}

/* Whether one was taken so many times a second, the other by a period. */
static bool is_other_rate(const struct fg_header headers[2])
{
	static const char *const keys[] = { "frequency", "period" };

	for (size_t i = 0; i < 2; i++) {
		if (fg_header_get(&headers[i], keys[0]).n > 0 &&
		    fg_header_get(&headers[!i], keys[1]).n > 0)
			return true;
	}
	return false;
}

static fg_status compare(const struct fg_header headers[2],
			 const char *const files[2], struct fg_diag *diag)
{
	static const char *const how[] = { "metric", "frequency", "period",
					   "call-graph", NULL };
	static const char *const where[] = { "host", "machine", NULL };
	struct fg_loc loc = { files[1], 0 };
	const char *key = unequal(headers, how);

	if (is_other_rate(headers))
		return fg_fail(diag, FG_EINPUT, loc,
			       "one of this run and %s is taken by a frequency "
			       "and one by a period; record both alike",
			       files[0]);
	if (key)
		return fg_fail(diag, FG_EINPUT, loc,
			       "recorded with %s=%.*s, but %s with %s=%.*s; "
			       "record both alike",
			       key, FG_FMT(fg_header_get(&headers[1], key)),
			       files[0], key,
			       FG_FMT(fg_header_get(&headers[0], key)));
	key = unequal(headers, where);
	if (key)
		fg_doubt(diag, loc,
			 "recorded on another machine than %s: %s=%.*s, not "
			 "%.*s",
			 files[0], key, FG_FMT(fg_header_get(&headers[1], key)),
			 FG_FMT(fg_header_get(&headers[0], key)));
	return FG_OK;
}

fg_status run_headers_compare(const char *const files[2], struct fg_diag *diag)
{
	struct fg_header headers[2] = { 0 };
	fg_status status = run_header_read(&headers[0], files[0], diag);

	if (status == FG_OK)
		status = run_header_read(&headers[1], files[1], diag);
	if (status == FG_OK)
		status = compare(headers, files, diag);
	fg_header_free(&headers[0]);
	fg_header_free(&headers[1]);
	return status;
}
