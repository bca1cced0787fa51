/* SPDX-License-Identifier: MIT */
/*
 * functions [OPTION=VALUE...] FILE <ADDRESSES: the functions at hexadecimal
 * addresses of a binary, one line each, the innermost first with '|' between;
 * then why there are none, if so. For symbols.sh.
 *
 *	sysroot=DIR  kallsyms=FILE  inline=no  lines=yes  id=HEX
 *	recorded=SECONDS
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collapse/symbols/symbols.h"
#include "fg/text.h"

struct wanted {
	struct collapse_options options;
	char id[64]; /* of the build */
	size_t id_size;
	uint64_t recorded;
};

static void read_id(struct wanted *wanted, const char *hex)
{
	for (size_t i = 0; hex[i] && hex[i + 1] && i / 2 < 64; i += 2) {
		uint64_t byte = 0;

		if (fg_parse_hex((fg_str){ hex + i, 2 }, &byte))
			wanted->id[wanted->id_size++] = (char)byte;
	}
}

static void read_option(struct wanted *wanted, const char *option)
{
	const char *value = strchr(option, '=') + 1;
	fg_str name = { option, (size_t)(value - option) };

	if (fg_equal(name, FG_STR("sysroot=")))
		wanted->options.symbol_root = value;
	else if (fg_equal(name, FG_STR("kallsyms=")))
		wanted->options.kallsyms = value;
	else if (fg_equal(name, FG_STR("inline=")))
		wanted->options.inlines = INLINE_NO;
	else if (fg_equal(name, FG_STR("lines=")))
		wanted->options.srcline = true;
	else if (fg_equal(name, FG_STR("id=")))
		read_id(wanted, value);
	else if (fg_equal(name, FG_STR("recorded=")))
		wanted->recorded = strtoull(value, NULL, 10);
}

static void print(const struct native_frame *frames, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		printf("%s%.*s", i ? "|" : "", FG_FMT(frames[i].name));
		if (frames[i].line > 0)
			printf(" %.*s:%d",
			       FG_FMT(native_base_name(frames[i].file)),
			       (int)frames[i].line);
	}
	putchar('\n');
}

int main(int argc, char **argv)
{
	struct wanted wanted = { .recorded = 0 };
	struct symbols *symbols;
	uint32_t module;
	char line[64];

	for (int i = 1; i < argc - 1; i++)
		read_option(&wanted, argv[i]);
	symbols = symbols_new(&wanted.options);
	symbols_set_recorded(symbols, wanted.recorded);
	symbols_set_short_names(symbols);
	module = symbols_module(symbols, fg_from_c(argv[argc - 1]),
				(fg_str){ wanted.id, wanted.id_size });
	while (fgets(line, sizeof line, stdin)) {
		const struct native_frame *frames;
		size_t n = symbols_find(symbols, module, SYMBOLS_VADDR,
					strtoull(line, NULL, 16), &frames);

		print(frames, n);
	}
	if (symbols_problem(symbols, module))
		puts(symbols_problem(symbols, module));
	symbols_free(symbols);
	return 0;
}
