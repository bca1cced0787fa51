/* SPDX-License-Identifier: MIT */
/*
 * Any file that names are taken from: binaries with their debug information,
 * lists of kernel symbols, perf-PID.map files, jit dumps; and mangled names.
 * Each look-up ends soon, its frames are valid, and asking twice gives the
 * same. The first bytes tell what the input is; the last one chooses options.
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "collapse/symbols/cfi.h"
#include "collapse/symbols/demangle.h"
#include "collapse/symbols/jitdump.h"
#include "collapse/symbols/kallsyms.h"
#include "collapse/symbols/perfmap.h"
#include "collapse/symbols/symbols.h"
#include "fg/text.h"

/* Where the seeds have their code, and any other address now and then. */
static const uint64_t addresses[] = {
	0,	    1,	      0x180,	0x188,
	0x1a5,	    0x310,    0x330,	0x350,
	0x1000,	    0x1008,   0x2000,	0x400180,
	0x400188,   0x4001a5, 0x401000, 0xffffffff81000000,
	UINT64_MAX,
};

enum { ADDRESS_COUNT = sizeof addresses / sizeof *addresses };

static uint64_t length_of(const struct native_frame *frames, size_t count)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < count; i++) {
		const struct native_frame *frame = &frames[i];

		must(frame->inlined == (i + 1 < count));
		/* each byte can be read */
		for (size_t at = 0; at < frame->name.n; at++)
			sum += (unsigned char)frame->name.p[at];
		for (size_t at = 0; at < frame->file.n; at++)
			sum += (unsigned char)frame->file.p[at];
		sum += frame->line;
	}
	return sum;
}

static void look_up(struct symbols *symbols, uint32_t module)
{
	const struct native_frame *frames;
	uint64_t sums[ADDRESS_COUNT];

	for (int round = 0; round < 2; round++) {
		for (size_t i = 0; i < ADDRESS_COUNT; i++) {
			size_t n = symbols_find(symbols, module,
						i % 2 ? SYMBOLS_OFFSET
						      : SYMBOLS_VADDR,
						addresses[i], &frames);
			uint64_t sum = length_of(frames, n);

			must(n > 0);
			must(round == 0 || sum == sums[i]);
			sums[i] = sum;
		}
	}
}

/* Elfutils reads files: so it is one, in memory where that can be. */
static void look_up_in_binary(fg_str input, uint8_t choice)
{
	const struct collapse_options options = {
		.srcline = choice & 1,
		.inlines = choice & 2 ? INLINE_NO : INLINE_YES,
	};
	static char path[64], name[64];
	static int file = -1;
	struct symbols *symbols;

	if (file < 0) {
		snprintf(path, sizeof path, "/dev/shm/fg-fuzz-%ld-XXXXXX",
			 (long)getpid());
		file = mkstemp(path);
		must(file >= 0);
		unlink(path);
		snprintf(name, sizeof name, "/proc/self/fd/%d", file);
	}
	must(ftruncate(file, 0) == 0);
	must(pwrite(file, input.p, input.n, 0) == (ssize_t)input.n);
	symbols = symbols_new(&options);
	look_up(symbols, symbols_module(symbols, fg_from_c(name), FG_STR("")));
	look_up(symbols,
		symbols_kernel_object(symbols, fg_from_c(name), FG_STR("")));
	symbols_free(symbols);
}

static void look_up_in_dump(fg_str input)
{
	char *copy = fg_str_dup(input);
	FILE *stream = fmemopen(copy, input.n, "rb");
	const char *problem = NULL;
	struct jitdump *dump = jitdump_read(stream, &problem);
	struct jit_place place;
	uint64_t number, vaddr;
	struct cfi *frames;

	must(dump || problem);
	for (size_t i = 0; dump && i < ADDRESS_COUNT; i++) {
		if (!jitdump_find(dump, addresses[i], UINT64_MAX, &number))
			continue;
		must(jitdump_place(dump, number, &place));
		frames = jitdump_cfi(dump, number, &vaddr);
		if (frames)
			(void)cfi_find(frames, vaddr);
	}
	jitdump_free(dump);
	fclose(stream);
	free(copy);
}

static void look_up_in_lists(fg_str input)
{
	const char *problem = NULL;
	struct kallsyms *kernel = kallsyms_parse(input, &problem);
	struct perfmap *map = perfmap_parse(input);
	struct kernel_symbol symbol;

	must(kernel || problem);
	if (kernel)
		kallsyms_relocate(kernel, FG_STR("_text"), addresses[15]);
	for (size_t i = 0; i < ADDRESS_COUNT; i++) {
		if (kernel && kallsyms_find(kernel, addresses[i], &symbol))
			must(symbol.name.n > 0);
		must(perfmap_find(map, addresses[i]).n <= input.n);
	}
	kallsyms_free(kernel);
	perfmap_free(map);
}

static void demangle_lines(fg_str input)
{
	while (input.n > 0) {
		fg_str line = fg_cut(&input, '\n');
		char *name = demangle(line, line.n % 2);

		must(!name || strlen(name) <= DEMANGLED_MAX);
		free(name);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fg_str input = { (const char *)data, size };
	uint8_t choice = choice_take(&input);

	if (fg_starts_with(input, FG_STR("\177ELF")))
		look_up_in_binary(input, choice);
	else if (fg_starts_with(input, FG_STR("DTiJ")) ||
		 fg_starts_with(input, FG_STR("JiTD")))
		look_up_in_dump(input);
	else if (fg_starts_with(input, FG_STR("_")))
		demangle_lines(input);
	else
		look_up_in_lists(input);
	return 0;
}
