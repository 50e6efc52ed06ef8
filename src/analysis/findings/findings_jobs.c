/* Node metrics of several jobs among the inputs: the report is of one of them. */
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "table/rows.h"
#include "util/count_text.h"
#include "util/instant.h"

enum { MOST_NAMED = 2 };

static const char *hosts_words(const struct findings *findings, const struct jobs_rows *jobs,
                               size_t row)
{
    const char *node = jobs->node[row];
    double nodes = jobs->nodes[row];
    if (!node)
        return "nodes unknown";
    node = finding_name(findings, node);
    return nodes > 1 ? arena_format(findings->arena, "%s and %s more node%s", node,
                                    COUNT_TEXT(nodes - 1), nodes > 2 ? "s" : "")
                     : node;
}

/* "2023-02-09 14:52 to 14:55" */
static const char *times_words(const struct findings *findings, double first, double last)
{
    char from[64], to[64], day[64], last_day[64];
    if (!instant_is_date(first))
        return "time unknown";
    instant_format(first, INSTANT_MINUTE, from, sizeof from);
    if (!instant_is_date(last))
        return arena_format(findings->arena, "from %s", from);
    instant_format(first, INSTANT_DAY, day, sizeof day);
    instant_format(last, INSTANT_DAY, last_day, sizeof last_day);
    instant_format(last, strcmp(day, last_day) == 0 ? INSTANT_CLOCK : INSTANT_MINUTE, to,
                   sizeof to);
    return arena_format(findings->arena, "%s to %s", from, to);
}

static const char *job_words(const struct findings *findings, const struct jobs_rows *jobs,
                             size_t row)
{
    const char *id = jobs->job[row];
    const char *name = id ? arena_format(findings->arena, "job %s", finding_name(findings, id))
                          : "a job without id";
    return arena_format(findings->arena, "%s (%s; %s)", name, hosts_words(findings, jobs, row),
                        times_words(findings, jobs->start[row], jobs->end[row]));
}

/* All but the first, which the report shows. */
static const char *others_words(const struct findings *findings, const struct jobs_rows *jobs)
{
    const char *words[MOST_NAMED + 1];
    size_t count = 0, others = jobs->rows - 1;
    for (size_t row = 1; row < jobs->rows && count < MOST_NAMED; row++)
        words[count++] = job_words(findings, jobs, row);
    if (count < others)
        words[count] = arena_format(findings->arena, "%s more", COUNT_TEXT(others - count));
    return finding_list(findings, words, count + (count < others));
}

void findings_of_jobs(struct findings *findings)
{
    const struct jobs_rows jobs = jobs_rows(findings->tables);
    if (!jobs.rows || jobs.rows < 2)
        return;
    struct rule_finding made = rule_begin(findings, "data.several-jobs");
    rule_number(&made, "jobs", (double)jobs.rows);
    rule_text(&made, "job", job_words(findings, &jobs, 0));
    rule_text(&made, "others", others_words(findings, &jobs));
    made.finding.unit = "jobs";
    rule_add(&made);
}
