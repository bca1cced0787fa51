/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include <stdlib.h>
#include <sys/utsname.h>

#include "collapse/symbols/kallsyms.h"
#include "fg/text.h"

static const char list[] = "0000000000000000 A fixed_percpu_data\n"
			   "ffffffff81000000 T _stext\n"
			   "ffffffff81000000 T _text\n"
			   "ffffffff81000000 t local_start\n"
			   "ffffffff81000100 T strong_name\n"
			   "ffffffff81000100 W __weak_name\n"
			   "ffffffff81000100 A no_address\n"
			   "ffffffff81000200 T do_read\n"
			   "ffffffff81000300 t last_of_kernel\n"
			   "nothing of the kind\n"
			   "ffffffffc0201000 t ext4_read\t[ext4]\n"
			   "ffffffffc0201100 t ext4_write\t[ext4]\n"
			   "ffffffffc0300000 t xfs_read\t[xfs]\r\n";

static struct kallsyms *parse(const char *text)
{
	const char *problem = NULL;
	struct kallsyms *symbols = kallsyms_parse(fg_from_c(text), &problem);

	assert_non_null(symbols);
	return symbols;
}

static void assert_finds(const struct kallsyms *symbols, uint64_t address,
			 const char *name, const char *module)
{
	struct kernel_symbol found;

	if (!name) {
		assert_false(kallsyms_find(symbols, address, &found));
		return;
	}
	assert_true(kallsyms_find(symbols, address, &found));
	assert_str_equal(found.name, name);
	assert_str_equal(found.module, module);
	assert_true(found.start <= address);
}

static void symbols_go_on_to_the_next(void **state)
{
	struct kallsyms *symbols = parse(list);

	(void)state;
	assert_finds(symbols, 0xffffffff810002ff, "do_read", "");
	assert_finds(symbols, 0xffffffff81000300, "last_of_kernel", "");
	assert_finds(symbols, 0xffffffffc0201000, "ext4_read", "[ext4]");
	assert_finds(symbols, 0xffffffffc0201fff, "ext4_write", "[ext4]");
	assert_finds(symbols, 0xffffffffc0300000, "xfs_read", "[xfs]");
	/* neither the kernel nor a module is that large */
	assert_finds(symbols, 0xffffffffa0000000, NULL, NULL);
	assert_finds(symbols, 0xffffffffc02fffff, "ext4_write", "[ext4]");
	assert_finds(symbols, 0xfffffffff0000000, NULL, NULL);
	assert_finds(symbols, 0x1000, NULL, NULL);
	kallsyms_free(symbols);
}

static void of_aliases_the_last_counts(void **state)
{
	struct kallsyms *symbols = parse(list);

	(void)state;
	assert_finds(symbols, 0xffffffff81000000, "local_start", "");
	assert_finds(symbols, 0xffffffff81000150, "__weak_name", "");
	kallsyms_free(symbols);
}

static void a_kernel_may_be_loaded_elsewhere(void **state)
{
	struct kallsyms *symbols = parse(list);

	(void)state;
	assert_false(kallsyms_relocate(symbols, FG_STR("no_such"), 1));
	assert_true(kallsyms_relocate(symbols, FG_STR("_text"),
				      0xffffffff9a000000));
	assert_finds(symbols, 0xffffffff9a000210, "do_read", "");
	assert_finds(symbols, 0xffffffff81000210, NULL, NULL);
	/* modules were moved, too, but not by as much */
	assert_finds(symbols, 0xffffffffc0201000, NULL, NULL);
	assert_finds(symbols, 0xffffffffd9201000, NULL, NULL);
	assert_true(kallsyms_relocate(symbols, FG_STR("_stext"),
				      0xffffffff81000000));
	assert_finds(symbols, 0xffffffffc0201000, "ext4_read", "[ext4]");
	kallsyms_free(symbols);
}

static void hidden_addresses_are_no_names(void **state)
{
	const char *problem = NULL;

	(void)state;
	assert_null(kallsyms_parse(FG_STR("0000000000000000 T _text\n"
					  "0000000000000000 T do_read\n"),
				   &problem));
	assert_non_null(strstr(problem, "kptr_restrict"));
	assert_null(kallsyms_parse(FG_STR(""), &problem));
	assert_string_equal(problem, "no list of kernel symbols");
	assert_null(kallsyms_open("/dev/zero", &problem));
	assert_string_equal(problem, "no regular file");
}

static void the_running_kernel_is_known_by_its_release(void **state)
{
	struct utsname name;

	(void)state;
	assert_int_equal(uname(&name), 0);
	assert_true(kallsyms_is_running(FG_STR(""), fg_from_c(name.release)));
	assert_false(kallsyms_is_running(FG_STR(""), FG_STR("0.0.1-none")));
	assert_false(kallsyms_is_running(FG_STR(""), FG_STR("")));
	/* the build ID counts more */
	assert_false(kallsyms_is_running(FG_STR("not this"),
					 fg_from_c(name.release)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(symbols_go_on_to_the_next),
		cmocka_unit_test(of_aliases_the_last_counts),
		cmocka_unit_test(a_kernel_may_be_loaded_elsewhere),
		cmocka_unit_test(hidden_addresses_are_no_names),
		cmocka_unit_test(the_running_kernel_is_known_by_its_release),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
