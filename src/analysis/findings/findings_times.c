/* Inputs that cover different time ranges: what is said of them together is said of no run. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "util/instant.h"
#include "util/memory.h"
#include "util/path.h"

enum { MOST_NAMED = 3, ROOM_FOR_PARENT = 40 };
static const double LEAST_APART_S = 86400, MOST_COVERED = 0.1;

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

static size_t join(struct times *times, size_t count)
{
    size_t kept = 0;
    qsort(times, count, sizeof *times, by_first);
    for (size_t i = 1; i < count; i++) {
        if (times[i].first - times[kept].last >= LEAST_APART_S) {
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
    return arena_format(arena, "%s and %zu more", name, times->inputs - 1);
}

static const char *times_words(const struct findings *findings, const struct times *times)
{
    char from[64], to[64];
    instant_format(times->first, INSTANT_DAY, from, sizeof from);
    instant_format(times->last, INSTANT_DAY, to, sizeof to);
    return strcmp(from, to) == 0
               ? arena_format(findings->arena, "%s of %s", input_words(findings, times), from)
               : arena_format(findings->arena, "%s of %s to %s", input_words(findings, times), from,
                              to);
}

static void add_times(struct findings *findings, const struct times *times, size_t count)
{
    const char *words[MOST_NAMED + 1];
    size_t named = count <= MOST_NAMED ? count : (size_t)MOST_NAMED;
    for (size_t i = 0; i < named; i++)
        words[i] = times_words(findings, &times[i]);
    if (named < count)
        words[named] = arena_format(findings->arena, "%zu more", count - named);
    finding_add(findings,
                (struct finding){
                    .weight = 120,
                    .level = "bad",
                    .section = "data",
                    .text = arena_format(findings->arena, "Inputs cover different time ranges: %s.",
                                         finding_list(findings, words, named + (named < count))),
                    .value = (double)count,
                    .unit = "times",
                    .threshold = 1,
                    .advice = "make a report of each, unless they are of one run",
                });
}

/* The times of the inputs, to be freed; NULL when they are not apart. */
static struct times *apart_times(const struct findings *findings, size_t *count)
{
    const struct table *table = tables_find(findings->tables, "input_times");
    if (!table || table->rows < 2)
        return NULL;
    struct times *times = memory_alloc_array(table->rows, sizeof *times);
    for (size_t row = 0; row < table->rows; row++)
        times[row] =
            (struct times){table_texts(table, "input")[row], table_numbers(table, "first")[row],
                           table_numbers(table, "last")[row], 1};
    *count = join(times, table->rows);
    double covered_s = 0;
    for (size_t i = 0; i < *count; i++)
        covered_s += times[i].last - times[i].first;
    if (*count > 1 && covered_s < MOST_COVERED * (times[*count - 1].last - times[0].first))
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

void findings_of_times(struct findings *findings)
{
    size_t count;
    struct times *times = apart_times(findings, &count);
    if (times)
        add_times(findings, times, count);
    free(times);
}
