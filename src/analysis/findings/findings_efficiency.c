/* What a campaign's tasks did with the cores that they were given. */
#include <math.h>

#include "analysis/findings/findings_requests.h"

static const double LOW_EFFICIENCY = 0.6, MUCH_IDLE = 0.1, VERY_MUCH_IDLE = 0.4;
static const double MUCH_IDLE_H = 1; /* of core time */
static const double OVER_ALL_CORES = 1.1, LEAST_SHARE = 0.05, FAR_OVER_ALL_CORES = 2;

struct idleness {
    double allotted_h, used_h; /* of all kinds */
    size_t kinds, known, worst;
    double worst_idle_h, kinds_idle_h; /* of kinds below the threshold */
    double worst_share;                /* of the worst kind's core time that was used */
    bool has_cores;                    /* the source gives those of the worst kind */
};

struct kind_time {
    double allotted_h, used_h;
    bool has_cores;
};

/* Where the source gives no cores a task is taken to have one. */
static struct kind_time time_of_kind(const struct table *kinds, size_t row)
{
    double core_h = table_numbers(kinds, "core_hours")[row];
    double cpu_h = table_numbers(kinds, "cpu_hours")[row];
    double efficiency = table_numbers(kinds, "cpu_efficiency")[row];
    if (core_h > 0)
        return (struct kind_time){core_h, table_numbers(kinds, "core_cpu_hours")[row], true};
    double allotted_h =
        efficiency > 0 ? cpu_h / efficiency : table_numbers(kinds, "elapsed_hours")[row];
    return (struct kind_time){allotted_h, cpu_h, false};
}

/* Of sessions, or of all other kinds; what is allotted is of both. */
static struct idleness find_idleness(const struct findings *findings, const struct table *kinds,
                                     bool of_sessions)
{
    const double *efficiency = table_numbers(kinds, "cpu_efficiency");
    struct idleness sum = {0};
    for (size_t row = 0; row < kinds->rows; row++) {
        struct kind_time time = time_of_kind(kinds, row);
        if (!(efficiency[row] >= 0) || !(time.allotted_h > 0) || !(time.used_h >= 0))
            continue;
        double idle_h = fmax(time.allotted_h - time.used_h, 0);
        sum.known++;
        sum.allotted_h += time.allotted_h;
        sum.used_h += time.used_h;
        /* Of the same tasks as the hours, which the kind's efficiency may not be: some have no
         * count of cores. */
        double share = time.used_h / time.allotted_h;
        if (!(share < LOW_EFFICIENCY) ||
            finding_is_session(findings, table_texts(kinds, "task")[row]) != of_sessions)
            continue;
        sum.kinds++;
        sum.kinds_idle_h += idle_h;
        if (idle_h > sum.worst_idle_h) {
            sum.worst_idle_h = idle_h;
            sum.worst = row;
            sum.worst_share = share;
            sum.has_cores = time.has_cores;
        }
    }
    return sum;
}

/* The subject of a sentence about all tasks of the only kind. */
static const char *who_worked(const struct findings *findings, const struct table *kinds)
{
    bool is_one = table_numbers(kinds, "succeeded")[0] == 1;
    if (finding_some_did_not_succeed(findings))
        return is_one ? "The succeeded task" : "Succeeded tasks";
    return is_one ? "The task" : "Tasks";
}

static void add_idleness(struct findings *findings, const struct table *kinds)
{
    struct idleness idleness = find_idleness(findings, kinds, false);
    double share = idleness.kinds_idle_h / idleness.allotted_h;
    /* CPU time of 0 throughout was not measured. */
    if (!(share >= MUCH_IDLE) || !(idleness.used_h > 0))
        return;
    const char *worst = finding_kind(findings, table_texts(kinds, "task")[idleness.worst]);
    const char *its = finding_percent(findings, idleness.worst_share);
    const char *limit = finding_percent(findings, LOW_EFFICIENCY);
    const char *idle = finding_hours(findings, idleness.worst_idle_h);
    const char *text, *advice = idleness.has_cores ? NULL : "find what it waits for";
    const char *of_steps = finding_step_use(findings, table_texts(kinds, "task")[idleness.worst],
                                            idleness.worst_share, &advice);
    if (!advice)
        advice = finding_fewer_cores(findings, table_texts(kinds, "task")[idleness.worst]);
    if (kinds->rows == 1)
        text =
            arena_format(findings->arena,
                         "%s used %s of the time of %s cores: of %s of core time %s were idle%s.",
                         who_worked(findings, kinds), its,
                         table_numbers(kinds, "succeeded")[0] == 1 ? "its" : "their",
                         finding_hours(findings, idleness.allotted_h), idle, of_steps);
    else
        text = arena_format(
            findings->arena,
            "%s of %s %s less than %s of the time of %s cores; most is lost in %s: %s used, %s of "
            "core time idle%s.",
            finding_quantity(findings, (double)idleness.kinds, ""),
            finding_count(findings, (double)idleness.known, "kind", "kinds"),
            finding_plural((double)idleness.kinds, "uses", "use"), limit,
            finding_plural((double)idleness.kinds, "its", "their"), worst, its, idle, of_steps);
    /* Of tasks that run on GPUs the cores wait for these. */
    bool is_for_gpus = finding_holds_gpus(findings, table_texts(kinds, "task")[idleness.worst]);
    bool is_much = share >= VERY_MUCH_IDLE && idleness.kinds_idle_h >= MUCH_IDLE_H && !is_for_gpus;
    finding_add(findings, (struct finding){
                              .weight = is_much ? 72 : 56,
                              .level = is_much ? "warn" : "note",
                              .section = "tasks-efficiency",
                              .text = text,
                              .value = share,
                              .unit = "",
                              .threshold = MUCH_IDLE,
                              .advice = advice,
                          });
}

static void add_idle_sessions(struct findings *findings, const struct table *kinds)
{
    struct idleness idleness = find_idleness(findings, kinds, true);
    double share = idleness.kinds_idle_h / idleness.allotted_h;
    if (!(share >= MUCH_IDLE) || !(idleness.used_h > 0))
        return;
    const char *kind = table_texts(kinds, "task")[idleness.worst];
    finding_add_little_use(
        findings, kind,
        (struct finding){
            .weight = 56,
            .section = "tasks-efficiency",
            .text = arena_format(findings->arena,
                                 "%s used %s of the time of its cores, %s of core time were idle.",
                                 finding_kind(findings, kind),
                                 finding_percent(findings, idleness.worst_share),
                                 finding_hours(findings, idleness.worst_idle_h)),
            .value = share,
            .unit = "",
            .threshold = MUCH_IDLE,
        });
}

static void add_over_all(struct findings *findings, const struct table *kinds)
{
    const double *share = table_numbers(kinds, "elapsed_share"),
                 *efficiency = table_numbers(kinds, "cpu_efficiency");
    double sum = 0;
    size_t count = 0, highest = 0;
    for (size_t row = 0; row < kinds->rows; row++) {
        if (!(efficiency[row] > OVER_ALL_CORES))
            continue;
        if (!count || efficiency[row] > efficiency[highest])
            highest = row;
        sum += share[row] > 0 ? share[row] : 0;
        count++;
    }
    if (!count || (sum < LEAST_SHARE && efficiency[highest] < FAR_OVER_ALL_CORES))
        return;
    const char *name = finding_kind(findings, table_texts(kinds, "task")[highest]);
    const char *most = finding_percent(findings, efficiency[highest]);
    const char *text =
        count == 1
            ? arena_format(findings->arena,
                           "%s used %s of the time of its cores, which is implausible.", name, most)
            : arena_format(
                  findings->arena,
                  "%zu of %s used more CPU time than their cores have, which is implausible; %s "
                  "most: %s.",
                  count, finding_count(findings, (double)kinds->rows, "task kind", "task kinds"),
                  name, most);
    finding_add(findings,
                (struct finding){
                    .weight = 40,
                    .level = "note",
                    .section = "tasks-efficiency",
                    .text = text,
                    .value = efficiency[highest],
                    .unit = "",
                    .threshold = OVER_ALL_CORES,
                    .advice =
                        "check the core counts, or request as many cores as there are threads",
                });
}

void findings_of_efficiency(struct findings *findings)
{
    const struct table *kinds = tables_find(findings->tables, "tasks");
    if (!kinds)
        return;
    add_idleness(findings, kinds);
    add_idle_sessions(findings, kinds);
    add_over_all(findings, kinds);
}
