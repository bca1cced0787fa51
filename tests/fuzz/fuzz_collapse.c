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
		.count = bits & 1024 ? COUNT_SAMPLES : COUNT_PERIODS,
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

static void add_own_options(struct collapse_options *options, uint64_t bits)
{
	bool *const flags[] = {
		&options->modules,	&options->strip_templates,
		&options->keep_idle,	&options->keep_alloc_frames,
		&options->no_modules,	&options->per_process,
		&options->no_srcline,	&options->per_thread,
		&options->keep_offsets,
	};

	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++, bits >>= 1)
		*flags[i] = bits & 1;
	options->inlines = (unsigned)(bits % 3);
	options->unknown = (unsigned)(bits / 4 % 3);
	/* what binaries hold is not of the input */
	options->no_symbols = true;
}

/* An option that the format refuses would be all that is tried. */
static void drop_refused(struct collapse_options *options, uint64_t has)
{
#define FLAG(field, letter, name, arg, needs, ...) \
	options->field &= (needs) == ANY || (needs)&has;
#define CHOICE(field, letter, name, arg, needs, ...) \
	options->field = (needs) == ANY || (needs)&has ? options->field : 0;
#define NAMES(field, letter, name, arg, needs, ...) \
	options->field = (needs) == ANY || (needs)&has ? options->field : NULL;
#include "collapse/collapse_options.def"
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
		add_own_options(&options, bits >> 20);
		drop_refused(&options, format->has);
	}
	folding = fold(input, format, &options);
	check_profile(folding.stacks);
	if (bits & THREADS_BIT)
		check_threads(input, format, options, &folding);
	fg_stacks_free(folding.stacks);
	return 0;
}
