/* Lists of one type, which grow. The items are one array from the heap, which the owner frees.
 *
 *     LIST_OF(struct task) tasks = {0};
 *     *list_add(&tasks) = task;
 *     list_last(&tasks)->end = end;
 *     free(tasks.items);
 *
 * A struct that has other members, too, is a list when these three are among them. Adding takes
 * constant time on average, and may move the items: pointers to them are not kept. */
#ifndef UTIL_LIST_H
#define UTIL_LIST_H

#include <stddef.h>

#include "util/memory.h"

#define LIST_OF(type)                                                                              \
    struct {                                                                                       \
        type *items;                                                                               \
        size_t count, capacity;                                                                    \
    }

/* A pointer to a new last item, whose content is not set. The value to be put there must not be
 * read from the list itself. `list` is a pointer without side effects. */
#define list_add(list)                                                                             \
    (memory_reserve(&(list)->items, &(list)->capacity, (list)->count + 1, sizeof *(list)->items),  \
     &(list)->items[(list)->count++])

/* A pointer to the last item; there is one. */
#define list_last(list) (&(list)->items[(list)->count - 1])

/* Makes the list that long at least; items that were not there are the value `...`, which must not
 * be read from the list itself:
 *
 *     list_reach(&hosts, number + 1, (struct host){.gone = NUMBER_MISSING}); */
#define list_reach(list, reached, ...)                                                             \
    do                                                                                             \
        for (const size_t list_reached = (reached); (list)->count < list_reached;)                 \
            *list_add(list) = __VA_ARGS__;                                                         \
    while (0)

/* The same of a struct with several lists, whose members are called as that of `spans`,
 * `span_count`, `span_capacity`:
 *
 *     *list_add_to(activity, spans, span) = span; */
#define list_add_to(owner, items, item)                                                            \
    (memory_reserve(&(owner)->items, &(owner)->item##_capacity, (owner)->item##_count + 1,         \
                    sizeof *(owner)->items),                                                       \
     &(owner)->items[(owner)->item##_count++])

#endif
