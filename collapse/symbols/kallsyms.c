/* SPDX-License-Identifier: MIT */
#include "kallsyms.h"

#include <stdlib.h>
#include <sys/utsname.h>

#include "fg/alloc.h"
#include "fg/elf_note.h"
#include "fg/text.h"
#include "regular.h"

enum {
	FILE_MAX = 1 << 30, /* bytes */
	NOTES_MAX = 1 << 20,
	LAST_SIZE = 1 << 20, /* of a symbol without a next one */
};

struct symbol {
	uint64_t start;
	fg_str name, module;
	uint32_t order; /* in the list */
	char type; /* "tTwW" and others, as nm has them */
};

struct kallsyms {
	struct fg_buffer text; /* of the file; empty if the caller owns it */
	struct symbol *symbols; /* by start, one per address */
	size_t count, room;
	uint64_t slide; /* offset of the recorded kernel's addresses */
	struct {
		uint64_t start;
		bool is_known;
	} text_start, stext_start; /* of _text and _stext */
};

/*
 * Wants functions; also data, which limits the function before it. As in perf.
 */
static bool is_wanted(char type)
{
	return type && strchr("tTwWdDbB", type);
}

static void add_symbol(struct kallsyms *symbols, struct symbol symbol)
{
	if (fg_equal(symbol.name, FG_STR("_text"))) {
		symbols->text_start.start = symbol.start;
		symbols->text_start.is_known = true;
	} else if (fg_equal(symbol.name, FG_STR("_stext"))) {
		symbols->stext_start.start = symbol.start;
		symbols->stext_start.is_known = true;
	}
	if (!is_wanted(symbol.type) || symbols->count == UINT32_MAX)
		return;
	FG_RESERVE(&symbols->symbols, &symbols->room, symbols->count + 1);
	symbol.order = (uint32_t)symbols->count;
	symbols->symbols[symbols->count++] = symbol;
}

/* Reads "ffffffffc0201000 t ext4_read\t[ext4]"; false when it is none. */
static bool read_line(fg_str line, struct symbol *symbol)
{
	fg_str address = fg_cut(&line, ' ');
	fg_str type = fg_cut(&line, ' ');

	if (!fg_parse_hex(address, &symbol->start) || type.n != 1)
		return false;
	symbol->type = *type.p;
	symbol->name = fg_trim(fg_cut(&line, '\t'));
	line = fg_trim(line);
	symbol->module = FG_STR("");
	if (line.n > 2 && *line.p == '[' && line.p[line.n - 1] == ']')
		symbol->module = line;
	return symbol->name.n > 0;
}

static int compare(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

/*
 * Keeps one symbol per address: the last in the list. Perf prefers symbols
 * with a size, and uses the distance to the next symbol as the size. That is 0
 * for all but the last symbol of an address.
 */
static void sort(struct kallsyms *symbols)
{
	struct symbol *list = symbols->symbols;
	size_t n = 0;

	qsort(list, symbols->count, sizeof *list, compare);
	for (size_t i = 0; i < symbols->count; i++) {
		if (n > 0 && list[n - 1].start == list[i].start)
			n--;
		list[n++] = list[i];
	}
	symbols->count = n;
}

struct kallsyms *kallsyms_parse(fg_str text, const char **problem)
{
	struct kallsyms *symbols = fg_calloc(1, sizeof *symbols);
	bool any = false, visible = false;

	while (text.n > 0) {
		struct symbol symbol;

		if (!read_line(fg_cut(&text, '\n'), &symbol))
			continue;
		any = true;
		visible = visible || symbol.start != 0;
		add_symbol(symbols, symbol);
	}
	if (symbols->count > 0 && visible) {
		sort(symbols);
		return symbols;
	}
	*problem = any ? "its addresses are hidden (kernel.kptr_restrict)"
		       : "no list of kernel symbols";
	kallsyms_free(symbols);
	return NULL;
}

struct kallsyms *kallsyms_take(struct fg_buffer *text, const char **problem)
{
	struct kallsyms *symbols =
		kallsyms_parse(fg_buffer_text(text), problem);

	if (symbols)
		symbols->text = *text;
	else
		free(text->p);
	*text = (struct fg_buffer){ 0 };
	return symbols;
}

struct kallsyms *kallsyms_open(const char *path, const char **problem)
{
	struct fg_buffer text = { 0 };

	if (regular_read(path, FILE_MAX, &text, problem))
		return kallsyms_take(&text, problem);
	free(text.p);
	return NULL;
}

void kallsyms_free(struct kallsyms *symbols)
{
	if (!symbols)
		return;
	free(symbols->symbols);
	free(symbols->text.p);
	free(symbols);
}

bool kallsyms_relocate(struct kallsyms *symbols, fg_str symbol,
		       uint64_t recorded)
{
	if (fg_equal(symbol, FG_STR("_text")) && symbols->text_start.is_known)
		symbols->slide = recorded - symbols->text_start.start;
	else if (fg_equal(symbol, FG_STR("_stext")) &&
		 symbols->stext_start.is_known)
		symbols->slide = recorded - symbols->stext_start.start;
	else
		return false;
	return true;
}

/* The last symbol that starts at or before the address; NULL for none. */
static const struct symbol *last_before(const struct kallsyms *symbols,
					uint64_t address)
{
	size_t low = 0, high = symbols->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (symbols->symbols[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 ? &symbols->symbols[low - 1] : NULL;
}

/* Whether the next symbol limits a symbol. */
static bool is_bounded(const struct kallsyms *symbols,
		       const struct symbol *symbol)
{
	const struct symbol *end = symbols->symbols + symbols->count;

	return symbol + 1 < end && fg_equal(symbol->module, symbol[1].module);
}

bool kallsyms_find(const struct kallsyms *symbols, uint64_t address,
		   struct kernel_symbol *found)
{
	const struct symbol *symbol =
		last_before(symbols, address - symbols->slide);

	if (!symbol || (symbols->slide != 0 && symbol->module.n > 0))
		return false;
	if (!is_bounded(symbols, symbol) &&
	    address - symbols->slide - symbol->start >= LAST_SIZE)
		return false;
	*found = (struct kernel_symbol){
		.name = symbol->name,
		.module = symbol->module,
		.start = symbol->start + symbols->slide,
	};
	return true;
}

bool kallsyms_is_running(fg_str build_id, fg_str release)
{
	struct fg_buffer notes = { 0 };
	struct utsname name;
	const char *problem;
	bool same;

	if (build_id.n == 0)
		return release.n > 0 && uname(&name) == 0 &&
		       fg_equal(fg_from_c(name.release), release);
	same = regular_read("/sys/kernel/notes", NOTES_MAX, &notes, &problem) &&
	       fg_equal(fg_elf_build_id(fg_buffer_text(&notes)), build_id);
	free(notes.p);
	return same;
}
