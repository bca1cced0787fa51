/* SPDX-License-Identifier: MIT */
#include "alias.h"

static size_t underscores(fg_str name)
{
	size_t n = 0;

	while (n < name.n && name.p[n] == '_')
		n++;
	return n;
}

int alias_compare(const struct alias *a, const struct alias *b)
{
	if (a->is_sized != b->is_sized)
		return b->is_sized ? 1 : -1;
	if (a->is_typed != b->is_typed)
		return b->is_typed ? 1 : -1;
	if (a->is_weak != b->is_weak)
		return a->is_weak ? 1 : -1;
	if (a->is_global != b->is_global)
		return b->is_global ? 1 : -1;
	return 0;
}

bool alias_name_is_better(fg_str a, fg_str b)
{
	size_t a_lines = underscores(a), b_lines = underscores(b);

	if (a_lines != b_lines)
		return b_lines < a_lines;
	return b.n > a.n;
}

bool alias_is_better(const struct alias *a, const struct alias *b)
{
	int order = alias_compare(a, b);

	return order > 0 ||
	       (order == 0 && alias_name_is_better(a->name, b->name));
}
