/* SPDX-License-Identifier: MIT */
/*
 * Perfetto's own traces: protocol buffers, a sequence of packets as field 1.
 * Each packet has a clock's time (8), the number of its sequence (10), and one
 * of some hundred other fields. Perfetto's traceconv converts them to a format
 * that can be folded.
 */
#include "format.h"
#include "input/protobuf.h"

/* The number of packets to look at, and the number that must be valid. */
enum { PACKETS_MAX = 8, PACKETS_MIN = 2 };

/* Whether it is a packet; field 1 of other messages is smaller. */
static bool is_packet(fg_str bytes)
{
	struct pb packet = { .rest = bytes };
	struct pb_field field;
	bool has_sequence = false;

	while (pb_next(&packet, &field))
		has_sequence |= (field.number == 8 || field.number == 10) &&
				field.wire == PB_VARINT;
	return has_sequence && !packet.damaged;
}

static int detect(fg_str head)
{
	struct pb trace = { .rest = head };
	struct pb_field field;
	int seen = 0, packets = 0;

	while (seen < PACKETS_MAX && pb_next(&trace, &field)) {
		if (field.number != 1 || !pb_is_bytes(&field))
			return BID_NO;
		packets += is_packet(field.bytes);
		seen++;
	}
	return packets >= PACKETS_MIN && packets * 2 >= seen ? BID_LIKELY
							     : BID_NO;
}

const struct format format_pftrace = {
	.name = "pftrace",
	.summary = "Perfetto's own traces (to be passed through traceconv)",
	.detect = detect,
	.advice = "this is a trace of Perfetto in protocol buffers; make JSON "
		  "of it: traceconv json TRACE trace.json",
};
