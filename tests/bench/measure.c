/* SPDX-License-Identifier: MIT */
/*
 * Runs a command and tells on descriptor 3 what it cost: wall seconds, peak
 * memory in KiB, exit status, processor seconds. A program of its own because Linux counts the
 * memory of whoever forked towards the peak of the child, and the Python that
 * compares outputs is larger than what it measures.
 *
 *	measure COMMAND [ARGUMENT]... 3>cost
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
	struct rusage usage;
	double start = now();
	int status = 0;
	pid_t child = argc > 1 ? fork() : -1;

	if (child < 0)
		return 2;
	if (child == 0) {
		close(3);
		execvp(argv[1], argv + 1);
		_exit(127);
	}
	if (waitpid(child, &status, 0) < 0 ||
	    getrusage(RUSAGE_CHILDREN, &usage) != 0)
		return 2;
	dprintf(3, "%.6f %ld %d %.6f\n", now() - start, usage.ru_maxrss,
		WIFEXITED(status) ? WEXITSTATUS(status) : 128,
		seconds(usage.ru_utime) + seconds(usage.ru_stime));
	return 0;
}
