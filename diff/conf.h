/* SPDX-License-Identifier: MIT */
#ifndef DIFF_CONF_H
#define DIFF_CONF_H

#include "check.h"

/*
 * The rules of a gate in a file. A line is a word and what it takes; '#'
 * begins a comment line:
 *
 *	# fg-gate.conf
 *	significance 3
 *	strip-hex
 *	strip-suffixes
 *	rename ^old::=new::
 *	fail-if self > +1pt
 *	fail-if total(parse.*) > +5%
 *	ignore lex_.* until 2027-03-31: the new lexer, see ticket 412
 *
 * Each function whose whole name an `ignore` matches is left out of rules
 * about any function, up to and with that day (UTC).
 *
 *	struct conf conf = { .check = &check, .names = names };
 *	status = conf_read(&conf, "fg-gate.conf", diag);
 *	conf_free(&conf);
 *
 * `conf` must stay where it is, and be freed after `check` and `names`.
 */
struct conf {
	struct check *check; /* rules and ignores go here; borrowed */
	struct names *names; /* renames go here; borrowed */
	double significance; /* as the file says */
	bool significance_given;

	/* its own */
	struct fg_diag diag; /* says the line where a mistake is */
	struct fg_diag *to;
	struct fg_loc loc;
	char **texts;
	size_t count, room;
};

/*
 * Reads the file; "-" is standard input. A bad line is an error, FG_EUSAGE,
 * with its place. An ignore that has expired is told, and does not count.
 */
fg_status conf_read(struct conf *conf, const char *path, struct fg_diag *diag);
void conf_free(struct conf *conf);

#endif
