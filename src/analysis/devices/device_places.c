#include "analysis/devices/device_places.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/devices/event_tasks.h"
#include "util/memory.h"
#include "util/number.h"

static int compare_keys(const struct device_place *left, const struct device_place *right)
{
    int order = numbers_order(left->host, right->host);
    order = order ? order : numbers_order(left->job, right->job);
    return order ? order : numbers_order(left->task, right->task);
}

static int compare_places(const void *left, const void *right)
{
    const struct device_place *a = left, *b = right;
    int order = compare_keys(a, b);
    return order ? order : numbers_order(a->device, b->device);
}

void device_places_make(struct device_places *places, const struct activity *activity)
{
    *places = (struct device_places){0};
    if (!activity->place_count)
        return;
    places->items = memory_alloc_array(activity->place_count, sizeof *places->items);
    memcpy(places->items, activity->places, activity->place_count * sizeof *places->items);
    qsort(places->items, activity->place_count, sizeof *places->items, compare_places);
    for (size_t i = 0; i < activity->place_count; i++)
        if (!i || compare_places(&places->items[i], &places->items[places->count - 1]) != 0)
            places->items[places->count++] = places->items[i];
}

void device_places_release(struct device_places *places)
{
    free(places->items);
    *places = (struct device_places){0};
}

uint32_t device_places_of_task(const struct device_places *places, uint32_t host, uint32_t job,
                               uint32_t task)
{
    const struct device_place key = {host, job, task, 0};
    size_t low = 0, high = places->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_keys(&places->items[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == places->count || compare_keys(&places->items[low], &key) != 0)
        return EVENT_NO_DEVICE;
    bool is_alone = low + 1 == places->count || compare_keys(&places->items[low + 1], &key) != 0;
    return is_alone ? places->items[low].device : EVENT_NO_DEVICE;
}

uint32_t device_places_of_host(const struct device_places *places, uint32_t host)
{
    return device_places_of_task(places, host, 0, 0);
}
