/* SPDX-License-Identifier: MIT */
#ifndef FG_MINIFY_WRITE_H
#define FG_MINIFY_WRITE_H

#include "names.h"

/*
 * The script as text, in a function of its own, in few bytes: declarations
 * are joined, functions at the top become constants (so what is computed at
 * the top may call none that comes later), and a row of returns, each but the
 * last behind an `if`, becomes one with "?" and ":". The caller frees it.
 */
struct fg_buffer write_script(const struct tokens *tokens,
			      const enum role *roles,
			      const struct names *names);

#endif
