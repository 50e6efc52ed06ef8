#include "input/tasks/benchmark_rule.h"

#include <stdbool.h>
#include <string.h>

#include "input/text/lines.h"

static const struct text_slice nothing = {"", 0};

static bool is_one_of(struct text_slice span, const char *const *words)
{
    for (; *words; words++)
        if (text_slice_is_word(span, *words))
            return true;
    return false;
}

/* The part behind the last separator, which is cut off together with it. */
static struct text_slice cut_last(struct text_slice *text, char separator)
{
    const char *at = text->size ? memrchr(text->text, separator, text->size) : NULL;
    struct text_slice last = *text;
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
static struct text_slice without_endings(struct text_slice name)
{
    static const char *const endings[] = {"tsv",   "txt",       "csv",        "log", "gz",    "zst",
                                          "bench", "benchmark", "benchmarks", "bmk", "stats", NULL};
    for (;;) {
        struct text_slice rest = name, last = cut_last(&rest, '.');
        if (!rest.size || !is_one_of(last, endings))
            return name;
        name = rest;
    }
}

const char *benchmark_rule(const char *path, struct text_slice *rule, struct text_slice *sample)
{
    static const char *const common[] = {"benchmarks", "benchmark", "bench",  "bmk",
                                         "logs",       "results",   "output", "out",
                                         "data",       ".",         "..",     NULL};
    struct text_slice directory = text_slice_of(path);
    struct text_slice name = without_endings(cut_last(&directory, '/'));
    struct text_slice first = name, last = cut_last(&first, '.');
    if (first.size && last.size) {
        *rule = last;
        *sample = first;
        return "the last part of the file's name";
    }
    struct text_slice parent = cut_last(&directory, '/');
    *sample = nothing;
    *rule = name;
    if (!parent.size || is_one_of(parent, common))
        return "the file's name";
    *rule = parent;
    *sample = name;
    return "the directory's name";
}
