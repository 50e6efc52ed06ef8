/* Attempts that were killed (signal 9) and repeated, with more memory or not: of one kind they may
 * be all first attempts, and yet few of a campaign. */
#include "analysis/findings/findings_kills.h"

#include <math.h>
#include <string.h>

#include "analysis/findings/findings_requests.h"
#include "analysis/findings/kind_rows.h"
#include "analysis/findings/task_words.h"
#include "util/texts.h"

static const double MANY_KILLED = 0.2, LEAST_KILLED = 3;    /* of the attempts of the kind */
static const double MUCH_LOST = 0.05, VERY_MUCH_LOST = 0.2; /* of elapsed time */
static const double MOST_REPEATED = 0.75;                   /* of the repetitions that succeeded */

static double elapsed_of(const struct table *kills, size_t row)
{
    return attempts_or_zero(table_numbers(kills, "elapsed_s")[row]);
}

/* Of all attempts, whatever became of them. */
static double all_elapsed_s(const struct findings *findings)
{
    const struct table *campaign = tables_find(findings->tables, "campaign");
    const struct table *attempts = tables_find(findings->tables, "attempts");
    return attempts_or_zero(campaign ? table_numbers(campaign, "elapsed_s")[0] : 0) +
           (attempts ? attempts_lost(attempts).elapsed_s : 0);
}

/* Those at a limit, as far as their source says so, are reported with it. */
static bool is_reported(const struct findings *findings, const struct table *kills, size_t row)
{
    double killed = table_numbers(kills, "killed")[row];
    return killed >= LEAST_KILLED &&
           attempts_at_limit(findings, table_texts(kills, "task")[row], "memory") < killed &&
           (killed >= MANY_KILLED * table_numbers(kills, "attempts")[row] ||
            elapsed_of(kills, row) >= MUCH_LOST * all_elapsed_s(findings));
}

static double cost_of(const struct table *kills, size_t row)
{
    double core_s = table_numbers(kills, "core_s")[row];
    return isnan(core_s) ? elapsed_of(kills, row) : core_s;
}

struct attempt_sum finding_kills(const struct findings *findings)
{
    const struct table *kills = tables_find(findings->tables, "kills");
    struct attempt_sum sum = {0};
    for (size_t row = 0; kills && row < kills->rows; row++) {
        if (!is_reported(findings, kills, row))
            continue;
        sum.attempts += table_numbers(kills, "killed")[row];
        sum.elapsed_s += elapsed_of(kills, row);
    }
    return sum;
}

bool finding_tells_kills(const struct findings *findings, const char *kind)
{
    const struct table *kills = tables_find(findings->tables, "kills");
    for (size_t row = 0; kills && row < kills->rows; row++)
        if (texts_equal(table_texts(kills, "task")[row], kind))
            return is_reported(findings, kills, row);
    return false;
}

static bool all_first_were_killed(const struct table *kills, size_t row)
{
    double first = table_numbers(kills, "first_attempts")[row];
    return first > 0 && table_numbers(kills, "first_killed")[row] >= first;
}

/* "All 60 first attempts of merge", "12 of 48 first attempts of sort", "9 of 20 attempts of fit" */
static const char *who_words(const struct findings *findings, const struct table *kills, size_t row)
{
    double killed = table_numbers(kills, "killed")[row];
    double first = table_numbers(kills, "first_attempts")[row];
    bool are_first = table_numbers(kills, "first_killed")[row] >= killed;
    const char *kind = finding_kind(findings, table_texts(kills, "task")[row]);
    if (are_first && all_first_were_killed(kills, row))
        return arena_format(findings->arena, "All %s of %s",
                            finding_count(findings, killed, "first attempt", "first attempts"),
                            kind);
    double all = are_first ? first : table_numbers(kills, "attempts")[row];
    const char *one = are_first ? "first attempt" : "attempt";
    return arena_format(findings->arena, "%s of %s of %s", finding_quantity(findings, killed, ""),
                        finding_count(findings, all, one,
                                      arena_format(findings->arena, "%ss", one)),
                        kind);
}

/* "8 GiB", "8 GiB to 16 GiB"; NULL: not known. */
static const char *memory_words(const struct findings *findings, double least_B, double most_B)
{
    if (!(most_B > 0))
        return NULL;
    const char *most = finding_requested(findings, most_B, "B");
    return least_B < most_B ? arena_format(findings->arena, "%s to %s",
                                           finding_requested(findings, least_B, "B"), most)
                            : most;
}

/* ", which requested 8 GiB," where that is known. */
static const char *requested_words(const struct findings *findings, const struct table *kills,
                                   size_t row)
{
    const char *memory = memory_words(findings, table_numbers(kills, "requested_min_B")[row],
                                      table_numbers(kills, "requested_max_B")[row]);
    return memory ? arena_format(findings->arena, ", which requested %s,", memory) : "";
}

/* " with 16 GiB" */
static const char *repeated_words(const struct findings *findings, const struct table *kills,
                                  size_t row)
{
    const char *memory = memory_words(findings, table_numbers(kills, "repeated_min_B")[row],
                                      table_numbers(kills, "repeated_max_B")[row]);
    return memory ? arena_format(findings->arena, " with %s", memory) : "";
}

static const char *cost_words(const struct findings *findings, const struct table *kills,
                              size_t row)
{
    double core_s = table_numbers(kills, "core_s")[row];
    double share = elapsed_of(kills, row) / all_elapsed_s(findings);
    const char *lost = core_s > 0 ? arena_format(findings->arena, "%s of core time",
                                                 finding_hours(findings, core_s))
                                  : finding_hours(findings, elapsed_of(kills, row));
    if (!(elapsed_of(kills, row) > 0))
        return "";
    return arena_format(findings->arena, "; %s lost (%s of elapsed time)", lost,
                        finding_percent(findings, share));
}

/* "repetitions", "5 of 6 repetitions" */
static const char *repetitions_words(const struct findings *findings, double some, double all)
{
    if (some >= all)
        return "repetitions";
    return arena_format(findings->arena, "%s of %s", finding_quantity(findings, some, ""),
                        finding_count(findings, all, "repetition", "repetitions"));
}

/* Nothing says that memory was short but that more of it helped. */
static const char *advice_words(const struct findings *findings, const struct table *kills,
                                size_t row)
{
    const char *kind = table_texts(kills, "task")[row];
    double least = table_numbers(kills, "repeated_least")[row];
    double all = table_numbers(kills, "repeated")[row];
    bool most_with_least = least >= MOST_REPEATED * all;
    double enough_B =
        table_numbers(kills, most_with_least ? "repeated_min_B" : "repeated_max_B")[row];
    if (!(enough_B > 0))
        return "check memory first: the kernel kills what exceeds it (signal 9: SIGKILL)";
    bool exceeds_request =
        finding_highest_peak(findings, kind) > table_numbers(kills, "requested_max_B")[row];
    const char *number = exceeds_request && !all_first_were_killed(kills, row)
                             ? finding_memory_number(findings, kind)
                             : NULL;
    if (number)
        return number;
    return arena_format(findings->arena, "request %s for %s%s, with which %s succeeded",
                        finding_requested(findings, enough_B, "B"), finding_kind(findings, kind),
                        all_first_were_killed(kills, row) ? " from the start" : "",
                        repetitions_words(findings, most_with_least ? least : all, all));
}

static void add_kills(struct findings *findings, const struct table *kills, size_t row,
                      size_t kinds)
{
    double killed = table_numbers(kills, "killed")[row];
    double attempts = table_numbers(kills, "attempts")[row];
    bool is_much = finding_kills(findings).elapsed_s >= VERY_MUCH_LOST * all_elapsed_s(findings);
    const char *more = kinds > 1 ? arena_format(findings->arena, " %zu more task %s too.",
                                                kinds - 1, kinds > 2 ? "kinds" : "kind")
                                 : "";
    finding_add(findings,
                (struct finding){
                    .id = "attempts.killed",
                    .weight = is_much ? 89 : 73,
                    .cost = finding_kills(findings).elapsed_s / all_elapsed_s(findings),
                    .level = is_much ? "bad" : "warn",
                    .section = "tasks-attempts",
                    .text = arena_format(findings->arena,
                                         "%s%s were killed (signal 9) and repeated%s%s.%s",
                                         who_words(findings, kills, row),
                                         requested_words(findings, kills, row),
                                         repeated_words(findings, kills, row),
                                         cost_words(findings, kills, row), more),
                    .value = killed / attempts,
                    .unit = "",
                    .threshold = MANY_KILLED,
                    .advice = advice_words(findings, kills, row),
                });
}

void findings_of_kills(struct findings *findings)
{
    const struct table *kills = tables_find(findings->tables, "kills");
    size_t worst = 0, kinds = 0;
    for (size_t row = 0; kills && row < kills->rows; row++) {
        if (!is_reported(findings, kills, row))
            continue;
        if (!kinds++ || cost_of(kills, row) > cost_of(kills, worst))
            worst = row;
    }
    if (kinds)
        add_kills(findings, kills, worst, kinds);
}
