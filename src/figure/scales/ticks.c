#include "figure/scales/ticks.h"

static void ticks_bands(const struct scale *scale, struct tick_room room, struct arena *arena,
                        struct ticks *ticks)
{
    if (!scale->bands)
        return;
    size_t count = (size_t)scale->high;
    size_t every = (count + room.most - 1) / room.most;
    ticks->items = arena_alloc_array(arena, count, sizeof ticks->items[0]);
    ticks->count = count;
    size_t next = 0; /* the first band whose name does not touch the one before */
    for (size_t i = 0; i < count; i++) {
        bool major = i >= next && scale->bands[i] && scale->bands[i][0];
        next = major ? i + every : next;
        ticks->items[i] = (struct tick){.value = (double)i + 0.5,
                                        .label = major ? scale->bands[i] : "",
                                        .major = major};
    }
}

/* Air between labels: rows of names may stand close, times need more room. */
static double air_pt(enum scale_kind kind)
{
    return kind == SCALE_BANDS ? 0.5 : kind == SCALE_TIME ? 14 : 9;
}

void scale_ticks(const struct scale *scale, double length_pt, double label_pt, struct arena *arena,
                 struct ticks *ticks)
{
    *ticks = (struct ticks){0};
    struct tick_room room = {.length_pt = length_pt, .label_pt = label_pt, .most = 1};
    double most = length_pt / (label_pt + air_pt(scale->kind));
    if (most >= 2)
        room.most = most < 1000 ? (size_t)most : 1000;
    switch (scale->kind) {
    case SCALE_LINEAR:
        ticks_linear(scale, room, arena, ticks);
        break;
    case SCALE_LOG:
        ticks_log(scale, room, arena, ticks);
        break;
    case SCALE_TIME:
        ticks_time(scale, room, arena, ticks);
        break;
    case SCALE_BANDS:
        ticks_bands(scale, room, arena, ticks);
        break;
    }
}
