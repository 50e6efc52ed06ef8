/* findings: what the tables show; the most urgent first, then the heaviest; those of which it is
 * known what they cost stand in the order of that among themselves. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "analysis/findings/memory_requests.h"
#include "analysis/findings/silences.h"
#include "analysis/findings/verdict.h"
#include "table/rows.h"
#include "util/utf8.h"

/* Only a bound: names in sentences are short already, and no sentence of ours is cut. */
enum { LONGEST_TEXT = 2000 };

static const struct source {
    void (*find)(struct findings *findings);
    bool is_of_samples;
} sources[] = {
#define FINDINGS(name) {findings_of_##name, false},
#define FINDINGS_OF_SAMPLES(name) {findings_of_##name, true},
#include "analysis/findings/findings.def"
#undef FINDINGS
};

static int rank_of(const char *level)
{
    static const char *const levels[] = {"good", "note", "warn", "bad"};
    int rank = 3;
    while (rank > 0 && strcmp(levels[rank], level) != 0)
        rank--;
    return rank;
}

/* No note stands above a warning. */
static bool is_heavier(const struct finding *one, const struct finding *other)
{
    int rank = rank_of(one->level), other_rank = rank_of(other->level);
    return rank != other_rank ? rank > other_rank : one->weight > other->weight;
}

/* Few enough to be sorted by insertion, which keeps the order of equals. */
static void sort_findings(struct findings *findings)
{
    for (size_t i = 1; i < findings->count; i++) {
        struct finding finding = findings->items[i];
        size_t place = i;
        for (; place > 0 && is_heavier(&finding, &findings->items[place - 1]); place--)
            findings->items[place] = findings->items[place - 1];
        findings->items[place] = finding;
    }
}

static bool costs_more(const struct finding *one, const struct finding *other)
{
    return rank_of(one->level) == rank_of(other->level) && one->cost > other->cost;
}

/* Those of known cost change places with each other only. */
static void sort_by_cost(struct findings *findings)
{
    for (size_t i = 0; i < findings->count; i++) {
        size_t dearest = i;
        for (size_t k = i + 1; findings->items[i].cost > 0 && k < findings->count; k++)
            if (costs_more(&findings->items[k], &findings->items[dearest]))
                dearest = k;
        struct finding finding = findings->items[i];
        findings->items[i] = findings->items[dearest];
        findings->items[dearest] = finding;
    }
}

static void put_finding(struct table *table, const struct finding *finding, struct arena *arena)
{
    struct findings_row row = findings_row_missing();
    row.id = finding->id;
    row.level = finding->level;
    row.section = finding->section;
    row.finding = utf8_shorten(arena, finding->text, LONGEST_TEXT);
    row.value = finding->value;
    row.unit = finding->unit;
    row.threshold = finding->threshold;
    row.advice = finding->advice;
    row.subject = finding->subject;
    findings_row_put(table, &row);
}

/* Findings look at kinds one by one, and there may be as many as tasks. */
static void index_kinds(struct findings *findings)
{
    const struct tasks_rows table = tasks_rows(findings->tables);
    name_index_init(&findings->kinds);
    if (!table.rows)
        return;
    size_t *rows = arena_alloc_array(findings->arena, table.rows, sizeof *rows);
    for (size_t row = 0; row < table.rows; row++) {
        const char *kind = table.task[row];
        if (name_index_find(&findings->kinds, kind ? kind : "") == NAME_INDEX_NONE)
            rows[name_index_add(&findings->kinds, kind ? kind : "")] = row;
    }
    findings->kind_rows = rows;
}

/* As the table task_gpus has them. */
static void find_kinds_with_gpus(struct findings *findings)
{
    const struct task_gpus_rows table = task_gpus_rows(findings->tables);
    bool *hold = arena_alloc_array(findings->arena, findings->kinds.count, sizeof *hold);
    for (size_t number = 0; number < findings->kinds.count; number++)
        hold[number] = false;
    for (size_t row = 0; row < table.rows; row++) {
        const char *kind = table.task[row];
        uint32_t number = name_index_find(&findings->kinds, kind ? kind : "");
        if (number != NAME_INDEX_NONE)
            hold[number] = true;
    }
    findings->kinds_hold_gpus = hold;
}

/* What nodes or GPUs measured is not said of a job where others were there, too. */
static void find(struct findings *findings, const struct source *source)
{
    size_t kept = findings->count, first = kept;
    source->find(findings);
    if (!source->is_of_samples)
        return;
    for (size_t i = first; i < findings->count; i++)
        if (finding_is_of_jobs(findings, findings->items[i].section))
            findings->items[kept++] = findings->items[i];
    findings->count = kept;
}

/* Tasks may have run at another time than nodes were sampled. */
static struct job_time shown_time(const struct tables *tables, struct job_time time)
{
    const struct campaign_rows campaign = campaign_rows(tables);
    if (!campaign.rows || isnan(time.start) || isnan(time.end))
        return time;
    return (struct job_time){fmin(time.start, campaign.start[0]), fmax(time.end, campaign.end[0])};
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct arena arena;
    arena_init(&arena);
    struct findings findings = {.request = request,
                                .tables = tables,
                                .arena = &arena,
                                .time = job_time_of(request)};
    findings.shown = shown_time(tables, findings.time);
    index_kinds(&findings);
    find_kinds_with_gpus(&findings);
    kind_names_make(&findings.kind_names, tables, &arena);
    function_names_make(&findings.function_names, tables, &arena);
    findings.silences = silences_find(&findings);
    findings.equipment = finding_find_equipment(&findings);
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++)
        find(&findings, &sources[i]);
    if (findings.count == findings.endings)
        findings_of_nothing(&findings);
    if (!findings.count)
        findings_of_no_task(&findings);
    else
        findings_of_unrecorded(&findings);
    sort_findings(&findings);
    sort_by_cost(&findings);
    for (size_t i = 0; i < findings.count; i++)
        put_finding(tables_get(tables, "findings"), &findings.items[i], &arena);
    memory_requests_put(&findings, tables);
    verdict_put(&findings, tables);
    free(findings.items);
    name_index_release(&findings.kinds);
    arena_release(&arena);
}

const struct analysis analysis_findings = {"findings", run};
