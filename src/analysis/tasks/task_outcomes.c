#include "analysis/tasks/task_outcomes.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/tasks/job_attempts.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

const char *const task_outcome_names[OUTCOMES] = {"succeeded", "failed", "cancelled", "unfinished",
                                                  "unknown"};

static enum record_ending ending_of(const struct records_block *block, size_t row)
{
    const uint8_t *endings = records_endings(block);
    return endings ? (enum record_ending)endings[row] : ENDING_UNSAID;
}

static bool says(const double *numbers, size_t row)
{
    return numbers && !isnan(numbers[row]);
}

enum task_outcome task_outcome_of(const struct records_block *block, size_t row)
{
    static const enum task_outcome outcomes[ENDINGS] = {
        [ENDING_UNSAID] = OUTCOME_SUCCEEDED,      [ENDING_SUCCEEDED] = OUTCOME_SUCCEEDED,
        [ENDING_CACHED] = OUTCOME_SUCCEEDED,      [ENDING_FAILED] = OUTCOME_FAILED,
        [ENDING_TIMED_OUT] = OUTCOME_FAILED,      [ENDING_OUT_OF_MEMORY] = OUTCOME_FAILED,
        [ENDING_NODE_FAILED] = OUTCOME_FAILED,    [ENDING_LOST] = OUTCOME_FAILED,
        [ENDING_PREEMPTED] = OUTCOME_FAILED,      [ENDING_REQUEUED] = OUTCOME_FAILED,
        [ENDING_DEADLINE] = OUTCOME_FAILED,       [ENDING_CANCELLED] = OUTCOME_CANCELLED,
        [ENDING_UNFINISHED] = OUTCOME_UNFINISHED, [ENDING_UNKNOWN] = OUTCOME_UNKNOWN};
    enum task_outcome outcome = outcomes[ending_of(block, row)];
    if (outcome != OUTCOME_SUCCEEDED && outcome != OUTCOME_UNKNOWN)
        return outcome;
    const double *exit_codes = records_numbers(block, RECORD_EXIT_CODE_COLUMN);
    return says(exit_codes, row) && exit_codes[row] != 0 ? OUTCOME_FAILED : outcome;
}

/* From here to there shells return 128 + the number of a signal. */
enum { SIGNALS_FROM = 128, SIGNALS_TO = 128 + 64 };

/* 0: none. */
static long signal_of(long code)
{
    if (code < 0)
        return -code;
    return code > SIGNALS_FROM && code <= SIGNALS_TO ? code - SIGNALS_FROM : 0;
}

static long whole_code(double exit_code)
{
    enum { MOST = 1 << 24 };
    return isnan(exit_code) ? 0 : (long)fmax(-MOST, fmin(MOST, exit_code));
}

const char *task_exit_words(double exit_code, struct arena *arena)
{
    long code = whole_code(exit_code);
    long signal = signal_of(code);
    if (!code)
        return NULL;
    return signal ? arena_format(arena, "signal %ld", signal)
                  : arena_format(arena, "exit code %ld", code);
}

const char *task_exit_meaning(double exit_code)
{
    static const struct {
        long code, signal; /* 0: of the other */
        const char *words;
    } meanings[] = {
#define EXIT_MEANING(code, words) {code, 0, words},
#define SIGNAL_MEANING(signal, words) {0, signal, words},
#include "analysis/tasks/exit_meanings.def"
#undef EXIT_MEANING
#undef SIGNAL_MEANING
    };
    long code = whole_code(exit_code);
    long signal = signal_of(code);
    for (size_t i = 0; code && i < sizeof meanings / sizeof meanings[0]; i++)
        if (signal ? meanings[i].signal == signal : meanings[i].code == code)
            return meanings[i].words;
    return NULL;
}

bool task_outcome_is_recorded(const struct records_block *block, size_t row)
{
    const uint32_t *words = records_texts(block, RECORD_OUTCOME_COLUMN);
    return ending_of(block, row) != ENDING_UNSAID || (words && words[row]) ||
           says(records_numbers(block, RECORD_EXIT_CODE_COLUMN), row);
}

/* Only a source with times says whether a task had begun that was cancelled, or taken out of the
 * queue at its deadline. One that used processors or memory had. */
static bool never_began(const struct records_block *block, size_t row, enum record_ending ending)
{
    if (ending != ENDING_UNFINISHED && ending != ENDING_CANCELLED && ending != ENDING_DEADLINE)
        return false;
    const double *start = records_numbers(block, RECORD_START_COLUMN);
    const double *elapsed = records_numbers(block, RECORD_ELAPSED_COLUMN);
    if (says(start, row) || records_number_at(block, RECORD_CPU_COLUMN, row) > 0 ||
        records_number_at(block, RECORD_MEMORY_COLUMN, row) > 0)
        return false;
    if (ending == ENDING_UNFINISHED)
        return !says(elapsed, row);
    return (start || elapsed) && !(says(elapsed, row) && elapsed[row] > 0);
}

bool task_is_attempt(const struct records_block *block, size_t row)
{
    enum record_ending ending = ending_of(block, row);
    return ending != ENDING_CACHED && !never_began(block, row, ending);
}

/* ---- attempts of one task: of one id and kind, since parts of a task may bear its id ---- */

/* A try of a task whose source names it. */
struct attempt {
    uint32_t run, task, id;
    bool cached, is_job;               /* is_job: its id is a batch system's */
    double number;                     /* NaN: tries are in the order of time, or of the source */
    double moment;                     /* when it began, was submitted or ended; NaN: not said */
    const struct records_block *block; /* of the record, where it is */
    size_t row, record;
};

struct attempts {
    struct attempt *items;
    size_t count, capacity;
};

static int order(uint64_t left, uint64_t right)
{
    return (left > right) - (left < right);
}

static int compare_attempts(const void *left, const void *right)
{
    const struct attempt *l = left, *r = right;
    int difference = order(l->run, r->run);
    if (!difference)
        difference = order(l->id, r->id);
    if (!difference)
        difference = order(l->task, r->task);
    if (!difference)
        difference = numbers_order_known(l->number, r->number);
    return difference ? difference : order(l->record, r->record);
}

static bool same_task(const struct attempt *left, const struct attempt *right)
{
    return left->run == right->run && left->id == right->id && left->task == right->task;
}

static int compare_moments(const void *left, const void *right)
{
    const struct attempt *l = left, *r = right;
    int difference = numbers_order_known(l->moment, r->moment);
    return difference ? difference : order(l->record, r->record);
}

static bool succeeded(const struct attempt *attempt)
{
    return task_outcome_of(attempt->block, attempt->row) == OUTCOME_SUCCEEDED;
}

static int compare_success(const void *left, const void *right)
{
    const struct attempt *l = left, *r = right;
    int difference = succeeded(l) - succeeded(r);
    return difference ? difference : order(l->record, r->record);
}

/* Tries that are not numbered: a source may list the latest first. Of several sources that say no
 * moment nobody knows which is the later one, but what succeeded is not run again. */
static void put_in_order(struct attempt *tries, size_t count)
{
    bool have_moments = true, are_of_several = false;
    for (size_t i = 0; i < count; i++) {
        if (!isnan(tries[i].number))
            return;
        have_moments = have_moments && !isnan(tries[i].moment);
        are_of_several = are_of_several || tries[i].block->source != tries[0].block->source;
    }
    if (have_moments)
        qsort(tries, count, sizeof *tries, compare_moments);
    else if (are_of_several)
        qsort(tries, count, sizeof *tries, compare_success);
}

/* Tasks may share a name; then the k-th first try and the k-th second try belong together. So a try
 * is superseded when some later number has more tries than came before this one under its number.
 */
static void supersede_tries(const struct attempt *tries, size_t count, uint8_t *outcomes)
{
    size_t most_later = 0;
    for (size_t end = count, start; end > 0; end = start) {
        start = end - 1;
        while (start > 0 && tries[start - 1].number == tries[end - 1].number)
            start--;
        for (size_t i = start; i < end && i - start < most_later; i++)
            outcomes[tries[i].record] = OUTCOME_SUPERSEDED;
        if (end - start > most_later)
            most_later = end - start;
    }
}

static double moment_of(const struct records_block *block, size_t row)
{
    static const int columns[] = {RECORD_START_COLUMN, RECORD_SUBMIT_COLUMN, RECORD_END_COLUMN};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        double moment = records_number_at(block, columns[i], row);
        if (!isnan(moment))
            return moment;
    }
    return NAN;
}

static void collect_block(struct attempts *attempts, const struct records_block *block,
                          const struct records_source *source, size_t first)
{
    const uint32_t *ids = records_texts(block, RECORD_ID_COLUMN);
    const uint32_t *tasks = records_texts(block, RECORD_TASK_COLUMN);
    const uint8_t *endings = records_endings(block);
    const double *numbers = records_numbers(block, RECORD_ATTEMPT_COLUMN);
    for (size_t row = 0; ids && row < block->rows; row++) {
        if (!ids[row])
            continue;
        *list_add(attempts) = (struct attempt){.run = source->run,
                                               .task = tasks ? tasks[row] : 0,
                                               .id = ids[row],
                                               .cached = endings && endings[row] == ENDING_CACHED,
                                               .is_job = source->has_job_ids,
                                               .number = numbers ? numbers[row] : NAN,
                                               .moment = moment_of(block, row),
                                               .block = block,
                                               .row = row,
                                               .record = first + row};
    }
}

static void collect_attempts(struct attempts *attempts, const struct records *records)
{
    size_t first = 0;
    for (size_t i = 0; i < records->block_count; i++) {
        const struct records_block *block = &records->blocks[i];
        collect_block(attempts, block, &records->sources[block->source], first);
        first += records->blocks[i].rows;
    }
}

static bool are_of_jobs(const struct attempt *tries, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!tries[i].is_job)
            return false;
    return true;
}

/* A batch system starts one job of an id at a time, while each export numbers those that it has. */
static void supersede_jobs(const struct records *records, const struct attempt *tries, size_t count,
                           int user_column, uint8_t *outcomes)
{
    struct job_attempt *jobs = memory_alloc_array(count, sizeof *jobs);
    for (size_t i = 0; i < count; i++)
        jobs[i] =
            job_attempt_of(records, tries[i].block, tries[i].row, user_column, tries[i].record);
    job_attempts_part(jobs, count);
    for (size_t i = 0; i + 1 < count; i++)
        if (jobs[i].job == jobs[i + 1].job)
            outcomes[jobs[i].record] = OUTCOME_SUPERSEDED;
    free(jobs);
}

static void supersede_attempts(struct attempts *attempts, const struct records *records,
                               int user_column, uint8_t *outcomes)
{
    if (attempts->count)
        qsort(attempts->items, attempts->count, sizeof *attempts->items, compare_attempts);
    for (size_t start = 0, end; start < attempts->count; start = end) {
        struct attempt *tries = attempts->items + start;
        end = start + 1;
        while (end < attempts->count && same_task(tries, &attempts->items[end]))
            end++;
        if (end - start == 1)
            continue;
        if (are_of_jobs(tries, end - start)) {
            supersede_jobs(records, tries, end - start, user_column, outcomes);
            continue;
        }
        put_in_order(tries, end - start);
        supersede_tries(tries, end - start, outcomes);
    }
}

/* ---- results taken from an earlier run ---- */

static int compare_results(const void *left, const void *right)
{
    const struct attempt *l = left, *r = right;
    int difference = order(l->task, r->task);
    if (!difference)
        difference = order(l->id, r->id);
    if (!difference)
        difference = l->cached - r->cached;
    return difference ? difference : order(l->record, r->record);
}

static bool same_result(const struct attempt *left, const struct attempt *right)
{
    return left->task == right->task && left->id == right->id;
}

static size_t keep_done(struct attempts *attempts, const uint8_t *outcomes)
{
    size_t kept = 0, cached = 0;
    for (size_t i = 0; i < attempts->count; i++)
        if (outcomes[attempts->items[i].record] == OUTCOME_SUCCEEDED) {
            cached += attempts->items[i].cached;
            attempts->items[kept++] = attempts->items[i];
        }
    attempts->count = kept;
    return cached;
}

/* Runs of which one took results of the other: the same number. */
static uint32_t first_of(const uint32_t *runs, uint32_t run)
{
    while (runs[run] != run)
        run = runs[run];
    return run;
}

/* Whether they were not one before. */
static bool join(uint32_t *runs, uint32_t left, uint32_t right)
{
    uint32_t l = first_of(runs, left), r = first_of(runs, right);
    runs[l > r ? l : r] = l > r ? r : l;
    return l != r;
}

/* The run that made a result, when it is in the input too, counts; else the first use of it.
 * Returns whether any run took results of another. */
static bool supersede_cached(struct attempts *attempts, uint32_t *runs, uint8_t *outcomes)
{
    bool joined = false;
    if (!keep_done(attempts, outcomes))
        return false;
    qsort(attempts->items, attempts->count, sizeof *attempts->items, compare_results);
    for (size_t i = 1; i < attempts->count; i++)
        if (attempts->items[i].cached &&
            same_result(&attempts->items[i - 1], &attempts->items[i])) {
            outcomes[attempts->items[i].record] = OUTCOME_SUPERSEDED;
            joined |= join(runs, attempts->items[i - 1].run, attempts->items[i].run);
        }
    return joined;
}

/* ---- tasks that a later run repeated when it took the other results ---- */

static void add_named(struct attempts *attempts, const struct records *records, size_t number,
                      size_t first, const uint32_t *runs, const uint8_t *outcomes)
{
    const struct records_block *block = &records->blocks[number];
    int column = records_find_attribute(records, RECORD_TASK_NAME, RECORD_TEXT);
    const uint32_t *names = column == RECORDS_NO_COLUMN ? NULL : records_texts(block, column);
    for (size_t row = 0; names && row < block->rows; row++) {
        if (!names[row] || outcomes[first + row] == OUTCOME_SUPERSEDED)
            continue;
        *list_add(attempts) =
            (struct attempt){.run = first_of(runs, records->sources[block->source].run),
                             .task = records_text_at(block, RECORD_TASK_COLUMN, row),
                             .id = names[row],
                             .number = (double)records->sources[block->source].run,
                             .moment = moment_of(block, row),
                             .record = first + row};
    }
}

/* Runs are told apart by their number, and come in the order of their first attempt; of runs
 * without times nobody knows which came later. */
static void number_by_time(struct attempts *attempts, size_t run_count)
{
    double *firsts = memory_alloc_array(run_count + 1, sizeof *firsts);
    for (size_t i = 0; i < run_count; i++)
        firsts[i] = NAN;
    for (size_t i = 0; i < attempts->count; i++) {
        double *first = &firsts[(size_t)attempts->items[i].number];
        *first = fmin(*first, attempts->items[i].moment);
    }
    for (size_t i = 0; i < attempts->count; i++) {
        double first = firsts[(size_t)attempts->items[i].number];
        attempts->items[i].number = isnan(first) ? 0 : first;
    }
    free(firsts);
}

static void supersede_resumed(struct attempts *attempts, const struct records *records,
                              const uint32_t *runs, uint8_t *outcomes)
{
    size_t first = 0;
    attempts->count = 0;
    for (size_t i = 0; i < records->block_count; i++) {
        add_named(attempts, records, i, first, runs, outcomes);
        first += records->blocks[i].rows;
    }
    number_by_time(attempts, records->source_count);
    supersede_attempts(attempts, records, RECORDS_NO_COLUMN, outcomes);
}

/* ---- all ---- */

static bool all_done(const struct records *records)
{
    return !records_has(records, RECORD_ID_COLUMN) && !records_has(records, RECORD_ENDING_COLUMN) &&
           !records_has(records, RECORD_EXIT_CODE_COLUMN);
}

uint8_t *task_outcomes_make(const struct records *records)
{
    if (all_done(records))
        return NULL;
    uint8_t *outcomes = memory_alloc_array(records->rows + 1, sizeof *outcomes);
    struct attempts attempts = {0};
    size_t record = 0;
    for (size_t i = 0; i < records->block_count; i++)
        for (size_t row = 0; row < records->blocks[i].rows; row++)
            outcomes[record++] = (uint8_t)task_outcome_of(&records->blocks[i], row);
    collect_attempts(&attempts, records);
    supersede_attempts(&attempts, records, records_find_attribute(records, "user", RECORD_TEXT),
                       outcomes);
    uint32_t *runs = memory_alloc_array(records->source_count + 1, sizeof *runs);
    for (size_t i = 0; i < records->source_count; i++)
        runs[i] = (uint32_t)i;
    if (supersede_cached(&attempts, runs, outcomes))
        supersede_resumed(&attempts, records, runs, outcomes);
    free(runs);
    free(attempts.items);
    return outcomes;
}
