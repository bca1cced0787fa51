/* SPDX-License-Identifier: MIT */
#include "symbols_kernel.h"

#include <stdlib.h>

#include "buildid.h"
#include "fg/alloc.h"
#include "symbols_vmlinux.h"

/* The copy that perf made when it recorded. */
static struct kallsyms *open_cached(const char *root, fg_str build_id)
{
	struct kallsyms *found = NULL;
	const char *problem;
	char *dir;

	for (size_t i = 0; !found && (dir = buildid_cache(root, i)); i++) {
		char *path = buildid_path(dir, build_id, "/kallsyms");

		if (path)
			found = kallsyms_open(path, &problem);
		free(path);
		free(dir);
	}
	return found;
}

static struct kallsyms *open_list(const struct collapse_options *options,
				  const struct symbols_kernel *kernel,
				  const char **problem)
{
	const char *root = options->symbol_root ? options->symbol_root : "";
	struct kallsyms *found;

	if (options->kallsyms)
		return kallsyms_open(options->kallsyms, problem);
	found = open_cached(root, kernel->build_id);
	if (!found && !kallsyms_is_running(kernel->build_id, kernel->release))
		found = vmlinux_open(root, kernel);
	if (found)
		return found;
	*problem = kernel->build_id.n + kernel->release.n > 0
			   ? "not the kernel that runs"
			   : "the recording does not say which kernel it was";
	if (!kallsyms_is_running(kernel->build_id, kernel->release))
		return NULL;
	return kallsyms_open("/proc/kallsyms", problem);
}

struct kallsyms *symbols_open_kernel(const struct collapse_options *options,
				     const struct symbols_kernel *kernel,
				     const char **problem)
{
	struct kallsyms *list = open_list(options, kernel, problem);

	if (list && kernel->reference.n > 0)
		kallsyms_relocate(list, kernel->reference,
				  kernel->reference_address);
	return list;
}
