#include "page/campaign.h"

#include <string.h>

#include "page/page_parts.h"
#include "page/row_view.h"
#include "util/number.h"

static double sum_of(const struct table *table, const char *column)
{
    double sum = NUMBER_MISSING;
    const double *numbers = table ? table_numbers(table, column) : NULL;
    for (size_t row = 0; table && row < table->rows; row++)
        if (!number_is_missing(numbers[row]))
            sum = number_is_missing(sum) ? numbers[row] : sum + numbers[row];
    return sum;
}

static double first_of(const struct table *table, const char *column)
{
    return table && table->rows ? table_numbers(table, column)[0] : NUMBER_MISSING;
}

static double count_lost(const struct table *attempts)
{
    double sum = 0;
    for (size_t row = 0; attempts && row < attempts->rows; row++) {
        const char *ended = table_texts(attempts, "ended")[row];
        if (ended && strcmp(ended, "lost") == 0)
            sum += table_numbers(attempts, "attempts")[row];
    }
    return sum;
}

bool campaign_make(struct campaign *campaign, const struct tables *tables)
{
    const struct table *kinds = tables_find(tables, "tasks");
    const struct table *steps = tables_find(tables, "steps");
    const struct table *whole = tables_find(tables, "campaign");
    if (!kinds)
        return false;
    *campaign = (struct campaign){
        .kinds = (double)kinds->rows,
        .steps = steps ? (double)steps->rows : 0,
        .tasks = sum_of(kinds, "tasks"),
        .failed = sum_of(kinds, "failed"),
        .attempts = sum_of(kinds, "attempts"),
        .lost = count_lost(tables_find(tables, "attempts")),
        .elapsed_h = sum_of(kinds, "elapsed_hours"),
        .cpu_h = sum_of(kinds, "cpu_hours"),
        .efficiency = rows_efficiency(kinds, NULL, kinds->rows),
        .lost_h = first_of(whole, "lost_elapsed_hours"),
        .lost_cpu_h = first_of(whole, "lost_cpu_hours"),
        .open = first_of(whole, "open"),
    };
    return true;
}

const char *hours_text(struct arena *arena, double hours)
{
    char text[64];
    if (hours < 1 && hours > 0)
        return quantity_text(arena, hours * 3600, "s", UNITS_SI);
    return arena_format(arena, "%s h", quantity_format_number(hours, 3, text, sizeof text));
}

static const char *ended_text(struct arena *arena, const struct campaign *campaign)
{
    const char *text = campaign->open > 0 || !(campaign->tasks > 0) ? "" : " None failed.";
    if (campaign->failed > 0)
        text = arena_format(arena, " Another %s failed.",
                            count_text(arena, campaign->failed, "task", "tasks"));
    if (campaign->open > 0)
        text = arena_format(arena, "%s %s had not ended.", text,
                            count_text(arena, campaign->open, "task", "tasks"));
    if (campaign->attempts > campaign->tasks + campaign->failed)
        text = arena_format(arena, "%s %s made.", text,
                            count_text(arena, campaign->attempts, "attempt was", "attempts were"));
    if (campaign->lost_h > 0 && campaign->lost > 0)
        text = arena_format(arena, "%s The %s that did not end well took another %s.", text,
                            count_text(arena, campaign->lost, "attempt", "attempts"),
                            hours_text(arena, campaign->lost_h));
    return text;
}

const char *campaign_brief(struct arena *arena, const struct campaign *campaign)
{
    const char *text =
        arena_format(arena, "%s of %s", count_text(arena, campaign->tasks, "task", "tasks"),
                     count_text(arena, campaign->kinds, "kind", "kinds"));
    if (campaign->steps > 0)
        text = arena_format(arena, "%s in %s", text,
                            count_text(arena, campaign->steps, "step", "steps"));
    return text;
}

const char *campaign_sentence(struct arena *arena, const struct campaign *campaign)
{
    const char *text = campaign_brief(arena, campaign);
    if (!number_is_missing(campaign->elapsed_h))
        text = arena_format(arena, "%s took %s of elapsed time", text,
                            hours_text(arena, campaign->elapsed_h));
    else
        text = arena_format(arena, "%s ended well", text);
    if (!number_is_missing(campaign->cpu_h))
        text =
            arena_format(arena, "%s and %s of CPU time", text, hours_text(arena, campaign->cpu_h));
    if (!number_is_missing(campaign->efficiency))
        text = arena_format(arena, "%s, a CPU efficiency of %s", text,
                            share_text(arena, campaign->efficiency));
    return arena_format(arena, "%s.%s", text, ended_text(arena, campaign));
}
