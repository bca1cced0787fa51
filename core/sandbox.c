/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* syscall */
#include "fg/sandbox.h"

#include "sandbox_calls.h"

void fg_sandbox_report(const struct fg_sandbox *held, struct fg_diag *diag)
{
	const char *gap = NULL;

	if (held->known && !held->calls && held->files == 0)
		gap = "neither seccomp nor Landlock";
	else if (held->known && !held->calls)
		gap = "no seccomp";
	else if (held->known && held->files == 0)
		gap = "no Landlock";
	if (gap)
		fg_note(diag, (struct fg_loc){ 0 },
			"the sandbox is incomplete: this system offers %s",
			gap);
}

#if SANDBOX_LINUX

#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "target.h"

/*
 * These may be newer than the kernel headers of the build machine. Each
 * version of Landlock knows more rights; a kernel refuses rights that it does
 * not know.
 */
#define RIGHT_TRUNCATE (UINT64_C(1) << 14) /* version 3, Linux 6.2 */
#define RIGHT_IOCTL_DEV (UINT64_C(1) << 15) /* version 5, Linux 6.10 */
#define RIGHTS_TCP UINT64_C(3) /* bind and connect; version 4, Linux 6.7 */
#define SCOPES UINT64_C(3) /* sockets, signals; version 6, Linux 6.12 */

/* struct landlock_ruleset_attr as of Linux 6.12. */
struct rights {
	uint64_t files, network, scopes;
};

/* The rights to name the finished output, which is open already. */
#define OUTPUT_RIGHTS \
	(LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG)

/* All rights that change files, and the right to run them. */
#define OLDEST_RIGHTS                                                    \
	(OUTPUT_RIGHTS | LANDLOCK_ACCESS_FS_EXECUTE |                    \
	 LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | \
	 LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |    \
	 LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |   \
	 LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM)

static struct rights rights_of(int version)
{
	struct rights rights = { .files = OLDEST_RIGHTS };

	if (version >= 3)
		rights.files |= RIGHT_TRUNCATE;
	if (version >= 4)
		rights.network = RIGHTS_TCP;
	if (version >= 5)
		rights.files |= RIGHT_IOCTL_DEV;
	if (version >= 6)
		rights.scopes = SCOPES;
	return rights;
}

/* Allows the folder in which fg_out_open found the target of `output`. */
static void allow_folder(int rules, const char *output)
{
	struct landlock_path_beneath_attr beneath = {
		.allowed_access = OUTPUT_RIGHTS,
	};
	struct target target;

	if (target_find(&target, output) && target.kind == TARGET_FILE) {
		beneath.parent_fd = target.folder;
		(void)syscall(SYS_landlock_add_rule, rules,
			      LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
	}
	target_free(&target);
}

/* Returns the active version of Landlock; 0: the kernel has none. */
static int deny_writes(const char *const *outputs)
{
	int version = (int)syscall(SYS_landlock_create_ruleset, NULL, 0,
				   LANDLOCK_CREATE_RULESET_VERSION);
	struct rights rights = rights_of(version);
	int rules = version < 1 ? -1
				: (int)syscall(SYS_landlock_create_ruleset,
					       &rights, sizeof rights, 0);
	bool held;

	if (rules < 0)
		return 0;
	for (; *outputs; outputs++) {
		if (strcmp(*outputs, "-") != 0)
			allow_folder(rules, *outputs);
	}
	held = syscall(SYS_landlock_restrict_self, rules, 0) == 0;
	close(rules);
	return held ? version : 0;
}

struct fg_sandbox fg_sandbox_enter(const char *const *outputs)
{
	struct fg_sandbox held = { .known = true };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return held;
	held.files = deny_writes(outputs);
	held.calls = sandbox_deny_calls();
	return held;
}

#else

struct fg_sandbox fg_sandbox_enter(const char *const *outputs)
{
	(void)outputs;
	return (struct fg_sandbox){ .known = false };
}

#endif
