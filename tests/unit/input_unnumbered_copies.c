/* Tables of tasks without ids and times beside a log of the same tasks. */
#include "records_text.h"

#include "input/tasks/unnumbered_copies.h"

static struct fixture fixture;

enum { TASKS = 12 };

struct source {
    const char *path;
    bool is_numbered, has_memory, is_failed_first;
    double first_s, step_s; /* elapsed times */
};

static void add(const struct source *source, int number, enum record_ending ending)
{
    struct records *records = fixture.dataset.records;
    char id[16];
    snprintf(id, sizeof id, "%d", number);
    records_add(records);
    records_put_text(records, RECORD_TASK_COLUMN, number % 2 ? "a" : "b", 1);
    records_put_ending(records, ending);
    records_put_number(records, RECORD_ELAPSED_COLUMN, source->first_s + source->step_s * number);
    if (source->is_numbered) {
        records_put_text(records, RECORD_ID_COLUMN, id, strlen(id));
        records_put_number(records, RECORD_START_COLUMN, 1.7e9 + number);
    }
    if (source->has_memory)
        records_put_number(records, RECORD_MEMORY_COLUMN, 1e9);
}

static void add_source(const struct source *source)
{
    records_begin_source(fixture.dataset.records, source->path);
    if (source->is_failed_first)
        add(source, 99, ENDING_LOST);
    for (int i = 0; i < TASKS; i++)
        add(source, i, ENDING_SUCCEEDED);
}

/* A log and a table; how many records are left. */
static size_t rows_left(struct source log, struct source table)
{
    fixture_init(&fixture);
    dataset_records(&fixture.dataset);
    log.path = "log";
    log.is_numbered = true;
    table.path = "table";
    add_source(&table);
    add_source(&log);
    unnumbered_copies_drop(fixture.dataset.records, fixture.diagnostics);
    return fixture.dataset.records->rows;
}

static void tasks_of_a_log_count_once(void)
{
    CHECK_INT(rows_left((struct source){.first_s = 20.4, .step_s = 3},
                        (struct source){.first_s = 20, .step_s = 3}),
              TASKS);
    CHECK_SAID(fixture, "table: no ids and times, but the same task kinds and elapsed times as the "
                        "12 tasks of log: assumed to be the same, counted once");
    fixture_release(&fixture);
    /* What failed before is in the log alone. */
    CHECK_INT(rows_left((struct source){.first_s = 20.4, .step_s = 3, .is_failed_first = true},
                        (struct source){.first_s = 20, .step_s = 3}),
              TASKS + 1);
    fixture_release(&fixture);
}

/* Memory that the log lacks would be lost. */
static void what_says_more_stays(void)
{
    CHECK_INT(rows_left((struct source){.first_s = 20.4, .step_s = 3},
                        (struct source){.first_s = 20, .step_s = 3, .has_memory = true}),
              2 * TASKS);
    CHECK_SAID(fixture, "counted twice if they are the same");
    fixture_release(&fixture);
}

/* Another run of the same program, or one whose tasks all take as long. */
static void other_runs_stay(void)
{
    static const struct {
        struct source log, table;
    } cases[] = {
        {{.first_s = 20.6, .step_s = 3}, {.first_s = 20, .step_s = 3}},
        {{.first_s = 20.1, .step_s = 3.5}, {.first_s = 20.1, .step_s = 3}},
        {{.first_s = 20, .step_s = 0}, {.first_s = 20, .step_s = 0}},
        {{.first_s = 20, .step_s = 3}, {.first_s = 20, .step_s = 3, .is_numbered = true}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_INT(rows_left(cases[i].log, cases[i].table), 2 * TASKS);
        CHECK_TEXT(fixture.said.text, "");
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(tasks_of_a_log_count_once), TEST(what_says_more_stays), TEST(other_runs_stay))
