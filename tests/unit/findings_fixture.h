/* Findings of tables that a test writes as CSV. */
#ifndef TESTS_UNIT_FINDINGS_FIXTURE_H
#define TESTS_UNIT_FINDINGS_FIXTURE_H

#include "check.h"

#include "analysis_fixture.h"
#include "table/table_csv.h"

/* The one of the test that runs. */
static struct fixture fixture;

static inline void begin(void)
{
    fixture_init(&fixture);
    fixture_signals(&fixture);
}

/* Columns that the text does not name are missing. */
static inline void add(const char *name, const char *csv)
{
    struct error error = {0};
    struct table *table = tables_get(&fixture.tables, name);
    CHECK(table_read_csv(table, name, csv, strlen(csv), &error));
}

/* The same of a row of column names and the rows below it. */
static inline void add_rows(const char *name, const char *columns, const char *rows)
{
    char csv[4096];
    size_t size = strlen(rows);
    snprintf(csv, sizeof csv, "%s\n%s%s", columns, rows,
             size && rows[size - 1] != '\n' ? "\n" : "");
    add(name, csv);
}

/* The analysis of findings, which is the last one, alone. */
static inline void run(void)
{
    struct analysis_request request = {.rules = fixture_rules(),
                                       .dataset = &fixture.dataset,
                                       .signals = &fixture.signals,
                                       .diagnostics = fixture.diagnostics,
                                       .jobs = 1};
    analysis_at(analysis_count() - 1)->run(&request, &fixture.tables);
    check_that_findings_reach(&fixture.tables);
}

/* A cell of the findings, of which row 0 is the first. */
static inline const char *cell(size_t row, const char *column)
{
    return fixture_text(&fixture, "findings", row, column);
}

static inline double number(size_t row, const char *column)
{
    return table_numbers(tables_find(&fixture.tables, "findings"), column)[row];
}

/* The first finding whose sentence holds the text; else as many as there are. */
static inline size_t row_of(const char *text)
{
    size_t row = 0;
    while (row < fixture_rows(&fixture, "findings") && !strstr(cell(row, "finding"), text))
        row++;
    return row;
}

static inline bool is_reported(const char *text)
{
    return row_of(text) < fixture_rows(&fixture, "findings");
}

/* Two kinds that ended well, none of them odd. */
static inline void add_calm_campaign(void)
{
    add("tasks", "task,tasks,succeeded,attempts,failed,elapsed_s,elapsed_share,elapsed_cumulated,"
                 "cpu_s,cpu_efficiency,peak_memory_B\n"
                 "a,60,60,60,0,21600,0.6,0.6,19440,0.9,3.221225472e9\n"
                 "b,40,40,40,0,14400,0.4,1,10080,0.7,1e9\n");
    add("campaign", "task_kinds,tasks,succeeded,attempts,failed,elapsed_s,cpu_s,cpu_efficiency\n"
                    "2,100,100,100,0,36000,29520,0.82\n");
    add("attempts", "task,outcome,attempts,elapsed_s,cpu_s,ended\n"
                    "a,done,60,21600,19440,succeeded\n"
                    "b,done,40,14400,10080,succeeded\n");
}

#endif
