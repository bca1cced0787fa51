/* SPDX-License-Identifier: MIT */
#ifndef DIFF_NOISE_H
#define DIFF_NOISE_H

#include "diff.h"

/*
 * Learns from several runs a side how much a mean varies by chance, and keeps
 * it in diff->noise and diff->spread, for the header of the folded lines.
 * Nothing with one run a side, or where diff->runs was not asked for. `unit` is
 * what the user says the weights are, or NULL.
 */
void noise_find(struct diff *diff, const char *unit, struct fg_diag *diag);

#endif
