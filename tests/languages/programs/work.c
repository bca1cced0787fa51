/* SPDX-License-Identifier: MIT */
/* C for tests/languages/run.py: callbacks, recursion, threads, sleep, libm. */
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile double sink;
static volatile sig_atomic_t ticks;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static inline double square(double x)
{
	return x * x + sin(x);
}

static __attribute__((noinline)) double waves(int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += square(i) * cos(i);
	return sum;
}

static __attribute__((noinline)) void sort(int n)
{
	double *numbers = malloc(sizeof *numbers * (size_t)n);

	for (int i = 0; i < n; i++)
		numbers[i] = rand();
	qsort(numbers, (size_t)n, sizeof *numbers, compare);
	sink += numbers[0];
	free(numbers);
}

static __attribute__((noinline)) double descend(int depth, int n)
{
	if (depth == 0)
		return waves(n);
	return descend(depth - 1, n) + 1;
}

static void on_tick(int number)
{
	(void)number;
	for (int i = 0; i < 20000; i++)
		ticks++;
}

static void *run(void *arg)
{
	double end = now() + 0.8;

	while (now() < end) {
		char *text = malloc(1 << 16);

		memset(text, 'x', 1 << 16);
		sink += descend(12, 2000);
		sort(3000);
		sink += (double)strlen(text + 1) * 0;
		free(text);
		usleep(300);
	}
	return arg;
}

int main(void)
{
	struct itimerval tick = { { 0, 2000 }, { 0, 2000 } };
	pthread_t thread;

	signal(SIGPROF, on_tick);
	setitimer(ITIMER_PROF, &tick, NULL);
	pthread_create(&thread, NULL, run, NULL);
	pthread_setname_np(thread, "worker one");
	run(NULL);
	pthread_join(thread, NULL);
	printf("%g\n", sink);
	return 0;
}
