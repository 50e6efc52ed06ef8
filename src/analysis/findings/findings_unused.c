/* Memory that was requested and not used: of all tasks, or, where these used most of theirs, of
 * kinds that hold much of it. */
#include <string.h>

#include "analysis/findings/findings_requests.h"
#include "analysis/findings/kind_rows.h"
#include "analysis/findings/task_words.h"
#include "table/accounting.h"
#include "util/quantity.h"

static const double LITTLE_USED = 0.5, MUCH_WASTED = QUANTITY_GB_HOUR;
static const double MUCH_UNUSED = 0.1; /* of all that was requested, in kinds that used little */

/* Of memory × time: "1,200" GB·h. */
static const char *hours_words(const struct findings *findings, double byte_s)
{
    char text[64];
    return arena_text(findings->arena,
                      quantity_format_number(byte_s / QUANTITY_GB_HOUR, 3, text, sizeof text));
}

/* ---- of all tasks ---- */

static void add_wasted(struct findings *findings, const struct table *table)
{
    size_t row = finding_requested_row(table, "*", "memory");
    size_t kind = finding_most_but_sessions(findings, table, "memory", "wasted_time");
    if (row >= table->rows || kind >= table->rows ||
        accounting_misses_memory(findings->tables, "*"))
        return;
    double requested = finding_without_sessions(findings, table, "memory", "requested_time");
    double wasted = finding_without_sessions(findings, table, "memory", "wasted_time");
    double used = finding_without_sessions(findings, table, "memory", "used_time") / requested;
    if (!(used < LITTLE_USED) || !(wasted >= MUCH_WASTED))
        return;
    const char *name = table_texts(table, "task")[kind];
    double tasks = finding_without_sessions(findings, table, "memory", "tasks");
    bool is_some = tasks < FINDING_FEWEST_TASKS || finding_some_did_not_succeed(findings);
    const char *who = is_some ? finding_succeeded_tasks(findings, tasks) : "Tasks";
    if (tasks < table_numbers(table, "tasks")[row])
        who = finding_count(findings, tasks, "batch job", "batch jobs");
    finding_add_little_use(
        findings, name,
        (struct finding){
            .id = "tasks.memory-unused",
            .weight = 58,
            .level = used < LITTLE_USED / 2 ? "warn" : "note",
            .section = "tasks-resources",
            .text = arena_format(
                findings->arena,
                "%s used %s of the memory %s requested; %s of %s GB·h went unused%s.", who,
                finding_percent(findings, used), tasks == 1 ? "it" : "they",
                hours_words(findings, wasted), hours_words(findings, requested),
                finding_has_kinds(findings)
                    ? arena_format(findings->arena, ", %s of it in %s",
                                   finding_percent(findings,
                                                   table_numbers(table, "wasted_time")[kind] /
                                                       wasted),
                                   finding_kind(findings, name))
                    : ""),
            .value = used,
            .unit = "",
            .threshold = LITTLE_USED,
            .advice = finding_less_memory(findings, name),
        });
}

/* ---- of kinds ---- */

struct unused {
    size_t known, kinds, worst; /* kinds: those that used little; worst: a row */
    double byte_s, worst_byte_s;
};

static double used_of(const struct table *table, size_t row)
{
    return table_numbers(table, "used_time")[row] / table_numbers(table, "requested_time")[row];
}

static struct unused find_unused(const struct findings *findings, const struct table *table,
                                 size_t all)
{
    const double *wasted = table_numbers(table, "wasted_time");
    struct unused unused = {.worst = table->rows};
    for (size_t row = 0; row < table->rows; row++) {
        if (row == all || strcmp(table_texts(table, "quantity")[row], "memory") != 0 ||
            finding_is_session(findings, table_texts(table, "task")[row]) ||
            accounting_misses_memory(findings->tables, table_texts(table, "task")[row]))
            continue;
        unused.known++;
        if (!(used_of(table, row) < LITTLE_USED))
            continue;
        unused.kinds++;
        unused.byte_s += wasted[row];
        if (wasted[row] > unused.worst_byte_s) {
            unused.worst_byte_s = wasted[row];
            unused.worst = row;
        }
    }
    return unused;
}

static void add_of_kinds(struct findings *findings, const struct table *table)
{
    size_t all = finding_requested_row(table, "*", "memory");
    double used = finding_without_sessions(findings, table, "memory", "used_time") /
                  finding_without_sessions(findings, table, "memory", "requested_time");
    bool is_reported = used < LITTLE_USED && !accounting_misses_memory(findings->tables, "*");
    if (all >= table->rows || !finding_has_kinds(findings) || is_reported)
        return;
    struct unused unused = find_unused(findings, table, all);
    double requested = table_numbers(table, "requested_time")[all];
    if (!unused.kinds || !(unused.byte_s >= MUCH_UNUSED * requested) ||
        !(unused.worst_byte_s >= MUCH_WASTED))
        return;
    const char *name = table_texts(table, "task")[unused.worst];
    const char *kind = finding_kind(findings, name);
    const char *of_it = finding_percent(findings, used_of(table, unused.worst));
    const char *hours = hours_words(findings, unused.worst_byte_s);
    const char *share = finding_percent(findings, unused.worst_byte_s / requested);
    const char *text =
        unused.kinds == 1
            ? arena_format(findings->arena,
                           "%s used %s of the memory it requested; %s GB·h went unused, %s of all "
                           "memory requested.",
                           kind, of_it, hours, share)
            : arena_format(findings->arena,
                           "%zu of %zu kinds used less than %s of the memory they requested; most "
                           "went unused in %s: %s used, %s GB·h unused, %s of all memory "
                           "requested.",
                           unused.kinds, unused.known, finding_percent(findings, LITTLE_USED), kind,
                           of_it, hours, share);
    finding_add(findings, (struct finding){
                              .id = "tasks.memory-unused-by-kinds",
                              .weight = 57,
                              .level = "note",
                              .section = "tasks-resources",
                              .text = text,
                              .value = unused.byte_s / requested,
                              .unit = "",
                              .threshold = MUCH_UNUSED,
                              .advice = finding_less_memory(findings, name),
                          });
}

void findings_of_unused(struct findings *findings)
{
    const struct table *requested = tables_find(findings->tables, "requested");
    if (!requested || !tables_find(findings->tables, "tasks"))
        return;
    add_wasted(findings, requested);
    add_of_kinds(findings, requested);
}
