/* SPDX-License-Identifier: MIT */
/*
 * busy wait: waits ten times 50 ms, with some work in between.
 * busy crowd N: has so many threads, which wait, and works until it is ended.
 * busy MS [STATUS [THREADS]]: works for so many milliseconds of processor
 * time, three quarters of it in heavy() and one in light(), each called by
 * work(), and leaves with this status.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void heavy(void);
void light(void);
void work(double until);
void rest(void);

static volatile unsigned long sink;

static double used(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

void heavy(void)
{
	for (unsigned long i = 0; i < 300000; i++)
		sink += i;
}

void light(void)
{
	for (unsigned long i = 0; i < 100000; i++)
		sink += i;
}

void work(double until)
{
	while (used() < until) {
		heavy();
		light();
	}
}

static void *thread(void *until)
{
	work(*(double *)until);
	return NULL;
}

void rest(void)
{
	nanosleep(&(struct timespec){ .tv_nsec = 50000000 }, NULL);
}

static void *idle(void *nothing)
{
	for (;;)
		pause();
	return nothing;
}

static void crowd(int count)
{
	pthread_attr_t small;
	pthread_t id;

	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 1 << 16);
	for (int i = 0; i < count; i++) {
		if (pthread_create(&id, &small, idle, NULL) != 0)
			exit(1);
	}
	puts("ready");
	fflush(stdout);
	work(1e9);
}

static void wait_ten_times(void)
{
	for (int i = 0; i < 10; i++) {
		rest();
		work(used() + 5);
	}
}

int main(int argc, char **argv)
{
	double until = argc > 1 ? atof(argv[1]) : 100;
	int threads = argc > 3 ? atoi(argv[3]) : 0;
	pthread_t *ids;

	if (argc > 1 && strcmp(argv[1], "wait") == 0) {
		wait_ten_times();
		return 0;
	}
	if (argc > 2 && strcmp(argv[1], "crowd") == 0)
		crowd(atoi(argv[2]));
	ids = calloc((size_t)threads + 1, sizeof *ids);
	for (int i = 0; i < threads; i++)
		pthread_create(&ids[i], NULL, thread, &until);
	work(until);
	for (int i = 0; i < threads; i++)
		pthread_join(ids[i], NULL);
	free(ids);
	return argc > 2 ? atoi(argv[2]) : 0;
}
