/* SPDX-License-Identifier: MIT */
#ifndef RECORD_SIGNALS_H
#define RECORD_SIGNALS_H

#include "fg/base.h"

/*
 * Signals as something to poll for: SIGCHLD, and those by which users and
 * systems end programs (SIGINT, SIGTERM, SIGHUP, SIGQUIT), unless they are
 * ignored already, as by nohup.
 *
 *	int fd = signals_catch();
 *	... poll fd ...
 *	struct signals seen = signals_take();
 */
struct signals {
	int stop; /* the last one that ends programs; 0: none */
	bool by_terminal; /* the whole group of processes has got it */
	unsigned stops; /* how many of them */
};

/*
 * Returns a descriptor that becomes readable; -1 with errno. Later
 * calls return the same one.
 */
int signals_catch(void);

/* What came since the last call; empties the descriptor. */
struct signals signals_take(void);

#endif
