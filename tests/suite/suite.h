/* The suite of pathologies: small jobs and campaigns with one trouble each, and benign ones.
 *
 * A case is a row: its name, the pattern (extended regular expression, without regard to case) that
 * the first finding of its report has to match, or NULL for a benign one, whose report may have no
 * finding above a note, and what writes it. Each is written in several variants: other numbers of
 * nodes or tasks, other intervals, other noise; a verdict has to hold in all of them. */
#ifndef TESTS_SUITE_SUITE_H
#define TESTS_SUITE_SUITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { VARIANTS = 3 };

/* 2025-03-05 10:00:00 UTC */
#define SUITE_START 1741168800.0

struct suite_case {
    const char *name, *pattern;
    void (*write)(const struct suite_case *its, const char *directory, int variant);
    const void *more; /* what its writer needs */
};

extern const struct suite_case node_cases[], campaign_cases[], queue_cases[], trace_cases[];
extern const size_t node_case_count, campaign_case_count, queue_case_count, trace_case_count;

/* A file in the directory; ends the program when it cannot be made. */
FILE *suite_open(const char *directory, const char *name);
void suite_close(FILE *file);

/* Noise, the same on each run. */
void suite_seed(unsigned seed);
double suite_uniform(void);             /* in [0, 1) */
double suite_noise(double deviation);   /* normal, about 1: a factor */
const char *suite_time(double instant); /* ISO 8601, in a static buffer */

#endif
