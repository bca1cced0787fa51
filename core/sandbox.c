/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* syscall */
#include "fg/sandbox.h"

#if defined(__linux__) && !defined(FG_NO_SANDBOX) && \
	(defined(__x86_64__) || defined(__aarch64__))

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "target.h"

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/*
 * What a reader of files never does. A list of what is denied, not of what is
 * allowed: the libraries below us may use any harmless call tomorrow.
 */
static const unsigned denied[] = {
#ifdef SYS_fork
	SYS_fork,
	SYS_vfork,
#endif
	SYS_execve,
	SYS_execveat,
	SYS_kill,
	SYS_ptrace,
	SYS_process_vm_readv,
	SYS_process_vm_writev,
	SYS_socket,
	SYS_socketpair,
	SYS_bind,
	SYS_connect,
	SYS_listen,
	SYS_accept,
	SYS_accept4,
	SYS_mount,
	SYS_umount2,
	SYS_pivot_root,
	SYS_chroot,
	SYS_unshare,
	SYS_setns,
	SYS_bpf,
	SYS_perf_event_open,
	SYS_userfaultfd,
	SYS_keyctl,
	SYS_add_key,
	SYS_request_key,
	SYS_init_module,
	SYS_finit_module,
	SYS_delete_module,
	SYS_kexec_load,
	SYS_io_uring_setup,
	SYS_memfd_create,
	SYS_open_by_handle_at,
	SYS_mknodat,
	SYS_symlinkat,
	SYS_setuid,
	SYS_setgid,
	SYS_setresuid,
	SYS_setresgid,
	SYS_reboot,
};

enum {
	COUNT = sizeof denied / sizeof *denied,
	PROLOGUE = 11,
	FILTER_SIZE = PROLOGUE + COUNT + 2,
	X32_BIT = 0x40000000,
};

static struct sock_filter load(unsigned offset)
{
	return (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset);
}

/* Goes `yes` or `no` steps further. */
static struct sock_filter jump(unsigned test, unsigned value, unsigned yes,
			       unsigned no)
{
	return (struct sock_filter)BPF_JUMP(BPF_JMP | test | BPF_K, value,
					    (unsigned char)yes,
					    (unsigned char)no);
}

static struct sock_filter answer(unsigned value)
{
	return (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, value);
}

/*
 * Another machine's numbers mean other calls: all denied. clone3 keeps its
 * flags where a filter cannot look, so it is said not to exist, and the
 * library falls back to clone, which may make threads but no processes.
 */
static void build_filter(struct sock_filter *f)
{
	const unsigned no = SECCOMP_RET_ERRNO | EPERM;
	unsigned n = 0;

	f[n++] = load(offsetof(struct seccomp_data, arch));
	f[n++] = jump(BPF_JEQ, ARCHITECTURE, 1, 0);
	f[n++] = answer(no);
	f[n++] = load(offsetof(struct seccomp_data, nr));
	f[n++] = jump(BPF_JGE, X32_BIT, COUNT + 7, 0);
	f[n++] = jump(BPF_JEQ, SYS_clone3, 0, 1);
	f[n++] = answer(SECCOMP_RET_ERRNO | ENOSYS);
	f[n++] = jump(BPF_JEQ, SYS_clone, 0, 3);
	f[n++] = load(offsetof(struct seccomp_data, args));
	f[n++] = jump(BPF_JSET, CLONE_THREAD, 0, COUNT + 2);
	f[n++] = answer(SECCOMP_RET_ALLOW);
	for (unsigned i = 0; i < COUNT; i++)
		f[n++] = jump(BPF_JEQ, denied[i], COUNT - i, 0);
	f[n++] = answer(SECCOMP_RET_ALLOW);
	f[n++] = answer(no);
}

static void deny_calls(void)
{
	struct sock_filter filter[FILTER_SIZE];
	struct sock_fprog program = { FILTER_SIZE, filter };

	build_filter(filter);
	(void)prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

enum {
	WRITES = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
		 LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
		 LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
		 LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
		 LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM,
};

/* The folder of the file that fg_out_open will make of it, behind any links. */
static void allow_folder(int rules, const char *writable)
{
	struct landlock_path_beneath_attr beneath = {
		.allowed_access = WRITES,
	};
	struct target target;

	if (target_find(&target, writable) &&
	    target.kind != TARGET_DESCRIPTOR) {
		beneath.parent_fd = target.folder;
		(void)syscall(SYS_landlock_add_rule, rules,
			      LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
	}
	target_free(&target);
}

static void deny_writes(const char *const *writable)
{
	struct landlock_ruleset_attr attr = { .handled_access_fs = WRITES };
	int rules = (int)syscall(SYS_landlock_create_ruleset, &attr,
				 sizeof attr, 0);

	if (rules < 0)
		return;
	for (; writable && *writable; writable++) {
		if (strcmp(*writable, "-") != 0)
			allow_folder(rules, *writable);
	}
	(void)syscall(SYS_landlock_restrict_self, rules, 0);
	close(rules);
}

void fg_sandbox_enter(const char *const *writable)
{
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return;
	deny_writes(writable);
	deny_calls();
}

#else

void fg_sandbox_enter(const char *const *writable)
{
	(void)writable;
}

#endif
