/* SPDX-License-Identifier: MIT */
#include "chart_viewer.h"
#include "fg/sandbox.h"
#include "render_settings.h"

static bool open_outputs(const struct settings *s, struct draw *draw,
			 struct fg_diag *diag)
{
	draw->out = fg_out_open(s->output ? s->output : "-", diag);
	if (draw->out && draw->colour_map)
		draw->new_colour_map = fg_out_open(draw->colour_map, diag);
	if (draw->out && (!draw->colour_map || draw->new_colour_map))
		return true;
	fg_out_drop(draw->out);
	return false;
}

/* Opens the outputs, gives up all other rights, and draws. */
static fg_status work(struct settings *s, struct fg_diag *diag)
{
	const char *outputs[] = { s->output ? s->output : "-",
				  s->draw.colour_map, NULL };
	struct fg_sandbox held = { .known = false };

	if (!open_outputs(s, &s->draw, diag))
		return FG_EIO;
	if (!s->no_sandbox)
		held = fg_sandbox_enter(outputs);
	if (s->draw.verbose)
		fg_sandbox_report(&held, diag);
	return draw(&s->draw, diag);
}

int main(int argc, char **argv)
{
	struct settings s = settings_defaults();
	struct fg_opt_table table = { 0 };
	struct fg_cli cli = {
		.program = "fg-render",
		.synopsis = "[OPTION]... [FILE]...",
		.summary = "Draw folded stacks as a flame graph, in SVG.",
		.details = "Examples:\n"
			   "  perf script | fg-collapse | fg-render > out.svg\n"
			   "  fg-render --title server --icicle "
			   "server.folded > icicle.svg\n"
			   "  fg-diff before.folded after.folded | fg-render > "
			   "diff.svg",
		.opts = table.rows,
	};
	struct fg_diag diag = { .emit = fg_cli_print, .ctx = &cli };
	int stop;

	settings_add_options(&s, &table);
	stop = fg_cli_parse(&cli, argc, argv);
	if (stop < 0)
		stop = settings_check(&s, &cli);
	if (stop >= 0)
		return stop;
	if (s.print_hash) {
		struct fg_out *text = chart_policy();

		fg_cli_say("%.*s\n",
			   FG_FMT(((fg_str){ text->buffer, text->used })));
		fg_out_free(text);
		return fg_cli_finish(&cli, &diag, FG_OK);
	}
	fg_cli_note_terminal(&cli);
	return fg_cli_finish(&cli, &diag, work(&s, &diag));
}
