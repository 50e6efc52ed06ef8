/* Small datasets for the tests of the analysis, by hand. */
#ifndef TESTS_UNIT_ANALYSIS_FIXTURE_H
#define TESTS_UNIT_ANALYSIS_FIXTURE_H

#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/nodes/signal_derive.h"
#include "analysis/nodes/signals_make.h"
#include "findings_reach.h"
#include "rules_fixture.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define SERIES(fixture, metric, node, times, values)                                               \
    fixture_series(fixture, metric, node, times, COUNT(times), values, COUNT(values))

struct fixture {
    struct dataset dataset;
    struct diagnostics *diagnostics;
    struct signals signals;
    struct arena arena;
    struct tables tables;
    bool made;
};

static inline void fixture_init(struct fixture *fixture)
{
    *fixture = (struct fixture){0};
    dataset_init(&fixture->dataset);
    fixture->diagnostics = diagnostics_new(NULL, NULL);
    arena_init(&fixture->arena);
    tables_init(&fixture->tables, &fixture->arena);
    setenv("TZ", "UTC", 1);
}

static inline void fixture_release(struct fixture *fixture)
{
    if (fixture->made)
        signals_release(&fixture->signals);
    dataset_release(&fixture->dataset);
    diagnostics_free(fixture->diagnostics);
    arena_release(&fixture->arena);
}

static inline struct metric *fixture_metric(struct fixture *fixture, const char *name,
                                            const char *unit, enum metric_kind kind)
{
    uint32_t number = dataset_metric(&fixture->dataset, name);
    struct metric *metric = &fixture->dataset.metrics[number];
    metric->unit = unit;
    metric->kind = kind;
    return metric;
}

static inline void fixture_series(struct fixture *fixture, const char *metric, const char *node,
                                  const double *times, size_t time_count, const double *values,
                                  size_t value_count)
{
    uint32_t number = dataset_node(&fixture->dataset, node);
    const struct timeline *timeline =
        dataset_add_timeline(&fixture->dataset, number, times, time_count);
    dataset_add_series(&fixture->dataset, dataset_metric(&fixture->dataset, metric), timeline,
                       values, value_count);
}

/* A series of `count` samples, one each `step` seconds from 0 on, of one value. */
static inline void fixture_flat(struct fixture *fixture, const char *metric, const char *node,
                                size_t count, double step, double value)
{
    double *times = malloc(count * sizeof *times), *values = malloc(count * sizeof *values);
    for (size_t i = 0; i < count; i++) {
        times[i] = (double)i * step;
        values[i] = value;
    }
    fixture_series(fixture, metric, node, times, count, values, count);
    free(times);
    free(values);
}

static inline void fixture_signals(struct fixture *fixture)
{
    signals_make(&fixture->signals, &fixture->dataset, fixture->diagnostics, 2);
    signals_derive(&fixture->signals);
    fixture->made = true;
}

/* Signals and all tables. */
static inline void fixture_run(struct fixture *fixture)
{
    fixture_signals(fixture);
    struct analysis_request request = {.rules = fixture_rules(),
                                       .dataset = &fixture->dataset,
                                       .signals = &fixture->signals,
                                       .diagnostics = fixture->diagnostics,
                                       .jobs = 2};
    for (size_t i = 0; i < analysis_count(); i++)
        analysis_at(i)->run(&request, &fixture->tables);
    check_that_findings_reach(&fixture->tables);
}

static inline const struct signal *fixture_signal(const struct fixture *fixture, const char *metric,
                                                  size_t place)
{
    size_t number = signals_find(&fixture->signals, metric);
    return &fixture->signals.items[fixture->signals.metrics[number].first + place];
}

static inline size_t fixture_rows(const struct fixture *fixture, const char *table)
{
    const struct table *found = tables_find(&fixture->tables, table);
    return found ? found->rows : 0;
}

/* A number of the first row whose columns hold these texts; NaN when there is none, which no test
 * expects without saying so. */
static inline double fixture_number(const struct fixture *fixture, const char *table,
                                    const char *key, const char *value, const char *second,
                                    const char *second_value, const char *column)
{
    const struct table *found = tables_find(&fixture->tables, table);
    size_t row = found ? table_find_row(found, 0, key, value, second, second_value) : 0;
    return found && row < found->rows ? table_numbers(found, column)[row] : NAN;
}

static inline const char *fixture_text(const struct fixture *fixture, const char *table, size_t row,
                                       const char *column)
{
    const struct table *found = tables_find(&fixture->tables, table);
    const char *text = found && row < found->rows ? table_texts(found, column)[row] : NULL;
    return text ? text : "(missing)";
}

#endif
