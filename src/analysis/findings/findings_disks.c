/* File systems of nodes that are full. */
#include <math.h>

#include "analysis/findings/finding.h"
#include "util/number.h"

static const double FULL = 0.99, NO_SPACE = 0.999; /* of a file system */
static const double SLOWER = 0.5;                  /* load while it is full ÷ before */

static bool is_slower(const struct table *disks, size_t row)
{
    return table_texts(disks, "load_metric")[row] &&
           table_numbers(disks, "load_during")[row] <
               SLOWER * table_numbers(disks, "load_before")[row];
}

/* Whether it fills up during the run: what is nearly full all the time may have much free space. */
static bool fills_up(const struct table *disks, size_t row)
{
    return !(table_numbers(disks, "from_first")[row] > 0);
}

static bool counts(const struct table *disks, size_t row)
{
    double most = table_numbers(disks, "most_share")[row];
    return fills_up(disks, row) || isnan(most) || most >= NO_SPACE;
}

static bool is_worse(const struct table *disks, size_t row, size_t other)
{
    bool slower = is_slower(disks, row), fills = fills_up(disks, row);
    if (slower != is_slower(disks, other))
        return slower;
    if (fills != fills_up(disks, other))
        return fills;
    return table_numbers(disks, "from")[row] < table_numbers(disks, "from")[other];
}

static const char *span_text(const struct findings *findings, const struct table *disks, size_t row)
{
    double from = table_numbers(disks, "from")[row], until = table_numbers(disks, "until")[row];
    bool to_end = table_numbers(disks, "until_last")[row] > 0;
    if (!fills_up(disks, row) && to_end)
        return "for the whole run";
    if (to_end)
        return arena_format(findings->arena, "from %s to the end", finding_moment(findings, from));
    return finding_span(findings, from, until);
}

static const char *full_text(const struct findings *findings, const struct table *disks, size_t row,
                             size_t count)
{
    double most = table_numbers(disks, "most_share")[row];
    double before = table_numbers(disks, "load_before")[row];
    double during = table_numbers(disks, "load_during")[row];
    return arena_format(
        findings->arena, "A file system of %s was full (%s) %s%s%s.",
        finding_name(findings, table_texts(disks, "node")[row]),
        isnan(most)
            ? arena_format(findings->arena, "%s free",
                           finding_quantity(findings, table_numbers(disks, "free_B")[row], "B"))
            : finding_percent(findings, fmin(most, 1)),
        span_text(findings, disks, row),
        is_slower(disks, row) ? arena_format(findings->arena, "; its CPU load fell by %s",
                                             finding_percent(findings, 1 - during / before))
                              : "",
        count > 1 ? arena_format(findings->arena, "; of %zu more node%s too", count - 1,
                                 count == 2 ? "" : "s")
                  : "");
}

void findings_of_disks(struct findings *findings)
{
    const struct table *disks = tables_find(findings->tables, "full_disks");
    size_t worst = 0, count = 0;
    for (size_t row = 0; disks && row < disks->rows; row++) {
        if (!counts(disks, row))
            continue;
        if (!count++ || is_worse(disks, row, worst))
            worst = row;
    }
    if (!count)
        return;
    bool slower = is_slower(disks, worst), fills = fills_up(disks, worst);
    const char *node = finding_name(findings, table_texts(disks, "node")[worst]);
    finding_add(findings,
                (struct finding){
                    .weight = slower ? 97 : 82,
                    .level = slower  ? "bad"
                             : fills ? "warn"
                                     : "note",
                    .section = table_texts(disks, "metric")[worst],
                    .text = full_text(findings, disks, worst, count),
                    .value = table_numbers(disks, "most_share")[worst],
                    .unit = "",
                    .threshold = FULL,
                    .explains_low_load = slower,
                    .advice = "free space there or write elsewhere, and look for write errors in "
                              "the output",
                    .clue = fills ? FINDING_CLUE_NODE : 0,
                    .clue_about = arena_format(findings->arena, "the full file system of %s", node),
                });
}
