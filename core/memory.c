/* SPDX-License-Identifier: MIT */
#include "fg/memory.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "fg/text.h"

enum {
	PATH_ROOM = 4096,
	TEXT_ROOM = 1 << 14,
	KEPT = 4 << 20,
	KEPT_PART = 64, /* of a machine's memory */
	KEPT_GROUP_PART = 16,
};

/* The first bytes of a system file. */
struct text {
	const char *root;
	char path[PATH_ROOM], bytes[TEXT_ROOM];
	fg_str all;
};

/* The file names and keys of one version of control groups. */
struct version {
	const char *mount, *limit, *used, *swap_limit, *swap_used;
	const char *cache[2]; /* used memory that is given back on demand */
};

static const struct version one = {
	.mount = "/sys/fs/cgroup/memory",
	.limit = "memory.limit_in_bytes",
	.used = "memory.usage_in_bytes",
	.swap_limit = "memory.memsw.limit_in_bytes",
	.swap_used = "memory.memsw.usage_in_bytes",
	.cache = { "total_active_file", "total_inactive_file" },
};
static const struct version two = {
	.mount = "/sys/fs/cgroup",
	.limit = "memory.max",
	.used = "memory.current",
	.swap_limit = "memory.swap.max",
	.swap_used = "memory.swap.current",
	.cache = { "active_file", "inactive_file" },
};

/* Reads the file MOUNT/FOLDER/NAME; empty where there is none. */
static fg_str read_file(struct text *t, const char *mount, fg_str folder,
			const char *name)
{
	int n = snprintf(t->path, PATH_ROOM, "%s%s%.*s/%s", t->root, mount,
			 FG_FMT(folder), name);
	ssize_t got = 0;
	int fd = -1;

	t->all = (fg_str){ t->bytes, 0 };
	if (n > 0 && n < PATH_ROOM)
		fd = open(t->path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return t->all;
	do {
		t->all.n += (size_t)got;
		got = read(fd, t->bytes + t->all.n, TEXT_ROOM - t->all.n);
	} while (got > 0);
	close(fd);
	return t->all;
}

/* The number at the start; `without` where there are no digits, as in "max". */
static uint64_t number_at(fg_str text, uint64_t without)
{
	uint64_t value = without;
	size_t n = 0;

	while (n < text.n && fg_is_digit(text.p[n]))
		n++;
	if (n == 0 || !fg_parse_u64(fg_slice(text, 0, n), &value))
		return without;
	return value;
}

/* The number after KEY at the start of a line, in "KEY 12" or "KEY: 12". */
static uint64_t number_of(fg_str all, const char *key)
{
	fg_str name = fg_from_c(key);

	while (all.n > 0) {
		fg_str line = fg_cut(&all, '\n');

		if (!fg_starts_with(line, name))
			continue;
		line = fg_slice(line, name.n, line.n);
		if (line.n > 0 && *line.p == ':')
			line = fg_slice(line, 1, line.n);
		if (line.n > 0 && fg_is_blank(*line.p))
			return number_at(fg_trim(line), 0);
	}
	return 0;
}

static uint64_t less(uint64_t from, uint64_t what)
{
	return from > what ? from - what : 0;
}

/* Subtracts a reserve for page tables, stacks and many small allocations. */
static uint64_t without_kept(uint64_t left, uint64_t limit, unsigned part)
{
	return less(left, KEPT + limit / part);
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* The memory that the group in FOLDER leaves; `swap` is all free swap. */
static uint64_t left_in(struct text *t, const struct version *v, fg_str folder,
			uint64_t swap)
{
	uint64_t limit, used, cache = 0, swap_limit;

	limit = number_at(read_file(t, v->mount, folder, v->limit), UINT64_MAX);
	if (limit == UINT64_MAX)
		return UINT64_MAX;
	used = number_at(read_file(t, v->mount, folder, v->used), 0);
	read_file(t, v->mount, folder, "memory.stat");
	for (size_t i = 0; i < sizeof v->cache / sizeof *v->cache; i++)
		cache += number_of(t->all, v->cache[i]);
	swap_limit = number_at(read_file(t, v->mount, folder, v->swap_limit),
			       UINT64_MAX);
	if (swap_limit != UINT64_MAX)
		swap = smaller(swap,
			       less(swap_limit,
				    number_at(read_file(t, v->mount, folder,
							v->swap_used),
					      0)));
	limit = without_kept(less(limit, less(used, cache)), limit,
			     KEPT_GROUP_PART);
	return limit < UINT64_MAX - swap ? limit + swap : UINT64_MAX;
}

/*
 * The minimum of the memory that the group and its parents leave. In a
 * container the path may be the path outside; then only its last parts exist
 * here.
 */
static uint64_t left_below(struct text *t, const struct version *v,
			   fg_str folder, uint64_t swap)
{
	uint64_t left = left_in(t, v, FG_STR(""), swap);

	while (folder.n > 0) {
		size_t slash = fg_rfind_char(folder, '/');

		left = smaller(left, left_in(t, v, folder, swap));
		folder.n = slash < folder.n ? slash : 0;
	}
	return left;
}

/* "0::/a/b" of version 2, "4:memory:/a/b" of version 1. */
static uint64_t left_by_line(struct text *t, fg_str line, uint64_t swap)
{
	fg_str number = fg_cut(&line, ':'), kinds = fg_cut(&line, ':');

	if (fg_equal(number, FG_STR("0")) && kinds.n == 0)
		return left_below(t, &two, line, swap);
	while (kinds.n > 0) {
		if (fg_equal(fg_cut(&kinds, ','), FG_STR("memory")))
			return left_below(t, &one, line, swap);
	}
	return UINT64_MAX;
}

static uint64_t left_of_machine(struct text *t, uint64_t *swap)
{
	uint64_t all, left;

	read_file(t, "/proc", FG_STR(""), "meminfo");
	all = number_of(t->all, "MemTotal") * 1024;
	left = number_of(t->all, "MemAvailable") * 1024;
	*swap = number_of(t->all, "SwapFree") * 1024;
	/* kernels before 3.14 do not give the available memory */
	return left == 0 ? UINT64_MAX
			 : without_kept(left, all, KEPT_PART) + *swap;
}

uint64_t fg_memory_left(const char *root)
{
	struct text groups = { .root = root }, t = { .root = root };
	uint64_t swap, left = left_of_machine(&t, &swap);
	fg_str rest = read_file(&groups, "/proc/self", FG_STR(""), "cgroup");

	while (rest.n > 0)
		left = smaller(left,
			       left_by_line(&t, fg_cut(&rest, '\n'), swap));
	return left;
}

/*
 * The budget: a part of the memory that was left at the last look, less the
 * memory granted since.
 */
static atomic_uint_fast64_t granted;

enum {
	GRANTED_PART = 16,
	FADE = 8, /* 1/FADE of the promises ends at each look */
};

/*
 * Memory that this process was allowed and has not written to yet,
 * approximately.
 */
struct promises {
	pthread_mutex_t lock;
	uint64_t budget; /* value of `granted` before it was used up */
	uint64_t open; /* bytes */
	uint64_t written; /* bytes in memory at the last look */
};

static struct promises promises = { .lock = PTHREAD_MUTEX_INITIALIZER };

/*
 * Reads the bytes that are in memory, and the bytes that have an address but
 * no memory.
 */
static void read_own(uint64_t *written, uint64_t *unwritten)
{
	struct text t = { .root = "" };
	fg_str all = read_file(&t, "/proc/self", FG_STR(""), "statm");
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), pages[6];

	/* size, resident, shared, text, libraries, data */
	for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
		pages[i] = number_at(fg_cut(&all, ' '), 0);
	*written = less(pages[1], pages[2]) * page;
	*unwritten = less(pages[5] * page, *written);
}

/*
 * The open promises: the old ones, less the growth of memory, because that
 * growth was written into them. Memory that was freed unwritten (or before
 * this look) is no longer among the addresses without memory. Some of these
 * addresses are the stacks of threads. So the smaller of both numbers is what
 * can still be written to. It fades with time, because half of an array that
 * has just doubled is not needed soon.
 */
static uint64_t open_promises(struct promises *p)
{
	uint64_t written, unwritten;

	p->open += p->budget - atomic_exchange(&granted, 0);
	p->budget = 0;
	read_own(&written, &unwritten);
	p->open = less(p->open, less(written, p->written));
	p->open = smaller(p->open, unwritten);
	p->open -= p->open / FADE;
	p->written = written;
	return p->open;
}

static bool look(struct promises *p, size_t size)
{
	uint64_t left = less(fg_memory_left(""), open_promises(p));

	if (size > left)
		return false;
	p->open += size;
	p->budget = (left - size) / GRANTED_PART;
	atomic_store(&granted, p->budget);
	return true;
}

bool fg_memory_allows(size_t size)
{
	uint_fast64_t had = atomic_load(&granted);
	bool allowed;

	while (had >= size) {
		if (atomic_compare_exchange_weak(&granted, &had, had - size))
			return true;
	}
	pthread_mutex_lock(&promises.lock);
	allowed = look(&promises, size);
	pthread_mutex_unlock(&promises.lock);
	return allowed;
}

uint64_t fg_memory_unpromised(void)
{
	uint64_t open;

	pthread_mutex_lock(&promises.lock);
	open = promises.open;
	pthread_mutex_unlock(&promises.lock);
	return less(fg_memory_left(""), open);
}
