/* SPDX-License-Identifier: MIT */
/*
 * A note: the sizes of its name and of what it says, its type, then both,
 * each padded to a multiple of four (elf(5), "Notes").
 *
 *	4 20 3 "GNU\0" 9f3b...
 */
#include "fg/elf_note.h"

#include <string.h>

#include "fg/text.h"

enum { NT_GNU_BUILD_ID = 3 };

/* The same in 32-bit and 64-bit files. */
struct note {
	uint32_t name_size, text_size, type;
};

/* Cuts off `size` bytes, padded to 4; false if there are fewer. */
static bool cut_bytes(fg_str *rest, size_t size, fg_str *part)
{
	size_t padded = (size + 3) & ~(size_t)3;

	if (padded < size || rest->n < padded)
		return false;
	*part = fg_slice(*rest, 0, size);
	*rest = fg_slice(*rest, padded, rest->n);
	return true;
}

fg_str fg_elf_build_id(fg_str notes)
{
	struct note head;
	fg_str part, name;

	while (cut_bytes(&notes, sizeof head, &part)) {
		memcpy(&head, part.p, sizeof head);
		if (!cut_bytes(&notes, head.name_size, &name) ||
		    !cut_bytes(&notes, head.text_size, &part))
			break;
		if (head.type == NT_GNU_BUILD_ID && part.n > 0 &&
		    fg_equal(name, (fg_str){ "GNU", sizeof "GNU" }))
			return part;
	}
	return FG_STR("");
}
