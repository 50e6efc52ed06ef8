/* Attempts that were killed (signal 9) and repeated, with more memory or not: of one kind they may
 * be all first attempts, and yet few of a campaign. */
#include "analysis/findings/findings_kills.h"

#include <math.h>
#include <string.h>

#include "analysis/findings/findings_requests.h"
#include "analysis/findings/kind_rows.h"
#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/rows.h"
#include "util/texts.h"

static const char rule[] = "attempts.killed";

static double elapsed_of(const struct kills_rows *kills, size_t row)
{
    return attempts_or_zero(kills->elapsed_s[row]);
}

/* Of all attempts, whatever became of them. */
static double all_elapsed_s(const struct findings *findings)
{
    const struct attempts_rows attempts = attempts_rows(findings->tables);
    return attempts_time_of_all(&attempts);
}

/* Those at a limit, as far as their source says so, are reported with it. */
static bool is_reported(const struct findings *findings, const struct kills_rows *kills, size_t row)
{
    double killed = kills->killed[row];
    double share = finding_limit(findings, rule, "share");
    double much = finding_limit(findings, rule, "much_elapsed");
    return killed >= finding_limit(findings, rule, "least_killed") &&
           attempts_at_limit(findings, kills->task[row], "memory") < killed &&
           (killed / kills->attempts[row] >= share ||
            elapsed_of(kills, row) / all_elapsed_s(findings) >= much);
}

static double cost_of(const struct kills_rows *kills, size_t row)
{
    double core_s = kills->core_s[row];
    return isnan(core_s) ? elapsed_of(kills, row) : core_s;
}

struct attempt_sum finding_kills(const struct findings *findings)
{
    const struct kills_rows kills = kills_rows(findings->tables);
    struct attempt_sum sum = {0};
    for (size_t row = 0; row < kills.rows; row++) {
        if (!is_reported(findings, &kills, row))
            continue;
        sum.attempts += kills.killed[row];
        sum.elapsed_s += elapsed_of(&kills, row);
    }
    return sum;
}

bool finding_reports_kills(const struct findings *findings, const char *kind)
{
    const struct kills_rows kills = kills_rows(findings->tables);
    for (size_t row = 0; row < kills.rows; row++)
        if (texts_equal(kills.task[row], kind))
            return is_reported(findings, &kills, row);
    return false;
}

static bool all_first_were_killed(const struct kills_rows *kills, size_t row)
{
    double first = kills->first_attempts[row];
    return first > 0 && kills->first_killed[row] >= first;
}

/* All or some of the first attempts, or some of all. */
static void say_who(struct rule_finding *made, const struct kills_rows *kills, size_t row)
{
    double killed = kills->killed[row];
    rule_text(made, "kind", finding_kind(made->findings, kills->task[row]));
    if (kills->first_killed[row] >= killed && all_first_were_killed(kills, row)) {
        rule_number(made, "all_first", killed);
        return;
    }
    rule_number(made, "killed", killed);
    if (kills->first_killed[row] >= killed)
        rule_number(made, "first", kills->first_attempts[row]);
    else
        rule_number(made, "attempts", kills->attempts[row]);
}

/* From the least to the most, where these are known and differ. */
static void say_memory(struct rule_finding *made, const char *least, double least_B,
                       const char *most, double most_B)
{
    if (!(most_B > 0))
        return;
    rule_number(made, most, most_B);
    if (least_B < most_B)
        rule_number(made, least, least_B);
}

/* Nothing says that memory was short but that more of it helped. */
static void say_advice(struct rule_finding *made, const struct kills_rows *kills, size_t row)
{
    const struct findings *findings = made->findings;
    const char *kind = kills->task[row];
    double least = kills->repeated_least[row];
    double all = kills->repeated[row];
    bool most_with_least = least >= rule_limit(made, "most_repeated") * all;
    bool are_all_first = all_first_were_killed(kills, row);
    double enough_B =
        table_numbers(kills->table, most_with_least ? "repeated_min_B" : "repeated_max_B")[row];
    bool exceeds_request = finding_highest_peak(findings, kind) > kills->requested_max_B[row];
    made->advice_variant = "unknown cause";
    if (!(enough_B > 0))
        return;
    const char *number =
        exceeds_request && !are_all_first ? finding_memory_number(findings, kind) : NULL;
    made->advice_variant = number ? "request" : "repetitions";
    rule_text(made, "number", number);
    rule_number(made, "enough", enough_B);
    rule_number(made, "from_start", are_all_first);
    if (most_with_least && least < all) {
        rule_number(made, "least", least);
        rule_number(made, "repetitions", all);
    }
}

static void say_cost(struct rule_finding *made, const struct kills_rows *kills, size_t row)
{
    double core_s = kills->core_s[row], elapsed_s = elapsed_of(kills, row);
    if (!(elapsed_s > 0))
        return;
    rule_number(made, core_s > 0 ? "core_time" : "elapsed", core_s > 0 ? core_s : elapsed_s);
    rule_number(made, "elapsed_share", elapsed_s / all_elapsed_s(made->findings));
}

/* A problem by the time of all that were killed; a warning by what the task kind is reported for.
 */
static void give_level(struct rule_finding *made, const struct kills_rows *kills, size_t row,
                       double elapsed_share)
{
    double killed_share = kills->killed[row] / kills->attempts[row];
    bool is_bad = elapsed_share >= rule_limit(made, "bad_elapsed");
    bool is_by_count = !is_bad && killed_share >= rule_limit(made, "share");
    made->level = is_bad ? RULE_BAD : RULE_WARN;
    made->value = is_bad        ? elapsed_share
                  : is_by_count ? killed_share
                                : elapsed_of(kills, row) / all_elapsed_s(made->findings);
    made->threshold = rule_limit(made, is_bad        ? "bad_elapsed"
                                       : is_by_count ? "share"
                                                     : "much_elapsed");
}

static void add_kills(struct findings *findings, const struct kills_rows *kills, size_t row,
                      size_t kinds)
{
    double share = finding_kills(findings).elapsed_s / all_elapsed_s(findings);
    struct rule_finding made = rule_begin(findings, rule);
    rule_number(&made, "share", kills->killed[row] / kills->attempts[row]);
    rule_number(&made, "more", (double)kinds - 1);
    say_who(&made, kills, row);
    say_memory(&made, "requested_min", kills->requested_min_B[row], "requested",
               kills->requested_max_B[row]);
    say_memory(&made, "repeated_min", kills->repeated_min_B[row], "repeated",
               kills->repeated_max_B[row]);
    say_cost(&made, kills, row);
    say_advice(&made, kills, row);
    give_level(&made, kills, row, share);
    made.finding.cost = share;
    rule_add(&made);
}

void findings_of_kills(struct findings *findings)
{
    const struct kills_rows kills = kills_rows(findings->tables);
    size_t worst = 0, kinds = 0;
    for (size_t row = 0; row < kills.rows; row++) {
        if (!is_reported(findings, &kills, row))
            continue;
        if (!kinds++ || cost_of(&kills, row) > cost_of(&kills, worst))
            worst = row;
    }
    if (kinds)
        add_kills(findings, &kills, worst, kinds);
}
