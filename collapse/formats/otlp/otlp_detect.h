/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_OTLP_DETECT_H
#define COLLAPSE_FORMATS_OTLP_DETECT_H

#include "fg/base.h"

/* What OpenTelemetry sends, by the signals. */
enum otlp_signal {
	OTLP_NONE,
	OTLP_PROFILES,
	OTLP_TRACES,
	OTLP_METRICS,
	OTLP_LOGS,
};

/*
 * What `head`, the beginning of a protocol buffer or of JSON, is. It may be
 * cut anywhere. O(head.n).
 */
enum otlp_signal otlp_detect(fg_str head);

/*
 * The length of a prefix before the message at the beginning of `text`, and of
 * the message: 4 and the number that these bytes are (the highest first), as
 * the collector's file exporter writes them. 0 and text.n where there is none.
 */
size_t otlp_prefix(fg_str text, size_t *size);

#endif
