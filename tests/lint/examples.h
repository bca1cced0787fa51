/* SPDX-License-Identifier: MIT */
/*
 * What the examples in headers' comments use and do not declare, where it has
 * the same type in all of them; examples.txt has the others. See examples.sh.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fg/folded.h"
#include "fg/foreign.h"
#include "fg/frames.h"
#include "fg/out.h"
#include "fg/sandbox.h"
#include "fg/text.h"
#include "fg/threads.h"
#include "fg/tree.h"
#ifdef EXAMPLE_IN_collapse
#include "fold/stackbuf.h"
#include "format.h"
#include "input/scan.h"

extern struct collapse *c;
extern struct stackbuf stack;
extern struct namer namer;
extern struct json *json;
extern struct xml *xml;
extern const struct collapse_options *options;
#endif

extern struct fg_diag *diag;
extern fg_status status;
extern struct fg_lines *in;
extern struct fg_loc loc;
extern struct fg_out *out;
extern struct fg_stacks *stacks;
extern struct fg_weight weight;
extern fg_str line, text;
extern const char *path, *problem;
extern uint64_t address, start, end;
extern int argc, fd, error;
extern char **argv;
extern fg_frame main_id, work_id, run_id, roots[3];
extern size_t n, i, depth, count, root_count;

#define use(what) ((void)(what))
