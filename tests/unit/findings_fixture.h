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

/* The analysis of findings, which is the last one, alone. */
static inline void run(void)
{
    struct analysis_request request = {.dataset = &fixture.dataset,
                                       .signals = &fixture.signals,
                                       .diagnostics = fixture.diagnostics,
                                       .jobs = 1};
    analysis_at(analysis_count() - 1)->run(&request, &fixture.tables);
}

/* A cell of the findings, of which row 0 is the first. */
static inline const char *cell(size_t row, const char *column)
{
    return fixture_text(&fixture, "findings", row, column);
}

#endif
