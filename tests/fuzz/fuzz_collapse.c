/* SPDX-License-Identifier: MIT */
/*
 * Every format reads any bytes to an end: it fails with an error message or
 * gives a sound profile, the same one with several threads. The last byte
 * chooses the format (0: by detection), the four before it the options;
 * --format=NAME has all read as that format.
 */
#include "fuzz.h"

#include <string.h>

#include "collapse/run.h"
#include "fg/hash.h"
#include "fg/text.h"

enum { OPTION_BYTES = 4, THREADS_BIT = 1 << 30 };

/* libFuzzer offers no other way from its arguments to the inputs. */
static const struct format *only_format;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	static const char option[] = "--format=";

	for (int i = 1; i < *argc; i++) {
		const char *arg = (*argv)[i];

		if (strncmp(arg, option, sizeof option - 1) != 0)
			continue;
		only_format = format_by_name(arg + sizeof option - 1);
		must(only_format && only_format->parse);
	}
	return 0;
}

/*
 * The format whose name hashes nearest below the choice: other formats that
 * come and go leave what most seeds choose as it is.
 */
static const struct format *chosen_format(uint8_t choice)
{
	const struct format *best = NULL;
	uint8_t least = UINT8_MAX;

	for (size_t i = 0; choice != 0 && formats[i]; i++) {
		uint64_t hash = fg_hash_fixed(fg_from_c(formats[i]->name));
		uint8_t below = (uint8_t)(choice - (uint8_t)hash);

		if (formats[i]->parse && below <= least) {
			least = below;
			best = formats[i];
		}
	}
	return best;
}

static struct collapse_options common_options(uint64_t bits)
{
	static const char *all[] = { "all", NULL };

	return (struct collapse_options){
		.pid = bits & 1,
		.tid = bits & 2,
		.no_comm = bits & 4,
		.merge_comm_numbers = bits & 8,
		.kernel = bits & 16,
		.jit = bits & 32,
		.addrs = bits & 64,
		.srcline = bits & 128,
		.keep_args = bits & 256,
		.merge_recursion = bits & 512,
		.count_samples = bits & 1024,
		.off_cpu = bits & 2048,
		.events = bits & 4096 ? all : NULL,
		.all = bits & 8192,
		.no_aggregate = bits & 16384,
		.verbose = bits & 32768,
		.strip_args = bits & 1 << 16,
		.strip_offsets = bits & 1 << 17,
		.shorten_packages = bits & 1 << 18,
		.list_metrics = bits & 1 << 19,
		.threads = 1,
	};
}

/* An option that a format does not heed would be all that is tried. */
static void drop_unheeded(struct collapse_options *options, uint64_t heeds)
{
	const struct {
		uint64_t heeds;
		bool *flag;
	} rows[] = {
		{ HEEDS_PID, &options->pid },
		{ HEEDS_TID, &options->tid },
		{ HEEDS_NO_COMM, &options->no_comm },
		{ HEEDS_MERGE_COMM_NUMBERS, &options->merge_comm_numbers },
		{ HEEDS_KERNEL, &options->kernel },
		{ HEEDS_JIT, &options->jit },
		{ HEEDS_KERNEL | HEEDS_JIT, &options->all },
		{ HEEDS_ADDRS, &options->addrs },
		{ HEEDS_SRCLINE, &options->srcline },
		{ HEEDS_KEEP_ARGS, &options->keep_args },
		{ HEEDS_STRIP_ARGS, &options->strip_args },
		{ HEEDS_COUNT, &options->count_samples },
		{ HEEDS_OFF_CPU, &options->off_cpu },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		*rows[i].flag &= (rows[i].heeds & heeds) != 0;
	if (!(heeds & HEEDS_EVENT))
		options->events = NULL;
}

static void add_own_options(struct collapse_options *options, uint64_t bits,
			    uint64_t heeds)
{
	const struct {
		uint64_t heeds;
		bool *flag;
	} rows[] = {
		{ HEEDS_MODULES, &options->modules },
		{ HEEDS_STRIP_TEMPLATES, &options->strip_templates },
		{ HEEDS_KEEP_ALLOC_FRAMES, &options->keep_alloc_frames },
		{ HEEDS_KEEP_IDLE, &options->keep_idle },
		{ HEEDS_PER_PROCESS, &options->per_process },
		{ HEEDS_PER_THREAD, &options->per_thread },
		{ HEEDS_NO_MODULES, &options->no_modules },
		{ HEEDS_NO_SRCLINE, &options->no_srcline },
		{ HEEDS_KEEP_OFFSETS, &options->keep_offsets },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++, bits >>= 1)
		*rows[i].flag = bits & 1 && rows[i].heeds & heeds;
	if (heeds & HEEDS_INLINE)
		options->inlines = (enum inlines)(bits % 3);
	if (heeds & HEEDS_UNKNOWN)
		options->unknown = (enum unknown_names)(bits / 4 % 3);
	/* what binaries hold is not of the input */
	options->no_symbols = (heeds & HEEDS_NO_SYMBOLS) != 0;
}

static fg_str head_of(fg_str input)
{
	return fg_slice(input, 0,
			input.n < FG_PEEK_MAX ? input.n : FG_PEEK_MAX);
}

struct folding {
	struct fg_stacks *stacks;
	fg_status status;
};

static struct folding fold(fg_str input, const struct format *format,
			   const struct collapse_options *options)
{
	struct fg_diag diag = silent_diag();
	struct folding result = {
		fg_stacks_new(options->no_aggregate ? FG_KEEP_ORDER : FG_FOLD),
		FG_OK,
	};
	struct run *run = run_new(result.stacks, options, &diag);

	run_lines(run, fg_lines_from_memory(input, "input", &diag), format);
	result.status = run_finish(run);
	must((result.status == FG_OK) == (diag.errors == 0));
	must(result.status != FG_OK || options->list_metrics ||
	     fg_stacks_count(result.stacks) > 0);
	run_free(run);
	return result;
}

static void check_threads(fg_str input, const struct format *format,
			  struct collapse_options options,
			  const struct folding *alone)
{
	struct folding many;

	options.threads = 3;
	options.block_size = 64;
	many = fold(input, format, &options);
	must(many.status == alone->status);
	if (many.status == FG_OK)
		must_be_same(alone->stacks, many.stacks);
	fg_stacks_free(many.stacks);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fg_str input = { (const char *)data, size };
	const struct format *chosen = chosen_format(choice_take(&input));
	const struct format *format = only_format ? only_format : chosen;
	struct collapse_options options;
	struct folding folding;
	uint64_t bits = 0;

	for (unsigned i = 0; i < OPTION_BYTES; i++)
		bits |= (uint64_t)choice_take(&input) << i * 8;
	if (!format)
		format = format_detect(head_of(input));
	options = common_options(bits);
	if (format) {
		drop_unheeded(&options, format->heeds);
		add_own_options(&options, bits >> 20, format->heeds);
	}
	folding = fold(input, format, &options);
	check_profile(folding.stacks);
	if (bits & THREADS_BIT)
		check_threads(input, format, options, &folding);
	fg_stacks_free(folding.stacks);
	return 0;
}
