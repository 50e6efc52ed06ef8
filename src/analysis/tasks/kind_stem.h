/* The stem of a task's name: what is left of it without numbers and ids, so that names of the same
 * work are the same ("align_S01_L002" and "align_S17_L001" are "align_S*_L*").
 *
 * These become "*", and several of them with nothing or one dot between become one:
 * - UUIDs (8-4-4-4-12 hexadecimal digits);
 * - words of letters and digits with at least seven characters, all hexadecimal digits, one of them
 *   0 to 9; and words with digits in three or more places: ids;
 * - digits of all other words, each run of them.
 * It depends on the name alone, not on the other names. A name of which nothing else is left, which
 * would be "*", is KIND_STEM_OF_NUMBERS, as "*" means all kinds in result tables. */
#ifndef ANALYSIS_TASKS_KIND_STEM_H
#define ANALYSIS_TASKS_KIND_STEM_H

#include "util/strbuf.h"

#define KIND_STEM_OF_NUMBERS "(numbers)"

/* Replaces what is in `stem`. */
void kind_stem_of(const char *name, struct strbuf *stem);

#endif
