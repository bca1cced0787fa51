/* SPDX-License-Identifier: MIT */
#ifndef GPERFTOOLS_RUN_H
#define GPERFTOOLS_RUN_H

#include "format.h"
#include "gperftools_places.h"
#include "sample/stray.h"

/* State shared by the parts of the format while they read one profile. */
struct gperftools_run {
	struct collapse *c;
	struct stackbuf stack;
	struct namer namer;
	struct gperftools_places places;
	fg_str addresses; /* of the stack of the current jemalloc lines */
	uint64_t negative; /* weights, left out */
	bool cut; /* it ends too early */
	fg_str input; /* all of it */
	struct stray rows, tail; /* lines that are no row, or no memory map */
	const char *counted; /* the place of `line` in the input */
	uint64_t line;
};

#endif
