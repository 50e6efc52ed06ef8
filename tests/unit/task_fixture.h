/* Records of tasks made by hand, and the tables that the analyses make of them. */
#ifndef TESTS_UNIT_TASK_FIXTURE_H
#define TESTS_UNIT_TASK_FIXTURE_H

#include "analysis/analysis.h"
#include "analysis/tasks/task_groups_make.h"
#include <stdlib.h>

#include "check.h"
#include "findings_reach.h"
#include "rules_fixture.h"
#include "table/table_csv.h"
#include "util/number.h"

struct task_fixture {
    struct dataset dataset; /* beside the records */
    struct records records;
    struct task_groups groups;
    struct arena arena;
    struct tables tables;
    struct strbuf csv;
};

/* A record as a test says it; what is 0 or NULL is missing. */
struct task_record {
    const char *step, *task, *id, *outcome;
    enum record_ending ending;
    double attempt, exit_code, elapsed, cpu, cores, memory;
};

static inline void task_fixture_init(struct task_fixture *fixture)
{
    dataset_init(&fixture->dataset);
    records_init(&fixture->records);
    arena_init(&fixture->arena);
    tables_init(&fixture->tables, &fixture->arena);
    strbuf_init(&fixture->csv);
    fixture->groups = (struct task_groups){0};
}

static inline void task_fixture_release(struct task_fixture *fixture)
{
    task_groups_release(&fixture->groups);
    fixture->dataset.records = NULL;
    dataset_release(&fixture->dataset);
    records_release(&fixture->records);
    arena_release(&fixture->arena);
    strbuf_release(&fixture->csv);
}

static inline void task_fixture_text(struct records *records, int column, const char *text)
{
    if (text)
        records_put_text(records, column, text, strlen(text));
}

static inline void task_fixture_add(struct task_fixture *fixture, struct task_record record)
{
    const struct {
        int column;
        double number;
    } numbers[] = {{RECORD_ATTEMPT_COLUMN, record.attempt},
                   {RECORD_EXIT_CODE_COLUMN, record.exit_code},
                   {RECORD_ELAPSED_COLUMN, record.elapsed},
                   {RECORD_CPU_COLUMN, record.cpu},
                   {RECORD_CORES_COLUMN, record.cores},
                   {RECORD_MEMORY_COLUMN, record.memory}};
    struct records *records = &fixture->records;
    records_add(records);
    task_fixture_text(records, RECORD_STEP_COLUMN, record.step);
    task_fixture_text(records, RECORD_TASK_COLUMN, record.task);
    task_fixture_text(records, RECORD_ID_COLUMN, record.id);
    task_fixture_text(records, RECORD_OUTCOME_COLUMN, record.outcome);
    records_put_ending(records, record.ending);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (numbers[i].number != 0)
            records_put_number(records, numbers[i].column, numbers[i].number);
}

static inline void task_fixture_run(struct task_fixture *fixture, const char *const *analyses)
{
    struct analysis_request request = {.rules = fixture_rules(),
                                       .dataset = &fixture->dataset,
                                       .tasks = &fixture->groups,
                                       .jobs = 2};
    fixture->dataset.records = &fixture->records;
    task_groups_release(&fixture->groups);
    task_groups_make(&fixture->groups, &fixture->records, 2);
    for (; *analyses; analyses++)
        for (size_t i = 0; i < analysis_count(); i++)
            if (strcmp(analysis_at(i)->name, *analyses) == 0)
                analysis_at(i)->run(&request, &fixture->tables);
    check_that_findings_reach(&fixture->tables);
}

static inline const char *task_fixture_csv(struct task_fixture *fixture, const char *table)
{
    strbuf_clear(&fixture->csv);
    if (!tables_find(&fixture->tables, table))
        return "none";
    table_write_csv(tables_find(&fixture->tables, table), &fixture->csv);
    return fixture->csv.text;
}

static inline void task_fixture_begin(struct task_fixture *fixture,
                                      const struct task_record *records, size_t count)
{
    task_fixture_init(fixture);
    for (size_t i = 0; i < count; i++)
        task_fixture_add(fixture, records[i]);
}
#define TASK_FIXTURE_BEGIN(fixture, ...)                                                           \
    do {                                                                                           \
        const struct task_record list[] = {__VA_ARGS__};                                           \
        task_fixture_begin(fixture, list, sizeof list / sizeof list[0]);                           \
    } while (0)

#endif
