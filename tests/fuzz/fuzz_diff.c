/* SPDX-License-Identifier: MIT */
/*
 * The first half of the lines is before, the second after. Whatever they are,
 * both columns have exactly the sums that scaling asks for, the functions'
 * own weights are what the stacks weigh, and what is written reads back.
 * The first line is tried as a rule and as a renaming, too.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <unistd.h>

#include "diff/report.h"
#include "fg/alloc.h"
#include "fg/folded.h"
#include "fg/text.h"

struct file {
	char path[32];
};

static struct file file_of(fg_str text)
{
	struct file file = { "/tmp/fg-fuzz-XXXXXX" };
	int fd = mkstemp(file.path);

	must(fd >= 0);
	while (text.n > 0) {
		ssize_t n = write(fd, text.p, text.n);

		must(n > 0);
		text = fg_slice(text, (size_t)n, text.n);
	}
	close(fd);
	return file;
}

/* Where the second half of the lines begins. */
static size_t middle(fg_str text)
{
	size_t at = text.n / 2;

	while (at < text.n && text.p[at] != '\n')
		at++;
	return at < text.n ? at + 1 : at;
}

static void try_texts(fg_str input, struct fg_diag *diag)
{
	char *line = fg_str_dup(fg_cut(&input, '\n'));
	struct names *names = names_new();
	struct rule rule;

	if (rule_parse(&rule, line, diag) == FG_OK)
		rule_free(&rule);
	(void)names_add_rule(names, line, diag);
	names_free(names);
	free(line);
}

static void check_sums(const struct diff *diff)
{
	size_t n = fg_stacks_count(diff->stacks);

	for (unsigned side = 0; side < SIDES; side++) {
		fg_wide sum = 0;
		bool capped = fg_stacks_saturated(diff->stacks);

		for (size_t i = 0; i < n; i++) {
			sum += diff->column[side][i];
			capped |= diff->column[side][i] == UINT64_MAX;
		}
		must(capped || sum == diff_scaled_total(diff, side));
	}
}

/* Everything but the weight of no frame at all is some function's own. */
static void check_functions(const struct diff *diff)
{
	size_t names = fg_frames_count(fg_stacks_names(diff->stacks));
	struct tally tally;

	tally_fill(&tally, diff, NULL, names);
	for (unsigned side = 0; side < SIDES; side++) {
		fg_wide self = 0;

		for (size_t i = 0; i < diff->kept_count; i++) {
			struct fg_stack stack =
				fg_stacks_get(diff->stacks, diff->kept[i]);

			if (stack.depth > 0)
				self += stack.weight[side];
		}
		for (size_t i = 0; i < names; i++) {
			must(tally.units[SELF][side][i] <=
			     tally.units[TOTAL][side][i]);
			self -= tally.units[SELF][side][i];
		}
		must(self == 0);
	}
	tally_free(&tally);
}

static void check_folded(struct diff *diff, const struct diff_options *options)
{
	struct fg_out *out = fg_out_memory();
	struct fg_diag diag = silent_diag();
	struct fg_folded_reader reader = { 0 };
	struct fg_stacks *back = fg_stacks_new(FG_FOLD);
	struct fg_lines *in;

	/* a name may begin as packed text does; then it must not be first */
	if (options->no_header)
		fg_out_char(out, '\n');
	must(diff_write_folded(out, diff, options, &diag) == FG_OK);
	in = fg_lines_from_memory((fg_str){ out->buffer, out->used }, "output",
				  &diag);
	must(fg_folded_read(&reader, in, back, &diag) == FG_OK);
	must((reader.header.count > 0) == !options->no_header);
	must(reader.bad == 0 && reader.lines == diff->kept_count);
	fg_lines_close(in);
	fg_header_free(&reader.header);
	fg_folded_parts_free(&reader);
	fg_stacks_free(back);
	fg_out_free(out);
}

static void write_report(const struct diff *diff, uint8_t choice)
{
	struct fg_loc nowhere = { NULL, 0 };
	struct fg_diag diag = silent_diag();
	struct fg_out *out = fg_out_memory();
	struct check check = { .single_run = true, .allow_missing = true };
	struct report_options options = {
		.table = true,
		.check = &check,
		.significance = 3,
		.rows = { .format = (enum table_format)(choice >> 2 & 3),
			  .top = SIZE_MAX,
			  .unit = "samples" },
	};

	must(check_add(&check, "total(.*[a-f].*) > +5%", nowhere, &diag) ==
	     FG_OK);
	must(check_add(&check, CHECK_DEFAULT, nowhere, &diag) == FG_OK);
	if (options.rows.format == TABLE_CSV)
		options.check = NULL;
	must(report_write(out, diff, &options, &diag) == FG_OK);
	must(out->used > 0);
	check_free(&check);
	fg_out_free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fg_str input = { (const char *)data, size };
	uint8_t choice = choice_take(&input);
	struct fg_diag diag = silent_diag();
	size_t half = middle(input);
	struct file before = file_of(fg_slice(input, 0, half));
	struct file after = file_of(fg_slice(input, half, input.n));
	const char *const paths[] = { before.path, after.path };
	struct names *names = names_new();
	struct diff_options options = {
		.paths = { { paths, 1 }, { paths + 1, 1 } },
		.names = names,
		.normalize = (enum fg_normalize)(choice & 3),
		.no_header = choice & 16,
		.keep_runs = true,
	};
	struct diff diff;
	fg_status status;

	try_texts(input, &diag);
	diag = silent_diag();
	if (choice & 32)
		must(names_add_suffixes(names, &diag) == FG_OK);
	status = diff_read(&diff, &options, &diag);
	must((status == FG_OK) == (diag.errors == 0));
	if (status == FG_OK) {
		diff_scale(&diff, &diag);
		check_sums(&diff);
		check_functions(&diff);
		check_folded(&diff, &options);
		write_report(&diff, choice);
	}
	diff_free(&diff);
	names_free(names);
	unlink(before.path);
	unlink(after.path);
	return 0;
}
