/* SPDX-License-Identifier: MIT */
#include "symbols_cfi.h"

static struct cfi_section section_of(struct image *image, const char *name)
{
	const struct image_section *section = image_find(image, name);

	return (struct cfi_section){
		.bytes = image_data(image, section),
		.address = section ? section->header.sh_addr : 0,
	};
}

struct cfi *images_cfi(struct image *image, struct image *debug)
{
	const struct image_section *plt = image_find(image, ".plt");
	struct cfi_parts parts = {
		.eh_frame = section_of(image, ".eh_frame"),
		.eh_frame_hdr = section_of(image, ".eh_frame_hdr"),
		.debug_frame.bytes = image_debug(image, ".debug_frame"),
		.is_big_endian = image_is_big_endian(image),
	};
	GElf_Ehdr header;

	if (!gelf_getehdr(image->elf, &header))
		return NULL;
	parts.machine = header.e_machine;
	parts.address_size = header.e_ident[EI_CLASS] == ELFCLASS32 ? 4 : 8;
	if (parts.debug_frame.bytes.n == 0 && debug)
		parts.debug_frame.bytes = image_debug(debug, ".debug_frame");
	if (plt)
		parts.plt = (struct cfi_section){
			.bytes = image_data(image, plt),
			.address = plt->header.sh_addr,
		};
	return cfi_new(&parts);
}
