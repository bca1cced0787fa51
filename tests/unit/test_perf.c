/* SPDX-License-Identifier: MIT */
/*
 * What must hold for any text of perf script: properties over all recordings
 * in fixtures/profiles/perf and all small cases in fixtures/collapse/perf.
 */
#include "unit.h"

#include <dirent.h>
#include <sys/stat.h>

#include "collapse/run.h"
#include "fg/alloc.h"
#include "fg/text.h"
#include "profile.h"
#include "recorder.h"

/* What a run printed: the folded text, and then its messages. */
struct outcome {
	char *text;
	fg_wide total;
};

static struct outcome fold(fg_str text, const struct collapse_options *options)
{
	struct recorder r = RECORDER(r);
	struct fg_stacks *stacks =
		fg_stacks_new(options->no_aggregate ? FG_KEEP_ORDER : FG_FOLD);
	struct run *run = run_new(stacks, options, &r.diag);
	struct fg_buffer all = { 0 };
	struct outcome outcome;
	char *folded;

	run_lines(run, fg_lines_from_memory(text, "t", &r.diag),
		  format_by_name("perf"));
	if (run_finish(run) != FG_OK)
		fg_buffer_append(&all, FG_STR("failed\n"));
	run_free(run);
	folded = profile_text(stacks);
	outcome.total = fg_stacks_total(stacks, 0);
	fg_buffer_append(&all, fg_from_c(folded));
	fg_buffer_append(&all, fg_from_c(recorder_text(&r)));
	outcome.text = fg_str_dup(fg_buffer_text(&all));
	free(folded);
	free(all.p);
	fg_stacks_free(stacks);
	recorder_free(&r);
	return outcome;
}

static const struct collapse_options plain = { .threads = 1 };

static void assert_same(fg_str a, const struct collapse_options *with_a,
			fg_str b, const struct collapse_options *with_b,
			const char *what)
{
	struct outcome one = fold(a, with_a), two = fold(b, with_b);

	if (strcmp(one.text, two.text) != 0)
		fail_msg("%s:\n%.3000s\n---\n%.3000s", what, one.text,
			 two.text);
	free(one.text);
	free(two.text);
}

static fg_str read_file(const char *path, struct fg_buffer *buffer)
{
	struct recorder r = RECORDER(r);
	struct fg_lines *in = fg_lines_open(path, &r.diag);
	size_t got;

	assert_non_null(in);
	buffer->n = 0;
	do {
		FG_RESERVE(&buffer->p, &buffer->room, buffer->n + 65536);
		got = fg_lines_read(in, buffer->p + buffer->n, 65536);
		buffer->n += got;
	} while (got > 0);
	assert_int_equal(fg_lines_close(in), FG_OK);
	recorder_free(&r);
	return fg_buffer_text(buffer);
}

typedef void (*check_fn)(const char *name, fg_str text);

static bool is_input(const char *name)
{
	return strstr(name, ".txt") != NULL;
}

/* Calls `check` for each input in a folder; returns how many there were. */
static size_t for_folder(const char *folder, check_fn check)
{
	struct fg_buffer buffer = { 0 };
	size_t count = 0;
	DIR *dir = opendir(folder);

	if (!dir)
		return 0;
	for (struct dirent *e; (e = readdir(dir));) {
		char path[4096];

		if (!is_input(e->d_name))
			continue;
		snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
		check(path, read_file(path, &buffer));
		count++;
	}
	closedir(dir);
	free(buffer.p);
	return count;
}

/* The cases of all folders in one of fixtures/collapse. */
static size_t for_folders(const char *folder, check_fn check)
{
	char path[4096];
	size_t count = 0;
	DIR *dir = opendir(folder);

	if (!dir)
		return 0;
	for (struct dirent *e; (e = readdir(dir));) {
		if (*e->d_name == '.')
			continue;
		snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
		count += for_folder(path, check);
	}
	closedir(dir);
	return count;
}

static size_t for_cases(check_fn check)
{
	static const char *const groups[] = { "damage",	  "events",  "files",
					      "frames",	  "header",  "off-cpu",
					      "one-line", "options", NULL };
	size_t count = 0;

	for (const char *const *group = groups; *group; group++) {
		char folder[2048];
		size_t of_group;

		snprintf(folder, sizeof folder, "%s/fixtures/collapse/perf/%s",
			 getenv("FG_SOURCE"), *group);
		of_group = for_folders(folder, check);
		assert_true(of_group > 0);
		count += of_group;
	}
	return count;
}

static size_t for_recordings(check_fn check)
{
	char folder[2048];

	snprintf(folder, sizeof folder, "%s/fixtures/profiles/perf",
		 getenv("FG_SOURCE"));
	return for_folder(folder, check);
}

static void for_all(check_fn check)
{
	assert_true(for_recordings(check) > 50);
	assert_true(for_cases(check) > 50);
}

static void check_threads(const char *name, fg_str text)
{
	static const size_t sizes[] = { 1, 100, 3000, 0 };
	static const unsigned threads[] = { 1, 2, 3, 8 };

	for (size_t i = 0; i < 4; i++) {
		for (size_t j = 0; j < 4; j++) {
			struct collapse_options options = {
				.threads = threads[j],
				.block_size = sizes[i],
			};

			/* a block of a byte is slow, and enough once */
			if (sizes[i] == 1 && (threads[j] == 8 || text.n > 9999))
				continue;
			assert_same(text, &plain, text, &options, name);
		}
	}
}

static void threads_and_blocks_change_nothing(void **state)
{
	(void)state;
	for_all(check_threads);
}

static void check_options(const char *name, fg_str text)
{
	const char *stops[] = { "main", NULL }, *all[] = { "all", NULL };
	const struct collapse_options kinds[] = {
		{ .kernel = true, .jit = true, .tid = true, .addrs = true },
		{ .srcline = true, .events = all, .keep_args = true },
		{ .merge_recursion = true, .skip_after = stops },
		{ .inlines = INLINE_MARK, .kernel = true, .modules = true },
		{ .inlines = INLINE_NO, .count = COUNT_SAMPLES },
		{ .off_cpu = true, .pid = true },
		{ .no_aggregate = true, .no_comm = true },
	};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		struct collapse_options one = kinds[i], many = kinds[i];

		one.threads = 1;
		many.threads = 4;
		many.block_size = 500;
		assert_same(text, &one, text, &many, name);
	}
}

static void threads_change_nothing_with_options(void **state)
{
	(void)state;
	for_all(check_options);
}

static bool has_time(fg_str line, fg_str *after)
{
	for (size_t i = 0; i + 1 < line.n; i++) {
		size_t at = i;

		if (i > 0 && !fg_is_blank(line.p[i - 1]))
			continue;
		while (at < line.n && fg_is_digit(line.p[at]))
			at++;
		if (at == i || at == line.n || line.p[at] != '.')
			continue;
		i = ++at;
		while (at < line.n && fg_is_digit(line.p[at]))
			at++;
		if (at == i || at == line.n || line.p[at] != ':')
			continue;
		*after = fg_trim(fg_slice(line, at + 1, line.n));
		return true;
	}
	return false;
}

/* Without what depends on blank lines: the place of odd lines. */
static void check_blanks(const char *name, fg_str text)
{
	struct collapse_options quiet = { .threads = 1 };
	struct fg_buffer bare = { 0 };
	bool all_timed = true;
	fg_str rest = text, after;
	bool first = true;

	while (rest.p) {
		fg_str line = fg_cut(&rest, '\n');

		if (fg_trim(line).n == 0) {
			first = true;
			continue;
		}
		if (first && *line.p != '#' && *line.p != '|')
			all_timed &= has_time(line, &after);
		first = false;
		fg_buffer_append(&bare, line);
		fg_buffer_append(&bare, FG_STR("\n"));
	}
	if (all_timed)
		assert_same(text, &quiet, fg_buffer_text(&bare), &quiet, name);
	free(bare.p);
}

static void blank_lines_are_not_needed_with_times(void **state)
{
	(void)state;
	assert_true(for_recordings(check_blanks) > 50);
}

static void check_crlf(const char *name, fg_str text)
{
	struct fg_buffer crlf = { 0 };
	fg_str rest = text;

	while (rest.n > 0) {
		fg_buffer_append(&crlf, fg_cut(&rest, '\n'));
		fg_buffer_append(&crlf, FG_STR("\r\n"));
	}
	/* a last line without LF would get one */
	if (memchr(text.p, '\r', text.n) == NULL && text.n > 0 &&
	    text.p[text.n - 1] == '\n')
		assert_same(text, &plain, fg_buffer_text(&crlf), &plain, name);
	free(crlf.p);
}

static void line_ends_can_be_crlf(void **state)
{
	(void)state;
	for_all(check_crlf);
}

static void check_truncated(const char *name, fg_str text)
{
	struct collapse_options many = { .threads = 2, .block_size = 64 };

	if (text.n > 3000)
		text.n = 3000;
	for (size_t n = 0; n <= text.n; n++) {
		/* of its own, so that reading behind it is seen */
		char *copy = fg_str_dup(fg_slice(text, 0, n));
		fg_str part = { copy, n };
		struct outcome one = fold(part, &plain);

		free(one.text);
		if (n % 16 == 0)
			assert_same(part, &plain, part, &many, name);
		free(copy);
	}
}

static void text_can_end_anywhere(void **state)
{
	(void)state;
	assert_true(for_cases(check_truncated) > 50);
}

/* The text up to the last blank line: samples that are surely whole. */
static fg_str whole_samples(fg_str text)
{
	const fg_str end = FG_STR("\n\n");

	while (text.n > 0 && !fg_ends_with(text, end))
		text.n--;
	return text;
}

/* A cut inside a line is told, and only samples before it count. */
static void check_cut(const char *name, fg_str text)
{
	struct collapse_options many = { .threads = 3, .block_size = 300 };
	char *copy = fg_str_dup(text);
	fg_str part = { copy, text.n };
	struct outcome cut = fold(part, &plain);
	struct outcome whole = fold(whole_samples(part), &plain);
	bool may_be_whole = fg_ends_with(part, FG_STR(")"));

	if (!strstr(cut.text, may_be_whole ? "has no end" : "it was cut"))
		fail_msg("%s, %zu: not told", name, text.n);
	if (!may_be_whole && cut.total != whole.total)
		fail_msg("%s, %zu: %.0f is not %.0f", name, text.n,
			 (double)cut.total, (double)whole.total);
	assert_same(part, &plain, part, &many, name);
	free(cut.text);
	free(whole.text);
	free(copy);
}

static void check_cuts(const char *name, fg_str text)
{
	enum { CUTS = 20 };
	uint64_t random = text.n;

	/* the oracle needs blank lines behind samples */
	for (unsigned i = 0; i < CUTS && fg_contains(text, FG_STR("\n\n"));
	     i++) {
		size_t n;

		random = random * UINT64_C(6364136223846793005) + 1442695041;
		n = 1000 + (size_t)((random >> 33) % (text.n - 1000));
		if (text.p[n - 1] != '\n' &&
		    !fg_ends_with(fg_slice(text, 0, n), FG_STR("(inlined)")))
			check_cut(name, fg_slice(text, 0, n));
	}
}

static void a_cut_inside_a_line_is_told(void **state)
{
	(void)state;
	assert_true(for_recordings(check_cuts) > 50);
}

enum { EVENTS_MAX = 8 };

/* An event, as the headers alone show it. */
struct seen {
	fg_str name;
	fg_wide sum; /* of its periods */
	uint64_t samples;
};

static struct seen *seen_of(struct seen events[EVENTS_MAX], fg_str name)
{
	struct seen *event = events;

	while (event->name.p && !fg_equal(event->name, name))
		event++;
	assert_true(event < events + EVENTS_MAX - 1);
	event->name = name;
	return event;
}

/* Of the clock, where there is one; else of the event with most samples. */
static fg_wide best_sum(const struct seen events[EVENTS_MAX])
{
	const struct seen *best = events;

	for (const struct seen *event = events; event->name.p; event++) {
		if (fg_starts_with(event->name, FG_STR("cpu-clock")))
			return event->sum;
		if (event->samples > best->samples)
			best = event;
	}
	return best->sum;
}

static fg_wide sum_of_headers(fg_str text)
{
	struct seen events[EVENTS_MAX] = { 0 };
	fg_str rest = text;

	while (rest.n > 0) {
		fg_str line = fg_cut(&rest, '\n'), after, number, name;
		uint64_t period = 1;
		struct seen *event;

		if (!has_time(line, &after) ||
		    fg_starts_with(after, FG_STR("PERF_RECORD_")))
			continue;
		name = after;
		number = fg_cut(&name, ' ');
		if (!fg_parse_u64(number, &period))
			name = after;
		name = fg_trim(name);
		name = fg_slice(name, 0, fg_find(name, FG_STR(": ")));
		if (name.n > 0 && name.p[name.n - 1] == ':')
			name.n--;
		event = seen_of(events, name);
		event->samples++;
		event->sum += period ? period : 1;
	}
	return best_sum(events);
}

static void check_sum(const char *name, fg_str text)
{
	fg_wide sum = sum_of_headers(text);
	struct outcome outcome = fold(text, &plain);

	if (sum > 0 && outcome.total != sum)
		fail_msg("%s: %.0f is not %.0f", name, (double)outcome.total,
			 (double)sum);
	free(outcome.text);
}

static void no_weight_is_lost(void **state)
{
	(void)state;
	assert_true(for_recordings(check_sum) > 50);
}

static void check_twice(const char *name, fg_str text)
{
	struct recorder r = RECORDER(r);
	struct fg_buffer both = { 0 };
	struct outcome one = fold(text, &plain), two;

	if (text.n == 0 || text.p[text.n - 1] != '\n')
		goto done;
	fg_buffer_append(&both, text);
	fg_buffer_append(&both, text);
	two = fold(fg_buffer_text(&both), &plain);
	if (one.total < UINT64_MAX / 2 && two.total != 2 * one.total)
		fail_msg("%s: twice %.0f is not %.0f", name, (double)one.total,
			 (double)two.total);
	free(two.text);
done:
	free(both.p);
	free(one.text);
	recorder_free(&r);
}

static void texts_can_be_joined(void **state)
{
	(void)state;
	assert_true(for_recordings(check_twice) > 50);
}

/* Lines that nearly are what stood there before, where that is expected. */
static void near_misses_of_known_lines(void **state)
{
	static const char *const misses[] = {
		"\t               1 main (/a)x",
		"\t               1 main (/ab)",
		"\t               1 main (/a",
		"\t               1 main  (/a)",
		"\t               1  main (/a)",
		"\t              1  main (/a)",
		"\t               1\tmain (/a)",
		"                1 main (/a)",
		"\t               A main (/a)",
		"\t             1 1 main (/a)",
		"\t              -1 main (/a)",
		"\t                 main (/a)",
		"\t               1 main (/a) ",
		"\t               1",
		"\t1111111111111111 main (/a)",
		"\t   main (/a)",
		"x               1 main (/a)",
		"\t               1xmain (/a)",
		"a 1 1.0: 3 c:",
		"",
	};
	struct fg_buffer text = { 0 };

	(void)state;
	for (unsigned i = 0; i < 100 + sizeof misses / sizeof *misses; i++) {
		const char *miss = i < 100 ? "\t               1 main (/a)"
					   : misses[i - 100];

		fg_buffer_append(&text, FG_STR("a 1 1.0: 3 c:\n"
					       "\t              1f f (/a)\n"));
		fg_buffer_append(&text, fg_from_c(miss));
		fg_buffer_append(&text, FG_STR("\n\n"));
	}
	/* with CRLF, nothing is expected: every line is looked at */
	check_crlf("near misses", fg_buffer_text(&text));
	free(text.p);
}

/* Frame lines that differ in more than fits into the cache of lines. */
static void many_distinct_lines(void **state)
{
	enum { LINES = 400000 };
	struct collapse_options many = { .threads = 2, .no_comm = true };
	struct fg_buffer text = { 0 };
	struct outcome outcome;
	char line[160];

	(void)state;
	for (unsigned i = 0; i < LINES; i++) {
		int n = snprintf(line, sizeof line,
				 "a 1 1.0: 3 c:\n\t%16x f+0x%x (/usr/lib/a/%u)"
				 "\n\t%16x main (/usr/lib/a_long_name/a)\n\n",
				 i, i, i, i);

		fg_buffer_append(&text, (fg_str){ line, (size_t)n });
	}
	outcome = fold(fg_buffer_text(&text), &many);
	assert_string_equal(outcome.text, "main;f 1200000\n");
	free(outcome.text);
	free(text.p);
}

/* A stack, a header and a frame of sizes that nobody expects. */
static void extreme_sizes(void **state)
{
	enum { FRAMES = 1000000, BYTES = 16 << 20 };
	struct fg_buffer text = { 0 };
	struct outcome outcome;

	(void)state;
	fg_buffer_append(&text, FG_STR("a 1 1.0: 3 c:\n"));
	for (unsigned i = 0; i < FRAMES; i++)
		fg_buffer_append(&text, FG_STR("\t               1 f (/a)\n"));
	outcome = fold(fg_buffer_text(&text), &plain);
	assert_int_equal(outcome.total, 3);
	assert_int_equal(strlen(outcome.text), 2 * FRAMES + 4);
	free(outcome.text);
	text.n = 0;
	fg_buffer_append(&text, FG_STR("a 1 1.0: 3 c:\n\t1 "));
	for (unsigned i = 0; i < BYTES / 4; i++)
		fg_buffer_append(&text, FG_STR("(<:)"));
	fg_buffer_append(&text, FG_STR("\n"));
	outcome = fold(fg_buffer_text(&text), &plain);
	assert_int_equal(outcome.total, 3);
	free(outcome.text);
	free(text.p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(threads_and_blocks_change_nothing),
		cmocka_unit_test(threads_change_nothing_with_options),
		cmocka_unit_test(blank_lines_are_not_needed_with_times),
		cmocka_unit_test(line_ends_can_be_crlf),
		cmocka_unit_test(text_can_end_anywhere),
		cmocka_unit_test(a_cut_inside_a_line_is_told),
		cmocka_unit_test(no_weight_is_lost),
		cmocka_unit_test(texts_can_be_joined),
		cmocka_unit_test(near_misses_of_known_lines),
		cmocka_unit_test(many_distinct_lines),
		cmocka_unit_test(extreme_sizes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
