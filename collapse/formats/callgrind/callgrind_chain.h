/* SPDX-License-Identifier: MIT */
#ifndef CALLGRIND_CHAIN_H
#define CALLGRIND_CHAIN_H

#include "fg/frames.h"

/*
 * With --separate-callers callgrind writes the callers of a function into its
 * name, and with --separate-recs the level of recursion:
 *
 *	leaf'caller'callers_caller
 *	fib'2'main
 *
 * But names have apostrophes of their own (f<'a>, 'lambda'(int)::run). So an
 * apostrophe is a separator only before a number or the name of a function:
 * the first `known` of `heads` are the beginnings of all functions, up to
 * their first apostrophe.
 *
 *	struct callgrind_chain chain = { .heads = heads, .known = n };
 *	callgrind_chain_split(&chain, name);
 *	... chain.parts[0] is the function, the last its outermost caller ...
 *	callgrind_chain_free(&chain);
 */
struct callgrind_chain {
	fg_str *parts; /* without numbers; slices of the name */
	size_t count, room;
	struct fg_frames *heads; /* borrowed */
	size_t known;
};

/* The part of `name` to intern as its head. */
fg_str callgrind_chain_head(fg_str name);

/* Replaces the parts; there is always one. */
void callgrind_chain_split(struct callgrind_chain *chain, fg_str name);
void callgrind_chain_free(struct callgrind_chain *chain);

#endif
