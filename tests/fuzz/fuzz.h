/* SPDX-License-Identifier: MIT */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include "fg/diag.h"
#include "fg/stacks.h"

/*
 * What the fuzzers share. Each defines LLVMFuzzerTestOneInput, whose name
 * and type libFuzzer demands, and says in its first comment what must hold
 * for every input. `must` ends the program when it does not, in release
 * builds too.
 *
 * Inputs end with bytes that choose options (choice_take), so that any file
 * is a seed as it is: a line feed, which files end with, is the default.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Called before the first input; only fuzz_collapse has options. */
int LLVMFuzzerInitialize(int *argc, char ***argv);

#define must(condition) must_hold((condition), __FILE__, __LINE__, #condition)
void must_hold(bool condition, const char *file, int line, const char *text);

/* Takes the last byte off; 0 for a line feed or when there is none. */
uint8_t choice_take(fg_str *input);

/* Counts what it is told, and looks at each message. */
struct fg_diag silent_diag(void);

/* What must hold for any profile: order, tree, folded text and back. */
void check_profile(const struct fg_stacks *stacks);

/* Both profiles as folded text, byte for byte. */
void must_be_same(const struct fg_stacks *a, const struct fg_stacks *b);

#endif
