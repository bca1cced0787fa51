/* SPDX-License-Identifier: MIT */
/*
 * The fast path, which nearly all bytes take: a line of a call chain that was
 * seen before.
 *
 *	\t    55c5c114bcbd main+0x6ac (/opt/cpp)\n
 *	  '-16 columns---' '-------key--------'
 *
 * While each frame has a caller that it had before, lines are compared with
 * the cache's guess, and need no search for their end. Where a guess fails,
 * the line is looked up; where most guesses fail, many lines are looked up
 * together. A line that is not found, or has another shape, goes to
 * perf_parser_line() or a similar function, which adds it to the cache where
 * that is right. The cache has only texts that mean the same everywhere inside
 * a sample.
 */
#include "perf_scan.h"
#include "fg/text.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "perf_line.h"
#include "perf_parser.h"
#include "perf_sample.h"

enum {
	TOGETHER = 32, /* lines that are handled together */
	TEXT_COLUMN = 18,
};

struct frame_lines {
	struct perf_key keys[TOGETHER];
	fg_str texts[TOGETHER], addresses[TOGETHER];
	size_t count;
};

#ifdef __SSE2__

static unsigned bytes_in(__m128i bytes, char low, char high)
{
	__m128i over = _mm_cmpgt_epi8(bytes, _mm_set1_epi8((char)(low - 1)));
	__m128i under = _mm_cmplt_epi8(bytes, _mm_set1_epi8((char)(high + 1)));

	return (unsigned)_mm_movemask_epi8(_mm_and_si128(over, under));
}

/* Whether 16 bytes are blanks and then digits, as printf prints %16x. */
static bool is_address(const char *p)
{
	__m128i bytes = _mm_loadu_si128((const void *)p);
	unsigned hex = bytes_in(bytes, '0', '9') | bytes_in(bytes, 'a', 'f');
	unsigned blank = bytes_in(bytes, ' ', ' ');

	/* bit i is byte i; blanks must be the lowest bits */
	return (hex | blank) == 0xffff && (blank & (blank + 1)) == 0 &&
	       blank != 0xffff;
}

#elif defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

#define ALL(byte) (UINT64_C(0x0101010101010101) * (byte))

/*
 * Sets the top bit of each byte of `x` that is in a range; all are below 0x80.
 */
static uint64_t in_range(uint64_t x, unsigned low, unsigned high)
{
	return (x + ALL(0x80 - low)) & ~(x + ALL(0x7f - high)) & ALL(0x80);
}

static uint64_t hex_digits(uint64_t x)
{
	return in_range(x, '0', '9') | in_range(x, 'a', 'f');
}

/* Whether 16 bytes are blanks and then digits, as printf prints %16x. */
static bool is_address(const char *p)
{
	uint64_t a, b, hex_a, hex_b, blank_a, blank_b;

	memcpy(&a, p, sizeof a);
	memcpy(&b, p + sizeof a, sizeof b);
	if ((a | b) & ALL(0x80))
		return false;
	hex_a = hex_digits(a);
	hex_b = hex_digits(b);
	blank_a = in_range(a, ' ', ' ');
	blank_b = in_range(b, ' ', ' ');
	return (hex_a | blank_a) == ALL(0x80) &&
	       (hex_b | blank_b) == ALL(0x80) && hex_b >> 63 &&
	       !(hex_a << 8 & blank_a) && !(hex_b << 8 & blank_b) &&
	       !(hex_a >> 63 && blank_b & 0x80);
}

#else

static bool is_address(const char *p)
{
	(void)p;
	return false; /* left to perf_split_frame() */
}

#endif

static bool is_usual(fg_str line)
{
	return line.n > TEXT_COLUMN && *line.p == '\t' &&
	       line.p[TEXT_COLUMN - 1] == ' ' &&
	       !fg_is_blank(line.p[TEXT_COLUMN]) &&
	       !fg_is_blank(line.p[line.n - 1]) && is_address(line.p + 1);
}

/* Returns the line at `at` without its end; sets where the next one begins. */
static fg_str line_at(const char *at, const char *end, const char **next)
{
	const char *stop = memchr(at, '\n', (size_t)(end - at));
	fg_str line = { at, (size_t)((stop ? stop : end) - at) };

	*next = at + line.n + 1;
	if (line.n > 0 && line.p[line.n - 1] == '\r')
		line.n--;
	return line;
}

/*
 * Takes up to `most` lines that can be frames; returns the position after
 * them.
 */
static const char *gather(struct frame_lines *lines, size_t most,
			  const char *at, const char *end)
{
	const char *next;

	lines->count = 0;
	while (lines->count < most && at < end && fg_is_blank(*at)) {
		size_t i = lines->count;
		fg_str line = line_at(at, end, &next);

		if (is_usual(line)) {
			lines->addresses[i] =
				fg_slice(line, 1, TEXT_COLUMN - 1);
			lines->keys[i].text =
				fg_slice(line, TEXT_COLUMN, line.n);
		} else if (perf_is_narrow(line) ||
			   !perf_split_frame(line, &lines->addresses[i],
					     &lines->keys[i].text)) {
			break;
		}
		lines->texts[i] = line;
		lines->count++;
		at = next;
	}
	return at;
}

static void pass_line(struct perf_parser *parser,
		      const struct frame_lines *lines, size_t i)
{
	fg_str time;

	if (parser->open && perf_sample_known_frame(parser, lines->addresses[i],
						    &lines->keys[i]))
		return;
	/* inside a sample, a line that splits as a frame is one, or a header */
	if (parser->open && !perf_find_time(lines->texts[i], &time))
		perf_sample_new_frame(parser, lines->addresses[i],
				      &lines->keys[i]);
	else
		perf_parser_line(parser, lines->texts[i]);
}

static void pass_lines(struct perf_parser *parser, struct frame_lines *lines)
{
	perf_cache_prepare(&parser->cache, lines->keys, lines->count,
			   parser->java);
	for (size_t i = 0; i < lines->count; i++) {
		parser->line++;
		pass_line(parser, lines, i);
	}
}

/* Whether the line at `at` has the entry's text after an address. */
static bool stands_at(const struct perf_entry *entry, const char *at,
		      const char *end)
{
	size_t size = entry->text_size;

	return (size_t)(end - at) > TEXT_COLUMN + size &&
	       at[TEXT_COLUMN + size] == '\n' &&
	       memcmp(at + TEXT_COLUMN, perf_entry_text(entry), size) == 0 &&
	       *at == '\t' && at[TEXT_COLUMN - 1] == ' ' && is_address(at + 1);
}

/*
 * Returns the guessed entry whose text is at `at`, or NULL; it counts as
 * found.
 */
static const struct perf_entry *guess(struct perf_cache *cache, const char *at,
				      const char *end)
{
	for (unsigned i = 0; i < PERF_GUESSES; i++) {
		const struct perf_entry *entry = perf_cache_guess(cache, i);

		if (entry && stands_at(entry, at, end)) {
			perf_cache_accept(cache, i);
			return entry;
		}
	}
	return NULL;
}

/* Takes lines while guesses are right; returns the position after them. */
static const char *follow(struct perf_parser *parser, const char *at,
			  const char *end)
{
	const struct perf_entry *entry;

	while ((entry = guess(&parser->cache, at, end))) {
		fg_str address = { at + 1, TEXT_COLUMN - 2 };

		parser->line++;
		at += TEXT_COLUMN + entry->text_size + 1;
		perf_sample_guessed_frame(parser, address, entry);
	}
	return at;
}

void perf_scan_block(struct perf_parser *parser, fg_str text, uint64_t block)
{
	const char *at = text.p, *end = text.p + text.n;
	struct frame_lines lines;

	parser->block = block;
	parser->line = 0;
	while (at < end) {
		bool trusted = perf_cache_trusted(&parser->cache);

		lines.count = 0;
		if (parser->open && trusted)
			at = follow(parser, at, end);
		if (parser->open)
			at = gather(&lines, trusted ? 1 : TOGETHER, at, end);
		if (lines.count > 0) {
			pass_lines(parser, &lines);
		} else if (at < end) {
			parser->line++;
			perf_parser_line(parser, line_at(at, end, &at));
		}
	}
}
