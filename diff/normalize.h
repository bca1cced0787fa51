/* SPDX-License-Identifier: MIT */
#ifndef DIFF_NORMALIZE_H
#define DIFF_NORMALIZE_H

#include "diff.h"

/*
 * Scales before to after by the median of ratios (model.h): the typical
 * function keeps its weight, and a large change of a few does not make the
 * others look changed. Needs diff->runs. To be called before diff_scale().
 */
void normalize_by_median(struct diff *diff);

#endif
