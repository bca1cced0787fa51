/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "collapse/fold/allowance.h"
#include "collapse/fold/stacktree.h"
#include "fg/text.h"
#include "profile.h"
#include "recorder.h"

struct fixture {
	struct recorder r;
	struct collapse_options options;
	struct fg_lines *in;
	struct collapse c;
	struct allowance allowance;
	struct stackbuf stack;
	struct stacktree tree;
};

static void begin(struct fixture *f, enum fg_stacks_mode mode)
{
	*f = (struct fixture){ .r = RECORDER(f->r) };
	f->in = fg_lines_from_memory(FG_STR(""), "f", &f->r.diag);
	f->c = (struct collapse){ .in = f->in,
				  .out = fg_stacks_new(mode),
				  .diag = &f->r.diag,
				  .allowance = &f->allowance,
				  .options = &f->options };
	stackbuf_init(&f->stack, &f->c);
}

static void end(struct fixture *f, const char *folded, const char *messages)
{
	assert_folded(f->c.out, folded);
	assert_string_equal(recorder_text(&f->r), messages);
	stacktree_free(&f->tree);
	stackbuf_free(&f->stack);
	fg_stacks_free(f->c.out);
	assert_int_equal(fg_lines_close(f->in), FG_OK);
	recorder_free(&f->r);
}

static uint32_t add(struct fixture *f, uint32_t parent, const char *name)
{
	return stacktree_add(&f->tree, parent,
			     stackbuf_intern(&f->stack, fg_from_c(name)));
}

static void weights_are_summed_at_their_nodes(void **state)
{
	struct fixture f;
	uint32_t root, leaf, other;
	fg_frame roots[2];

	(void)state;
	begin(&f, FG_FOLD);
	root = add(&f, STACKTREE_NONE, "main");
	leaf = add(&f, root, "work");
	stacktree_weigh(&f.tree, leaf, 7);
	other = stacktree_add(&f.tree, STACKTREE_NONE, STACKTREE_NONE);
	stacktree_weigh(&f.tree, leaf, 3);
	stacktree_weigh(&f.tree, other, 1);
	roots[0] = stackbuf_intern(&f.stack, FG_STR("process"));
	roots[1] = stackbuf_intern(&f.stack, FG_STR("thread"));
	stacktree_flush(&f.tree, &f.stack, roots, 2);
	stacktree_weigh(&f.tree, root, UINT64_MAX);
	stacktree_weigh(&f.tree, root, 2);
	stacktree_flush(&f.tree, &f.stack, NULL, 0);
	end(&f,
	    "main 18446744073709551615\n"
	    "process;thread;[unknown] 1\n"
	    "process;thread;main;work 10\n",
	    "");
}

static void in_order_every_weight_stays(void **state)
{
	struct fixture f;
	uint32_t a, b;

	(void)state;
	begin(&f, FG_KEEP_ORDER);
	f.tree.in_order = true;
	a = add(&f, STACKTREE_NONE, "a");
	b = add(&f, a, "b");
	stacktree_weigh(&f.tree, b, 1);
	stacktree_weigh(&f.tree, a, 2);
	stacktree_weigh(&f.tree, b, 3);
	stacktree_flush(&f.tree, &f.stack, NULL, 0);
	end(&f, "a;b 1\na 2\na;b 3\n", "");
}

static void cycles_and_missing_parents_are_cut(void **state)
{
	struct fixture f;

	(void)state;
	begin(&f, FG_FOLD);
	add(&f, 2, "a"); /* a, b and c in a ring */
	add(&f, 0, "b");
	add(&f, 1, "c");
	add(&f, 3, "itself");
	add(&f, 99, "lost");
	add(&f, 2, "leaf");
	assert_int_equal(stacktree_cut_cycles(&f.tree), 3);
	assert_int_equal(stacktree_cut_cycles(&f.tree), 0);
	for (uint32_t i = 3; i < 6; i++)
		stacktree_weigh(&f.tree, i, 1);
	stacktree_flush(&f.tree, &f.stack, NULL, 0);
	end(&f, "b;c;leaf 1\nitself 1\nlost 1\n", "");
}

static void a_child_is_made_once(void **state)
{
	struct fixture f;
	uint32_t a, b;

	(void)state;
	begin(&f, FG_FOLD);
	a = stacktree_child(&f.tree, STACKTREE_NONE, 5);
	b = stacktree_child(&f.tree, a, 5);
	assert_int_not_equal(a, b);
	assert_int_equal(stacktree_child(&f.tree, STACKTREE_NONE, 5), a);
	assert_int_equal(stacktree_child(&f.tree, a, 5), b);
	assert_int_equal(f.tree.count, 2);
	end(&f, "", "");
}

/* As deep as it is large: the frames of all stacks are its square. */
static void deep_trees_are_cut_and_no_weight_is_lost(void **state)
{
	enum { NODES = 12000 };
	struct fixture f;
	uint64_t sum = 0;

	(void)state;
	begin(&f, FG_FOLD);
	for (uint32_t i = 0; i < NODES; i++) {
		add(&f, i - 1, i % 2 ? "odd" : "even"); /* 0 - 1: none */
		stacktree_weigh(&f.tree, i, 1);
	}
	stacktree_flush(&f.tree, &f.stack, NULL, 0);
	for (size_t i = 0; i < fg_stacks_count(f.c.out); i++)
		sum += fg_stacks_get(f.c.out, i).weight[0];
	assert_int_equal(sum, NODES);
	assert_true(f.allowance.cut > NODES / 2 && f.allowance.cut < NODES);
	assert_true(f.allowance.frames < 8000000 + 257 * NODES);
	allowance_report(&f.allowance, &f.r.diag);
	assert_non_null(strstr(recorder_text(&f.r), "doubt -:0: stacks of "
						    "which only the 256 frames "
						    "nearest to the leaf are "
						    "shown: "));
	stacktree_free(&f.tree);
	stackbuf_free(&f.stack);
	fg_stacks_free(f.c.out);
	assert_int_equal(fg_lines_close(f.in), FG_OK);
	recorder_free(&f.r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(weights_are_summed_at_their_nodes),
		cmocka_unit_test(in_order_every_weight_stays),
		cmocka_unit_test(cycles_and_missing_parents_are_cut),
		cmocka_unit_test(a_child_is_made_once),
		cmocka_unit_test(deep_trees_are_cut_and_no_weight_is_lost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
