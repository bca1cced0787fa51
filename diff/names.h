/* SPDX-License-Identifier: MIT */
#ifndef DIFF_NAMES_H
#define DIFF_NAMES_H

#include "fg/diag.h"
#include "fg/stacks.h"

/*
 * Rules that rewrite frame names, so that the same function has one name in
 * two builds. They apply in the order in which they were added.
 *
 *	struct names *names = names_new();
 *	status = names_add_suffixes(names, diag);
 *	map = names_map(names, from, to);
 *	names_free(names);
 */
struct names;

/* No rules yet; the caller frees it. */
struct names *names_new(void);
void names_free(struct names *names); /* NULL is allowed */

/* Addresses become "0x...". */
fg_status names_add_hex(struct names *names, struct fg_diag *diag);

/*
 * What compilers, linkers and runtimes add: hashes, ".llvm.7", ".part.0",
 * "[clone .cold]", "@plt", the numbers of lambdas, closures, generated classes
 * and threads, line numbers.
 */
fg_status names_add_suffixes(struct names *names, struct fg_diag *diag);

/*
 * "REGEX=REPLACEMENT", parted at the first '=' that is neither escaped nor
 * part of a look-around. FG_EUSAGE after a message about a bad rule.
 */
fg_status names_add_rule(struct names *names, const char *rule,
			 struct fg_diag *diag);

/* Whether there are no rules, and so names stay as they are. */
bool names_is_empty(const struct names *names);

/* What a name that became empty is mapped to: the frame is left out. */
#define NAMES_DROPPED UINT32_MAX

/*
 * For every frame of `from` the id of its new name in `to`. The caller frees
 * the array. Each distinct name is rewritten once.
 */
fg_frame *names_map(struct names *names, const struct fg_stacks *from,
		    struct fg_stacks *to);

/*
 * Writes the stack's frames by such a map to `ids`, which has room for all of
 * them. Returns how many are left.
 */
size_t names_map_stack(const struct fg_stack *stack, const fg_frame *map,
		       fg_frame *ids);

#endif
