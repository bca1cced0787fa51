/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "unit.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fg/alloc.h"
#include "fg/memory.h"

enum { PATH_ROOM = 300, KB = 1024, MB = 1024 * 1024, KEPT = 4 * MB };

/* A folder that looks like the system's root. */
static char root[] = "/tmp/fg-memory-XXXXXX";

static void make_folders(char *path)
{
	for (char *at = path + sizeof root; *at; at++) {
		if (*at != '/')
			continue;
		*at = '\0';
		mkdir(path, 0700);
		*at = '/';
	}
}

static void put(const char *name, const char *text)
{
	char path[PATH_ROOM];
	FILE *file;

	snprintf(path, sizeof path, "%s%s", root, name);
	make_folders(path);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static int begin(void **state)
{
	(void)state;
	strcpy(root + sizeof root - 7, "XXXXXX");
	return mkdtemp(root) ? 0 : -1;
}

static int end(void **state)
{
	char command[PATH_ROOM];

	(void)state;
	snprintf(command, sizeof command, "rm -r %s", root);
	return system(command);
}

static void nothing_is_known(void **state)
{
	(void)state;
	assert_true(fg_memory_left(root) == UINT64_MAX);
	put("/proc/meminfo", "");
	put("/proc/self/cgroup", "what\n0::\n3:memory\n:\n");
	assert_true(fg_memory_left(root) == UINT64_MAX);
}

static void machine(void **state)
{
	(void)state;
	put("/proc/meminfo", "MemTotal:         131072 kB\n"
			     "MemFree:            1000 kB\n"
			     "MemAvailable:      65536 kB\n"
			     "SwapTotal:          9999 kB\n"
			     "SwapFree:           1024 kB\n");
	assert_int_equal(fg_memory_left(root),
			 64 * MB - KEPT - 2 * MB + 1 * MB);
}

static void version_two(void **state)
{
	(void)state;
	put("/proc/self/cgroup", "0::/a/b\n");
	put("/sys/fs/cgroup/a/b/memory.max", "max\n");
	assert_true(fg_memory_left(root) == UINT64_MAX);
	put("/sys/fs/cgroup/a/memory.max", "67108864\n");
	put("/sys/fs/cgroup/a/memory.current", "33554432\n");
	assert_int_equal(fg_memory_left(root), 32 * MB - KEPT - 4 * MB);
	put("/sys/fs/cgroup/a/memory.stat", "anon 1\nfile 7\n"
					    "inactive_file 1048576\n"
					    "active_file 2097152\n");
	assert_int_equal(fg_memory_left(root), 35 * MB - KEPT - 4 * MB);
}

static void swap_of_a_group(void **state)
{
	(void)state;
	put("/proc/meminfo", "SwapFree: 10240 kB\n");
	put("/proc/self/cgroup", "0::/a\n");
	put("/sys/fs/cgroup/a/memory.max", "67108864\n");
	assert_int_equal(fg_memory_left(root), 74 * MB - KEPT - 4 * MB);
	put("/sys/fs/cgroup/a/memory.swap.max", "0\n");
	assert_int_equal(fg_memory_left(root), 64 * MB - KEPT - 4 * MB);
	put("/sys/fs/cgroup/a/memory.swap.max", "4194304\n");
	put("/sys/fs/cgroup/a/memory.swap.current", "1048576\n");
	assert_int_equal(fg_memory_left(root), 67 * MB - KEPT - 4 * MB);
}

static void version_one(void **state)
{
	(void)state;
	put("/proc/self/cgroup", "5:cpu,memory:/docker/x\n0::/docker/x\n");
	/* in the container its own group is the topmost */
	put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "33554432\n");
	put("/sys/fs/cgroup/memory/memory.usage_in_bytes", "1048576\n");
	put("/sys/fs/cgroup/memory/memory.stat", "inactive_file 5\n"
						 "total_active_file 1048576\n");
	assert_int_equal(fg_memory_left(root), 32 * MB - KEPT - 2 * MB);
}

static void used_up(void **state)
{
	(void)state;
	put("/proc/self/cgroup", "0::/\n");
	put("/sys/fs/cgroup/memory.max", "1048576\n");
	put("/sys/fs/cgroup/memory.current", "99999999\n");
	assert_int_equal(fg_memory_left(root), 0);
}

/* What the guard below still gives. */
static size_t budget;

static bool within_budget(size_t size)
{
	if (size > budget)
		return false;
	budget -= size;
	return true;
}

static void arrays_grow_by_less(void **state)
{
	char *items = NULL;
	size_t room = 0;

	(void)state;
	fg_set_memory_guard(within_budget);
	budget = 20 * MB;
	FG_RESERVE(&items, &room, 8 * MB);
	assert_int_equal(room, 8 * MB);
	FG_RESERVE(&items, &room, 8 * MB + 8);
	assert_int_equal(room, 16 * MB);
	FG_RESERVE(&items, &room, 16 * MB + 8);
	assert_int_equal(room, 18 * MB + 9);
	free(items);
	fg_set_memory_guard(NULL);
}

static jmp_buf escape;

static void jump_out(size_t size)
{
	(void)size;
	longjmp(escape, 1);
}

static void refused_is_out_of_memory(void **state)
{
	(void)state;
	fg_set_memory_guard(within_budget);
	fg_set_oom_handler(jump_out);
	budget = 2 * MB;
	free(fg_malloc(KB));
	free(fg_malloc(MB));
	assert_int_equal(budget, 1 * MB);
	if (setjmp(escape) == 0) {
		free(fg_calloc(2, MB));
		fail_msg("more than there is was given out");
	}
	fg_set_oom_handler(NULL);
	fg_set_memory_guard(NULL);
}

static void the_real_system(void **state)
{
	(void)state;
	assert_true(fg_memory_left("") > 0);
	assert_true(fg_memory_allows(1));
	assert_true(fg_memory_allows(MB));
	if (fg_memory_left("") < SIZE_MAX / 2)
		assert_false(fg_memory_allows(SIZE_MAX / 2));
}

/*
 * At once; but a sanitizer has so many addresses without memory that what was
 * freed among them does not show, and a promise only fades.
 */
static bool allowed_again(size_t size)
{
	for (unsigned looks = 0; looks < 12; looks++) {
		if (fg_memory_allows(size))
			return true;
	}
	return false;
}

/* What was allowed is gone, though nothing is written to it. */
static void promises_count(void **state)
{
	uint64_t left = fg_memory_left("");
	size_t size = left < SIZE_MAX ? (size_t)(left / 10 * 7) : 0;
	void *p;

	(void)state;
	if (size == 0)
		return; /* nothing is known here */
	assert_true(fg_memory_allows(size));
	p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	assert_true(p != MAP_FAILED);
	assert_false(fg_memory_allows(size));
	assert_true(fg_memory_unpromised() < size);
	munmap(p, size);
	assert_true(allowed_again(size));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(nothing_is_known, begin, end),
		cmocka_unit_test_setup_teardown(machine, begin, end),
		cmocka_unit_test_setup_teardown(version_two, begin, end),
		cmocka_unit_test_setup_teardown(swap_of_a_group, begin, end),
		cmocka_unit_test_setup_teardown(version_one, begin, end),
		cmocka_unit_test_setup_teardown(used_up, begin, end),
		cmocka_unit_test(arrays_grow_by_less),
		cmocka_unit_test(refused_is_out_of_memory),
		cmocka_unit_test(the_real_system),
		cmocka_unit_test(promises_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
