/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOL_TEXT_H
#define COLLAPSE_SYMBOL_TEXT_H

#include "fg/base.h"
#include "fg/lines.h"

/*
 * Cleans up the names of functions, for every format that prints symbols of
 * compiled code. All functions are linear in the length of the name.
 */

/* The symbol without "+0x1f" at its end, if it has one. */
fg_str symbol_without_offset(fg_str symbol);

/*
 * Repairs a legacy Rust name that the profiler left half mangled:
 *
 *	_$LT$rs..S$u20$as$u20$rs..Tr$GT$::go::h0123456789abcdef
 *	<rs::S as rs::Tr>::go
 *
 * A name without "::h" and 16 hex digits is returned unchanged. Otherwise the
 * result is in `room`, whose bytes it replaces.
 */
fg_str symbol_repair_rust(fg_str symbol, struct fg_buffer *room);

/*
 * Leaves out the argument list of a C++, Java or Go function and the text
 * after it, except a local scope. It knows brackets and operators:
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
 * Empties the brackets of templates. Operators and brackets at the start
 * (Rust's "<T as Trait>::f") stay:
 *
 *	std::map<int, std::vector<int>>::operator<(int) const
 *	std::map<>::operator<(int) const
 *
 * The result is `name` or lies in `room`, whose bytes it replaces.
 */
fg_str symbol_cut_templates(fg_str name, struct fg_buffer *room);

/*
 * The length of the name at the start of `text`, before " (" and values of
 * arguments, as debuggers print calls:
 *
 *	std::vector<void (*)(int)>::at(unsigned long) (this=0x7ffe, n=3)
 *	std::vector<void (*)(int)>::at(unsigned long)
 *
 * Returns text.n when nothing follows.
 */
size_t symbol_call_length(fg_str text);

#endif
