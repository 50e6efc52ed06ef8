#include "input/tasks/repeated_records.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/count_text.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

/* Clocks that begin with a run give the same moments in every run. */
static const double LEAST_UNIX_TIME = 1e8;
/* Jobs of a batch system without any moment are compared by their ids, names and ends. */
enum { NO_MOMENT_COLUMN = RECORDS_NO_COLUMN };
static const double NO_MOMENT = 0;
/* Different attempts of one key. Where there are more, ids tell no attempts apart: to what comes
 * beyond them only exact copies are the same. */
enum { MOST_DIFFERENT = 64 };

struct entry {
    uint32_t task, id;
    double moment; /* NO_MOMENT: not said */
    const struct records_block *block;
    size_t row, record;
};

/* An attempt, by its record that says most. */
struct attempt {
    struct entry entry;
    uint32_t latest_source; /* of its records: it takes one of each source */
};

/* One of the records of one key, which are numbered in the order of the inputs. */
struct alike {
    const struct entry *entry;
    size_t number;
    size_t first;   /* number of the first one that says exactly the same; its own one: itself */
    size_t attempt; /* number of its attempt */
};

struct search {
    struct records *records;
    struct entry *entries;
    size_t count;
    struct alike *alikes;
    size_t alike_capacity;
    LIST_OF(struct attempt) attempts; /* of one key */
    uint8_t *dropped;                 /* a record each */
    uint32_t *kept_sources; /* of each source that lost records: where the first of them is kept */
    size_t *lost;           /* how many */
};

/* ---- what records say ---- */

static double number_of(const struct entry *entry, int column)
{
    return records_number_at(entry->block, column, entry->row);
}

static uint32_t text_of(const struct entry *entry, int column)
{
    return records_text_at(entry->block, column, entry->row);
}

static enum record_ending ending_of(const struct entry *entry)
{
    const uint8_t *endings = records_endings(entry->block);
    return endings ? (enum record_ending)endings[entry->row] : ENDING_UNSAID;
}

static bool is_open(const struct entry *entry)
{
    return ending_of(entry) == ENDING_UNFINISHED;
}

static double end_of(const struct entry *entry)
{
    double end = number_of(entry, RECORD_END_COLUMN);
    return isnan(end)
               ? number_of(entry, RECORD_START_COLUMN) + number_of(entry, RECORD_ELAPSED_COLUMN)
               : end;
}

static const int compared_numbers[] = {RECORD_ATTEMPT_COLUMN, RECORD_END_COLUMN,
                                       RECORD_SUBMIT_COLUMN,  RECORD_ELAPSED_COLUMN,
                                       RECORD_CPU_COLUMN,     RECORD_CORES_COLUMN,
                                       RECORD_MEMORY_COLUMN};
enum { COMPARED_NUMBERS = sizeof compared_numbers / sizeof compared_numbers[0] };

/* By more than texts of whole seconds, and of amounts with three digits, round. */
static bool differ(double left, double right, int column)
{
    static const double ROUNDED = 1, ROUNDED_SHARE = 1e-3;
    if (column == RECORD_END_COLUMN || column == RECORD_SUBMIT_COLUMN)
        return fabs(left - right) > ROUNDED;
    double magnitude = fmax(fabs(left), fabs(right));
    return fabs(left - right) > fmin(ROUNDED, magnitude / 2) + ROUNDED_SHARE * magnitude;
}

static bool texts_differ(const struct entry *left, const struct entry *right, int column)
{
    uint32_t l = text_of(left, column), r = text_of(right, column);
    return l && r && l != r;
}

static bool say_the_same(const struct entry *left, const struct entry *right)
{
    if (ending_of(left) != ending_of(right) || texts_differ(left, right, RECORD_NODE_COLUMN))
        return false;
    for (size_t i = 0; i < COMPARED_NUMBERS; i++)
        if (differ(number_of(left, compared_numbers[i]), number_of(right, compared_numbers[i]),
                   compared_numbers[i]))
            return false;
    return true;
}

/* Both of a batch system, which starts one job of an id at a time: one that began and ended at the
 * same moments is the same, though an export that was cut off lacks steps, and what they used. */
static bool are_of_one_job(const struct search *search, const struct entry *left,
                           const struct entry *right)
{
    const struct records_source *sources = search->records->sources;
    double left_end = end_of(left), right_end = end_of(right);
    return sources[left->block->source].has_queue && sources[right->block->source].has_queue &&
           !texts_differ(left, right, RECORD_NODE_COLUMN) && !isnan(left_end) &&
           !isnan(right_end) && !differ(left_end, right_end, RECORD_END_COLUMN);
}

static size_t count_known(const struct entry *entry)
{
    size_t known = 0;
    for (size_t i = 0; i < COMPARED_NUMBERS; i++)
        known += isnan(number_of(entry, compared_numbers[i])) ? 0 : 1;
    return known;
}

/* ---- exact copies ---- */

/* Without moments the attempts of a job are numbered as each source lists them, from 1 on. */
static bool is_reported(const struct entry *entry, int column)
{
    return column != RECORD_ATTEMPT_COLUMN || entry->moment > NO_MOMENT;
}

/* 0: both say exactly the same. */
static int compare_statements(const struct entry *left, const struct entry *right)
{
    static const int texts[] = {RECORD_STEP_COLUMN, RECORD_NODE_COLUMN};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        uint32_t l = text_of(left, texts[i]), r = text_of(right, texts[i]);
        if (l != r)
            return l < r ? -1 : 1;
    }
    if (ending_of(left) != ending_of(right))
        return ending_of(left) < ending_of(right) ? -1 : 1;
    int order = numbers_order_known(number_of(left, RECORD_START_COLUMN),
                                    number_of(right, RECORD_START_COLUMN));
    for (size_t i = 0; order == 0 && i < COMPARED_NUMBERS; i++)
        if (is_reported(left, compared_numbers[i]))
            order = numbers_order_known(number_of(left, compared_numbers[i]),
                                        number_of(right, compared_numbers[i]));
    return order ? order
                 : numbers_order_known(number_of(left, RECORD_EXIT_CODE_COLUMN),
                                       number_of(right, RECORD_EXIT_CODE_COLUMN));
}

static int compare_numbered(const void *left, const void *right)
{
    const struct alike *l = left, *r = right;
    return (l->number > r->number) - (l->number < r->number);
}

static int compare_copies(const void *left, const void *right)
{
    const struct alike *l = left, *r = right;
    int order = compare_statements(l->entry, r->entry);
    return order ? order : compare_numbered(left, right);
}

/* The second of two copies in one source is a copy of the second one in another. */
static void find_copies(struct alike *alikes, size_t count)
{
    qsort(alikes, count, sizeof *alikes, compare_copies);
    for (size_t from = 0, to; from < count; from = to) {
        size_t firsts = 0, nth = 0; /* each first is kept in `attempt` of those from `from` on */
        for (to = from; to < count && compare_statements(alikes[from].entry, alikes[to].entry) == 0;
             to++) {
            if (to == from ||
                alikes[to].entry->block->source != alikes[to - 1].entry->block->source)
                nth = 0;
            if (nth == firsts)
                alikes[from + firsts++].attempt = alikes[to].number;
            alikes[to].first = alikes[from + nth++].attempt;
        }
    }
    qsort(alikes, count, sizeof *alikes, compare_numbered);
}

/* ---- attempts ---- */

/* What is put back into the queue of itself runs again: a job that runs may be that next attempt.
 */
static bool may_run_again(const struct entry *entry)
{
    enum record_ending ending = ending_of(entry);
    return ending == ENDING_NODE_FAILED || ending == ENDING_PREEMPTED || ending == ENDING_REQUEUED;
}

/* As far as both say them. */
static bool have_same_numbers(const struct entry *left, const struct entry *right)
{
    for (size_t i = 0; i < COMPARED_NUMBERS; i++) {
        double l = number_of(left, compared_numbers[i]), r = number_of(right, compared_numbers[i]);
        if (is_reported(left, compared_numbers[i]) && (l < r || l > r))
            return false;
    }
    return true;
}

static bool is_untimed(const struct entry *entry)
{
    return isnan(number_of(entry, RECORD_START_COLUMN)) &&
           isnan(number_of(entry, RECORD_SUBMIT_COLUMN));
}

/* One says when, the other one does not: sacct was asked for other columns. What was measured is
 * worked out of these, and may differ. */
static bool may_be_one_job(const struct entry *left, const struct entry *right)
{
    static const int columns[] = {RECORD_ELAPSED_COLUMN, RECORD_CORES_COLUMN};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        if (differ(number_of(left, columns[i]), number_of(right, columns[i]), columns[i]))
            return false;
    return true;
}

/* That memory ran out is seen in columns that the other one may lack. */
static bool ended_alike(const struct entry *left, const struct entry *right)
{
    enum record_ending l = ending_of(left), r = ending_of(right);
    return l == r || (l == ENDING_FAILED && r == ENDING_OUT_OF_MEMORY) ||
           (l == ENDING_OUT_OF_MEMORY && r == ENDING_FAILED);
}

/* At most one says when: the same job, unless what both say differs, or what it was before it
 * ended, when it had run no longer. */
static bool are_of_one_untimed_job(const struct entry *left, const struct entry *right)
{
    bool is_timed = !is_untimed(left) || !is_untimed(right);
    const struct entry *before = is_open(left) ? left : right, *then = is_open(left) ? right : left;
    if (is_open(before))
        return !may_run_again(then) && !texts_differ(before, then, RECORD_NODE_COLUMN) &&
               !(number_of(before, RECORD_ELAPSED_COLUMN) > number_of(then, RECORD_ELAPSED_COLUMN));
    return ended_alike(left, right) && !texts_differ(left, right, RECORD_NODE_COLUMN) &&
           (is_timed ? may_be_one_job(left, right) : have_same_numbers(left, right));
}

/* Of two sources, the moment in the column being the same. */
static bool are_of_one_attempt(const struct search *search, const struct entry *left,
                               const struct entry *right, int column)
{
    if (texts_differ(left, right, RECORD_STEP_COLUMN))
        return false;
    if (column == NO_MOMENT_COLUMN)
        return (is_untimed(left) || is_untimed(right)) && are_of_one_untimed_job(left, right);
    if (column == RECORD_START_COLUMN)
        return is_open(left) || is_open(right) || are_of_one_job(search, left, right) ||
               say_the_same(left, right);
    bool left_waits = is_open(left) && isnan(number_of(left, RECORD_START_COLUMN));
    bool right_waits = is_open(right) && isnan(number_of(right, RECORD_START_COLUMN));
    return left_waits || right_waits;
}

static double or_zero(double number)
{
    return isnan(number) ? 0 : number;
}

/* Whether the right one, which comes later, says more: has more steps, else more numbers. */
static bool is_better(const struct entry *left, const struct entry *right)
{
    if (is_open(left) != is_open(right))
        return is_open(left);
    if (is_untimed(left) != is_untimed(right))
        return is_untimed(left);
    double left_steps = or_zero(number_of(left, RECORD_JOB_STEPS_COLUMN));
    double right_steps = or_zero(number_of(right, RECORD_JOB_STEPS_COLUMN));
    if (left_steps < right_steps || left_steps > right_steps)
        return right_steps > left_steps;
    /* The one of the source that has more attempts of the job. */
    if (!is_reported(left, RECORD_ATTEMPT_COLUMN))
        return number_of(right, RECORD_ATTEMPT_COLUMN) > number_of(left, RECORD_ATTEMPT_COLUMN);
    size_t l = count_known(left), r = count_known(right);
    return r > l || (r == l && is_open(left));
}

static void drop(struct search *search, const struct entry *dropped, const struct entry *kept)
{
    uint32_t source = dropped->block->source;
    search->dropped[dropped->record] = 1;
    records_join_runs(search->records, source, kept->block->source);
    if (search->lost[source]++ == 0)
        search->kept_sources[source] = kept->block->source;
}

static void add_attempt(struct search *search, struct alike *alike)
{
    alike->attempt = search->attempts.count;
    *list_add(&search->attempts) = (struct attempt){*alike->entry, alike->entry->block->source};
}

static struct record_at place_of(const struct search *search, const struct entry *entry)
{
    return (struct record_at){(size_t)(entry->block - search->records->blocks), entry->row};
}

/* What had not ended says less, and nothing of the end. */
static void drop_and_fill(struct search *search, const struct entry *dropped,
                          const struct entry *kept)
{
    drop(search, dropped, kept);
    if ((is_untimed(dropped) || is_untimed(kept)) && is_open(dropped) == is_open(kept))
        records_fill(search->records, place_of(search, kept), place_of(search, dropped));
}

static void join_attempt(struct search *search, struct alike *alike, size_t number)
{
    struct attempt *attempt = &search->attempts.items[number];
    alike->attempt = number;
    attempt->latest_source = alike->entry->block->source;
    if (is_better(&attempt->entry, alike->entry)) {
        drop_and_fill(search, &attempt->entry, alike->entry);
        attempt->entry = *alike->entry;
    } else {
        drop_and_fill(search, alike->entry, &attempt->entry);
    }
}

/* The attempt that an earlier source tells of in other words; none: attempt_count. */
static size_t find_attempt(const struct search *search, const struct entry *entry, int column)
{
    for (size_t i = 0; i < search->attempts.count && i < MOST_DIFFERENT; i++)
        if (search->attempts.items[i].latest_source != entry->block->source &&
            are_of_one_attempt(search, &search->attempts.items[i].entry, entry, column))
            return i;
    return search->attempts.count;
}

/* Those of one source: copies first, so that no record alike takes their place. */
static void take_source(struct search *search, struct alike *alikes, size_t from, size_t to,
                        int column)
{
    for (size_t i = from; i < to; i++) {
        size_t copied = alikes[alikes[i].first].attempt;
        if (alikes[i].first == i)
            continue;
        if (search->attempts.items[copied].latest_source != alikes[i].entry->block->source)
            join_attempt(search, &alikes[i], copied);
        else
            alikes[i].first = i;
    }
    for (size_t i = from; i < to; i++) {
        if (alikes[i].first != i)
            continue;
        size_t found = find_attempt(search, alikes[i].entry, column);
        if (found < search->attempts.count)
            join_attempt(search, &alikes[i], found);
        else
            add_attempt(search, &alikes[i]);
    }
}

/* By a column before: those that started by their start, those that wait by when they were
 * submitted. */
static bool was_compared(const struct entry *entry, int column)
{
    return column == RECORD_SUBMIT_COLUMN ? !isnan(number_of(entry, RECORD_START_COLUMN))
                                          : column == NO_MOMENT_COLUMN && !is_untimed(entry);
}

static void take_alike(struct search *search, const struct entry *entries, size_t count, int column)
{
    memory_reserve(&search->alikes, &search->alike_capacity, count, sizeof *search->alikes);
    struct alike *alikes = search->alikes;
    for (size_t i = 0; i < count; i++)
        alikes[i] = (struct alike){.entry = &entries[i], .number = i};
    find_copies(alikes, count);
    for (size_t i = 0; i < count; i++)
        if (was_compared(&entries[i], column))
            alikes[i].first = i;
    search->attempts.count = 0;
    for (size_t from = 0, to; from < count; from = to) {
        uint32_t source = entries[from].block->source;
        for (to = from + 1; to < count && entries[to].block->source == source;)
            to++;
        take_source(search, alikes, from, to, column);
    }
}

static int compare_entries(const void *left, const void *right)
{
    const struct entry *l = left, *r = right;
    if (l->task != r->task)
        return l->task < r->task ? -1 : 1;
    if (l->id != r->id)
        return l->id < r->id ? -1 : 1;
    if (l->moment != r->moment)
        return l->moment < r->moment ? -1 : 1;
    return (l->record > r->record) - (l->record < r->record);
}

static void collect_block(struct search *search, const struct records_block *block, size_t first,
                          int column)
{
    const uint32_t *tasks = records_texts(block, RECORD_TASK_COLUMN);
    const uint32_t *ids = records_texts(block, RECORD_ID_COLUMN);
    const double *moments = column == NO_MOMENT_COLUMN ? NULL : records_numbers(block, column);
    if (!ids || (column == NO_MOMENT_COLUMN ? !search->records->sources[block->source].has_queue
                                            : !moments))
        return;
    for (size_t row = 0; row < block->rows; row++) {
        struct entry entry = {.task = tasks ? tasks[row] : 0,
                              .id = ids[row],
                              .moment = moments ? moments[row] : NO_MOMENT,
                              .block = block,
                              .row = row,
                              .record = first + row};
        bool is_compared = !moments || entry.moment >= LEAST_UNIX_TIME;
        if (entry.id && is_compared && ending_of(&entry) != ENDING_CACHED &&
            !search->dropped[entry.record])
            search->entries[search->count++] = entry;
    }
}

/* Those that have the same moment in a column. */
static void search_column(struct search *search, int column)
{
    size_t first = 0;
    search->count = 0;
    for (size_t i = 0; i < search->records->block_count; i++) {
        collect_block(search, &search->records->blocks[i], first, column);
        first += search->records->blocks[i].rows;
    }
    struct entry *entries = search->entries;
    if (search->count)
        qsort(entries, search->count, sizeof *entries, compare_entries);
    for (size_t from = 0, to; from < search->count; from = to) {
        for (to = from + 1; to < search->count && entries[to].task == entries[from].task &&
                            entries[to].id == entries[from].id &&
                            entries[to].moment <= entries[from].moment;)
            to++;
        if (to - from > 1)
            take_alike(search, entries + from, to - from, column);
    }
}

static void note(const struct search *search, struct diagnostics *diagnostics)
{
    const struct records_source *sources = search->records->sources;
    for (size_t i = 0; i < search->records->source_count; i++) {
        const char *path = sources[i].path, *kept = sources[search->kept_sources[i]].path;
        if (search->lost[i] && path && kept && strcmp(path, kept) == 0)
            diagnostics_note(diagnostics, (struct place){.input = path},
                             search->lost[i] == 1 ? "%s duplicate record, counted once"
                                                  : "%s duplicate records, counted once",
                             COUNT_TEXT(search->lost[i]));
        else if (search->lost[i])
            diagnostics_note(diagnostics, (struct place){.input = path},
                             search->lost[i] == 1 ? "%s record is also in %s: counted once"
                                                  : "%s records are also in %s: counted once",
                             COUNT_TEXT(search->lost[i]), kept ? kept : "another input");
    }
}

void repeated_records_drop(struct records *records, struct diagnostics *diagnostics)
{
    if (records->source_count < 2 || !records_has(records, RECORD_ID_COLUMN))
        return;
    struct search search = {
        .records = records,
        .entries = memory_alloc_array(records->rows + 1, sizeof *search.entries),
        .dropped = memory_alloc_array(records->rows + 1, sizeof *search.dropped),
        .kept_sources = memory_alloc_array(records->source_count, sizeof *search.kept_sources),
        .lost = memory_alloc_array(records->source_count, sizeof *search.lost),
    };
    search_column(&search, RECORD_START_COLUMN);
    search_column(&search, RECORD_SUBMIT_COLUMN);
    search_column(&search, NO_MOMENT_COLUMN);
    records_drop(records, search.dropped);
    note(&search, diagnostics);
    free(search.entries);
    free(search.alikes);
    free(search.attempts.items);
    free(search.dropped);
    free(search.kept_sources);
    free(search.lost);
}
