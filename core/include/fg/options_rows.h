/* SPDX-License-Identifier: MIT */
/*
 * Makes a table of options into rows of struct fg_opt, whose values are stored
 * below a pointer `s`. Include it right before the table:
 *
 *	const struct fg_opt rows[] = {
 *	#include "fg/options_rows.h"
 *	#include "render_options.def"
 *	};
 */
#define FG_OPTION_ROW(member, place, letter, name, arg, ...) \
	{ letter, name, arg, __VA_ARGS__, .member = &s->place },
#define GROUP(heading) { .group = heading },
#define FLAG(...) FG_OPTION_ROW(flag, __VA_ARGS__)
#define TEXT(...) FG_OPTION_ROW(string, __VA_ARGS__)
#define NUMBER(...) FG_OPTION_ROW(number, __VA_ARGS__)
#define REAL(...) FG_OPTION_ROW(real, __VA_ARGS__)
#define LIST(...) FG_OPTION_ROW(list, __VA_ARGS__)
#define OPTIONAL(...) FG_OPTION_ROW(optional, __VA_ARGS__)
#define AT(kind, ...) kind(__VA_ARGS__)
#define ALIAS(kind, ...) kind(__VA_ARGS__)
