/* SPDX-License-Identifier: MIT */
#include "callgrind_events.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "input/scan.h"

/* No tool writes more; the rest is left out, with a warning. */
enum { COLUMNS_MAX = 1024, DERIVED_MAX = 64 };

struct callgrind_event {
	size_t metric; /* in c->metrics */
	int64_t *factors; /* one per column */
};

static void free_events(struct callgrind_events *events)
{
	for (size_t i = 0; i < events->count; i++)
		free(events->events[i].factors);
	events->count = 0;
	free(events->line);
	events->line = NULL;
}

void callgrind_events_free(struct callgrind_events *events)
{
	free_events(events);
	for (size_t i = 0; i < events->derived_count; i++)
		free(events->derived[i]);
	free(events->derived);
	free(events->events);
	free(events->terms);
}

int64_t callgrind_add(int64_t a, int64_t b, bool *saturated)
{
	int64_t sum;

	if (!__builtin_add_overflow(a, b, &sum))
		return sum;
	*saturated = true;
	return b > 0 ? INT64_MAX : INT64_MIN;
}

static int64_t multiply(int64_t a, int64_t b, bool *saturated)
{
	int64_t product;

	if (!__builtin_mul_overflow(a, b, &product))
		return product;
	*saturated = true;
	return (a > 0) == (b > 0) ? INT64_MAX : INT64_MIN;
}

void callgrind_events_derive(struct callgrind_events *events, fg_str text)
{
	if (events->derived_count == DERIVED_MAX)
		return;
	FG_RESERVE(&events->derived, &events->derived_room,
		   events->derived_count + 1);
	events->derived[events->derived_count++] = fg_str_dup(text);
}

/* "Time_(10ns)" is xdebug's name for tens of nanoseconds. */
static bool is_tens_of_ns(fg_str name)
{
	return fg_equal(name, FG_STR("Time_(10ns)"));
}

/*
 * The unit of names like "RB", "iDB", "dIBk". memcheck's --xtree-leak writes
 * these for blocks that are reachable, possibly, indirectly or definitely
 * lost, and for their increase or decrease.
 */
static fg_str unit_of_leaks(fg_str name)
{
	static const char *const bytes[] = {
		"RB", "PB", "IB", "DB", "DIB", NULL
	};
	static const char *const blocks[] = { "RBk", "PBk", "IBk", "DBk",
					      NULL };

	if (name.n > 2 && (*name.p == 'i' || *name.p == 'd'))
		name = fg_slice(name, 1, name.n);
	if (scan_is_any(name, bytes))
		return FG_STR("bytes");
	return scan_is_any(name, blocks) ? FG_STR("blocks") : FG_STR("");
}

/*
 * The unit of a column. Counters are their own unit; some columns have
 * another.
 */
static fg_str unit_of(fg_str name)
{
	fg_str leaks = unit_of_leaks(name);

	if (leaks.n > 0)
		return leaks;
	if (is_tens_of_ns(name))
		return FG_STR("ns");
	if (fg_equal(name, FG_STR("Memory_(bytes)")) ||
	    fg_equal(name, FG_STR("curB")) || fg_equal(name, FG_STR("totB")) ||
	    fg_equal(name, FG_STR("totFdB")))
		return FG_STR("bytes");
	if (fg_equal(name, FG_STR("curBk")) ||
	    fg_equal(name, FG_STR("totBk")) ||
	    fg_equal(name, FG_STR("totFdBk")))
		return FG_STR("blocks");
	return name;
}

static struct callgrind_event *add_event(struct callgrind_events *events,
					 struct collapse *c, fg_str name)
{
	size_t metric = metrics_find(c->metrics, name);
	struct callgrind_event *event;

	if (metric == c->metrics->count)
		metric = metrics_add(c->metrics, name, unit_of(name));
	FG_RESERVE(&events->events, &events->room, events->count + 1);
	event = &events->events[events->count++];
	event->metric = metric;
	event->factors = fg_calloc(events->columns, sizeof *event->factors);
	return event;
}

static size_t count_words(fg_str text)
{
	size_t count = 0;

	while (text.p) {
		if (fg_cut(&text, ' ').n > 0)
			count++;
	}
	return count;
}

static const struct callgrind_event *
find_event(const struct callgrind_events *events, size_t metric)
{
	for (size_t i = 0; i < events->count; i++) {
		if (events->events[i].metric == metric)
			return &events->events[i];
	}
	return NULL;
}

/* "2 Ir", "2 * Ir" or "Ir"; false when the file has no such event. */
static bool add_term(struct callgrind_events *events, struct collapse *c,
		     int64_t *factors, fg_str term)
{
	uint64_t times = 1;
	fg_str rest = fg_trim(term), first = rest;
	const struct callgrind_event *e;
	size_t end = 0;

	while (end < rest.n && fg_is_digit(rest.p[end]))
		end++;
	first.n = end;
	if (end > 0 && fg_parse_u64(first, &times) && times <= INT64_MAX)
		rest = fg_trim(fg_slice(rest, end, rest.n));
	if (rest.n > 0 && *rest.p == '*')
		rest = fg_trim(fg_slice(rest, 1, rest.n));
	e = find_event(events, metrics_find(c->metrics, rest));
	for (size_t k = 0; e && k < events->columns; k++)
		factors[k] =
			callgrind_add(factors[k],
				      multiply((int64_t)times, e->factors[k],
					       &events->saturated),
				      &events->saturated);
	return e != NULL;
}

/*
 * Adds a derived event, "Sum = Ir + 2 Dr : long name"; a line without '=' only
 * describes an event.
 */
static void add_derived(struct callgrind_events *events, struct collapse *c,
			fg_str text)
{
	fg_str sum = text, name, terms;
	struct callgrind_event *event;
	int64_t *factors;

	text = fg_cut(&sum, ':');
	terms = text;
	name = fg_trim(fg_cut(&terms, '='));
	if (!terms.p || find_event(events, metrics_find(c->metrics, name)))
		return;
	factors = fg_calloc(events->columns, sizeof *factors);
	while (terms.p) {
		if (!add_term(events, c, factors, fg_cut(&terms, '+'))) {
			fg_warn(c->diag, fg_lines_loc(c->in),
				"event '%.*s' is defined by unknown events",
				FG_FMT(name));
			free(factors);
			return;
		}
	}
	event = add_event(events, c, name);
	free(event->factors);
	event->factors = factors;
}

void callgrind_events_add_derived(struct callgrind_events *events,
				  struct collapse *c)
{
	size_t n = events->derived_count;

	if (events->columns > 0 && n > 0)
		add_derived(events, c, fg_from_c(events->derived[n - 1]));
}

void callgrind_events_columns(struct callgrind_events *events,
			      struct collapse *c, fg_str text)
{
	fg_str rest = text, word;

	free_events(events);
	events->columns = count_words(text);
	if (events->columns > COLUMNS_MAX) {
		fg_warn(c->diag, fg_lines_loc(c->in),
			"%zu columns; only the first %d are read",
			events->columns, COLUMNS_MAX);
		events->columns = COLUMNS_MAX;
	}
	while (rest.p && events->count < events->columns) {
		size_t column = events->count;

		word = fg_cut(&rest, ' ');
		if (word.n > 0)
			add_event(events, c, word)->factors[column] =
				is_tens_of_ns(word) ? 10 : 1;
	}
	for (size_t i = 0; i < events->derived_count; i++)
		add_derived(events, c, fg_from_c(events->derived[i]));
	events->line = fg_calloc(events->columns, sizeof *events->line);
	events->term_count = 0;
}

static void set_terms(struct callgrind_events *events,
		      const struct callgrind_event *event)
{
	for (size_t i = 0; i < events->columns; i++) {
		if (event->factors[i] == 0)
			continue;
		FG_RESERVE(&events->terms, &events->term_room,
			   events->term_count + 1);
		events->terms[events->term_count++] = (struct callgrind_term){
			.column = i,
			.factor = event->factors[i],
		};
	}
}

fg_status callgrind_events_choose(struct callgrind_events *events,
				  struct collapse *c)
{
	fg_status status;

	if (events->columns == 0)
		return fg_fail(c->diag, FG_EINPUT, fg_lines_loc(c->in),
			       "costs before any 'events:' line");
	if (!events->chosen) {
		status = format_choose_metric(c, 0);
		if (status != FG_OK)
			return status;
		events->chosen = true;
	}
	events->term_count = 0;
	for (size_t i = 0; i < events->count; i++) {
		if (events->events[i].metric == c->metrics->chosen)
			set_terms(events, &events->events[i]);
	}
	if (events->term_count == 0)
		fg_warn(c->diag, fg_lines_loc(c->in), "this part has no '%s'",
			c->metrics->items[c->metrics->chosen].name);
	return FG_OK;
}

static int64_t read_number(struct callgrind_events *events, fg_str word)
{
	bool negative = word.n > 0 && *word.p == '-';
	fg_str digits = fg_slice(word, negative, word.n);
	uint64_t value = 0;
	bool valid =
		fg_starts_with(digits, FG_STR("0x"))
			? fg_parse_hex(fg_slice(digits, 2, digits.n), &value)
			: fg_parse_u64(digits, &value);

	if (!valid && (digits.n == 0 || !fg_is_digit(*digits.p)))
		return 0; /* cachegrind writes "." for none */
	if (!valid || value > INT64_MAX) {
		events->saturated = true;
		value = INT64_MAX;
	}
	return negative ? -(int64_t)value : (int64_t)value;
}

static void count_all(struct callgrind_events *events, struct collapse *c)
{
	for (size_t i = 0; i < events->count; i++) {
		const struct callgrind_event *e = &events->events[i];
		fg_swide sum = 0;

		for (size_t k = 0; k < events->columns; k++)
			sum += (fg_swide)e->factors[k] * events->line[k];
		metrics_count(c->metrics, e->metric, sum);
	}
}

int64_t callgrind_events_cost(struct callgrind_events *events,
			      struct collapse *c, fg_str numbers, bool own)
{
	size_t n = 0;
	int64_t cost = 0;

	while (numbers.n > 0) {
		fg_str word = fg_cut(&numbers, ' ');

		if (word.n == 0)
			continue;
		if (n == events->columns) {
			events->surplus = true;
			break;
		}
		events->line[n++] = read_number(events, word);
	}
	while (n < events->columns)
		events->line[n++] = 0;
	for (size_t i = 0; i < events->term_count; i++) {
		const struct callgrind_term *t = &events->terms[i];

		cost = callgrind_add(cost,
				     multiply(events->line[t->column],
					      t->factor, &events->saturated),
				     &events->saturated);
	}
	/* the other metrics are needed if the chosen one is empty (run.c) */
	if (own && (c->options->list_metrics ||
		    c->metrics->items[c->metrics->chosen].total == 0))
		count_all(events, c);
	else if (own)
		metrics_count(c->metrics, c->metrics->chosen, cost);
	return cost;
}
