/* SPDX-License-Identifier: MIT */
#include "history.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fg/alloc.h"
#include "fg/lines.h"
#include "fg/text.h"

enum { HASH_LEAST = 7, HASH_MOST = 64 };

/* ---- names ---- */

/* The digits that `s` begins with, without zeros in front. */
static fg_str take_digits(const char **s)
{
	const char *from = *s;
	size_t n = 0;

	while (fg_is_digit((*s)[n]))
		n++;
	*s += n;
	while (n > 1 && *from == '0') {
		from++;
		n--;
	}
	return (fg_str){ from, n };
}

int history_compare_names(const char *a, const char *b)
{
	const char *x = a, *y = b;

	while (*x && *y) {
		if (fg_is_digit(*x) && fg_is_digit(*y)) {
			fg_str m = take_digits(&x), n = take_digits(&y);

			if (m.n != n.n)
				return m.n < n.n ? -1 : 1;
			if (!fg_equal(m, n))
				return fg_compare(m, n);
		} else if (*x != *y) {
			return (unsigned char)*x < (unsigned char)*y ? -1 : 1;
		} else {
			x++;
			y++;
		}
	}
	return *x ? 1 : *y ? -1 : strcmp(a, b);
}

/* Cuts ".folded" and what packs it off; false where it is another file. */
static bool cut_ending(fg_str *name)
{
	static const char *const endings[] = { ".folded", ".folded.gz",
					       ".folded.zst" };

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		fg_str ending = fg_from_c(endings[i]);

		if (name->n > ending.n && fg_ends_with(*name, ending)) {
			name->n -= ending.n;
			return true;
		}
	}
	return false;
}

/* Cuts "-run3", ".run-3", "_run03" off, where more than that is there. */
static fg_str cut_run(fg_str name)
{
	size_t n = name.n;

	while (n > 0 && fg_is_digit(name.p[n - 1]))
		n--;
	if (n == name.n)
		return name;
	if (n > 0 && strchr("-._", name.p[n - 1]))
		n--;
	if (n < 5 || !fg_ends_with(fg_slice(name, 0, n), FG_STR("run")) ||
	    !strchr("-._", name.p[n - 4]))
		return name;
	return fg_slice(name, 0, n - 4);
}

static bool is_hex(const char *name)
{
	size_t n = strspn(name, "0123456789abcdef");

	return name[n] == '\0' && n >= HASH_LEAST && n <= HASH_MOST;
}

/* ---- the folder ---- */

/* The point of this name; points of files come one after the other. */
static struct history_point *point_of(struct history *history, fg_str name)
{
	for (size_t i = history->count; i > 0; i--) {
		struct history_point *point = &history->points[i - 1];

		if (fg_equal(fg_from_c(point->name), name))
			return point;
		if (history->count - i > 1)
			break;
	}
	FG_RESERVE(&history->points, &history->room, history->count + 1);
	history->points[history->count] =
		(struct history_point){ .name = fg_str_dup(name) };
	return &history->points[history->count++];
}

static void add_run(struct history_point *point, char *path)
{
	FG_RESERVE(&point->paths, &point->room, point->count + 1);
	point->paths[point->count++] = path;
}

static char *join_path(const char *folder, const char *name)
{
	size_t room = strlen(folder) + strlen(name) + 2;
	char *path = fg_malloc(room);

	snprintf(path, room, "%s/%s", folder, name);
	return path;
}

static int by_name(const void *a, const void *b)
{
	return history_compare_names(*(char *const *)a, *(char *const *)b);
}

struct names_list {
	char **items;
	size_t count, room;
};

/* All names of a folder but those that begin with a dot, in order. */
static fg_status list_names(struct names_list *list, const char *folder,
			    struct fg_diag *diag)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;

	if (!dir)
		return fg_fail(diag, FG_EIO, (struct fg_loc){ folder, 0 },
			       "cannot read this folder: %s", strerror(errno));
	while ((entry = readdir(dir))) {
		if (entry->d_name[0] == '.')
			continue;
		FG_RESERVE(&list->items, &list->room, list->count + 1);
		list->items[list->count++] =
			fg_str_dup(fg_from_c(entry->d_name));
	}
	closedir(dir);
	if (list->count > 1)
		qsort(list->items, list->count, sizeof *list->items, by_name);
	return FG_OK;
}

static void free_names(struct names_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->items[i]);
	free(list->items);
}

static bool is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static fg_status list_runs(struct history *history, const char *folder,
			   const char *name, struct fg_diag *diag)
{
	struct names_list names = { 0 };
	fg_status status = list_names(&names, folder, diag);
	struct history_point *point = NULL;

	for (size_t i = 0; i < names.count; i++) {
		fg_str base = fg_from_c(names.items[i]);

		if (!cut_ending(&base))
			continue;
		if (!point)
			point = point_of(history, fg_from_c(name));
		add_run(point, join_path(folder, names.items[i]));
	}
	free_names(&names);
	return status;
}

static fg_status list_points(struct history *history, const char *folder,
			     struct fg_diag *diag)
{
	struct names_list names = { 0 };
	fg_status status = list_names(&names, folder, diag);

	for (size_t i = 0; i < names.count && status == FG_OK; i++) {
		char *path = join_path(folder, names.items[i]);
		fg_str base = fg_from_c(names.items[i]);

		if (is_folder(path)) {
			status = list_runs(history, path, names.items[i], diag);
		} else if (cut_ending(&base)) {
			add_run(point_of(history, cut_run(base)), path);
			continue; /* the path is the run's */
		}
		free(path);
	}
	free_names(&names);
	return status;
}

static void free_point(struct history_point *point)
{
	for (size_t i = 0; i < point->count; i++)
		free(point->paths[i]);
	free(point->paths);
	free(point->name);
}

/* ---- the order ---- */

struct word {
	char *text;
	size_t place;
};

struct words {
	struct word *items;
	size_t count, room;
};

static int by_text(const void *a, const void *b)
{
	const struct word *x = a, *y = b;
	int order = strcmp(x->text, y->text);

	return order ? order : (x->place > y->place) - (x->place < y->place);
}

static fg_status read_words(struct words *words, const char *path,
			    struct fg_diag *diag)
{
	struct fg_lines *in = fg_lines_open(path, diag);
	fg_str line;

	if (!in)
		return FG_EIO;
	while (fg_lines_next(in, &line)) {
		size_t n = 0;

		line = fg_trim(line);
		while (n < line.n && !fg_is_blank(line.p[n]))
			n++;
		if (n == 0)
			continue;
		FG_RESERVE(&words->items, &words->room, words->count + 1);
		words->items[words->count] =
			(struct word){ fg_str_dup(fg_slice(line, 0, n)),
				       words->count };
		words->count++;
	}
	if (words->count > 1)
		qsort(words->items, words->count, sizeof *words->items,
		      by_text);
	return fg_lines_close(in);
}

/* Whether a word stands for a point; hashes may be shortened. */
static bool is_same(const char *word, const char *name)
{
	size_t m = strlen(word), n = strlen(name);

	if (strcmp(word, name) == 0)
		return true;
	return is_hex(word) && is_hex(name) &&
	       strncmp(word, name, m < n ? m : n) == 0;
}

/* The place of a point in the order; SIZE_MAX: it has none. O(log words). */
static size_t find_place(const struct words *words, const char *name)
{
	size_t low = 0, high = words->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(words->items[middle].text, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	/* a longer word stands behind the name, a shorter one before it */
	if (low < words->count && is_same(words->items[low].text, name))
		return words->items[low].place;
	if (low > 0 && is_same(words->items[low - 1].text, name))
		return words->items[low - 1].place;
	return SIZE_MAX;
}

static int by_place(const void *a, const void *b)
{
	const struct history_point *x = a, *y = b;

	if (x->place != y->place)
		return x->place < y->place ? -1 : 1;
	return history_compare_names(x->name, y->name);
}

static fg_status take_order(struct history *history, const char *path,
			    struct fg_diag *diag)
{
	struct words words = { 0 };
	fg_status status = read_words(&words, path, diag);
	size_t kept = 0;

	for (size_t i = 0; i < history->count && status == FG_OK; i++) {
		struct history_point *point = &history->points[i];

		point->place = find_place(&words, point->name);
		if (point->place != SIZE_MAX) {
			history->points[kept++] = *point;
			continue;
		}
		fg_doubt(diag, (struct fg_loc){ path, 0 },
			 "'%s' has no place in the order, so it is left out",
			 point->name);
		free_point(point);
	}
	if (status == FG_OK)
		history->count = kept;
	for (size_t i = 0; i < words.count; i++)
		free(words.items[i].text);
	free(words.items);
	return status;
}

static fg_status check_hashes(const struct history *history, const char *folder,
			      struct fg_diag *diag)
{
	bool has_letter = false;

	for (size_t i = 0; i < history->count; i++) {
		const char *name = history->points[i].name;

		if (!is_hex(name))
			return FG_OK;
		has_letter |= strpbrk(name, "abcdef") != NULL;
	}
	if (!has_letter || history->count < 2)
		return FG_OK;
	return fg_fail(diag, FG_EINPUT, (struct fg_loc){ folder, 0 },
		       "the names are hashes, which have no order: give it by "
		       "--order FILE (git rev-list --reverse HEAD >FILE)");
}

/* ---- all of it ---- */

static void limit(struct history *history, struct fg_diag *diag)
{
	size_t old = 0;

	if (history->count > HISTORY_POINTS_MAX)
		old = history->count - HISTORY_POINTS_MAX;
	if (old > 0)
		fg_doubt(diag, (struct fg_loc){ NULL, 0 },
			 "the first %zu of %zu points are left out", old,
			 history->count);
	for (size_t i = 0; i < old; i++)
		free_point(&history->points[i]);
	history->count -= old;
	if (old > 0)
		memmove(history->points, history->points + old,
			history->count * sizeof *history->points);
	for (size_t i = 0; i < history->count; i++) {
		struct history_point *point = &history->points[i];

		if (point->count <= HISTORY_RUNS_MAX)
			continue;
		fg_doubt(diag, (struct fg_loc){ NULL, 0 },
			 "'%s' has %zu runs; the first %d count", point->name,
			 point->count, HISTORY_RUNS_MAX);
		while (point->count > HISTORY_RUNS_MAX)
			free(point->paths[--point->count]);
	}
}

fg_status history_list(struct history *history, const char *folder,
		       const char *order, struct fg_diag *diag)
{
	fg_status status = list_points(history, folder, diag);

	if (status == FG_OK && history->count == 0)
		return fg_fail(diag, FG_EINPUT, (struct fg_loc){ folder, 0 },
			       "there are no .folded files here, and none in "
			       "its folders");
	if (status == FG_OK && !order)
		status = check_hashes(history, folder, diag);
	if (status == FG_OK && order)
		status = take_order(history, order, diag);
	if (status != FG_OK)
		return status;
	if (history->count == 0)
		return fg_fail(diag, FG_EINPUT, (struct fg_loc){ order, 0 },
			       "no point of '%s' is in this order", folder);
	qsort(history->points, history->count, sizeof *history->points,
	      by_place);
	limit(history, diag);
	return FG_OK;
}

void history_free(struct history *history)
{
	for (size_t i = 0; i < history->count; i++)
		free_point(&history->points[i]);
	free(history->points);
	*history = (struct history){ 0 };
}
