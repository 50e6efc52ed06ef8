#include "page/content/held_views.h"

#include <string.h>

#include "page/content/page_parts.h"
#include "page/content/row_view.h"
#include "table/held_names.h"
#include "table/rows.h"
#include "util/number.h"

enum { MOST_NAMED = 22 }; /* 20, the others, and those without a name */

static const struct row_view_column held_core_columns[] = {
    {SHOWN(held_by, name)},
    {SHOWN(held_by, attempts)},
    {SHOWN(held_by, failed), .kind = VIEW_COUNT_ANY},
    {SHOWN(held_by, cancelled), .kind = VIEW_COUNT_ANY},
    {SHOWN(held_by, core_s), .kind = VIEW_HOURS},
    {SHOWN(held_by, cpu_efficiency)},
    {SHOWN(held_by, unused_core_s), .kind = VIEW_HOURS},
    {SHOWN(held_by, failed_core_s), .kind = VIEW_HOURS},
    {SHOWN(held_by, cancelled_core_s), .kind = VIEW_HOURS},
    {SHOWN(held_by, wait_p50_s), .kind = VIEW_EACH},
    {SHOWN(held_by, wait_p95_s), .kind = VIEW_EACH},
};

static const struct row_view_column held_other_columns[] = {
    {SHOWN(held_by, name)},
    {SHOWN(held_by, gpu_s), .kind = VIEW_HOURS},
    {SHOWN(held_by, measured_gpu_s), .kind = VIEW_HOURS},
    {SHOWN(held_by, idle_gpu_s), .kind = VIEW_HOURS},
    {SHOWN(held_by, memory_Bs)},
    {SHOWN(held_by, energy_J)},
};

#define HELD_VIEW(held_list, holder)                                                               \
    {                                                                                              \
        VIEW_OF(held_by, held_list), .where = COLUMN_OF(held_by, by), .is = (holder),              \
                                     .with_total = true                                            \
    }

static const struct {
    const char *holder, *heading, *other_heading;
    struct row_view cores, others;
} views[] = {
    {"user", "Core time and waits by user", "GPUs, memory and energy by user",
     HELD_VIEW(held_core_columns, "user"), HELD_VIEW(held_other_columns, "user")},
    {"account", "Core time and waits by account", "GPUs, memory and energy by account",
     HELD_VIEW(held_core_columns, "account"), HELD_VIEW(held_other_columns, "account")},
    {"partition", "Core time and waits by partition", "GPUs, memory and energy by partition",
     HELD_VIEW(held_core_columns, "partition"), HELD_VIEW(held_other_columns, "partition")},
    {"QOS", "Core time and waits by QOS", "GPUs, memory and energy by QOS",
     HELD_VIEW(held_core_columns, "QOS"), HELD_VIEW(held_other_columns, "QOS")},
};

/* Names alone say nothing. */
static bool has_others(const struct held_by_rows *rows)
{
    for (size_t row = 0; row < rows->rows; row++)
        if (!number_is_missing(rows->gpu_s[row]) || !number_is_missing(rows->memory_Bs[row]) ||
            !number_is_missing(rows->energy_J[row]))
            return true;
    return false;
}

struct known {
    double attempts, core, cpu, waits;
};

/* Of the rows of what comes first: attempts are the same in all. */
static struct known count_known(const struct held_by_rows *rows)
{
    struct known known = {0, 0, 0, 0};
    for (size_t row = 0; row < rows->rows; row++) {
        if (strcmp(rows->by[row], rows->by[0]) != 0)
            continue;
        known.attempts += rows->attempts[row];
        known.core += rows->core_known[row];
        known.cpu += rows->cpu_known[row];
        known.waits += rows->wait_known[row];
    }
    return known;
}

/* Of how many attempts the numbers are, where that is not all of them. */
static void add_known(const struct held_by_rows *rows, struct document *document,
                      struct section *section)
{
    const struct known known = count_known(rows);
    const struct {
        const char *what;
        double count;
    } parts[] = {{"core time", known.core}, {"CPU time", known.cpu}, {"waits", known.waits}};
    const char *text = "";
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i].count < known.attempts)
            text = arena_format(document->arena, "%s%s%s of %s", text, *text ? ", " : "",
                                parts[i].what,
                                count_text(document->arena, parts[i].count, "attempt", "attempts"));
    if (*text)
        section_add_paragraph(document, section, "Not known of all %s: %s only.",
                              count_text(document->arena, known.attempts, "attempt", "attempts"),
                              text);
}

static void add_view(const struct row_view *view, const char *heading,
                     const struct page_request *request, struct document *document,
                     struct section *section)
{
    struct table_view *table = row_view_make(view, request, document->arena, MOST_NAMED);
    if (!table)
        return;
    section_add_subheading(document, section, heading);
    section_add_table(document, section, table);
}

void held_by_add(const struct page_request *request, struct document *document,
                 struct section *section)
{
    const struct held_by_rows rows = held_by_rows(request->tables);
    if (!rows.rows)
        return;
    section_add_paragraph(
        document, section,
        "Those with most core time first; an attempt counts by its own outcome. "
        "Core time: elapsed time × cores. Unused: core time of succeeded attempts "
        "less their CPU time. Failed and cancelled: core time of such attempts. "
        "Waits: from submission, or from when the attempt was eligible.");
    add_known(&rows, document, section);
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++)
        add_view(&views[i].cores, views[i].heading, request, document, section);
    for (size_t i = 0; i < sizeof views / sizeof views[0] && has_others(&rows); i++)
        add_view(&views[i].others, views[i].other_heading, request, document, section);
}

/* ---- by day ---- */

static const struct row_view_column held_day_columns[] = {
    {SHOWN(held_by_day, day)},
    {SHOWN(held_by_day, attempts)},
    {SHOWN(held_by_day, failed), .kind = VIEW_COUNT_ANY},
    {SHOWN(held_by_day, cancelled), .kind = VIEW_COUNT_ANY},
    {SHOWN(held_by_day, core_s), .kind = VIEW_HOURS},
    {SHOWN(held_by_day, cpu_efficiency)},
    {SHOWN(held_by_day, failed_core_s), .kind = VIEW_HOURS},
    {SHOWN(held_by_day, cancelled_core_s), .kind = VIEW_HOURS},
    {SHOWN(held_by_day, gpu_s), .kind = VIEW_HOURS},
    {SHOWN(held_by_day, idle_gpu_s), .kind = VIEW_HOURS},
    {SHOWN(held_by_day, energy_J)},
    {SHOWN(held_by_day, wait_p50_s), .kind = VIEW_EACH},
    {SHOWN(held_by_day, wait_p95_s), .kind = VIEW_EACH},
};

#define HELD_DAY_VIEW(period_name)                                                                 \
    {                                                                                              \
        VIEW_OF(held_by_day, held_day_columns), .where = COLUMN_OF(held_by_day, period),           \
                                                .is = (period_name), .with_total = true            \
    }

static const struct {
    const char *period, *heading;
    struct row_view view;
} day_views[] = {{HELD_BY_DAYS, "By day", HELD_DAY_VIEW(HELD_BY_DAYS)},
                 {HELD_BY_WEEKS, "By week", HELD_DAY_VIEW(HELD_BY_WEEKS)},
                 {HELD_BY_MONTHS, "By month", HELD_DAY_VIEW(HELD_BY_MONTHS)}};
enum { DAY_VIEWS = sizeof day_views / sizeof day_views[0] };

static size_t count_periods(const struct held_by_day_rows *rows, const char *period)
{
    size_t count = 0;
    for (size_t row = 0; row < rows->rows; row++)
        count += strcmp(rows->period[row], period) == 0;
    return count;
}

/* The shortest periods of which there are few enough. */
void held_by_day_add(const struct page_request *request, struct document *document,
                     struct section *section)
{
    const struct held_by_day_rows rows = held_by_day_rows(request->tables);
    size_t view = 0;
    if (!rows.rows)
        return;
    while (view + 1 < DAY_VIEWS &&
           count_periods(&rows, day_views[view].period) > HELD_BY_MOST_PERIODS)
        view++;
    struct table_view *table =
        row_view_make(&day_views[view].view, request, document->arena, HELD_BY_MOST_PERIODS);
    if (!table)
        return;
    section_add_subheading(document, section, day_views[view].heading);
    section_add_paragraph(document, section,
                          "An attempt counts with all that it held on the day on which it started. "
                          "data/held_by_day.csv has days, weeks and months.");
    section_add_table(document, section, table);
}
