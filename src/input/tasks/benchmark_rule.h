/* Which rule of Snakemake a benchmark file is of: its columns do not say it, its path mostly does.
 */
#ifndef INPUT_TASKS_BENCHMARK_RULE_H
#define INPUT_TASKS_BENCHMARK_RULE_H

#include "input/text/csv_text.h"

/* Of benchmarks/RULE/SAMPLE.tsv and SAMPLE.RULE.benchmark.txt; else the name of the file is the
 * rule. *sample is what remains, empty when nothing does. Both are parts of the path. Returns where
 * the rule was found, as words. */
const char *benchmark_rule(const char *path, struct text_slice *rule, struct text_slice *sample);

#endif
