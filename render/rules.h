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

/*
 * The path of a Java class, "java/lang/String" or "Lorg/apache/...;", without
 * the mark L; empty for what is none. Borrowed.
 */
fg_str rules_java_path(fg_str name);

#endif
