/* SPDX-License-Identifier: MIT */
#include "perf_frame.h"

#include "fg/text.h"
#include "names/symbol_text.h"
#include "perf_line.h"

static fg_str from(fg_str s, size_t at)
{
	return fg_slice(s, at, s.n);
}

static fg_str last_part(fg_str path)
{
	size_t slash = fg_rfind_char(path, '/');

	return slash == path.n ? path : from(path, slash + 1);
}

/*
 * The module without "(deleted)" and "+0x35bd", which are not part of the
 * file's name.
 */
static fg_str bare_module(fg_str module)
{
	const fg_str deleted = FG_STR(" (deleted)");

	module = symbol_without_offset(module);
	if (fg_ends_with(module, deleted))
		module.n -= deleted.n;
	return symbol_without_offset(module);
}

static bool is_word(char c)
{
	return fg_is_digit(c) || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || c == '_';
}

/* Whether "[name]" is not the kernel or one of its modules. */
static bool is_user_area(fg_str module)
{
	static const fg_str names[] = {
		{ "unknown", 7 },  { "vdso", 4 }, { "vdso32", 6 },
		{ "vsyscall", 8 }, { "vvar", 4 }, { "heap", 4 },
		{ "stack", 5 },	   { "anon", 4 }, { "JIT", 3 },
		{ "uprobes", 7 },
	};
	fg_str inside = from(module, 1);

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (fg_starts_with(inside, names[i]) &&
		    (inside.n == names[i].n || !is_word(inside.p[names[i].n])))
			return true;
	}
	return false;
}

/* "foo.ko", "foo.ko.xz" */
static bool is_kernel_object(fg_str module)
{
	static const fg_str ends[] = {
		{ ".ko", 3 },	  { ".ko.xz", 6 },    { ".ko.gz", 6 },
		{ ".ko.zst", 7 }, { ".ko.debug", 9 },
	};

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		if (fg_ends_with(module, ends[i]))
			return true;
	}
	return false;
}

/* "vmlinux", "vmlinux-6.1.0-foo" */
static bool is_kernel_image(fg_str file)
{
	if (!fg_starts_with(file, FG_STR("vmlinux")))
		return false;
	for (size_t i = 0; i < file.n; i++) {
		char c = file.p[i];

		if (!is_word(c) && c != '-' && c != '.')
			return false;
	}
	return true;
}

static bool is_kernel(fg_str module)
{
	if (module.n > 0 && *module.p == '[')
		return !is_user_area(module);
	return is_kernel_object(module) || is_kernel_image(last_part(module)) ||
	       fg_starts_with(module, FG_STR("bpf_prog_")) ||
	       fg_starts_with(module, FG_STR("bpf_trampoline_")) ||
	       fg_equal(module, FG_STR("/proc/kcore"));
}

/* The end of the digits from `at` on; 0 if there is none. */
static size_t digits_end(fg_str s, size_t at)
{
	size_t end = at;

	while (end < s.n && fg_is_digit(s.p[end]))
		end++;
	return end > at ? end : 0;
}

/* "perf-123.map" (a symbol map), "jitted-123-4.so" (perf inject --jit) */
static bool is_jit(fg_str module)
{
	fg_str file = last_part(module);
	size_t end;

	if (fg_starts_with(file, FG_STR("perf-"))) {
		end = digits_end(file, 5);
		return end && fg_equal(from(file, end), FG_STR(".map"));
	}
	if (!fg_starts_with(file, FG_STR("jitted-")))
		return false;
	end = digits_end(file, 7);
	if (!end || !fg_starts_with(from(file, end), FG_STR("-")))
		return false;
	end = digits_end(file, end + 1);
	return end && fg_equal(from(file, end), FG_STR(".so"));
}

struct sample_frame perf_frame_parse(fg_str text)
{
	const fg_str inlined = FG_STR("(inlined)");
	struct sample_frame frame = { 0 };
	size_t start;

	text = fg_trim(text);
	if (fg_ends_with(text, inlined) &&
	    (text.n == inlined.n ||
	     fg_is_blank(text.p[text.n - inlined.n - 1]))) {
		frame.inlined = true;
		text = fg_trim(fg_slice(text, 0, text.n - inlined.n));
	}
	start = perf_module_start(text);
	if (start < text.n) {
		frame.module =
			bare_module(fg_slice(text, start + 1, text.n - 1));
		if (is_kernel(frame.module))
			frame.mark = SAMPLE_KERNEL;
		else if (is_jit(frame.module))
			frame.mark = SAMPLE_JIT;
	}
	frame.symbol = symbol_without_offset(fg_trim(fg_slice(text, 0, start)));
	frame.unknown = frame.symbol.n == 0 ||
			fg_equal(frame.symbol, FG_STR("[unknown]"));
	/* "(cc1)", which perf prints for some processes */
	frame.is_comm = !frame.unknown && perf_module_start(frame.symbol) == 0;
	return frame;
}

bool perf_is_context_marker(fg_str address)
{
	static const char ends[][4] = {
		{ 'f', 'f', 'e', '0' }, /* hypervisor */
		{ 'f', 'f', '8', '0' }, /* kernel */
		{ 'f', 'e', '0', '0' }, /* user */
		{ 'f', 'd', '8', '0' }, /* user, deferred */
		{ 'f', '8', '0', '0' }, /* guest */
		{ 'f', '7', '8', '0' }, /* guest's kernel */
		{ 'f', '6', '0', '0' }, /* guest's user */
		{ 'f', '0', '0', '1' }, /* the lowest possible one */
	};

	if (address.n != 16 || memcmp(address.p, "ffffffffffff", 12) != 0)
		return false;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		if (memcmp(address.p + 12, ends[i], 4) == 0)
			return true;
	}
	return false;
}
