/* SPDX-License-Identifier: MIT */
/*
 * Every input below fixtures/ is taken for what its folder says, also when it
 * is cut, packed, or was written on Windows; and what is no profile is taken
 * for none.
 */
#include "unit.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

#include "collapse/format.h"
#include "fg/alloc.h"
#include "fg/lines.h"
#include "fg/text.h"

enum { CUT = 16384 };

static size_t checked, wrong;

static void ignore(void *ctx, enum fg_level level, struct fg_loc loc,
		   const char *message)
{
	(void)ctx, (void)level, (void)loc, (void)message;
}

static struct fg_diag quiet = { .emit = ignore };

static const struct format *detect(fg_str text)
{
	struct fg_lines *in = fg_lines_from_memory(text, "memory", &quiet);
	const struct format *format =
		format_detect(fg_lines_peek(in, FG_PEEK_MAX));

	(void)fg_lines_close(in);
	return format;
}

static const char *name_of(const struct format *format)
{
	return format ? format->name : "nobody";
}

static void complain(const char *path, const char *how,
		     const struct format *got)
{
	printf("%s%s: claimed by %s\n", path, how, name_of(got));
	wrong++;
}

/* The first bytes of a file, unpacked; the caller frees them. */
static struct fg_buffer read_head(const char *path)
{
	struct fg_lines *in = fg_lines_open(path, &quiet);
	struct fg_buffer head = { 0 };

	if (in)
		fg_buffer_append(&head, fg_lines_peek(in, FG_PEEK_MAX));
	(void)fg_lines_close(in);
	return head;
}

static void append_unit(struct fg_buffer *to, unsigned unit, bool big)
{
	char bytes[2] = { (char)(unit & 0xff), (char)(unit >> 8) };

	if (big)
		bytes[0] = (char)(unit >> 8), bytes[1] = (char)(unit & 0xff);
	fg_buffer_append(to, (fg_str){ bytes, 2 });
}

/* False when the text is no UTF-8. */
static bool to_utf16(fg_str text, bool big, struct fg_buffer *to)
{
	append_unit(to, 0xfeff, big);
	while (text.n > 0) {
		size_t n = fg_utf8_length(text);
		unsigned char c = (unsigned char)*text.p;
		unsigned code = n == 1 ? c : c & (0x7fu >> n);

		if (n == 0)
			return false;
		for (size_t i = 1; i < n; i++)
			code = code << 6 | ((unsigned char)text.p[i] & 0x3f);
		if (code > 0xffff) {
			code -= 0x10000;
			append_unit(to, 0xd800 | code >> 10, big);
			code = 0xdc00 | (code & 0x3ff);
		}
		append_unit(to, code, big);
		text = fg_slice(text, n, text.n);
	}
	return true;
}

static void to_crlf(fg_str text, struct fg_buffer *to)
{
	while (text.p) {
		fg_str line = fg_cut(&text, '\n');

		fg_buffer_append(to, line);
		if (text.p)
			fg_buffer_append(to, FG_STR("\r\n"));
	}
}

static void to_gzip(fg_str text, struct fg_buffer *to)
{
	z_stream z = { 0 };
	Bytef packed[8192];
	int status = Z_OK;

	assert_int_equal(deflateInit2(&z, 1, Z_DEFLATED, 31, 8, 0), Z_OK);
	z.next_in = (Bytef *)(uintptr_t)text.p;
	z.avail_in = (uInt)text.n;
	while (status == Z_OK) {
		z.next_out = packed;
		z.avail_out = sizeof packed;
		status = deflate(&z, Z_FINISH);
		fg_buffer_append(to, (fg_str){ (const char *)packed,
					       sizeof packed - z.avail_out });
	}
	assert_int_equal(status, Z_STREAM_END);
	deflateEnd(&z);
}

static void expect(const char *path, const char *how,
		   const struct format *format, struct fg_buffer *changed)
{
	const struct format *got = detect(fg_buffer_text(changed));

	if (got != format)
		complain(path, how, got);
	changed->n = 0;
}

/* Line ends, marks and packing do not change what text is. */
static void check_text(const char *path, fg_str head,
		       const struct format *format)
{
	struct fg_buffer changed = { 0 };

	if (to_utf16(head, false, &changed))
		expect(path, ", UTF-16LE", format, &changed);
	changed.n = 0;
	if (to_utf16(head, true, &changed))
		expect(path, ", UTF-16BE", format, &changed);
	changed.n = 0;
	to_crlf(head, &changed);
	expect(path, ", CRLF", format, &changed);
	fg_buffer_append(&changed, FG_STR("\xef\xbb\xbf"));
	fg_buffer_append(&changed, head);
	expect(path, ", with a mark", format, &changed);
	free(changed.p);
}

static void check_variants(const char *path, fg_str head,
			   const struct format *format)
{
	struct fg_buffer changed = { 0 };

	to_gzip(head, &changed);
	expect(path, ", gzip", format, &changed);
	fg_buffer_append(&changed,
			 fg_slice(head, 0, head.n < CUT ? head.n : CUT));
	expect(path, ", cut", format, &changed);
	free(changed.p);
	/* the head ends in the middle of a character, perhaps */
	while (head.n > 0 && head.n == FG_PEEK_MAX &&
	       head.p[head.n - 1] != '\n')
		head.n--;
	if (!memchr(head.p, '\0', head.n))
		check_text(path, head, format);
}

/* "perf" of ".../fixtures/collapse/perf/cpu/input" */
static fg_str folder_of(const char *path)
{
	fg_str text = fg_from_c(path);
	size_t at = fg_find(text, FG_STR("/fixtures/collapse/"));
	fg_str rest =
		fg_slice(text, at + strlen("/fixtures/collapse/"), text.n);

	return fg_cut(&rest, '/');
}

static bool is_input(const char *name)
{
	static const char *const others[] = { "README",	   "cmd",  "stdout",
					      "stderr",	   "exit", "needs",
					      "README.md", NULL };
	size_t i = 0;

	while (others[i] && strcmp(name, others[i]) != 0)
		i++;
	return !others[i];
}

/* What only an option makes readable, as the command beside it has it. */
static bool needs_option(const char *path, int base)
{
	struct fg_buffer cmd = { 0 }, text;
	bool needs;

	fg_buffer_append(&cmd, (fg_str){ path, (size_t)base });
	fg_buffer_append(&cmd, (fg_str){ "cmd", 4 });
	text = read_head(cmd.p);
	needs = fg_contains(fg_buffer_text(&text), FG_STR(" -f ")) ||
		fg_contains(fg_buffer_text(&text), FG_STR(" --format "));
	free(cmd.p);
	free(text.p);
	return needs;
}

/* Names for samply's addresses; they are read beside its profile. */
static bool is_companion(const char *path)
{
	return fg_ends_with(fg_from_c(path), FG_STR(".syms.json"));
}

static void check_input(const char *path, int base)
{
	struct fg_buffer buffer = read_head(path);
	fg_str head = fg_buffer_text(&buffer), folder = folder_of(path);
	const struct format *got = format_detect(head), *format = NULL;

	for (const struct format *const *f = formats; *f; f++) {
		if (fg_equal(fg_from_c((*f)->name), folder))
			format = *f;
	}
	if (fg_trim(head).n == 0 || is_companion(path))
		format = NULL;
	if (got == format)
		check_variants(path, head, format);
	else if (got || !needs_option(path, base))
		complain(path, "", got);
	checked++;
	free(buffer.p);
}

static int check_file(const char *path, const struct stat *st, int kind,
		      struct FTW *where)
{
	if (kind == FTW_F && is_input(path + where->base) && st->st_size > 0)
		check_input(path, where->base);
	return 0;
}

/* Programs and prose, which quote profiles in comments and examples. */
static int check_source(const char *path, const struct stat *st, int kind,
			struct FTW *where)
{
	static const char *const ends[] = { ".c",   ".h",   ".js", ".mjs",
					    ".sh",  ".py",  ".md", ".1",
					    ".css", ".txt", NULL };
	const struct format *got;
	struct fg_buffer head;
	bool is_source = false;

	(void)st, (void)where;
	for (const char *const *end = ends; *end; end++)
		is_source |= fg_ends_with(fg_from_c(path), fg_from_c(*end));
	if (kind != FTW_F || !is_source)
		return 0;
	head = read_head(path);
	got = format_detect(fg_buffer_text(&head));
	if (got && got->parse)
		complain(path, "", got);
	checked++;
	free(head.p);
	return 0;
}

static void walk(const char *folder,
		 int (*check)(const char *path, const struct stat *st, int kind,
			      struct FTW *where))
{
	const char *top = getenv("FG_SOURCE");
	char path[4096];

	assert_non_null(top);
	snprintf(path, sizeof path, "%s/%s", top, folder);
	assert_int_equal(nftw(path, check, 16, FTW_PHYS), 0);
}

static void inputs_are_what_their_folders_say(void **state)
{
	(void)state;
	checked = wrong = 0;
	walk("fixtures/collapse", check_file);
	assert_int_equal(wrong, 0);
	assert_true(checked > 100);
}

static void programs_and_prose_are_no_profiles(void **state)
{
	static const char *const folders[] = { "collapse",   "core",
					       "diff",	     "doc",
					       "render",     "tests/bench",
					       "tests/cli",  "tests/lint",
					       "tests/unit", NULL };

	(void)state;
	checked = wrong = 0;
	for (const char *const *folder = folders; *folder; folder++)
		walk(*folder, check_source);
	assert_int_equal(wrong, 0);
	assert_true(checked > 200);
}

/* What lies beside profiles. */
static void other_files_are_no_profiles(void **state)
{
	static const char *const others[] = {
		"Nov 21 06:21:01 host sshd[812]: Accepted publickey for user\n"
		"Nov 21 06:21:02 host systemd[1]: Started Session 12 of user\n",
		"127.0.0.1 - - [21/Nov/2026:06:21:01 +0000] \"GET / HTTP/1.1\" "
		"200 612 \"-\" \"curl/8.5\"\n",
		"2026-11-21T06:21:01.123Z INFO  app::server - listening on 80\n"
		"2026-11-21T06:21:02.456Z WARN  app::server - slow: 12 ms\n",
		"{\"name\": \"site\", \"version\": \"1.0.0\", "
		"\"dependencies\": {\"left-pad\": \"^1.3.0\"}}\n",
		"[1, 2, 3, {\"a\": [true, null, \"b\"]}]\n",
		"{\"level\":\"info\",\"msg\":\"started\",\"pid\":12}\n"
		"{\"level\":\"info\",\"msg\":\"done\",\"pid\":12}\n",
		"#!/usr/bin/perl -w\n"
		"# reads samples like these:\n"
		"# java 17/18 [000] 9.314179: 1001001 cpu-clock:\n"
		"#     ffffffff8156bad0 put_ctx+0x0 ([kernel.kallsyms])\n"
		"while (<>) {\n",
		"Name,Size,Date\nreport.pdf,81234,2026-11-21\n",
		"[server]\nport = 80\nname = \"demo\"\n",
		"a: 1\nb:\n  - c\n  - d: 12\n",
		"<?xml version=\"1.0\"?>\n<project "
		"name=\"demo\"><a/></project>\n",
		"<!DOCTYPE html>\n<html><body><svg/></body></html>\n",
		"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n",
		"total 12\ndrwxr-xr-x 2 user user 4096 Nov 21 06:21 bin\n",
		"commit 5fd83fb\nAuthor: A <a@example.org>\n\n    Fix it\n",
		"  PID TTY          TIME CMD\n    1 ?        00:00:01 init\n",
		"Filesystem 1K-blocks Used Available Use% Mounted on\n"
		"/dev/vda1 8123456 4123456 3900000 52% /\n",
		"It was a dark and stormy night; the rain fell in torrents.\n",
		"--- contentionz 1 ---\nformat = java\n"
		"resolution = microseconds\n    1     1 @ 0x00000003\n"
		" 0x00000003 com.example.A.f(A.java:1)\n",
		"\x7f"
		"ELF\2\1\1",
	};

	(void)state;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		const struct format *got = detect(fg_from_c(others[i]));

		/* told apart is refused, too */
		if (got && got->parse)
			fail_msg("%s claims: %s", got->name, others[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(inputs_are_what_their_folders_say),
		cmocka_unit_test(programs_and_prose_are_no_profiles),
		cmocka_unit_test(other_files_are_no_profiles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
