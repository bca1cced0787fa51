/* SPDX-License-Identifier: MIT */
#include "cfi.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "cfi_parse.h"
#include "cfi_program.h"
#include "fg/alloc.h"
#include "fg/frames.h"
#include "fg/hash.h"
#include "fg/text.h"

/*
 * The budget: steps for each byte of the sections, and extra steps for small
 * ones.
 */
enum { WORK_TIMES = 64, WORK_MORE = 16 << 20, SLOTS = 256 };

/* A function of a section, by its first address. */
struct indexed {
	uint64_t start, end, offset;
};

/* A section, with its functions after it was walked. */
struct indexed_source {
	struct cfi_source source;
	struct indexed *items;
	size_t count, room;
	bool is_read;
};

/* A cached look-up of an address; `row` counts from 1, 0 is nothing. */
struct slot {
	uint64_t address;
	uint32_t row;
	bool is_used;
};

struct cfi {
	struct cfi_parts parts;
	struct indexed_source eh, debug;
	/* the sorted table of .eh_frame_hdr; none: items of 0 bytes */
	fg_str table;
	size_t item_size, item_count;
	uint8_t item_pointer;
	uint64_t work;
	struct slot *slots; /* a power of two */
	size_t slot_count, used;
	struct fg_frames *keys; /* rows by their bytes */
	struct cfi_row **rows;
	size_t row_count, row_room;
	struct fg_arena bytes;
};

static struct cfi_source source_of(const struct cfi_parts *parts,
				   const struct cfi_section *section,
				   bool is_eh)
{
	return (struct cfi_source){
		.section = *section,
		.is_eh = is_eh,
		.is_big_endian = parts->is_big_endian,
		.address_size = parts->address_size,
	};
}

static size_t size_of_pointer(uint8_t encoding)
{
	switch (encoding & 0x0f) {
	case 0x03:
	case 0x0b:
		return 4;
	case 0x04:
	case 0x0c:
		return 8;
	default:
		return 0;
	}
}

/*
 * Reads version, three encodings, the address of .eh_frame, the count; then
 * the sorted table.
 */
static void read_table(struct cfi *cfi)
{
	const struct cfi_section *section = &cfi->parts.eh_frame_hdr;
	uint8_t size = cfi->parts.address_size;
	struct dwarf_cursor cursor = {
		.bytes = section->bytes,
		.is_big_endian = cfi->parts.is_big_endian,
		.ok = true,
	};
	uint64_t version = dwarf_get(&cursor, 1), count;
	uint8_t frame = (uint8_t)dwarf_get(&cursor, 1);
	uint8_t number = (uint8_t)dwarf_get(&cursor, 1);

	cfi->item_pointer = (uint8_t)dwarf_get(&cursor, 1);
	(void)cfi_read_pointer(&cursor, frame, size, section->address,
			       section->address);
	count = cfi_read_pointer(&cursor, number, size, 0, 0);
	cfi->item_size = 2 * size_of_pointer(cfi->item_pointer);
	if (!cursor.ok || version != 1 || cfi->item_size == 0)
		return;
	cfi->table =
		fg_slice(section->bytes, (size_t)cursor.at, section->bytes.n);
	if (count > cfi->table.n / cfi->item_size)
		count = cfi->table.n / cfi->item_size;
	cfi->item_count = (size_t)count;
}

struct cfi *cfi_new(const struct cfi_parts *parts)
{
	struct cfi *cfi;
	uint64_t size =
		(uint64_t)parts->eh_frame.bytes.n + parts->debug_frame.bytes.n;

	if (size == 0 || (parts->address_size != 4 && parts->address_size != 8))
		return NULL;
	cfi = fg_calloc(1, sizeof *cfi);
	cfi->parts = *parts;
	cfi->eh.source = source_of(parts, &parts->eh_frame, true);
	cfi->debug.source = source_of(parts, &parts->debug_frame, false);
	cfi->work = WORK_TIMES * size + WORK_MORE;
	cfi->slot_count = SLOTS;
	cfi->slots = fg_calloc(SLOTS, sizeof *cfi->slots);
	cfi->keys = fg_frames_new();
	read_table(cfi);
	return cfi;
}

void cfi_free(struct cfi *cfi)
{
	if (!cfi)
		return;
	free(cfi->eh.items);
	free(cfi->debug.items);
	free(cfi->slots);
	free(cfi->rows);
	fg_frames_free(cfi->keys);
	fg_arena_free(&cfi->bytes);
	free(cfi);
}

uint16_t cfi_machine(const struct cfi *cfi)
{
	return cfi->parts.machine;
}

uint8_t cfi_address_size(const struct cfi *cfi)
{
	return cfi->parts.address_size;
}

/* One of the two pointers of an item of the sorted table. */
static uint64_t item_at(const struct cfi *cfi, size_t item, size_t which)
{
	const struct cfi_section *header = &cfi->parts.eh_frame_hdr;
	size_t before = (size_t)(cfi->table.p - header->bytes.p);
	struct dwarf_cursor cursor = {
		.bytes = header->bytes,
		.at = before + item * cfi->item_size +
		      which * cfi->item_size / 2,
		.is_big_endian = cfi->parts.is_big_endian,
		.ok = true,
	};

	return cfi_read_pointer(&cursor, cfi->item_pointer,
				cfi->parts.address_size, header->address,
				header->address);
}

static bool find_in_table(const struct cfi *cfi, uint64_t address,
			  struct cfi_entry *entry)
{
	size_t low = 0, high = cfi->item_count;
	uint64_t offset, next;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (item_at(cfi, middle, 0) <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return false;
	offset = item_at(cfi, low - 1, 1) - cfi->parts.eh_frame.address;
	return offset < cfi->parts.eh_frame.bytes.n &&
	       cfi_read_entry(&cfi->eh.source, offset, entry, &next) &&
	       address >= entry->start && address < entry->end;
}

static int by_start(const void *a, const void *b)
{
	const struct indexed *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

/* Walks through a section once. */
static void read_index(struct indexed_source *source)
{
	uint64_t offset = 0, next;
	struct cfi_entry entry;

	source->is_read = true;
	for (;; offset = next) {
		bool is_entry =
			cfi_read_entry(&source->source, offset, &entry, &next);

		if (next <= offset)
			break;
		/* code that the linker removed has address 0 */
		if (!is_entry || entry.start == 0 || entry.end == entry.start)
			continue;
		FG_RESERVE(&source->items, &source->room, source->count + 1);
		source->items[source->count++] =
			(struct indexed){ entry.start, entry.end, offset };
	}
	if (source->count > 0)
		qsort(source->items, source->count, sizeof *source->items,
		      by_start);
}

static bool find_in_index(struct indexed_source *source, uint64_t address,
			  struct cfi_entry *entry)
{
	size_t low = 0, high;
	uint64_t next;

	if (!source->is_read && source->source.section.bytes.n > 0)
		read_index(source);
	high = source->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (source->items[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 && address < source->items[low - 1].end &&
	       cfi_read_entry(&source->source, source->items[low - 1].offset,
			      entry, &next);
}

/* Returns the row's number + 1; equal rows are stored once. */
static uint32_t keep_row(struct cfi *cfi, const struct cfi_row *row,
			 size_t size)
{
	uint32_t number = fg_frames_intern(cfi->keys,
					   (fg_str){ (const char *)row, size });

	if (number == cfi->row_count) {
		FG_RESERVE(&cfi->rows, &cfi->row_room, cfi->row_count + 1);
		cfi->rows[number] = fg_arena_alloc(&cfi->bytes, size);
		memcpy(cfi->rows[number], row, size);
		cfi->row_count++;
	}
	return number + 1;
}

/* A row with room for all rules. */
union any_row {
	struct cfi_row row;
	char bytes[sizeof(struct cfi_row) +
		   CFI_REGISTERS * sizeof(struct cfi_rule)];
};

/*
 * Adds a row without default rules. Padding is 0, because all bytes are
 * compared.
 */
static uint32_t add_row(struct cfi *cfi, const struct cfi_common *common,
			const struct cfi_state *state)
{
	union any_row any;
	struct cfi_row *row = &any.row;

	memset(&any, 0, sizeof any);
	row->cfa = state->cfa;
	row->return_register = common->return_register;
	row->is_signal = common->is_signal;
	row->is_signed = state->is_signed;
	for (unsigned i = 0; i < CFI_REGISTERS; i++) {
		if (state->rules[i].how != CFI_SAME)
			row->rules[row->count++] = state->rules[i];
	}
	return keep_row(cfi, row,
			sizeof *row + row->count * sizeof *row->rules);
}

/*
 * Linkers do not always describe the PLT of x86-64. Its entries of 16 bytes
 * begin with a jump; after 11 bytes they have pushed a number.
 */
static uint32_t plt_row(struct cfi *cfi, uint64_t address)
{
	enum { ENTRY = 16, PUSHED = 11, PUSHED_FIRST = 6 };
	enum { RSP = 7, RETURN = 16 };
	uint64_t at = address - cfi->parts.plt.address;
	struct cfi_state state = {
		.cfa = { .how = CFI_REGISTER, .base = RSP, .offset = 8 },
	};
	struct cfi_common common = { .return_register = RETURN };

	if (cfi->parts.machine != EM_X86_64 || at >= cfi->parts.plt.bytes.n)
		return 0;
	if (at >= ENTRY)
		state.cfa.offset += at % ENTRY >= PUSHED ? 8 : 0;
	else /* the first entry is jumped to, and pushes another */
		state.cfa.offset += at >= PUSHED_FIRST ? 16 : 8;
	state.rules[RETURN] = (struct cfi_rule){ .how = CFI_AT_CFA,
						 .of = RETURN,
						 .offset = -8 };
	return add_row(cfi, &common, &state);
}

static uint32_t find_row(struct cfi *cfi, uint64_t address)
{
	const struct cfi_source *source = &cfi->eh.source;
	struct cfi_entry entry;
	struct cfi_state state;
	bool found = cfi->item_count > 0
			     ? find_in_table(cfi, address, &entry)
			     : find_in_index(&cfi->eh, address, &entry);

	if (!found) {
		source = &cfi->debug.source;
		found = find_in_index(&cfi->debug, address, &entry);
	}
	if (!found)
		return plt_row(cfi, address);
	if (!cfi_run(source, &entry, address, &cfi->work, &state))
		return 0;
	return add_row(cfi, &entry.common, &state);
}

static struct slot *slot_of(const struct cfi *cfi, uint64_t address)
{
	size_t mask = cfi->slot_count - 1;
	size_t i = (size_t)fg_hash_number(address) & mask;

	while (cfi->slots[i].is_used && cfi->slots[i].address != address)
		i = (i + 1) & mask;
	return &cfi->slots[i];
}

static void grow(struct cfi *cfi)
{
	struct slot *old = cfi->slots;
	size_t count = cfi->slot_count;

	cfi->slot_count = 2 * count;
	cfi->slots = fg_calloc_table(cfi->slot_count, sizeof *old);
	for (size_t i = 0; i < count; i++) {
		if (old[i].is_used)
			*slot_of(cfi, old[i].address) = old[i];
	}
	free(old);
}

const struct cfi_row *cfi_find(struct cfi *cfi, uint64_t address)
{
	struct slot *slot = slot_of(cfi, address);

	if (!slot->is_used) {
		if (2 * (cfi->used + 1) > cfi->slot_count) {
			grow(cfi);
			slot = slot_of(cfi, address);
		}
		*slot = (struct slot){ address, find_row(cfi, address), true };
		cfi->used++;
	}
	return slot->row > 0 ? cfi->rows[slot->row - 1] : NULL;
}
