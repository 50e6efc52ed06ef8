#include "activity_fixture.h"

#include <math.h>

#include "analysis/devices/map_places.h"

static void sizes_of_input_are_known_by_their_names(void)
{
    static const char *const sizes[] = {"size",   "input_MB", "Inputs", "Size (MB)", "nbytes",
                                        "pixels", "work",     "Work 2", "tileSize"};
    static const char *const others[] = {"worker",   "network",    "workflow",   "framework",
                                         "input_id", "Input No",   "sizeable",   "step",
                                         "level",    "work-index", "temperature"};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0] + sizeof others / sizeof others[0]; i++) {
        size_t count = sizeof sizes / sizeof sizes[0];
        struct activity_fixture f;
        struct map_places places;
        activity_fixture_init(&f, ACTIVITY_CLOCK_UNIX);
        const char *name = i < count ? sizes[i] : others[i - count];
        activity_add_attribute(&f.activity,
                               (struct task_attribute){.task = fixture_number(&f, "a"),
                                                       .name = fixture_number(&f, name),
                                                       .value = 7});
        activity_fixture_settle(&f, false);
        map_places_make(&places, f.aligned.activity);
        CHECK_INT(places.count, 1);
        CHECK(i < count ? places.items[0].work == 7 : isnan(places.items[0].work));
        map_places_release(&places);
        activity_fixture_release(&f);
    }
}

CHECK_MAIN(TEST(sizes_of_input_are_known_by_their_names))
