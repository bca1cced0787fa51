/* SPDX-License-Identifier: MIT */
/*
 * Tries each system call that SECURITY.md says the programs give up, one by
 * one, and prints those that the sandbox lets through. Each has arguments that
 * do no harm where it is let through: bad descriptors, bad addresses, files
 * that are not there. Linked with the core of the release build.
 *
 *	denied FILE OTHER	FILE exists and can be written; OTHER does not
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fg/sandbox.h"

/* A call that must not get through, whatever its arguments are. */
struct attempt {
	const char *name;
	long number;
	long arguments[4];
};

#define NOT_THERE (-1)
#define ATTEMPT(name, ...)          \
	{                           \
#name, SYS_##name,  \
		{                   \
			__VA_ARGS__ \
		}                   \
	}

static const char nowhere[] = "/nonexistent/fg";

static const struct attempt attempts[] = {
	/* starting programs, making processes */
	ATTEMPT(execve, (long)nowhere, 0),
	ATTEMPT(execveat, NOT_THERE, (long)nowhere),
	ATTEMPT(clone, SIGCHLD | CLONE_NEWUSER, 0),
	ATTEMPT(clone3, 0, 0),
	ATTEMPT(unshare, CLONE_NEWUSER, 0),
	ATTEMPT(setns, NOT_THERE, 0),
	/* the network */
	ATTEMPT(socket, AF_INET, SOCK_STREAM),
	ATTEMPT(socketpair, AF_UNIX, SOCK_STREAM),
	ATTEMPT(bind, NOT_THERE, 0),
	ATTEMPT(connect, NOT_THERE, 0),
	ATTEMPT(listen, NOT_THERE, 0),
	ATTEMPT(accept, NOT_THERE, 0),
	ATTEMPT(accept4, NOT_THERE, 0),
	ATTEMPT(sendto, NOT_THERE, 0),
	ATTEMPT(sendmsg, NOT_THERE, 0),
	ATTEMPT(sendmmsg, NOT_THERE, 0),
	/* signals to others, tracing */
	ATTEMPT(kill, 1, 0),
	ATTEMPT(tkill, 1, 0),
	ATTEMPT(tgkill, 1, 1),
	ATTEMPT(rt_sigqueueinfo, 1, 0),
	ATTEMPT(rt_tgsigqueueinfo, 1, 1),
	ATTEMPT(pidfd_send_signal, NOT_THERE, 0),
	ATTEMPT(pidfd_open, 1, 0),
	ATTEMPT(pidfd_getfd, NOT_THERE, 0),
	ATTEMPT(ptrace, 16, 1),
	ATTEMPT(process_vm_readv, 1, 0),
	ATTEMPT(process_vm_writev, 1, 0),
	ATTEMPT(kcmp, 1, 1),
	/* the contents of files elsewhere */
	ATTEMPT(truncate, (long)nowhere, 0),
	ATTEMPT(copy_file_range, NOT_THERE, 0),
	ATTEMPT(fallocate, NOT_THERE, 0),
	/* modes, owners, times and attributes */
	ATTEMPT(fchmod, NOT_THERE, 0),
	ATTEMPT(fchmodat, AT_FDCWD, (long)nowhere),
	ATTEMPT(fchown, NOT_THERE, 0),
	ATTEMPT(fchownat, AT_FDCWD, (long)nowhere),
	ATTEMPT(utimensat, AT_FDCWD, (long)nowhere),
	ATTEMPT(setxattr, (long)nowhere, 0),
	ATTEMPT(lsetxattr, (long)nowhere, 0),
	ATTEMPT(fsetxattr, NOT_THERE, 0),
	ATTEMPT(removexattr, (long)nowhere, 0),
	ATTEMPT(lremovexattr, (long)nowhere, 0),
	ATTEMPT(fremovexattr, NOT_THERE, 0),
	ATTEMPT(ioctl, NOT_THERE, (long)FS_IOC_SETFLAGS),
	ATTEMPT(ioctl, NOT_THERE, (long)FIFREEZE),
	ATTEMPT(ioctl, NOT_THERE, 0x5412), /* TIOCSTI */
	ATTEMPT(fcntl, NOT_THERE, F_SETOWN),
	ATTEMPT(fcntl, NOT_THERE, F_SETLEASE),
	/* new names that are no output */
	ATTEMPT(mknodat, AT_FDCWD, (long)nowhere),
	ATTEMPT(mkdirat, AT_FDCWD, (long)nowhere),
	ATTEMPT(symlinkat, (long)nowhere, AT_FDCWD),
	ATTEMPT(memfd_create, (long)nowhere, 0),
	ATTEMPT(open_by_handle_at, NOT_THERE, 0),
	ATTEMPT(name_to_handle_at, NOT_THERE, 0),
	/* limits, priorities and other processes' processors */
	ATTEMPT(setpriority, PRIO_PROCESS, 0),
	ATTEMPT(prlimit64, 1, RLIMIT_NOFILE),
	ATTEMPT(prlimit64, 0, RLIMIT_NOFILE, 1L << 33),
	ATTEMPT(setrlimit, RLIMIT_NOFILE, 0),
	ATTEMPT(sched_setaffinity, 1, 0),
	ATTEMPT(sched_setscheduler, 1, 0),
	ATTEMPT(ioprio_set, 1, 1),
	ATTEMPT(prctl, PR_SET_DUMPABLE, 7),
	ATTEMPT(seccomp, 99, 0),
	/* what only root may do */
	ATTEMPT(mount, 0, 0),
	ATTEMPT(umount2, (long)nowhere, 0),
	ATTEMPT(pivot_root, (long)nowhere, (long)nowhere),
	ATTEMPT(chroot, (long)nowhere, 0),
	ATTEMPT(fsopen, (long)nowhere, 0),
	ATTEMPT(fsmount, NOT_THERE, 0),
	ATTEMPT(fspick, NOT_THERE, (long)nowhere),
	ATTEMPT(fsconfig, NOT_THERE, 0),
	ATTEMPT(open_tree, NOT_THERE, (long)nowhere),
	ATTEMPT(move_mount, NOT_THERE, (long)nowhere),
	ATTEMPT(setuid, NOT_THERE, 0),
	ATTEMPT(setgid, NOT_THERE, 0),
	ATTEMPT(setreuid, NOT_THERE, NOT_THERE),
	ATTEMPT(setregid, NOT_THERE, NOT_THERE),
	ATTEMPT(setresuid, NOT_THERE, NOT_THERE, NOT_THERE),
	ATTEMPT(setresgid, NOT_THERE, NOT_THERE, NOT_THERE),
	ATTEMPT(setgroups, NOT_THERE, 0),
	ATTEMPT(setfsuid, NOT_THERE, 0),
	ATTEMPT(capset, 0, 0),
	ATTEMPT(settimeofday, 1, 0),
	ATTEMPT(clock_settime, 99, 0),
	ATTEMPT(adjtimex, 0, 0),
	ATTEMPT(sethostname, 1, NOT_THERE),
	ATTEMPT(setdomainname, 1, NOT_THERE),
	ATTEMPT(fanotify_init, NOT_THERE, 0),
	ATTEMPT(fanotify_mark, NOT_THERE, 0),
	ATTEMPT(init_module, 0, 0),
	ATTEMPT(finit_module, NOT_THERE, 0),
	ATTEMPT(delete_module, (long)nowhere, 0),
	ATTEMPT(kexec_load, 0, NOT_THERE),
	ATTEMPT(reboot, 0, 0),
	ATTEMPT(swapon, (long)nowhere, 0),
	ATTEMPT(quotactl, NOT_THERE, 0),
	ATTEMPT(syslog, 99, 0),
	ATTEMPT(acct, (long)nowhere, 0),
	ATTEMPT(madvise, 0, 0, 100), /* MADV_HWPOISON */
	/* ways around */
	ATTEMPT(bpf, NOT_THERE, 0),
	ATTEMPT(perf_event_open, 0, 0),
	ATTEMPT(userfaultfd, NOT_THERE, 0),
	ATTEMPT(io_uring_setup, 0, 0),
	ATTEMPT(io_setup, 0, 0),
	ATTEMPT(keyctl, NOT_THERE, 0),
	ATTEMPT(add_key, 0, 0),
	ATTEMPT(request_key, 0, 0),
	ATTEMPT(personality, NOT_THERE, 0),
	/* memory that others see */
	ATTEMPT(shmget, NOT_THERE, 0),
	ATTEMPT(shmat, NOT_THERE, 0),
	ATTEMPT(shmctl, NOT_THERE, 0),
	ATTEMPT(semget, NOT_THERE, 0),
	ATTEMPT(semctl, NOT_THERE, 0),
	ATTEMPT(msgget, NOT_THERE, 0),
	ATTEMPT(msgctl, NOT_THERE, 0),
	ATTEMPT(mq_open, (long)nowhere, 0),
#ifdef SYS_open /* of x86 alone */
	ATTEMPT(fork, 0, 0),
	ATTEMPT(vfork, 0, 0),
	ATTEMPT(creat, (long)nowhere, 0),
	ATTEMPT(open, (long)nowhere, O_WRONLY),
	ATTEMPT(open, (long)nowhere, O_RDONLY | O_TRUNC),
	ATTEMPT(chmod, (long)nowhere, 0),
	ATTEMPT(chown, (long)nowhere, 0),
	ATTEMPT(lchown, (long)nowhere, 0),
	ATTEMPT(utime, (long)nowhere, 0),
	ATTEMPT(utimes, (long)nowhere, 0),
	ATTEMPT(mknod, (long)nowhere, 0),
	ATTEMPT(mkdir, (long)nowhere, 0),
	ATTEMPT(symlink, (long)nowhere, 0),
	ATTEMPT(arch_prctl, NOT_THERE, 0),
	ATTEMPT(iopl, 99, 0),
	ATTEMPT(modify_ldt, NOT_THERE, 0),
#endif
};

static int failures;

static void expect(const char *what, bool held)
{
	if (held)
		return;
	printf("denied: %s: %s\n", what, strerror(errno));
	failures++;
}

/*
 * EPERM, or ENOSYS for calls that stand for newer ones. A call that the
 * kernel has not got is refused as well.
 */
static bool refused(long result)
{
	return result == -1 && (errno == EPERM || errno == ENOSYS);
}

static void try_calls(void)
{
	for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
		const struct attempt *try = &attempts[i];
		const long *arguments = try->arguments;

		errno = 0;
		expect(try->name,
		       refused(syscall(try->number, arguments[0], arguments[1],
				       arguments[2], arguments[3])));
	}
	errno = 0;
	expect("a call of tomorrow", syscall(100000) == -1 && errno == ENOSYS);
}

/* `other` is a name beside `path` that no file has. */
static void try_files(const char *path, const char *other, bool has_landlock)
{
	static const int ways[] = {
		O_WRONLY,
		O_RDWR,
		O_RDONLY | O_TRUNC,
		O_RDONLY | O_CREAT,
	};

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		errno = 0;
		expect("opening to write",
		       open(path, ways[i] | O_CLOEXEC, 0600) < 0 &&
			       errno == EPERM);
	}
	if (!has_landlock)
		return;
	expect("removing", unlink(path) != 0 && errno == EACCES);
	expect("renaming", rename(path, other) != 0 && errno == EACCES);
	expect("linking", link(path, other) != 0 && errno == EACCES);
}

static void *nothing(void *context)
{
	return context;
}

/* What the programs need is there. */
static void try_needed(const char *path)
{
	struct rlimit limit;
	pthread_t thread;
	void *memory = malloc(1 << 24);
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	expect("reading", fd >= 0 && close(fd) == 0);
	expect("threads", pthread_create(&thread, NULL, nothing, NULL) == 0 &&
				  pthread_join(thread, NULL) == 0);
	expect("memory", memory != NULL);
	expect("asking limits", getrlimit(RLIMIT_DATA, &limit) == 0);
	free(memory);
}

int main(int argc, char **argv)
{
	const char *none[] = { NULL };
	struct fg_sandbox held;

	if (argc != 3)
		return 2;
	held = fg_sandbox_enter(none);
	if (!held.known || !held.calls) {
		puts("denied: no seccomp filter here");
		return 2;
	}
	if (held.files == 0)
		puts("denied: no Landlock here, only seccomp is tried");
	try_calls();
	try_files(argv[1], argv[2], held.files > 0);
	try_needed(argv[1]);
	printf("denied: %zu calls tried, %d let through\n",
	       sizeof attempts / sizeof *attempts, failures);
	return failures > 0;
}
