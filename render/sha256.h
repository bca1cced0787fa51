/* SPDX-License-Identifier: MIT */
#ifndef RENDER_SHA256_H
#define RENDER_SHA256_H

#include "fg/base.h"

/*
 * SHA-256 (FIPS 180-4), with which a page's Content-Security-Policy names
 * the scripts and styles that it allows. Not for secrets.
 */
enum { SHA256_SIZE = 32 };

/* Writes the digest of `bytes`. O(bytes.n). */
void sha256(fg_str bytes, unsigned char digest[SHA256_SIZE]);

#endif
