/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_OTLP_MESSAGE_H
#define COLLAPSE_FORMATS_OTLP_MESSAGE_H

#include "otlp_labels.h"

/*
 * One message of OTLP: ProfilesData, or the request that exports it. It has
 * profiles of several resources and scopes, and tables that these share.
 */
struct otlp_message {
	fg_str bytes;
	const struct otlp_layout *layout;
	struct otlp_tables tables; /* empty where profiles have their own */
	struct otlp_damage damage;
};

/*
 * Reads the tables. `bytes` must stay valid until the free. It may be called
 * with a layout that is refused, and reads nothing then.
 */
void otlp_message_read(struct otlp_message *m, fg_str bytes,
		       const struct otlp_layout *layout);
void otlp_message_free(struct otlp_message *m);

/*
 * Calls `take` for each profile, with the tables that it uses. O(size), and
 * what `take` does.
 */
typedef void (*otlp_take_fn)(void *ctx, const struct otlp_message *m,
			     const struct otlp_tables *t,
			     const struct otlp_profile *profile);
void otlp_message_each(struct otlp_message *m, otlp_take_fn take, void *ctx);

#endif
