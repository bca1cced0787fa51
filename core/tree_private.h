/* SPDX-License-Identifier: MIT */
#ifndef CORE_TREE_PRIVATE_H
#define CORE_TREE_PRIVATE_H

#include "fg/tree.h"

/* Fills in `end` of all nodes from their parents. */
void fg_tree_find_ends(struct fg_tree *tree);

#endif
