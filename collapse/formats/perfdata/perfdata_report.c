/* SPDX-License-Identifier: MIT */
#include "perfdata_report.h"

#include <inttypes.h>
#include <string.h>

enum { UNKNOWN_ODD = 50 }; /* percent of unknown frames, worth a word */

/* The share of lost records in thousandths: "1.5 %". */
static uint64_t lost_share(const struct recording_counts *counts)
{
	fg_wide all = (fg_wide)counts->lost + counts->samples;

	return (uint64_t)((fg_wide)counts->lost * 1000 / all);
}

static void report_lost(const struct recording *r, struct fg_diag *diag,
			struct fg_loc loc)
{
	uint64_t share;

	if (r->counts.lost == 0)
		return;
	share = lost_share(&r->counts);
	fg_warn(diag, loc,
		"the recorder lost %" PRIu64 " records, %" PRIu64 ".%" PRIu64
		" %% of them; larger buffers (option -m of perf record and "
		"fg-record) or a lower frequency (-F) help",
		r->counts.lost, share / 10, share % 10);
}

static void report_stream(const struct stream *stream, bool is_finished,
			  struct fg_diag *diag)
{
	struct fg_loc loc = fg_lines_whole(stream->in);

	if (stream->damage)
		fg_warn(diag, loc,
			"%s (at offset %" PRIu64 "); the rest is left out",
			stream->damage, stream->damage_at);
	else if (!is_finished)
		fg_warn(diag, loc,
			"the recorder was killed, or has not ended yet: what "
			"it writes at its end is missing, such as build IDs "
			"and names of events");
	else if (stream->is_cut)
		fg_warn(diag, loc,
			"it ends inside a record; the complete records are "
			"folded");
}

void report_recording(const struct recording *r, struct fg_diag *diag,
		      struct fg_loc loc)
{
	bool is_finished = r->header.is_pipe || r->header.records.size > 0;

	for (size_t i = 0; i < r->parts.count; i++)
		report_stream(&r->parts.items[i]->stream, is_finished || i > 0,
			      diag);
	if (r->counts.strange > 0)
		fg_warn(diag, loc,
			"%" PRIu64 " records were not understood, the first at "
			"offset %" PRIu64,
			r->counts.strange, r->counts.first_strange);
	if (r->counts.unjoined > 0)
		fg_warn(diag, loc,
			"of %" PRIu64 " samples the user's call chain, which "
			"the kernel deferred, is missing",
			r->counts.unjoined);
	if (r->deferred.cut > 0)
		fg_doubt(diag, loc,
			 "of %" PRIu64 " samples the user's call chain, which "
			 "is one for thousands, has only the innermost %d "
			 "frames (--no-limits takes all)",
			 r->deferred.cut, (int)DEFERRED_FIRST);
	if (r->folding.user.not_unwound > 0)
		fg_warn(diag, loc,
			"%" PRIu64 " samples have a copy of the stack "
			"(--call-graph dwarf); only its innermost "
			"function is used",
			r->folding.user.not_unwound);
	report_lost(r, diag, loc);
	unwinder_report(r->folding.user.unwinder, diag, loc);
}

/* Advice for the kind of module and its problem. */
static const char *remedy(const struct module *module, const char *problem)
{
	bool is_other = strcmp(problem, "another build ID") == 0 ||
			strcmp(problem, "changed since it was recorded") == 0;

	if (module->kind == MODULE_JIT)
		return "its compiler must write perf-PID.map, and the file "
		       "must still be there";
	if (module->kind != MODULE_FILE)
		return "--kallsyms FILE takes a copy of /proc/kallsyms, made "
		       "by root; vmlinux and modules can be below --sysroot "
		       "DIR";
	if (is_other)
		return "it was built or installed again; record once more, or "
		       "have the recorded file below --sysroot DIR or in "
		       "perf's "
		       "cache (perf buildid-cache --add FILE)";
	return "the recorded file can be below --sysroot DIR, in perf's cache "
	       "(perf buildid-cache --add FILE) or come from debuginfod-find";
}

/* The module whose unnamed frames occur in most samples. */
static uint32_t worst_module(const struct recording *r,
			     const struct naming *naming)
{
	uint32_t worst = 0;
	uint64_t most = 0;

	for (uint32_t i = 1; i < naming->module_count; i++) {
		uint64_t samples = naming->modules[i].samples;

		if (samples > most && names_problem(&r->names, i)) {
			worst = i;
			most = samples;
		}
	}
	return worst;
}

void report_unnamed(const struct recording *r, const struct naming *naming,
		    struct fg_diag *diag, struct fg_loc loc)
{
	uint32_t worst = worst_module(r, naming);
	const struct module *module = &r->modules.items[worst];
	uint64_t all = naming->folded + naming->filtered;
	const char *problem;
	fg_wide share;

	if (worst == 0 || all == 0 || r->options->no_symbols)
		return;
	symbols_report_unreadable(r->names.symbols, diag, loc);
	problem = names_problem(&r->names, worst);
	share = (fg_wide)naming->modules[worst].samples * 1000 / all;
	fg_note(diag, loc,
		"%" PRIu64 ".%" PRIu64 " %% of the samples have frames of "
		"%.*s that have no name (%s): %s",
		(uint64_t)(share / 10), (uint64_t)(share % 10),
		FG_FMT(module->path), problem, remedy(module, problem));
}

void report_waits(const struct recording *r, struct fg_diag *diag,
		  struct fg_loc loc)
{
	if (!r->options->wall_clock || r->counts.samples == 0)
		return;
	if (!r->counts.has_clock)
		fg_doubt(diag, loc,
			 "there are no samples of time on the CPU, so only "
			 "waits are shown; record with -e cpu-clock");
	if (r->offcpu.changes == 0)
		fg_doubt(diag, loc,
			 "nothing tells when threads stopped and went on, so "
			 "no wait is shown; record with --switch-events");
}

static fg_status fail(const struct report_sums *sums, const struct collapse *c)
{
	struct fg_loc nowhere = { 0 };

	if (sums->samples == 0)
		return fg_fail(c->diag, FG_EINPUT, nowhere,
			       "the recording has no samples; perf record "
			       "takes them (perf stat record does not), and "
			       "-e cpu-clock works where cycles do not");
	if (c->options->off_cpu)
		return fg_fail(c->diag, FG_EINPUT, nowhere,
			       "no time off the CPU found; record with "
			       "-e sched:sched_switch -g, --off-cpu or "
			       "--switch-events");
	if (c->options->wall_clock && sums->filtered == 0)
		return fg_fail(c->diag, FG_EINPUT, nowhere,
			       "no time on the CPU and no wait found; record "
			       "with -e cpu-clock --switch-events -g");
	if (sums->of_event == 0)
		return fg_fail(c->diag, FG_EINPUT, nowhere,
			       "no sample of the event '%.*s'; there are: %.*s",
			       FG_FMT(sums->event), FG_FMT(sums->left_out));
	return fg_fail(c->diag, FG_EINPUT, nowhere,
		       "the filters drop all %" PRIu64 " samples",
		       sums->of_event);
}

fg_status report_sums(const struct report_sums *sums, const struct collapse *c)
{
	struct fg_loc nowhere = { 0 };
	fg_wide unknown = (fg_wide)sums->unknown * 100;
	uint64_t share = sums->frames ? (uint64_t)(unknown / sums->frames) : 0;

	if (sums->folded == 0)
		return fail(sums, c);
	if (sums->left_out.n > 0 || c->options->verbose)
		fg_note(c->diag, nowhere,
			"folded %" PRIu64 " of %" PRIu64 " samples%s%.*s%s%.*s",
			sums->folded, sums->samples, sums->event.n ? ": " : "",
			FG_FMT(sums->event),
			sums->left_out.n ? "; left out " : "",
			FG_FMT(sums->left_out));
	if (sums->filtered > 0 && c->options->verbose)
		fg_note(c->diag, nowhere,
			"%" PRIu64 " samples were dropped by filters",
			sums->filtered);
	if (share > UNKNOWN_ODD && !c->options->no_symbols)
		fg_note(c->diag, nowhere,
			"%" PRIu64 " %% of the frames have no name", share);
	if (sums->frames == 0)
		fg_note(c->diag, nowhere,
			"no call chains: they need perf record -g");
	return FG_OK;
}
