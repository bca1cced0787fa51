/* SPDX-License-Identifier: MIT */
#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fg/alloc.h"
#include "fg/text.h"

enum { RAW_SIZE = 1 << 16, MAGIC_MAX = 4, LAYERS_MAX = 3 };

/* With a pipe of this size, its writer waits and we wake up much less often. */
enum { PIPE_SIZE = 1 << 20 };

struct layer {
	const struct unpacker *kind;
	void *state;
	struct raw out; /* output of this layer that nobody took yet */
	char *room;
};

/*
 * Layers feed each other: layer 0 reads the descriptor, layer 1 reads the
 * output of layer 0, and so on (gzip of UTF-16 has two). The topmost layer
 * gives the text.
 */
struct source {
	int fd; /* -1 for memory */
	off_t start; /* of a regular file; -1 for others */
	const char *name;
	struct fg_diag *diag;
	struct raw raw; /* bytes of the descriptor */
	char *room;
	struct layer layers[LAYERS_MAX];
	unsigned count, reading; /* number of layers; the one that reads now */
	bool begun, is_cut;
	fg_status status;
};

static const struct unpacker *const unpackers[] = {
	&unpack_gzip,	  &unpack_zstd, &unpack_utf16_le,
	&unpack_utf16_be, &unpack_bom,
};

static struct source *source_new(const char *name, struct fg_diag *diag)
{
	struct source *source = fg_calloc(1, sizeof *source);

	source->fd = -1;
	source->start = -1;
	source->name = name;
	source->diag = diag;
	return source;
}

static struct source *refuse(struct source *source, const char *message)
{
	source_fail(source, FG_EIO, message);
	source_close(source);
	return NULL;
}

/* Enlarges the pipe where the system allows it; failure does not matter. */
static void widen_pipe(int fd)
{
#ifdef __linux__
	enum { SET_PIPE_SIZE = 1031 }; /* F_SETPIPE_SZ, which POSIX hides */

	fcntl(fd, SET_PIPE_SIZE, PIPE_SIZE);
#else
	(void)fd;
#endif
}

/* Why open() failed; root records files that only root may read. */
static const char *open_problem(const char *path, int error)
{
	struct stat st;

	if (error == EACCES && stat(path, &st) == 0 && st.st_uid != geteuid())
		return "Permission denied; it is another user's, and sudo "
		       "chown $USER makes it yours";
	return strerror(error);
}

struct source *source_open(const char *path, const char *name,
			   struct fg_diag *diag)
{
	struct source *source = source_new(name, diag);
	struct stat st;

	source->fd = strcmp(path, "-") == 0 ? STDIN_FILENO
					    : open(path, O_RDONLY | O_CLOEXEC);
	if (source->fd < 0) {
		fg_fail(diag, FG_EIO, (struct fg_loc){ name, 0 },
			"cannot open: %s", open_problem(path, errno));
		source_close(source);
		return NULL;
	}
	if (fstat(source->fd, &st) != 0)
		return refuse(source, strerror(errno));
	if (S_ISDIR(st.st_mode))
		return refuse(source, "is a directory");
	if (S_ISFIFO(st.st_mode))
		widen_pipe(source->fd);
	if (S_ISREG(st.st_mode))
		source->start = lseek(source->fd, 0, SEEK_CUR);
	source->room = fg_malloc(RAW_SIZE);
	return source;
}

struct source *source_memory(fg_str text, const char *name,
			     struct fg_diag *diag)
{
	struct source *source = source_new(name, diag);

	source->raw = (struct raw){ text.p, text.n, true };
	return source;
}

void source_close(struct source *source)
{
	if (!source)
		return;
	for (unsigned i = 0; i < source->count; i++) {
		source->layers[i].kind->end(source->layers[i].state);
		free(source->layers[i].room);
	}
	if (source->fd > STDERR_FILENO)
		close(source->fd);
	free(source->room);
	free(source);
}

bool source_can_rewind(const struct source *source)
{
	return source->start >= 0 && source->begun && source->count == 0 &&
	       source->status == FG_OK;
}

void source_rewind(struct source *source)
{
	if (lseek(source->fd, source->start, SEEK_SET) < 0)
		source_fail(source, FG_EIO, strerror(errno));
	source->raw = (struct raw){ .ended = false };
}

fg_status source_status(const struct source *source)
{
	return source->status;
}

size_t source_fail(struct source *source, fg_status status, const char *message)
{
	if (source->status == FG_OK)
		source->status = fg_fail(source->diag, status,
					 (struct fg_loc){ source->name, 0 },
					 "%s", message);
	return 0;
}

size_t source_ignore(struct source *source, const char *message)
{
	fg_warn(source->diag, (struct fg_loc){ source->name, 0 }, "%s",
		message);
	return 0;
}

size_t source_cut(struct source *source, const char *message)
{
	source->is_cut = true;
	fg_doubt(source->diag, (struct fg_loc){ source->name, 0 }, "%s",
		 message);
	return 0;
}

bool source_is_cut(const struct source *source)
{
	return source->is_cut;
}

static size_t read_fd(struct source *source, char *to, size_t n)
{
	ssize_t got;

	do {
		got = read(source->fd, to, n);
	} while (got < 0 && errno == EINTR);
	if (got >= 0)
		return (size_t)got;
	fg_fail(source->diag, FG_EIO, (struct fg_loc){ source->name, 0 },
		"cannot read: %s", strerror(errno));
	source->status = FG_EIO;
	return 0;
}

/* Moves the unused bytes to the front and reads more after them. */
static bool raw_more(struct source *source)
{
	struct raw *raw = &source->raw;
	size_t got;

	if (raw->ended)
		return false;
	if (raw->n > 0)
		memmove(source->room, raw->p, raw->n);
	raw->p = source->room;
	got = read_fd(source, source->room + raw->n, RAW_SIZE - raw->n);
	raw->n += got;
	raw->ended = got == 0;
	return got > 0;
}

static size_t read_layer(struct source *source, unsigned i, char *to, size_t n)
{
	struct layer *layer = &source->layers[i];
	unsigned reading = source->reading;
	size_t got;

	source->reading = i;
	got = source->status == FG_OK
		      ? layer->kind->read(layer->state, source, to, n)
		      : 0;
	source->reading = reading;
	return got;
}

static bool layer_more(struct source *source, unsigned i)
{
	struct layer *layer = &source->layers[i];
	size_t got;

	if (layer->out.ended)
		return false;
	if (!layer->room)
		layer->room = fg_malloc(RAW_SIZE);
	if (layer->out.n > 0)
		memmove(layer->room, layer->out.p, layer->out.n);
	layer->out.p = layer->room;
	got = read_layer(source, i, layer->room + layer->out.n,
			 RAW_SIZE - layer->out.n);
	layer->out.n += got;
	layer->out.ended = got == 0;
	return got > 0;
}

/* The input of layer number `i`: the layer below, or the descriptor. */
static struct raw *below(struct source *source, unsigned i)
{
	return i == 0 ? &source->raw : &source->layers[i - 1].out;
}

static bool below_more(struct source *source, unsigned i)
{
	return i == 0 ? raw_more(source) : layer_more(source, i - 1);
}

bool source_raw(struct source *source, struct raw **raw)
{
	*raw = below(source, source->reading);
	return (*raw)->n > 0 || below_more(source, source->reading);
}

/* The unpacker for the first bytes of the topmost layer, or NULL. */
static const struct unpacker *recognise(struct source *source)
{
	struct raw *raw = below(source, source->count);

	while (raw->n < MAGIC_MAX && below_more(source, source->count))
		;
	for (size_t i = 0; i < sizeof unpackers / sizeof *unpackers; i++) {
		if (fg_starts_with((fg_str){ raw->p, raw->n },
				   unpackers[i]->magic))
			return unpackers[i];
	}
	return NULL;
}

static void begin(struct source *source)
{
	const struct unpacker *kind;

	source->begun = true;
	while (source->count < LAYERS_MAX && (kind = recognise(source))) {
		source->layers[source->count] = (struct layer){
			.kind = kind,
			.state = kind->begin(),
		};
		source->count++;
	}
}

size_t source_read(struct source *source, char *to, size_t n)
{
	struct raw *raw;

	if (!source->begun)
		begin(source);
	if (source->status != FG_OK)
		return 0;
	raw = below(source, source->count);
	if (raw->n > 0) {
		n = n < raw->n ? n : raw->n;
		memcpy(to, raw->p, n);
		raw->p += n;
		raw->n -= n;
		return n;
	}
	if (raw->ended)
		return 0;
	if (source->count > 0)
		return read_layer(source, source->count - 1, to, n);
	return read_fd(source, to, n);
}
