/* Stretches of the run in which the load of all nodes was far below what it was otherwise, and
 * traffic or file I/O rose in its place or not. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"

enum { MANY = 4 /* stretches: the job may mean them */ };

static const double TOLD = 0.5; /* of a stretch, by another finding */
/* Of what the run would have done at the load otherwise: lost. */
static const double SOME = 0.1, MUCH = 0.15, VERY_MUCH = 0.25;
static const double LITTLE = 0.25;  /* of the load otherwise: no phase of usual work */
static const double AT_EDGE = 0.02; /* of the run */

enum run_part { AT_START, AMID, AT_END };

/* Those beside which something rose, or nothing did. */
struct group {
    const struct table *drops;
    size_t count, longest; /* row */
    double total_s, share, lost;
    double load, otherwise;
    enum run_part place; /* of the longest */
    bool has_risen;
};

/* Whether idle or serial phases, most nodes beside a few, waits for I/O, swapping, a hang, or idle
 * GPUs are reported for it. */
static bool is_told(const struct findings *findings, double start, double end)
{
    static const char *const others[] = {"phases", "serial_phases", "stalls", "gpu_hangs"};
    double least_s = TOLD * (end - start);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (finding_phases_within(tables_find(findings->tables, others[i]), start, end) >= least_s)
            return true;
    return (finding_tells_few_at_work(findings) &&
            finding_phases_within(tables_find(findings->tables, "few_at_work"), start, end) >=
                least_s) ||
           finding_waiting_within(findings, start, end) >= least_s ||
           finding_swapping_within(findings, start, end) >= least_s ||
           finding_gpu_rests_within(findings, start, end) >= least_s;
}

static enum run_part part_of(const struct findings *findings, double start, double end)
{
    double near_s = AT_EDGE * (findings->time.end - findings->time.start);
    return end >= findings->time.end - near_s       ? AT_END
           : start <= findings->time.start + near_s ? AT_START
                                                    : AMID;
}

static struct group find_group(const struct findings *findings, const struct table *drops,
                               bool has_risen)
{
    struct group group = {.drops = drops, .has_risen = has_risen};
    const double *start = table_numbers(drops, "start"), *end = table_numbers(drops, "end");
    double load_s = 0;
    for (size_t row = 0; row < drops->rows; row++) {
        double length_s = end[row] - start[row];
        if ((*finding_names(drops, "rose", row) != '\0') != has_risen ||
            is_told(findings, start[row], end[row]))
            continue;
        if (!group.count++ || length_s > end[group.longest] - start[group.longest])
            group.longest = row;
        group.total_s += length_s;
        load_s += length_s * table_numbers(drops, "load")[row];
        group.otherwise = table_numbers(drops, "load_otherwise")[row];
    }
    group.load = load_s / group.total_s;
    group.share = group.total_s / (findings->time.end - findings->time.start);
    group.lost = group.share * (1 - group.load / group.otherwise);
    group.place = part_of(findings, start[group.longest], end[group.longest]);
    return group;
}

/* "From 10:03 to the end (20 min, 15 % of the run)" */
static const char *when_text(const struct findings *findings, const struct group *group)
{
    double start = table_numbers(group->drops, "start")[group->longest];
    double end = table_numbers(group->drops, "end")[group->longest];
    if (group->count > 1 || group->place != AT_END)
        return finding_capital(findings, finding_intervals(findings, group->count, start, end,
                                                           group->total_s));
    return arena_format(findings->arena, "From %s to the end (%s, %s of the run)",
                        finding_moment(findings, start),
                        finding_quantity(findings, group->total_s, "s"),
                        finding_percent(findings, group->share));
}

/* "; network output rose from 20 MB/s to 1.2 GB/s per node, and memory bandwidth fell" */
static const char *company_text(const struct findings *findings, const struct group *group)
{
    size_t row = group->longest;
    const char *fell = finding_names(group->drops, "fell_too", row);
    const char *labels = *fell ? finding_labels(findings, fell) : "";
    if (!group->has_risen)
        return *fell ? arena_format(findings->arena, "; %s fell too", labels) : "";
    return arena_format(findings->arena, "; %s%s%s%s", finding_rise(findings, group->drops, row),
                        *fell ? ", and " : "", labels, *fell ? " fell" : "");
}

/* " on all 4 nodes"; "" of one */
static const char *where_text(const struct findings *findings, const struct group *group)
{
    const char *metric = table_texts(group->drops, "metric")[group->longest];
    double nodes = table_numbers(group->drops, "nodes")[group->longest];
    double all = finding_number(findings, metric, "nodes");
    if (nodes < all)
        return arena_format(findings->arena, " on all nodes with samples (%.0f of %.0f)", nodes,
                            all);
    return nodes > 1 ? arena_format(findings->arena, " on all %.0f nodes", nodes) : "";
}

static const char *group_text(const struct findings *findings, const struct group *group)
{
    const char *metric = table_texts(group->drops, "metric")[group->longest];
    return arena_format(findings->arena, "%s %s was %s%s, %s %s%s.", when_text(findings, group),
                        finding_label(findings, metric),
                        finding_load(findings, metric, group->load), where_text(findings, group),
                        finding_load(findings, metric, group->otherwise),
                        group->count == 1 && group->place == AT_END ? "before" : "otherwise",
                        company_text(findings, group));
}

static const char *advice_of(const struct group *group)
{
    bool is_start = group->count == 1 && group->place == AT_START;
    if (group->has_risen && table_numbers(group->drops, "of_files")[group->longest] > 0)
        return is_start ? "stage data before the job, or read them in larger blocks"
                        : "stage data on local disks, or read and write larger blocks";
    if (is_start)
        return "stage data before the job, or look up in the program's output what its start-up "
               "waited for";
    if (group->has_risen)
        return "overlap communication with computation, or send fewer, larger messages";
    if (group->count == 1 && group->place == AT_END)
        return "look up in the program's output what it did or waited for from then on";
    return "look up in the program's output what it did or waited for then";
}

static void add_group(struct findings *findings, const struct group *group)
{
    bool is_deep = group->load <= LITTLE * group->otherwise;
    bool is_no_work = is_deep || *finding_names(group->drops, "fell_too", group->longest);
    double least = group->has_risen || group->count >= MANY ? VERY_MUCH : is_deep ? SOME : MUCH;
    bool is_warning = is_no_work && group->lost >= least;
    bool is_hang = is_warning && !group->has_risen && group->count == 1 && group->place == AT_END;
    finding_add_little_use(findings, NULL,
                           (struct finding){
                               .weight = is_warning ? 90 : 47,
                               .level = is_warning ? "warn" : "note",
                               .section = table_texts(group->drops, "metric")[group->longest],
                               .text = group_text(findings, group),
                               .value = group->lost,
                               .unit = "",
                               .threshold = least,
                               .explains_low_load = is_no_work && group->lost >= SOME,
                               .advice = advice_of(group),
                               .clue = is_hang ? FINDING_CLUE_HANG : 0,
                               .clue_about = "the fall of the CPU load",
                           });
}

void findings_of_falls(struct findings *findings)
{
    const struct table *drops = tables_find(findings->tables, "load_drops");
    for (int has_risen = 0; drops && has_risen < 2; has_risen++) {
        struct group group = find_group(findings, drops, has_risen);
        if (group.count)
            add_group(findings, &group);
    }
}
