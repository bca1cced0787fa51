/* SPDX-License-Identifier: MIT */
#include "symbols_elf.h"

#include <elfutils/libdwelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "symbols_files.h"

static bool report_file(struct symbols_elf *elf, int fd)
{
	void **data;

	elf->dwfl = dwfl_begin(&symbols_callbacks);
	if (!elf->dwfl) {
		close(fd);
		return false;
	}
	dwfl_report_begin(elf->dwfl);
	elf->module = dwfl_report_elf(elf->dwfl, "", elf->path, fd, 0, true);
	dwfl_report_end(elf->dwfl, NULL, NULL);
	if (!elf->module) {
		close(fd);
		return false;
	}
	dwfl_module_info(elf->module, &data, NULL, NULL, NULL, NULL, NULL,
			 NULL);
	*data = elf;
	return dwfl_module_getelf(elf->module, &elf->bias) != NULL;
}

static bool is_wanted(struct symbols_elf *elf, fg_str build_id)
{
	const unsigned char *id;
	GElf_Addr id_address;
	int size;

	if (build_id.n == 0)
		return true;
	size = dwfl_module_build_id(elf->module, &id, &id_address);
	return size > 0 &&
	       fg_equal(build_id, (fg_str){ (const char *)id, (size_t)size });
}

struct symbols_elf *symbols_elf_open(const char *root, const char *path,
				     fg_str build_id, const char **problem)
{
	struct symbols_elf *elf = fg_calloc(1, sizeof *elf);
	int fd;

	elf->path = symbols_join(root, path, "");
	elf->debug_dir = symbols_join(root, "/usr/lib/debug", "");
	fd = symbols_open(elf->path, problem);
	if (fd >= 0) {
		*problem = "not readable as ELF";
		if (report_file(elf, fd)) {
			*problem = "another build ID";
			if (is_wanted(elf, build_id))
				return elf;
		}
	}
	symbols_elf_close(elf);
	return NULL;
}

void symbols_elf_close(struct symbols_elf *elf)
{
	if (!elf)
		return;
	if (elf->dwfl)
		dwfl_end(elf->dwfl);
	free(elf->functions);
	free(elf->path);
	free(elf->debug_dir);
	free(elf);
}

/* Calls of the next loadable segment; false at the end. */
static bool next_segment(const struct symbols_elf *elf, size_t *at,
			 GElf_Phdr *segment)
{
	GElf_Addr bias;
	Elf *file = dwfl_module_getelf(elf->module, &bias);
	size_t count;

	if (!file || elf_getphdrnum(file, &count) != 0)
		return false;
	while (*at < count) {
		if (gelf_getphdr(file, (int)(*at)++, segment) &&
		    segment->p_type == PT_LOAD)
			return true;
	}
	return false;
}

bool symbols_elf_vaddr(const struct symbols_elf *elf, uint64_t offset,
		       uint64_t *vaddr)
{
	GElf_Phdr segment;
	size_t at = 0;

	while (next_segment(elf, &at, &segment)) {
		if (offset >= segment.p_offset &&
		    offset - segment.p_offset < segment.p_filesz) {
			*vaddr = offset - segment.p_offset + segment.p_vaddr;
			return true;
		}
	}
	return false;
}

bool symbols_elf_start(const struct symbols_elf *elf, uint64_t *vaddr)
{
	GElf_Phdr segment;
	size_t at = 0;

	if (!next_segment(elf, &at, &segment))
		return false;
	*vaddr = segment.p_vaddr;
	return true;
}

bool symbols_elf_has_segment(const struct symbols_elf *elf, uint64_t vaddr,
			     uint64_t size)
{
	GElf_Phdr segment;
	size_t at = 0;

	while (next_segment(elf, &at, &segment)) {
		if (segment.p_vaddr == vaddr && segment.p_memsz == size)
			return true;
	}
	return false;
}

/* Of several names for one address: sized, then global, then plainer. */
static bool is_better(const struct symbols_function *a,
		      const struct symbols_function *b)
{
	size_t a_lines = strspn(a->name, "_"), b_lines = strspn(b->name, "_");

	if ((a->size == 0) != (b->size == 0))
		return b->size == 0;
	if (a->binding != b->binding)
		return a->binding == STB_GLOBAL ||
		       (a->binding == STB_WEAK && b->binding == STB_LOCAL);
	if (a_lines != b_lines)
		return a_lines < b_lines;
	return strcmp(a->name, b->name) < 0;
}

static int compare(const void *a, const void *b)
{
	const struct symbols_function *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return is_better(x, y) ? -1 : is_better(y, x);
}

static void add_function(struct symbols_elf *elf, const GElf_Sym *sym,
			 GElf_Addr address, const char *name)
{
	unsigned char type = GELF_ST_TYPE(sym->st_info);

	if (!name || !*name || sym->st_shndx == SHN_UNDEF ||
	    (type != STT_FUNC && type != STT_GNU_IFUNC))
		return;
	FG_RESERVE(&elf->functions, &elf->room, elf->count + 1);
	elf->functions[elf->count++] = (struct symbols_function){
		.start = address - elf->bias,
		.size = sym->st_size,
		.name = name,
		.binding = GELF_ST_BIND(sym->st_info),
	};
}

/* One entry an address, the best of them. */
static void sort_functions(struct symbols_elf *elf)
{
	size_t n = 0;

	qsort(elf->functions, elf->count, sizeof *elf->functions, compare);
	for (size_t i = 0; i < elf->count; i++) {
		if (n == 0 ||
		    elf->functions[n - 1].start != elf->functions[i].start)
			elf->functions[n++] = elf->functions[i];
	}
	elf->count = n;
}

static void read_functions(struct symbols_elf *elf)
{
	int count = dwfl_module_getsymtab(elf->module);

	/* so that this is done but once */
	FG_RESERVE(&elf->functions, &elf->room, 1);
	for (int i = 1; i < count; i++) {
		GElf_Sym sym;
		GElf_Addr address;
		const char *name = dwfl_module_getsym_info(
			elf->module, i, &sym, &address, NULL, NULL, NULL);

		add_function(elf, &sym, address, name);
	}
	sort_functions(elf);
}

const char *symbols_elf_find(struct symbols_elf *elf, uint64_t vaddr)
{
	size_t low = 0, high;

	if (!elf->functions)
		read_functions(elf);
	high = elf->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (elf->functions[middle].start <= vaddr)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return NULL;
	low--;
	if (elf->functions[low].size > 0 &&
	    vaddr - elf->functions[low].start >= elf->functions[low].size)
		return NULL;
	return elf->functions[low].name;
}

/*
 * Where dwz's file is missing, libdw would look for it by itself the first
 * time a name lies there; so such information is not used at all.
 */
Dwarf *symbols_elf_dwarf(struct symbols_elf *elf)
{
	Dwarf_Addr bias;
	Dwarf *dwarf = dwfl_module_getdwarf(elf->module, &bias);
	const char *name;
	const void *id;

	if (dwarf && !elf->has_alternate &&
	    dwelf_dwarf_gnu_debugaltlink(dwarf, &name, &id) > 0)
		return NULL;
	return dwarf;
}
