/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOL_TEXT_H
#define COLLAPSE_SYMBOL_TEXT_H

#include "fg/base.h"
#include "fg/lines.h"

/*
 * Cleaning up the names of functions, for every format that prints symbols
 * of compiled code. All of it is linear in the length of the name.
 */

/* The symbol without its "+0x1f", if it ends in one. */
fg_str symbol_without_offset(fg_str symbol);

/*
 * Repairs a legacy Rust name that the profiler left half mangled:
 *
 *	_$LT$rs..S$u20$as$u20$rs..Tr$GT$::go::h0123456789abcdef
 *	<rs::S as rs::Tr>::go
 *
 * A name without the "::h" and 16 hex digits comes back as it is; otherwise
 * the result lies in `room`, whose bytes it replaces.
 */
fg_str symbol_repair_rust(fg_str symbol, struct fg_buffer *room);

/*
 * Leaves out the argument list of a C++, Java or Go function with what
 * follows it, but for a local scope, and knows brackets and operators:
 *
 *	std::vector<void (*)(int)>::at(unsigned long) const
 *	std::vector<void (*)(int)>::at
 *	main(int, char**)::{lambda()#1}::operator()(int) const
 *	main::{lambda()#1}::operator()
 *
 * The result is `name` or lies in `room`, whose bytes it replaces.
 */
fg_str symbol_cut_arguments(fg_str name, struct fg_buffer *room);

/*
 * Empties the brackets of templates, and leaves operators and what begins
 * with a bracket (Rust's "<T as Trait>::f") alone:
 *
 *	std::map<int, std::vector<int>>::operator<(int) const
 *	std::map<>::operator<(int) const
 *
 * The result is `name` or lies in `room`, whose bytes it replaces.
 */
fg_str symbol_cut_templates(fg_str name, struct fg_buffer *room);

/*
 * The length of the name that `text` begins with, where " (" and values of
 * arguments follow it, as debuggers print calls:
 *
 *	std::vector<void (*)(int)>::at(unsigned long) (this=0x7ffe, n=3)
 *	std::vector<void (*)(int)>::at(unsigned long)
 *
 * text.n when nothing follows.
 */
size_t symbol_call_length(fg_str text);

#endif
