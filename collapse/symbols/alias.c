/* SPDX-License-Identifier: MIT */
#include "alias.h"

static size_t underscores(fg_str name)
{
	size_t n = 0;

	while (n < name.n && name.p[n] == '_')
		n++;
	return n;
}

bool alias_is_better(const struct alias *a, const struct alias *b)
{
	size_t a_lines, b_lines;

	if (a->is_sized != b->is_sized)
		return b->is_sized;
	if (a->is_typed != b->is_typed)
		return b->is_typed;
	if (a->is_weak != b->is_weak)
		return a->is_weak;
	if (a->is_global != b->is_global)
		return b->is_global;
	a_lines = underscores(a->name);
	b_lines = underscores(b->name);
	if (a_lines != b_lines)
		return b_lines < a_lines;
	return b->name.n > a->name.n;
}
