/* Figures as text beside what they were when somebody looked at them. */
#ifndef TESTS_UNIT_GOLDEN_H
#define TESTS_UNIT_GOLDEN_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figure/figure.h"
#include "util/path.h"
#include "util/strbuf.h"

/* Compares with tests/golden/NAME byte for byte; with UPDATE_GOLDEN in the environment writes it.
 */
static inline bool matches_golden(const char *name, const struct figure *figure)
{
    char path[256];
    struct error error = {0};
    struct strbuf actual, expected;
    strbuf_init(&actual);
    strbuf_init(&expected);
    snprintf(path, sizeof path, "tests/golden/%s", name);
    if (figure)
        figure_write_json(figure, &actual);
    bool same;
    if (getenv("UPDATE_GOLDEN"))
        same = path_write(path, actual.text, actual.size, &error);
    else
        same = path_read(path, 1 << 20, &expected, &error) && expected.size == actual.size &&
               memcmp(expected.text, actual.text, actual.size) == 0;
    if (!same)
        printf("  %s: differs from what is drawn %s\n%s", path, error.text, actual.text);
    strbuf_release(&actual);
    strbuf_release(&expected);
    return same;
}

#endif
