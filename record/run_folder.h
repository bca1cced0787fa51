/* SPDX-License-Identifier: MIT */
#ifndef RECORD_RUN_FOLDER_H
#define RECORD_RUN_FOLDER_H

#include "fg/diag.h"
#include "fg/header.h"

/*
 * A folder of runs: 01.folded, 02.folded and so on, each with a header that
 * says what was recorded, and how.
 *
 *	struct run_folder before = { .path = "before" };
 *	status = run_folder_read(&before, diag);
 *	... before.files[0 .. count) ...
 *	run_folder_free(&before);
 */
struct run_folder {
	const char *path; /* borrowed */
	char **files; /* "before/01.folded", in order */
	size_t count, room;
};

/* Lists the runs of a folder. Fails where there is no folder or no run. */
fg_status run_folder_read(struct run_folder *folder, struct fg_diag *diag);

/*
 * Makes the folder, where there is none. Fails where it has runs: those of
 * two programs would be compared as if they were of one.
 */
fg_status run_folder_make(const struct run_folder *folder,
			  struct fg_diag *diag);

/*
 * Appends the name of run `number` of `count`, and returns it: all names of a
 * folder are equally long, so that they sort by number.
 */
const char *run_folder_add(struct run_folder *folder, size_t number,
			   size_t count);

void run_folder_free(struct run_folder *folder);

/* The first header of a file of folded text; empty where there is none. */
fg_status run_header_read(struct fg_header *header, const char *file,
			  struct fg_diag *diag);

/*
 * Fails where both runs say how they were recorded, and it is not the same
 * way: event, frequency or period, and how stacks were taken. Warns where
 * they are from different machines.
 */
fg_status run_headers_compare(const char *const files[2], struct fg_diag *diag);

#endif
