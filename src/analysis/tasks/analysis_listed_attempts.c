/* listed_attempts: the single attempts that people look for first, and tasks that
 * wait. Each list holds its LISTED first ones; of equal rank the one that was read first. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/attempt_words.h"
#include "analysis/tasks/task_selection.h"
#include "table/rows.h"
#include "util/memory.h"

enum { LISTED = 200 };

enum list_id { FAILED, CANCELLED, UNFINISHED, SLOWEST, MOST_MEMORY, MOST_UNUSED, LISTS };

static const char *const list_names[LISTS] = {
    "failed", "cancelled", "unfinished", "slowest", "most memory", "most core time unused",
};

/* The higher the earlier in the list, first by `major`. */
struct rank {
    double major, minor;
};

struct candidate {
    struct rank rank;
    struct record_at at;
    size_t number; /* of all records */
};

/* A heap with the last of those listed on top. */
struct attempt_list {
    struct candidate *items; /* LISTED */
    size_t count;
    double least; /* of `major`: what is below has no place */
};

/* ---- the heap ---- */

static bool is_before(const struct candidate *left, const struct candidate *right)
{
    if (left->rank.major != right->rank.major)
        return left->rank.major > right->rank.major;
    if (left->rank.minor != right->rank.minor)
        return left->rank.minor > right->rank.minor;
    return left->number < right->number;
}

static void swap(struct candidate *left, struct candidate *right)
{
    struct candidate held = *left;
    *left = *right;
    *right = held;
}

static void sink(struct attempt_list *list)
{
    for (size_t place = 0;;) {
        size_t last = place;
        for (size_t child = 2 * place + 1; child <= 2 * place + 2 && child < list->count; child++)
            if (is_before(&list->items[last], &list->items[child]))
                last = child;
        if (last == place)
            return;
        swap(&list->items[place], &list->items[last]);
        place = last;
    }
}

static void rise(struct attempt_list *list)
{
    for (size_t place = list->count - 1; place > 0;) {
        size_t parent = (place - 1) / 2;
        if (!is_before(&list->items[parent], &list->items[place]))
            return;
        swap(&list->items[place], &list->items[parent]);
        place = parent;
    }
}

static void offer(struct attempt_list *list, struct candidate offered)
{
    if (list->count < LISTED) {
        list->items[list->count++] = offered;
        rise(list);
    } else if (is_before(&offered, &list->items[0])) {
        list->items[0] = offered;
        sink(list);
    }
    if (list->count == LISTED)
        list->least = list->items[0].rank.major;
}

static int compare_candidates(const void *left, const void *right)
{
    return is_before(left, right) ? -1 : 1;
}

/* ---- what is listed ---- */

static double number_at(const struct records_block *block, int column, size_t row)
{
    return records_number_at(block, column, row);
}

/* Tasks that failed for good come before attempts that were repeated, early ones before late ones:
 * what fails first is often why others fail. */
static void offer_failed(struct attempt_list *list, const struct task_groups *groups,
                         const struct grouped_record *at)
{
    if (task_outcome_of(at->block, at->row) != OUTCOME_FAILED ||
        !task_is_attempt(at->block, at->row))
        return;
    double end = number_at(at->block, RECORD_END_COLUMN, at->row);
    double time = isnan(end) ? number_at(at->block, RECORD_START_COLUMN, at->row) : end;
    bool is_last = task_outcome_at(groups, at->number) != OUTCOME_SUPERSEDED;
    offer(list, (struct candidate){{is_last, isnan(time) ? -INFINITY : -time},
                                   {at->block_number, at->row},
                                   at->number});
}

/* Those that took most time, which is lost, first. */
static void offer_cancelled(struct attempt_list *list, const struct grouped_record *at)
{
    if (task_outcome_of(at->block, at->row) != OUTCOME_CANCELLED ||
        !task_is_attempt(at->block, at->row))
        return;
    double elapsed_s = number_at(at->block, RECORD_ELAPSED_COLUMN, at->row);
    offer(list, (struct candidate){{isnan(elapsed_s) ? -1 : elapsed_s, 0},
                                   {at->block_number, at->row},
                                   at->number});
}

/* Those that ran, the longest first. */
static void offer_unfinished(struct attempt_list *list, const struct task_groups *groups,
                             const struct grouped_record *at)
{
    if (task_outcome_at(groups, at->number) != OUTCOME_UNFINISHED)
        return;
    double elapsed_s = number_at(at->block, RECORD_ELAPSED_COLUMN, at->row);
    double start = number_at(at->block, RECORD_START_COLUMN, at->row);
    offer(list,
          (struct candidate){{isnan(elapsed_s) ? -1 : elapsed_s, isnan(start) ? -INFINITY : -start},
                             {at->block_number, at->row},
                             at->number});
}

/* Where there are millions, all but a few are below the least that is listed. */
static inline void offer_value(struct attempt_list *list, const struct task_groups *groups,
                               double value, struct record_at at, size_t number)
{
    const struct records_block *block = &groups->records->blocks[at.block];
    if (value > list->least && task_succeeded(groups, number) && task_is_attempt(block, at.row))
        offer(list, (struct candidate){{value, 0}, at, number});
}

static void offer_largest(struct attempt_list *list, const struct task_groups *groups, int column)
{
    const struct records *records = groups->records;
    for (size_t block = 0, first = 0; block < records->block_count; block++) {
        const double *values = records_numbers(&records->blocks[block], column);
        for (size_t row = 0; values && row < records->blocks[block].rows; row++)
            offer_value(list, groups, values[row], (struct record_at){block, row}, first + row);
        first += records->blocks[block].rows;
    }
}

static double allotted_s(const struct records_block *block, size_t row)
{
    return task_allotted_s(number_at(block, RECORD_CPU_COLUMN, row),
                           number_at(block, RECORD_ELAPSED_COLUMN, row),
                           number_at(block, RECORD_CORES_COLUMN, row));
}

static void offer_unused(struct attempt_list *list, const struct task_groups *groups)
{
    const struct records *records = groups->records;
    for (size_t block = 0, first = 0; block < records->block_count; block++) {
        const struct records_block *of = &records->blocks[block];
        const double *cpu_s = records_numbers(of, RECORD_CPU_COLUMN);
        for (size_t row = 0; cpu_s && row < of->rows; row++)
            offer_value(list, groups, allotted_s(of, row) - cpu_s[row],
                        (struct record_at){block, row}, first + row);
        first += of->rows;
    }
}

/* Where all tasks succeeded at once, none is looked for that did not. */
static void fill_lists(struct attempt_list lists[LISTS], const struct task_groups *groups)
{
    for (struct grouped_record at = task_records(groups);
         groups->outcomes && task_records_next(&at);) {
        offer_failed(&lists[FAILED], groups, &at);
        offer_cancelled(&lists[CANCELLED], &at);
        offer_unfinished(&lists[UNFINISHED], groups, &at);
    }
    offer_largest(&lists[SLOWEST], groups, RECORD_ELAPSED_COLUMN);
    offer_largest(&lists[MOST_MEMORY], groups, RECORD_MEMORY_COLUMN);
    offer_unused(&lists[MOST_UNUSED], groups);
}

/* ---- the rows ---- */

static const char *text_at(const struct records *records, const struct records_block *block,
                           int column, size_t row)
{
    uint32_t text = records_text_at(block, column, row);
    return text ? records_text(records, text) : NULL;
}

static void put_end(struct listed_attempts_row *row, const struct attempt_words *words,
                    const struct records_block *block, size_t at)
{
    struct attempt_end end = attempt_end_said(words, block, at);
    row->outcome =
        attempt_end_word_text(&words->ends, attempt_end_word(&words->ends, block, at, end));
    row->reason = attempt_end_reason(&words->ends, end, words->arena);
    row->meaning = attempt_meaning(words, block, at, end);
}

static void put_links(struct listed_attempts_row *row, const struct attempt_words *words,
                      const struct records_block *block, size_t at)
{
    const char *texts[ATTEMPT_LINKS];
    for (enum attempt_link link = 0; link < ATTEMPT_LINKS; link++)
        texts[link] = attempt_link_at(&words->links, link, block, at, words->arena);
    row->log = texts[ATTEMPT_LOG];
    row->work_directory = texts[ATTEMPT_WORK_DIRECTORY];
    row->native_id = texts[ATTEMPT_NATIVE_ID];
    row->action = texts[ATTEMPT_ACTION];
    row->message = texts[ATTEMPT_MESSAGE];
}

static void put_measures(struct listed_attempts_row *row, const struct records_block *block,
                         size_t at)
{
    row->attempt = number_at(block, RECORD_ATTEMPT_COLUMN, at);
    row->start = number_at(block, RECORD_START_COLUMN, at);
    row->end = number_at(block, RECORD_END_COLUMN, at);
    row->elapsed_s = number_at(block, RECORD_ELAPSED_COLUMN, at);
    row->cores = number_at(block, RECORD_CORES_COLUMN, at);
    row->unused_core_s = allotted_s(block, at) - number_at(block, RECORD_CPU_COLUMN, at);
    row->cpu_efficiency = number_at(block, RECORD_CPU_COLUMN, at) / allotted_s(block, at);
    row->peak_memory_B = number_at(block, RECORD_MEMORY_COLUMN, at);
    row->requested_memory_B = number_at(block, RECORD_REQUESTED_MEMORY_COLUMN, at);
    row->requested_time_s = number_at(block, RECORD_REQUESTED_TIME_COLUMN, at);
}

static void put_attempt(struct table *table, const struct attempt_words *words,
                        const struct task_groups *groups, const char *list,
                        const struct candidate *candidate)
{
    const struct records *records = groups->records;
    const struct records_block *block = &records->blocks[candidate->at.block];
    size_t at = candidate->at.row;
    struct listed_attempts_row row = listed_attempts_row_missing();
    uint32_t node = attempt_node(words, block, at);
    row.list = list;
    row.task = groups->kinds[groups->groups[groups->group_of[candidate->number]].kind].task;
    row.step = text_at(records, block, RECORD_STEP_COLUMN, at);
    row.name = attempt_name(words, block, at);
    row.id = attempt_id(words, block, at);
    if (!row.name && !row.id)
        row.record = (double)candidate->number + 1;
    row.repeated = task_outcome_at(groups, candidate->number) == OUTCOME_SUPERSEDED;
    row.node = node ? records_text(records, node) : NULL;
    put_measures(&row, block, at);
    put_end(&row, words, block, at);
    put_links(&row, words, block, at);
    listed_attempts_row_put(table, &row);
}

/* One task alone is neither slow nor large. */
static bool is_shown(const struct attempt_list *list, enum list_id id)
{
    return list->count > (id < SLOWEST ? 0 : 1);
}

static void put_list(struct tables *tables, const struct attempt_words *words,
                     const struct task_groups *groups, enum list_id id, struct attempt_list *list)
{
    qsort(list->items, list->count, sizeof *list->items, compare_candidates);
    for (size_t i = 0; i < list->count; i++)
        put_attempt(tables_at(tables, TABLE_listed_attempts), words, groups, list_names[id],
                    &list->items[i]);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    struct attempt_list lists[LISTS];
    if (!groups)
        return;
    for (size_t id = 0; id < LISTS; id++)
        lists[id] =
            (struct attempt_list){memory_alloc_array(LISTED, sizeof *lists[id].items), 0, 0};
    fill_lists(lists, groups);
    struct attempt_words words = attempt_words_of_tasks(groups, tables->arena);
    for (enum list_id id = 0; id < LISTS; id++) {
        if (is_shown(&lists[id], id))
            put_list(tables, &words, groups, id, &lists[id]);
        free(lists[id].items);
    }
    attempt_words_release(&words);
}

const struct analysis analysis_listed_attempts = {"listed_attempts", run};
