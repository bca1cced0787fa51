/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* syscall, F_SETPIPE_SZ */
#include "sandbox_calls.h"

#if SANDBOX_LINUX

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/*
 * Calls that are allowed with any arguments. They were found by tracing the
 * test suite with glibc and musl. Similar calls are listed too where another
 * version of a C library may use them for the same purpose.
 */
static const unsigned allowed[] = {
	/* reading and writing what is open */
	SYS_read,
	SYS_pread64,
	SYS_readv,
	SYS_preadv,
	SYS_write,
	SYS_writev,
	SYS_pwrite64,
	SYS_pwritev,
	SYS_lseek,
	SYS_close,
	SYS_dup,
	SYS_dup3,
	SYS_fsync,
	SYS_fdatasync,
	SYS_ftruncate,
	SYS_fadvise64,
	SYS_ppoll,
	SYS_pselect6,
	/* asking about files */
	SYS_fstat,
	SYS_newfstatat,
	SYS_statx,
	SYS_statfs,
	SYS_fstatfs,
	SYS_faccessat,
	SYS_faccessat2,
	SYS_readlinkat,
	SYS_getdents64,
	SYS_getcwd,
	SYS_umask,
	/* giving the finished file its name; Landlock says where */
	SYS_linkat,
	SYS_renameat,
	SYS_renameat2,
	SYS_unlinkat,
	/* memory */
	SYS_mmap,
	SYS_munmap,
	SYS_mprotect,
	SYS_mremap,
	SYS_brk,
	/* threads and time */
	SYS_futex,
	SYS_set_robust_list,
	SYS_get_robust_list,
	SYS_rseq,
	SYS_membarrier,
	SYS_sched_yield,
	SYS_sched_getaffinity,
	SYS_getcpu,
	SYS_set_tid_address,
	SYS_gettid,
	SYS_nanosleep,
	SYS_clock_nanosleep,
	SYS_clock_gettime,
	SYS_clock_getres,
	SYS_gettimeofday,
	SYS_restart_syscall,
	SYS_exit,
	SYS_exit_group,
	/* one's own signals */
	SYS_rt_sigaction,
	SYS_rt_sigprocmask,
	SYS_rt_sigreturn,
	SYS_rt_sigpending,
	SYS_rt_sigsuspend,
	SYS_sigaltstack,
	/* asking about the process and the machine */
	SYS_getpid,
	SYS_getppid,
	SYS_getuid,
	SYS_geteuid,
	SYS_getgid,
	SYS_getegid,
	SYS_getgroups,
	SYS_getrusage,
	SYS_times,
	SYS_uname,
	SYS_sysinfo,
	SYS_getrandom,
#ifdef SYS_stat /* old calls for the same, which x86 still has */
	SYS_stat,
	SYS_lstat,
	SYS_access,
	SYS_readlink,
	SYS_getdents,
	SYS_link,
	SYS_rename,
	SYS_unlink,
	SYS_dup2,
	SYS_poll,
	SYS_select,
	SYS_pause,
	SYS_time,
	SYS_getrlimit,
#endif
};

enum {
	ALLOWED = sizeof allowed / sizeof *allowed,
	ROOM = 3 * ALLOWED,
	NEWEST_KNOWN = 440, /* process_madvise, new in Linux 5.10 */
	X32_BIT = 0x40000000,
	WRITING = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC,
	POISON = 100, /* MADV_HWPOISON; MADV_SOFT_OFFLINE is 101 */
};

/*
 * The ioctl of isatty() in glibc 2.42; <asm/termbits.h> has it, not
 * <termios.h>.
 */
#define TCGETS_2 0x802c542aU

/* A filter under construction. */
struct filter {
	struct sock_filter code[ROOM];
	unsigned count;
};

static void add(struct filter *f, unsigned code, unsigned value, unsigned yes,
		unsigned no)
{
	f->code[f->count++] = (struct sock_filter){ (uint16_t)code,
						    (uint8_t)yes, (uint8_t)no,
						    value };
}

static void load(struct filter *f, size_t offset)
{
	add(f, BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0, 0);
}

static void answer(struct filter *f, unsigned value)
{
	add(f, BPF_RET | BPF_K, value, 0, 0);
}

static void refuse(struct filter *f, int error)
{
	answer(f, SECCOMP_RET_ERRNO | (unsigned)error);
}

/* The lower 32 bits of an argument; both machines are little-endian. */
static void load_argument(struct filter *f, unsigned number)
{
	load(f,
	     offsetof(struct seccomp_data, args) + number * sizeof(uint64_t));
}

static void load_upper_half(struct filter *f, unsigned number)
{
	load(f, offsetof(struct seccomp_data, args) +
			number * sizeof(uint64_t) + sizeof(uint32_t));
}

/*
 * The next `length` instructions are for this call only, and all paths of them
 * return.
 */
static void on_call(struct filter *f, unsigned call, unsigned length)
{
	add(f, BPF_JMP | BPF_JEQ | BPF_K, call, 0, length);
}

/*
 * Allows the call if the argument passes the test; else it fails with EPERM.
 * The filter returns here.
 */
static void only_if(struct filter *f, unsigned call, unsigned argument,
		    unsigned test, unsigned value)
{
	on_call(f, call, 4);
	load_argument(f, argument);
	add(f, BPF_JMP | test | BPF_K, value, 0, 1);
	answer(f, SECCOMP_RET_ALLOW);
	refuse(f, EPERM);
}

/* The same with the opposite test. */
static void unless(struct filter *f, unsigned call, unsigned argument,
		   unsigned test, unsigned value)
{
	on_call(f, call, 4);
	load_argument(f, argument);
	add(f, BPF_JMP | test | BPF_K, value, 1, 0);
	answer(f, SECCOMP_RET_ALLOW);
	refuse(f, EPERM);
}

/* Allows the call if the argument is one of these. */
static void only_for(struct filter *f, unsigned call, unsigned argument,
		     const unsigned *values, unsigned count)
{
	on_call(f, call, count + 3);
	load_argument(f, argument);
	for (unsigned i = 0; i < count; i++)
		add(f, BPF_JMP | BPF_JEQ | BPF_K, values[i], count - i, 0);
	refuse(f, EPERM);
	answer(f, SECCOMP_RET_ALLOW);
}

/*
 * Refuses all calls of another architecture, because its numbers mean other
 * calls. Otherwise loads the number of the call.
 */
static void begin(struct filter *f)
{
	load(f, offsetof(struct seccomp_data, arch));
	add(f, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
	refuse(f, EPERM);
	load(f, offsetof(struct seccomp_data, nr));
	add(f, BPF_JMP | BPF_JGE | BPF_K, X32_BIT, 0, 1);
	refuse(f, ENOSYS);
}

static void allow_plain_calls(struct filter *f)
{
	for (unsigned i = 0; i < ALLOWED; i++) {
		on_call(f, allowed[i], 1);
		answer(f, SECCOMP_RET_ALLOW);
	}
}

/*
 * A filter cannot read flags in memory. So these calls fail with ENOSYS, and C
 * libraries fall back to clone, openat and close.
 */
static void hide_new_calls(struct filter *f)
{
	static const unsigned hidden[] = { SYS_clone3, SYS_openat2,
					   SYS_close_range };

	for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
		on_call(f, hidden[i], 1);
		refuse(f, ENOSYS);
	}
}

/* Allows a program to end itself by a signal, as abort() does. */
static void allow_own_signals(struct filter *f)
{
	only_if(f, SYS_tgkill, 0, BPF_JEQ, (unsigned)getpid());
	only_if(f, SYS_tkill, 0, BPF_JEQ, (unsigned)syscall(SYS_gettid));
}

/* The process may read its own limits, but not set them. */
static void allow_asking_limits(struct filter *f)
{
	on_call(f, SYS_prlimit64, 8);
	load_argument(f, 0);
	add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 5);
	load_argument(f, 2);
	add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3);
	load_upper_half(f, 2);
	add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1);
	answer(f, SECCOMP_RET_ALLOW);
	refuse(f, EPERM);
}

static void allow_reading_files(struct filter *f)
{
#ifdef SYS_open
	unless(f, SYS_open, 1, BPF_JSET, WRITING);
#endif
	unless(f, SYS_openat, 2, BPF_JSET, WRITING);
}

static void allow_some_arguments(struct filter *f)
{
	static const unsigned controls[] = {
		F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD,	F_SETFD,
		F_GETFL, F_SETFL,	  F_SETPIPE_SZ, F_GETPIPE_SZ,
	};
	static const unsigned terminals[] = { TCGETS, TCGETS_2, TIOCGWINSZ };

	only_for(f, SYS_fcntl, 1, controls, sizeof controls / sizeof *controls);
	only_for(f, SYS_ioctl, 1, terminals,
		 sizeof terminals / sizeof *terminals);
	unless(f, SYS_madvise, 2, BPF_JGE, POISON);
}

static void end(struct filter *f)
{
	add(f, BPF_JMP | BPF_JGT | BPF_K, NEWEST_KNOWN, 0, 1);
	refuse(f, ENOSYS);
	refuse(f, EPERM);
}

bool sandbox_deny_calls(void)
{
	struct filter filter = { .count = 0 };
	struct sock_fprog program = { .filter = filter.code };

	begin(&filter);
	allow_plain_calls(&filter);
	hide_new_calls(&filter);
	/* threads are allowed, processes are not */
	only_if(&filter, SYS_clone, 0, BPF_JSET, CLONE_THREAD);
	allow_own_signals(&filter);
	allow_asking_limits(&filter);
	allow_reading_files(&filter);
	allow_some_arguments(&filter);
	end(&filter);
	program.len = (unsigned short)filter.count;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#else

bool sandbox_deny_calls(void)
{
	return false;
}

#endif
