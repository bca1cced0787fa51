/* SPDX-License-Identifier: MIT */
#include "refusal.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "machine.h"

static const struct fg_loc nowhere = { 0 };

/* Whether seccomp filters this process' system calls, as containers do. */
static bool is_filtered(void)
{
	static const char key[] = "\nSeccomp:\t2";
	struct machine_text text;

	return machine_read("/proc/self/status", &text) &&
	       strstr(text.bytes, key) != NULL;
}

/* EACCES and EPERM: which of the locks holds. */
static fg_status tell_denied(int error, const struct event *event,
			     struct fg_diag *diag)
{
	int paranoid = (int)machine_limits().paranoid;

	if (paranoid == MACHINE_NO_EVENTS)
		return fg_fail(diag, FG_EIO, nowhere,
			       "this kernel offers no performance events "
			       "(there is no "
			       "/proc/sys/kernel/perf_event_paranoid)");
	if (error == EPERM && is_filtered() && geteuid() == 0)
		return fg_fail(diag, FG_EIO, nowhere,
			       "perf_event_open is refused, although this is "
			       "root: a container's seccomp filter does so; "
			       "start the container with '--cap-add PERFMON "
			       "--security-opt seccomp=unconfined'");
	if (paranoid > 2)
		return fg_fail(diag, FG_EIO, nowhere,
			       "perf_event_paranoid is %d, so only "
			       "root may record; 'sudo sysctl "
			       "kernel.perf_event_paranoid=2' allows users to "
			       "record their own programs",
			       paranoid);
	return fg_fail(diag, FG_EIO, nowhere,
		       "the kernel does not allow to record '%s' (%s): it is "
		       "another user's process, or more than "
		       "perf_event_paranoid=%d allows; 'sudo sysctl "
		       "kernel.perf_event_paranoid=-1' allows all, as does "
		       "running fg-record as root",
		       event->name, strerror(error), paranoid);
}

fg_status refusal_tell(int error, const struct event *event, size_t open,
		       struct fg_diag *diag)
{
	switch (error) {
	case EACCES:
	case EPERM:
		return tell_denied(error, event, diag);
	case ENOSYS:
		return fg_fail(diag, FG_EIO, nowhere,
			       "there is no perf_event_open here: the kernel "
			       "is built without CONFIG_PERF_EVENTS, or a "
			       "sandbox hides it; a container is started with "
			       "'--cap-add PERFMON --security-opt "
			       "seccomp=unconfined'");
	case EMFILE:
	case ENFILE:
		return fg_fail(diag, FG_EIO, nowhere,
			       "%zu counters are open, one for each thread and "
			       "CPU, and the limit of open files is reached; "
			       "'ulimit -n 1048576' as root raises it, or "
			       "record all of the machine with -a",
			       open);
	case ENOENT:
	case ENODEV:
	case EOPNOTSUPP:
		return fg_fail(diag, FG_EIO, nowhere,
			       "this machine cannot count '%s' (%s); virtual "
			       "machines often have no hardware events: try "
			       "'-e cpu-clock'",
			       event->name, strerror(error));
	case EBUSY:
		return fg_fail(diag, FG_EIO, nowhere,
			       "the counter for '%s' is in use, by another "
			       "profiler or a virtual machine",
			       event->name);
	default:
		return fg_fail(diag, FG_EIO, nowhere,
			       "the kernel refuses the event '%s': %s",
			       event->name, strerror(error));
	}
}

fg_status refusal_ring(int error, size_t pages, struct fg_diag *diag)
{
	if (error == EPERM)
		return fg_fail(diag, FG_EIO, nowhere,
			       "the kernel allows no buffer of %zu pages "
			       "(perf_event_mlock_kb is %d); a smaller "
			       "--mmap-pages does, or 'sudo sysctl "
			       "kernel.perf_event_mlock_kb=8192'",
			       pages, (int)machine_limits().mlock_kb);
	return fg_fail(diag, FG_EIO, nowhere,
		       "cannot map a buffer of %zu pages: %s", pages,
		       strerror(error));
}

fg_status refusal_no_process(pid_t pid, struct fg_diag *diag)
{
	return fg_fail(diag, FG_EIO, nowhere,
		       "there is no process or thread %d, or it has ended",
		       (int)pid);
}

void refusal_user_only(struct fg_diag *diag)
{
	fg_note(diag, nowhere,
		"perf_event_paranoid is %d: the kernel's part is not "
		"recorded; 'sudo sysctl kernel.perf_event_paranoid=1' allows "
		"it",
		(int)machine_limits().paranoid);
}

void refusal_no_names(struct fg_diag *diag)
{
	fg_note(diag, nowhere,
		"kptr_restrict is %d: the kernel's functions have no names; "
		"'sudo sysctl kernel.kptr_restrict=0' shows them",
		(int)machine_limits().kptr_restrict);
}
