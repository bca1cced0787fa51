/* SPDX-License-Identifier: MIT */
#include "symbol_text.h"

#include "fg/alloc.h"
#include "fg/text.h"
#include "input/scan.h"

static bool is_hex(char c)
{
	return fg_is_digit(c) || (c >= 'a' && c <= 'f');
}

static bool is_word(char c)
{
	return fg_is_digit(c) || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

static fg_str from(fg_str s, size_t at)
{
	return fg_slice(s, at, s.n);
}

fg_str symbol_without_offset(fg_str symbol)
{
	size_t n = symbol.n;

	while (n > 0 && is_hex(symbol.p[n - 1]))
		n--;
	if (n == symbol.n || n < 3 || memcmp(symbol.p + n - 3, "+0x", 3) != 0)
		return symbol;
	return fg_slice(symbol, 0, n - 3);
}

/* "::h" and 16 hex digits. */
static bool has_rust_hash(fg_str symbol)
{
	enum { HASH = 19 };

	if (symbol.n < HASH ||
	    memcmp(symbol.p + symbol.n - HASH, "::h", 3) != 0)
		return false;
	for (size_t i = symbol.n - 16; i < symbol.n; i++) {
		if (!is_hex(symbol.p[i]))
			return false;
	}
	return true;
}

/* Decodes the text between two '$'; false when it is not a known escape. */
static bool append_rust_escape(struct fg_buffer *to, fg_str escape)
{
	static const struct {
		fg_str name, text;
	} known[] = {
		{ { "SP", 2 }, { "@", 1 } }, { { "BP", 2 }, { "*", 1 } },
		{ { "RF", 2 }, { "&", 1 } }, { { "LT", 2 }, { "<", 1 } },
		{ { "GT", 2 }, { ">", 1 } }, { { "LP", 2 }, { "(", 1 } },
		{ { "RP", 2 }, { ")", 1 } }, { { "C", 1 }, { ",", 1 } },
	};
	uint64_t code;
	char utf8[4];

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (fg_equal(escape, known[i].name)) {
			fg_buffer_append(to, known[i].text);
			return true;
		}
	}
	if (escape.n < 2 || *escape.p != 'u' ||
	    !fg_parse_hex(from(escape, 1), &code) || code < ' ' ||
	    code > 0xffff || (code >= 0xd800 && code <= 0xdfff))
		return false;
	fg_buffer_append(to,
			 (fg_str){ utf8, fg_utf8_put(utf8, (uint32_t)code) });
	return true;
}

/* Cuts " (.llvm.1234)" or ".llvm.1234" off, which a linker appended. */
static fg_str without_llvm_mark(fg_str symbol)
{
	const fg_str mark = FG_STR(".llvm.");
	size_t n = symbol.n;

	if (n > 0 && symbol.p[n - 1] == ')')
		n--;
	while (n > 0 && fg_is_digit(symbol.p[n - 1]))
		n--;
	if (!fg_ends_with(fg_slice(symbol, 0, n), mark))
		return symbol;
	n -= mark.n;
	if (fg_ends_with(fg_slice(symbol, 0, n), FG_STR(" (")))
		n -= 2;
	return fg_slice(symbol, 0, n);
}

/*
 * The number of bytes at the start of `s`, inside a path, that are not an
 * escape.
 */
static size_t rust_plain_length(fg_str s)
{
	size_t n = 0;

	while (n < s.n && s.p[n] != '.' && s.p[n] != '$')
		n++;
	/*
	 * the compiler puts '_' before an escape at the start of a path
	 * element
	 */
	if (n > 2 && n < s.n && memcmp(s.p + n - 3, "::_", 3) == 0 &&
	    s.p[n] == '$')
		n--;
	return n;
}

fg_str symbol_repair_rust(fg_str symbol, struct fg_buffer *room)
{
	fg_str rest = without_llvm_mark(symbol);

	if (!has_rust_hash(rest))
		return symbol;
	rest = fg_slice(rest, 0, rest.n - 19);
	if (fg_starts_with(rest, FG_STR("_$")))
		rest = from(rest, 1);
	room->n = 0;
	while (rest.n > 0) {
		size_t plain = rust_plain_length(rest);

		fg_buffer_append(room, fg_slice(rest, 0, plain));
		rest = from(rest, plain);
		if (fg_starts_with(rest, FG_STR("_$")))
			rest = from(rest, 1);
		if (fg_starts_with(rest, FG_STR(".."))) {
			fg_buffer_append(room, FG_STR("::"));
			rest = from(rest, 2);
		} else if (rest.n > 0 && *rest.p == '.') {
			fg_buffer_append(room, FG_STR("."));
			rest = from(rest, 1);
		} else if (rest.n > 0) {
			fg_str after = from(rest, 1);
			size_t stop = fg_find_char(after, '$');

			if (stop == after.n ||
			    !append_rust_escape(room, fg_slice(after, 0, stop)))
				break;
			rest = from(after, stop + 1);
		}
	}
	fg_buffer_append(room, rest);
	return fg_buffer_text(room);
}

/* The length of "operator" and its symbol at the start of `s`, or 0. */
static size_t operator_length(fg_str s)
{
	static const fg_str symbols[] = {
		{ "->*", 3 }, { "<=>", 3 }, { "<<=", 3 }, { ">>=", 3 },
		{ "()", 2 },  { "[]", 2 },  { "->", 2 },  { "<<", 2 },
		{ ">>", 2 },  { "<=", 2 },  { ">=", 2 },  { "==", 2 },
		{ "!=", 2 },  { "&&", 2 },  { "||", 2 },  { "++", 2 },
		{ "--", 2 },
	};
	const fg_str word = FG_STR("operator");

	if (!fg_starts_with(s, word) || s.n == word.n)
		return 0;
	s = from(s, word.n);
	for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
		if (fg_starts_with(s, symbols[i]))
			return word.n + symbols[i].n;
	}
	return memchr("<>=!+-*/%^&|~,", *s.p, 14) ? word.n + 1 : 0;
}

/* The length of "decltype(x.f())", which is a type, at the start of `s`, or 0. */
static size_t decltype_length(fg_str s)
{
	const fg_str word = FG_STR("decltype");

	if (!fg_starts_with(s, word) || s.n == word.n || s.p[word.n] != '(')
		return 0;
	return scan_group_end(s, word.n);
}

/* The length of one qualifier at the start of `s`, or 0. */
static size_t qualifier_length(fg_str s)
{
	static const fg_str words[] = {
		{ "const", 5 }, { "volatile", 8 }, { "noexcept", 8 },
		{ "&", 1 },	{ " ", 1 },
	};
	size_t stop;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (fg_starts_with(s, words[i]) &&
		    (s.n == words[i].n || words[i].n == 1 ||
		     !is_word(s.p[words[i].n])))
			return words[i].n;
	}
	if (fg_starts_with(s, FG_STR("[clone")))
		stop = fg_find_char(s, ']');
	else if (fg_starts_with(s, FG_STR("(.")))
		stop = fg_find_char(s, ')');
	else
		return 0;
	/* a name may be cut inside it */
	return stop < s.n ? stop + 1 : s.n;
}

static bool is_qualifiers(fg_str s)
{
	/* the limit keeps this linear */
	for (unsigned i = 0; i < 32 && s.n > 0; i++) {
		size_t n = qualifier_length(s);

		if (n == 0)
			return false;
		s = from(s, n);
	}
	return s.n == 0;
}

/*
 * Whether it is the type after the arguments of a Java method: "V", "[I",
 * "Lx/y;".
 */
static bool is_jvm_type(fg_str s)
{
	while (s.n > 0 && *s.p == '[')
		s = from(s, 1);
	if (s.n == 1)
		return memchr("VZBCSIJFD", *s.p, 9) != NULL;
	if (s.n < 2 || *s.p != 'L')
		return false;
	for (size_t i = 1; i < s.n; i++) {
		if (!is_word(s.p[i]) && !memchr("/$.;:-", s.p[i], 6))
			return false;
	}
	return true;
}

/* "-> T", a return type after the arguments. */
static bool is_arrow(fg_str s)
{
	size_t blanks = 0;

	while (blanks < s.n && fg_is_blank(s.p[blanks]))
		blanks++;
	return blanks > 0 && fg_starts_with(from(s, blanks), FG_STR("->"));
}

struct cutter {
	fg_str name;
	size_t at; /* text before this is done */
	size_t depth; /* nesting of < { [ */
	struct fg_buffer *to;
};

static void copy(struct cutter *c, size_t n)
{
	fg_buffer_append(c->to, fg_slice(c->name, c->at, c->at + n));
	c->at += n;
}

/* Whether the group at `at` can be an argument list. */
static bool may_be_arguments(const struct cutter *c)
{
	char before;

	if (c->depth > 0 || c->at == 0)
		return false;
	before = c->name.p[c->at - 1];
	return !fg_is_blank(before) && before != '.' &&
	       !fg_starts_with(from(c->name, c->at), FG_STR("(anonymous "));
}

/* Handles the group that begins here; the rest may be left out. */
static void pass_group(struct cutter *c)
{
	size_t end = scan_group_end(c->name, c->at);
	fg_str after;

	if (end == 0 && may_be_arguments(c)) {
		c->at = c->name.n;
		return;
	}
	if (end == 0)
		end = c->name.n;
	after = from(c->name, end);
	if (!may_be_arguments(c))
		copy(c, end - c->at);
	else if (is_qualifiers(after) || is_jvm_type(after) || is_arrow(after))
		c->at = c->name.n;
	else if (fg_starts_with(after, FG_STR("::")))
		c->at = end;
	else
		copy(c, end - c->at);
}

static void pass_other(struct cutter *c)
{
	bool is_start = c->at == 0 || !is_word(c->name.p[c->at - 1]);
	fg_str rest = from(c->name, c->at);
	size_t n = 0;

	if (*rest.p == 'o' && is_start)
		n = operator_length(rest);
	else if (*rest.p == 'd' && is_start)
		n = decltype_length(rest);
	else if (fg_starts_with(rest, FG_STR("->")))
		n = 2;
	if (n > 0) {
		copy(c, n);
		return;
	}
	if (memchr("<{[", *rest.p, 3))
		c->depth++;
	else if (memchr(">}]", *rest.p, 3) && c->depth > 0)
		c->depth--;
	copy(c, 1);
}

fg_str symbol_cut_arguments(fg_str name, struct fg_buffer *room)
{
	struct cutter c = { .name = name, .to = room };

	if (fg_find_char(name, '(') == name.n)
		return name;
	room->n = 0;
	while (c.at < name.n) {
		if (name.p[c.at] == '(')
			pass_group(&c);
		else
			pass_other(&c);
	}
	return fg_buffer_text(room);
}

static bool is_template_start(fg_str name, size_t at)
{
	fg_str before = fg_slice(name, 0, at);
	char c = at > 0 ? name.p[at - 1] : ' ';

	if (name.p[at] != '<' || fg_ends_with(before, FG_STR("operator")) ||
	    fg_ends_with(before, FG_STR("operator<")))
		return false;
	return fg_is_digit(c) || c == '_' || c == ':' ||
	       (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The end of the bracket at `at`, or name.n. "->" closes nothing. */
static size_t template_end(fg_str name, size_t at)
{
	size_t depth = 0;

	for (size_t i = at; i < name.n; i++) {
		if (name.p[i] == '<')
			depth++;
		else if (name.p[i] == '>' && name.p[i - 1] != '-')
			depth--;
		if (depth == 0)
			return i;
	}
	return name.n;
}

fg_str symbol_cut_templates(fg_str name, struct fg_buffer *room)
{
	size_t kept = 0;

	room->n = 0;
	for (size_t i = 0; i < name.n; i++) {
		size_t end;

		if (!is_template_start(name, i))
			continue;
		end = template_end(name, i);
		if (end == name.n)
			break;
		fg_buffer_append(room, fg_slice(name, kept, i + 1));
		kept = end;
		i = end;
	}
	if (kept == 0)
		return name;
	fg_buffer_append(room, fg_slice(name, kept, name.n));
	return fg_buffer_text(room);
}

size_t symbol_call_length(fg_str text)
{
	size_t depth = 0, n;

	for (size_t i = 0; i < text.n; i += n) {
		fg_str rest = from(text, i);

		n = *rest.p == 'o' ? operator_length(rest) : 0;
		if (n == 0 && fg_starts_with(rest, FG_STR("->")))
			n = 2;
		if (n > 0)
			continue;
		n = 1;
		if (depth == 0 && i > 0 && fg_starts_with(rest, FG_STR(" (")))
			return i;
		if (memchr("(<[{", *rest.p, 4))
			depth++;
		else if (memchr(")>]}", *rest.p, 4) && depth > 0)
			depth--;
	}
	return text.n;
}
