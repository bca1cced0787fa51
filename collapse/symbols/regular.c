/* SPDX-License-Identifier: MIT */
#include "regular.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fg/alloc.h"

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
	*problem = "not readable";
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return -1;
	/* it may have become another file between the two calls */
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
		*problem = "not readable";
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
	while (to->n - start <= most) {
		size_t n;

		FG_RESERVE(&to->p, &to->room, to->n + BLOCK);
		n = fread(to->p + to->n, 1, BLOCK, stream);
		to->n += n;
		if (n == 0)
			break;
	}
	failed = ferror(stream) != 0;
	fclose(stream);
	if (failed)
		*problem = "not readable";
	else if (to->n - start > most)
		*problem = "too large";
	return !failed && to->n - start <= most;
}
