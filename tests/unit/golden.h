/* Figures and documents as text beside what they were when somebody looked at them. */
#ifndef TESTS_UNIT_GOLDEN_H
#define TESTS_UNIT_GOLDEN_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figure/model/figure.h"
#include "util/path.h"
#include "util/strbuf.h"

/* Compares with tests/golden/NAME byte for byte; with UPDATE_GOLDEN in the environment writes it.
 */
static inline bool text_matches_golden(const char *name, const char *text, size_t size)
{
    char path[256];
    struct error error = {0};
    struct strbuf expected;
    strbuf_init(&expected);
    snprintf(path, sizeof path, "tests/golden/%s", name);
    bool same;
    if (getenv("UPDATE_GOLDEN"))
        same = path_write(path, text, size, &error);
    else
        same = path_read(path, 1 << 20, &expected, &error) && expected.size == size &&
               memcmp(expected.text, text, size) == 0;
    if (!same)
        printf("  %s: differs from what is made %s\n%.*s", path, error.text, (int)size, text);
    strbuf_release(&expected);
    return same;
}

static inline bool matches_golden(const char *name, const struct figure *figure)
{
    struct strbuf text;
    strbuf_init(&text);
    if (figure)
        figure_write_json(figure, &text);
    bool same = text_matches_golden(name, text.text, text.size);
    strbuf_release(&text);
    return same;
}

#endif
