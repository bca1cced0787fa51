/* SPDX-License-Identifier: MIT */
/* What stands for symbols_binary.c in a program built without elfutils. */
#include "symbols_binary.h"
#include "symbols_vmlinux.h"

struct binary *binary_open(const struct binary_wanted *wanted,
			   const char **problem)
{
	(void)wanted;
	*problem = "this program was built without elfutils";
	return NULL;
}

void binary_close(struct binary *binary)
{
	(void)binary;
}

bool binary_vaddr(const struct binary *binary, enum symbols_kind kind,
		  uint64_t address, uint64_t *vaddr)
{
	(void)binary;
	(void)kind;
	(void)address;
	(void)vaddr;
	return false;
}

bool binary_has_segment(const struct binary *binary, uint64_t vaddr,
			uint64_t size)
{
	(void)binary;
	(void)vaddr;
	(void)size;
	return true;
}

bool binary_has_debug(const struct binary *binary)
{
	(void)binary;
	return false;
}

uint64_t binary_size(const struct binary *binary)
{
	(void)binary;
	return 0;
}

fg_str binary_symbol(struct binary *binary, uint64_t vaddr)
{
	(void)binary;
	(void)vaddr;
	return (fg_str){ "", 0 };
}

size_t binary_scopes(struct binary *binary, uint64_t vaddr, bool want_lines,
		     const struct binary_scope **scopes)
{
	(void)binary;
	(void)vaddr;
	(void)want_lines;
	*scopes = NULL;
	return 0;
}

struct kallsyms *vmlinux_open(const char *root,
			      const struct symbols_kernel *kernel)
{
	(void)root;
	(void)kernel;
	return NULL;
}

struct kallsyms *kernel_object_open(const char *root, fg_str path,
				    fg_str build_id, const char **problem)
{
	(void)root;
	(void)path;
	(void)build_id;
	*problem = "this program was built without elfutils";
	return NULL;
}

struct cfi *binary_cfi(struct binary *binary)
{
	(void)binary;
	return NULL;
}
