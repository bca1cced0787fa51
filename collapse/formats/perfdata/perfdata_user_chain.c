/* SPDX-License-Identifier: MIT */
#include "perfdata_user_chain.h"

#include <stdlib.h>

#include "fg/text.h"

enum { FRAMES_MAX = 1024 };

void user_chain_free(struct user_chain *user)
{
	free(user->chain.p);
}

static bool has_stack(const struct fields *fields)
{
	return fields->stack.n > 0 && fields->regs_abi != 0;
}

bool user_chain_is_plain(const struct user_chain *user,
			 const struct fields *fields)
{
	return fields->has_chain && !user->swapped && !fields->is_call_stack &&
	       !has_stack(fields);
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
 * The branches are the calls, the last one first; where the last one went is
 * the function that runs, of which `leaf` says more.
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

static unsigned bits_below(uint64_t mask, unsigned bit)
{
	unsigned n = 0;

	for (mask &= (UINT64_C(1) << bit) - 1; mask; mask &= mask - 1)
		n++;
	return n;
}

/*
 * A file tells the processor's kind only behind its records; the registers
 * tell it, too: <asm/perf_regs.h> of ARM64 has 33, x86-64 none from 24 on.
 */
static fg_str arch_of(const struct user_chain *user,
		      const struct fields *fields)
{
	if (user->arch.n > 0)
		return user->arch;
	return fields->regs_mask >> 32 & 1 ? FG_STR("aarch64")
					   : FG_STR("x86_64");
}

/* Where the processor was in the user's code; 0 where that is not known. */
static uint64_t program_counter(const struct user_chain *user,
				const struct fields *fields)
{
	enum { X86 = 8, ARM64 = 32 };
	bool is_arm = fg_equal(arch_of(user, fields), FG_STR("aarch64"));
	unsigned bit = is_arm ? ARM64 : X86;

	if (!(fields->regs_mask >> bit & 1))
		return 0;
	return at(user, fields->regs,
		  (size_t)8 * bits_below(fields->regs_mask, bit));
}

struct lookup {
	const struct address_space *space;
	const struct names *names;
};

static bool find_map(void *context, uint64_t address, struct unwind_map *to)
{
	const struct lookup *lookup = context;
	struct map map;

	if (!maps_find(lookup->space->process->maps, address, &map))
		return false;
	*to = (struct unwind_map){ map.start, map.end, map.offset, map.module };
	return true;
}

static void find_module(void *context, uint32_t module, fg_str *path,
			fg_str *build_id)
{
	const struct lookup *lookup = context;
	const struct module *found = &lookup->names->modules->items[module];

	*path = found->path;
	*build_id = found->build_id;
}

/* The addresses that an unwinder finds; false when there is no unwinder. */
static bool append_unwound(struct user_chain *user, const struct fields *fields,
			   const struct address_space *space)
{
	struct lookup lookup = { space, user->names };
	uint64_t addresses[FRAMES_MAX];
	struct unwind_input input = {
		.arch = arch_of(user, fields),
		.abi = fields->regs_abi,
		.mask = fields->regs_mask,
		.registers = fields->regs,
		.stack = fields->stack,
		.swapped = user->swapped,
		.find_map = find_map,
		.find_module = find_module,
		.context = &lookup,
	};
	struct unwind_output output = { .addresses = addresses,
					.most = FRAMES_MAX };

	if (!user->unwind || !user->unwind(user->unwinder, &input, &output) ||
	    output.count == 0)
		return false;
	for (size_t i = 0; i < output.count; i++)
		append(user, addresses[i]);
	if (output.is_cut)
		append(user, CHAIN_CUT);
	return true;
}

static void append_stack(struct user_chain *user, const struct fields *fields,
			 const struct address_space *space)
{
	uint64_t pc;

	append(user, CHAIN_USER);
	if (append_unwound(user, fields, space))
		return;
	user->not_unwound++;
	pc = program_counter(user, fields);
	if (pc != 0)
		append(user, pc);
}

fg_str user_chain_of(struct user_chain *user, const struct fields *fields,
		     const struct address_space *space)
{
	fg_str chain = fields->chain;

	user->chain.n = 0;
	if (!fields->has_chain && !has_stack(fields))
		append(user, fields->ip);
	for (size_t i = 0; i < chain.n; i += 8) {
		uint64_t address = at(user, chain, i);

		if (address == CHAIN_USER && fields->is_call_stack) {
			append_branches(user, fields,
					i + 8 < chain.n ? at(user, chain, i + 8)
							: 0);
			break;
		}
		append(user, address);
	}
	if (has_stack(fields))
		append_stack(user, fields, space);
	return fg_buffer_text(&user->chain);
}
