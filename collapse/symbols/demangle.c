/* SPDX-License-Identifier: MIT */
#include "demangle.h"

#ifdef FG_HAVE_LIBIBERTY
#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

struct name {
	struct fg_buffer text;
	jmp_buf is_full;
};

/*
 * Libiberty prints until the end, which may take endlessly long for a hostile
 * symbol, so this callback leaves it by a jump. That is safe: libiberty keeps
 * all its data on the stack, because it is also made for signal handlers.
 */
static void append(const char *text, size_t size, void *data)
{
	struct name *name = data;

	if (name->text.n + size > DEMANGLED_MAX)
		longjmp(name->is_full, 1);
	fg_buffer_append(&name->text, (fg_str){ text, size });
}

static bool print(struct name *name, const char *symbol, int options)
{
	if (setjmp(name->is_full) != 0)
		return false;
	if (rust_demangle_callback(symbol, options, append, name))
		return true;
	name->text.n = 0;
	return cplus_demangle_v3_callback(symbol, options, append, name) != 0;
}

/*
 * Whether libiberty would take exponential time: it reads the arguments of a
 * template after a conversion operator twice, those inside them four times,
 * and so on. No real symbol has many.
 */
static bool is_endless(fg_str symbol)
{
	enum { OPERATORS_MAX = 8 };
	size_t count = 0;

	for (size_t i = 2; i + 1 < symbol.n; i++)
		count += symbol.p[i] == 'c' && symbol.p[i + 1] == 'v' &&
			 !fg_is_digit(symbol.p[i - 1]);
	return count > OPERATORS_MAX;
}

/*
 * Cuts off the text after the mangled name: "@plt", or a version
 * ("@@GLIBCXX_3.4").
 */
static fg_str cut_ending(fg_str *symbol)
{
	size_t at = fg_find_char(*symbol, '@');
	fg_str ending = fg_slice(*symbol, at, symbol->n);

	symbol->n = at;
	return fg_equal(ending, FG_STR("@plt")) ? ending : FG_STR("");
}

char *demangle(fg_str symbol, bool is_short)
{
	int options = is_short ? DMGL_NO_OPTS : DMGL_PARAMS | DMGL_ANSI;
	struct name name = { 0 };
	fg_str ending;
	bool printed;
	char *text;

	if (!fg_starts_with(symbol, FG_STR("_Z")) &&
	    !fg_starts_with(symbol, FG_STR("_R")) &&
	    !fg_starts_with(symbol, FG_STR("_GLOBAL_")))
		return NULL;
	ending = cut_ending(&symbol);
	if (is_endless(symbol))
		return NULL;
	text = fg_str_dup(symbol);
	printed = print(&name, text, options);
	free(text);
	if (printed && name.text.n > 0) {
		fg_buffer_append(&name.text, ending);
		fg_buffer_append(&name.text, (fg_str){ "", 1 });
		return name.text.p;
	}
	free(name.text.p);
	return NULL;
}
#else
#include <stddef.h>

char *demangle(fg_str symbol, bool is_short)
{
	(void)symbol;
	(void)is_short;
	return NULL;
}
#endif
