/* SPDX-License-Identifier: MIT */
#include "callgrind_chain.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

fg_str callgrind_chain_head(fg_str name)
{
	return fg_slice(name, 0, fg_find_char(name, '\''));
}

void callgrind_chain_free(struct callgrind_chain *chain)
{
	free(chain->parts);
}

static bool is_number(fg_str part)
{
	for (size_t i = 0; i < part.n; i++) {
		if (!fg_is_digit(part.p[i]))
			return false;
	}
	return part.n > 0;
}

/*
 * Whether the part is a known head. The look-up interns an unknown one after
 * the known ones.
 */
static bool is_head(struct callgrind_chain *chain, fg_str part)
{
	return fg_frames_intern(chain->heads, part) < chain->known;
}

static void add_part(struct callgrind_chain *chain, fg_str part)
{
	FG_RESERVE(&chain->parts, &chain->room, chain->count + 1);
	chain->parts[chain->count++] = part;
}

void callgrind_chain_split(struct callgrind_chain *chain, fg_str name)
{
	fg_str rest = name, part = fg_cut(&rest, '\'');
	fg_str *last;

	chain->count = 0;
	add_part(chain, part);
	while (rest.p) {
		part = fg_cut(&rest, '\'');
		last = &chain->parts[chain->count - 1];
		if (is_number(part))
			continue;
		if (is_head(chain, part))
			add_part(chain, part);
		else
			last->n = (size_t)(part.p + part.n - last->p);
	}
}
