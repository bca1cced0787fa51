/* SPDX-License-Identifier: MIT */
#include "resolve.h"

#include <stdlib.h>

#include "fg/alloc.h"

struct key {
	uint64_t address;
	uint32_t module, kind;
};

void resolver_init(struct resolver *resolver, struct symbols *symbols,
		   struct namer *namer)
{
	*resolver = (struct resolver){
		.symbols = symbols,
		.namer = namer,
		.keys = fg_frames_new(),
	};
}

void resolver_free(struct resolver *resolver)
{
	fg_frames_free(resolver->keys);
	free(resolver->found);
	free(resolver->ids);
}

static struct resolved look_up(struct resolver *resolver, uint32_t module,
			       enum symbols_kind kind, uint64_t address)
{
	struct resolved r = { .start = resolver->id_count };
	const struct native_frame *frames;
	size_t n =
		symbols_find(resolver->symbols, module, kind, address, &frames);

	FG_RESERVE(&resolver->ids, &resolver->id_room, r.start + n);
	for (size_t i = 0; i < n; i++) {
		if (namer_name(resolver->namer, &frames[i],
			       &resolver->ids[r.start + r.count]))
			r.count++;
	}
	r.name = frames[0].name;
	resolver->id_count += r.count;
	return r;
}

struct resolved resolver_find(struct resolver *resolver, uint32_t module,
			      enum symbols_kind kind, uint64_t address)
{
	struct key key = { address, module, kind };
	uint32_t number = fg_frames_intern(
		resolver->keys, (fg_str){ (const char *)&key, sizeof key });

	if (number == resolver->count) {
		FG_RESERVE(&resolver->found, &resolver->room,
			   resolver->count + 1);
		resolver->found[resolver->count++] =
			look_up(resolver, module, kind, address);
	}
	return resolver->found[number];
}
