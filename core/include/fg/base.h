/* SPDX-License-Identifier: MIT */
#ifndef FG_BASE_H
#define FG_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Definitions that every header needs: a string slice, a status, attributes. */

#if defined(__GNUC__)
#define FG_MUST_USE __attribute__((warn_unused_result))
#define FG_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define FG_NORETURN __attribute__((noreturn))
#define FG_NEVER_NULL __attribute__((returns_nonnull))
#define FG_LIKELY(x) __builtin_expect(!!(x), 1)
#define FG_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define FG_PREFETCH(p) __builtin_prefetch(p)
#else
#define FG_MUST_USE
#define FG_PRINTF(fmt, args)
#define FG_NORETURN
#define FG_NEVER_NULL
#define FG_LIKELY(x) (x)
#define FG_UNLIKELY(x) (x)
#define FG_PREFETCH(p) ((void)(p))
#endif

/* Some bytes of somebody else's memory; any encoding, not NUL-terminated. */
typedef struct fg_str {
	const char *p;
	size_t n;
} fg_str;

/* A slice of a string literal. */
#define FG_STR(literal) ((fg_str){ (literal), sizeof(literal) - 1 })

/* Arguments for "%.*s"; a slice over INT_MAX bytes is cut. */
#define FG_FMT(s) ((s).n > INT32_MAX ? INT32_MAX : (int)(s).n), (s).p

/* Returned by calls that can fail. The message was already given. */
typedef enum fg_status {
	FG_OK,
	FG_EINPUT, /* the input is unusable */
	FG_EIO, /* reading or writing failed */
	FG_ELIMIT, /* the input is over a documented limit */
	FG_EUSAGE, /* an option's value is wrong */
} fg_status;

#endif
