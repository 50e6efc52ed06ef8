/* Where a campaign's time went: few kinds that make most of it, a long end with few tasks running,
 * tasks that waited while workers had none; and what is said when nothing stands out. */
#include "analysis/findings/findings_tasks.h"

#include <math.h>
#include <string.h>

#include "util/number.h"

static const double COVER = 0.9, FEW_KINDS = 0.5; /* of time; of kinds */
static const double LONG_TAIL = 0.2, TAIL_BELOW = 0.5, THIN_TAIL = 0.3;
static const double MUCH_WAITING = 0.1, MANY_IDLE = 0.1; /* of time; of workers */

enum { FEWEST_KINDS = 4, MOST_NAMED = 2, FEWEST_AT_ONCE = 4, TEXT_SIZE = 64 };

/* ---- words ---- */

const char *finding_count(const struct findings *findings, double count, const char *one,
                          const char *many)
{
    char text[TEXT_SIZE];
    return arena_format(findings->arena, "%s %s",
                        quantity_format_fixed(count, 0, text, sizeof text),
                        count == 1 ? one : many);
}

const char *finding_hours(const struct findings *findings, double hours)
{
    char text[TEXT_SIZE];
    if (hours < 1)
        return finding_quantity(findings, 3600 * hours, "s");
    return arena_format(findings->arena, "%s h",
                        quantity_format_number(hours, 3, text, sizeof text));
}

const char *finding_kind(const struct findings *findings, const char *kind)
{
    return kind && *kind ? finding_name(findings, kind) : "tasks without a name";
}

/* ---- kinds ---- */

/* Kinds stand in the order of their time. */
static void add_cover(struct findings *findings)
{
    const struct table *kinds = tables_find(findings->tables, "tasks");
    const double *cumulated = table_numbers(kinds, "elapsed_cumulated");
    size_t count = 0;
    while (count < kinds->rows && cumulated[count] < COVER)
        count++;
    if (count++ >= kinds->rows || kinds->rows < FEWEST_KINDS ||
        (double)count > FEW_KINDS * (double)kinds->rows)
        return;
    const char *names[MOST_NAMED];
    size_t named = count < MOST_NAMED ? count : MOST_NAMED;
    for (size_t i = 0; i < named; i++)
        names[i] =
            arena_format(findings->arena, "%s (%s)",
                         finding_kind(findings, table_texts(kinds, "task")[i]),
                         finding_percent(findings, table_numbers(kinds, "elapsed_share")[i]));
    const char *share = finding_percent(findings, cumulated[count - 1]);
    const char *all = finding_count(findings, (double)kinds->rows, "kind", "kinds");
    const char *text =
        count == 1 ? arena_format(findings->arena, "One of %s, %s, makes %s of the elapsed time.",
                                  all, finding_kind(findings, table_texts(kinds, "task")[0]), share)
                   : arena_format(findings->arena, "%zu of %s make %s of the elapsed time: %s%s.",
                                  count, all, share, count > named ? "the longest are " : "",
                                  finding_list(findings, names, named));
    finding_add(findings, (struct finding){
                              .weight = 20,
                              .level = "note",
                              .section = "tasks-task-kinds",
                              .text = text,
                              .value = (double)count,
                              .unit = "kinds",
                              .threshold = COVER,
                              .advice = "what is gained there counts most",
                          });
}

/* ---- over time ---- */

/* Rows hold until the next one. */
static double span_of(const struct table *moments, size_t row)
{
    const double *times = table_numbers(moments, "time");
    return row + 1 < moments->rows ? times[row + 1] - times[row] : 0;
}

struct tail {
    double most, from, until, span_s; /* from: since then fewer than the part of `most` ran */
    double mean;
};

static struct tail find_tail(const struct table *moments)
{
    const double *times = table_numbers(moments, "time"),
                 *running = table_numbers(moments, "running");
    struct tail tail = {0};
    double first = NUMBER_MISSING, sum = 0;
    size_t last = 0;
    for (size_t row = 0; row < moments->rows; row++) {
        if (isnan(first) && running[row] > 0)
            first = times[row];
        tail.most = fmax(tail.most, running[row]);
        if (running[row] > 0 && row + 1 < moments->rows)
            tail.until = times[row + 1];
    }
    for (size_t row = 0; row < moments->rows; row++)
        if (running[row] >= TAIL_BELOW * tail.most)
            last = row;
    tail.from = last + 1 < moments->rows ? times[last + 1] : times[last];
    for (size_t row = last + 1; row < moments->rows; row++)
        sum += running[row] * span_of(moments, row);
    tail.span_s = tail.until - first;
    tail.mean = sum / (tail.until - tail.from);
    return tail;
}

static void add_tail(struct findings *findings, const struct table *moments)
{
    struct tail tail = find_tail(moments);
    double length_s = tail.until - tail.from, share = length_s / tail.span_s;
    if (tail.most < FEWEST_AT_ONCE || !(share >= LONG_TAIL) ||
        !(tail.mean <= THIN_TAIL * tail.most))
        return;
    char text[TEXT_SIZE];
    finding_add(findings,
                (struct finding){
                    .weight = 52,
                    .level = "warn",
                    .section = "tasks-over-time",
                    .text = arena_format(
                        findings->arena,
                        "For the last %s (%s of the time) few tasks ran: %s at a time on average, "
                        "where %s had run together at the most.",
                        finding_quantity(findings, length_s, "s"), finding_percent(findings, share),
                        quantity_format_number(tail.mean, 2, text, sizeof text),
                        finding_quantity(findings, tail.most, "")),
                    .value = share,
                    .unit = "",
                    .threshold = LONG_TAIL,
                    .advice = "start the longest tasks first, or give nodes back earlier",
                });
}

struct waiting {
    double span_s, all_s; /* while tasks waited and a worker had none; while any worked */
    double idle, waited;  /* means over span_s */
    double workers;       /* the most */
};

static struct waiting find_waiting(const struct table *moments)
{
    const double *running = table_numbers(moments, "running"),
                 *waiting = table_numbers(moments, "waiting"),
                 *workers = table_numbers(moments, "workers");
    struct waiting sum = {0};
    for (size_t row = 0; row < moments->rows; row++) {
        double span_s = span_of(moments, row);
        if (running[row] > 0 || waiting[row] > 0)
            sum.all_s += span_s;
        sum.workers = fmax(sum.workers, workers[row]);
        if (!(waiting[row] > 0) || !(workers[row] - running[row] >= 1))
            continue;
        sum.span_s += span_s;
        sum.idle += span_s * (workers[row] - running[row]);
        sum.waited += span_s * waiting[row];
    }
    if (sum.span_s > 0) {
        sum.idle /= sum.span_s;
        sum.waited /= sum.span_s;
    }
    return sum;
}

/* With fewer tasks than workers, one of them has none, however many a worker may run at a time. */
static void add_waiting(struct findings *findings, const struct table *moments)
{
    struct waiting waiting = find_waiting(moments);
    double share = waiting.span_s / waiting.all_s;
    if (!(share >= MUCH_WAITING) || !(waiting.idle >= MANY_IDLE * waiting.workers))
        return;
    char idle[TEXT_SIZE], waited[TEXT_SIZE];
    finding_add(
        findings,
        (struct finding){
            .weight = 66,
            .level = "warn",
            .section = "tasks-over-time",
            .text = arena_format(
                findings->arena,
                "For %s (%s of the time) tasks waited while workers had none: on average %s waited "
                "and %s of at most %s had nothing to do.",
                finding_quantity(findings, waiting.span_s, "s"), finding_percent(findings, share),
                quantity_format_number(waiting.waited, 2, waited, sizeof waited),
                quantity_format_number(waiting.idle, 2, idle, sizeof idle),
                finding_count(findings, waiting.workers, "worker", "workers")),
            .value = share,
            .unit = "",
            .threshold = MUCH_WAITING,
            .advice = "see whether the manager or what tasks ask for holds them back",
        });
}

void findings_of_tasks(struct findings *findings)
{
    const struct table *moments = tables_find(findings->tables, "concurrency");
    if (!tables_find(findings->tables, "tasks"))
        return;
    add_cover(findings);
    if (moments && moments->rows > 1 && !finding_times_are_apart(findings)) {
        add_tail(findings, moments);
        add_waiting(findings, moments);
    }
}

/* ---- nothing ---- */

static bool has_failed(const struct findings *findings)
{
    const struct table *attempts = tables_find(findings->tables, "attempts");
    return attempts &&
           (table_find_row(attempts, 0, "ended", "failed", NULL, NULL) < attempts->rows ||
            table_find_row(attempts, 0, "ended", "cancelled", NULL, NULL) < attempts->rows);
}

/* Of elapsed time; NaN when attempts were lost and no record tells how long they took. */
static double lost_share(const struct findings *findings, const struct table *campaign)
{
    double lost_h = table_numbers(campaign, "lost_elapsed_hours")[0];
    double kept_h = table_numbers(campaign, "elapsed_hours")[0];
    if (lost_h > 0)
        return lost_h / (lost_h + fmax(kept_h, 0));
    return isnan(lost_h) && has_failed(findings) ? NUMBER_MISSING : 0;
}

static const char *lost_words(const struct findings *findings, double share)
{
    if (isnan(share))
        return "; the records do not say how long other attempts took";
    if (share > 0)
        return arena_format(findings->arena, "; other attempts took %s of elapsed time",
                            finding_share(findings, share));
    return "";
}

void findings_of_no_task(struct findings *findings)
{
    const struct table *campaign = tables_find(findings->tables, "campaign");
    if (!campaign)
        return;
    double tasks = table_numbers(campaign, "tasks")[0];
    double succeeded = table_numbers(campaign, "succeeded")[0];
    double efficiency = table_numbers(campaign, "cpu_efficiency")[0];
    double share = lost_share(findings, campaign);
    const char *count = finding_count(findings, tasks, "task", "tasks");
    const char *used = isnan(efficiency) ? "CPU time is not known"
                                         : arena_format(findings->arena, "CPU efficiency %s",
                                                        finding_percent(findings, efficiency));
    if (succeeded == tasks)
        count = arena_format(findings->arena, tasks > 1 ? "all %s" : "%s", count);
    else
        count = arena_format(findings->arena, "%s of %s", finding_quantity(findings, succeeded, ""),
                             count);
    finding_add(findings,
                (struct finding){
                    .weight = 0,
                    .level = "good",
                    .section = "tasks",
                    .text = arena_format(findings->arena, "No findings: %s succeeded%s; %s.", count,
                                         lost_words(findings, share), used),
                    .value = share,
                    .unit = "",
                    .threshold = 0.05,
                    .advice = "",
                });
}
