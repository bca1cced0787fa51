/* SPDX-License-Identifier: MIT */
#include "regular.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fg/alloc.h"
#include "fg/text.h"

const char regular_unreadable[] = "not readable";

int regular_open(const char *path, const char **problem)
{
	struct stat st;
	int fd;

	*problem = "not found";
	if (stat(path, &st) != 0)
		return -1;
	*problem = "no regular file";
	if (!S_ISREG(st.st_mode))
		return -1;
	*problem = regular_unreadable;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return -1;
	/* the file may have been replaced between the two calls */
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		return fd;
	*problem = "no regular file";
	close(fd);
	return -1;
}

FILE *regular_stream(const char *path, const char **problem)
{
	int fd = regular_open(path, problem);
	FILE *stream;

	if (fd < 0)
		return NULL;
	stream = fdopen(fd, "rb");
	if (!stream) {
		*problem = regular_unreadable;
		close(fd);
	}
	return stream;
}

bool regular_read(const char *path, size_t most, struct fg_buffer *to,
		  const char **problem)
{
	enum { BLOCK = 1 << 16 };
	FILE *stream = regular_stream(path, problem);
	size_t start = to->n;
	bool failed;

	if (!stream)
		return false;
	while (to->n - start <= most && !feof(stream) && !ferror(stream)) {
		FG_RESERVE(&to->p, &to->room, to->n + BLOCK);
		to->n += fread(to->p + to->n, 1, BLOCK, stream);
	}
	failed = ferror(stream) != 0;
	fclose(stream);
	if (failed)
		*problem = regular_unreadable;
	else if (to->n - start > most)
		*problem = "too large";
	return !failed && to->n - start <= most;
}

char *regular_path(const char *root, fg_str path)
{
	struct fg_buffer text = { 0 };

	fg_buffer_append(&text, fg_from_c(root));
	fg_buffer_append(&text, path);
	fg_buffer_append(&text, (fg_str){ "", 1 });
	return text.p;
}

static void make_table(uint32_t table[256])
{
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t value = i;

		for (int bit = 0; bit < 8; bit++)
			value = value >> 1 ^ (value & 1 ? 0xedb88320 : 0);
		table[i] = value;
	}
}

bool regular_checksum(const char *path, uint32_t *checksum)
{
	unsigned char block[1 << 14];
	uint32_t table[256], sum = UINT32_MAX;
	const char *problem;
	FILE *stream = regular_stream(path, &problem);
	bool failed;

	if (!stream)
		return false;
	make_table(table);
	while (!feof(stream) && !ferror(stream)) {
		size_t n = fread(block, 1, sizeof block, stream);

		for (size_t i = 0; i < n; i++)
			sum = sum >> 8 ^ table[(sum ^ block[i]) & 0xff];
	}
	failed = ferror(stream) != 0;
	fclose(stream);
	*checksum = ~sum;
	return !failed;
}
