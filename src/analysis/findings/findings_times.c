/* Inputs that cover different time ranges: what is said of them together is said of no run. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "table/rows.h"
#include "util/count_text.h"
#include "util/instant.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/path.h"

enum { MOST_NAMED = 3, ROOM_FOR_PARENT = 40 };
static const char times_apart[] = "data.times-apart";

/* Inputs whose times meet, or nearly so; named by the first. */
struct times {
    const char *input;
    double first, last;
    size_t inputs;
};

static int by_first(const void *left, const void *right)
{
    const struct times *l = left, *r = right;
    if (l->first != r->first)
        return l->first < r->first ? -1 : 1;
    return strcmp(l->input, r->input);
}

static size_t join(struct times *times, size_t count, double apart_s)
{
    size_t kept = 0;
    qsort(times, count, sizeof *times, by_first);
    for (size_t i = 1; i < count; i++) {
        if (times[i].first - times[kept].last >= apart_s) {
            times[++kept] = times[i];
            continue;
        }
        times[kept].last = fmax(times[kept].last, times[i].last);
        times[kept].inputs += times[i].inputs;
    }
    return kept + 1;
}

/* "matmul/cpu_metrics.json", its end where it is long. */
static const char *input_words(const struct findings *findings, const struct times *times)
{
    struct arena *arena = findings->arena;
    const char *parent = path_base_name(path_parent(arena, times->input));
    const char *name = path_base_name(times->input);
    if (*parent && strcmp(parent, ".") != 0 && strlen(parent) + strlen(name) < ROOM_FOR_PARENT)
        name = arena_format(arena, "%s/%s", parent, name);
    name = finding_path(findings, name);
    if (times->inputs == 1)
        return name;
    return arena_format(arena, "%s and %s more", name, COUNT_TEXT(times->inputs - 1));
}

/* "from 2025-11-09 02:46 to 06:47" */
static const char *range_words(const struct findings *findings, double first, double last)
{
    char from[64], to[64], from_day[64], to_day[64];
    instant_format(first, INSTANT_DAY, from_day, sizeof from_day);
    instant_format(last, INSTANT_DAY, to_day, sizeof to_day);
    bool is_one_day = strcmp(from_day, to_day) == 0;
    instant_format(first, INSTANT_MINUTE, from, sizeof from);
    instant_format(last, is_one_day ? INSTANT_CLOCK : INSTANT_MINUTE, to, sizeof to);
    return arena_format(findings->arena, "from %s to %s", from, to);
}

/* What takes less than a minute has no range worth reading. */
static const char *times_words(const struct findings *findings, const struct times *times)
{
    char from[64], to[64];
    instant_format(times->first, INSTANT_MINUTE, from, sizeof from);
    instant_format(times->last, INSTANT_MINUTE, to, sizeof to);
    return arena_format(findings->arena, "%s %s", input_words(findings, times),
                        strcmp(from, to) == 0 ? arena_format(findings->arena, "of %s", from)
                                              : range_words(findings, times->first, times->last));
}

static void add_times(struct findings *findings, const struct times *times, size_t count)
{
    const char *words[MOST_NAMED + 1];
    size_t named = count <= MOST_NAMED ? count : (size_t)MOST_NAMED;
    for (size_t i = 0; i < named; i++)
        words[i] = times_words(findings, &times[i]);
    if (named < count)
        words[named] = arena_format(findings->arena, "%s more", COUNT_TEXT(count - named));
    struct rule_finding made = rule_begin(findings, times_apart);
    rule_number(&made, "times", (double)count);
    rule_text(&made, "ranges", finding_list(findings, words, named + (named < count)));
    made.finding.unit = "times";
    rule_add(&made);
}

/* The times of the inputs, to be freed; NULL when they are not apart. */
static struct times *apart_times(const struct findings *findings, size_t *count)
{
    const struct input_times_rows table = input_times_rows(findings->tables);
    if (!table.rows || table.rows < 2)
        return NULL;
    struct times *times = memory_alloc_array(table.rows, sizeof *times);
    for (size_t row = 0; row < table.rows; row++)
        times[row] = (struct times){table.input[row], table.first[row], table.last[row], 1};
    *count = join(times, table.rows, finding_limit(findings, times_apart, "apart_s"));
    double covered_s = 0;
    for (size_t i = 0; i < *count; i++)
        covered_s += times[i].last - times[i].first;
    double whole_s = times[*count - 1].last - times[0].first;
    if (*count > 1 && covered_s < finding_limit(findings, times_apart, "covered") * whole_s)
        return times;
    free(times);
    return NULL;
}

bool finding_times_are_apart(const struct findings *findings)
{
    size_t count;
    struct times *times = apart_times(findings, &count);
    bool are_apart = times != NULL;
    free(times);
    return are_apart;
}

/* ---- tasks and samples ---- */

/* "d201 and 7 more" */
static const char *nodes_words(const struct findings *findings,
                               const struct mismatches_rows *mismatches, const char *first,
                               const char *count)
{
    const char *node = finding_name(findings, table_texts(mismatches->table, first)[0]);
    double nodes = table_numbers(mismatches->table, count)[0];
    return nodes > 1 ? arena_format(findings->arena, "%s and %s more", node, COUNT_TEXT(nodes - 1))
                     : node;
}

static const char *mismatch_variant(const struct mismatches_rows *mismatches, bool times_differ,
                                    bool nodes_differ)
{
    if (nodes_differ)
        return times_differ ? "times and nodes" : "nodes";
    if (isnan(mismatches->shift_s[0]))
        return "times";
    return mismatches->by_work[0] > 0 ? "work shifted" : "times shifted";
}

/* Inputs of different days are named already. */
static void add_mismatch(struct findings *findings)
{
    const struct mismatches_rows mismatches = mismatches_rows(findings->tables);
    if (!mismatches.rows)
        return;
    const char *differ = mismatches.differ[0];
    bool nodes_differ = strstr(differ, "nodes") != NULL;
    double shift_s = fabs(mismatches.shift_s[0]);
    struct rule_finding made = rule_begin(findings, "data.inputs-do-not-match");
    rule_number(&made, "shift", shift_s);
    rule_text(&made, "tasks",
              range_words(findings, mismatches.tasks_first[0], mismatches.tasks_last[0]));
    rule_text(&made, "samples",
              range_words(findings, mismatches.samples_first[0], mismatches.samples_last[0]));
    if (nodes_differ) {
        rule_text(&made, "ran", nodes_words(findings, &mismatches, "task_node", "task_nodes"));
        rule_text(&made, "sampled",
                  nodes_words(findings, &mismatches, "sample_node", "sample_nodes"));
    }
    made.variant = mismatch_variant(&mismatches, strstr(differ, "times") != NULL, nodes_differ);
    made.advice_variant = !isnan(shift_s) && !nodes_differ ? "zone" : "apart";
    made.level = RULE_WARN;
    if (isnan(shift_s))
        made.finding.unit = "";
    rule_add(&made);
}

void findings_of_times(struct findings *findings)
{
    size_t count;
    struct times *times = apart_times(findings, &count);
    if (times)
        add_times(findings, times, count);
    else
        add_mismatch(findings);
    free(times);
}
