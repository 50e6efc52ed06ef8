#include "analysis/devices/map_places.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "util/memory.h"
#include "util/number.h"

static uint64_t key_of(uint32_t job, uint32_t task)
{
    return (uint64_t)task << 32 | job;
}

static int compare_places(const void *left, const void *right)
{
    const struct map_place *a = left, *b = right;
    return (a->key > b->key) - (a->key < b->key);
}

static void fill_in(double *number, double other)
{
    if (number_is_missing(*number))
        *number = other;
}

/* Attributes of a task mostly stand beside each other, but need not. */
static void unite(struct map_places *places)
{
    size_t count = 0;
    qsort(places->items, places->count, sizeof *places->items, compare_places);
    for (size_t i = 0; i < places->count; i++) {
        struct map_place *last = count ? &places->items[count - 1] : NULL;
        if (!last || last->key != places->items[i].key) {
            places->items[count++] = places->items[i];
            continue;
        }
        fill_in(&last->x, places->items[i].x);
        fill_in(&last->y, places->items[i].y);
        fill_in(&last->level, places->items[i].level);
        fill_in(&last->work, places->items[i].work);
    }
    places->count = count;
}

static bool begins_with_word(const char *name, const char *word)
{
    size_t length = strlen(word);
    if (strncasecmp(name, word, length) != 0)
        return false;
    length += tolower((unsigned char)name[length]) == 's';
    return !isalpha((unsigned char)name[length]);
}

/* `apart`: "network" does not end with the word work. */
static bool ends_with_word(const char *name, const char *word, bool apart)
{
    size_t all = strlen(name), length = strlen(word);
    if (all < length || strcasecmp(name + all - length, word) != 0)
        return false;
    return !apart || all == length || !isalpha((unsigned char)name[all - length - 1]);
}

/* "input_id", "work number": no amount. */
static bool is_identifier(const char *name)
{
    static const char *const words[] = {"id", "index", "number", "no"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (ends_with_word(name, words[i], true))
            return true;
    return false;
}

/* "size", "input_bytes", "Size (MB)", "npixels": a name that begins or ends with one of the words.
 */
static bool is_work(const char *name)
{
    static const char *const words[] = {"input", "size",     "bytes",   "work",      "items",
                                        "rows",  "pixels",   "samples", "records",   "elements",
                                        "cells", "tokens",   "atoms",   "particles", "events",
                                        "steps", "triangles"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (begins_with_word(name, words[i]) ||
            ends_with_word(name, words[i], strcmp(words[i], "work") == 0))
            return !is_identifier(name);
    return false;
}

static double *number_of(struct map_place *place, const char *name)
{
    if (strcasecmp(name, "x") == 0)
        return &place->x;
    if (strcasecmp(name, "y") == 0)
        return &place->y;
    if (strcasecmp(name, "level") == 0)
        return &place->level;
    return is_work(name) && number_is_missing(place->work) ? &place->work : NULL;
}

void map_places_make(struct map_places *places, const struct activity *activity)
{
    *places = (struct map_places){
        .items = memory_alloc_array(activity->attribute_count + 1, sizeof *places->items)};
    for (size_t i = 0; i < activity->attribute_count; i++) {
        const struct task_attribute *attribute = &activity->attributes[i];
        uint64_t key = key_of(attribute->job, attribute->task);
        struct map_place *place = places->count ? &places->items[places->count - 1] : NULL;
        if (!place || place->key != key) {
            place = &places->items[places->count];
            *place = (struct map_place){key, NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING,
                                        NUMBER_MISSING};
            places->count++;
        }
        double *number = number_of(place, activity_text(activity, attribute->name));
        if (number)
            *number = attribute->value;
    }
    unite(places);
}

void map_places_release(struct map_places *places)
{
    free(places->items);
    *places = (struct map_places){0};
}

const struct map_place *map_places_find(const struct map_places *places, uint32_t job,
                                        uint32_t task)
{
    struct map_place wanted = {.key = key_of(job, task)};
    const struct map_place *found =
        bsearch(&wanted, places->items, places->count, sizeof *places->items, compare_places);
    if (found || !job)
        return found;
    wanted.key = key_of(0, task);
    return bsearch(&wanted, places->items, places->count, sizeof *places->items, compare_places);
}
