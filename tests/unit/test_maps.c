/* SPDX-License-Identifier: MIT */
/* Maps of a process against a plain array of addresses. */
#include "unit.h"

#include <stdint.h>
#include <stdlib.h>

#include "collapse/formats/perfdata/perfdata_maps.h"

enum { SPACE = 400, PROCESSES = 4, STEPS = 20000 };

/* What is at an address: the module, 0 for nothing, and its offset. */
struct cell {
	uint32_t module;
	uint64_t offset;
};

static uint32_t draw(uint32_t below)
{
	static uint64_t state = 1;

	state = state * 6364136223846793005U + 1442695040888963407U;
	return (uint32_t)(state >> 33) % below;
}

static void check_all(const struct maps *maps, const struct cell *cells)
{
	for (uint64_t at = 0; at < SPACE; at++) {
		struct map map;
		bool found = maps_find(maps, at, &map);

		assert_int_equal(found, cells[at].module != 0);
		if (!found)
			continue;
		assert_int_equal(map.module, cells[at].module);
		assert_int_equal(at - map.start + map.offset, cells[at].offset);
	}
}

static void change(struct maps **maps, struct cell *cells, uint32_t module)
{
	uint64_t start = draw(SPACE - 1);
	uint64_t end = start + 1 + draw((uint32_t)(SPACE - start) - 1);
	uint64_t offset = draw(1000);

	for (uint64_t at = start; at < end; at++)
		cells[at] = (struct cell){ module, offset + at - start };
	if (module == 0)
		maps_remove(maps, start, end);
	else
		maps_add(maps, (struct map){ start, end, offset, module });
}

static void processes_have_their_own_maps(void **state)
{
	static struct cell cells[PROCESSES][SPACE];
	struct maps *maps[PROCESSES] = { NULL };

	(void)state;
	for (uint32_t step = 0; step < STEPS; step++) {
		uint32_t one = draw(PROCESSES), other = draw(PROCESSES);

		if (draw(10) == 0 && one != other) {
			maps_free(maps[other]);
			maps[other] = maps_share(maps[one]);
			memcpy(cells[other], cells[one], sizeof cells[one]);
		} else {
			change(&maps[one], cells[one],
			       draw(5) == 0 ? 0 : step + 1);
		}
		if (step % 100 == 0)
			check_all(maps[other], cells[other]);
	}
	for (size_t i = 0; i < PROCESSES; i++) {
		check_all(maps[i], cells[i]);
		maps_free(maps[i]);
	}
}

/* A list, or a tree that grows to one side, would take hours for this. */
static void a_million_maps_in_any_order_cost_little(void **state)
{
	enum { COUNT = 1000000 };
	struct maps *maps = NULL;
	struct map map;

	(void)state;
	for (uint64_t i = 0; i < COUNT; i++)
		maps_add(&maps, (struct map){ (COUNT - i) * 16,
					      (COUNT - i) * 16 + 8, 0, 1 });
	assert_true(maps_find(maps, 16 * 77 + 7, &map));
	assert_false(maps_find(maps, 16 * 77 + 8, &map));
	maps_add(&maps, (struct map){ 0, UINT64_MAX, 0, 2 });
	assert_true(maps_find(maps, 16 * 77 + 7, &map));
	assert_int_equal(map.module, 2);
	maps_free(maps);
}

static void the_last_address_can_be_mapped(void **state)
{
	struct maps *maps = NULL;
	struct map map;

	(void)state;
	maps_add(&maps, (struct map){ UINT64_MAX - 4095, UINT64_MAX, 0, 1 });
	assert_true(maps_find(maps, UINT64_MAX - 1, &map));
	assert_false(maps_find(maps, UINT64_MAX - 4096, &map));
	maps_remove(&maps, 0, UINT64_MAX);
	assert_false(maps_find(maps, UINT64_MAX - 1, &map));
	maps_free(maps);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(processes_have_their_own_maps),
		cmocka_unit_test(a_million_maps_in_any_order_cost_little),
		cmocka_unit_test(the_last_address_can_be_mapped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
