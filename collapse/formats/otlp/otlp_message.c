/* SPDX-License-Identifier: MIT */
#include "otlp_message.h"

void otlp_message_read(struct otlp_message *m, fg_str bytes,
		       const struct otlp_layout *layout)
{
	struct pb data = { bytes, false };
	struct pb_field f;

	*m = (struct otlp_message){ .bytes = bytes, .layout = layout };
	m->damage.base = bytes.p;
	if (!layout || layout->refused)
		return;
	(void)otlp_tables_read(&m->tables, layout->data, bytes, layout,
			       &m->damage);
	while (pb_next_part(&data, &f)) {
		if (otlp_role(layout->data, f.number) == OTLP_DICTIONARY &&
		    pb_is_bytes(&f))
			(void)otlp_tables_read(&m->tables, layout->dictionary,
					       f.bytes, layout, &m->damage);
	}
}

void otlp_message_free(struct otlp_message *m)
{
	otlp_tables_free(&m->tables);
}

/* The last message of that number in `bytes`; empty: there is none. */
static fg_str find_message(fg_str bytes, uint32_t number)
{
	struct pb message = { bytes, false };
	fg_str found = { NULL, 0 };
	struct pb_field f;

	while (pb_next(&message, &f)) {
		if (f.number == number && pb_is_bytes(&f))
			found = f.bytes;
	}
	return found;
}

struct walk {
	struct otlp_message *m;
	otlp_take_fn take;
	void *ctx;
};

/* Until 1.5, profiles have tables of their own. */
static void take_profile(const struct walk *w, const struct otlp_profile *p)
{
	struct otlp_tables own = { 0 };
	struct otlp_message *m = w->m;

	if (m->tables.code.string_count == 0 &&
	    otlp_tables_read(&own, m->layout->profile, p->bytes, m->layout,
			     &m->damage))
		w->take(w->ctx, m, &own, p);
	else
		w->take(w->ctx, m, &m->tables, p);
	otlp_tables_free(&own);
}

/* ScopeProfiles: scope 1, profiles 2 */
static void take_scope(const struct walk *w, fg_str resource, fg_str bytes)
{
	struct pb message = { bytes, false };
	struct otlp_profile p = {
		.resource = resource,
		.scope = find_message(bytes, 1),
	};
	struct pb_field f;

	while (otlp_next(&message, &f, &w->m->damage)) {
		if (f.number != 2 || !pb_is_bytes(&f))
			continue;
		p.bytes = f.bytes;
		take_profile(w, &p);
	}
}

/* ResourceProfiles: resource 1, scope_profiles 2 */
static void take_resource(const struct walk *w, fg_str bytes)
{
	fg_str resource = find_message(bytes, 1);
	struct pb message = { bytes, false };
	struct pb_field f;

	while (otlp_next(&message, &f, &w->m->damage)) {
		if (f.number == 2 && pb_is_bytes(&f))
			take_scope(w, resource, f.bytes);
	}
}

void otlp_message_each(struct otlp_message *m, otlp_take_fn take, void *ctx)
{
	struct walk w = { m, take, ctx };
	struct pb data = { m->bytes, false };
	struct pb_field f;

	if (!m->layout || m->layout->refused)
		return;
	while (pb_next_part(&data, &f)) {
		if (otlp_role(m->layout->data, f.number) == OTLP_RESOURCES &&
		    pb_is_bytes(&f))
			take_resource(&w, f.bytes);
	}
}
