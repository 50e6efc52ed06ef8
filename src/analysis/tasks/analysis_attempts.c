/* attempts: every try of every task by how it ended, and what it cost. Tasks that wait have none.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/tasks/group_index.h"
#include "analysis/tasks/task_rules.h"
#include "util/memory.h"
#include "util/natural.h"
#include "util/number.h"

/* Where the source has no word of its own; numbered behind the texts of the records. */
enum { WORD_DONE, WORD_CACHED, WORD_FAILED, WORD_LOST, WORD_RUNNING };
enum { WORDS = 5 };
static const char *const words[WORDS] = {"done", "cached", "failed", "lost", "running"};

/* What an outcome means: its time counts, is lost, or is still to be judged. */
enum { ENDED_WELL, ENDED_LOST, ENDED_OPEN, ENDS };
static const char *const ends[ENDS] = {"well", "lost", "open"};

struct cost {
    size_t attempts;
    double elapsed_s, cpu_s;
};

struct tally {
    const struct records *records;
    uint32_t words[WORDS];    /* the numbers of our own words */
    struct group_index index; /* of kind × (outcome × end) */
    struct cost *costs;
    size_t capacity;
};

static uint32_t word_of(enum record_ending ending, enum task_verdict verdict)
{
    if (verdict == TASK_DONE)
        return ending == ENDING_CACHED ? WORD_CACHED : WORD_DONE;
    if (verdict == TASK_OPEN)
        return WORD_RUNNING;
    return ending == ENDING_LOST ? WORD_LOST : WORD_FAILED;
}

/* The source's word, unless the exit code says that it was no success. */
static uint32_t outcome_of(const struct tally *tally, const struct records_block *block, size_t row)
{
    const uint32_t *outcomes = records_texts(block, RECORD_OUTCOME_COLUMN);
    const uint8_t *endings = records_endings(block);
    enum record_ending ending = endings ? (enum record_ending)endings[row] : ENDING_UNKNOWN;
    enum task_verdict verdict = task_verdict_of(block, row);
    bool belied = verdict == TASK_FAILED && ending != ENDING_FAILED && ending != ENDING_LOST;
    if (outcomes && outcomes[row] && !belied)
        return outcomes[row];
    return tally->words[word_of(ending, verdict)];
}

static uint32_t end_of(enum task_verdict verdict)
{
    if (verdict == TASK_FAILED)
        return ENDED_LOST;
    return verdict == TASK_OPEN ? ENDED_OPEN : ENDED_WELL;
}

/* A source may use the same words. */
static void number_words(struct tally *tally)
{
    const struct interner *texts = &tally->records->texts;
    for (uint32_t i = 0; i < WORDS; i++) {
        uint32_t known = interner_find(texts, words[i], strlen(words[i]));
        tally->words[i] = known ? known : (uint32_t)texts->count + i;
    }
}

static const char *outcome_text(const struct records *records, uint32_t number)
{
    if (number < records->texts.count)
        return records_text(records, number);
    return words[number - records->texts.count];
}

static void add_to(double *sum, const double *values, size_t row)
{
    if (values && !isnan(values[row]))
        *sum = isnan(*sum) ? values[row] : *sum + values[row];
}

static void add_attempt(struct tally *tally, struct group_key key,
                        const struct records_block *block, size_t row)
{
    size_t known = tally->index.count;
    uint32_t number = group_index_add(&tally->index, key);
    memory_reserve(&tally->costs, &tally->capacity, tally->index.count, sizeof *tally->costs);
    if (tally->index.count > known)
        tally->costs[number] = (struct cost){0, NUMBER_MISSING, NUMBER_MISSING};
    struct cost *cost = &tally->costs[number];
    cost->attempts++;
    add_to(&cost->elapsed_s, records_numbers(block, RECORD_ELAPSED_COLUMN), row);
    add_to(&cost->cpu_s, records_numbers(block, RECORD_CPU_COLUMN), row);
}

static void count_attempts(struct tally *tally, const struct task_groups *groups)
{
    size_t record = 0;
    for (size_t i = 0; i < tally->records->block_count; i++) {
        const struct records_block *block = &tally->records->blocks[i];
        for (size_t row = 0; row < block->rows; row++) {
            uint32_t kind = groups->groups[groups->group_of[record++]].kind;
            if (task_waits(block, row))
                continue;
            uint32_t outcome = outcome_of(tally, block, row);
            uint32_t end = end_of(task_verdict_of(block, row));
            add_attempt(tally, (struct group_key){kind, ENDS * outcome + end}, block, row);
        }
    }
}

/* ---- the table ---- */

struct row {
    size_t kind;
    const char *outcome;
    uint32_t end;
    struct cost cost;
};

static int compare_rows(const void *left, const void *right)
{
    const struct row *l = left, *r = right;
    if (l->kind != r->kind)
        return l->kind < r->kind ? -1 : 1;
    int order = natural_compare(l->outcome, r->outcome);
    if (!order)
        order = strcmp(l->outcome, r->outcome);
    return order ? order : (l->end > r->end) - (l->end < r->end);
}

static void put_row(struct table *table, const struct task_groups *groups, const struct row *row)
{
    table_put_text(table, groups->kinds[row->kind].task);
    table_put_text(table, row->outcome);
    put_count(table, row->cost.attempts);
    table_put_number(table, row->cost.elapsed_s / TASK_HOUR_S);
    table_put_number(table, row->cost.cpu_s / TASK_HOUR_S);
    table_put_static(table, ends[row->end]);
}

static void put_tally(struct table *table, const struct task_groups *groups,
                      const struct tally *tally)
{
    size_t count = tally->index.count;
    struct row *rows = memory_alloc_array(count + 1, sizeof *rows);
    for (size_t i = 0; i < count; i++) {
        struct group_key key = tally->index.keys[i];
        rows[i] = (struct row){key.step, outcome_text(tally->records, key.task / ENDS),
                               key.task % ENDS, tally->costs[i]};
    }
    qsort(rows, count, sizeof *rows, compare_rows);
    for (size_t i = 0; i < count; i++)
        put_row(table, groups, &rows[i]);
    free(rows);
}

/* A source that lists only what ended well, one try a task. */
static void put_done(struct table *table, const struct task_groups *groups)
{
    for (size_t k = 0; k < groups->kind_count; k++) {
        const struct task_totals *totals = &groups->kinds[k].totals;
        struct row row = {k,
                          words[WORD_DONE],
                          ENDED_WELL,
                          {totals->attempts, totals->elapsed_s, totals->cpu_s}};
        put_row(table, groups, &row);
    }
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    if (!groups)
        return;
    struct table *table = tables_get(tables, "attempts");
    if (!groups->verdicts && !records_has(groups->records, RECORD_OUTCOME_COLUMN)) {
        put_done(table, groups);
        return;
    }
    struct tally tally = {.records = groups->records};
    number_words(&tally);
    count_attempts(&tally, groups);
    put_tally(table, groups, &tally);
    group_index_release(&tally.index);
    free(tally.costs);
}

const struct analysis analysis_attempts = {"attempts", run};
