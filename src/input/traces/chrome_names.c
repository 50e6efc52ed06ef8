#include "input/traces/chrome_names.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/list.h"
#include "util/memory.h"

void chrome_names_release(struct chrome_names *names)
{
    interner_release(&names->texts);
    free(names->items);
    *names = (struct chrome_names){0};
}

void chrome_names_add(struct chrome_names *names, struct chrome_name name)
{
    *list_add(names) = name;
}

void chrome_names_merge(struct chrome_names *names, struct chrome_names *from)
{
    uint32_t *texts = memory_alloc_array(from->texts.count + 1, sizeof *texts);
    interner_adopt(&names->texts, &from->texts, texts);
    for (size_t i = 0; i < from->count; i++)
        chrome_names_add(names, (struct chrome_name){texts[from->items[i].id],
                                                     texts[from->items[i].name]});
    free(texts);
    chrome_names_release(from);
}

/* ---- which name an id gets ---- */

/* The id of the thread alone, NULL for a process. */
static const char *thread_of(const char *id)
{
    const char *separator = strchr(id, CHROME_ID_SEPARATOR);
    return separator ? separator + 1 : NULL;
}

/* Threads may have the name of one in another process. */
static size_t owner_size(const char *id)
{
    const char *thread = thread_of(id);
    return thread ? (size_t)(thread - id) : 0;
}

struct named {
    const char *id, *name;
    size_t owner_size, order;
};

static int compare_owned_names(const struct named *left, const struct named *right)
{
    if (left->owner_size != right->owner_size)
        return left->owner_size < right->owner_size ? -1 : 1;
    int order = memcmp(left->id, right->id, left->owner_size);
    return order ? order : strcmp(left->name, right->name);
}

static int compare_named(const void *left_pointer, const void *right_pointer)
{
    const struct named *left = left_pointer, *right = right_pointer;
    int order = compare_owned_names(left, right);
    if (order)
        return order;
    return left->order < right->order ? -1 : left->order > right->order;
}

/* The last name of each id. Returns how many there are. */
static size_t collect(const struct chrome_names *names, struct named *list)
{
    uint32_t *last = memory_alloc_array(names->texts.count + 1, sizeof *last);
    size_t count = 0;
    for (size_t i = 0; i < names->count; i++)
        last[names->items[i].id] = names->items[i].name;
    for (uint32_t id = 1; id < names->texts.count; id++) {
        if (!last[id])
            continue;
        const char *text = interner_text(&names->texts, id);
        list[count] =
            (struct named){text, interner_text(&names->texts, last[id]), owner_size(text), count};
        count++;
    }
    free(last);
    qsort(list, count, sizeof *list, compare_named);
    return count;
}

/* ---- texts that take the place of ids ---- */

struct replacing {
    struct interner *texts;
    const char *rank; /* "rank 0", NULL: not told */
    struct arena arena;
    uint32_t *with; /* by number of the id; 0: not known yet */
    size_t count;   /* of the ids */
};

static void replace(struct replacing *replacing, const char *id, const char *text)
{
    uint32_t number = interner_find(replacing->texts, id, strlen(id));
    if (number && number < replacing->count)
        replacing->with[number] = interner_add(replacing->texts, text, strlen(text));
}

/* Not twice where a program named its processes so itself. */
static const char *with_rank(struct replacing *replacing, const char *process)
{
    size_t size = replacing->rank ? strlen(replacing->rank) : 0;
    bool has_it = strncmp(process, replacing->rank ? replacing->rank : "", size) == 0 &&
                  !isdigit((unsigned char)process[size]);
    return size && !has_it ? arena_format(&replacing->arena, "%s %s", replacing->rank, process)
                           : process;
}

static void replacing_init(struct replacing *replacing, struct interner *texts, int32_t rank,
                           const struct named *list, size_t count)
{
    *replacing = (struct replacing){.texts = texts, .count = texts->count};
    replacing->with = memory_alloc_array(texts->count + 1, sizeof *replacing->with);
    arena_init(&replacing->arena);
    if (rank != CHROME_NO_RANK)
        replacing->rank = arena_format(&replacing->arena, "rank %" PRId32, rank);
    for (size_t i = 0; i < count; i++) {
        bool shared = (i > 0 && compare_owned_names(&list[i - 1], &list[i]) == 0) ||
                      (i + 1 < count && compare_owned_names(&list[i], &list[i + 1]) == 0);
        const char *thread = thread_of(list[i].id);
        const char *text = shared ? arena_format(&replacing->arena, "%s (%s)", list[i].name,
                                                 thread ? thread : list[i].id)
                                  : list[i].name;
        replace(replacing, list[i].id, thread ? text : with_rank(replacing, text));
    }
}

static void replacing_release(struct replacing *replacing)
{
    free(replacing->with);
    arena_release(&replacing->arena);
}

static const char *default_name(struct replacing *replacing, const char *process,
                                const char *thread)
{
    struct arena *arena = &replacing->arena;
    if (!thread)
        return with_rank(replacing, arena_format(arena, "process %s", process));
    if (*thread == CHROME_ASYNC_MARK)
        return arena_format(arena, "async%s%s", thread[1] ? " " : "", thread + 1);
    return arena_format(arena, "thread %s", thread);
}

static uint32_t replaced(struct replacing *replacing, uint32_t id)
{
    if (!id || id >= replacing->count)
        return id;
    if (!replacing->with[id]) {
        const char *text = interner_text(replacing->texts, id), *thread = thread_of(text);
        const char *name = default_name(replacing, text, thread);
        replacing->with[id] = interner_add(replacing->texts, name, strlen(name));
    }
    return replacing->with[id];
}

static void replace_subject(struct replacing *replacing, struct activity_subject *subject)
{
    subject->host = replaced(replacing, subject->host);
    subject->lane = replaced(replacing, subject->lane);
}

void chrome_names_apply(const struct chrome_names *names, int32_t rank, struct activity *activity,
                        struct metric_rows *rows)
{
    struct replacing replacing;
    struct named *list = memory_alloc_array(names->count + 1, sizeof *list);
    size_t count = collect(names, list);
    replacing_init(&replacing, &activity->texts, rank, list, count);
    for (size_t i = 0; i < activity->span_count; i++)
        replace_subject(&replacing, &activity->spans[i].subject);
    for (size_t i = 0; i < activity->end_count; i++)
        replace_subject(&replacing, &activity->ends[i].subject);
    for (size_t i = 0; i < activity->mark_count; i++) {
        activity->marks[i].host = replaced(&replacing, activity->marks[i].host);
        activity->marks[i].lane = replaced(&replacing, activity->marks[i].lane);
    }
    replacing_release(&replacing);
    replacing_init(&replacing, &rows->texts, rank, list, count);
    for (size_t i = 0; i < rows->count; i++)
        rows->rows[i].node = replaced(&replacing, rows->rows[i].node);
    replacing_release(&replacing);
    free(list);
}
