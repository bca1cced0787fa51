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

#include "fg/sandbox.h"
#include "recorder.h"
#include "unit.h"

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

static const char *const no_outputs[] = { NULL };

static int no_sockets(void)
{
	fg_sandbox_enter(no_outputs);
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

	fg_sandbox_enter(no_outputs);
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

	fg_sandbox_enter(no_outputs);
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

/* A program may still end itself by a signal, as abort() does. */
static int own_end(void)
{
	fg_sandbox_enter(no_outputs);
	raise(SIGTERM);
	return 0;
}

static void ones_own_signals_stay(void **state)
{
	pid_t child = fork();
	int status = 0;

	(void)state;
	assert_true(child >= 0);
	if (child == 0)
		_exit(own_end());
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGTERM);
}

/* The output was opened before; its name may come, change and go. */
static int names_in_the_folder_only(void)
{
	char folder[] = "/tmp/fg-sandbox-XXXXXX";
	char file[64], renamed[64], other[64];
	const char *outputs[] = { file, NULL };
	struct fg_sandbox held;
	int fd;

	if (!mkdtemp(folder))
		return 0;
	snprintf(file, sizeof file, "%s/out", folder);
	snprintf(renamed, sizeof renamed, "%s/renamed", folder);
	snprintf(other, sizeof other, "%s-other", folder);
	fd = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	held = fg_sandbox_enter(outputs);
	if (fd < 0 || write(fd, "x", 1) != 1 || close(fd) != 0)
		return 0;
	if (!refused(open(file, O_WRONLY | O_CLOEXEC)) ||
	    !refused(open(other, O_WRONLY | O_CREAT | O_CLOEXEC, 0600)))
		return 0;
	if (held.files > 0 && link(file, other) == 0)
		return 0;
	return rename(file, renamed) == 0 && unlink(renamed) == 0;
}

static void only_names_of_outputs_change(void **state)
{
	(void)state;
	assert_int_equal(in_child(names_in_the_folder_only), 1);
}

static void what_is_missing_is_told(void **state)
{
	static const struct {
		struct fg_sandbox held;
		const char *note;
	} rows[] = {
		{ { true, true, 1 }, "" },
		{ { false, false, 0 }, "" },
		{ { true, true, 0 },
		  "note -:0: the sandbox is incomplete: this system "
		  "offers no Landlock\n" },
		{ { true, false, 6 },
		  "note -:0: the sandbox is incomplete: this system "
		  "offers no seccomp\n" },
		{ { true, false, 0 },
		  "note -:0: the sandbox is incomplete: this system "
		  "offers neither seccomp nor Landlock\n" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct recorder r = RECORDER(r);

		fg_sandbox_report(&rows[i].held, &r.diag);
		assert_string_equal(recorder_text(&r), rows[i].note);
		recorder_free(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(there_are_no_sockets),
		cmocka_unit_test(there_are_no_programs_and_processes),
		cmocka_unit_test(threads_and_reading_stay),
		cmocka_unit_test(ones_own_signals_stay),
		cmocka_unit_test(only_names_of_outputs_change),
		cmocka_unit_test(what_is_missing_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
