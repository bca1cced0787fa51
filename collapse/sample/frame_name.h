/* SPDX-License-Identifier: MIT */
#ifndef SAMPLE_FRAME_NAME_H
#define SAMPLE_FRAME_NAME_H

#include "fg/frames.h"
#include "fg/lines.h"
#include "options.h"

/*
 * The only place that names the frames and roots of perf's samples, from
 * perf's text and from perf.data: under the same options, the same frame has
 * the same name.
 *
 *	struct sample_namer namer;
 *	sample_namer_init(&namer, options, fg_stacks_frames(stacks));
 *	struct sample_frame frame = { .symbol = name, .module = path };
 *	sample_namer_frame(&namer, &frame, FG_STR("55c5c114be55"), false);
 *	... namer.ids[0] to namer.ids[namer.count - 1] ...
 *	sample_namer_free(&namer);
 */
enum sample_mark {
	SAMPLE_PLAIN,
	SAMPLE_KERNEL, /* _[k] */
	SAMPLE_JIT, /* _[j] */
};

/* One frame of a stack, before it has its name. */
struct sample_frame {
	fg_str symbol; /* without offset */
	fg_str module; /* path or name of its file; .p is NULL without one */
	bool inlined; /* inlined into the next caller */
	bool unknown; /* the symbol is unknown */
	bool is_comm; /* a command's name in place of a symbol: not a frame */
	enum sample_mark mark; /* of the module */
};

/* A command as perf prints it, and its root element. */
struct sample_root {
	struct fg_buffer comm; /* empty: none yet */
	fg_frame id;
};

/*
 * The number of cached commands: commands that alternate, one per processor,
 * are named only once.
 */
enum { SAMPLE_ROOTS = 4 };

/* Turns frames into names, and names into ids. */
struct sample_namer {
	const struct collapse_options *options;
	struct fg_frames *frames;
	struct fg_buffer name, rust, cut, full; /* room for one name */
	fg_frame *marked[2]; /* id + 1 of a name with _[k] / _[j]; 0: not made */
	size_t marked_room[2];
	struct sample_root roots[SAMPLE_ROOTS];
	size_t next_root; /* the next one to replace */

	/*
	 * Functions occur at many offsets, so the name of each symbol is
	 * cached, for each mark and for Java processes or others.
	 */
	struct fg_frames *symbols;
	fg_frame (*named)[6]; /* by the symbol's id there; id + 1, 0: unknown */
	size_t named_room;

	/*
	 * Out: the frame's ids, root first; none when the frame must be left
	 * out.
	 */
	fg_frame *ids;
	size_t count, room;
	bool stops; /* --skip-after names this symbol */
};

/* Borrows both. */
void sample_namer_init(struct sample_namer *namer,
		       const struct collapse_options *options,
		       struct fg_frames *frames);
void sample_namer_free(struct sample_namer *namer);

/*
 * Names a frame. `java`: the sample is of a Java process. `address`, in hex
 * without 0x, is for --addrs and --unknown.
 */
void sample_namer_frame(struct sample_namer *namer,
			const struct sample_frame *frame, fg_str address,
			bool java);

/* The id of a name with its mark, if the options show this mark. */
fg_frame sample_namer_mark(struct sample_namer *namer, fg_frame id,
			   enum sample_mark mark);

/* The id of a name with "_[i]". */
fg_frame sample_namer_mark_inlined(struct sample_namer *namer, fg_frame id);

/* The id of a name with ":file:line" from `source`, as perf prints it. */
fg_frame sample_namer_source(struct sample_namer *namer, fg_frame id,
			     fg_str source);

/* Appends a part of a name: ';' becomes ':', control characters blanks. */
void sample_append_clean(struct fg_buffer *to, fg_str s);

/*
 * The root element for a command: COMM, COMM-PID or COMM-PID/TID. False when
 * there is no text to make it from.
 */
bool sample_namer_root(struct sample_namer *namer, fg_str comm, fg_str pid,
		       fg_str tid, fg_frame *root);

/* The root element for an event, under --event all; `key` names it. */
fg_frame sample_namer_event(struct sample_namer *namer, fg_str key);

#endif
