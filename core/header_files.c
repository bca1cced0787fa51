/* SPDX-License-Identifier: MIT */
/* Headers of several files that become one profile. */
#include <stdlib.h>

#include "fg/header.h"

static bool says_unit(const struct fg_header *header)
{
	return fg_header_get(header, "unit").n > 0;
}

/*
 * Says once that files without a unit are taken to be like the others, which
 * is nearly always right.
 */
static void tell_silent(struct fg_header_files *all, struct fg_diag *diag)
{
	if (!all->silent || !all->file || all->told_silent)
		return;
	fg_note(diag, (struct fg_loc){ all->silent, 0 },
		"does not say what its weights are; taken to be like those "
		"of '%s'",
		all->file);
	all->told_silent = true;
}

static fg_status check(struct fg_header_files *all,
		       const struct fg_header *header, const char *file,
		       struct fg_diag *diag)
{
	char *before = fg_header_what(&all->header);
	char *now = fg_header_what(header);
	struct fg_loc loc = { file, 0 };
	fg_status status = FG_OK;

	if (!fg_header_alike(&all->header, header)) {
		status = fg_fail(diag, FG_EINPUT, loc,
				 "its weights are %s, those of '%s' are %s: "
				 "unlike units are not added up",
				 now, all->file, before);
	} else if (fg_header_other_metric(&all->header, header) &&
		   !all->told_metric) {
		fg_warn(diag, loc,
			"its weights are %s, those of '%s' are %s; they are "
			"added up",
			now, all->file, before);
		all->told_metric = true;
	}
	free(before);
	free(now);
	return status;
}

fg_status fg_header_files_add(struct fg_header_files *all,
			      const struct fg_header *header, const char *file,
			      struct fg_diag *diag)
{
	fg_status status = FG_OK;

	if (all->file && says_unit(header))
		status = check(all, header, file, diag);
	if (status != FG_OK)
		return status;
	if (!says_unit(header) && !all->silent)
		all->silent = file;
	if (!all->any)
		fg_header_copy(&all->header, header);
	else
		fg_header_join(&all->header, header);
	if (says_unit(header) && !all->file)
		all->file = file;
	all->any = true;
	tell_silent(all, diag);
	return FG_OK;
}
