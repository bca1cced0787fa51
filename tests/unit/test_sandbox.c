/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "fg/sandbox.h"

/*
 * Each test enters the sandbox in a child, since nobody leaves it again; the
 * child's exit status says how far it came.
 */
static int in_child(int (*body)(void))
{
	pid_t child = fork();
	int status = 0;

	assert_true(child >= 0);
	if (child == 0)
		_exit(body());
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static bool refused(long result)
{
	return result == -1 && errno == EPERM;
}

static int no_sockets(void)
{
	fg_sandbox_enter(NULL);
	return refused(socket(AF_INET, SOCK_STREAM, 0)) &&
	       refused(socket(AF_UNIX, SOCK_STREAM, 0));
}

static void there_are_no_sockets(void **state)
{
	(void)state;
	assert_int_equal(in_child(no_sockets), 1);
}

static int no_programs(void)
{
	char *argv[] = { (char[]){ "true" }, NULL };

	fg_sandbox_enter(NULL);
	return refused(execv("/bin/true", argv)) && refused(fork()) &&
	       refused(kill(getppid(), 0));
}

static void there_are_no_programs_and_processes(void **state)
{
	(void)state;
	assert_int_equal(in_child(no_programs), 1);
}

static void *nothing(void *context)
{
	return context;
}

static int threads_and_files(void)
{
	pthread_t thread;
	int fd;

	fg_sandbox_enter(NULL);
	if (pthread_create(&thread, NULL, nothing, NULL) != 0 ||
	    pthread_join(thread, NULL) != 0)
		return 0;
	fd = open("/proc/self/status", O_RDONLY);
	return fd >= 0 && close(fd) == 0;
}

static void threads_and_reading_stay(void **state)
{
	(void)state;
	assert_int_equal(in_child(threads_and_files), 1);
}

/* Whether the kernel knows Landlock is seen by using it. */
static int writes_go_to_the_folder_only(void)
{
	char folder[] = "/tmp/fg-sandbox-XXXXXX", file[64], other[64];
	const char *writable[] = { file, NULL };
	int inside, outside;

	if (!mkdtemp(folder))
		return 0;
	snprintf(file, sizeof file, "%s/out", folder);
	snprintf(other, sizeof other, "%s-other", folder);
	fg_sandbox_enter(writable);
	inside = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	outside = open(other, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	if (inside < 0 || unlink(file) != 0)
		return 0;
	if (outside < 0)
		return errno == EACCES || errno == ENOENT;
	unlink(other);
	return 2;
}

static void only_the_output_can_be_written(void **state)
{
	int came = in_child(writes_go_to_the_folder_only);

	(void)state;
	if (came == 2)
		print_message("this kernel has no Landlock\n");
	assert_true(came == 1 || came == 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(there_are_no_sockets),
		cmocka_unit_test(there_are_no_programs_and_processes),
		cmocka_unit_test(threads_and_reading_stay),
		cmocka_unit_test(only_the_output_can_be_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
