/* SPDX-License-Identifier: MIT */
/*
 * record_busy ROUNDS [THREADS]: the same work each time, in twelve functions
 * of which each takes four fifths of the one before it.
 */
#include <pthread.h>
#include <stdlib.h>

static volatile unsigned long sink;

#define WORKER(name, weight)                                       \
	void name(void);                                           \
	void name(void)                                            \
	{                                                          \
		for (unsigned long i = 0; i < (weight)*100UL; i++) \
			sink += i;                                 \
	}
WORKER(work_01, 1000)
WORKER(work_02, 800)
WORKER(work_03, 640)
WORKER(work_04, 512)
WORKER(work_05, 410)
WORKER(work_06, 328)
WORKER(work_07, 262)
WORKER(work_08, 210)
WORKER(work_09, 168)
WORKER(work_10, 134)
WORKER(work_11, 107)
WORKER(work_12, 86)

void *rounds(void *count);
void *rounds(void *count)
{
	static void (*const all[])(void) = {
		work_01, work_02, work_03, work_04, work_05, work_06,
		work_07, work_08, work_09, work_10, work_11, work_12
	};

	for (int i = 0; i < *(int *)count; i++) {
		for (size_t k = 0; k < sizeof all / sizeof *all; k++)
			all[k]();
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int count = argc > 1 ? atoi(argv[1]) : 100;
	int threads = argc > 2 ? atoi(argv[2]) : 1;
	pthread_t ids[64];

	for (int i = 1; i < threads && i < 64; i++)
		pthread_create(&ids[i], NULL, rounds, &count);
	rounds(&count);
	for (int i = 1; i < threads && i < 64; i++)
		pthread_join(ids[i], NULL);
	return 0;
}
