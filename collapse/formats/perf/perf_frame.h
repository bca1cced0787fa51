/* SPDX-License-Identifier: MIT */
#ifndef PERF_FRAME_H
#define PERF_FRAME_H

#include "fg/frames.h"
#include "fg/lines.h"
#include "options.h"

/*
 * One line of a call chain, behind its address, and the names it stands for:
 *
 *	Functor::operator()(int) const+0x19 (/opt/app/cpp)
 *	'-----------symbol------------'      '--module--'
 */
enum perf_mark {
	PERF_PLAIN,
	PERF_KERNEL, /* _[k] */
	PERF_JIT, /* _[j] */
};

struct perf_frame {
	fg_str symbol; /* without offset */
	fg_str module; /* .p is NULL when there is none */
	bool inlined; /* into the frame that follows */
	bool unknown; /* the symbol is */
	enum perf_mark mark; /* of the module */
};

struct perf_frame perf_frame_parse(fg_str text);

/*
 * Whether an unknown frame at this address is no frame, but the note that
 * the kernel's (or user's, ...) part of the chain begins.
 */
bool perf_is_context_marker(fg_str address);

/* A command as perf prints it, and what root element it became. */
struct perf_root {
	struct fg_buffer comm; /* empty: none yet */
	fg_frame id;
};

/* So many commands in turn, one a processor, are named but once. */
enum { PERF_ROOTS = 4 };

/* Turns frames into names, and these into ids. */
struct perf_namer {
	const struct collapse_options *options;
	struct fg_frames *frames;
	struct fg_buffer name, rust, cut, full; /* room for one name */
	fg_frame *marked[2]; /* id + 1 of a name with _[k] / _[j]; 0: not made */
	size_t marked_room[2];
	struct perf_root roots[PERF_ROOTS];
	size_t next_root; /* to be replaced */

	/*
	 * Functions are met at many offsets: what a symbol became, in frames
	 * of each mark and of Java processes or not.
	 */
	struct fg_frames *symbols;
	fg_frame (*named)[6]; /* by the symbol's id there; id + 1, 0: unknown */
	size_t named_room;

	/* Out: the frame's ids, root first; none when it is to be left out. */
	fg_frame *ids;
	size_t count, room;
	bool stops; /* --skip-after names this symbol */
};

void perf_namer_init(struct perf_namer *namer,
		     const struct collapse_options *options,
		     struct fg_frames *frames);
void perf_namer_free(struct perf_namer *namer);

/* `java`: the sample is of a Java process. `address` is for --addrs. */
void perf_namer_frame(struct perf_namer *namer, const struct perf_frame *frame,
		      fg_str address, bool java);

/* The id of a name with its mark, if the options ask for this one. */
fg_frame perf_namer_mark(struct perf_namer *namer, fg_frame id,
			 enum perf_mark mark);

/* The id of a name with "_[i]". */
fg_frame perf_namer_mark_inlined(struct perf_namer *namer, fg_frame id);

/* The id of a name with ":file:line" from `source`, as perf prints it. */
fg_frame perf_namer_source(struct perf_namer *namer, fg_frame id,
			   fg_str source);

/* Appends a part of a name: ';' becomes ':', control characters blanks. */
void perf_append_clean(struct fg_buffer *to, fg_str s);

/*
 * The root element for a command: COMM, COMM-PID or COMM-PID/TID. False when
 * there is nothing to make it of.
 */
bool perf_namer_root(struct perf_namer *namer, fg_str comm, fg_str pid,
		     fg_str tid, fg_frame *root);

/* The root element for an event, under --event all. */
fg_frame perf_namer_event(struct perf_namer *namer, fg_str event);

#endif
