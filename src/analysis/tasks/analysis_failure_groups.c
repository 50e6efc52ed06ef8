/* failure_groups: attempts that failed alike, by kind, status and reason, each with the first of
 * them: whose log to read. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/attempt_words.h"
#include "analysis/tasks/group_index.h"
#include "table/rows.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

struct failure_group {
    size_t attempts, last;
    double elapsed_s, first_time;
    struct record_at first;
    size_t first_number; /* of all records */
    uint32_t kind;
    struct attempt_end end;
    size_t nodes, node_attempts; /* nodes that are known; of the one with most attempts */
    uint32_t node;
    size_t order; /* of first appearance */
};

struct grouping {
    struct attempt_words words;
    struct group_index ways;  /* of word × end */
    struct group_index index; /* of kind × way */
    struct group_index nodes; /* of group × node */
    LIST_OF(struct failure_group) groups;
    LIST_OF(size_t) on_node; /* attempts of each group × node */
};

static bool comes_first(const struct failure_group *group, double time, size_t number)
{
    if (isnan(time) || isnan(group->first_time))
        return !isnan(time) || (isnan(group->first_time) && number < group->first_number);
    return time < group->first_time || (time == group->first_time && number < group->first_number);
}

static void count_node(struct grouping *grouping, uint32_t number, uint32_t node)
{
    struct failure_group *group = &grouping->groups.items[number];
    if (!node)
        return;
    uint32_t pair = group_index_add(&grouping->nodes, (struct group_key){number, node});
    group->nodes += pair == grouping->on_node.count;
    list_reach(&grouping->on_node, pair + 1, 0);
    size_t count = ++grouping->on_node.items[pair];
    if (count > group->node_attempts) {
        group->node_attempts = count;
        group->node = node;
    }
}

static void add_failure(struct grouping *grouping, const struct grouped_record *at, bool is_last)
{
    struct attempt_words *words = &grouping->words;
    struct attempt_end end = attempt_end_said(words, at->block, at->row);
    uint32_t word = attempt_end_word(&words->ends, at->block, at->row, end);
    uint32_t way =
        group_index_add(&grouping->ways, (struct group_key){word, attempt_end_number(end)});
    uint32_t number = group_index_add(&grouping->index, (struct group_key){at->kind, way});
    list_reach(&grouping->groups, number + 1,
               (struct failure_group){.elapsed_s = NUMBER_MISSING,
                                      .first_time = NUMBER_MISSING,
                                      .first_number = SIZE_MAX,
                                      .kind = at->kind,
                                      .end = end,
                                      .order = number});
    struct failure_group *group = &grouping->groups.items[number];
    double ended = records_number_at(at->block, RECORD_END_COLUMN, at->row);
    double time = isnan(ended) ? records_number_at(at->block, RECORD_START_COLUMN, at->row) : ended;
    group->attempts++;
    group->last += is_last;
    number_add(&group->elapsed_s, records_number_at(at->block, RECORD_ELAPSED_COLUMN, at->row));
    if (comes_first(group, time, at->number)) {
        group->first_time = time;
        group->first = (struct record_at){at->block_number, at->row};
        group->first_number = at->number;
    }
    count_node(grouping, number, attempt_node(words, at->block, at->row));
}

static int compare_groups(const void *left, const void *right)
{
    const struct failure_group *l = left, *r = right;
    if (l->attempts != r->attempts)
        return l->attempts > r->attempts ? -1 : 1;
    return (l->order > r->order) - (l->order < r->order);
}

static const char *name_or_id(const struct attempt_words *words, const struct records_block *block,
                              size_t row)
{
    uint32_t text = attempt_task_name(words->records, block, row);
    return text ? records_text(words->records, text) : NULL;
}

static void put_first(struct failure_groups_row *row, const struct grouping *grouping,
                      const struct failure_group *group)
{
    const struct attempt_words *words = &grouping->words;
    const struct records_block *block = &words->records->blocks[group->first.block];
    size_t at = group->first.row;
    row->outcome =
        attempt_end_word_text(&words->ends, attempt_end_word(&words->ends, block, at, group->end));
    row->meaning = attempt_meaning(words, block, at, group->end);
    row->first_end = group->first_time;
    row->first_task = name_or_id(words, block, at);
    row->first_id = attempt_id(words, block, at);
    row->first_log = attempt_link_at(&words->links, ATTEMPT_LOG, block, at, words->arena);
    row->first_work_directory =
        attempt_link_at(&words->links, ATTEMPT_WORK_DIRECTORY, block, at, words->arena);
}

static void put_group(struct table *table, const struct task_groups *groups,
                      const struct grouping *grouping, const struct failure_group *group)
{
    const struct attempt_words *words = &grouping->words;
    struct failure_groups_row row = failure_groups_row_missing();
    row.task = groups->kinds[group->kind].task;
    row.reason = attempt_end_reason(&words->ends, group->end, words->arena);
    row.attempts = (double)group->attempts;
    row.last = (double)group->last;
    row.elapsed_s = group->elapsed_s;
    if (group->nodes) {
        row.nodes = (double)group->nodes;
        row.node = records_text(words->records, group->node);
        row.on_node = (double)group->node_attempts;
    }
    put_first(&row, grouping, group);
    failure_groups_row_put(table, &row);
}

static void release(struct grouping *grouping)
{
    attempt_words_release(&grouping->words);
    group_index_release(&grouping->ways);
    group_index_release(&grouping->index);
    group_index_release(&grouping->nodes);
    free(grouping->groups.items);
    free(grouping->on_node.items);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    if (!groups || !groups->outcomes)
        return;
    struct grouping grouping = {.words = attempt_words_of_tasks(groups, tables->arena)};
    for (struct grouped_record at = task_records(groups); task_records_next(&at);)
        if (task_is_attempt(at.block, at.row) &&
            task_outcome_of(at.block, at.row) == OUTCOME_FAILED)
            add_failure(&grouping, &at, task_outcome_at(groups, at.number) != OUTCOME_SUPERSEDED);
    if (grouping.groups.count)
        qsort(grouping.groups.items, grouping.groups.count, sizeof *grouping.groups.items,
              compare_groups);
    for (size_t i = 0; i < grouping.groups.count; i++)
        put_group(tables_at(tables, TABLE_failure_groups), groups, &grouping,
                  &grouping.groups.items[i]);
    release(&grouping);
}

const struct analysis analysis_failure_groups = {"failure_groups", run};
