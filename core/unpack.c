/* SPDX-License-Identifier: MIT */
/*
 * gzip (RFC 1952, through zlib), zstd (RFC 8878, through libzstd), UTF-16 and
 * the UTF-8 byte order mark, each as a layer that source.c can put between the
 * bytes and the text. Several members or frames may follow one another, as
 * `cat a.gz b.gz` makes them. Zeros after the last one are padding; other
 * bytes there are ignored with a warning, as gzip does. Data that ends too
 * early is read as far as it goes, with a warning. A wrong checksum, or data
 * that cannot be unpacked, is an error.
 */
#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST
#include <zlib.h>
#include <zstd.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "fg/unpack.h"
#include "source.h"

/*
 * The input ends inside a member: a recorder that was killed leaves such a
 * file. Complete data is kept.
 */
static size_t ends_inside(struct source *source, bool any, const char *message)
{
	return any ? source_cut(source, message)
		   : source_fail(source, FG_EINPUT, message);
}

struct gzip {
	z_stream stream;
	bool between; /* a member ended; another may begin */
	bool any; /* something came out */
	bool done;
};

static void *gzip_begin(void)
{
	struct gzip *gz = fg_calloc(1, sizeof *gz);

	if (inflateInit2(&gz->stream, 15 + 16) != Z_OK)
		fg_out_of_memory(sizeof *gz);
	gz->between = true;
	return gz;
}

static void gzip_end(void *state)
{
	struct gzip *gz = state;

	inflateEnd(&gz->stream);
	free(gz);
}

/* Whether another member follows; raw points at it. */
static bool gzip_member(struct gzip *gz, struct source *source)
{
	struct raw *raw;

	while (source_raw(source, &raw)) {
		if (*raw->p != '\0' && *raw->p != *unpack_gzip.magic.p) {
			source_ignore(source, "ignored what is behind the "
					      "gzip data");
			break;
		}
		if (*raw->p != '\0') {
			gz->between = false;
			return inflateReset(&gz->stream) == Z_OK;
		}
		raw->p++;
		raw->n--;
	}
	gz->done = true;
	return false;
}

static size_t gzip_read(void *state, struct source *source, char *to, size_t n)
{
	struct gzip *gz = state;
	z_stream *z = &gz->stream;
	struct raw *raw;
	int result;

	z->next_out = (Bytef *)to;
	z->avail_out = (uInt)(n < UINT32_MAX / 2 ? n : UINT32_MAX / 2);
	while ((char *)z->next_out == to) {
		if (gz->done || (gz->between && !gzip_member(gz, source)))
			return 0;
		if (!source_raw(source, &raw))
			return ends_inside(source, gz->any,
					   "ends inside gzip data");
		z->next_in = (const Bytef *)raw->p;
		z->avail_in = (uInt)raw->n;
		result = inflate(z, Z_NO_FLUSH);
		raw->p += raw->n - z->avail_in;
		raw->n = z->avail_in;
		gz->between = result == Z_STREAM_END;
		if (result != Z_OK && result != Z_STREAM_END &&
		    result != Z_BUF_ERROR) {
			if ((char *)z->next_out == to)
				return source_fail(source, FG_EINPUT,
						   "corrupt gzip data");
			break;
		}
	}
	gz->any = true;
	return (size_t)((char *)z->next_out - to);
}

const struct unpacker unpack_gzip = {
	.magic = { "\x1f\x8b", 2 },
	.begin = gzip_begin,
	.read = gzip_read,
	.end = gzip_end,
};

struct zstd {
	ZSTD_DCtx *context;
	bool inside; /* a frame is not finished */
	bool behind; /* a frame was finished */
	bool any; /* something came out */
	bool done;
};

static void *zstd_begin(void)
{
	struct zstd *zs = fg_calloc(1, sizeof *zs);

	zs->context = ZSTD_createDCtx();
	if (!zs->context)
		fg_out_of_memory(sizeof *zs);
	return zs;
}

static void zstd_end(void *state)
{
	struct zstd *zs = state;

	ZSTD_freeDCtx(zs->context);
	free(zs);
}

/*
 * Whether a frame begins: data, or a skippable frame (numbers 0x184d2a50 to
 * 0x184d2a5f).
 */
static bool begins_frame(char c)
{
	return c == *unpack_zstd.magic.p || (c & 0xf0) == 0x50;
}

static size_t zstd_read(void *state, struct source *source, char *to, size_t n)
{
	struct zstd *zs = state;
	ZSTD_outBuffer out = { to, n, 0 };
	struct raw *raw;

	while (out.pos == 0) {
		ZSTD_inBuffer in = { NULL, 0, 0 };
		size_t result;

		if (zs->done)
			return 0;
		if (source_raw(source, &raw))
			in = (ZSTD_inBuffer){ raw->p, raw->n, 0 };
		else if (!zs->inside)
			return 0;
		zs->done = zs->behind && !zs->inside && !begins_frame(*raw->p);
		if (zs->done)
			return source_ignore(source, "ignored what is behind "
						     "the zstd data");
		result = ZSTD_decompressStream(zs->context, &out, &in);
		if (ZSTD_isError(result))
			return source_fail(source, FG_EINPUT,
					   ZSTD_getErrorName(result));
		if (in.size == 0 && out.pos == 0)
			return ends_inside(source, zs->any,
					   "ends inside zstd data");
		zs->inside = result != 0;
		zs->behind |= result == 0;
		raw->p += in.pos;
		raw->n -= in.pos;
	}
	zs->any = true;
	return out.pos;
}

const struct unpacker unpack_zstd = {
	.magic = { "\x28\xb5\x2f\xfd", 4 },
	.begin = zstd_begin,
	.read = zstd_read,
	.end = zstd_end,
};

struct fg_unzstd {
	ZSTD_DCtx *context;
};

struct fg_unzstd *fg_unzstd_new(void)
{
	struct fg_unzstd *unzstd = fg_calloc(1, sizeof *unzstd);

	unzstd->context = ZSTD_createDCtx();
	if (!unzstd->context)
		fg_out_of_memory(sizeof *unzstd);
	return unzstd;
}

void fg_unzstd_free(struct fg_unzstd *unzstd)
{
	if (!unzstd)
		return;
	ZSTD_freeDCtx(unzstd->context);
	free(unzstd);
}

bool fg_unzstd_more(struct fg_unzstd *unzstd, fg_str *packed,
		    struct fg_buffer *to)
{
	ZSTD_inBuffer in = { packed->p, packed->n, 0 };
	ZSTD_outBuffer out = { to->p, to->room, to->n };
	size_t result;

	result = ZSTD_decompressStream(unzstd->context, &out, &in);
	if (ZSTD_isError(result) ||
	    (in.size > 0 && in.pos == 0 && out.pos == to->n))
		return false;
	packed->p += in.pos;
	packed->n -= in.pos;
	to->n = out.pos;
	return true;
}

/* Drops the byte order mark of UTF-8; the rest passes unchanged. */
static void *bom_begin(void)
{
	return fg_calloc(1, 1);
}

static size_t bom_read(void *state, struct source *source, char *to, size_t n)
{
	char *begun = state;
	struct raw *raw;

	for (; *begun < 3 && source_raw(source, &raw); ++*begun) {
		raw->p++;
		raw->n--;
	}
	if (!source_raw(source, &raw))
		return 0;
	n = n < raw->n ? n : raw->n;
	memcpy(to, raw->p, n);
	raw->p += n;
	raw->n -= n;
	return n;
}

const struct unpacker unpack_bom = {
	.magic = { "\xef\xbb\xbf", 3 },
	.begin = bom_begin,
	.read = bom_read,
	.end = free,
};

/* UTF-16 with a byte order mark, as Windows tools write it; becomes UTF-8. */
struct utf16 {
	uint32_t high; /* a lead surrogate that waits for its trail */
	char waiting[8]; /* bytes of the last characters that did not fit */
	size_t waiting_n;
};

static void *utf16_begin(void)
{
	return fg_calloc(1, sizeof(struct utf16));
}

static bool utf16_byte(struct source *source, uint32_t *byte)
{
	struct raw *raw;

	if (!source_raw(source, &raw))
		return false;
	*byte = (unsigned char)*raw->p++;
	raw->n--;
	return true;
}

enum { REPLACEMENT = 0xfffd, BYTE_ORDER_MARK = 0xfeff };

static void utf16_unit(struct utf16 *u, uint32_t unit)
{
	if (unit != BYTE_ORDER_MARK || u->high)
		u->waiting_n +=
			fg_utf16_put(u->waiting + u->waiting_n, &u->high, unit);
}

/*
 * Takes the next unit; at the end, writes U+FFFD for half a character; then
 * returns false.
 */
static bool utf16_next(struct utf16 *u, struct source *source, bool little)
{
	uint32_t first, second;
	bool half = u->high != 0;

	if (utf16_byte(source, &first)) {
		if (utf16_byte(source, &second)) {
			utf16_unit(u, little ? second << 8 | first
					     : first << 8 | second);
			return true;
		}
		half = true;
	}
	if (half)
		u->waiting_n +=
			fg_utf8_put(u->waiting + u->waiting_n, REPLACEMENT);
	u->high = 0;
	return half;
}

static size_t utf16_read(struct utf16 *u, struct source *source, char *to,
			 size_t n, bool little)
{
	size_t used = 0;

	while (used < n &&
	       (u->waiting_n > 0 || utf16_next(u, source, little))) {
		size_t fit = u->waiting_n < n - used ? u->waiting_n : n - used;

		memcpy(to + used, u->waiting, fit);
		memmove(u->waiting, u->waiting + fit, u->waiting_n - fit);
		u->waiting_n -= fit;
		used += fit;
	}
	return used;
}

static size_t utf16_read_le(void *state, struct source *source, char *to,
			    size_t n)
{
	return utf16_read(state, source, to, n, true);
}

static size_t utf16_read_be(void *state, struct source *source, char *to,
			    size_t n)
{
	return utf16_read(state, source, to, n, false);
}

const struct unpacker unpack_utf16_le = {
	.magic = { "\xff\xfe", 2 },
	.begin = utf16_begin,
	.read = utf16_read_le,
	.end = free,
};

const struct unpacker unpack_utf16_be = {
	.magic = { "\xfe\xff", 2 },
	.begin = utf16_begin,
	.read = utf16_read_be,
	.end = free,
};

bool fg_unpack_zlib(fg_str packed, struct fg_buffer *to, size_t limit)
{
	enum { STEP = 65536 };
	z_stream z = { 0 };
	size_t end = to->n + limit;
	int result = Z_OK;

	if (inflateInit(&z) != Z_OK)
		fg_out_of_memory(sizeof z);
	z.next_in = (const unsigned char *)packed.p;
	z.avail_in = packed.n > UINT32_MAX ? UINT32_MAX : (uInt)packed.n;
	while (result == Z_OK && to->n < end) {
		FG_RESERVE(&to->p, &to->room, to->n + STEP);
		z.next_out = (unsigned char *)to->p + to->n;
		z.avail_out = STEP;
		result = inflate(&z, Z_NO_FLUSH);
		to->n += STEP - z.avail_out;
	}
	inflateEnd(&z);
	return result == Z_STREAM_END;
}
