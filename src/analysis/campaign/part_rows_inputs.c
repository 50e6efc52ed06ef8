/* Inputs whose tasks count more than once: in several versions, or under several names, or because
 * others hold the same tasks. */
#include <stdlib.h>
#include <string.h>

#include "analysis/campaign/part_rows.h"
#include "table/rows.h"
#include "util/memory.h"

typedef int compare_inputs(const void *left, const void *right);

static int compare_places(const void *left, const void *right)
{
    const struct part_input *l = *(const struct part_input *const *)left;
    const struct part_input *r = *(const struct part_input *const *)right;
    if (l->place != r->place)
        return l->place < r->place ? -1 : 1;
    return (l > r) - (l < r);
}

static int compare_contents(const void *left, const void *right)
{
    const struct part_input *l = *(const struct part_input *const *)left;
    const struct part_input *r = *(const struct part_input *const *)right;
    int order = strcmp(l->content, r->content);
    return order ? order : (l > r) - (l < r);
}

/* Those that are alike in their order in the part: by name. To be freed. */
static const struct part_input **inputs_by(const struct part *part, compare_inputs *compare)
{
    const struct part_input **inputs = memory_alloc_array(part->input_count + 1, sizeof *inputs);
    for (size_t i = 0; i < part->input_count; i++)
        inputs[i] = &part->inputs[i];
    if (part->input_count)
        qsort(inputs, part->input_count, sizeof *inputs, compare);
    return inputs;
}

/* Of one place, in several versions. Where the same path is of another file on another host,
 * nobody here can know: the report says what it has. */
static void put_changed(struct tables *tables, const struct part *part,
                        const struct short_paths *names)
{
    const struct part_input **inputs = inputs_by(part, compare_places);
    for (size_t first = 0, end; first < part->input_count; first = end) {
        for (end = first + 1; end < part->input_count && inputs[end]->place == inputs[first]->place;
             end++)
            ;
        if (end == first + 1 || !inputs[first]->place)
            continue;
        struct changed_inputs_row row = changed_inputs_row_missing();
        row.input = short_paths_get(names, inputs[first]->name);
        row.versions = (double)(end - first);
        changed_inputs_row_put(tables_at(tables, TABLE_changed_inputs), &row);
    }
    free(inputs);
}

/* Of the same content, from several places: they came to different tasks, or they were one input.
 */
static void put_copied(struct tables *tables, const struct part *part,
                       const struct short_paths *names)
{
    const struct part_input **inputs = inputs_by(part, compare_contents);
    const struct part_input *first = NULL;
    for (size_t i = 0; i < part->input_count; i++) {
        const struct part_input *input = inputs[i];
        if (!first || strcmp(first->content, input->content) != 0) {
            first = input;
            continue;
        }
        if (!*input->content || !input->records || (input->place && input->place == first->place))
            continue;
        struct copied_inputs_row row = copied_inputs_row_missing();
        row.input = short_paths_get(names, input->name);
        row.same_as = short_paths_get(names, first->name);
        row.records = (double)input->records;
        copied_inputs_row_put(tables_at(tables, TABLE_copied_inputs), &row);
    }
    free(inputs);
}

static const char *name_of(const struct part *part, const struct short_paths *names, uint64_t input)
{
    uint32_t number = input ? part_input_of_hash(part, input) : HASH_INDEX_NONE;
    return number == HASH_INDEX_NONE ? NULL : short_paths_get(names, part->inputs[number].name);
}

static void put_shared(struct tables *tables, const struct part *part,
                       const struct short_paths *names)
{
    struct task_overlap overlap = task_sample_overlap(&part->sample);
    struct shared_tasks_row row = shared_tasks_row_missing();
    if (part->input_count < 2 || !overlap.sampled)
        return;
    row.records = (double)part->sample.tasks;
    row.sampled = (double)overlap.sampled;
    row.seen = (double)overlap.seen;
    row.tasks = overlap.tasks;
    row.shared = overlap.shared;
    row.shared_low = overlap.low;
    row.shared_high = overlap.high;
    row.repeated = overlap.repeated;
    const char *one = name_of(part, names, overlap.holders[0]);
    const char *other = name_of(part, names, overlap.holders[1]);
    if (one && other) {
        bool is_first = strcmp(one, other) <= 0;
        row.input = is_first ? one : other;
        row.other_input = is_first ? other : one;
        row.seen_in_both = (double)overlap.by_holders;
    }
    shared_tasks_row_put(tables_at(tables, TABLE_shared_tasks), &row);
}

void part_rows_put_inputs(struct tables *tables, const struct part *part,
                          const struct short_paths *names)
{
    put_changed(tables, part, names);
    put_copied(tables, part, names);
    put_shared(tables, part, names);
}
