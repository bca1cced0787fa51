/* SPDX-License-Identifier: MIT */
/*
 * A header and records, all fields in the byte order of the header's magic:
 *
 *	header	u32 magic "JiTD", version, size, machine, pad, pid
 *		u64 time, flags (1: times are the processor's counter)
 *	record	u32 id, size (with these 16 bytes)  u64 time
 *	0 load	u32 pid, tid  u64 vma, address, size, index  name\0 code
 *	1 move	u32 pid, tid  u64 vma, from, to, size, index
 *	2 debug	u64 address, count  { u64 address u32 line, discriminator
 *		name\0 } of the load that comes next; a name of "\xff" is that
 *		of the entry before
 *	4 unwinding information of the load that comes next: jitdump_cfi.h
 *	3 close, and others: nothing to see here
 */
#include "jitdump.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "input/idmap.h"
#include "jitdump_cfi.h"
#include "layers.h"
#include "regular.h"

enum {
	HEADER_SIZE = 40,
	RECORD_SIZE = 16,
	LOAD_SIZE = 40, /* without name and code */
	MOVE_SIZE = 48,
	DEBUG_SIZE = 16,
	FRAMES_SIZE = 24, /* without the sections */
	FRAMES_MAX = 1 << 20,
	LINE_SIZE = 16, /* of an entry of debug information, without its name */
	NAME_MAX_SIZE = 1 << 16,
	BODY_MAX = 1 << 26, /* bytes of one record of debug information */
};

enum record { LOAD, MOVE, DEBUG_INFO, CLOSE, UNWINDING_INFO };

#define MAGIC 0x4a695444 /* "JiTD" */
#define HAS_COUNTER 1
#define NOBODY UINT32_MAX /* nothing is there any more */

struct line {
	uint64_t offset; /* from the start of the function */
	fg_str file;
	uint64_t line;
};

struct function {
	fg_str name;
	uint64_t start, size;
	uint64_t index; /* the number that moves tell */
	uint32_t latest; /* of those with this index; set in the first */
	struct line *lines; /* by offset */
	size_t line_count;
	uint32_t frames; /* its number in the dump's */
};

struct jitdump {
	bool is_big_endian, has_counter, is_cut, is_any;
	uint16_t machine; /* as e_machine of ELF */
	uint32_t pid;
	uint64_t first, last; /* times */
	struct function *functions;
	size_t count, room;
	struct idmap by_index; /* the first function of each index */
	struct layers *layers; /* with indices of functions, or NOBODY */
	struct line *lines; /* that wait for their function's load */
	size_t line_count, line_room;
	uint64_t lines_of; /* the address they are for */
	struct jit_frames frames;
	struct fg_buffer next_frames; /* of the next load; empty: none */
	uint64_t next_header; /* the size of the last of its sections */
	struct fg_arena texts;
	struct fg_buffer body; /* of one record */
};

static uint64_t get(const struct jitdump *dump, const char *at, size_t size)
{
	const unsigned char *bytes = (const unsigned char *)at;
	uint64_t value = 0;

	for (size_t i = 0; i < size; i++) {
		size_t from = dump->is_big_endian ? i : size - 1 - i;

		value = value << 8 | bytes[from];
	}
	return value;
}

static uint32_t get32(const struct jitdump *dump, const char *at)
{
	return (uint32_t)get(dump, at, 4);
}

static uint64_t get64(const struct jitdump *dump, const char *at)
{
	return get(dump, at, 8);
}

static bool read_header(struct jitdump *dump, FILE *stream)
{
	char head[HEADER_SIZE];
	uint32_t size;

	if (fread(head, 1, sizeof head, stream) != sizeof head)
		return false;
	if (get32(dump, head) != MAGIC) {
		dump->is_big_endian = true;
		if (get32(dump, head) != MAGIC)
			return false;
	}
	size = get32(dump, head + 8);
	dump->machine = (uint16_t)get32(dump, head + 12);
	dump->pid = get32(dump, head + 20);
	dump->has_counter = get64(dump, head + 32) & HAS_COUNTER;
	return get32(dump, head + 4) == 1 && size >= HEADER_SIZE &&
	       fseeko(stream, size, SEEK_SET) == 0;
}

/* Reads up to `size` bytes of the record's body. */
static bool read_body(struct jitdump *dump, FILE *stream, size_t size)
{
	enum { BLOCK = 1 << 16 };

	/* memory grows with what is there, not with what the size says */
	for (dump->body.n = 0; dump->body.n < size;) {
		size_t left = size - dump->body.n;
		size_t n = left < BLOCK ? left : BLOCK;

		FG_RESERVE(&dump->body.p, &dump->body.room, dump->body.n + n);
		n = fread(dump->body.p + dump->body.n, 1, n, stream);
		if (n == 0)
			return false;
		dump->body.n += n;
	}
	return true;
}

static fg_str keep(struct jitdump *dump, fg_str text)
{
	return (fg_str){ fg_arena_bytes(&dump->texts, text), text.n };
}

static void lay(struct jitdump *dump, const struct function *function,
		uint64_t time, uint32_t value)
{
	uint64_t left = UINT64_MAX - function->start;
	uint64_t size = function->size < left ? function->size : left;

	layers_add(dump->layers, function->start, function->start + size, time,
		   value);
}

static void add_function(struct jitdump *dump, struct function function,
			 uint64_t time)
{
	uint32_t number = (uint32_t)dump->count;

	function.latest = number;

	FG_RESERVE(&dump->functions, &dump->room, dump->count + 1);
	dump->functions[dump->count++] = function;
	if (!idmap_add(&dump->by_index, function.index, number)) {
		uint32_t first = idmap_find(&dump->by_index, function.index);

		dump->functions[first].latest = number;
	}
	lay(dump, &function, time, number);
}

static int by_offset(const void *a, const void *b)
{
	const struct line *x = a, *y = b;

	return (x->offset > y->offset) - (x->offset < y->offset);
}

/* The lines that came before the load of their function are its. */
static void take_lines(struct jitdump *dump, struct function *function)
{
	struct line *lines;

	if (dump->line_count == 0 || dump->lines_of != function->start)
		return;
	lines = fg_arena_alloc(&dump->texts, dump->line_count * sizeof *lines);
	memcpy(lines, dump->lines, dump->line_count * sizeof *lines);
	qsort(lines, dump->line_count, sizeof *lines, by_offset);
	function->lines = lines;
	function->line_count = dump->line_count;
	dump->line_count = 0;
}

static bool read_load(struct jitdump *dump, FILE *stream, size_t size,
		      uint64_t time)
{
	size_t most = LOAD_SIZE + NAME_MAX_SIZE;
	struct function function = { 0 };
	const char *body;
	size_t length;

	if (size < LOAD_SIZE ||
	    !read_body(dump, stream, size < most ? size : most))
		return false;
	body = dump->body.p;
	function.start = get64(dump, body + 16);
	function.size = get64(dump, body + 24);
	function.index = get64(dump, body + 32);
	length = fg_find_char(fg_slice(fg_buffer_text(&dump->body), LOAD_SIZE,
				       dump->body.n),
			      '\0');
	function.name = keep(dump, (fg_str){ body + LOAD_SIZE, length });
	take_lines(dump, &function);
	function.frames = jit_frames_add(&dump->frames,
					 fg_buffer_text(&dump->next_frames),
					 dump->next_header, function.size);
	dump->next_frames.n = 0;
	add_function(dump, function, time);
	return true;
}

/* The function that has that number and lies at `start`; NOBODY for none. */
static uint32_t find_moved(const struct jitdump *dump, uint64_t start,
			   uint64_t index)
{
	uint32_t number = idmap_find(&dump->by_index, index);

	if (number == IDMAP_NONE)
		return NOBODY;
	number = dump->functions[number].latest;
	return dump->functions[number].start == start ? number : NOBODY;
}

static bool read_move(struct jitdump *dump, FILE *stream, size_t size,
		      uint64_t time)
{
	struct function function;
	uint32_t old;
	const char *body;

	if (size < MOVE_SIZE || !read_body(dump, stream, MOVE_SIZE))
		return false;
	body = dump->body.p;
	old = find_moved(dump, get64(dump, body + 16), get64(dump, body + 40));
	if (old == NOBODY)
		return true;
	function = dump->functions[old];
	lay(dump, &function, time, NOBODY);
	function.start = get64(dump, body + 24);
	add_function(dump, function, time);
	return true;
}

static void add_line(struct jitdump *dump, const char *at, fg_str file)
{
	uint64_t address = get64(dump, at);
	int32_t line = (int32_t)get32(dump, at + 8);

	if (address < dump->lines_of)
		return;
	FG_RESERVE(&dump->lines, &dump->line_room, dump->line_count + 1);
	dump->lines[dump->line_count++] = (struct line){
		.offset = address - dump->lines_of,
		.file = file,
		.line = line > 0 ? (uint64_t)line : 0,
	};
}

static bool read_debug_info(struct jitdump *dump, FILE *stream, size_t size)
{
	fg_str rest, file = { 0 };
	uint64_t count;

	dump->line_count = 0;
	if (size > BODY_MAX)
		return true; /* goes on behind it, without its lines */
	if (size < DEBUG_SIZE || !read_body(dump, stream, size))
		return false;
	rest = fg_buffer_text(&dump->body);
	dump->lines_of = get64(dump, rest.p);
	count = get64(dump, rest.p + 8);
	rest = fg_slice(rest, DEBUG_SIZE, rest.n);
	for (; count > 0 && rest.n > LINE_SIZE; count--) {
		const char *at = rest.p;
		fg_str name;

		rest = fg_slice(rest, LINE_SIZE, rest.n);
		name = fg_cut(&rest, '\0');
		if (!fg_equal(name, FG_STR("\xff")) && !fg_equal(name, file))
			file = keep(dump, name);
		add_line(dump, at, file);
	}
	return true;
}

static bool read_frames(struct jitdump *dump, FILE *stream, size_t size)
{
	fg_str body;
	uint64_t used;

	dump->next_frames.n = 0;
	if (size < FRAMES_SIZE || size > FRAMES_MAX)
		return true; /* goes on behind it, without */
	if (!read_body(dump, stream, size))
		return false;
	body = fg_buffer_text(&dump->body);
	used = get64(dump, body.p);
	dump->next_header = get64(dump, body.p + 8);
	if (used <= body.n - FRAMES_SIZE)
		fg_buffer_append(&dump->next_frames,
				 fg_slice(body, FRAMES_SIZE,
					  FRAMES_SIZE + (size_t)used));
	return true;
}

static bool read_record(struct jitdump *dump, FILE *stream, uint32_t id,
			size_t size, uint64_t time)
{
	if (id == LOAD)
		return read_load(dump, stream, size, time);
	if (id == MOVE)
		return read_move(dump, stream, size, time);
	if (id == DEBUG_INFO)
		return read_debug_info(dump, stream, size);
	if (id == UNWINDING_INFO)
		return read_frames(dump, stream, size);
	return true;
}

static void note_time(struct jitdump *dump, uint64_t time)
{
	if (!dump->is_any || time < dump->first)
		dump->first = time;
	if (!dump->is_any || time > dump->last)
		dump->last = time;
	dump->is_any = true;
}

/* Whether there is a record of that size from `at` on. */
static bool is_there(FILE *stream, off_t end)
{
	if (fseeko(stream, end - 1, SEEK_SET) != 0)
		return false;
	return getc(stream) != EOF;
}

static void read_records(struct jitdump *dump, FILE *stream)
{
	char head[RECORD_SIZE];
	size_t n;

	while ((n = fread(head, 1, sizeof head, stream)) == sizeof head) {
		off_t start = ftello(stream);
		uint32_t size = get32(dump, head + 4);
		uint64_t time = get64(dump, head + 8);

		if (start < 0 || size < RECORD_SIZE ||
		    !read_record(dump, stream, get32(dump, head),
				 size - RECORD_SIZE, time) ||
		    (size > RECORD_SIZE &&
		     !is_there(stream, start + size - RECORD_SIZE))) {
			dump->is_cut = true;
			return;
		}
		note_time(dump, time);
	}
	dump->is_cut = n > 0;
}

struct jitdump *jitdump_read(FILE *stream, const char **problem)
{
	struct jitdump *dump = fg_calloc(1, sizeof *dump);

	if (!read_header(dump, stream)) {
		*problem = "no jit dump of version 1";
		free(dump);
		return NULL;
	}
	dump->layers = layers_new();
	read_records(dump, stream);
	layers_seal(dump->layers);
	return dump;
}

struct jitdump *jitdump_open(const char *path, const char **problem)
{
	FILE *stream = regular_stream(path, problem);
	struct jitdump *dump;

	if (!stream)
		return NULL;
	dump = jitdump_read(stream, problem);
	fclose(stream);
	return dump;
}

void jitdump_free(struct jitdump *dump)
{
	if (!dump)
		return;
	layers_free(dump->layers);
	idmap_free(&dump->by_index);
	fg_arena_free(&dump->texts);
	jit_frames_free(&dump->frames);
	free(dump->next_frames.p);
	free(dump->functions);
	free(dump->lines);
	free(dump->body.p);
	free(dump);
}

/* The last line that begins at or before the offset. */
static void find_line(const struct function *function, uint64_t offset,
		      struct jit_place *place)
{
	size_t low = 0, high = function->line_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (function->lines[middle].offset <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return;
	place->file = function->lines[low - 1].file;
	place->line = function->lines[low - 1].line;
}

bool jitdump_find(const struct jitdump *dump, uint64_t address, uint64_t time,
		  uint64_t *number)
{
	uint32_t function;
	uint64_t offset;

	if (!layers_find(dump->layers, address, time, &function) ||
	    function == NOBODY)
		return false;
	offset = address - dump->functions[function].start;
	if (offset > UINT32_MAX)
		offset = UINT32_MAX;
	*number = (uint64_t)function << 32 | offset;
	return true;
}

bool jitdump_place(const struct jitdump *dump, uint64_t number,
		   struct jit_place *place)
{
	const struct function *function;

	if (number >> 32 >= dump->count)
		return false;
	function = &dump->functions[number >> 32];
	*place = (struct jit_place){
		.name = function->name,
		.start = function->start,
		.size = function->size,
	};
	find_line(function, number & UINT32_MAX, place);
	return true;
}

struct cfi *jitdump_cfi(struct jitdump *dump, uint64_t number, uint64_t *vaddr)
{
	if (number >> 32 >= dump->count)
		return NULL;
	*vaddr = number & UINT32_MAX;
	return jit_frames_cfi(&dump->frames,
			      dump->functions[number >> 32].frames,
			      dump->machine, dump->is_big_endian);
}

uint32_t jitdump_pid(const struct jitdump *dump)
{
	return dump->pid;
}

bool jitdump_has_counter(const struct jitdump *dump)
{
	return dump->has_counter;
}

bool jitdump_times(const struct jitdump *dump, uint64_t *first, uint64_t *last)
{
	*first = dump->first;
	*last = dump->last;
	return dump->is_any;
}

bool jitdump_is_cut(const struct jitdump *dump)
{
	return dump->is_cut;
}
