/* SPDX-License-Identifier: MIT */
#ifndef RENDER_RULES_H
#define RENDER_RULES_H

#include "fg/base.h"

/*
 * The palettes that go by what a name looks like: each rule tells which ramp
 * a name (with its annotation) takes. For palette.c.
 */
enum {
#define RAMP(name, ...) RAMP_##name,
#define RULES(name, background)
#include "palettes.def"
#undef RAMP
#undef RULES
};

#define RAMP(name, ...)
#define RULES(palette, background) unsigned rule_##palette(fg_str name);
#include "palettes.def"
#undef RAMP
#undef RULES

#endif
