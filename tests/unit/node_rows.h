/* A node with six samples a minute apart, all of one row, and what is read of them. */
#ifndef NODE_ROWS_H
#define NODE_ROWS_H

#include "input_fixture.h"

static struct fixture fixture;

static inline void read_rows(const char *columns, const char *row)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_format(&text, "timestamp,host,%s\n", columns);
    for (int i = 0; i < 6; i++)
        strbuf_format(&text, "%d,n1,%s\n", 1714557600 + 60 * i, row);
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-csv", text.text);
    strbuf_release(&text);
}

/* The last value; NaN: there is no such metric. */
static inline double value_of(const char *metric)
{
    const struct series *series = fixture_series(&fixture, metric, "n1");
    return series ? series->values[5] : (double)NAN;
}

#endif
