/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_USER_CHAIN_H
#define PERFDATA_USER_CHAIN_H

#include "perfdata_chain.h"
#include "perfdata_fields.h"
#include "perfdata_unwind.h"

/*
 * Finds the user part of chains that is not in the sample's call chain: it is
 * in the branches that the processor kept (perf record --call-graph lbr), in a
 * copy of the stack (--call-graph dwarf), or in a later record.
 */
struct user_chain {
	bool swapped;
	struct fg_buffer chain; /* buffer for one chain */

	struct unwinder *unwinder; /* NULL until there is a copy of a stack */
	struct names *names; /* of modules; borrowed */
	uint64_t not_unwound; /* samples with a copy and unknown registers */
};

/* Whether the sample's call chain is complete and in our byte order. */
bool user_chain_is_plain(const struct user_chain *user,
			 const struct fields *fields);

/*
 * The sample's chain in our byte order, with its user part; valid until the
 * next call.
 */
fg_str user_chain_of(struct user_chain *user, const struct fields *fields,
		     const struct address_space *space);

void user_chain_free(struct user_chain *user);

#endif
