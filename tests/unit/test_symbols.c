/* SPDX-License-Identifier: MIT */
/*
 * The binary that is looked into is this test itself, built with debug
 * information whatever the preset.
 */
#include "unit.h"

#include <sys/stat.h>
#include <unistd.h>

#include "collapse/symbols/symbols.h"
#include "fg/text.h"
#include "recorder.h"

/* An address inside of inlined(), which is in caller(). */
static void *here;

__attribute__((noinline)) static void note_return_address(void)
{
	here = __builtin_return_address(0);
}

static inline __attribute__((always_inline)) int inlined(int x)
{
	note_return_address();
	return x + 1;
}

__attribute__((noinline)) static int caller(int x)
{
	int y = inlined(x);

	return y * y;
}

/* Where this program is loaded: what its own addresses count from. */
extern const char __executable_start[];

static fg_str own_path(char *room, size_t size)
{
	ssize_t n = readlink("/proc/self/exe", room, size);

	assert_true(n > 0 && (size_t)n < size);
	return (fg_str){ room, (size_t)n };
}

static size_t find(struct symbols *symbols, fg_str path, fg_str build_id,
		   uint64_t address, const struct native_frame **frames)
{
	uint32_t module = symbols_module(symbols, path, build_id);

	return symbols_find(symbols, module, SYMBOLS_VADDR, address, frames);
}

/* A return address is looked up one byte before. */
static uint64_t inlined_address(void)
{
	assert_int_equal(caller(2), 9);
	return (uintptr_t)here - (uintptr_t)__executable_start - 1;
}

static void functions_that_were_inlined_come_first(void **state)
{
	const struct collapse_options options = { .srcline = true };
	struct symbols *symbols = symbols_new(&options);
	const struct native_frame *frames;
	char room[4096];
	fg_str path = own_path(room, sizeof room);
	size_t n = find(symbols, path, FG_STR(""), inlined_address(), &frames);

	(void)state;
	assert_int_equal(n, 2);
	assert_str_equal(frames[0].name, "inlined");
	assert_true(frames[0].inlined);
	assert_true(fg_ends_with(frames[0].file, FG_STR("test_symbols.c")));
	assert_true(frames[0].line > 0);
	assert_str_equal(frames[1].name, "caller");
	assert_false(frames[1].inlined);
	assert_true(frames[1].line > frames[0].line);
	assert_true(fg_equal(frames[1].module, path));
	symbols_free(symbols);
}

/* This program is one that can be loaded anywhere: its addresses begin at 0. */
static void addresses_may_count_from_the_start_of_memory(void **state)
{
	const struct collapse_options options = { 0 };
	struct symbols *symbols = symbols_new(&options);
	const struct native_frame *frames;
	char room[4096];
	uint32_t module = symbols_module(symbols, own_path(room, sizeof room),
					 FG_STR(""));

	(void)state;
	assert_true(symbols_is_complete(symbols, module));
	assert_int_equal(symbols_find(symbols, module, SYMBOLS_RELATIVE,
				      inlined_address(), &frames),
			 2);
	assert_str_equal(frames[1].name, "caller");
	assert_true(frames[1].address == inlined_address());
	symbols_free(symbols);
}

static void nothing_is_looked_up_on_request(void **state)
{
	const struct collapse_options options = { .no_symbols = true };
	struct symbols *symbols = symbols_new(&options);
	const struct native_frame *frames;
	char room[4096];

	(void)state;
	assert_int_equal(find(symbols, own_path(room, sizeof room), FG_STR(""),
			      inlined_address(), &frames),
			 1);
	assert_int_equal(frames[0].name.n, 0);
	symbols_free(symbols);
}

static void another_build_id_is_another_binary(void **state)
{
	const struct collapse_options options = { 0 };
	struct symbols *symbols = symbols_new(&options);
	const struct native_frame *frames;
	struct recorder r = RECORDER(r);
	char room[4096];

	(void)state;
	assert_int_equal(find(symbols, own_path(room, sizeof room),
			      FG_STR("not this one"), inlined_address(),
			      &frames),
			 1);
	assert_int_equal(frames[0].name.n, 0);
	symbols_report(symbols, &r.diag, (struct fg_loc){ "in", 0 });
	assert_non_null(strstr(recorder_text(&r), "1 of 1 addresses"));
	assert_non_null(strstr(recorder_text(&r), "(another build ID)"));
	recorder_free(&r);
	symbols_free(symbols);
}

/* The right file, which has no name there: no fault of its build ID. */
static void the_reason_is_the_true_one(void **state)
{
	const struct collapse_options options = { 0 };
	struct symbols *symbols = symbols_new(&options);
	const struct native_frame *frames;
	struct recorder r = RECORDER(r);
	char room[4096];

	(void)state;
	assert_int_equal(find(symbols, own_path(room, sizeof room), FG_STR(""),
			      1, &frames),
			 1);
	assert_int_equal(frames[0].name.n, 0);
	symbols_report(symbols, &r.diag, (struct fg_loc){ "in", 0 });
	assert_non_null(strstr(recorder_text(&r), "(no symbol there)"));
	recorder_free(&r);
	symbols_free(symbols);
}

static void segments_tell_binaries_apart(void **state)
{
	const struct collapse_options options = { 0 };
	struct symbols *symbols = symbols_new(&options);
	char room[4096];
	uint32_t own = symbols_module(symbols, own_path(room, sizeof room),
				      FG_STR(""));
	uint32_t none =
		symbols_module(symbols, FG_STR("/no/such/file"), FG_STR(""));

	(void)state;
	assert_int_not_equal(own, none);
	assert_int_equal(symbols_module(symbols, FG_STR("/no/such/file"),
					FG_STR("")),
			 none);
	assert_false(symbols_has_segment(symbols, own, 0, 1));
	assert_true(symbols_has_segment(symbols, none, 0, 1));
	symbols_free(symbols);
}

/* A FIFO would wait for its writer for ever. */
static void only_regular_elf_files_are_read(void **state)
{
	const char *paths[] = { "/dev/zero", "/", "/etc/passwd",
				"[vdso]",    "",  "/no/such/file",
				"fifo" };
	const struct collapse_options options = { 0 };
	struct symbols *symbols = symbols_new(&options);
	char folder[] = "/tmp/fg-symbols-XXXXXX";

	(void)state;
	assert_non_null(mkdtemp(folder));
	assert_int_equal(chdir(folder), 0);
	assert_int_equal(mkfifo("fifo", 0600), 0);
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		const struct native_frame *frames;

		assert_int_equal(find(symbols, fg_from_c(paths[i]), FG_STR(""),
				      0x1000, &frames),
				 1);
		assert_int_equal(frames[0].name.n, 0);
		assert_str_equal(frames[0].module, paths[i]);
	}
	assert_int_equal(unlink("fifo"), 0);
	assert_int_equal(rmdir(folder), 0);
	symbols_free(symbols);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(functions_that_were_inlined_come_first),
		cmocka_unit_test(addresses_may_count_from_the_start_of_memory),
		cmocka_unit_test(nothing_is_looked_up_on_request),
		cmocka_unit_test(another_build_id_is_another_binary),
		cmocka_unit_test(the_reason_is_the_true_one),
		cmocka_unit_test(segments_tell_binaries_apart),
		cmocka_unit_test(only_regular_elf_files_are_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
