/* limits: attempts that ended at what was requested for them. An attempt hit its time limit when
 * its source says so; its memory limit when its source says so, or it failed, for no other reason
 * that the source gives, with more memory used than requested, or was killed (SIGKILL) with nearly
 * all of it used: the last sample is from before the end. An exit code of its own is such a reason,
 * and where tasks of the source succeeded with more than they requested, nothing ends those that
 * use it. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/task_rules.h"
#include "util/memory.h"

enum quantity { MEMORY, TIME, QUANTITIES };

static const struct {
    const char *name, *unit;
    int requested, used;
    enum record_ending ending;
} quantities[QUANTITIES] = {
    {"memory", "B", RECORD_REQUESTED_MEMORY_COLUMN, RECORD_MEMORY_COLUMN, ENDING_OUT_OF_MEMORY},
    {"time", "s", RECORD_REQUESTED_TIME_COLUMN, RECORD_ELAPSED_COLUMN, ENDING_TIMED_OUT},
};

/* Of the attempts that hit the limit: the one that used most of what it requested; extremes. */
struct hits {
    size_t attempts, hits;
    size_t cancelled; /* of the hits: whose step hit the limit before */
    double requested, used;
    double requested_min, requested_max, used_max;
    double enough; /* the least request above these with which a task succeeded */
};

static const struct hits no_hits = {0, 0, 0, NAN, NAN, NAN, NAN, NAN, NAN};

/* Where nothing is known of the use, what was requested still is. */
static void take_worst(struct hits *hits, double requested, double used)
{
    double ratio = used / requested, worst = hits->used / hits->requested;
    if (isnan(hits->requested) || (!isnan(ratio) && !(ratio <= worst))) {
        hits->requested = requested;
        hits->used = used;
    }
    hits->requested_min = fmin(hits->requested_min, requested);
    hits->requested_max = fmax(hits->requested_max, requested);
    hits->used_max = fmax(hits->used_max, used);
}

static void count_attempt(struct hits *hits, bool hit, double requested, double used)
{
    hits->attempts++;
    hits->hits += hit;
    if (hit)
        take_worst(hits, requested, used);
}

struct count {
    struct hits *all, *kinds; /* kinds: QUANTITIES of each */
    bool *is_exceeded;        /* of each source: tasks succeeded with more memory than requested */
};

static const double NEARLY_ALL = 0.9;   /* of the memory requested */
static const double SIGNALS_FROM = 128; /* exit codes; shells add a signal's number */
static const double KILLED = 128 + 9, SIGNAL_KILL = -9;

static bool was_killed(const struct records_block *block, size_t row)
{
    double exit_code = records_number_at(block, RECORD_EXIT_CODE_COLUMN, row);
    return exit_code == KILLED || exit_code == SIGNAL_KILL;
}

static bool has_other_reason(const struct records_block *block, size_t row, uint8_t ending)
{
    double exit_code = records_number_at(block, RECORD_EXIT_CODE_COLUMN, row);
    return ending == ENDING_TIMED_OUT || ending == ENDING_NODE_FAILED ||
           (exit_code > 0 && exit_code <= SIGNALS_FROM);
}

static void note_exceeded(const struct count *count, const struct records_block *block, size_t row,
                          size_t kind)
{
    double requested = records_number_at(block, RECORD_REQUESTED_MEMORY_COLUMN, row);
    (void)kind;
    if (requested > 0 && records_number_at(block, RECORD_MEMORY_COLUMN, row) > requested &&
        task_outcome_of(block, row) == OUTCOME_SUCCEEDED)
        count->is_exceeded[block->source] = true;
}

static void count_record(const struct count *count, const struct records_block *block, size_t row,
                         size_t kind)
{
    const uint8_t *endings = records_endings(block);
    uint8_t ending = endings ? endings[row] : ENDING_UNSAID;
    bool failed = task_outcome_of(block, row) == OUTCOME_FAILED;
    for (int i = 0; i < QUANTITIES; i++) {
        double requested = records_number_at(block, quantities[i].requested, row);
        double used = records_number_at(block, quantities[i].used, row);
        bool said = ending == quantities[i].ending;
        bool killed = was_killed(block, row);
        bool passed = i == MEMORY && requested > 0 &&
                      (killed || !count->is_exceeded[block->source]) &&
                      used > requested * (killed ? NEARLY_ALL : 1);
        bool by_step = i == MEMORY && ending == ENDING_CANCELLED &&
                       records_number_at(block, RECORD_MEMORY_RAN_OUT_COLUMN, row) > 0;
        bool hit =
            by_step || (failed && (said || (passed && !has_other_reason(block, row, ending))));
        requested = requested > 0 ? requested : NAN;
        struct hits *of_kind = &count->kinds[kind * QUANTITIES + (size_t)i];
        count_attempt(&count->all[i], hit, requested, used);
        count_attempt(of_kind, hit, requested, used);
        count->all[i].cancelled += by_step;
        of_kind->cancelled += by_step;
    }
}

static void take_enough(struct hits *hits, double requested)
{
    if (hits->hits && requested > hits->requested_max)
        hits->enough = fmin(hits->enough, requested);
}

static void take_success(const struct count *count, const struct records_block *block, size_t row,
                         size_t kind)
{
    if (task_outcome_of(block, row) != OUTCOME_SUCCEEDED)
        return;
    for (int i = 0; i < QUANTITIES; i++)
        take_enough(&count->kinds[kind * QUANTITIES + (size_t)i],
                    records_number_at(block, quantities[i].requested, row));
}

typedef void record_visit(const struct count *count, const struct records_block *block, size_t row,
                          size_t kind);

static void visit_attempts(const struct count *count, const struct task_groups *groups,
                           record_visit *visit)
{
    size_t record = 0;
    for (size_t i = 0; i < groups->records->block_count; i++) {
        const struct records_block *block = &groups->records->blocks[i];
        for (size_t row = 0; row < block->rows; row++) {
            size_t kind = groups->groups[groups->group_of[record++]].kind;
            if (task_is_attempt(block, row))
                visit(count, block, row, kind);
        }
    }
}

static void put_hits(struct tables *tables, const char *task, int quantity, const struct hits *hits)
{
    if (!hits->hits)
        return;
    struct table *table = tables_get(tables, "limits");
    table_put_text(table, task);
    table_put_static(table, quantities[quantity].name);
    table_put_static(table, quantities[quantity].unit);
    put_count(table, hits->attempts);
    put_count(table, hits->hits);
    table_put_number(table, hits->requested);
    table_put_number(table, hits->used);
    table_put_number(table, hits->used / hits->requested);
    put_count(table, hits->cancelled);
    table_put_number(table, hits->requested_min);
    table_put_number(table, hits->requested_max);
    table_put_number(table, hits->used_max);
    table_put_number(table, hits->enough);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    struct hits all[QUANTITIES];
    if (!groups || !groups->outcomes)
        return;
    struct count count = {
        all, memory_alloc_array((groups->kind_count + 1) * QUANTITIES, sizeof *count.kinds),
        memory_alloc_array(groups->records->source_count + 1, sizeof *count.is_exceeded)};
    for (size_t i = 0; i < (groups->kind_count + 1) * QUANTITIES; i++)
        count.kinds[i] = no_hits;
    all[MEMORY] = all[TIME] = no_hits;
    visit_attempts(&count, groups, note_exceeded);
    visit_attempts(&count, groups, count_record);
    if (all[MEMORY].hits || all[TIME].hits)
        visit_attempts(&count, groups, take_success);
    for (int i = 0; i < QUANTITIES; i++) {
        put_hits(tables, "*", i, &all[i]);
        for (size_t kind = 0; kind < groups->kind_count; kind++)
            put_hits(tables, groups->kinds[kind].task, i,
                     &count.kinds[kind * QUANTITIES + (size_t)i]);
    }
    free(count.kinds);
    free(count.is_exceeded);
}

const struct analysis analysis_limits = {"limits", run};
