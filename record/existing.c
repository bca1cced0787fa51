/* SPDX-License-Identifier: MIT */
/*
 * Records of processes that exist, from files like these:
 *
 *	/proc/PID/maps    55c5c114b000-55c5c1160000 r-xp 00001000 08:01 131 /opt/a
 *	/proc/PID/task/   18864 18865
 *	/proc/TID/comm    worker-1
 *	/proc/modules     ext4 1146880 2 - Live 0xffffffffc0a00000
 *	/proc/kallsyms    ffffffff81000000 T _text
 *
 * Bodies of the records are as perf_event_open(2) has them.
 */
#include "existing.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "build_id.h"
#include "fg/text.h"
#include "machine.h"
#include "record_bytes.h"

enum {
	ADDRESS_MAX = 20,
	PROT_X = 4,
	MISC_BUILD_ID = 1 << 14, /* PERF_RECORD_MISC_MMAP_BUILD_ID */
	BUILD_ID_MAX = 20,
};

/* With a NUL, and zeros up to a multiple of eight. */
static void append_text(struct fg_buffer *to, fg_str text)
{
	fg_buffer_append(to, text);
	fg_buffer_append(to, (fg_str){ "\0\0\0\0\0\0\0", 8 - text.n % 8 });
}

static void put(struct stream *stream, uint32_t type, uint16_t misc,
		struct fg_buffer *body, uint32_t pid, uint32_t tid)
{
	struct stream_trailer trailer = { .pid = pid, .tid = tid };

	append(body, &trailer, sizeof trailer);
	stream_put(stream, type, misc, fg_buffer_text(body));
	body->n = 0;
}

/* Cuts a word off, and the blanks behind it. */
static fg_str next_word(fg_str *line)
{
	fg_str word = fg_cut(line, ' ');

	*line = fg_trim(*line);
	return word;
}

/* The file of a map, as a process sees it. */
struct mapped {
	uint32_t pid;
	fg_str device, path;
	uint64_t inode;
};

/* Its path may be one of a container: it is looked for below its own root. */
static size_t find_build_id(const struct mapped *mapped, unsigned char *id)
{
	struct fg_buffer path = { 0 };
	char root[64];
	size_t n;

	if (mapped->path.n == 0 || mapped->path.p[0] != '/')
		return 0;
	snprintf(root, sizeof root, "/proc/%u/root", mapped->pid);
	fg_buffer_append(&path, fg_from_c(root));
	fg_buffer_append(&path, mapped->path);
	n = build_id_of_file(fg_buffer_text(&path), id);
	free(path.p);
	return n;
}

/* "08:01 131": device and inode; or the build id, which says more. */
static void append_identity(struct fg_buffer *body, const struct mapped *mapped,
			    uint16_t *misc)
{
	unsigned char id[BUILD_ID_MAX] = { 0 };
	fg_str minor = mapped->device, major = fg_cut(&minor, ':');
	size_t n = find_build_id(mapped, id);
	uint64_t number = 0;

	if (n > 0) {
		*misc |= MISC_BUILD_ID;
		append_u32(body, (uint32_t)n); /* a byte, three of zeros */
		append(body, id, sizeof id);
		return;
	}
	(void)fg_parse_hex(major, &number);
	append_u32(body, (uint32_t)number);
	number = 0;
	(void)fg_parse_hex(minor, &number);
	append_u32(body, (uint32_t)number);
	append_u64(body, mapped->inode);
	append_u64(body, 0); /* the inode's generation */
}

bool existing_map(fg_str line, uint32_t pid, struct fg_buffer *record,
		  uint16_t *misc)
{
	fg_str end = next_word(&line), start = fg_cut(&end, '-');
	fg_str rights = next_word(&line), offset = next_word(&line);
	fg_str device = next_word(&line), inode = next_word(&line);
	struct mapped mapped = { .pid = pid, .device = device, .path = line };
	uint64_t from, to, at;

	if (!fg_parse_hex(start, &from) || !fg_parse_hex(end, &to) ||
	    !fg_parse_hex(offset, &at) || !fg_parse_u64(inode, &mapped.inode) ||
	    to <= from || rights.n < 4 || rights.p[2] != 'x')
		return false;
	*misc = PERF_RECORD_MISC_USER;
	append_u32(record, pid);
	append_u32(record, pid);
	append_u64(record, from);
	append_u64(record, to - from);
	append_u64(record, at);
	append_identity(record, &mapped, misc);
	append_u32(record, PROT_X | (rights.p[0] == 'r'));
	append_u32(record, rights.p[3] == 's' ? 1 : 2); /* MAP_SHARED, ... */
	append_text(record, line.n > 0 ? line : FG_STR("//anon"));
	return true;
}

static void put_maps(struct stream *stream, uint32_t pid)
{
	struct fg_buffer body = { 0 };
	char path[64], *line = NULL;
	size_t room = 0;
	ssize_t n;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%u/maps", pid);
	file = fopen(path, "re");
	while (file && (n = getline(&line, &room, file)) > 0) {
		fg_str text = { line, (size_t)n };
		uint16_t misc;

		if (existing_map(fg_trim(text), pid, &body, &misc))
			put(stream, PERF_RECORD_MMAP2, misc, &body, pid, pid);
		body.n = 0;
	}
	if (file)
		fclose(file);
	free(line);
	free(body.p);
}

/* A thread: that it is one of the process, and its name. */
static void put_thread(struct stream *stream, uint32_t pid, uint32_t tid)
{
	struct fg_buffer body = { 0 };
	struct machine_text text;
	char path[64];

	snprintf(path, sizeof path, "/proc/%u/task/%u/comm", pid, tid);
	if (!machine_read(path, &text))
		return;
	if (tid != pid) {
		append_u32(&body, pid);
		append_u32(&body, pid);
		append_u32(&body, tid);
		append_u32(&body, pid);
		append_u64(&body, 0);
		put(stream, PERF_RECORD_FORK, 0, &body, pid, tid);
	}
	append_u32(&body, pid);
	append_u32(&body, tid);
	append_text(&body, machine_line(&text));
	put(stream, PERF_RECORD_COMM, 0, &body, pid, tid);
	free(body.p);
}

/* The numbers among the names of a folder, one a call; 0 at its end. */
static uint32_t next_number(DIR *folder)
{
	struct dirent *entry;
	uint64_t number;

	while ((entry = readdir(folder))) {
		if (fg_parse_u64(fg_from_c(entry->d_name), &number) &&
		    number > 0 && number <= INT32_MAX)
			return (uint32_t)number;
	}
	return 0;
}

void existing_process(struct stream *stream, uint32_t pid)
{
	char path[64];
	uint32_t tid;
	DIR *folder;

	put_thread(stream, pid, pid);
	put_maps(stream, pid);
	snprintf(path, sizeof path, "/proc/%u/task", pid);
	folder = opendir(path);
	while (folder && (tid = next_number(folder))) {
		if (tid != pid)
			put_thread(stream, pid, tid);
	}
	if (folder)
		closedir(folder);
}

uint32_t existing_process_of(uint32_t tid)
{
	static const char key[] = "\nTgid:\t";
	struct machine_text text;
	char path[64];
	const char *at;
	uint64_t pid;
	fg_str line;

	snprintf(path, sizeof path, "/proc/%u/status", tid);
	if (!machine_read(path, &text))
		return tid;
	at = strstr(text.bytes, key);
	line = fg_from_c(at ? at + sizeof key - 1 : "");
	return fg_parse_u64(fg_trim(fg_cut(&line, '\n')), &pid) ? (uint32_t)pid
								: tid;
}

void existing_processes(struct stream *stream)
{
	DIR *folder = opendir("/proc");
	uint32_t pid;

	while (folder && (pid = next_number(folder)))
		existing_process(stream, pid);
	if (folder)
		closedir(folder);
}

static void put_kernel_map(struct stream *stream, uint64_t start, uint64_t size,
			   fg_str name)
{
	struct fg_buffer body = { 0 };

	append_u32(&body, (uint32_t)-1);
	append_u32(&body, 0);
	append_u64(&body, start);
	append_u64(&body, size);
	append_u64(&body, start); /* perf wants the address of _text here */
	append_text(&body, name);
	put(stream, PERF_RECORD_MMAP, PERF_RECORD_MISC_KERNEL, &body, 0, 0);
	free(body.p);
}

/* "ext4 1146880 2 - Live 0xffffffffc0a00000": a name, a size, an address. */
static void put_modules(struct stream *stream)
{
	FILE *file = fopen("/proc/modules", "re");
	char *line = NULL;
	size_t room = 0;

	while (file && getline(&line, &room, file) > 0) {
		char name[256];
		fg_str rest = fg_trim(fg_from_c(line));
		fg_str module = next_word(&rest), size_text = next_word(&rest);
		uint64_t start, size;

		for (unsigned i = 0; i < 3; i++)
			(void)next_word(&rest);
		rest = next_word(&rest);
		if (!fg_starts_with(rest, FG_STR("0x")) ||
		    !fg_parse_hex(fg_slice(rest, 2, rest.n), &start) ||
		    !fg_parse_u64(size_text, &size) || start == 0)
			continue;
		snprintf(name, sizeof name, "[%.*s]", FG_FMT(module));
		put_kernel_map(stream, start, size, fg_from_c(name));
	}
	if (file)
		fclose(file);
	free(line);
}

/* The address of _text, where the kernel's own code begins; 0 if hidden. */
static uint64_t find_text(void)
{
	FILE *file = fopen("/proc/kallsyms", "re");
	uint64_t start = 0, value;
	char *line = NULL;
	size_t room = 0;

	while (file && start == 0 && getline(&line, &room, file) > 0) {
		fg_str rest = fg_trim(fg_from_c(line));
		fg_str address = next_word(&rest);

		(void)next_word(&rest); /* its type */
		if (!fg_parse_hex(address, &value))
			break;
		if (fg_equal(next_word(&rest), FG_STR("_text"))) {
			start = value;
			break;
		}
	}
	if (file)
		fclose(file);
	free(line);
	return start;
}

bool existing_kernel(struct stream *stream)
{
	uint64_t start = find_text();

	if (start == 0)
		return false;
	/* up to the end of all addresses: maps of modules lie on top of it */
	put_kernel_map(stream, start, UINT64_MAX - start,
		       FG_STR("[kernel.kallsyms]_text"));
	put_modules(stream);
	return true;
}
