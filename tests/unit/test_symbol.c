/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "collapse/names/symbol_text.h"
#include "fg/alloc.h"
#include "fg/text.h"

static void offsets_are_cut_once(void **state)
{
	(void)state;
	assert_str_equal(symbol_without_offset(FG_STR("main+0x1f")), "main");
	assert_str_equal(symbol_without_offset(FG_STR("f+0x1+0x2")), "f+0x1");
	assert_str_equal(symbol_without_offset(FG_STR("main+0x")), "main+0x");
	assert_str_equal(symbol_without_offset(FG_STR("f+0xXY")), "f+0xXY");
	assert_str_equal(symbol_without_offset(FG_STR("f+0x1F")), "f+0x1F");
	assert_str_equal(symbol_without_offset(FG_STR("+0x10")), "");
	assert_str_equal(symbol_without_offset(FG_STR("0x10")), "0x10");
	assert_str_equal(symbol_without_offset(FG_STR("face")), "face");
	assert_str_equal(symbol_without_offset(FG_STR("")), "");
}

struct pair {
	const char *from, *to;
};

typedef fg_str (*clean_fn)(fg_str name, struct fg_buffer *room);

static void assert_all(const struct pair *pairs, clean_fn clean)
{
	struct fg_buffer room = { 0 };

	for (; pairs->from; pairs++) {
		/* of its own, so that reading behind it is seen */
		char *copy = fg_str_dup(fg_from_c(pairs->from));
		fg_str got = clean(fg_from_c(copy), &room);

		if (!fg_equal(got, fg_from_c(pairs->to)))
			fail_msg("'%s' gives '%.*s'", pairs->from, FG_FMT(got));
		free(copy);
	}
	free(room.p);
}

#define HASH "::h0123456789abcdef"

static void rust_names_are_repaired(void **state)
{
	static const struct pair pairs[] = {
		{ "a::b" HASH, "a::b" },
		{ "_$LT$a..B$u20$as$u20$c..D$GT$::go" HASH, "<a::B as "
							    "c::D>::go" },
		{ "a::_$u7b$$u7b$closure$u7d$$u7d$" HASH, "a::{{closure}}" },
		{ "f$LP$$RP$$C$$RF$$BP$$SP$" HASH, "f(),&*@" },
		{ "a$u3b$b" HASH, "a;b" },
		{ "a$u20ac$$ue9$" HASH, "a\xe2\x82\xac\xc3\xa9" },
		{ "a.b..c...d" HASH, "a.b::c::.d" },
		{ "a$XX$b..c" HASH, "a$XX$b..c" },
		{ "a$LT$b$GT" HASH, "a<b$GT" },
		{ "a$u0$b" HASH, "a$u0$b" },
		{ "a$ud800$b" HASH, "a$ud800$b" },
		{ HASH, "" },
		{ "a::b", "a::b" },
		{ "a::h0123456789abcdeg", "a::h0123456789abcdeg" },
		{ "a.h0123456789abcdef", "a.h0123456789abcdef" },
		{ "a..b", "a..b" },
		{ "", "" },
		{ NULL, NULL },
	};

	(void)state;
	assert_all(pairs, symbol_repair_rust);
}

static void argument_lists_are_cut(void **state)
{
	static const struct pair pairs[] = {
		{ "f(int)", "f" },
		{ "f()", "f" },
		{ "f(int) const", "f" },
		{ "f(int) const volatile noexcept &&", "f" },
		{ "f(int) constant", "f(int) constant" },
		{ "f(int) [clone .constprop.0] [clone .cold]", "f" },
		{ "f(int) [clone .constp", "f" },
		{ "f(int) (.isra.0)", "f" },
		{ "f(int", "f" },
		{ "f(int, void (*)(", "f" },
		{ "f<void (int)>::g(int)", "f<void (int)>::g" },
		{ "f<void (int", "f<void (int" },
		{ "f[void (int)](int)", "f[void (int)]" },
		{ "(anonymous namespace)::f(int)", "(anonymous namespace)::f" },
		{ "a::(anonymous namespace)::f", "a::(anonymous "
						 "namespace)::f" },
		{ "a::(anonymous class)::f", "a::(anonymous class)::f" },
		{ "f(int)::g(int)::h", "f::g::h" },
		{ "f(int)::{lambda()#1}::operator()(int) const", "f::{lambda()#"
								 "1}::operator("
								 ")" },
		{ "decltype(g(1))::type f(int)", "decltype(g(1))::type f" },
		{ "decltype(nullptr)", "decltype(nullptr)" },
		{ "decltype(auto) f<int>(int)", "decltype(auto) f<int>" },
		{ "decltype ({parm#1}<<{parm#2}) f<int>(int)", "decltype "
							       "({parm#1}<<{"
							       "parm#2}) "
							       "f<int>" },
		{ "decltype(f(int)", "decltype" },
		{ "my_decltype(int)", "my_decltype" },
		{ "A::operator()", "A::operator()" },
		{ "A::operator()()", "A::operator()" },
		{ "A::operator[](int)", "A::operator[]" },
		{ "A::operator->(int)", "A::operator->" },
		{ "A::operator->*(int)", "A::operator->*" },
		{ "A::operator<<(int)", "A::operator<<" },
		{ "A::operator>(int)", "A::operator>" },
		{ "A::operator<=>(int)", "A::operator<=>" },
		{ "operator<< <c<d> >(e)", "operator<< <c<d> >" },
		{ "A::operator,(int)", "A::operator," },
		{ "A::operator bool() const", "A::operator bool" },
		{ "operator new(unsigned long)", "operator new" },
		{ "my_operator<int>(int)", "my_operator<int>" },
		{ "f<(color)1>::g(int)", "f<(color)1>::g" },
		{ "main.(*T).Ptr(...)", "main.(*T).Ptr" },
		{ "main.G[go.shape.func() int].Do", "main.G[go.shape.func() "
						    "int].Do" },
		{ "<fn(u64) -> u64 as T>::go", "<fn(u64) -> u64 as T>::go" },
		{ "f(_: Int) -> String", "f" },
		{ "f(_: Int)-> String", "f(_: Int)-> String" },
		{ "void W.main(java.lang.String[])", "void W.main" },
		{ "Lx/Y:.m(Lz:)V", "Lx/Y:.m" },
		{ "Lx/Y:.m(Lz:)[[I", "Lx/Y:.m" },
		{ "Lx/Y:.m()Lx/y:", "Lx/Y:.m" },
		{ "Lx/Y:.m()Lx/y", "Lx/Y:.m" },
		{ "Lx/Y:.m()X", "Lx/Y:.m()X" },
		{ "Stub (1)", "Stub (1)" },
		{ "decltype(auto) f(int)", "decltype(auto) f" },
		{ "(f)", "(f)" },
		{ "f)", "f)" },
		{ "f>(int)", "f>" },
		{ "plain", "plain" },
		{ "", "" },
		{ NULL, NULL },
	};

	(void)state;
	assert_all(pairs, symbol_cut_arguments);
}

/* Names that would take hours if each '(' had to be looked at from each. */
static void long_names_take_linear_time(void **state)
{
	static const char *const pieces[] = {
		"(",   "()", "f()",	   "(.a)", "()[clone ", "()L", "<(",
		"(()", ")",  "operator()", "()::", "() const ", "<:(", "()Lx(",
	};
	struct fg_buffer name = { 0 }, room = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
		fg_str piece = fg_from_c(pieces[i]);

		name.n = 0;
		fg_buffer_append(&name, FG_STR("f"));
		while (name.n < 1 << 20)
			fg_buffer_append(&name, piece);
		fg_buffer_append(&name, FG_STR("x"));
		symbol_cut_arguments(fg_buffer_text(&name), &room);
		fg_buffer_append(&name, FG_STR(HASH));
		symbol_repair_rust(fg_buffer_text(&name), &room);
	}
	free(name.p);
	free(room.p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(offsets_are_cut_once),
		cmocka_unit_test(rust_names_are_repaired),
		cmocka_unit_test(argument_lists_are_cut),
		cmocka_unit_test(long_names_take_linear_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
