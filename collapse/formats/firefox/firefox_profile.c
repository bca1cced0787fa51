/* SPDX-License-Identifier: MIT */
#include "firefox_profile.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "fg/text.h"

/* The decimals that are kept of numbers in ms, and of weights. */
enum { NS_OF_MS = 6, THOUSANDTHS = 3, ONE = 1000 };

/* The size of a list of fields with its end. */
enum { FIELDS_MAX = 6 };

static const char *const metric_names[] = {
	[FIREFOX_WEIGHT] = "weight",
	[FIREFOX_SAMPLES] = "samples",
	[FIREFOX_CPU] = "cpu",
	[FIREFOX_TIME] = "time",
	[FIREFOX_JS_ALLOC] = "js-alloc",
	[FIREFOX_NATIVE_ALLOC] = "native-alloc",
	[FIREFOX_NATIVE_RETAINED] = "native-retained",
};

const char *firefox_metric_name(enum firefox_metric metric)
{
	return metric_names[metric];
}

enum firefox_weight firefox_weight_type(const struct firefox_profile *p)
{
	for (size_t i = 0; i < p->thread_count; i++) {
		const struct firefox_rows *rows =
			&p->threads[i].rows[ROWS_SAMPLES];

		if (rows->stack.count > 0)
			return rows->weight_type;
	}
	return WEIGHT_SAMPLES;
}

/* Numbers, and names that are none, are looked up when all is read. */
void firefox_profile_init(struct firefox_profile *p,
			  const struct collapse_options *options)
{
	struct metrics all = { 0 };
	const char *name = options->metric ? options->metric : "weight";
	size_t one;

	*p = (struct firefox_profile){ .options = options };
	for (size_t i = 0; i < FIREFOX_METRICS; i++)
		metrics_add(&all, fg_from_c(metric_names[i]), FG_STR(""));
	one = metrics_find(&all, fg_from_c(name));
	for (size_t i = 0; i < FIREFOX_METRICS; i++)
		p->wanted[i] = i == one || one == FIREFOX_METRICS ||
			       options->list_metrics;
	metrics_free(&all);
}

static void free_rows(struct firefox_rows *rows)
{
	column_free(&rows->stack);
	column_free(&rows->weight);
	column_free(&rows->cpu);
	column_free(&rows->time);
	column_free(&rows->time_deltas);
}

void firefox_profile_free(struct firefox_profile *p)
{
	for (size_t i = 0; i < p->thread_count; i++) {
		struct firefox_thread *t = &p->threads[i];

		owner_free(&t->owner);
		owner_free(&t->process);
		firefox_tables_free(&t->tables);
		firefox_libs_free(&t->libs);
		for (size_t k = 0; k < ROWS_KINDS; k++)
			free_rows(&t->rows[k]);
	}
	for (size_t i = 0; i < p->process_count; i++)
		firefox_libs_free(&p->processes[i].libs);
	firefox_tables_free(&p->shared);
	free(p->threads);
	free(p->processes);
	free(p->cpu_unit);
}

static void read_rows_member(void *ctx, fg_str key, struct json *json)
{
	struct firefox_rows *rows = ctx;
	fg_str text;

	rows->has_cpu |= fg_equal(key, FG_STR("threadCPUDelta"));
	rows->has_time |= fg_equal(key, FG_STR("time")) ||
			  fg_equal(key, FG_STR("timeDeltas"));
	if (!fg_equal(key, FG_STR("weightType")) || !json_string(json, &text))
		return;
	if (fg_equal(text, FG_STR("tracing-ms")))
		rows->weight_type = WEIGHT_MS;
	else if (fg_equal(text, FG_STR("bytes")))
		rows->weight_type = WEIGHT_BYTES;
}

static void read_samples(struct firefox_profile *p, struct json *json,
			 struct firefox_rows *rows)
{
	struct firefox_field fields[FIELDS_MAX] = {
		{ "stack", &rows->stack, -1, 0 },
	};
	size_t n = 1;

	if (p->wanted[FIREFOX_WEIGHT])
		fields[n++] = (struct firefox_field){ "weight", &rows->weight,
						      ONE, THOUSANDTHS };
	if (p->wanted[FIREFOX_CPU])
		fields[n++] = (struct firefox_field){ "threadCPUDelta",
						      &rows->cpu, 0, 0 };
	if (p->wanted[FIREFOX_TIME]) {
		fields[n++] = (struct firefox_field){ "time", &rows->time,
						      INT64_MIN, NS_OF_MS };
		fields[n++] = (struct firefox_field){ "timeDeltas",
						      &rows->time_deltas, 0,
						      NS_OF_MS };
	}
	firefox_table_read(json, fields, read_rows_member, rows);
	rows->has_cpu |= rows->cpu.count > 0;
	rows->has_time |= rows->time.count + rows->time_deltas.count > 0;
}

static void read_allocations(struct json *json, struct firefox_rows *rows)
{
	const struct firefox_field fields[] = {
		{ "stack", &rows->stack, -1, 0 },
		{ "weight", &rows->weight, ONE, THOUSANDTHS },
		{ 0 },
	};

	rows->is_there = true;
	firefox_table_read(json, fields, NULL, NULL);
}

static void take_text(struct fg_buffer *to, fg_str text)
{
	to->n = 0;
	fg_buffer_append(to, text);
}

/* Reads a number that may be text: samply has "8034.1" for a second program. */
static void read_number(struct json *json, struct fg_buffer *to)
{
	char room[24];
	int64_t number;
	fg_str text;

	if (json_peek(json) != JSON_NUMBER) {
		if (json_string(json, &text))
			take_text(to, text);
	} else if (json_int(json, &number)) {
		int n = snprintf(room, sizeof room, "%" PRId64, number);

		take_text(to, (fg_str){ room, (size_t)n });
	}
}

static void read_name(struct json *json, struct fg_buffer *to)
{
	fg_str text;

	if (json_string(json, &text))
		take_text(to, text);
}

static bool read_all_rows(struct firefox_profile *p, struct firefox_thread *t,
			  fg_str key, struct json *json)
{
	bool native = p->wanted[FIREFOX_NATIVE_ALLOC] ||
		      p->wanted[FIREFOX_NATIVE_RETAINED];

	if (fg_equal(key, FG_STR("samples"))) {
		read_samples(p, json, &t->rows[ROWS_SAMPLES]);
	} else if (fg_equal(key, FG_STR("jsAllocations"))) {
		t->rows[ROWS_JS].is_there = json_peek(json) == JSON_OBJECT;
		if (p->wanted[FIREFOX_JS_ALLOC])
			read_allocations(json, &t->rows[ROWS_JS]);
	} else if (fg_equal(key, FG_STR("nativeAllocations"))) {
		t->rows[ROWS_NATIVE].is_there = json_peek(json) == JSON_OBJECT;
		if (native)
			read_allocations(json, &t->rows[ROWS_NATIVE]);
	} else {
		return false;
	}
	return true;
}

static void read_thread(struct firefox_profile *p, struct json *json,
			struct firefox_thread *t)
{
	bool lines = p->options->srcline;
	fg_str key;

	while (json_key(json, &key)) {
		if (fg_equal(key, FG_STR("name")))
			read_name(json, &t->owner.name);
		else if (fg_equal(key, FG_STR("tid")))
			read_number(json, &t->owner.number);
		else if (fg_equal(key, FG_STR("processName")))
			read_name(json, &t->process.name);
		else if (fg_equal(key, FG_STR("pid")))
			read_number(json, &t->process.number);
		else if (fg_equal(key, FG_STR("libs")))
			firefox_libs_read(&t->libs, json);
		else if (!read_all_rows(p, t, key, json))
			(void)firefox_tables_read(&t->tables, key, json, lines);
	}
}

static void read_threads(struct firefox_profile *p, struct json *json,
			 size_t process)
{
	if (!json_array(json))
		return;
	while (json_item(json)) {
		struct firefox_thread thread = { .group = process };

		if (json_object(json))
			read_thread(p, json, &thread);
		FG_RESERVE(&p->threads, &p->thread_room, p->thread_count + 1);
		p->threads[p->thread_count++] = thread;
	}
}

static void read_units(struct firefox_profile *p, struct json *json)
{
	fg_str key, text;

	if (!json_object(json))
		return;
	while (json_key(json, &key)) {
		bool is_time = fg_equal(key, FG_STR("time"));

		if ((!is_time && !fg_equal(key, FG_STR("threadCPUDelta"))) ||
		    !json_string(json, &text))
			continue;
		if (is_time) {
			p->time_is_bytes = fg_equal(text, FG_STR("bytes"));
			continue;
		}
		free(p->cpu_unit);
		p->cpu_unit = fg_str_dup(text);
	}
}

static void read_meta(struct firefox_profile *p, struct json *json,
		      struct firefox_process *process)
{
	fg_str key;

	if (!json_object(json))
		return;
	while (json_key(json, &key)) {
		if (fg_equal(key, FG_STR("interval")))
			(void)json_fixed(json, NS_OF_MS, &process->interval);
		else if (fg_equal(key, FG_STR("preprocessedProfileVersion")))
			(void)json_int(json, &p->version);
		else if (fg_equal(key, FG_STR("sampleUnits")))
			read_units(p, json);
	}
}

static void read_shared(struct firefox_profile *p, struct json *json)
{
	fg_str key;

	if (!json_object(json))
		return;
	while (json_key(json, &key))
		(void)firefox_tables_read(&p->shared, key, json,
					  p->options->srcline);
}

/* A process that is being read, or a list of processes inside one. */
struct level {
	bool is_list;
	size_t process;
};

/* A stack instead of recursion: processes may contain processes. */
struct levels {
	struct level *items;
	size_t count, room;
};

static void enter(struct levels *levels, struct level level)
{
	FG_RESERVE(&levels->items, &levels->room, levels->count + 1);
	levels->items[levels->count++] = level;
}

static void enter_process(struct firefox_profile *p, struct levels *levels)
{
	FG_RESERVE(&p->processes, &p->process_room, p->process_count + 1);
	p->processes[p->process_count] = (struct firefox_process){ 0 };
	enter(levels, (struct level){ false, p->process_count++ });
}

static void read_member(struct firefox_profile *p, struct json *json,
			fg_str key, struct levels *levels)
{
	size_t at = levels->items[levels->count - 1].process;
	struct firefox_process *process = &p->processes[at];

	if (fg_equal(key, FG_STR("meta")))
		read_meta(p, json, process);
	else if (fg_equal(key, FG_STR("libs")))
		firefox_libs_read(&process->libs, json);
	else if (fg_equal(key, FG_STR("shared")))
		read_shared(p, json);
	else if (fg_equal(key, FG_STR("threads")))
		read_threads(p, json, at);
	else if (fg_equal(key, FG_STR("processes")) && json_array(json))
		enter(levels, (struct level){ true, 0 });
	else if (fg_equal(key, FG_STR("profile")) && levels->count == 1 &&
		 json_object(json)) /* wrapped by the developer tools */
		enter_process(p, levels);
}

static void read_processes(struct firefox_profile *p, struct json *json,
			   struct fg_diag *diag);

/* Old files have the other processes as texts, which are JSON again. */
static void read_text(struct firefox_profile *p, fg_str text,
		      struct fg_diag *diag)
{
	struct fg_lines *in = fg_lines_from_memory(text, "a process", diag);
	struct json *json = json_open(in, diag);

	fg_status status;

	read_processes(p, json, NULL);
	status = json_close(json);
	(void)fg_lines_close(in);
	if (p->status == FG_OK)
		p->status = status;
}

static void read_next(struct firefox_profile *p, struct json *json,
		      struct levels *levels, struct fg_diag *diag)
{
	fg_str text;

	if (!levels->items[levels->count - 1].is_list) {
		if (json_key(json, &text))
			read_member(p, json, text, levels);
		else
			levels->count--;
	} else if (!json_item(json)) {
		levels->count--;
	} else if (json_peek(json) == JSON_STRING) {
		if (json_string(json, &text) && diag)
			read_text(p, text, diag);
	} else if (json_object(json)) {
		enter_process(p, levels);
	}
}

/* `diag` is NULL inside a text, which must not contain further texts. */
static void read_processes(struct firefox_profile *p, struct json *json,
			   struct fg_diag *diag)
{
	struct levels levels = { 0 };

	if (json_object(json))
		enter_process(p, &levels);
	while (levels.count > 0)
		read_next(p, json, &levels, diag);
	free(levels.items);
}

void firefox_profile_read(struct firefox_profile *p, struct json *json,
			  struct fg_diag *diag)
{
	read_processes(p, json, diag);
}
