/* SPDX-License-Identifier: MIT */
#include "fg/threads.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "fg/alloc.h"

unsigned fg_threads_available(void)
{
	long n = FG_SHARE_SOONER > 1 ? 4 : sysconf(_SC_NPROCESSORS_ONLN);

	return n < 1 ? 1 : n > UINT16_MAX ? UINT16_MAX : (unsigned)n;
}

struct thread {
	pthread_t id;
	void (*work)(void *item);
	void *item;
};

static void *begin(void *context)
{
	const struct thread *thread = context;

	thread->work(thread->item);
	return NULL;
}

void fg_threads_run(void (*work)(void *item), void *items, size_t count,
		    size_t size)
{
	struct thread *threads = fg_calloc(count, sizeof *threads);
	size_t started = 1;

	for (; started < count; started++) {
		struct thread *t = &threads[started];

		t->work = work;
		t->item = (char *)items + started * size;
		if (pthread_create(&t->id, NULL, begin, t) != 0)
			break;
	}
	if (count > 0)
		work(items);
	for (size_t i = 1; i < started; i++)
		pthread_join(threads[i].id, NULL);
	free(threads);
}
