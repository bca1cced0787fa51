/* SPDX-License-Identifier: MIT */
#include "perfdata_user_chain.h"

#include <stdlib.h>

#include "fg/text.h"

void user_chain_free(struct user_chain *user)
{
	unwinder_free(user->unwinder);
	free(user->chain.p);
}

static bool has_stack(const struct fields *fields)
{
	return fields->stack.n > 0 && fields->regs_abi != 0;
}

/*
 * Whether the sample has the data to find the caller of a function without a
 * frame.
 */
static bool has_leaf_state(const struct fields *fields)
{
	enum { ARM_LINK = 30 };

	return has_stack(fields) ||
	       (fields->regs_abi != 0 && fields->regs_mask >> ARM_LINK & 1);
}

bool user_chain_is_plain(const struct user_chain *user,
			 const struct fields *fields)
{
	return fields->has_chain && !user->swapped && !fields->is_call_stack &&
	       !has_leaf_state(fields);
}

static void append(struct user_chain *user, uint64_t address)
{
	fg_buffer_append(&user->chain, (fg_str){ (const char *)&address, 8 });
}

static uint64_t at(const struct user_chain *user, fg_str numbers, size_t place)
{
	return bytes_at64(numbers.p + place, user->swapped);
}

/*
 * Appends the calls of the branches, the last one first. The target of the
 * last one is the function that runs; `leaf` is the exact address in it.
 */
static void append_branches(struct user_chain *user,
			    const struct fields *fields, uint64_t leaf)
{
	append(user, CHAIN_USER_EXACT);
	if (leaf == 0 && fields->branches.n > 0)
		leaf = at(user, fields->branches, 8);
	if (leaf != 0)
		append(user, leaf);
	for (size_t i = 0; i < fields->branches.n; i += 24)
		append(user, at(user, fields->branches, i));
}

static void append_stack(struct user_chain *user, const struct fields *fields,
			 const struct address_space *space)
{
	if (!user->unwinder)
		user->unwinder = unwinder_new(user->names);
	if (!unwinder_run(user->unwinder, fields, user->swapped, space,
			  &user->chain))
		user->not_unwound++;
}

/*
 * Appends the missing caller: a chain of frame pointers goes from a function
 * without a frame to the caller of its caller.
 */
static void append_caller(struct user_chain *user, const struct fields *fields,
			  const struct address_space *space, size_t leaf)
{
	fg_str chain = fields->chain;
	uint64_t caller,
		next = leaf + 8 < chain.n ? at(user, chain, leaf + 8) : 0;

	if (!user->unwinder)
		user->unwinder = unwinder_new(user->names);
	caller = unwinder_caller(user->unwinder, fields, user->swapped, space,
				 at(user, chain, leaf));
	if (caller != 0 && caller != next)
		append(user, caller);
}

static void append_chain(struct user_chain *user, const struct fields *fields,
			 const struct address_space *space, bool *has_user)
{
	fg_str chain = fields->chain;

	for (size_t i = 0; i < chain.n; i += 8) {
		uint64_t address = at(user, chain, i);
		bool is_leaf = i > 0 && at(user, chain, i - 8) == CHAIN_USER;

		if (address == CHAIN_USER && fields->is_call_stack) {
			append_branches(user, fields,
					i + 8 < chain.n ? at(user, chain, i + 8)
							: 0);
			*has_user = true;
			return;
		}
		append(user, address);
		if (is_leaf && address < CHAIN_MARKERS) {
			*has_user = true;
			if (has_leaf_state(fields))
				append_caller(user, fields, space, i);
		}
	}
}

fg_str user_chain_of(struct user_chain *user, const struct fields *fields,
		     const struct address_space *space)
{
	bool has_user = false;

	user->chain.n = 0;
	append_chain(user, fields, space, &has_user);
	if (!has_user && has_stack(fields))
		append_stack(user, fields, space);
	if (user->chain.n == 0 && (!fields->has_chain || has_stack(fields)))
		append(user, fields->ip);
	return fg_buffer_text(&user->chain);
}
