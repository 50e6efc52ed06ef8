#include "input/tasks/benchmark_rule.h"

#include <stdbool.h>
#include <string.h>

#include "input/text/lines.h"

static const struct csv_span nothing = {"", 0};

static bool is_one_of(struct csv_span span, const char *const *words)
{
    for (; *words; words++)
        if (span_is(span, *words))
            return true;
    return false;
}

/* The part behind the last separator, which is cut off together with it. */
static struct csv_span cut_last(struct csv_span *text, char separator)
{
    const char *at = text->size ? memrchr(text->text, separator, text->size) : NULL;
    struct csv_span last = *text;
    if (!at) {
        *text = nothing;
        return last;
    }
    last.text = at + 1;
    last.size = (size_t)(text->text + text->size - last.text);
    text->size = (size_t)(at - text->text);
    return last;
}

/* "A.sort.benchmark.txt" → "A.sort"; the first part of a name always stays. */
static struct csv_span without_endings(struct csv_span name)
{
    static const char *const endings[] = {"tsv",   "txt",       "csv",        "log", "gz",    "zst",
                                          "bench", "benchmark", "benchmarks", "bmk", "stats", NULL};
    for (;;) {
        struct csv_span rest = name, last = cut_last(&rest, '.');
        if (!rest.size || !is_one_of(last, endings))
            return name;
        name = rest;
    }
}

const char *benchmark_rule(const char *path, struct csv_span *rule, struct csv_span *sample)
{
    static const char *const common[] = {"benchmarks", "benchmark", "bench",  "bmk",
                                         "logs",       "results",   "output", "out",
                                         "data",       ".",         "..",     NULL};
    struct csv_span directory = span_of(path);
    struct csv_span name = without_endings(cut_last(&directory, '/'));
    struct csv_span first = name, last = cut_last(&first, '.');
    if (first.size && last.size) {
        *rule = last;
        *sample = first;
        return "the last part of the file's name";
    }
    struct csv_span parent = cut_last(&directory, '/');
    *sample = nothing;
    *rule = name;
    if (!parent.size || is_one_of(parent, common))
        return "the file's name";
    *rule = parent;
    *sample = name;
    return "the directory's name";
}
