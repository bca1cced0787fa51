/* SPDX-License-Identifier: MIT */
#include "symbols_files.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buildid.h"
#include "fg/alloc.h"
#include "fg/text.h"
#include "regular.h"
#include "symbols_vdso.h"

/* "a" "b" "c" as one string, which the caller frees. */
static char *join(const char *a, const char *b, const char *c)
{
	struct fg_buffer text = { 0 };

	fg_buffer_append(&text, fg_from_c(a));
	fg_buffer_append(&text, fg_from_c(b));
	fg_buffer_append(&text, fg_from_c(c));
	fg_buffer_append(&text, (fg_str){ "", 1 });
	return text.p;
}

/* The folder of `path`, with its '/'; the caller frees it. */
static char *folder_of(const char *path)
{
	fg_str s = fg_from_c(path);
	size_t slash = fg_rfind_char(s, '/');

	return fg_str_dup(fg_slice(s, 0, slash == s.n ? 0 : slash + 1));
}

/* perf.data has room for 20 bytes: shorter build IDs end with zeros there. */
static bool is_same_id(fg_str recorded, fg_str own)
{
	if (own.n == 0 || recorded.n < own.n ||
	    memcmp(recorded.p, own.p, own.n) != 0)
		return false;
	for (size_t i = own.n; i < recorded.n; i++) {
		if (recorded.p[i] != '\0')
			return false;
	}
	return true;
}

static bool has_id(struct image *image, fg_str id)
{
	return is_same_id(id, image_build_id(image));
}

/* Opens the file if it is the recorded one; frees the path. */
static struct image *try_binary(char *path, const struct binary_wanted *wanted,
				const char **problem)
{
	const char *other = NULL;
	struct image *image = path ? image_open(path, false, problem) : NULL;

	free(path);
	if (!image)
		return NULL;
	if (wanted->build_id.n > 0 && !has_id(image, wanted->build_id))
		other = "another build ID";
	else if (wanted->build_id.n == 0 && wanted->recorded > 0 &&
		 image->changed > 0 &&
		 (uint64_t)image->changed > wanted->recorded)
		other = "changed since it was recorded";
	if (!other)
		return image;
	*problem = other;
	image_close(image);
	return NULL;
}

/* Perf's copies: "FILE" in a folder of that build ID, or the ID itself. */
static struct image *find_copy(const struct binary_wanted *wanted,
			       const char *file)
{
	struct image *image = NULL;
	const char *problem;
	char *dir;

	for (size_t i = 0; !image && (dir = buildid_cache(wanted->root, i));
	     i++) {
		image = try_binary(buildid_path(dir, wanted->build_id, file),
				   wanted, &problem);
		if (!image)
			image = try_binary(buildid_path(dir, wanted->build_id,
							""),
					   wanted, &problem);
		free(dir);
	}
	return image;
}

/* The file as the process sees it, which may have another root. */
static struct image *find_by_process(const struct binary_wanted *wanted,
				     const char *path)
{
	char root[sizeof "/proc//root" + 20];
	const char *problem;

	if (wanted->pid == 0 || *wanted->root || *path != '/')
		return NULL;
	snprintf(root, sizeof root, "/proc/%" PRIu32 "/root", wanted->pid);
	return try_binary(join(root, path, ""), wanted, &problem);
}

static struct image *find_file(const struct binary_wanted *wanted,
			       const char *path, const char **problem)
{
	struct image *image =
		try_binary(join(wanted->root, path, ""), wanted, problem);

	if (!image)
		image = find_by_process(wanted, path);
	if (!image)
		image = find_copy(wanted, "/elf");
	return image;
}

/*
 * Finds the vDSO, which is part of the kernel; its modules may come with a
 * copy.
 */
static struct image *find_vdso(const struct binary_wanted *wanted,
			       const char *name)
{
	static const char *const files[] = { "vdso64.so", "vdso32.so",
					     "vdsox32.so", "vdso.so" };
	const char *release = wanted->kernel_release;
	bool may_run = wanted->build_id.n > 0 ||
		       files_is_running_release(release);
	struct image *image = find_copy(wanted, "/vdso");
	size_t count = sizeof files / sizeof *files;
	size_t start = strcmp(name, "[vdso32]") == 0 ? 1 : 0;

	/* without a build ID, a 32-bit one could be confused with another */
	if (wanted->build_id.n == 0)
		count = start + 1;
	for (size_t i = start; release && !image && i < count; i++) {
		char *folder = join("/usr/lib/modules/", release, "/vdso/");
		const char *problem;

		image = try_binary(join(wanted->root, folder, files[i]), wanted,
				   &problem);
		free(folder);
	}
	if (!image && may_run && strcmp(name, "[vdso]") == 0)
		image = files_running_vdso();
	if (image && wanted->build_id.n > 0 &&
	    !has_id(image, wanted->build_id)) {
		image_close(image);
		image = NULL;
	}
	return image;
}

struct image *files_find_binary(const struct binary_wanted *wanted,
				const char **problem)
{
	const fg_str deleted = FG_STR(" (deleted)");
	fg_str name = wanted->path;
	struct image *image = NULL;
	char *path;

	*problem = "no file";
	if (fg_ends_with(name, deleted))
		name.n -= deleted.n;
	path = fg_str_dup(name);
	if (strlen(path) == name.n && fg_starts_with(name, FG_STR("[vdso")))
		image = find_vdso(wanted, path);
	else if (strlen(path) == name.n && *path != '[')
		image = find_file(wanted, path, problem);
	/* a success makes earlier failures irrelevant */
	if (image)
		*problem = NULL;
	free(path);
	return image;
}

/*
 * Opens a file of debug information if it has that build ID. A file that dwz
 * made has the type of object files.
 */
static struct image *try_debug(char *path, fg_str id)
{
	const char *problem;
	struct image *image = path ? image_open(path, true, &problem) : NULL;

	free(path);
	if (!image || has_id(image, id))
		return image;
	image_close(image);
	return NULL;
}

static struct image *find_by_id(const char *root, fg_str id)
{
	char *folder = join(root, "/usr/lib/debug", "");
	struct image *image = try_debug(buildid_path(folder, id, ".debug"), id);
	char *dir;

	free(folder);
	for (size_t i = 0; !image && (dir = buildid_cache(root, i)); i++) {
		image = try_debug(buildid_path(dir, id, "/debug"), id);
		free(dir);
	}
	return image;
}

/* Opens what a .gnu_debuglink names if its build ID or checksum fits. */
static struct image *try_link(char *path, fg_str id, uint32_t checksum)
{
	const char *problem;
	struct image *image = image_open(path, false, &problem);
	fg_str own;
	uint32_t sum;
	bool fits;

	if (image) {
		own = image_build_id(image);
		if (id.n > 0 && own.n > 0)
			fits = is_same_id(id, own);
		else
			fits = regular_checksum(path, &sum) && sum == checksum;
		if (!fits) {
			image_close(image);
			image = NULL;
		}
	}
	free(path);
	return image;
}

/* A name, a NUL, up to the next multiple of 4, and a CRC. */
static bool read_link(struct image *binary, fg_str *name, uint32_t *checksum)
{
	fg_str data = image_data(binary, image_find(binary, ".gnu_debuglink"));
	size_t length = fg_find_char(data, '\0');
	size_t at = (length + 4) & ~(size_t)3;
	bool big = image_is_big_endian(binary);

	if (length == 0 || at > data.n || data.n - at < 4)
		return false;
	*name = fg_slice(data, 0, length);
	*checksum = 0;
	for (size_t i = 0; i < 4; i++) {
		size_t from = at + (big ? i : 3 - i);

		*checksum = *checksum << 8 | (unsigned char)data.p[from];
	}
	return true;
}

static struct image *find_by_link(const char *root, struct image *binary)
{
	fg_str id = image_build_id(binary), name;
	struct image *image;
	char *folder, *inner, *outer, *link;
	const char *inside;
	uint32_t sum;

	if (!read_link(binary, &name, &sum) ||
	    fg_find_char(name, '/') < name.n || *binary->path == '\0')
		return NULL;
	link = fg_str_dup(name);
	folder = folder_of(binary->path);
	inner = join(folder, ".debug/", "");
	inside = folder;
	if (fg_starts_with(fg_from_c(folder), fg_from_c(root)))
		inside += strlen(root);
	outer = join(root, "/usr/lib/debug", inside);
	image = try_link(join(folder, link, ""), id, sum);
	if (!image)
		image = try_link(join(inner, link, ""), id, sum);
	if (!image)
		image = try_link(join(outer, link, ""), id, sum);
	free(folder);
	free(inner);
	free(outer);
	free(link);
	return image;
}

struct image *files_find_debug(const char *root, struct image *binary)
{
	fg_str id = image_build_id(binary);
	struct image *image = find_by_id(root, id);

	return image ? image : find_by_link(root, binary);
}

struct image *files_find_alternate(const char *root, struct image *debug)
{
	fg_str data = image_data(debug, image_find(debug, ".gnu_debugaltlink"));
	fg_str name = fg_cut(&data, '\0'), id = data;
	struct image *image;
	char *path, *folder;

	if (name.n == 0 || id.n == 0)
		return NULL;
	path = fg_str_dup(name);
	folder = *path == '/' ? join(root, "", "") : folder_of(debug->path);
	image = try_debug(join(folder, path, ""), id);
	if (!image)
		image = find_by_id(root, id);
	free(folder);
	free(path);
	return image;
}
