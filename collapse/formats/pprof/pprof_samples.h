/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_PPROF_SAMPLES_H
#define COLLAPSE_FORMATS_PPROF_SAMPLES_H

#include "format.h"
#include "pprof_tables.h"

/*
 * Sums up the samples of `profile`, whose tables are `t`, for each metric of
 * c->metrics, and adds those of the chosen one to c->out. Warns about damaged
 * parts.
 */
void pprof_samples_fold(struct collapse *c, const struct pprof_tables *t,
			fg_str profile);

#endif
