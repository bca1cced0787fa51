/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_DEMANGLE_H
#define COLLAPSE_DEMANGLE_H

#include "fg/base.h"

enum { DEMANGLED_MAX = 1 << 16 }; /* bytes of a name of the source */

/*
 * The source's name of a linker symbol of C++ or Rust, with the types of its
 * arguments: "_ZN6shapes5buildEi" is "shapes::build(int)"; with `is_short`
 * without them, as in perf: "shapes::build". "@plt" stays at the end, the
 * version of a symbol does not. NULL where the symbol is not mangled (or the
 * program was built without libiberty), or the name would have more than
 * DEMANGLED_MAX bytes; else the caller frees it. Only this module uses
 * libiberty.
 *
 * That limit bounds the cost: a few bytes of a symbol can stand for any number
 * of bytes of the name, because it may refer to its own parts.
 */
char *demangle(fg_str symbol, bool is_short);

#endif
