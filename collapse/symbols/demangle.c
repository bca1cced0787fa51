/* SPDX-License-Identifier: MIT */
#include "demangle.h"

#ifdef FG_HAVE_LIBIBERTY
#include <libiberty/demangle.h>

char *demangle(const char *symbol)
{
	return cplus_demangle(symbol, DMGL_AUTO | DMGL_PARAMS | DMGL_ANSI);
}
#else
#include <stddef.h>

char *demangle(const char *symbol)
{
	(void)symbol;
	return NULL;
}
#endif
