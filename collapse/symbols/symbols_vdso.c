/* SPDX-License-Identifier: MIT */
#include "symbols_vdso.h"

#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/utsname.h>

#include "fg/alloc.h"

#if UINTPTR_MAX > UINT32_MAX
typedef Elf64_Ehdr vdso_header;
typedef Elf64_Shdr vdso_section;
#else
typedef Elf32_Ehdr vdso_header;
typedef Elf32_Shdr vdso_section;
#endif

/* A sane size; the real one has two pages. */
enum { VDSO_MAX = 1 << 20 };

struct image *files_running_vdso(void)
{
	uintptr_t at = getauxval(AT_SYSINFO_EHDR);
	/* NOLINTNEXTLINE(performance-no-int-to-ptr): getauxval gives a number */
	const vdso_header *header = (const vdso_header *)at;
	size_t size;
	char *copy;

	if (!header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0)
		return NULL;
	/* its sections' headers come last */
	size = header->e_shoff + header->e_shnum * sizeof(vdso_section);
	if (size < sizeof *header || size > VDSO_MAX)
		return NULL;
	copy = fg_malloc(size);
	memcpy(copy, header, size);
	return image_take(copy, size, false);
}

bool files_is_running_release(const char *release)
{
	struct utsname name;

	return release && uname(&name) == 0 &&
	       strcmp(name.release, release) == 0;
}
