/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_ALIAS_H
#define COLLAPSE_SYMBOLS_ALIAS_H

#include "fg/base.h"

/*
 * Chooses which of several symbols at one address names the function. The
 * rules are those of perf (tools/perf/util/symbol.c, version 6.1), so that
 * names are the same as in its text.
 */
struct alias {
	fg_str name;
	bool is_sized; /* its size is not 0 */
	bool is_typed; /* its type is function or object */
	bool is_weak, is_global;
};

/*
 * Whether `b` is a better name than `a`: one with a size, then one with a
 * type, then one that is not weak, then a global one, then the one with fewer
 * leading '_', then the longer one. Of two that are equal in all this, the
 * earlier one stays.
 */
bool alias_is_better(const struct alias *a, const struct alias *b);

/* The rules before those of names: > 0 when `b` is better, < 0 when `a` is. */
int alias_compare(const struct alias *a, const struct alias *b);

/*
 * The rules for names alone. They are applied to demangled names of C++ and
 * Rust, as perf does.
 */
bool alias_name_is_better(fg_str a, fg_str b);

#endif
