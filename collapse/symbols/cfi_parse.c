/* SPDX-License-Identifier: MIT */
#include "cfi_parse.h"

#include "fg/text.h"

/* The encoding of a pointer, and its base. */
enum {
	PE_ABSOLUTE = 0x00,
	PE_ULEB = 0x01,
	PE_UDATA2 = 0x02,
	PE_UDATA4 = 0x03,
	PE_UDATA8 = 0x04,
	PE_SLEB = 0x09,
	PE_SDATA2 = 0x0a,
	PE_SDATA4 = 0x0b,
	PE_SDATA8 = 0x0c,
	PE_FORM = 0x0f,
	PE_FROM_HERE = 0x10,
	PE_FROM_DATA = 0x30,
	PE_FROM = 0x70,
	PE_INDIRECT = 0x80,
	PE_OMITTED = 0xff,
};

static uint64_t read_number(struct dwarf_cursor *cursor, uint8_t form,
			    uint8_t address_size)
{
	switch (form) {
	case PE_ABSOLUTE:
		return dwarf_get(cursor, address_size);
	case PE_ULEB:
		return dwarf_get_uleb(cursor);
	case PE_UDATA2:
		return dwarf_get(cursor, 2);
	case PE_UDATA4:
		return dwarf_get(cursor, 4);
	case PE_UDATA8:
	case PE_SDATA8:
		return dwarf_get(cursor, 8);
	case PE_SLEB:
		return (uint64_t)dwarf_get_sleb(cursor);
	case PE_SDATA2:
		return (uint64_t)(int16_t)dwarf_get(cursor, 2);
	case PE_SDATA4:
		return (uint64_t)(int32_t)dwarf_get(cursor, 4);
	default:
		cursor->ok = false;
		return 0;
	}
}

uint64_t cfi_read_pointer(struct dwarf_cursor *cursor, uint8_t encoding,
			  uint8_t address_size, uint64_t section_address,
			  uint64_t base)
{
	uint64_t here = section_address + cursor->at;
	uint64_t value = read_number(cursor, encoding & PE_FORM, address_size);

	switch (encoding & PE_FROM) {
	case 0:
		break;
	case PE_FROM_HERE:
		value += here;
		break;
	case PE_FROM_DATA:
		value += base;
		break;
	default:
		cursor->ok = false;
	}
	if (encoding & PE_INDIRECT)
		cursor->ok = false;
	return cfi_cut(value, address_size);
}

static struct dwarf_cursor cursor_at(const struct cfi_source *source,
				     uint64_t offset)
{
	return (struct dwarf_cursor){
		.bytes = source->section.bytes,
		.at = offset,
		.is_big_endian = source->is_big_endian,
		.ok = offset <= source->section.bytes.n,
	};
}

/* Reads the head of an entry; the cursor then ends where the entry does. */
static bool read_head(const struct cfi_source *source, uint64_t offset,
		      struct dwarf_cursor *cursor, uint64_t *id,
		      uint64_t *id_at, uint64_t *next)
{
	uint8_t offset_size;
	uint64_t length;

	*next = 0;
	*cursor = cursor_at(source, offset);
	length = dwarf_get_length(cursor, &offset_size);
	if (!cursor->ok || length == 0 || length > cursor->bytes.n - cursor->at)
		return false;
	*next = cursor->at + length;
	cursor->bytes.n = (size_t)*next;
	*id_at = cursor->at;
	/* .eh_frame has 4 bytes even if the length has 12 */
	*id = dwarf_get(cursor, source->is_eh ? 4 : offset_size);
	if (!source->is_eh && offset_size == 4 && *id == UINT32_MAX)
		*id = UINT64_MAX;
	return cursor->ok;
}

static fg_str read_text(struct dwarf_cursor *cursor)
{
	const char *start = cursor->bytes.p + cursor->at;
	size_t most = cursor->bytes.n - (size_t)cursor->at;
	const char *end = cursor->ok ? memchr(start, '\0', most) : NULL;

	if (!end) {
		cursor->ok = false;
		return (fg_str){ "", 0 };
	}
	dwarf_skip(cursor, (uint64_t)(end - start) + 1);
	return (fg_str){ start, (size_t)(end - start) };
}

/* Reads the data of the letters after the 'z'. */
static void read_augmentation(const struct cfi_source *source,
			      struct dwarf_cursor *cursor, fg_str letters,
			      struct cfi_common *common)
{
	for (size_t i = 0; i < letters.n && cursor->ok; i++) {
		uint8_t encoding;

		switch (letters.p[i]) {
		case 'L':
			dwarf_skip(cursor, 1);
			break;
		case 'P':
			encoding = (uint8_t)dwarf_get(cursor, 1);
			if (encoding != PE_OMITTED)
				(void)read_number(cursor, encoding & PE_FORM,
						  source->address_size);
			break;
		case 'R':
			common->pointer = (uint8_t)dwarf_get(cursor, 1);
			break;
		case 'S':
			common->is_signal = true;
			break;
		case 'B': /* aarch64: the other key signs */
		case 'G': /* aarch64: tagged memory */
			break;
		default: /* the length says where the data ends */
			return;
		}
	}
}

static bool read_common(const struct cfi_source *source, uint64_t offset,
			struct cfi_common *common)
{
	struct dwarf_cursor cursor;
	uint64_t id, id_at, next, version, end;
	fg_str letters;

	*common = (struct cfi_common){ .address_size = source->address_size };
	if (!read_head(source, offset, &cursor, &id, &id_at, &next) ||
	    id != (source->is_eh ? 0 : UINT64_MAX))
		return false;
	version = dwarf_get(&cursor, 1);
	letters = read_text(&cursor);
	if (version == 4) {
		common->address_size = (uint8_t)dwarf_get(&cursor, 1);
		cursor.ok &= dwarf_get(&cursor, 1) == 0;
	}
	common->code_factor = dwarf_get_uleb(&cursor);
	common->data_factor = dwarf_get_sleb(&cursor);
	common->return_register = (uint8_t)(version == 1
						    ? dwarf_get(&cursor, 1)
						    : dwarf_get_uleb(&cursor));
	if (!cursor.ok || (version != 1 && version != 3 && version != 4) ||
	    common->return_register >= CFI_REGISTERS ||
	    common->address_size != source->address_size)
		return false;
	common->has_data = letters.n > 0 && letters.p[0] == 'z';
	if (common->has_data) {
		end = dwarf_get_uleb(&cursor);
		end = end > next - cursor.at ? next : cursor.at + end;
		read_augmentation(source, &cursor,
				  fg_slice(letters, 1, letters.n), common);
		cursor.at = end;
	}
	common->program =
		fg_slice(cursor.bytes, (size_t)cursor.at, (size_t)next);
	/* without a 'z' first, the meaning of letters is not known */
	return cursor.ok && (letters.n == 0 || common->has_data);
}

bool cfi_read_entry(const struct cfi_source *source, uint64_t offset,
		    struct cfi_entry *entry, uint64_t *next)
{
	struct cfi_common *common = &entry->common;
	struct dwarf_cursor cursor;
	uint64_t id, id_at, size;

	if (!read_head(source, offset, &cursor, &id, &id_at, next))
		return false;
	if (source->is_eh ? id == 0 || id > id_at : id == UINT64_MAX)
		return false;
	if (!read_common(source, source->is_eh ? id_at - id : id, common))
		return false;
	entry->start = cfi_read_pointer(&cursor, common->pointer,
					common->address_size,
					source->section.address, 0);
	size = cfi_read_pointer(&cursor, common->pointer & PE_FORM,
				common->address_size, 0, 0);
	if (common->has_data)
		dwarf_skip(&cursor, dwarf_get_uleb(&cursor));
	if (!cursor.ok || size > UINT64_MAX - entry->start)
		return false;
	entry->end = entry->start + size;
	entry->program =
		fg_slice(cursor.bytes, (size_t)cursor.at, (size_t)*next);
	return true;
}
