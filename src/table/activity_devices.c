#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "table/activity.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/strbuf.h"

/* 1 + the device that the text names as a serial number, a UUID, an index; 0: none. Of those with a
 * serial number the UUID identifies none: sources shorten UUIDs. */
struct named_device {
    uint32_t serial, uuid, index;
};

static void make_room(struct activity *activity, struct activity_device device)
{
    uint32_t highest = device.serial > device.uuid ? device.serial : device.uuid;
    highest = device.index > highest ? device.index : highest;
    size_t known = activity->named_device_capacity;
    memory_reserve(&activity->named_devices, &activity->named_device_capacity, (size_t)highest + 1,
                   sizeof *activity->named_devices);
    memset(activity->named_devices + known, 0,
           (activity->named_device_capacity - known) * sizeof *activity->named_devices);
}

static bool differ(uint32_t known, uint32_t said)
{
    return known && said && known != said;
}

static uint32_t find_device(const struct activity *activity, struct activity_device device)
{
    const struct named_device *named = activity->named_devices;
    uint32_t found = device.serial ? named[device.serial].serial
                     : device.uuid ? named[device.uuid].uuid
                                   : 0;
    if (found || !device.index || !named[device.index].index)
        return found;
    found = named[device.index].index;
    const struct activity_device *known = &activity->devices[found - 1];
    bool another = differ(known->serial, device.serial) || differ(known->uuid, device.uuid);
    return another ? 0 : found;
}

static void fill_in(uint32_t *known, uint32_t said)
{
    if (!*known)
        *known = said;
}

uint32_t activity_device(struct activity *activity, struct activity_device device)
{
    make_room(activity, device);
    uint32_t found = find_device(activity, device);
    if (!found) {
        *list_add_to(activity, devices, device) = (struct activity_device){0};
        found = (uint32_t)activity->device_count;
    }
    struct activity_device *known = &activity->devices[found - 1];
    struct named_device *named = activity->named_devices;
    fill_in(&known->serial, device.serial);
    fill_in(&known->uuid, device.uuid);
    fill_in(&known->index, device.index);
    known->memory_B = known->memory_B > 0 ? known->memory_B : device.memory_B;
    fill_in(&named[device.serial].serial, found);
    fill_in(&named[device.serial ? 0 : device.uuid].uuid, found);
    fill_in(&named[device.index].index, found);
    return found - 1;
}

const char *activity_device_name(const struct activity *activity, size_t device)
{
    const struct activity_device *known = &activity->devices[device];
    uint32_t named = known->serial ? known->serial : known->index ? known->index : known->uuid;
    return activity_text(activity, named);
}

const char *device_node_name(struct arena *arena, const char *index)
{
    const char *blank = index ? strrchr(index, ' ') : NULL;
    return blank ? arena_format(arena, "gpu-%s.%.*s", blank + 1, (int)(blank - index), index)
                 : NULL;
}

void activity_add_place(struct activity *activity, struct device_place place)
{
    *list_add_to(activity, places, place) = place;
}

/* ---- GPUs of the same index ---- */

/* Of GPUs that are named by their index and have a UUID. */
static bool may_share_index(const struct activity_device *device)
{
    return !device->serial && device->uuid && device->index;
}

static int compare_texts(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* As many bytes as tell all UUIDs apart: 12 at least, as far as "GPU-8f6b5c8e". */
static size_t telling_size(const struct activity *activity)
{
    const char **uuids = memory_alloc_array(activity->device_count + 1, sizeof *uuids);
    size_t count = 0, size = 12;
    for (size_t i = 0; i < activity->device_count; i++)
        if (activity->devices[i].uuid)
            uuids[count++] = activity_text(activity, activity->devices[i].uuid);
    qsort(uuids, count, sizeof *uuids, compare_texts);
    for (size_t i = 1; i < count; i++) {
        size_t same = 0;
        while (uuids[i][same] && uuids[i][same] == uuids[i - 1][same])
            same++;
        size = same + 1 > size ? same + 1 : size;
    }
    free(uuids);
    return size;
}

static uint32_t index_with_uuid(struct activity *activity, const struct activity_device *device,
                                size_t size)
{
    struct strbuf name;
    const char *uuid = activity_text(activity, device->uuid);
    strbuf_init(&name);
    strbuf_add_text(&name, activity_text(activity, device->index));
    strbuf_add_text(&name, " (");
    strbuf_add(&name, uuid, strnlen(uuid, size));
    strbuf_add_text(&name, ")");
    uint32_t number = activity_number(activity, name.text, name.size);
    strbuf_release(&name);
    return number;
}

void activity_tell_devices_apart(struct activity *activity)
{
    uint32_t *times = memory_alloc_array(activity->texts.count + 1, sizeof *times);
    size_t size = telling_size(activity), known = activity->texts.count;
    for (size_t i = 0; i < activity->device_count; i++)
        times[activity->devices[i].index] += !activity->devices[i].serial;
    for (size_t i = 0; i < activity->device_count; i++) {
        struct activity_device *device = &activity->devices[i];
        if (may_share_index(device) && device->index <= known && times[device->index] > 1)
            device->index = index_with_uuid(activity, device, size);
    }
    free(times);
}
