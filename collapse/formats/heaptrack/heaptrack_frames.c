/* SPDX-License-Identifier: MIT */
#include "heaptrack_frames.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "heaptrack_line.h"

struct heaptrack_call {
	uint64_t function, file, line; /* strings, or 0 */
};

struct heaptrack_ip {
	uint64_t address, module;
	size_t first, count; /* calls, innermost first */
	size_t first_id, id_count; /* valid after it was pushed */
	bool is_named;
};

void heaptrack_frames_free(struct heaptrack_frames *frames)
{
	free(frames->strings);
	free(frames->ips);
	free(frames->calls);
	free(frames->ids);
	fg_arena_free(&frames->texts);
}

void heaptrack_frames_string(struct heaptrack_frames *frames, fg_str text)
{
	FG_RESERVE(&frames->strings, &frames->string_room,
		   frames->string_count + 1);
	frames->strings[frames->string_count++] = (fg_str){
		fg_arena_bytes(&frames->texts, text),
		text.n,
	};
}

bool heaptrack_frames_ip(struct heaptrack_frames *frames, fg_str text)
{
	struct heaptrack_ip ip = { .first = frames->call_count };

	if (!heaptrack_take(&text, &ip.address) ||
	    !heaptrack_take(&text, &ip.module))
		return false;
	for (;;) {
		struct heaptrack_call call = { 0 };

		if (!heaptrack_take(&text, &call.function))
			break;
		if (heaptrack_take(&text, &call.file))
			(void)heaptrack_take(&text, &call.line);
		FG_RESERVE(&frames->calls, &frames->call_room,
			   frames->call_count + 1);
		frames->calls[frames->call_count++] = call;
		ip.count++;
	}
	FG_RESERVE(&frames->ips, &frames->ip_room, frames->ip_count + 1);
	frames->ips[frames->ip_count++] = ip;
	return true;
}

static fg_str string(struct heaptrack_frames *frames, uint64_t number)
{
	if (number == 0)
		return FG_STR("");
	if (number <= frames->string_count)
		return frames->strings[number - 1];
	frames->bad++;
	return FG_STR("[bad string]");
}

fg_str heaptrack_frames_name(struct heaptrack_frames *frames, uint64_t ip)
{
	const struct heaptrack_ip *found;

	if (ip == 0 || ip > frames->ip_count)
		return FG_STR("");
	found = &frames->ips[ip - 1];
	if (found->count == 0)
		return FG_STR("");
	return string(frames, frames->calls[found->first].function);
}

static void add_name(struct heaptrack_frames *frames, struct heaptrack_ip *ip,
		     const struct native_frame *frame, struct namer *namer)
{
	FG_RESERVE(&frames->ids, &frames->id_room, frames->id_count + 1);
	if (!namer_name(namer, frame, &frames->ids[frames->id_count]))
		return;
	frames->id_count++;
	ip->id_count++;
}

static void name_ip(struct heaptrack_frames *frames, struct heaptrack_ip *ip,
		    struct namer *namer)
{
	struct native_frame frame = {
		.module = string(frames, ip->module),
		.address = ip->address,
		.has_address = true,
	};

	ip->is_named = true;
	ip->first_id = frames->id_count;
	if (ip->count == 0)
		add_name(frames, ip, &frame, namer);
	for (size_t i = 0; i < ip->count; i++) {
		const struct heaptrack_call *call =
			&frames->calls[ip->first + i];

		frame.name = string(frames, call->function);
		frame.file = string(frames, call->file);
		frame.line = call->line;
		frame.inlined = i + 1 < ip->count;
		add_name(frames, ip, &frame, namer);
	}
}

void heaptrack_frames_push(struct heaptrack_frames *frames, uint64_t number,
			   struct namer *namer, struct stackbuf *stack)
{
	struct heaptrack_ip *ip;

	if (number == 0 || number > frames->ip_count) {
		frames->bad++;
		stackbuf_push(stack, FG_STR("[bad frame]"));
		return;
	}
	ip = &frames->ips[number - 1];
	if (!ip->is_named)
		name_ip(frames, ip, namer);
	for (size_t i = 0; i < ip->id_count; i++)
		stackbuf_push_id(stack, frames->ids[ip->first_id + i]);
}
