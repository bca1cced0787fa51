/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_OTLP_FOLD_H
#define COLLAPSE_FORMATS_OTLP_FOLD_H

#include "otlp_samples.h"

/*
 * Folds the profiles of all messages of a file: chooses the metric, adds the
 * samples to c->out, and warns about what is damaged or missing.
 */
fg_status otlp_fold(struct collapse *c, struct otlp_message *messages,
		    size_t count);

#endif
