#include <stdlib.h>

#include "input/traces/dasf_chunk.h"
#include "util/memory.h"

struct begin {
    const struct activity_subject *subject;
    size_t number;
};

static int compare_numbers(size_t left, size_t right)
{
    return left < right ? -1 : left > right;
}

static int compare_subjects(const struct activity_subject *left,
                            const struct activity_subject *right)
{
    int order = compare_numbers(left->host, right->host);
    order = order ? order : compare_numbers(left->lane, right->lane);
    return order ? order : compare_numbers(left->name, right->name);
}

static int compare_begins(const void *left_pointer, const void *right_pointer)
{
    const struct begin *left = left_pointer, *right = right_pointer;
    int order = compare_subjects(left->subject, right->subject);
    return order ? order : compare_numbers(left->number, right->number);
}

void dasf_pair_begins(struct activity *activity)
{
    struct begin *begins = memory_alloc_array(activity->end_count + 1, sizeof *begins);
    for (size_t i = 0; i < activity->end_count; i++)
        begins[i] = (struct begin){&activity->ends[i].subject, i};
    qsort(begins, activity->end_count, sizeof *begins, compare_begins);
    bool open = false;
    for (size_t i = 0; i < activity->end_count; i++) {
        bool same = i && compare_subjects(begins[i - 1].subject, begins[i].subject) == 0;
        open = same && open;
        activity->ends[begins[i].number].side = open ? SPAN_STOP : SPAN_START;
        open = !open;
    }
    free(begins);
}
