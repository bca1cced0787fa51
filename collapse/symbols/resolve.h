/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_RESOLVE_H
#define COLLAPSE_RESOLVE_H

#include "symbols.h"

/*
 * Maps addresses of binaries to their frames; each is looked up and named
 * once.
 *
 *	struct resolver resolver;
 *	resolver_init(&resolver, symbols, &namer);
 *	struct resolved r = resolver_find(&resolver, libfoo, SYMBOLS_VADDR,
 *					  address - 1);
 *	for (i = 0; i < r.count; i++)
 *		stackbuf_push_id(&stack, resolver.ids[r.start + i]);
 *	resolver_free(&resolver);
 */
struct resolver {
	struct symbols *symbols;
	struct namer *namer;
	struct fg_frames *keys; /* address and module; the number is its key's */
	struct resolved *found;
	size_t count, room;
	fg_frame *ids; /* of all frames found; it may move */
	size_t id_count, id_room;
};

/* Frames ids[start] to ids[start + count - 1], the innermost first. */
struct resolved {
	size_t start, count; /* 0 when all are left out */
	fg_str name; /* of the innermost function, or empty */
};

/* Borrows both. */
void resolver_init(struct resolver *resolver, struct symbols *symbols,
		   struct namer *namer);
void resolver_free(struct resolver *resolver);

/*
 * The frames at an address of a module, both as in symbols.h. The first
 * look-up of an address reads the binary; later ones are O(1).
 */
struct resolved resolver_find(struct resolver *resolver, uint32_t module,
			      enum symbols_kind kind, uint64_t address);

#endif
