/* Of many task kinds those that tables hold: the longest, and those that a table is about. */
#include <stdio.h>

#include "analysis/tasks/task_groups_make.h"
#include "analysis/tasks/task_selection.h"
#include "task_fixture.h"

enum { KINDS = 200 };

/* Each kind takes less time than the one before; kinds 150, 160, 170 and 180 have something else.
 */
static void add_kinds(struct task_fixture *fixture)
{
    task_fixture_init(fixture);
    for (int i = 0; i < KINDS; i++) {
        char name[16];
        double elapsed = 1000 - i;
        snprintf(name, sizeof name, "kind%03d", i);
        task_fixture_add(fixture,
                         (struct task_record){.task = name,
                                              .elapsed = elapsed,
                                              .cpu = elapsed * (i == 160 ? 0.1 : 0.8 + i * 1e-6),
                                              .cores = 1,
                                              .memory = i == 150 ? 9e9 : 1e9 - i * 1e6});
        records_put_number(&fixture->records, RECORD_REQUESTED_MEMORY_COLUMN,
                           i == 170   ? 1e12
                           : i == 180 ? 1e6
                                      : 2e9);
        records_put_number(&fixture->records, RECORD_BYTES_READ_COLUMN, i == 190 ? 1e15 : 1e6 - i);
    }
}

static bool has(const struct task_fixture *fixture, const char *name, const char *column,
                const char *task, const char *quantity)
{
    const struct table *table = tables_find(&fixture->tables, name);
    if (!table)
        return false;
    const char *other = strcmp(name, "resources") == 0 ? "resource" : "quantity";
    return table_find_row(table, 0, column, task, other, quantity) < table->rows;
}

static void tables_hold_the_kinds_they_are_about(void)
{
    static const char *const analyses[] = {"distributions", "requested", NULL};
    struct task_fixture fixture;
    add_kinds(&fixture);
    task_fixture_run(&fixture, analyses);
    CHECK(has(&fixture, "boxplots", "task", "kind000", "memory"));
    CHECK(has(&fixture, "boxplots", "task", "kind059", "memory"));
    CHECK(has(&fixture, "boxplots", "task", "kind150", "memory"));
    CHECK(has(&fixture, "histograms", "task", "kind150", "memory"));
    CHECK(has(&fixture, "resources", "category", "kind150", "memory"));
    CHECK(has(&fixture, "boxplots", "task", "kind160", "cpu_efficiency"));
    CHECK(has(&fixture, "boxplots", "task", "kind190", "bytes_read"));
    CHECK(!has(&fixture, "boxplots", "task", "kind199", "bytes_read"));
    CHECK(has(&fixture, "requested", "task", "kind170", "memory"));
    CHECK(has(&fixture, "requested", "task", "kind180", "memory"));
    CHECK(!has(&fixture, "requested", "task", "kind190", "memory"));
    task_fixture_release(&fixture);
}

static void a_selection_has_no_kind_twice(void)
{
    struct task_fixture fixture;
    struct task_selection selection;
    bool seen[KINDS] = {false};
    double keys[KINDS];
    add_kinds(&fixture);
    task_groups_make(&fixture.groups, &fixture.records, 1);
    task_selection_make(&selection, &fixture.groups, &fixture.arena);
    for (int sort = 0; sort < 20; sort++) {
        for (int k = 0; k < KINDS; k++)
            keys[k] = sort == 0 && k > 20 ? NAN : (double)((k * 37 + sort * 11) % KINDS);
        task_selection_add(&selection, &fixture.groups, keys, &fixture.arena);
    }
    CHECK_INT(selection.count, TASK_SELECTED_KINDS);
    CHECK(task_selection_is_partial(&selection, &fixture.groups));
    for (size_t i = 0; i < selection.count; i++) {
        CHECK(!seen[selection.kinds[i]]);
        seen[selection.kinds[i]] = true;
        CHECK_INT(selection.place_of[fixture.groups.kinds[selection.kinds[i]].first], i);
    }
    task_selection_release(&selection);
    task_fixture_release(&fixture);
}

CHECK_MAIN(TEST(tables_hold_the_kinds_they_are_about), TEST(a_selection_has_no_kind_twice))
