/* SPDX-License-Identifier: MIT */
#ifndef PERF_DETAIL_H
#define PERF_DETAIL_H

#include "fg/base.h"

/*
 * Lines inside a sample that are not frames, but are perf's own: registers,
 * branches and their instructions, memory addresses, source code.
 *
 *	 ABI:2    AX:0x0    BX:0x7ffc64d0    IP:0x55c5c114b2b9
 *	 0x5581a0/0x5581c4/P/-/-/2/COND/-  0x5581d0/0x5581f0/M/-/-/1/CALL/-
 *	pay+0x22/main+0x4/P/-/-/0/CALL/-
 *	main+4:
 *		000055b7f0d4a13d	insn: eb f7	# PRED 3 cycles [3] 1.2 IPC
 *		... not reaching sample ...
 *	       12ab34000 4K 2M /system.slice/x
 *	      BPF output: 0000: 2f 75 73 72  /usr
 *	 ilen: 3 insn: 48 89 e5
 *	 	 IPC: 0.50 (3/6)
 *	|26           for (i = 0; i < n; i++)
 *
 * Source: builtin-script.c in tools/perf of Linux 6.1 to 6.15.
 */
bool perf_is_detail(fg_str line);

#endif
