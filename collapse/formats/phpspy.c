/* SPDX-License-Identifier: MIT */
/*
 * Output of phpspy: one numbered frame per line, the leaf first, then a blank
 * line.
 *
 *	0 strlen <internal>:-1
 *	1 Shop\Cart::total /srv/app/cart.php:42
 *	2 <main> /srv/app/index.php:3
 *	# uri = /cart
 *
 */
#include "fg/text.h"
#include "input/scan.h"
#include "sample/stack_dump.h"

/* "1 Shop\Cart::total /srv/app/cart.php:42" */
static bool parse_frame(fg_str line, uint64_t *number,
			struct native_frame *frame)
{
	fg_str rest = line, place;
	size_t blank, colon;

	*frame = (struct native_frame){ 0 };
	if (!scan_u64(&rest, number) || !scan_text(&rest, FG_STR(" ")))
		return false;
	blank = fg_find_char(rest, ' ');
	if (blank == 0 || blank == rest.n)
		return false;
	frame->name = fg_slice(rest, 0, blank);
	place = scan_from(rest, blank + 1);
	colon = fg_rfind_char(place, ':');
	if (colon == 0 || colon == place.n)
		return false;
	frame->file = fg_slice(place, 0, colon);
	place = scan_from(place, colon + 1);
	if (fg_equal(place, FG_STR("-1"))) {
		frame->file = FG_STR("");
		return true;
	}
	return fg_parse_u64(place, &frame->line);
}

static bool is_meta(fg_str line)
{
	return fg_trim(line).n == 0 || fg_starts_with(line, FG_STR("#"));
}

static int detect(fg_str head)
{
	struct native_frame frame;
	uint64_t number, next = 0;
	size_t frames = 0;
	fg_str line;

	while (scan_line(&head, &line)) {
		if (is_meta(line)) {
			next = 0;
			continue;
		}
		/* the last line may be cut */
		if (!parse_frame(line, &number, &frame) || number != next)
			return frames > 0 && head.n == 0 ? BID_LIKELY : BID_NO;
		frames++;
		next++;
	}
	return frames > 0 ? BID_LIKELY : BID_NO;
}

static void read_line(struct dump *d, fg_str line)
{
	struct native_frame frame;
	uint64_t number;

	if (fg_starts_with(line, FG_STR("#")))
		return;
	if (fg_trim(line).n == 0) {
		dump_end(d);
		return;
	}
	if (!parse_frame(line, &number, &frame)) {
		dump_warn(d, "expected a frame");
		return;
	}
	if (number == 0)
		dump_end(d);
	dump_push_native(d, &frame);
}

static fg_status parse(struct collapse *c)
{
	struct dump d = { 0 };

	return dump_read(&d, c, read_line);
}

const struct format format_phpspy = {
	.name = "phpspy",
	.summary = "phpspy's stacks",
	.has = HAS_SOURCE,
	.unit = "samples",
	.detect = detect,
	.parse = parse,
};
