/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_JAVA_H
#define COLLAPSE_JAVA_H

#include "native.h"

/*
 * Reads a frame as Java prints it in stack traces and thread dumps:
 *
 *	at com.example.Worker.spin(Worker.java:42)
 *	at java.base@17.0.2/java.lang.Thread.run(Thread.java:833)
 *	at app//com.example.Main$$Lambda$14/0x0000000800c03000.run(Unknown Source)
 *	at java/net/SocketInputStream.read(SocketInputStream.java:127(Compiled Code))
 *	at com.example.Main.main(Main.java:10) ~[app.jar!/:1.0]
 *	at com.example.MainTest.it runs twice(MainTest.kt:12)
 *
 * False for any other text, also for prose that begins with "at". Class loader
 * and module go to frame->module. The slices are parts of `line`.
 */
bool java_frame(fg_str line, struct native_frame *frame);

#endif
