/* Activity made by hand, and the tables of traces that come of it. */
#ifndef TESTS_UNIT_TRACE_FIXTURE_H
#define TESTS_UNIT_TRACE_FIXTURE_H

#include "activity_fixture.h"
#include "analysis/traces/trace_totals_make.h"

#include "analysis/analysis.h"
#include "rules_fixture.h"
#include "util/strbuf.h"

struct trace_fixture {
    struct activity_fixture activity;
    struct trace_totals totals;
    struct arena arena;
    struct tables tables;
    struct strbuf csv;
};

static inline void trace_init(struct trace_fixture *f, enum activity_clock clock)
{
    activity_fixture_init(&f->activity, clock);
    arena_init(&f->arena);
    tables_init(&f->tables, &f->arena);
    strbuf_init(&f->csv);
}

static inline void trace_run(struct trace_fixture *f, bool compat)
{
    static const char *const names[] = {"trace",           "functions",    "function_bottleneck",
                                        "task_bottleneck", "task_balance", "device_use",
                                        "span_lanes",      "span_points",  "instants",
                                        "trace_path"};
    activity_fixture_settle(&f->activity, compat);
    trace_totals_make(&f->totals, &f->activity.aligned, compat, 2);
    struct analysis_request request = {.rules = fixture_rules(),
                                       .activity = &f->activity.aligned,
                                       .traces = &f->totals,
                                       .trace_compat = compat,
                                       .jobs = 2};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        for (size_t i = 0; i < analysis_count(); i++)
            if (strcmp(analysis_at(i)->name, names[k]) == 0)
                analysis_at(i)->run(&request, &f->tables);
}

static inline void trace_release(struct trace_fixture *f)
{
    trace_totals_release(&f->totals);
    activity_fixture_release(&f->activity);
    arena_release(&f->arena);
    strbuf_release(&f->csv);
}

#endif
