/* SPDX-License-Identifier: MIT */
/*
 * Every format reads any bytes to an end: it fails with an error message or
 * gives a sound profile. The last byte chooses the format (0: by detection),
 * the two before it the options.
 */
#include "fuzz.h"

#include "collapse/run.h"
#include "fg/text.h"

/*
 * The format whose name hashes nearest below the choice: other formats that
 * come and go leave what most seeds choose as it is.
 */
static const struct format *chosen_format(uint8_t choice)
{
	const struct format *best = NULL;
	uint8_t least = UINT8_MAX;

	for (size_t i = 0; choice != 0 && formats[i]; i++) {
		uint64_t hash = fg_hash(fg_from_c(formats[i]->name));
		uint8_t below = (uint8_t)(choice - (uint8_t)hash);

		if (formats[i]->parse && below <= least) {
			least = below;
			best = formats[i];
		}
	}
	return best;
}

static struct collapse_options chosen_options(unsigned bits)
{
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
		.event = bits & 4096 ? "all" : NULL,
		.all = bits & 8192,
		.no_aggregate = bits & 16384,
		.verbose = bits & 32768,
		.threads = 1,
	};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fg_str input = { (const char *)data, size };
	const struct format *format = chosen_format(choice_take(&input));
	unsigned bits = choice_take(&input);
	struct collapse_options options =
		chosen_options(bits | (unsigned)choice_take(&input) << 8);
	struct fg_diag diag = silent_diag();
	struct fg_stacks *stacks =
		fg_stacks_new(options.no_aggregate ? FG_KEEP_ORDER : FG_FOLD);
	struct run *run = run_new(stacks, &options, &diag);
	fg_status status;

	run_lines(run, fg_lines_from_memory(input, "input", &diag), format);
	status = run_finish(run);
	must((status == FG_OK) == (diag.errors == 0));
	must(status != FG_OK || fg_stacks_count(stacks) > 0);
	run_free(run);
	check_profile(stacks);
	fg_stacks_free(stacks);
	return 0;
}
