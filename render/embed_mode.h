/* SPDX-License-Identifier: MIT */
#ifndef RENDER_EMBED_MODE_H
#define RENDER_EMBED_MODE_H

/* How the call tree goes into the picture; see embed.h. */
enum embed_mode {
	EMBED_DEFLATE, /* small; the default */
	EMBED_TEXT, /* can be read, searched and compared as text */
	EMBED_NONE, /* no data, and so no viewer */
};

#endif
