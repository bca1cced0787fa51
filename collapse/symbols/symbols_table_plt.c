/* SPDX-License-Identifier: MIT */
/*
 * Names for the stubs that call functions of other files. No symbol table has
 * them: each stub jumps to the address in a memory slot, and the relocation of
 * that slot names the function.
 *
 *	401030:	ff 25 e2 2f 00 00	jmp *0x2fe2(%rip)	# 404018
 *	0000000000404018  R_X86_64_JUMP_SLOT  malloc@GLIBC_2.2.5
 *
 * So 401030 is "malloc@plt", as in perf and objdump.
 */
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "symbols_table.h"

enum { STUB_SIZE = 16 };

/* A slot that the dynamic linker fills. */
struct slot {
	uint64_t address;
	fg_str name; /* empty for a function without one */
	size_t number; /* of the relocation in .rela.plt; SIZE_MAX elsewhere */
};

struct slots {
	struct slot *list; /* by address */
	size_t count, room;
	uint64_t left; /* bytes left to read */
};

static int by_address(const void *a, const void *b)
{
	uint64_t x = ((const struct slot *)a)->address;
	uint64_t y = ((const struct slot *)b)->address;

	return (x > y) - (x < y);
}

/* The names of the dynamic symbols. */
struct dynamic {
	Elf_Data *symbols;
	fg_str names;
};

static fg_str name_of(const struct dynamic *dynamic, uint64_t number)
{
	GElf_Sym sym;
	fg_str rest;

	if (number > INT32_MAX ||
	    !gelf_getsym(dynamic->symbols, (int)number, &sym) ||
	    sym.st_name >= dynamic->names.n)
		return FG_STR("");
	rest = fg_slice(dynamic->names, sym.st_name, dynamic->names.n);
	/* a name that shares its bytes with others is cut */
	if (rest.n > 4096)
		rest.n = 4096;
	return fg_slice(rest, 0, fg_find_char(rest, '\0'));
}

static void read_relocations(struct slots *slots, struct image *image,
			     const struct image_section *section,
			     const struct dynamic *dynamic)
{
	fg_str own_name = fg_from_c(section->name);
	bool is_plt = fg_equal(own_name, FG_STR(".rela.plt")) ||
		      fg_equal(own_name, FG_STR(".rel.plt"));
	bool has_addend = section->header.sh_type == SHT_RELA;
	Elf_Type type = has_addend ? ELF_T_RELA : ELF_T_REL;
	size_t entry = gelf_fsize(image->elf, type, 1, EV_CURRENT);
	Elf_Data *data = NULL;

	/*
	 * sections may share bytes of the file, so their sum is limited to its
	 * size
	 */
	if (section->header.sh_size > slots->left)
		return;
	slots->left -= section->header.sh_size;
	elf_call_begin();
	data = elf_getdata(section->scn, NULL);
	elf_call_end(data != NULL);
	for (size_t i = 0; data && entry > 0 && i < data->d_size / entry; i++) {
		GElf_Rela rela;
		GElf_Rel rel;
		uint64_t address, info;

		if (i > INT32_MAX)
			return;
		if (has_addend && gelf_getrela(data, (int)i, &rela)) {
			address = rela.r_offset;
			info = rela.r_info;
		} else if (!has_addend && gelf_getrel(data, (int)i, &rel)) {
			address = rel.r_offset;
			info = rel.r_info;
		} else {
			continue;
		}
		FG_RESERVE(&slots->list, &slots->room, slots->count + 1);
		slots->list[slots->count++] = (struct slot){
			.address = address,
			.name = name_of(dynamic, GELF_R_SYM(info)),
			.number = is_plt ? i : SIZE_MAX,
		};
	}
}

static const struct slot *find_slot(const struct slots *slots, uint64_t address)
{
	const struct slot wanted = { .address = address };

	if (slots->count == 0)
		return NULL;
	return bsearch(&wanted, slots->list, slots->count, sizeof wanted,
		       by_address);
}

static uint32_t get32(const char *at)
{
	const unsigned char *bytes = (const unsigned char *)at;

	return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
	       (uint32_t)bytes[3] << 24;
}

/* How stubs find their slots on the image's kind of processor. */
struct machine {
	unsigned type; /* EM_X86_64, ... */
	uint64_t got; /* what register ebx has on EM_386 */
};

/* jmp *slot(%rip), jmp *slot, jmp *slot(%ebx) */
static bool read_x86(const struct machine *machine, fg_str stub, uint64_t start,
		     uint64_t *slot)
{
	for (size_t i = 0; i + 6 <= stub.n; i++) {
		unsigned char mode = (unsigned char)stub.p[i + 1];
		uint32_t value = get32(stub.p + i + 2);

		if ((unsigned char)stub.p[i] != 0xff)
			continue;
		if (mode == 0x25 && machine->type == EM_X86_64)
			*slot = start + i + 6 +
				(uint64_t)(int64_t)(int32_t)value;
		else if (mode == 0x25)
			*slot = value;
		else if (mode == 0xa3 && machine->type == EM_386)
			*slot = (uint32_t)(machine->got + value);
		else
			continue;
		return true;
	}
	return false;
}

/* adrp x16, page; ldr x17, [x16, #offset] */
static bool read_aarch64(fg_str stub, uint64_t start, uint64_t *slot)
{
	for (size_t i = 0; i + 8 <= stub.n; i += 4) {
		uint32_t adrp = get32(stub.p + i);
		uint32_t ldr = get32(stub.p + i + 4);
		uint64_t pages;

		if ((adrp & 0x9f00001f) != 0x90000010 ||
		    (ldr & 0xffc003ff) != 0xf9400211)
			continue;
		pages = (adrp >> 29 & 3) | (uint64_t)(adrp >> 5 & 0x7ffff) << 2;
		if (pages >> 20 != 0)
			pages |= ~(uint64_t)0 << 21;
		*slot = ((start + i) & ~(uint64_t)0xfff) + (pages << 12) +
			(ldr >> 10 & 0xfff) * 8;
		return true;
	}
	return false;
}

static bool read_stub(const struct machine *machine, fg_str stub,
		      uint64_t start, uint64_t *slot)
{
	if (machine->type == EM_AARCH64)
		return read_aarch64(stub, start, slot);
	return read_x86(machine, stub, start, slot);
}

static size_t stub_size(const struct image_section *section)
{
	uint64_t size = section->header.sh_entsize;

	/* .plt.got has 8 on x86, and the linker lld sets no size for some */
	return size == 8 || size == 24 ? (size_t)size : STUB_SIZE;
}

/*
 * perf (version 6.1) assumes that stubs of .plt are in the order of .rela.plt.
 * Where the linker used another order, as in glibc, perf's names are wrong.
 * There names are left out here, so that no name is wrong.
 */
static fg_str stub_name(const struct slot *slot, size_t number, bool is_ordered)
{
	if (is_ordered && slot->number != SIZE_MAX && slot->number != number)
		return FG_STR("");
	return slot->name;
}

static void read_stubs(struct table *table, struct image *image,
		       const struct image_section *section,
		       const struct machine *machine, struct slots *slots)
{
	fg_str code = image_data(image, section);
	bool is_ordered = fg_equal(fg_from_c(section->name), FG_STR(".plt"));
	size_t size = stub_size(section), number = 0;

	if (code.n > slots->left)
		return;
	slots->left -= code.n;
	for (size_t at = 0; size <= code.n - at; at += size) {
		uint64_t start = section->header.sh_addr + at, address;
		fg_str stub = fg_slice(code, at, at + size);
		const struct slot *slot;

		if (!read_stub(machine, stub, start, &address))
			continue;
		slot = find_slot(slots, address);
		if (slot)
			table_add_stub(table, start, start + size,
				       stub_name(slot, number++, is_ordered));
	}
}

static bool is_plt(const struct image_section *section)
{
	return fg_starts_with(fg_from_c(section->name), FG_STR(".plt")) &&
	       section->header.sh_type == SHT_PROGBITS;
}

static bool get_machine(const struct image *image, struct machine *machine)
{
	const struct image_section *got = image_find(image, ".got.plt");
	GElf_Ehdr header;

	if (!got)
		got = image_find(image, ".got");
	if (!gelf_getehdr(image->elf, &header) || image_is_big_endian(image))
		return false;
	machine->type = header.e_machine;
	machine->got = got ? got->header.sh_addr : 0;
	return machine->type == EM_X86_64 || machine->type == EM_386 ||
	       machine->type == EM_AARCH64;
}

void table_add_plt(struct table *table, struct image *image)
{
	const struct image_section *symbols =
		image_find_type(image, SHT_DYNSYM);
	const struct image_section *names = image_find(image, ".dynstr");
	struct dynamic dynamic = { 0 };
	struct slots slots = { .left = image->size };
	struct machine machine;

	if (!symbols || !names || !get_machine(image, &machine))
		return;
	elf_call_begin();
	dynamic.symbols = elf_getdata(symbols->scn, NULL);
	elf_call_end(dynamic.symbols != NULL);
	dynamic.names = image_data(image, names);
	for (size_t i = 0; dynamic.symbols && i < image->section_count; i++) {
		const struct image_section *section = &image->sections[i];

		if (section->header.sh_type == SHT_RELA ||
		    section->header.sh_type == SHT_REL)
			read_relocations(&slots, image, section, &dynamic);
	}
	if (slots.count > 0)
		qsort(slots.list, slots.count, sizeof *slots.list, by_address);
	for (size_t i = 0; i < image->section_count; i++) {
		if (is_plt(&image->sections[i]))
			read_stubs(table, image, &image->sections[i], &machine,
				   &slots);
	}
	free(slots.list);
}
