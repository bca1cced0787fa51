/* SPDX-License-Identifier: MIT */
#include "symbols_binary.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "regular.h"
#include "symbols_cfi.h"
#include "symbols_dwarf.h"
#include "symbols_files.h"
#include "symbols_image.h"
#include "symbols_table.h"
#include "symbols_xz.h"

/* No binary has more segments; further ones are ignored. */
enum { SEGMENTS_MAX = 1024, MINI_TIMES = 32, MINI_MORE = 1 << 20 };

struct binary {
	struct image *image; /* the binary itself */
	struct image *debug; /* separate debug information; or NULL */
	struct image *mini; /* of .gnu_debugdata; or NULL */
	struct image *alternate; /* the file that dwz made; or NULL */
	char *root;
	char *package; /* the path of split debug information; or NULL */
	struct symbols_dwarf *dwarf; /* or NULL */
	struct table *table; /* NULL: not read yet */
	struct cfi *cfi; /* NULL: none, or not read yet */
	bool cfi_is_read;
	struct segment {
		uint64_t offset, file_size, vaddr, memory_size;
	} * segments; /* that are loaded */
	size_t segment_count;
};

static void read_segments(struct binary *binary)
{
	size_t count, room = 0;

	elf_call_begin();
	if (elf_getphdrnum(binary->image->elf, &count) != 0)
		count = 0;
	elf_call_end(count > 0);
	for (size_t i = 0; i < count && i < SEGMENTS_MAX; i++) {
		GElf_Phdr header;

		bool found = gelf_getphdr(binary->image->elf, (int)i, &header);

		elf_call_end(found);
		if (!found || header.p_type != PT_LOAD)
			continue;
		FG_RESERVE(&binary->segments, &room, binary->segment_count + 1);
		binary->segments[binary->segment_count++] = (struct segment){
			.offset = header.p_offset,
			.file_size = header.p_filesz,
			.vaddr = header.p_vaddr,
			.memory_size = header.p_memsz,
		};
	}
}

static bool has_dwarf(struct image *image)
{
	return image_debug(image, ".debug_info").n > 0;
}

static void open_dwarf(struct binary *binary)
{
	struct symbols_dwarf_parts parts = {
		.image = binary->image,
		.root = binary->root,
		.package = binary->package,
	};

	if (!has_dwarf(binary->image))
		parts.image = binary->debug;
	if (!parts.image || !has_dwarf(parts.image))
		return;
	binary->alternate = files_find_alternate(binary->root, parts.image);
	parts.alternate = binary->alternate;
	binary->dwarf = symbols_dwarf_new(&parts);
}

struct binary *binary_open(const struct binary_wanted *wanted,
			   const char **problem)
{
	struct image *image = files_find_binary(wanted, problem);
	struct binary *binary;

	if (!image)
		return NULL;
	binary = fg_calloc(1, sizeof *binary);
	binary->image = image;
	binary->root = fg_str_dup(fg_from_c(wanted->root));
	if (*image->path)
		binary->package = regular_path(image->path, FG_STR(".dwp"));
	read_segments(binary);
	if (!image_find_type(image, SHT_SYMTAB) ||
	    (wanted->needs_debug && !has_dwarf(image)))
		binary->debug = files_find_debug(wanted->root, image);
	if (wanted->needs_debug)
		open_dwarf(binary);
	return binary;
}

void binary_close(struct binary *binary)
{
	if (!binary)
		return;
	symbols_dwarf_free(binary->dwarf);
	table_free(binary->table);
	cfi_free(binary->cfi);
	image_close(binary->image);
	image_close(binary->debug);
	image_close(binary->mini);
	image_close(binary->alternate);
	free(binary->segments);
	free(binary->root);
	free(binary->package);
	free(binary);
}

static bool find_offset(const struct binary *binary, uint64_t offset,
			uint64_t *vaddr)
{
	for (size_t i = 0; i < binary->segment_count; i++) {
		const struct segment *segment = &binary->segments[i];

		if (offset >= segment->offset &&
		    offset - segment->offset < segment->file_size) {
			*vaddr = offset - segment->offset + segment->vaddr;
			return true;
		}
	}
	return false;
}

bool binary_vaddr(const struct binary *binary, enum symbols_kind kind,
		  uint64_t address, uint64_t *vaddr)
{
	*vaddr = address;
	if (kind == SYMBOLS_OFFSET)
		return find_offset(binary, address, vaddr);
	if (kind == SYMBOLS_RELATIVE && binary->segment_count == 0)
		return false;
	if (kind == SYMBOLS_RELATIVE)
		*vaddr += binary->segments[0].vaddr;
	return true;
}

bool binary_has_segment(const struct binary *binary, uint64_t vaddr,
			uint64_t size)
{
	for (size_t i = 0; i < binary->segment_count; i++) {
		if (binary->segments[i].vaddr == vaddr &&
		    binary->segments[i].memory_size == size)
			return true;
	}
	return false;
}

bool binary_has_debug(const struct binary *binary)
{
	return binary->dwarf != NULL;
}

static uint64_t image_total(const struct image *image)
{
	return image ? image->size + image->unpacked : 0;
}

uint64_t binary_size(const struct binary *binary)
{
	return image_total(binary->image) + image_total(binary->debug) +
	       image_total(binary->alternate);
}

/*
 * Opens the small symbol table that is compressed in a binary without the
 * large one.
 */
static struct image *open_mini(struct image *image)
{
	fg_str packed = image_data(image, image_find(image, ".gnu_debugdata"));
	size_t most = MINI_TIMES * image->size + MINI_MORE, size;
	char *bytes;

	if (packed.n == 0)
		return NULL;
	bytes = symbols_unxz(packed, most, &size);
	return bytes ? image_take(bytes, size, false) : NULL;
}

/*
 * Reads the most complete table; .gnu_debugdata has symbols that .dynsym has
 * not.
 */
static void read_table(struct binary *binary)
{
	struct table *table = table_new();
	struct image *image = binary->image;

	binary->table = table;
	if (!(binary->debug &&
	      table_add_symbols(table, binary->debug, SHT_SYMTAB)) &&
	    !table_add_symbols(table, image, SHT_SYMTAB)) {
		binary->mini = open_mini(image);
		if (binary->mini)
			table_add_symbols(table, binary->mini, SHT_SYMTAB);
		table_add_symbols(table, image, SHT_DYNSYM);
	}
	table_add_plt(table, image);
	table_lay(table);
}

fg_str binary_symbol(struct binary *binary, uint64_t vaddr)
{
	if (!binary->table)
		read_table(binary);
	return table_find(binary->table, vaddr);
}

struct cfi *binary_cfi(struct binary *binary)
{
	if (!binary->cfi_is_read)
		binary->cfi = images_cfi(binary->image, binary->debug);
	binary->cfi_is_read = true;
	return binary->cfi;
}

size_t binary_scopes(struct binary *binary, uint64_t vaddr, bool want_lines,
		     const struct binary_scope **scopes)
{
	*scopes = NULL;
	if (!binary->dwarf)
		return 0;
	return symbols_dwarf_find(binary->dwarf, vaddr, want_lines, scopes);
}
