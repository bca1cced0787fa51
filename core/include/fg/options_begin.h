/* SPDX-License-Identifier: MIT */
/*
 * The first line of a program's table of options, NAME_options.def; the last
 * is fg/options_end.h. A row of the table is one of
 *
 *	GROUP(heading)
 *	KIND(field, letter, name, argument, help, ...)
 *	AT(KIND, place, letter, name, argument, help, ...)
 *	ALIAS(KIND, field, letter, name, argument, help, ...)
 *
 * with letter 0 and argument NULL where there is none, help NULL for an option
 * that --help does not show, and further fields of struct fg_opt (fg/cli.h)
 * behind the help. AT stores in a place that is declared elsewhere, ALIAS in
 * the field of another row.
 *
 *	FLAG		bool field
 *	TEXT		const char *field, NULL: not given
 *	NUMBER		uint64_t field
 *	REAL		double field
 *	LIST		struct fg_list field
 *	OPTIONAL	const char *field, whose argument may be left out
 *
 * The file that includes the table defines what it wants of these, and what
 * it does not define is nothing.
 */
#ifndef GROUP
#define GROUP(...)
#endif
#ifndef FLAG
#define FLAG(...)
#endif
#ifndef TEXT
#define TEXT(...)
#endif
#ifndef NUMBER
#define NUMBER(...)
#endif
#ifndef REAL
#define REAL(...)
#endif
#ifndef LIST
#define LIST(...)
#endif
#ifndef OPTIONAL
#define OPTIONAL(...)
#endif
#ifndef AT
#define AT(...)
#endif
#ifndef ALIAS
#define ALIAS(...)
#endif
