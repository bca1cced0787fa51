/* SPDX-License-Identifier: MIT */
#include "otlp_layout.h"

#include "input/protobuf.h"

/* The tables in the order that they have had since 1.6. */
#define TABLES(first)                                                 \
	[first] = OTLP_MODULES, [(first) + 1] = OTLP_LOCATIONS,       \
	[(first) + 2] = OTLP_FUNCTIONS, [(first) + 4] = OTLP_STRINGS, \
	[(first) + 5] = OTLP_ATTRIBUTES

#define DATA                                                \
	{                                                   \
		[1] = OTLP_RESOURCES, [2] = OTLP_DICTIONARY \
	}

#define PROFILE_OF_1_6                                                        \
	{                                                                     \
		[1] = OTLP_TYPES, [2] = OTLP_SAMPLES, [3] = OTLP_INDICES,     \
		[4] = OTLP_TIME, [9] = OTLP_DEFAULT_INDEX, [14] = OTLP_LABELS \
	}

/* Until 1.7 */
#define SAMPLE_WITH_RANGE                                              \
	{                                                              \
		[1] = OTLP_FIRST, [2] = OTLP_COUNT, [3] = OTLP_VALUES, \
		[4] = OTLP_LABELS, [6] = OTLP_TIMES                    \
	}

#define SAMPLE_OF_1_8                                                   \
	{                                                               \
		[1] = OTLP_STACK, [2] = OTLP_VALUES, [3] = OTLP_LABELS, \
		[5] = OTLP_TIMES                                        \
	}

static const struct otlp_layout layouts[] = {
	{ .version = "1.3",
	  .refused = "this is OTLP profiles v1experimental, of "
		     "opentelemetry-proto 1.3; v1development is read, of 1.4 "
		     "to 1.11" },
	{ .version = "1.4",
	  .data = { [1] = OTLP_RESOURCES },
	  .profile = { [1] = OTLP_TYPES,
		       [2] = OTLP_SAMPLES,
		       [3] = OTLP_MODULES,
		       [4] = OTLP_LOCATIONS,
		       [5] = OTLP_INDICES,
		       [6] = OTLP_FUNCTIONS,
		       [7] = OTLP_ATTRIBUTES,
		       [10] = OTLP_STRINGS,
		       [11] = OTLP_TIME,
		       [16] = OTLP_DEFAULT_NAME,
		       [18] = OTLP_OWN_LABELS,
		       [22] = OTLP_LABELS },
	  .sample = SAMPLE_WITH_RANGE,
	  .location_labels = 5 },
	{ .version = "1.6",
	  .data = { [1] = OTLP_RESOURCES, TABLES(2) },
	  .profile = PROFILE_OF_1_6,
	  .sample = SAMPLE_WITH_RANGE,
	  .location_labels = 5 },
	{ .version = "1.7",
	  .data = DATA,
	  .dictionary = { TABLES(1) },
	  .profile = PROFILE_OF_1_6,
	  .sample = SAMPLE_WITH_RANGE,
	  .location_labels = 5 },
	{ .version = "1.8",
	  .data = DATA,
	  .dictionary = { TABLES(1), [7] = OTLP_STACKS },
	  .profile = { [1] = OTLP_TYPES,
		       [2] = OTLP_SAMPLES,
		       [3] = OTLP_TIME,
		       [12] = OTLP_LABELS },
	  .sample = SAMPLE_OF_1_8,
	  .location_labels = 4 },
	{ .version = "1.9",
	  .data = DATA,
	  .dictionary = { TABLES(1), [7] = OTLP_STACKS },
	  .profile = { [1] = OTLP_TYPES,
		       [2] = OTLP_SAMPLES,
		       [3] = OTLP_TIME,
		       [11] = OTLP_LABELS },
	  .sample = SAMPLE_OF_1_8,
	  .location_labels = 4 },
	{ .version = "1.10",
	  .data = DATA,
	  .dictionary = { TABLES(1), [7] = OTLP_STACKS },
	  .profile = { [1] = OTLP_TYPES,
		       [2] = OTLP_SAMPLES,
		       [3] = OTLP_TIME,
		       [11] = OTLP_LABELS },
	  .sample = { [1] = OTLP_STACK,
		      [2] = OTLP_LABELS,
		      [4] = OTLP_VALUES,
		      [5] = OTLP_TIMES },
	  .location_labels = 4 },
};

enum { V1_3, V1_4, V1_6, V1_7, V1_8, V1_9, V1_10 };

/* What tells the layouts apart. */
struct signs {
	uint64_t profiles;
	bool has_dictionary; /* field 2 of ProfilesData */
	bool strings_in_data; /* field 6 of it */
	uint64_t attributes; /* of the dictionary */

	/* Of profiles. */
	bool is_container; /* v1experimental's ProfileContainer */
	bool has_strings; /* field 10, other than 1.8's */
	bool has_indices; /* of locations, as until 1.7 */
	bool is_1_8; /* a profile's id is field 8, or there is a field 12 */

	/* Of samples. */
	bool values_are_2, values_are_4; /* certain */
	bool may_be_either;
};

/* What a sample has in the fields that 1.10 moved. */
struct moved {
	size_t seconds, times; /* numbers in fields 2 and 5 */
	bool may_be_labels; /* those in field 2 are indices of attributes */
	bool list_3, list_4; /* packed numbers, which a link is not */
	bool any_4;
};

static void look_at_field(struct signs *s, struct moved *m, struct pb_field *f)
{
	bool is_bytes = pb_is_bytes(f);
	uint64_t number;

	if (f->number == 2) {
		while (pb_number(f, &number)) {
			m->may_be_labels &= number < s->attributes;
			m->seconds++;
		}
	} else if (f->number == 3) {
		m->list_3 |= is_bytes;
	} else if (f->number == 4) {
		m->any_4 = true;
		m->list_4 |= is_bytes;
	} else if (f->number == 5) {
		m->times += is_bytes ? f->bytes.n / 8 : 1;
	} else if (f->number == 6) {
		s->has_indices = true; /* times, until 1.7 */
	}
}

/*
 * Until 1.9, field 2 of a sample is its values, field 3 its attributes, and
 * field 4 a link; since 1.10, field 2 is its attributes, field 3 a link, and
 * field 4 its values. Field 5 is the times in both. A sample has values or
 * times. There are as many values as times, where both are there. Some writers
 * do not pack lists, so a single number may be a list or a link.
 */
static void look_at_sample(struct signs *s, fg_str bytes)
{
	struct pb sample = { bytes, false };
	struct moved m = { .may_be_labels = true };
	struct pb_field f;

	while (pb_next(&sample, &f))
		look_at_field(s, &m, &f);
	if (m.list_4 || (m.any_4 && m.seconds == 0))
		s->values_are_4 = true;
	else if (m.list_3)
		s->values_are_2 = true;
	else if (m.seconds == 0)
		return;
	else if ((!m.any_4 && m.times == 0) || !m.may_be_labels)
		s->values_are_2 = true;
	else if (m.any_4 || m.times == m.seconds)
		s->may_be_either = true;
	else
		s->values_are_4 = true;
}

static void look_at_profile(struct signs *s, fg_str bytes)
{
	struct pb profile = { bytes, false };
	struct pb_field f;

	s->profiles++;
	while (pb_next_part(&profile, &f)) {
		bool is_bytes = pb_is_bytes(&f);

		if (f.number == 2 && is_bytes)
			look_at_sample(s, f.bytes);
		else if (f.number == 2)
			s->is_container |= f.wire == PB_FIXED64;
		else if (f.number == 3)
			s->has_indices |= f.wire != PB_FIXED64;
		else if (f.number == 5)
			s->has_indices |= f.wire == PB_VARINT;
		else if (f.number == 8 && is_bytes)
			s->is_1_8 = true;
		else if (f.number == 10)
			s->has_strings |= is_bytes;
		else if (f.number == 12)
			s->is_1_8 |= is_bytes;
	}
}

/* Calls `look` for each message of that number in `bytes`. */
static void look_inside(struct signs *s, fg_str bytes, uint32_t number,
			void (*look)(struct signs *s, fg_str bytes))
{
	struct pb message = { bytes, false };
	struct pb_field f;

	while (pb_next_part(&message, &f)) {
		if (f.number == number && pb_is_bytes(&f))
			look(s, f.bytes);
	}
}

static void look_at_scope(struct signs *s, fg_str bytes)
{
	look_inside(s, bytes, 2, look_at_profile);
}

static void look_at_resource(struct signs *s, fg_str bytes)
{
	look_inside(s, bytes, 2, look_at_scope);
}

static void count_attribute(struct signs *s, fg_str bytes)
{
	(void)bytes;
	s->attributes++;
}

static void look_at_tables(struct signs *s, fg_str message)
{
	struct pb data = { message, false };
	struct pb_field f;

	while (pb_next_part(&data, &f)) {
		if (!pb_is_bytes(&f))
			continue;
		if (f.number == 2) {
			s->has_dictionary = true;
			look_inside(s, f.bytes, 6, count_attribute);
		} else if (f.number == 6) {
			s->strings_in_data = true;
		}
	}
}

static size_t choose(const struct signs *s, bool *is_guess)
{
	if (s->is_container)
		return V1_3;
	if (s->strings_in_data)
		return V1_6;
	if (!s->has_dictionary && (s->has_strings || s->has_indices))
		return V1_4;
	if (s->has_indices)
		return V1_7;
	*is_guess = s->may_be_either && !s->values_are_2 && !s->values_are_4;
	if (s->is_1_8 && !s->values_are_4)
		return V1_8;
	return s->values_are_2 && !s->values_are_4 ? V1_9 : V1_10;
}

const struct otlp_layout *otlp_layout_of(fg_str message, bool *is_guess)
{
	struct signs s = { 0 };

	*is_guess = false;
	look_at_tables(&s, message);
	look_inside(&s, message, 1, look_at_resource);
	if (s.profiles == 0)
		return NULL;
	return &layouts[choose(&s, is_guess)];
}

#define SAME(role) [role] = role

const struct otlp_layout otlp_layout_of_json = {
	.version = "JSON",
	.data = { SAME(OTLP_RESOURCES), SAME(OTLP_DICTIONARY),
		  SAME(OTLP_MODULES), SAME(OTLP_LOCATIONS),
		  SAME(OTLP_FUNCTIONS), SAME(OTLP_STRINGS),
		  SAME(OTLP_ATTRIBUTES) },
	.dictionary = { SAME(OTLP_MODULES), SAME(OTLP_LOCATIONS),
			SAME(OTLP_FUNCTIONS), SAME(OTLP_STRINGS),
			SAME(OTLP_ATTRIBUTES), SAME(OTLP_STACKS) },
	.profile = { SAME(OTLP_MODULES), SAME(OTLP_LOCATIONS),
		     SAME(OTLP_FUNCTIONS), SAME(OTLP_STRINGS),
		     SAME(OTLP_ATTRIBUTES), SAME(OTLP_TYPES),
		     SAME(OTLP_SAMPLES), SAME(OTLP_INDICES), SAME(OTLP_TIME),
		     SAME(OTLP_DEFAULT_NAME), SAME(OTLP_DEFAULT_INDEX),
		     SAME(OTLP_LABELS), SAME(OTLP_OWN_LABELS) },
	.sample = { SAME(OTLP_STACK), SAME(OTLP_FIRST), SAME(OTLP_COUNT),
		    SAME(OTLP_VALUES), SAME(OTLP_LABELS), SAME(OTLP_TIMES) },
	.location_labels = 4,
};
