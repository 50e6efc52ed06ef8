/* What the list of analyses says of their order, and what their tables say of the order of rows. */
#include "check.h"
#include "rules_fixture.h"

#include "analysis/nodes/signal_statistic.h"
#include "analysis_fixture.h"

enum { SAMPLES = 200, STEP_S = 10, NODES = 4 };

/* The place of the analysis of that name; analysis_count() when there is none. */
static size_t place_of(const char *name, size_t size)
{
    size_t i = 0;
    while (i < analysis_count() &&
           !(strncmp(analysis_at(i)->name, name, size) == 0 && analysis_at(i)->name[size] == '\0'))
        i++;
    return i;
}

static void what_is_needed_comes_before(void)
{
    for (size_t i = 0; i < analysis_count(); i++) {
        const char *needs = analysis_needs(i);
        if (strcmp(needs, "*") == 0) {
            CHECK_INT(i, analysis_count() - 1);
            continue;
        }
        for (size_t size; *needs; needs += size + (needs[size] == ' ')) {
            size = strcspn(needs, " ");
            CHECK(place_of(needs, size) < i);
        }
    }
}

/* A job that rests at first, then works; one node less than the others; one GPU each. */
static void make_job(struct fixture *fixture)
{
    static const char *const nodes[NODES] = {"n1", "n2", "n3", "n4"};
    static const struct {
        const char *metric, *unit;
        double at_rest, at_work;
    } metrics[] = {{"cpu_percent", "%", 1, 90},
                   {"memory_info.rss", "B", 1e9, 9e9},
                   {"gpu_utilization", "%", 0, 70},
                   {"write_bytes", "B/s", 5e8, 1e6}};
    double times[SAMPLES], values[SAMPLES];
    fixture_init(fixture);
    for (size_t m = 0; m < COUNT(metrics); m++) {
        fixture_metric(fixture, metrics[m].metric, metrics[m].unit,
                       m == COUNT(metrics) - 1 ? METRIC_RATE : METRIC_LEVEL);
        for (size_t n = 0; n < NODES; n++) {
            for (size_t i = 0; i < SAMPLES; i++) {
                bool at_rest = i < SAMPLES / 4 || i % 60 < 6;
                times[i] = (double)(i * STEP_S);
                values[i] = (at_rest ? metrics[m].at_rest : metrics[m].at_work) * (n ? 1 : 0.6) +
                            (double)(i % 7) * metrics[m].at_rest / 100;
            }
            SERIES(fixture, metrics[m].metric, nodes[n], times, values);
        }
    }
    fixture_signals(fixture);
}

static void run(const struct fixture *fixture, size_t analysis, struct tables *tables)
{
    struct analysis_request request = {.rules = fixture_rules(),
                                       .dataset = &fixture->dataset,
                                       .signals = &fixture->signals,
                                       .diagnostics = fixture->diagnostics,
                                       .jobs = 1};
    analysis_at(analysis)->run(&request, tables);
}

static void run_needs(const struct fixture *fixture, size_t analysis, struct tables *tables)
{
    const char *needs = analysis_needs(analysis);
    for (size_t size; *needs; needs += size + (needs[size] == ' ')) {
        size = strcspn(needs, " ");
        size_t place = place_of(needs, size);
        run_needs(fixture, place, tables);
        run(fixture, place, tables);
    }
}

static size_t rows_of(const struct tables *tables)
{
    size_t rows = 0;
    for (size_t i = 0; i < table_schema_count(); i++) {
        const struct table *table = tables_find(tables, table_schema_at(i)->name);
        rows += table ? table->rows : 0;
    }
    return rows;
}

/* Each one alone with what it needs adds as many rows as it does behind all that come before. */
static void nothing_else_is_needed(void)
{
    struct fixture fixture;
    make_job(&fixture);
    size_t rows = 0;
    for (size_t i = 0; i + 1 < analysis_count(); i++) {
        struct tables alone;
        tables_init(&alone, &fixture.arena);
        run_needs(&fixture, i, &alone);
        size_t needed = rows_of(&alone);
        run(&fixture, i, &alone);
        run(&fixture, i, &fixture.tables);
        CHECK_INT(rows_of(&alone) - needed, rows_of(&fixture.tables) - rows);
        rows = rows_of(&fixture.tables);
    }
    CHECK(rows > 100);
    fixture_release(&fixture);
}

static void rows_of_node_metrics_are_signals(void)
{
    struct fixture fixture;
    make_job(&fixture);
    CHECK(!signal_table(&fixture.tables, &fixture.signals));
    run(&fixture, place_of("metrics", strlen("metrics")), &fixture.tables);
    const struct table *table = signal_table(&fixture.tables, &fixture.signals);
    CHECK(table);
    for (size_t i = 0; table && i < fixture.signals.count; i++) {
        const struct signal *signal = &fixture.signals.items[i];
        size_t row = signal_row(&fixture.signals, signal);
        CHECK_TEXT(table_texts(table, "node")[row], fixture.signals.nodes[signal->node].name);
        CHECK_TEXT(table_texts(table, "metric")[row], fixture.signals.metrics[signal->metric].name);
    }
    struct signals fewer = fixture.signals;
    fewer.count--;
    CHECK(!signal_table(&fixture.tables, &fewer));
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(what_is_needed_comes_before), TEST(nothing_else_is_needed),
           TEST(rows_of_node_metrics_are_signals))
