/* SPDX-License-Identifier: MIT */
#ifndef HEAPTRACK_LINE_H
#define HEAPTRACK_LINE_H

#include "fg/base.h"

/*
 * Takes a number (hexadecimal, without 0x) and the blank after it off *rest;
 * false when it begins with no number, or with one over 64 bits.
 */
bool heaptrack_take(fg_str *rest, uint64_t *number);

/*
 * Takes a text with its length before it ("f /srv/demo/alloc") and a blank; it
 * is shorter where the line ends.
 */
bool heaptrack_take_text(fg_str *rest, fg_str *text);

#endif
