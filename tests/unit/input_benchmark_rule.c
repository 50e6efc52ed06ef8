#include "check.h"

#include <string.h>

#include "input/tasks/benchmark_rule.h"

static char text[256];

/* "rule sample". */
static const char *found(const char *path)
{
    struct text_slice rule, sample;
    benchmark_rule(path, &rule, &sample);
    snprintf(text, sizeof text, "%.*s %.*s", (int)rule.size, rule.text, (int)sample.size,
             sample.text);
    return text;
}

static void rules_are_found_in_paths(void)
{
    CHECK_TEXT(found("work/benchmarks/gen/A.tsv"), "gen A");
    CHECK_TEXT(found("benchmarks/A.bwa.benchmark.txt"), "bwa A");
    CHECK_TEXT(found("benchmarks/A.1.sort.tsv.gz"), "sort A.1");
    CHECK_TEXT(found("benchmarks/gen.tsv"), "gen ");
    CHECK_TEXT(found("benchmark/gen.benchmark.txt"), "gen ");
    CHECK_TEXT(found("gen.tsv"), "gen ");
    CHECK_TEXT(found("./gen.tsv"), "gen ");
    CHECK_TEXT(found("/gen"), "gen ");
    CHECK_TEXT(found("benchmarks/.tsv"), ".tsv ");
    CHECK_TEXT(found("benchmark.txt"), "benchmark ");
}

CHECK_MAIN(TEST(rules_are_found_in_paths))
