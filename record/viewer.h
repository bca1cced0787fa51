/* SPDX-License-Identifier: MIT */
#ifndef RECORD_VIEWER_H
#define RECORD_VIEWER_H

#include "fg/diag.h"

/*
 * --open: shows a picture with what the system opens files with (xdg-open, or
 * open on macOS), and says so. A warning where there is no display or no such
 * program; the picture is there all the same.
 */
void viewer_open(const char *path, struct fg_diag *diag);

#endif
