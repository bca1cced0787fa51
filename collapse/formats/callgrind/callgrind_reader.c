/* SPDX-License-Identifier: MIT */
#include "callgrind_reader.h"

#include <inttypes.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

static const struct callgrind_name no_name = { .text = CALLGRIND_NONE };

void callgrind_reader_init(struct callgrind_reader *reader, struct collapse *c)
{
	*reader = (struct callgrind_reader){
		.c = c,
		.names = fg_frames_new(),
		.positions = 1,
		.function = CALLGRIND_NONE,
		.object = CALLGRIND_NONE,
		.file = CALLGRIND_NONE,
		.callee = no_name,
		.callee_object = CALLGRIND_NONE,
		.callee_file = CALLGRIND_NONE,
	};
	callgrind_graph_init(&reader->graph);
	callgrind_space_init(&reader->files, reader->names);
	callgrind_space_init(&reader->objects, reader->names);
	callgrind_space_init(&reader->functions, reader->names);
}

void callgrind_reader_free(struct callgrind_reader *reader)
{
	callgrind_graph_free(&reader->graph);
	callgrind_events_free(&reader->events);
	callgrind_space_free(&reader->files);
	callgrind_space_free(&reader->objects);
	callgrind_space_free(&reader->functions);
	fg_frames_free(reader->names);
	free(reader->thread.p);
	free(reader->next.p);
}

static void warn(struct callgrind_reader *reader, const char *what)
{
	fg_warn(reader->c->diag, fg_lines_loc(reader->c->in), "%s", what);
}

static struct callgrind_name read_name(struct callgrind_reader *reader,
				       struct callgrind_space *space,
				       fg_str text)
{
	struct callgrind_name name = callgrind_space_read(space, text);

	if (name.is_undefined)
		fg_warn(reader->c->diag, fg_lines_loc(reader->c->in),
			"number %.*s has no name", FG_FMT(text));
	return name;
}

/*
 * Finds the function. Callgrind numbers functions by object, file and name, so
 * the number identifies them even where the file is only guessed; other tools
 * number names.
 */
static uint32_t find_function(struct callgrind_reader *reader,
			      struct callgrind_name name, fg_frame object,
			      fg_frame file)
{
	bool by_number = reader->is_callgrind && name.number != CALLGRIND_NONE;
	struct callgrind_key key = {
		.number = by_number ? name.number : CALLGRIND_NONE,
		.name = by_number ? CALLGRIND_NONE : name.text,
		.object = by_number ? CALLGRIND_NONE : object,
		.file = by_number ? CALLGRIND_NONE : file,
	};
	size_t before = reader->graph.count;
	uint32_t f = callgrind_graph_function(&reader->graph, &key);
	struct callgrind_function *function = &reader->graph.functions[f];

	if (f == before) {
		function->name = name.text;
		function->object = object;
		function->file = file;
	}
	return f;
}

static void forget_callee(struct callgrind_reader *reader)
{
	reader->callee = no_name;
	reader->callee_object = CALLGRIND_NONE;
	reader->callee_file = CALLGRIND_NONE;
	reader->expect = CALLGRIND_COSTS;
}

static void on_object(struct callgrind_reader *reader, fg_str text)
{
	reader->object = read_name(reader, &reader->objects, text).text;
}

static void on_file(struct callgrind_reader *reader, fg_str text)
{
	reader->file = read_name(reader, &reader->files, text).text;
}

static void on_function(struct callgrind_reader *reader, fg_str text)
{
	struct callgrind_name name =
		read_name(reader, &reader->functions, text);
	struct callgrind_function *function;

	reader->function =
		find_function(reader, name, reader->object, reader->file);
	function = &reader->graph.functions[reader->function];
	if (!function->is_certain) {
		function->object = reader->object;
		function->file = reader->file;
		function->is_certain = true;
	}
	forget_callee(reader);
}

static void on_callee_object(struct callgrind_reader *reader, fg_str text)
{
	reader->callee_object = read_name(reader, &reader->objects, text).text;
}

static void on_callee_file(struct callgrind_reader *reader, fg_str text)
{
	reader->callee_file = read_name(reader, &reader->files, text).text;
}

static void on_callee(struct callgrind_reader *reader, fg_str text)
{
	reader->callee = read_name(reader, &reader->functions, text);
}

static void on_calls(struct callgrind_reader *reader, fg_str text)
{
	(void)text;
	if (reader->callee.text == CALLGRIND_NONE)
		warn(reader, "'calls=' without a 'cfn=' before it");
	reader->expect = CALLGRIND_CALL;
}

static void on_jump(struct callgrind_reader *reader, fg_str text)
{
	(void)text;
	reader->expect = CALLGRIND_JUMP;
}

/* Lines of jumps are skipped, but they may define the name of a number. */
static void on_jump_file(struct callgrind_reader *reader, fg_str text)
{
	(void)read_name(reader, &reader->files, text);
}

static void on_jump_function(struct callgrind_reader *reader, fg_str text)
{
	(void)read_name(reader, &reader->functions, text);
}

static void on_nothing(struct callgrind_reader *reader, fg_str text)
{
	(void)reader;
	(void)text;
}

static void on_events(struct callgrind_reader *reader, fg_str text)
{
	callgrind_events_columns(&reader->events, reader->c, text);
	reader->events_chosen = false;
}

static void on_event(struct callgrind_reader *reader, fg_str text)
{
	callgrind_events_derive(&reader->events, text);
	if (!reader->events_chosen)
		callgrind_events_add_derived(&reader->events, reader->c);
}

static void on_positions(struct callgrind_reader *reader, fg_str text)
{
	fg_str rest = fg_trim(text);

	reader->positions = 0;
	while (rest.p) {
		if (fg_cut(&rest, ' ').n > 0)
			reader->positions++;
	}
}

static void on_creator(struct callgrind_reader *reader, fg_str text)
{
	reader->is_callgrind = fg_starts_with(text, FG_STR("callgrind"));
}

static void on_thread(struct callgrind_reader *reader, fg_str text)
{
	reader->thread.n = 0;
	fg_buffer_append(&reader->thread, text);
}

static void on_totals(struct callgrind_reader *reader, fg_str text)
{
	int64_t total;

	reader->has_totals = true;
	if (!reader->events_chosen)
		return;
	total = callgrind_events_cost(&reader->events, reader->c, text, false);
	if (total != reader->sum)
		fg_warn(reader->c->diag, fg_lines_loc(reader->c->in),
			"the costs add up to %" PRId64 ", but the file says "
			"%" PRId64,
			reader->sum, total);
}

/*
 * Lines that begin with a word; one that `opens` a part ends the part before.
 */
static const struct keyword {
	fg_str word;
	void (*handle)(struct callgrind_reader *reader, fg_str text);
	enum { BODY, HEADER, OPENING } kind;
} keywords[] = {
	{ { "fn=", 3 }, on_function, BODY },
	{ { "fl=", 3 }, on_file, BODY },
	{ { "fi=", 3 }, on_file, BODY },
	{ { "fe=", 3 }, on_file, BODY },
	{ { "ob=", 3 }, on_object, BODY },
	{ { "cfn=", 4 }, on_callee, BODY },
	{ { "cfi=", 4 }, on_callee_file, BODY },
	{ { "cfl=", 4 }, on_callee_file, BODY },
	{ { "cob=", 4 }, on_callee_object, BODY },
	{ { "calls=", 6 }, on_calls, BODY },
	{ { "jcnd=", 5 }, on_jump, BODY },
	{ { "jump=", 5 }, on_jump, BODY },
	{ { "jfi=", 4 }, on_jump_file, BODY },
	{ { "jfn=", 4 }, on_jump_function, BODY },
	{ { "frfn=", 5 }, on_jump_function, BODY },
	{ { "events:", 7 }, on_events, OPENING },
	{ { "positions:", 10 }, on_positions, OPENING },
	{ { "part:", 5 }, on_nothing, OPENING },
	{ { "version:", 8 }, on_nothing, OPENING },
	{ { "creator:", 8 }, on_creator, OPENING },
	{ { "event:", 6 }, on_event, HEADER },
	{ { "thread:", 7 }, on_thread, HEADER },
	{ { "totals:", 7 }, on_totals, HEADER },
};

static bool ready_for_body(struct callgrind_reader *reader)
{
	reader->in_body = true;
	if (!reader->events_chosen) {
		reader->status =
			callgrind_events_choose(&reader->events, reader->c);
		reader->events_chosen = true;
	}
	return reader->status == FG_OK;
}

static void on_call_cost(struct callgrind_reader *reader, fg_str numbers)
{
	int64_t cost = callgrind_events_cost(&reader->events, reader->c,
					     numbers, false);
	uint32_t callee;

	if (reader->callee.text != CALLGRIND_NONE) {
		callee = find_function(reader, reader->callee,
				       reader->callee_object == CALLGRIND_NONE
					       ? reader->object
					       : reader->callee_object,
				       reader->callee_file == CALLGRIND_NONE
					       ? reader->file
					       : reader->callee_file);
		callgrind_graph_call(&reader->graph, reader->function, callee,
				     cost);
	}
	forget_callee(reader);
}

static void on_own_cost(struct callgrind_reader *reader, fg_str numbers)
{
	int64_t cost = callgrind_events_cost(&reader->events, reader->c,
					     numbers, true);

	callgrind_graph_cost(&reader->graph, reader->function, cost);
	reader->sum =
		callgrind_add(reader->sum, cost, &reader->events.saturated);
	forget_callee(reader);
}

/* Reads a cost line: "+6 2", "0x4838278 0 1": positions, then costs. */
static void on_cost(struct callgrind_reader *reader, fg_str line)
{
	fg_str numbers = line;

	if (!ready_for_body(reader))
		return;
	if (reader->expect == CALLGRIND_JUMP) {
		reader->expect = CALLGRIND_COSTS;
		return;
	}
	if (reader->function == CALLGRIND_NONE)
		on_function(reader, FG_STR("???"));
	for (size_t i = 0; i < reader->positions; i++) {
		numbers = fg_trim(numbers);
		(void)fg_cut(&numbers, ' ');
	}
	if (reader->expect == CALLGRIND_CALL)
		on_call_cost(reader, numbers);
	else
		on_own_cost(reader, numbers);
}

static bool is_cost(fg_str line)
{
	return fg_is_digit(*line.p) || *line.p == '+' || *line.p == '-' ||
	       *line.p == '*';
}

static const struct keyword *find_keyword(fg_str line)
{
	for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
		if (fg_starts_with(line, keywords[i].word))
			return &keywords[i];
	}
	return NULL;
}

/* Reads a line; false when it opens the next part. */
static bool read_line(struct callgrind_reader *reader, fg_str line)
{
	const struct keyword *keyword;

	if (line.n == 0 || *line.p == '#')
		return true;
	if (is_cost(line)) {
		on_cost(reader, line);
		return true;
	}
	keyword = find_keyword(line);
	if (!keyword) {
		if (fg_find_char(line, ':') == line.n)
			warn(reader, "not a line of callgrind's");
		return true;
	}
	if (keyword->kind == OPENING && reader->in_body)
		return false;
	if (keyword->kind == BODY)
		reader->in_body = true;
	keyword->handle(reader,
			fg_trim(fg_slice(line, keyword->word.n, line.n)));
	return true;
}

static void begin_part(struct callgrind_reader *reader)
{
	struct fg_buffer line = reader->next;

	callgrind_graph_clear(&reader->graph);
	reader->next = (struct fg_buffer){ 0 };
	reader->in_body = false;
	reader->has_totals = false;
	reader->sum = 0;
	reader->function = CALLGRIND_NONE;
	forget_callee(reader);
	if (line.n > 0)
		(void)read_line(reader, fg_buffer_text(&line));
	free(line.p);
}

static void end_part(struct callgrind_reader *reader)
{
	struct callgrind_events *e = &reader->events;

	if (reader->is_callgrind && !reader->has_totals)
		warn(reader, "the input ends before its totals");
	if (reader->expect == CALLGRIND_CALL)
		warn(reader, "'calls=' without a line of costs behind it");
	if (e->saturated || reader->graph.saturated)
		warn(reader, "costs over 64 bits were cut there");
	if (e->surplus)
		warn(reader, "some lines have more costs than there are "
			     "events");
	e->saturated = e->surplus = reader->graph.saturated = false;
	callgrind_graph_finish(&reader->graph);
}

bool callgrind_reader_part(struct callgrind_reader *reader)
{
	fg_str line;

	begin_part(reader);
	while (reader->status == FG_OK && fg_lines_next(reader->c->in, &line)) {
		if (read_line(reader, fg_trim_end(line)))
			continue;
		fg_buffer_append(&reader->next, fg_trim_end(line));
		break;
	}
	if (!reader->in_body || reader->status != FG_OK)
		return false;
	end_part(reader);
	return true;
}

fg_status callgrind_reader_status(const struct callgrind_reader *reader)
{
	if (reader->status != FG_OK)
		return reader->status;
	return fg_lines_status(reader->c->in);
}
