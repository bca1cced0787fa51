/* SPDX-License-Identifier: MIT */
#include "firefox_weights.h"

enum { THOUSANDTHS = 3, ONE = 1000 };

enum firefox_kind firefox_kind_of(enum firefox_metric metric)
{
	switch (metric) {
	case FIREFOX_JS_ALLOC:
		return ROWS_JS;
	case FIREFOX_NATIVE_ALLOC:
	case FIREFOX_NATIVE_RETAINED:
		return ROWS_NATIVE;
	default:
		return ROWS_SAMPLES;
	}
}

/* The time of row `i`; times do not decrease. */
static int64_t time_of(const struct firefox_rows *rows, size_t i,
		       int64_t before)
{
	int64_t time;

	if (rows->time.count > 0) {
		time = column_get(&rows->time, i, INT64_MIN);
		return time > before ? time : before;
	}
	if (__builtin_add_overflow(before, column_get(&rows->time_deltas, i, 0),
				   &time))
		return INT64_MAX;
	return time > before ? time : before;
}

void firefox_cursor_init(struct firefox_cursor *cursor,
			 const struct firefox_profile *p,
			 const struct firefox_thread *thread,
			 enum firefox_metric metric)
{
	const struct firefox_rows *rows =
		&thread->rows[firefox_kind_of(metric)];
	bool is_ms = metric == FIREFOX_WEIGHT && rows->weight_type == WEIGHT_MS;
	bool weighed = metric != FIREFOX_SAMPLES && metric != FIREFOX_CPU &&
		       metric != FIREFOX_TIME;

	*cursor = (struct firefox_cursor){
		.rows = rows,
		.metric = metric,
		.scale = weighed && !is_ms ? THOUSANDTHS : 0,
		.interval = p->processes[thread->group].interval,
		.now = time_of(rows, 0, 0),
	};
}

/* Rounds ns to us, to nearest, so that sums of differences stay exact. */
static int64_t to_us(int64_t ns)
{
	return ns / 1000 + (ns % 1000 >= 500);
}

/* The time until the next sample; the last one lasts for the interval. */
static int64_t take_time(struct firefox_cursor *cursor)
{
	int64_t start = cursor->now;

	if (cursor->at + 1 == cursor->rows->stack.count)
		return cursor->interval > 0 ? to_us(cursor->interval) : 0;
	cursor->now = time_of(cursor->rows, cursor->at + 1, start);
	return to_us(cursor->now) - to_us(start);
}

static int64_t weigh(struct firefox_cursor *cursor)
{
	int64_t value;

	switch (cursor->metric) {
	case FIREFOX_SAMPLES:
		return 1;
	case FIREFOX_CPU:
		/* the first has no sample before it to count from */
		if (cursor->at == 0)
			return 0;
		value = column_get(&cursor->rows->cpu, cursor->at, 0);
		return value > 0 ? value : 0;
	case FIREFOX_TIME:
		return take_time(cursor);
	case FIREFOX_NATIVE_ALLOC:
		value = column_get(&cursor->rows->weight, cursor->at, ONE);
		return value > 0 ? value : 0;
	default:
		return column_get(&cursor->rows->weight, cursor->at, ONE);
	}
}

bool firefox_cursor_next(struct firefox_cursor *cursor)
{
	while (cursor->at < cursor->rows->stack.count) {
		cursor->weight = weigh(cursor);
		cursor->stack =
			column_get(&cursor->rows->stack, cursor->at++, -1);
		if (cursor->stack >= 0)
			return true;
	}
	return false;
}
