/* Small result tables for the tests of charts: hand-made, with round numbers. */
#ifndef TESTS_UNIT_FIGURE_FIXTURE_H
#define TESTS_UNIT_FIGURE_FIXTURE_H

#include <math.h>
#include <string.h>

#include "figure/charts/chart.h"
#include "figure/charts/figures.h"
#include "figure/charts/plotspecs_load.h"

/* 2020-12-25 21:00 UTC. */
#define FIXTURE_START 1608930000.0

struct fixture {
    struct arena arena;
    struct tables tables;
    struct facts facts;
    struct plotspecs specs;
    struct figures figures;
    struct error error;
};

static inline void fixture_init(struct fixture *fixture)
{
    *fixture = (struct fixture){.facts = {.start = NAN, .end = NAN}};
    arena_init(&fixture->arena);
    tables_init(&fixture->tables, &fixture->arena);
}

static inline void fixture_release(struct fixture *fixture)
{
    arena_release(&fixture->arena);
}

struct fixture_metric {
    const char *metric, *unit, *combine;
    double nodes, samples, missing, mean, min, max, total;
};

static inline void fixture_add_metric(struct fixture *fixture, struct fixture_metric m)
{
    struct table *table = tables_get(&fixture->tables, "job_metrics");
    const double quantiles[] = {m.min, m.min, m.mean, m.max, m.max};
    table_put_text(table, m.metric);
    table_put_text(table, m.metric);
    table_put_text(table, m.unit);
    table_put_text(table, m.combine);
    table_put_number(table, m.nodes);
    table_put_number(table, m.samples);
    table_put_number(table, m.missing);
    table_put_number(table, m.mean);
    table_put_number(table, m.min);
    for (int i = 0; i < 5; i++)
        table_put_number(table, quantiles[i]);
    table_put_number(table, m.max);
    table_put_number(table, m.mean);
    table_put_number(table, m.max);
    table_put_number(table, m.total);
}

static inline void fixture_add_node(struct fixture *fixture, const char *node, const char *metric,
                                    double max)
{
    struct table *table = tables_get(&fixture->tables, "node_metrics");
    table_put_text(table, node);
    table_put_text(table, metric);
    table_put_text(table, "");
    for (int i = 0; i < 9; i++)
        table_put_number(table, 1);
    table_put_number(table, max);
    table_put_number(table, NAN);
}

static inline void fixture_add_point(struct fixture *fixture, const char *metric, const char *node,
                                     double time, double value)
{
    struct table *table = tables_get(&fixture->tables, "series");
    table_put_text(table, metric);
    table_put_text(table, node);
    table_put_number(table, FIXTURE_START + time);
    table_put_number(table, value);
}

static inline void fixture_add_band(struct fixture *fixture, const char *metric, double time,
                                    double nodes, double middle)
{
    struct table *table = tables_get(&fixture->tables, "bands");
    table_put_text(table, metric);
    table_put_number(table, FIXTURE_START + time);
    table_put_number(table, nodes);
    for (int i = -2; i <= 2; i++)
        table_put_number(table, middle + i);
}

static inline void fixture_add_cell(struct fixture *fixture, const char *metric, const char *row,
                                    double nodes, double time, double width_s, double value)
{
    struct table *table = tables_get(&fixture->tables, "heatmap");
    table_put_text(table, metric);
    table_put_text(table, row);
    table_put_number(table, nodes);
    table_put_number(table, FIXTURE_START + time);
    table_put_number(table, width_s);
    table_put_number(table, value);
}

static inline void fixture_add_outliers(struct fixture *fixture, const char *metric,
                                        const char *node, double distance)
{
    struct table *table = tables_get(&fixture->tables, "outlier_nodes");
    table_put_text(table, metric);
    table_put_text(table, "");
    table_put_text(table, node);
    table_put_number(table, 1);
    table_put_number(table, 1);
    table_put_number(table, 1);
    table_put_number(table, distance);
    for (int i = 0; i < 5; i++)
        table_put_number(table, NAN);
}

static inline bool fixture_load(struct fixture *fixture)
{
    return fixture->specs.count ||
           plotspecs_load(&fixture->specs, &fixture->arena, "plots", &fixture->error);
}

/* As if the definition of the metric, or of the chart of this id, had "scale": "log". */
static inline bool fixture_use_log(struct fixture *fixture, const char *name)
{
    if (!fixture_load(fixture))
        return false;
    for (size_t i = 0; i < fixture->specs.count; i++) {
        struct plotspec *spec = &fixture->specs.items[i];
        if (strcmp(spec->metric ? spec->metric : spec->figures[0].id, name) != 0)
            continue;
        spec->log_scale = true;
        return true;
    }
    return false;
}

/* The figures of the tables by the definitions of plots/. */
static inline bool fixture_draw(struct fixture *fixture, const struct figure_filter *filter)
{
    if (!fixture_load(fixture))
        return false;
    return figures_make(&fixture->figures, &fixture->tables, &fixture->facts, &fixture->specs,
                        filter, UNITS_IEC, &fixture->arena, &fixture->error);
}

/* Also means that stand beside a figure of each node. */
static inline bool fixture_draw_all(struct fixture *fixture)
{
    static const char *const all[] = {"*"};
    return fixture_draw(fixture, &(struct figure_filter){.only = all, .only_count = 1});
}

static inline const struct figure *fixture_figure(const struct fixture *fixture, const char *id)
{
    for (size_t i = 0; i < fixture->figures.count; i++)
        if (strcmp(fixture->figures.items[i].id, id) == 0)
            return &fixture->figures.items[i];
    return NULL;
}

#endif
