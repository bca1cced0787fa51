/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_FIREFOX_FOLD_H
#define COLLAPSE_FORMATS_FIREFOX_FOLD_H

#include "firefox_profile.h"
#include "firefox_syms.h"

/*
 * Adds the profile to c->out, with names from `syms` (may be NULL), which is
 * freed, and from binaries. Frees each part of `p` after it was folded.
 * Metrics are those of c->metrics, in the order of `metrics`. Warns about
 * errors in the profile.
 */
void firefox_fold(struct collapse *c, struct firefox_profile *p,
		  enum firefox_metric metric, struct firefox_syms *syms);

/* The sum of a metric over all samples that have a stack. */
fg_swide firefox_total(const struct firefox_profile *p,
		       enum firefox_metric metric);

#endif
