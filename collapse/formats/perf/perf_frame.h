/* SPDX-License-Identifier: MIT */
#ifndef PERF_FRAME_H
#define PERF_FRAME_H

#include "sample/frame_name.h"

/*
 * One line of a call chain, after its address:
 *
 *	Functor::operator()(int) const+0x19 (/opt/app/cpp)
 *	'-----------symbol------------'      '--module--'
 */
struct sample_frame perf_frame_parse(fg_str text);

/*
 * Whether an unknown frame at this address is not a frame, but marks the
 * beginning of the kernel's (or user's, ...) part of the chain.
 */
bool perf_is_context_marker(fg_str address);

#endif
