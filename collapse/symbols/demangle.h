/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_DEMANGLE_H
#define COLLAPSE_DEMANGLE_H

#include "fg/base.h"

/*
 * The source's name of a linker symbol of C++, Rust or D, with the types of
 * its arguments: "_ZN6shapes5buildEi" is "shapes::build(int)". NULL where the
 * symbol is no such (or the program was built without libiberty); else the
 * caller frees it. The one face of libiberty.
 */
char *demangle(const char *symbol);

#endif
