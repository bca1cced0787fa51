/* SPDX-License-Identifier: MIT */
#include "symbols_table.h"

#include <stdlib.h>

#include "alias.h"
#include "demangle.h"
#include "fg/alloc.h"
#include "fg/text.h"
#include "nested.h"

/*
 * Names may share bytes, so together they can be far longer than the table. To
 * choose among aliases, only this many bytes of each are compared.
 */
enum { COMPARED_MAX = 4096, LAST_SIZE = 4096 };

/* At most this many names of one address are compared. */
enum { RIVALS_MAX = 4096 };

/* The budget for measuring names: bytes per byte of names, plus a constant. */
enum { MEASURED_TIMES = 8, MEASURED_MORE = 1 << 20 };

struct symbol {
	uint64_t start, end; /* end 0: not known */
	uint64_t last; /* end of its section; 0: not known */
	const char *name;
	size_t room; /* bytes of the table from the name on */
	size_t length; /* length of the name if known, else 0 */
	uint32_t order;
	uint32_t rivals; /* aliases after it that differ only by name */
	bool is_typed, is_weak, is_global;
};

struct table {
	struct symbol *symbols;
	size_t count, room;
	struct fg_arena texts;
	struct nested nested; /* with the numbers of symbols */
	uint64_t left; /* bytes left for measuring names */
	uint64_t compare_left; /* bytes left for comparing source names */
};

struct table *table_new(void)
{
	return fg_calloc(1, sizeof(struct table));
}

void table_free(struct table *table)
{
	if (!table)
		return;
	nested_free(&table->nested);
	fg_arena_free(&table->texts);
	free(table->symbols);
	free(table);
}

static void add(struct table *table, struct symbol symbol)
{
	if (table->count == UINT32_MAX)
		return;
	symbol.order = (uint32_t)table->count;
	FG_RESERVE(&table->symbols, &table->room, table->count + 1);
	table->symbols[table->count++] = symbol;
}

static const struct image_section *section_of(const struct image *image,
					      const GElf_Sym *sym)
{
	size_t number = sym->st_shndx; /* from 1 */

	if (number == SHN_UNDEF || number > image->section_count)
		return NULL;
	return &image->sections[number - 1];
}

/*
 * Whether it is a function in any section, or another symbol or label in code.
 * "$x" and ".L1" are marks of assemblers and debuggers.
 */
static bool is_function(const GElf_Sym *sym, const char *name,
			const struct image_section *section)
{
	unsigned type = GELF_ST_TYPE(sym->st_info);
	unsigned visible = GELF_ST_VISIBILITY(sym->st_other);

	if (!*name || sym->st_shndx == SHN_UNDEF)
		return false;
	if (type == STT_FUNC || type == STT_GNU_IFUNC)
		return true;
	if (!section || !(section->header.sh_flags & SHF_EXECINSTR))
		return false;
	if (type == STT_OBJECT)
		return true;
	return type == STT_NOTYPE && visible != STV_HIDDEN &&
	       visible != STV_INTERNAL && *name != '$' &&
	       strncmp(name, ".L", 2) != 0;
}

static void add_symbol(struct table *table, const struct image *image,
		       const GElf_Sym *sym, fg_str names, bool is_arm)
{
	const struct image_section *section;
	struct symbol symbol = { .start = sym->st_value };

	if (sym->st_name >= names.n)
		return;
	symbol.name = names.p + sym->st_name;
	symbol.room = names.n - sym->st_name;
	section = section_of(image, sym);
	if (!is_function(sym, symbol.name, section))
		return;
	/* the lowest bit marks Thumb instructions */
	if (is_arm && GELF_ST_TYPE(sym->st_info) == STT_FUNC)
		symbol.start &= ~(uint64_t)1;
	if (sym->st_size > 0 && sym->st_size <= UINT64_MAX - symbol.start)
		symbol.end = symbol.start + sym->st_size;
	if (section && symbol.start >= section->header.sh_addr &&
	    symbol.start - section->header.sh_addr < section->header.sh_size)
		symbol.last = section->header.sh_addr + section->header.sh_size;
	symbol.is_typed = GELF_ST_TYPE(sym->st_info) != STT_NOTYPE;
	symbol.is_weak = GELF_ST_BIND(sym->st_info) == STB_WEAK;
	symbol.is_global = GELF_ST_BIND(sym->st_info) == STB_GLOBAL;
	add(table, symbol);
}

/* The names of a section of symbols, ending with a NUL. */
static fg_str names_of(struct image *image, const struct image_section *symbols)
{
	size_t number = symbols->header.sh_link; /* from 1 */
	fg_str names = { 0 };

	if (number > 0 && number <= image->section_count &&
	    image->sections[number - 1].header.sh_type == SHT_STRTAB)
		names = image_data(image, &image->sections[number - 1]);
	while (names.n > 0 && names.p[names.n - 1] != '\0')
		names.n--;
	return names;
}

bool table_add_symbols(struct table *table, struct image *image, uint32_t type)
{
	const struct image_section *section = image_find_type(image, type);
	Elf_Data *data = NULL;
	size_t entry = gelf_fsize(image->elf, ELF_T_SYM, 1, EV_CURRENT);
	GElf_Ehdr header;
	fg_str names;
	bool is_arm;

	elf_call_begin();
	if (section)
		data = elf_getdata(section->scn, NULL);
	elf_call_end(data != NULL);
	if (!data || entry == 0 || !gelf_getehdr(image->elf, &header))
		return false;
	is_arm = header.e_machine == EM_ARM;
	names = names_of(image, section);
	table->left += MEASURED_TIMES * names.n + MEASURED_MORE;
	table->compare_left += MEASURED_TIMES * names.n + MEASURED_MORE;
	for (size_t i = 1; i < data->d_size / entry && i < INT32_MAX; i++) {
		GElf_Sym sym;

		if (gelf_getsym(data, (int)i, &sym))
			add_symbol(table, image, &sym, names, is_arm);
	}
	return true;
}

void table_add_stub(struct table *table, uint64_t start, uint64_t end,
		    fg_str name)
{
	const fg_str ending = FG_STR("@plt");
	char *text = fg_arena_alloc(&table->texts, name.n + ending.n + 1);

	memcpy(text, name.p, name.n);
	memcpy(text + name.n, ending.p, ending.n);
	text[name.n + ending.n] = '\0';
	add(table, (struct symbol){
			   .start = start,
			   .end = end,
			   .last = end,
			   .name = text,
			   .room = name.n + ending.n + 1,
			   .length = name.n + ending.n,
			   .is_typed = true,
		   });
}

static int compare(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

static fg_str compared_name(const struct symbol *symbol)
{
	size_t most = symbol->room < COMPARED_MAX ? symbol->room : COMPARED_MAX;

	return (fg_str){ symbol->name, strnlen(symbol->name, most) };
}

/*
 * Perf gives a symbol without size the room up to the next one, even if that
 * has the same address, and then chooses among aliases. So the last of them
 * counts as one with a size.
 */
static struct alias as_alias(const struct table *table,
			     const struct symbol *symbol)
{
	const struct symbol *behind = table->symbols + table->count;
	bool is_last = symbol + 1 == behind || symbol[1].start > symbol->start;

	return (struct alias){
		.is_sized = symbol->end > symbol->start || is_last,
		.is_typed = symbol->is_typed,
		.is_weak = symbol->is_weak,
		.is_global = symbol->is_global,
	};
}

/*
 * Keeps the best symbols of each address. Aliases that differ only by name
 * become rivals of the first one: their names are compared only when one is
 * needed.
 */
static void drop_aliases(struct table *table)
{
	struct symbol *list = table->symbols;
	struct alias best = { 0 };
	size_t n = 0, first = 0;

	for (size_t i = 0; i < table->count; i++) {
		struct alias alias = as_alias(table, &list[i]);
		int order = 1;

		if (i > 0 && list[first].start == list[i].start)
			order = alias_compare(&best, &alias);
		else
			first = n;
		if (order < 0)
			continue;
		if (order > 0) {
			n = first;
			best = alias;
		} else {
			list[first].rivals++;
		}
		list[n++] = list[i];
	}
	table->count = n;
}

/* The demangled name, which perf compares. The caller frees it. */
static char *plain_name(struct table *table, const struct symbol *symbol)
{
	fg_str name = compared_name(symbol);
	char *plain = demangle(name, true);
	size_t size;

	if (!plain)
		plain = fg_str_dup(name);
	size = strlen(plain);
	table->compare_left -= size < table->compare_left ? size
							  : table->compare_left;
	return plain;
}

/* Gives the best of the rivals' names to the first one. */
static void choose_name(struct table *table, struct symbol *symbol)
{
	char *best = plain_name(table, symbol);
	uint32_t chosen = 0;

	for (uint32_t i = 1; i <= symbol->rivals && i < RIVALS_MAX; i++) {
		char *name = plain_name(table, &symbol[i]);

		if (table->compare_left > 0 &&
		    alias_name_is_better(fg_from_c(best), fg_from_c(name))) {
			char *other = best;

			best = name;
			name = other;
			chosen = i;
		}
		free(name);
		if (table->compare_left == 0)
			break;
	}
	free(best);
	symbol->name = symbol[chosen].name;
	symbol->room = symbol[chosen].room;
	symbol->length = symbol[chosen].length;
	symbol->rivals = 0;
}

/* The end of a symbol without size; `next` is the one after it. */
static uint64_t end_of(const struct table *table, size_t i, size_t next_at)
{
	const struct symbol *symbol = &table->symbols[i];
	uint64_t next = next_at < table->count ? table->symbols[next_at].start
					       : UINT64_MAX;

	if (symbol->last > symbol->start && symbol->last < next)
		return symbol->last;
	if (next != UINT64_MAX || symbol->start > UINT64_MAX - LAST_SIZE)
		return next;
	return symbol->start + LAST_SIZE;
}

/* A local label within a function is no function of its own. */
static bool is_inner_label(const struct symbol *symbol, uint64_t covered)
{
	return symbol->end == 0 && !symbol->is_typed && !symbol->is_global &&
	       !symbol->is_weak && symbol->start < covered;
}

void table_lay(struct table *table)
{
	uint64_t covered = 0; /* end of the sized functions so far */
	size_t next;

	if (table->count == 0)
		return;
	qsort(table->symbols, table->count, sizeof *table->symbols, compare);
	drop_aliases(table);
	for (size_t i = 0; i < table->count; i = next) {
		const struct symbol *symbol = &table->symbols[i];

		next = i + 1 + symbol->rivals;
		if (is_inner_label(symbol, covered))
			continue;
		nested_add(&table->nested, symbol->start,
			   symbol->end ? symbol->end : end_of(table, i, next),
			   0, (uint32_t)i);
		if (symbol->is_typed && symbol->end > covered)
			covered = symbol->end;
	}
	nested_lay(&table->nested);
}

fg_str table_find(struct table *table, uint64_t vaddr)
{
	uint32_t number = nested_find(&table->nested, vaddr);
	struct symbol *symbol;

	if (number == NESTED_NONE)
		return FG_STR("");
	symbol = &table->symbols[number];
	if (symbol->rivals > 0)
		choose_name(table, symbol);
	if (symbol->length == 0) {
		size_t most = symbol->room < table->left ? symbol->room
							 : (size_t)table->left;
		size_t length = strnlen(symbol->name, most);

		table->left -= length;
		if (length == most)
			return FG_STR("");
		symbol->length = length;
	}
	return (fg_str){ symbol->name, symbol->length };
}
