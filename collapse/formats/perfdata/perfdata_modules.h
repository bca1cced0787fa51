/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_MODULES_H
#define PERFDATA_MODULES_H

#include "fg/frames.h"
#include "perfdata_stream.h"

/*
 * What maps are of. A module is known by its kind, its path and its build id,
 * so that a file and what took its place later are two.
 */
enum module_kind {
	MODULE_NONE, /* number 0: nothing is known */
	MODULE_FILE, /* a program or a library */
	MODULE_JIT_DUMP, /* a file that tells of such code, with its times */
	MODULE_JIT, /* memory into which a process wrote code */
	MODULE_AREA, /* a part of a process without code of a file: "[heap]" */
	MODULE_KERNEL,
	MODULE_KERNEL_OBJECT, /* "[ext4]" */
	MODULE_GUEST, /* a guest's kernel */
	MODULE_SYMBOL, /* one function of the kernel: a BPF program */
};

struct module {
	enum module_kind kind;
	fg_str path; /* or the name */
	fg_str build_id; /* empty: not in the map's record */
	uint32_t pid; /* the first process that had it */
	fg_str reference; /* MODULE_KERNEL: "_text" or "_stext", */
	uint64_t reference_address; /* and where that was */
	uint64_t start; /* MODULE_KERNEL_OBJECT: of its code */
};

struct modules {
	struct module *items;
	size_t count, room;
	struct fg_frames *keys;
	struct fg_arena texts;
	struct fg_buffer key;
	uint32_t kernel; /* the running kernel's number; 0: not known */
};

/* What a record MMAP or MMAP2 says. */
struct mmap_record {
	uint32_t pid, prot, flags;
	uint64_t start, size, offset;
	fg_str build_id, path;
	unsigned mode; /* 1 kernel, 2 user, 4 and 5 a guest */
};

void modules_init(struct modules *modules);
void modules_free(struct modules *modules);

/* Reads the record; false when it is too short. */
bool mmap_record_read(const struct record *record, bool swapped,
		      struct mmap_record *mmap);

/* The number of what it maps. */
uint32_t modules_of(struct modules *modules, const struct mmap_record *mmap);

/* The number of what a compiler in the process wrote into that file. */
uint32_t modules_jit_dump(struct modules *modules, uint32_t pid, fg_str path);

/* The number of a function of the kernel that a record names. */
uint32_t modules_symbol(struct modules *modules, fg_str name);

#endif
