/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* usleep */
#include "unit.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "fg/out.h"
#include "fg/text.h"

#include "profile.h"
#include "recorder.h"

/* Each test runs in an empty directory of its own. */
static int enter_directory(void **state)
{
	static char name[] = "/tmp/fg-test-XXXXXX";

	memcpy(name + sizeof name - 7, "XXXXXX", 6);
	*state = mkdtemp(name);
	return *state ? chdir(*state) : -1;
}

static int leave_directory(void **state)
{
	DIR *dir = opendir(".");
	struct dirent *entry;

	while ((entry = readdir(dir)))
		unlink(entry->d_name);
	closedir(dir);
	return rmdir(*state);
}

static size_t count_files(void)
{
	DIR *dir = opendir(".");
	size_t n = 0;

	while (readdir(dir))
		n++;
	closedir(dir);
	return n - 2;
}

static void assert_file(const char *path, const char *expected)
{
	size_t n = strlen(expected);
	char *text = calloc(1, n + 2);
	int fd = open(path, O_RDONLY);

	assert_true(fd >= 0);
	assert_int_equal(read(fd, text, n + 1), n);
	assert_string_equal(text, expected);
	close(fd);
	free(text);
}

static void write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);

	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
}

static void a_file_appears_when_it_is_done(void **state)
{
	struct recorder r = RECORDER(r);
	struct fg_out *out = fg_out_open("out", &r.diag);

	(void)state;
	fg_out_puts(out, FG_STR("hello"));
	fg_out_char(out, '\n');
	fg_out_flush(out);
	assert_int_equal(access("out", F_OK), -1);
	assert_int_equal(fg_out_close(out, true), FG_OK);
	assert_file("out", "hello\n");
	assert_int_equal(count_files(), 1);
	assert_string_equal(recorder_text(&r), "");
	recorder_free(&r);
}

static void new_files_have_the_usual_mode(void **state)
{
	mode_t old = umask(027);
	struct fg_out *out = fg_out_open("out", NULL);
	struct stat st;

	(void)state;
	assert_int_equal(fg_out_close(out, true), FG_OK);
	umask(old);
	assert_int_equal(stat("out", &st), 0);
	assert_int_equal(st.st_mode & 0777, 0640);
}

static void the_old_file_stays_until_then(void **state)
{
	struct fg_out *out;
	struct stat st;

	(void)state;
	write_file("out", "old");
	chmod("out", 0600);
	out = fg_out_open("out", NULL);
	fg_out_puts(out, FG_STR("new"));
	fg_out_flush(out);
	assert_file("out", "old");
	assert_int_equal(fg_out_close(out, true), FG_OK);
	assert_file("out", "new");
	assert_int_equal(stat("out", &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(count_files(), 1);
}

static void a_file_given_up_leaves_no_trace(void **state)
{
	struct fg_out *out;

	(void)state;
	write_file("out", "old");
	out = fg_out_open("out", NULL);
	fg_out_puts(out, FG_STR("new"));
	assert_int_equal(fg_out_close(out, false), FG_OK);
	assert_file("out", "old");
	assert_int_equal(count_files(), 1);
}

static void a_link_stays_a_link(void **state)
{
	struct fg_out *out;
	struct stat st;

	(void)state;
	write_file("target", "old");
	assert_int_equal(symlink("target", "out"), 0);
	out = fg_out_open("out", NULL);
	fg_out_puts(out, FG_STR("new"));
	assert_int_equal(fg_out_close(out, true), FG_OK);
	assert_int_equal(lstat("out", &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_file("target", "new");
	assert_int_equal(count_files(), 2);
}

static void no_such_directory(void **state)
{
	struct recorder r = RECORDER(r);

	(void)state;
	assert_null(fg_out_open("no/such/out", &r.diag));
	assert_string_equal(recorder_text(&r), "error no/such/out:0: cannot "
					       "open: "
					       "No such file or directory\n");
	recorder_free(&r);
	assert_null(fg_out_open("", &r.diag));
	assert_int_equal(r.diag.errors, 1);
	recorder_free(&r);
}

static void a_directory_is_no_file(void **state)
{
	struct recorder r = RECORDER(r);

	(void)state;
	assert_null(fg_out_open(".", &r.diag));
	assert_int_equal(r.diag.errors, 1);
	recorder_free(&r);
}

static void a_full_disk_is_said_once(void **state)
{
	struct recorder r = RECORDER(r);
	struct fg_out *out = fg_out_open("/dev/full", &r.diag);

	(void)state;
	assert_non_null(out);
	for (int i = 0; i < 300000; i++)
		fg_out_puts(out, FG_STR("0123456789"));
	assert_int_equal(fg_out_close(out, true), FG_EIO);
	assert_string_equal(recorder_text(&r), "error /dev/full:0: cannot "
					       "write: "
					       "No space left on device\n");
	recorder_free(&r);
}

static void devices_are_written_directly(void **state)
{
	struct fg_out *out = fg_out_open("/dev/null", NULL);
	struct stat st;

	(void)state;
	fg_out_puts(out, FG_STR("x"));
	assert_int_equal(fg_out_close(out, true), FG_OK);
	assert_int_equal(stat("/dev/null", &st), 0);
	assert_true(S_ISCHR(st.st_mode));
}

/* Pieces of all sizes around the buffer's. */
static void nothing_is_lost_at_the_buffers_end(void **state)
{
	enum { PIECE = 70001, PIECES = 40 };
	char *piece = malloc(PIECE), *back = malloc(PIECE);
	struct fg_out *out = fg_out_open("out", NULL);
	int fd;

	(void)state;
	for (size_t i = 0; i < PIECES; i++) {
		memset(piece, 'a' + (int)(i % 26), PIECE);
		fg_out_puts(out, (fg_str){ piece, PIECE - i * 1750 });
	}
	assert_int_equal(fg_out_close(out, true), FG_OK);
	fd = open("out", O_RDONLY);
	for (size_t i = 0; i < PIECES; i++) {
		size_t n = PIECE - i * 1750;

		memset(piece, 'a' + (int)(i % 26), PIECE);
		assert_int_equal(read(fd, back, n), n);
		assert_memory_equal(back, piece, n);
	}
	assert_int_equal(read(fd, back, 1), 0);
	close(fd);
	free(piece);
	free(back);
}

static void memory_keeps_it_all(void **state)
{
	struct fg_out *out = fg_out_memory();

	(void)state;
	for (int i = 0; i < 50000; i++)
		fg_out_printf(out, "%d%s", i % 10, "");
	assert_int_equal(out->used, 50000);
	fg_out_flush(out);
	assert_int_equal(out->used, 50000);
	fg_out_puts(out, (fg_str){ NULL, 0 });
	fg_out_number(out, 15, 1);
	assert_memory_equal(out->buffer + 49999, "91.5", 4);
	assert_int_equal(fg_out_close(out, true), FG_OK);
}

static void printf_of_any_length(void **state)
{
	struct fg_out *out = fg_out_memory();

	(void)state;
	fg_out_printf(out, "%0200000d", 7);
	assert_int_equal(out->used, 200000);
	assert_int_equal(out->buffer[199999], '7');
	assert_int_equal(fg_out_close(out, true), FG_OK);
}

static void a_line_stays_a_line(void **state)
{
	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);

	(void)state;
	profile_add(stacks, "a\nb;c", 1);
	assert_folded(stacks, "a b;c 1\n");
	fg_stacks_free(stacks);
}

/*
 * "user::rw-, user:65534:rw-, group::---, mask::rw-, other::---", as Linux
 * keeps it (linux/posix_acl_xattr.h); little-endian, as the format is.
 */
static const unsigned char access_list[] = {
	2,    0, 0, 0, /* version */
	0x01, 0, 6, 0, 0xff, 0xff, 0xff, 0xff, /* the owner */
	0x02, 0, 6, 0, 0xfe, 0xff, 0,	 0, /* a user */
	0x04, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, /* the group */
	0x10, 0, 6, 0, 0xff, 0xff, 0xff, 0xff, /* the mask */
	0x20, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, /* others */
};

static bool set_list(const char *path, const char *name)
{
	if (setxattr(path, name, access_list, sizeof access_list, 0) == 0)
		return true;
	print_message("no access control lists here\n");
	return false;
}

static ino_t number_of(const char *path)
{
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	return st.st_ino;
}

static void write_new(const char *path, struct fg_diag *diag)
{
	struct fg_out *out = fg_out_open(path, diag);

	assert_non_null(out);
	fg_out_puts(out, FG_STR("new"));
	assert_int_equal(fg_out_close(out, true), FG_OK);
}

/* Its mode, 0660, says of the group what is only the list's limit. */
static void a_file_with_an_access_list_keeps_it(void **state)
{
	struct recorder r = RECORDER(r);
	ino_t number;

	(void)state;
	write_file("out", "older than that");
	if (set_list("out", "system.posix_acl_access")) {
		number = number_of("out");
		write_new("out", &r.diag);
		assert_file("out", "new");
		assert_int_equal(number_of("out"), number);
		assert_int_equal(getxattr("out", "system.posix_acl_access",
					  NULL, 0),
				 sizeof access_list);
		assert_string_equal(recorder_text(&r), "note out:0: written "
						       "over, not replaced: "
						       "there cannot be a new "
						       "file with its "
						       "access control list\n");
	}
	recorder_free(&r);
}

/* A new file would be given the list of the folder. */
static void nobody_comes_in_by_the_folders_list(void **state)
{
	struct recorder r = RECORDER(r);

	(void)state;
	write_file("out", "old");
	if (set_list(".", "system.posix_acl_default")) {
		write_new("out", &r.diag);
		assert_file("out", "new");
		assert_int_equal(getxattr("out", "system.posix_acl_access",
					  NULL, 0),
				 -1);
		write_new("made", &r.diag);
		assert_int_equal(getxattr("made", "system.posix_acl_access",
					  NULL, 0),
				 sizeof access_list);
	}
	recorder_free(&r);
}

static void extended_attributes_are_not_taken_over(void **state)
{
	(void)state;
	write_file("out", "old");
	if (setxattr("out", "user.fg", "x", 1, 0) != 0) {
		print_message("no extended attributes here\n");
		return;
	}
	write_new("out", NULL);
	assert_int_equal(getxattr("out", "user.fg", NULL, 0), -1);
}

/* Who exchanges names while we write is not followed. */
static void a_link_put_there_meanwhile_is_replaced(void **state)
{
	struct fg_out *out;
	struct stat st;

	(void)state;
	write_file("precious", "old");
	write_file("out", "old");
	out = fg_out_open("out", NULL);
	fg_out_puts(out, FG_STR("new"));
	assert_int_equal(unlink("out"), 0);
	assert_int_equal(symlink("precious", "out"), 0);
	assert_int_equal(fg_out_close(out, true), FG_OK);
	assert_file("precious", "old");
	assert_int_equal(lstat("out", &st), 0);
	assert_true(S_ISREG(st.st_mode));
	assert_file("out", "new");
}

static void a_folder_put_there_meanwhile_is_not_used(void **state)
{
	struct fg_out *out;

	(void)state;
	assert_int_equal(mkdir("folder", 0700), 0);
	out = fg_out_open("folder/out", NULL);
	fg_out_puts(out, FG_STR("new"));
	assert_int_equal(rename("folder", "away"), 0);
	assert_int_equal(mkdir("folder", 0700), 0);
	assert_int_equal(fg_out_close(out, true), FG_OK);
	assert_file("away/out", "new");
	assert_int_equal(rmdir("folder"), 0);
	assert_int_equal(unlink("away/out"), 0);
	assert_int_equal(rmdir("away"), 0);
}

/* Our own descriptors are no place that a user can have meant. */
static void a_descriptor_of_our_own_is_none(void **state)
{
	int fd = open("other", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	struct recorder r = RECORDER(r);
	char path[32];

	(void)state;
	snprintf(path, sizeof path, "/dev/fd/%d", fd);
	assert_null(fg_out_open(path, &r.diag));
	assert_int_equal(fcntl(fd, F_SETFD, 0), 0);
	write_new(path, &r.diag);
	assert_file("other", "new");
	assert_int_equal(r.diag.errors, 1);
	close(fd);
	recorder_free(&r);
}

/* What waits for room in a pipe that was made not to wait. */
static void a_pipe_that_does_not_wait_gets_it_all(void **state)
{
	enum { SIZE = 1 << 20 };
	struct fg_out *out;
	int ends[2], status;
	char path[32];
	pid_t child;

	(void)state;
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
	child = fork();
	if (child == 0) {
		char buffer[4096];
		ssize_t n = 0, all = 0;

		close(ends[1]);
		usleep(50000);
		while ((n = read(ends[0], buffer, sizeof buffer)) > 0)
			all += n;
		_exit(all != SIZE);
	}
	close(ends[0]);
	snprintf(path, sizeof path, "/dev/fd/%d", ends[1]);
	out = fg_out_open(path, NULL);
	for (unsigned i = 0; i < SIZE / 16; i++)
		fg_out_puts(out, FG_STR("0123456789abcdef"));
	assert_int_equal(fg_out_close(out, true), FG_OK);
	close(ends[1]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

static void an_output_can_be_an_input(void **state)
{
	static const char *const inputs[] = { "missing", "other", "in", NULL };

	(void)state;
	write_file("other", "");
	write_file("in", "");
	assert_int_equal(symlink("in", "link"), 0);
	assert_string_equal(fg_out_is_input("link", inputs), "in");
	assert_null(fg_out_is_input("missing", inputs));
	assert_null(fg_out_is_input("-", inputs));
	assert_null(fg_out_is_input("/dev/null",
				    (const char *[]){ "/dev/null", NULL }));
}

#define IN_DIRECTORY(test) \
	cmocka_unit_test_setup_teardown(test, enter_directory, leave_directory)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_DIRECTORY(a_file_appears_when_it_is_done),
		IN_DIRECTORY(new_files_have_the_usual_mode),
		IN_DIRECTORY(the_old_file_stays_until_then),
		IN_DIRECTORY(a_file_given_up_leaves_no_trace),
		IN_DIRECTORY(a_link_stays_a_link),
		IN_DIRECTORY(no_such_directory),
		IN_DIRECTORY(a_directory_is_no_file),
		IN_DIRECTORY(a_full_disk_is_said_once),
		IN_DIRECTORY(devices_are_written_directly),
		IN_DIRECTORY(nothing_is_lost_at_the_buffers_end),
		IN_DIRECTORY(a_file_with_an_access_list_keeps_it),
		IN_DIRECTORY(nobody_comes_in_by_the_folders_list),
		IN_DIRECTORY(extended_attributes_are_not_taken_over),
		IN_DIRECTORY(a_link_put_there_meanwhile_is_replaced),
		IN_DIRECTORY(a_folder_put_there_meanwhile_is_not_used),
		IN_DIRECTORY(a_descriptor_of_our_own_is_none),
		IN_DIRECTORY(a_pipe_that_does_not_wait_gets_it_all),
		IN_DIRECTORY(an_output_can_be_an_input),
		cmocka_unit_test(memory_keeps_it_all),
		cmocka_unit_test(printf_of_any_length),
		cmocka_unit_test(a_line_stays_a_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
