#include "analysis/findings/memory_need.h"

#include <math.h>

#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/kind_rows.h"
#include "table/allocation_rules.h"
#include "table/rows.h"
#include "util/number.h"
#include "util/quantity.h"

double finding_needed_peak(const struct findings *findings, const char *kind)
{
    return fmax(finding_highest_peak(findings, kind), attempts_peak_of_lost(findings, kind));
}

static size_t request_row(const struct allocation_rows *table, const char *kind)
{
    size_t row = rows_find(table->rows, 0, table->task, kind, table->rule, "min_waste");
    if (row < table->rows && table->retried_share[row] > ALLOCATION_MOST_RETRIED)
        row = rows_find(table->rows, 0, table->task, kind, table->rule, "p95");
    return row;
}

/* Bytes that most tasks of the kind requested; NaN when not known. */
static double usual_request(const struct findings *findings, const char *kind)
{
    const struct requested_rows table = requested_rows(findings->tables);
    size_t row = table.rows ? finding_requested_row(&table, kind, "memory") : 0;
    return row < table.rows ? table.requested_p50[row] : NUMBER_MISSING;
}

static struct memory_need node_need(const struct findings *findings, size_t row)
{
    const struct node_memory_rows table = node_memory_rows(findings->tables);
    double most = table.used_most_B[row];
    return (struct memory_need){.first = most,
                                .succeeded = most,
                                .most = fmax(most, table.lost_most_B[row]),
                                .requested = table.requested_max_B[row],
                                .tasks = table.tasks[row],
                                .per_node = true,
                                .cpus = table.cpus_per_node[row]};
}

static bool whole_need(const struct findings *findings, const char *kind, struct memory_need *need)
{
    size_t node_row = finding_node_row(findings, kind);
    if (node_row != FINDING_NO_ROW) {
        *need = node_need(findings, node_row);
        return true;
    }
    const struct allocation_rows table = allocation_rows(findings->tables);
    size_t row = table.rows ? request_row(&table, kind) : 0;
    if (!table.rows || row >= table.rows)
        return false;
    double first = table.allocation_B[row];
    *need = (struct memory_need){.first = first,
                                 .succeeded = fmax(finding_highest_peak(findings, kind), first),
                                 .most = fmax(finding_needed_peak(findings, kind), first),
                                 .requested = usual_request(findings, kind),
                                 .tasks = table.tasks[row],
                                 .retries = table.retries[row]};
    return true;
}

/* ---- what was killed ---- */

size_t memory_kills_row(const struct findings *findings, const char *kind)
{
    const struct kills_rows kills = kills_rows(findings->tables);
    size_t row = rows_find(kills.rows, 0, kills.task, kind, NULL, NULL);
    return row < kills.rows ? row : FINDING_NO_ROW;
}

double memory_kills(const struct findings *findings, const char *kind)
{
    const struct kills_rows kills = kills_rows(findings->tables);
    size_t row = memory_kills_row(findings, kind);
    return row == FINDING_NO_ROW
               ? 0
               : attempts_or_zero(kills.killed[row]) + attempts_or_zero(kills.lost[row]);
}

double memory_killed_request(const struct findings *findings, const char *kind)
{
    const struct kills_rows kills = kills_rows(findings->tables);
    size_t row = memory_kills_row(findings, kind);
    return row == FINDING_NO_ROW ? NUMBER_MISSING : kills.too_little_B[row];
}

/* Where it is not known what those requested that were killed, so much may have been theirs. */
static bool ended_some(const struct findings *findings, const char *kind,
                       const struct memory_need *need, double bytes)
{
    double request = quantity_to_request(bytes, "B", findings->request->units);
    double killed = need->per_node ? need->requested : memory_killed_request(findings, kind);
    return memory_kills(findings, kind) > 0 && !(request > killed);
}

bool memory_need_was_too_little(const struct findings *findings, const char *kind)
{
    struct memory_need need;
    if (!whole_need(findings, kind, &need))
        return memory_kills(findings, kind) > 0;
    return ended_some(findings, kind, &need, need.most);
}

/* Those that were killed needed more, whatever was sampled of them: a first request that is no more
 * than theirs is none. */
bool memory_need_of(const struct findings *findings, const char *kind, struct memory_need *need)
{
    if (!whole_need(findings, kind, need))
        return false;
    if (ended_some(findings, kind, need, need->first)) {
        need->first = need->most;
        need->retries = 0;
    }
    return true;
}

/* ---- beside what is requested ---- */

/* Whether so much, rounded up, is less than what is requested now. */
static bool is_lower(const struct findings *findings, const struct memory_need *need, double bytes)
{
    return !(quantity_to_request(bytes, "B", findings->request->units) >= need->requested);
}

bool memory_need_fits_all(const struct findings *findings, const struct memory_need *need)
{
    return need->most <= need->requested && !is_lower(findings, need, need->most);
}

bool memory_need_keeps_request(const struct findings *findings, const struct memory_need *need)
{
    return memory_need_fits_all(findings, need) &&
           (need->most > need->succeeded || !(need->retries > 0) ||
            !is_lower(findings, need, need->first));
}

/* What is held by the request, in byte seconds: by the rule of that row, of the request rounded up
 * in place of its own. */
static double held_by(const struct allocation_rows *table, size_t row, double request)
{
    return (table->used_Bs[row] + table->wasted_Bs[row]) * request / table->allocation_B[row];
}

static bool holds_more(const struct findings *findings, const char *kind, size_t row, double bytes)
{
    const struct allocation_rows table = allocation_rows(findings->tables);
    const struct requested_rows requested = requested_rows(findings->tables);
    size_t now = requested.rows ? finding_requested_row(&requested, kind, "memory") : 0;
    if (row >= table.rows || now >= requested.rows || requested.above[now] > 0 ||
        table.tasks[row] < requested.tasks[now] || table.tasks[row] > requested.tasks[now])
        return false;
    double request = quantity_to_request(bytes, "B", findings->request->units);
    return held_by(&table, row, request) > requested.requested_time[now];
}

static size_t most_row(const struct allocation_rows *table, const char *kind)
{
    return rows_find(table->rows, 0, table->task, kind, table->rule, "max");
}

bool memory_need_most_holds_more(const struct findings *findings, const char *kind)
{
    const struct allocation_rows table = allocation_rows(findings->tables);
    struct memory_need need;
    return table.rows && memory_need_of(findings, kind, &need) && !need.per_node &&
           !memory_need_keeps_request(findings, &need) && !(need.most > need.succeeded) &&
           holds_more(findings, kind, most_row(&table, kind), need.most);
}

bool memory_need_holds_more(const struct findings *findings, const char *kind)
{
    const struct allocation_rows table = allocation_rows(findings->tables);
    struct memory_need need;
    if (!memory_need_most_holds_more(findings, kind) || !memory_need_of(findings, kind, &need))
        return false;
    return !(need.retries > 0) || holds_more(findings, kind, request_row(&table, kind), need.first);
}
