#include "figure/scales/ticks.h"

#include <math.h>
#include <stdio.h>

#include "util/instant.h"

enum { SECOND = 1, MINUTE = 60, HOUR = 3600, DAY = 86400 };

/* Steps that keep to round times when counted from local midnight. */
static const int CLOCK_STEPS_S[] = {
    1 * SECOND, 2 * SECOND, 5 * SECOND,  10 * SECOND, 15 * SECOND, 30 * SECOND, 1 * MINUTE,
    2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, 1 * HOUR,    2 * HOUR,
    3 * HOUR,   6 * HOUR,   12 * HOUR,   1 * DAY,     2 * DAY,     7 * DAY,     14 * DAY,
};
static const int MONTH_STEPS[] = {1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000, 12000};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

struct date {
    long long year;
    int month, day;
};

/* Days since 1970-01-01 and back, after Howard Hinnant, "chrono-Compatible Low-Level Date
 * Algorithms" (days_from_civil, civil_from_days). */
static double day_number(struct date date)
{
    long long year = date.year - (date.month <= 2);
    long long era = (year >= 0 ? year : year - 399) / 400;
    long long year_of_era = year - era * 400;
    long long month_from_march = (date.month + 9) % 12;
    long long day_of_year = (153 * month_from_march + 2) / 5 + date.day - 1;
    long long day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return (double)(era * 146097 + day_of_era - 719468);
}

static struct date date_of_day(double day)
{
    long long shifted = (long long)day + 719468;
    long long era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
    long long day_of_era = shifted - era * 146097;
    long long year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    long long day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    long long month_from_march = (5 * day_of_year + 2) / 153;
    int month = (int)(month_from_march < 10 ? month_from_march + 3 : month_from_march - 9);
    return (struct date){.year = year_of_era + era * 400 + (month <= 2),
                         .month = month,
                         .day = (int)(day_of_year - (153 * month_from_march + 2) / 5 + 1)};
}

static double local_of(double instant)
{
    return instant + instant_utc_offset(instant);
}

static double local_day(double instant)
{
    return floor(local_of(instant) / DAY);
}

/* The instants at which clocks show `local`: none when they skip it, two when they repeat it. */
static size_t instants_of_local(double local, double instants[2])
{
    double before = local - instant_utc_offset(local - DAY);
    double after = local - instant_utc_offset(local + DAY);
    size_t count = 0;
    if (local_of(before) == local)
        instants[count++] = before;
    if (after != before && local_of(after) == local)
        instants[count++] = after;
    return count;
}

struct tick_list {
    const struct scale *scale;
    struct arena *arena;
    struct ticks *ticks;
    size_t capacity;
};

static void add_at_local(struct tick_list *list, double local, bool repeated_too)
{
    double instants[2];
    size_t count = instants_of_local(local, instants);
    if (!repeated_too && count > 1)
        count = 1;
    for (size_t i = 0; i < count && list->ticks->count < list->capacity; i++)
        if (instants[i] >= list->scale->low && instants[i] <= list->scale->high)
            list->ticks->items[list->ticks->count++] =
                (struct tick){.value = instants[i], .label = "", .major = true};
}

static enum instant_style clock_style(int step_s)
{
    return step_s < MINUTE ? INSTANT_CLOCK_SECOND
           : step_s < DAY  ? INSTANT_CLOCK
                           : INSTANT_SHORT_DAY;
}

static const char *formatted(struct arena *arena, double instant, enum instant_style style)
{
    char text[64];
    return arena_text(arena, instant_format(instant, style, text, sizeof text));
}

static const char *year_text(struct arena *arena, double instant)
{
    return arena_format(arena, "%lld", date_of_day(local_day(instant)).year);
}

static bool is_new_day(const struct ticks *ticks, size_t i)
{
    return i == 0 || local_day(ticks->items[i].value) != local_day(ticks->items[i - 1].value);
}

static bool is_new_year(const struct ticks *ticks, size_t i)
{
    return i == 0 || date_of_day(local_day(ticks->items[i].value)).year !=
                         date_of_day(local_day(ticks->items[i - 1].value)).year;
}

static void label_years(const struct ticks *ticks, struct arena *arena)
{
    for (size_t i = 0; i < ticks->count; i++)
        if (is_new_year(ticks, i))
            ticks->items[i].second_label = year_text(arena, ticks->items[i].value);
}

/* The year stands once, at the first date that has room for it. */
static void label_dates(const struct scale *scale, struct tick_room room, struct ticks *ticks,
                        struct arena *arena)
{
    double pt_per_s = room.length_pt / (scale->high - scale->low);
    bool year_said = false;
    for (size_t i = 0; i < ticks->count; i++) {
        if (!is_new_day(ticks, i))
            continue;
        size_t next = i + 1;
        while (next < ticks->count && !is_new_day(ticks, next))
            next++;
        double room_pt = next < ticks->count
                             ? (ticks->items[next].value - ticks->items[i].value) * pt_per_s
                             : INFINITY;
        bool with_year = !year_said && room_pt > 2 * room.label_pt;
        year_said = year_said || with_year;
        ticks->items[i].second_label =
            formatted(arena, ticks->items[i].value, with_year ? INSTANT_DAY : INSTANT_SHORT_DAY);
    }
}

/* Steps of several days are counted from a Monday, 1970-01-05. */
static double first_local_step(double local_low, int step_s)
{
    double start = step_s > DAY ? 4.0 * DAY : 0;
    return start + ceil((local_low - start) / step_s) * step_s;
}

static void clock_ticks(struct tick_list *list, struct tick_room room, int step_s)
{
    const struct scale *scale = list->scale;
    double local_high = local_of(scale->high) + HOUR;
    double local = first_local_step(local_of(scale->low) - HOUR, step_s);
    for (; local <= local_high; local += step_s)
        add_at_local(list, local, step_s <= HOUR);
    for (size_t i = 0; i < list->ticks->count; i++)
        list->ticks->items[i].label =
            formatted(list->arena, list->ticks->items[i].value, clock_style(step_s));
    if (step_s < DAY)
        label_dates(scale, room, list->ticks, list->arena);
    else
        label_years(list->ticks, list->arena);
}

/* "14:55:55.2": of less than two seconds whole ones show nothing. Unix time holds microseconds. */
static void second_part_ticks(struct tick_list *list, struct tick_room room, double least_s)
{
    const double finest_s = 1e-6;
    const struct scale *scale = list->scale;
    double step = round_step_up(fmax(least_s, finest_s)), second = floor(scale->low);
    int decimals = (int)-floor(log10(step) + 1e-6);
    double last = floor((scale->high - second) / step);
    for (double i = ceil((scale->low - second) / step);
         i <= last && list->ticks->count < list->capacity; i++) {
        char part[32];
        double value = second + i * step, whole = floor(i * step + finest_s / 2);
        snprintf(part, sizeof part, "%.*f", decimals, i * step - whole);
        list->ticks->items[list->ticks->count++] =
            (struct tick){.value = value,
                          .label = arena_format(list->arena, "%s%s",
                                                formatted(list->arena, second + whole + 0.5,
                                                          INSTANT_CLOCK_SECOND),
                                                part + 1),
                          .major = true};
    }
    label_dates(scale, room, list->ticks, list->arena);
}

static void month_ticks(struct tick_list *list, int step)
{
    struct date low = date_of_day(local_day(list->scale->low));
    double high = local_of(list->scale->high) + HOUR;
    long long month = (low.year * 12 + low.month - 1) / step * step;
    for (;; month += step) {
        struct date date = {.year = month / 12, .month = (int)(month % 12) + 1, .day = 1};
        double local = day_number(date) * DAY;
        if (local > high || list->ticks->count == list->capacity)
            break;
        add_at_local(list, local, false);
    }
    for (size_t i = 0; i < list->ticks->count; i++)
        list->ticks->items[i].label =
            step < 12 ? formatted(list->arena, list->ticks->items[i].value, INSTANT_MONTH)
                      : year_text(list->arena, list->ticks->items[i].value);
}

/* Times that a calendar of four-digit years can show. */
static bool is_in_calendar(double instant)
{
    return instant > -62135596800.0 && instant < 253402300800.0;
}

void ticks_time(const struct scale *scale, struct tick_room room, struct arena *arena,
                struct ticks *ticks)
{
    if (!is_in_calendar(scale->low - DAY) || !is_in_calendar(scale->high + DAY))
        return;
    double least_s = (scale->high - scale->low) / (double)room.most;
    struct tick_list list = {scale, arena, ticks, 2 * room.most + 8};
    ticks->items = arena_alloc_array(arena, list.capacity, sizeof ticks->items[0]);
    if (scale->high - scale->low < 2 && least_s < 1) {
        second_part_ticks(&list, room, least_s);
        return;
    }
    for (size_t i = 0; i < COUNT(CLOCK_STEPS_S); i++)
        if (CLOCK_STEPS_S[i] >= least_s) {
            clock_ticks(&list, room, CLOCK_STEPS_S[i]);
            return;
        }
    for (size_t i = 0; i < COUNT(MONTH_STEPS); i++)
        if (MONTH_STEPS[i] * 28.0 * DAY >= least_s) {
            month_ticks(&list, MONTH_STEPS[i]);
            return;
        }
}
