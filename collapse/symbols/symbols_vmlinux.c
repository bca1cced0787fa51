/* SPDX-License-Identifier: MIT */
/*
 * A vmlinux is an executable; a module is an object file, whose symbols count
 * from the start of their section. Perf's maps of modules begin with .text, so
 * only the symbols in .text have a known address. Both become a list as
 * /proc/kallsyms is one.
 */
#include "symbols_vmlinux.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buildid.h"
#include "fg/alloc.h"
#include "fg/text.h"
#include "regular.h"
#include "symbols_image.h"
#include "symbols_xz.h"

enum {
	OBJECT_MAX = 256 << 20, /* bytes of a module, unpacked */
	NAME_MAX_SIZE = 4096,
	LIST_TIMES = 4, /* bytes of a list for each of the file, */
	LIST_MORE = 1 << 20, /* and some more */
};

static bool fits(struct image *image, fg_str build_id)
{
	return build_id.n == 0 || fg_equal(image_build_id(image), build_id);
}

/* Opens the file if it has that build ID; frees the path, which may be NULL. */
static struct image *try_image(char *path, fg_str build_id)
{
	const char *problem;
	struct image *image = path ? image_open(path, true, &problem) : NULL;

	free(path);
	if (!image || fits(image, build_id))
		return image;
	image_close(image);
	return NULL;
}

static char *join(const char *root, const char *folder, fg_str name,
		  const char *ending)
{
	struct fg_buffer text = { 0 };

	fg_buffer_append(&text, fg_from_c(root));
	fg_buffer_append(&text, fg_from_c(folder));
	fg_buffer_append(&text, name);
	fg_buffer_append(&text, fg_from_c(ending));
	fg_buffer_append(&text, (fg_str){ "", 1 });
	return text.p;
}

/* By the build ID: copies that perf kept, and separate debug files. */
static struct image *find_by_id(const char *root, fg_str build_id)
{
	static const char *const files[] = { "/vmlinux", "/elf", "/debug", "" };
	char *debug = join(root, "/usr/lib/debug", FG_STR(""), "");
	struct image *image =
		try_image(buildid_path(debug, build_id, ".debug"), build_id);
	char *dir;

	free(debug);
	for (size_t i = 0; !image && (dir = buildid_cache(root, i)); i++) {
		for (size_t k = 0; !image && k < sizeof files / sizeof *files;
		     k++)
			image = try_image(buildid_path(dir, build_id, files[k]),
					  build_id);
		free(dir);
	}
	return image;
}

static struct image *find_by_release(const char *root,
				     const struct symbols_kernel *kernel)
{
	static const struct {
		const char *before, *behind;
	} places[] = {
		{ "/boot/vmlinux-", "" },
		{ "/usr/lib/debug/boot/vmlinux-", "" },
		{ "/usr/lib/debug/lib/modules/", "/vmlinux" },
		{ "/usr/lib/debug/usr/lib/modules/", "/vmlinux" },
		{ "/lib/modules/", "/build/vmlinux" },
	};
	struct image *image = NULL;

	if (kernel->release.n == 0 ||
	    fg_find_char(kernel->release, '/') < kernel->release.n)
		return NULL;
	for (size_t i = 0; !image && i < sizeof places / sizeof *places; i++)
		image = try_image(join(root, places[i].before, kernel->release,
				       places[i].behind),
				  kernel->build_id);
	return image;
}

/* A line of the list; nothing for what it has no place for. */
static void append_line(struct fg_buffer *list, const GElf_Sym *sym,
			uint64_t start, fg_str names)
{
	unsigned type = GELF_ST_TYPE(sym->st_info);
	bool is_local = GELF_ST_BIND(sym->st_info) == STB_LOCAL;
	char head[32];
	fg_str name;

	if (sym->st_name >= names.n || sym->st_shndx == SHN_UNDEF ||
	    (type != STT_FUNC && type != STT_NOTYPE && type != STT_OBJECT))
		return;
	name = fg_slice(names, sym->st_name, names.n);
	if (name.n > NAME_MAX_SIZE)
		name.n = NAME_MAX_SIZE;
	name = fg_slice(name, 0, fg_find_char(name, '\0'));
	if (name.n == 0 || strchr("$.", *name.p) ||
	    fg_find_char(name, '\n') < name.n)
		return;
	snprintf(head, sizeof head, "%016" PRIx64 " %c ", start + sym->st_value,
		 type == STT_OBJECT ? 'd'
		 : is_local	    ? 't'
				    : 'T');
	fg_buffer_append(list, fg_from_c(head));
	fg_buffer_append(list, name);
	fg_buffer_append(list, FG_STR("\n"));
}

/* The symbols of a section or, with `only` 0, of all. */
struct symbols_of {
	Elf_Data *data;
	size_t count;
	size_t only;
	fg_str names;
	uint64_t most; /* bytes of the list: names can share theirs */
};

static void append_lines(struct fg_buffer *list, const struct symbols_of *of,
			 bool functions)
{
	uint64_t start = of->only ? KERNEL_OBJECT_START : 0;

	for (size_t i = 1; i < of->count && i < INT32_MAX; i++) {
		GElf_Sym sym;

		if (list->n > of->most)
			return;

		if (gelf_getsym(of->data, (int)i, &sym) &&
		    (of->only == 0 || sym.st_shndx == of->only) &&
		    (GELF_ST_TYPE(sym.st_info) == STT_FUNC) == functions)
			append_line(list, &sym, start, of->names);
	}
}

static struct kallsyms *list_of(struct image *image, size_t only,
				const char **problem)
{
	const struct image_section *symbols =
		image_find_type(image, SHT_SYMTAB);
	size_t entry = gelf_fsize(image->elf, ELF_T_SYM, 1, EV_CURRENT);
	size_t link = symbols ? symbols->header.sh_link : 0;
	struct symbols_of of = {
		.only = only,
		.most = LIST_TIMES * image->size + LIST_MORE,
	};
	struct fg_buffer list = { 0 };

	if (symbols && entry > 0)
		of.data = elf_getdata(symbols->scn, NULL);
	if (of.data)
		of.count = of.data->d_size / entry;
	if (link > 0 && link <= image->section_count)
		of.names = image_data(image, &image->sections[link - 1]);
	/* of those at one address the last one counts: functions */
	append_lines(&list, &of, false);
	append_lines(&list, &of, true);
	return kallsyms_take(&list, problem);
}

struct kallsyms *vmlinux_open(const char *root,
			      const struct symbols_kernel *kernel)
{
	struct image *image = find_by_id(root, kernel->build_id);
	struct kallsyms *list;
	const char *problem;

	if (!image)
		image = find_by_release(root, kernel);
	if (!image)
		return NULL;
	list = list_of(image, 0, &problem);
	image_close(image);
	return list;
}

static struct image *open_packed(const char *path, fg_str build_id)
{
	struct fg_buffer packed = { 0 };
	struct image *image = NULL;
	const char *problem;
	size_t size;
	char *bytes = NULL;

	if (regular_read(path, OBJECT_MAX, &packed, &problem))
		bytes = symbols_unxz(fg_buffer_text(&packed), OBJECT_MAX,
				     &size);
	free(packed.p);
	if (bytes)
		image = image_take(bytes, size, true);
	if (!image || fits(image, build_id))
		return image;
	image_close(image);
	return NULL;
}

static struct image *open_object(const char *root, fg_str path, fg_str build_id)
{
	static const char *const folders[] = { "", "/usr" };
	struct image *image = NULL;

	for (size_t i = 0; !image && i < 2; i++) {
		char *full = join(root, folders[i], path, "");

		image = fg_ends_with(path, FG_STR(".xz"))
				? open_packed(full, build_id)
				: try_image(fg_str_dup(fg_from_c(full)),
					    build_id);
		free(full);
	}
	return image ? image : find_by_id(root, build_id);
}

struct kallsyms *kernel_object_open(const char *root, fg_str path,
				    fg_str build_id, const char **problem)
{
	struct image *image = NULL;
	const struct image_section *code;
	struct kallsyms *list = NULL;

	*problem = "no file of this module, or another build ID";
	if (memchr(path.p, '\0', path.n) == NULL && *path.p == '/')
		image = open_object(root, path, build_id);
	else
		image = find_by_id(root, build_id);
	if (!image)
		return NULL;
	code = image_find(image, ".text");
	if (code)
		list = list_of(image, (size_t)(code - image->sections) + 1,
			       problem);
	image_close(image);
	return list;
}
