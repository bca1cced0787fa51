/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_OTLP_LAYOUT_H
#define COLLAPSE_FORMATS_OTLP_LAYOUT_H

#include "fg/base.h"

/*
 * The versions of OTLP's profiles. The package is v1development in all of
 * them, but releases of opentelemetry-proto moved the tables, and gave fields
 * other numbers. A message does not tell its version; otlp_layout_of() finds
 * it by content.
 *
 *	1.4, 1.5	each profile has its tables; a sample has a range of
 *			the profile's location indices
 *	1.6		the tables are in ProfilesData
 *	1.7		the tables are in ProfilesData.dictionary
 *	1.8		a sample has a stack of the dictionary; a profile has
 *			one sample type; labels are in the dictionary
 *	1.9		fields of Profile have other numbers
 *	1.10, 1.11	fields of Sample have other numbers
 *
 * From opentelemetry/proto/profiles/v1development/profiles.proto at the tags
 * v1.4.0 to v1.11.0.
 */

/* What a field is for. JSON is rewritten with these as numbers of fields. */
enum otlp_role {
	OTLP_SKIP,
	/* of ProfilesData, and of an export request */
	OTLP_RESOURCES,
	OTLP_DICTIONARY,
	/* tables: of the dictionary, of ProfilesData or of Profile */
	OTLP_MODULES,
	OTLP_LOCATIONS,
	OTLP_FUNCTIONS,
	OTLP_STRINGS,
	OTLP_ATTRIBUTES,
	OTLP_STACKS,
	/* of Profile */
	OTLP_TYPES,
	OTLP_SAMPLES,
	OTLP_INDICES, /* of locations */
	OTLP_TIME,
	OTLP_DEFAULT_NAME,
	OTLP_DEFAULT_INDEX,
	OTLP_LABELS, /* indices of attributes; of Sample, too */
	OTLP_OWN_LABELS, /* the attributes themselves */
	/* of Sample */
	OTLP_STACK,
	OTLP_FIRST, /* of a range of the profile's indices */
	OTLP_COUNT,
	OTLP_VALUES,
	OTLP_TIMES,
	OTLP_ROLES
};

/* The largest number of a field that is read, and one more. */
enum { OTLP_FIELDS = 24 };

struct otlp_layout {
	const char *version; /* of opentelemetry-proto */
	uint8_t data[OTLP_FIELDS]; /* roles by number of the field */
	uint8_t dictionary[OTLP_FIELDS];
	uint8_t profile[OTLP_FIELDS];
	uint8_t sample[OTLP_FIELDS];
	uint8_t location_labels; /* the number of Location.attribute_indices */
	const char *refused; /* why it is not read; NULL: it is */
};

/* The layout of otlp_json.h's result. */
extern const struct otlp_layout otlp_layout_of_json;

/*
 * The layout of a message, which may be cut. NULL: it has neither profiles nor
 * tables. *is_guess: two layouts fit, and the newer one was taken. O(size).
 */
const struct otlp_layout *otlp_layout_of(fg_str message, bool *is_guess);

static inline enum otlp_role otlp_role(const uint8_t *roles, uint32_t number)
{
	return number < OTLP_FIELDS ? (enum otlp_role)roles[number] : OTLP_SKIP;
}

#endif
