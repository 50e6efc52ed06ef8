#include <stdbool.h>
#include <string.h>

#include "table/activity.h"
#include "util/memory.h"

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
        memory_reserve(&activity->devices, &activity->device_capacity, activity->device_count + 1,
                       sizeof *activity->devices);
        activity->devices[activity->device_count++] = (struct activity_device){0};
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

void activity_add_place(struct activity *activity, struct device_place place)
{
    memory_reserve(&activity->places, &activity->place_capacity, activity->place_count + 1,
                   sizeof *activity->places);
    activity->places[activity->place_count++] = place;
}
