/* SPDX-License-Identifier: MIT */
#ifndef FG_LINES_H
#define FG_LINES_H

#include "fg/alloc.h"
#include "fg/diag.h"

/*
 * Input: a file or standard input as lines, raw bytes or blocks, with the
 * place for messages. gzip and zstd are recognised by their first bytes and
 * unpacked, on a pipe as in a file; several members or frames one after the
 * other are one stream. A byte order mark is dropped; UTF-16 (with a mark)
 * becomes UTF-8.
 *
 *	struct fg_lines *in = fg_lines_open(path, diag);
 *	while (in && fg_lines_next(in, &line))
 *		...
 *	status = fg_lines_close(in);
 *
 * Errors are sticky: the stream ends, and fg_lines_status tells why. Lines
 * have any length. Two threads must not use one stream at the same time.
 */
struct fg_lines;

/*
 * Opens `path`, or standard input for "-". NULL after an error message:
 * missing, unreadable, a directory. `path` must stay valid until the close.
 */
struct fg_lines *fg_lines_open(const char *path, struct fg_diag *diag);

/* Reads `text`, which must stay valid; `name` is used in messages. */
struct fg_lines *fg_lines_from_memory(fg_str text, const char *name,
				      struct fg_diag *diag);

/* Closes and frees; returns the status of the reading. NULL gives FG_EIO. */
fg_status fg_lines_close(struct fg_lines *in);

/*
 * Returns the first `n` bytes without consuming them: fewer only when the
 * input is shorter (or n is over FG_PEEK_MAX). Call it before reading.
 */
enum { FG_PEEK_MAX = 65536 };
fg_str fg_lines_peek(struct fg_lines *in, size_t n);

/*
 * The next line without its LF or CRLF, valid until the next call on `in`;
 * false at the end or after an error. A last line without LF counts, unless an
 * error, or packed data that ends early, cut it off.
 */
bool fg_lines_next(struct fg_lines *in, fg_str *line);

/*
 * Whether the input can be read again: a regular file that is not packed.
 * fg_lines_rewind goes back to its beginning, as if nothing was read. Call
 * the first after fg_lines_peek.
 */
bool fg_lines_can_rewind(const struct fg_lines *in);
void fg_lines_rewind(struct fg_lines *in);

/* Reads up to `n` bytes; 0 at the end or after an error. For libraries. */
size_t fg_lines_read(struct fg_lines *in, void *to, size_t n);

/*
 * Appends up to `most` bytes to `to`; UINT64_MAX for the rest of the input.
 * Memory grows with the bytes that are read, whatever `most` is.
 * fg_lines_status tells whether an error ended the reading.
 */
void fg_lines_take(struct fg_lines *in, uint64_t most, struct fg_buffer *to);

/*
 * Chooses where to cut: returns the length of the longest prefix of `text`
 * (which ends with a whole line) after which a fresh parser can start, or 0 if
 * there is none.
 */
typedef size_t (*fg_cut_fn)(fg_str text);

/*
 * For readers that share the work among threads: fills `block`, which the
 * caller owns and reuses, with the next lines, about `size` bytes. The block
 * ends at the place that `cut` returns (NULL: at any line's end), or at the
 * end of the input. When `cut` finds no place in 16 * size bytes, the block
 * ends at a line's end and *whole becomes false. Sets *first to the number of
 * its first line. False at the end or after an error. The last line may lack
 * its LF.
 */
bool fg_lines_block(struct fg_lines *in, struct fg_buffer *block, size_t size,
		    fg_cut_fn cut, bool *whole, uint64_t *first);

/*
 * Whether all bytes were returned, and the input ended too early: after an
 * error, or packed data that ends early. `diag` was told.
 */
bool fg_lines_cut(const struct fg_lines *in);

/* How many unpacked bytes were read so far; some may not be returned yet. */
uint64_t fg_lines_bytes(const struct fg_lines *in);

/*
 * Whether the line that fg_lines_next last returned is the last one and has no
 * LF. Tools end each line, so the input may have been cut there.
 */
bool fg_lines_no_end(const struct fg_lines *in);

/*
 * The place of the line that was last returned; the place of the whole input.
 */
struct fg_loc fg_lines_loc(const struct fg_lines *in);
struct fg_loc fg_lines_whole(const struct fg_lines *in);

/*
 * FG_OK so far and at the end; else the error that ended the input, which was
 * reported to `diag` then.
 */
fg_status fg_lines_status(const struct fg_lines *in);

#endif
