/* SPDX-License-Identifier: MIT */
/*
 * What is packed, in any number of members and of layers, unpacks to the same
 * bytes; and anything that only begins like packed data ends well, with an
 * error message or without. The last byte chooses, the one before it where a
 * byte is spoilt.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include <zlib.h>
#include <zstd.h>

#include "fg/alloc.h"
#include "fg/lines.h"
#include "fg/text.h"

enum { MOST = 1 << 24, ROOM = 4096 };

static void pack_gzip(struct fg_buffer *to, fg_str text)
{
	z_stream z = { .next_in = (Bytef *)(uintptr_t)text.p,
		       .avail_in = (uInt)text.n };
	uLong bound;

	must(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) ==
	     Z_OK);
	bound = deflateBound(&z, (uLong)text.n);
	FG_RESERVE(&to->p, &to->room, to->n + bound);
	z.next_out = (Bytef *)to->p + to->n;
	z.avail_out = (uInt)bound;
	must(deflate(&z, Z_FINISH) == Z_STREAM_END);
	to->n += z.total_out;
	deflateEnd(&z);
}

static void pack_zstd(struct fg_buffer *to, fg_str text)
{
	size_t bound = ZSTD_compressBound(text.n), n;

	FG_RESERVE(&to->p, &to->room, to->n + bound);
	n = ZSTD_compress(to->p + to->n, bound, text.p, text.n, 1);
	must(!ZSTD_isError(n));
	to->n += n;
}

/* Packs `text` in two parts that follow one another. */
static struct fg_buffer pack(fg_str text, bool zstd)
{
	void (*put)(struct fg_buffer *, fg_str) = zstd ? pack_zstd : pack_gzip;
	struct fg_buffer to = { 0 };

	put(&to, fg_slice(text, 0, text.n / 3));
	put(&to, fg_slice(text, text.n / 3, text.n));
	return to;
}

/* Reads all there is; a bomb is left after 16 MB. */
static struct fg_buffer read_all(fg_str text, fg_status *status)
{
	struct fg_diag diag = silent_diag();
	struct fg_lines *in = fg_lines_from_memory(text, "input", &diag);
	struct fg_buffer all = { 0 };
	char part[ROOM];
	size_t n;

	while (all.n < MOST && (n = fg_lines_read(in, part, sizeof part)) > 0)
		fg_buffer_append(&all, (fg_str){ part, n });
	*status = fg_lines_close(in);
	must((*status == FG_OK) == (diag.errors == 0));
	return all;
}

static void read_packed(fg_str input, uint8_t choice, uint8_t spoil)
{
	struct fg_buffer once, twice = { 0 }, back;
	/* a text that itself looks packed would be unpacked, too */
	fg_str plain = { "\n", 1 }, text = plain;
	struct fg_buffer with = { 0 };
	fg_status status;

	fg_buffer_append(&with, plain);
	fg_buffer_append(&with, input);
	text = (fg_str){ with.p, with.n };
	once = pack(text, choice & 2);
	if (choice & 4)
		twice = pack((fg_str){ once.p, once.n }, choice & 8);
	if (choice & 4) {
		free(once.p);
		once = twice;
	}
	if (choice & 16)
		once.p[once.n * spoil / 256] ^= (char)(1 << (choice >> 5));
	back = read_all((fg_str){ once.p, once.n }, &status);
	if (!(choice & 16)) {
		must(status == FG_OK);
		must(fg_equal((fg_str){ back.p, back.n }, text));
	}
	free(back.p);
	free(once.p);
	free(with.p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fg_str input = { (const char *)data, size };
	uint8_t choice = choice_take(&input), spoil = choice_take(&input);
	fg_status status;

	if (choice & 1)
		read_packed(input, choice, spoil);
	else
		free(read_all(input, &status).p);
	return 0;
}
