#include "check.h"

#include <math.h>
#include <string.h>

#include "analysis/nodes/clock_faults.h"

enum { MANY = 240 };
static const double START = 1.7e9, STEP = 30, HOUR = 3600, DAY = 86400;

/* Samples every 30 s, whose value is their number; `shift` is added to the stamps from `from` to
 * before `behind`. */
struct clock {
    double times[2 * MANY], values[2 * MANY];
    size_t count;
};

static struct clock ticking(size_t count)
{
    struct clock clock = {.count = count};
    for (size_t i = 0; i < count; i++) {
        clock.times[i] = START + STEP * (double)i;
        clock.values[i] = (double)i;
    }
    return clock;
}

static void shift(struct clock *clock, size_t from, size_t behind, double seconds)
{
    for (size_t i = from; i < behind; i++)
        clock->times[i] += seconds;
}

static bool same_value(const void *context, size_t left, size_t right)
{
    const struct clock *clock = context;
    return clock->values[left] == clock->values[right];
}

static struct kept_samples find(const struct clock *clock)
{
    struct kept_samples kept;
    double first = INFINITY, last = -INFINITY;
    bool in_order = true;
    for (size_t i = 0; i < clock->count; i++) {
        if (!isfinite(clock->times[i])) {
            in_order = false;
            continue;
        }
        in_order &= i == 0 || clock->times[i] >= clock->times[i - 1];
        first = fmin(first, clock->times[i]);
        last = fmax(last, clock->times[i]);
    }
    kept_samples_find(&kept, clock->times, clock->count, in_order, first, last, same_value, clock);
    return kept;
}

static size_t set_aside_by(struct clock clock)
{
    struct kept_samples kept = find(&clock);
    size_t count = kept.set_aside;
    kept_samples_release(&kept);
    return count;
}

static void what_is_in_order_is_kept(void)
{
    struct clock clock = ticking(MANY);
    struct kept_samples kept = find(&clock);
    CHECK(!kept.places);
    CHECK_INT(kept.set_aside + kept.repeated + kept.restart_count, 0);
    shift(&clock, 100, MANY, 5 * HOUR); /* a gap */
    CHECK_INT(set_aside_by(clock), 0);
    CHECK_INT(set_aside_by(ticking(0)), 0);
    CHECK_INT(set_aside_by(ticking(1)), 0);
}

static void one_odd_stamp_is_set_aside_wherever_it_is(void)
{
    static const double shifts[] = {10 * 365 * DAY, -10 * 365 * DAY, -START, 4e12};
    static const size_t places[] = {0, 1, MANY / 2, MANY - 2, MANY - 1};
    for (size_t s = 0; s < sizeof shifts / sizeof shifts[0]; s++)
        for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
            struct clock clock = ticking(MANY);
            shift(&clock, places[p], places[p] + 1, shifts[s]);
            struct kept_samples kept = find(&clock);
            CHECK_INT(kept.set_aside, 1);
            CHECK_INT(kept.count, MANY - 1);
            CHECK_INT(kept.restart_count, 0);
            for (size_t i = 0; i < kept.count; i++)
                CHECK(kept.places[i] != places[p]);
            kept_samples_release(&kept);
        }
    /* Of hours, where what follows shows that it is no gap. */
    static const double hours[] = {-HOUR, HOUR / 2, 3 * DAY, -3 * DAY};
    for (size_t s = 0; s < sizeof hours / sizeof hours[0]; s++) {
        struct clock clock = ticking(MANY);
        shift(&clock, MANY / 2, MANY / 2 + 1, hours[s]);
        CHECK_INT(set_aside_by(clock), 1);
    }
}

/* One part of the two is kept whole, and nothing is counted from the one to the other. */
static void a_clock_that_is_set_back_keeps_the_longer_part(void)
{
    struct clock clock = ticking(MANY);
    shift(&clock, MANY / 2, MANY, -HOUR - 7);
    struct kept_samples kept = find(&clock);
    CHECK_INT(kept.set_aside, MANY / 2);
    CHECK_INT(kept.places[0], 0);
    CHECK_INT(kept.places[kept.count - 1], MANY / 2 - 1);
    kept_samples_release(&kept);
    clock = ticking(MANY);
    shift(&clock, 90, MANY, -HOUR); /* the stamps of both are the same */
    kept = find(&clock);
    CHECK_INT(kept.set_aside, 90);
    CHECK_INT(kept.places[0], 90);
    CHECK_INT(kept.repeated, 0);
    kept_samples_release(&kept);
    clock = ticking(MANY);
    shift(&clock, 10, MANY, -20 * 365 * DAY);
    CHECK_INT(set_aside_by(clock), 10);
    clock = ticking(MANY); /* a machine that learns the time only after a while */
    shift(&clock, 0, 10, -START);
    CHECK_INT(set_aside_by(clock), 10);
}

/* Minutes back: what overlaps is set aside, and counters start anew behind it. */
static void an_overlap_is_set_aside(void)
{
    struct clock clock = ticking(MANY);
    shift(&clock, 120, MANY, -300);
    struct kept_samples kept = find(&clock);
    CHECK_INT(kept.set_aside, 10);
    CHECK_INT(kept.restart_count, 1);
    CHECK_NEAR(kept.restarts[0], START + 120 * STEP, 0);
    for (size_t i = 1; i < kept.count; i++)
        CHECK(clock.times[kept.places[i]] > clock.times[kept.places[i - 1]]);
    kept_samples_release(&kept);
}

static void a_stretch_of_a_wrong_clock_is_left_out(void)
{
    struct clock clock = ticking(MANY);
    shift(&clock, 100, 130, -2 * HOUR);
    struct kept_samples kept = find(&clock);
    CHECK_INT(kept.set_aside, 30);
    CHECK_INT(kept.restart_count, 0);
    kept_samples_release(&kept);
    clock = ticking(MANY);
    shift(&clock, 100, 130, 2 * DAY);
    CHECK_INT(set_aside_by(clock), 30);
}

static void a_block_that_is_there_twice_is_no_fault(void)
{
    struct clock clock = ticking(MANY);
    memmove(clock.times + 100, clock.times + 50, (MANY - 50) * sizeof *clock.times);
    memmove(clock.values + 100, clock.values + 50, (MANY - 50) * sizeof *clock.values);
    clock.count = MANY + 50;
    struct kept_samples kept = find(&clock);
    CHECK_INT(kept.repeated, 50);
    CHECK_INT(kept.set_aside, 0);
    CHECK_INT(kept.count, MANY);
    CHECK_INT(kept.restart_count, 0);
    kept_samples_release(&kept);
}

static void unsorted_tables_are_no_faults(void)
{
    struct clock clock = ticking(MANY), shuffled = clock, turned = clock;
    for (size_t i = 0; i < MANY; i++) {
        shuffled.times[i] = clock.times[i * 77 % MANY];
        turned.times[i] = clock.times[(i + 90) % MANY];
    }
    CHECK_INT(set_aside_by(shuffled), 0);
    CHECK_INT(set_aside_by(turned), 0);
    for (size_t i = 0; i < MANY; i++)
        turned.times[i] = clock.times[MANY - 1 - i];
    CHECK_INT(set_aside_by(turned), 0);
    clock.times[100] = clock.times[98] - 5; /* a sample that was late */
    CHECK_INT(set_aside_by(clock), 0);
}

static void swap(struct clock *clock, size_t left, size_t right)
{
    double time = clock->times[left], value = clock->values[left];
    clock->times[left] = clock->times[right];
    clock->values[left] = clock->values[right];
    clock->times[right] = time;
    clock->values[right] = value;
}

/* Few steps go back, but by time all samples follow each other as a sampler takes them. */
static void a_shuffled_stretch_is_sorted(void)
{
    struct clock clock = ticking(MANY);
    for (size_t i = 0; i < MANY; i++)
        clock.times[i] += (double)(i % 5) - 2; /* samplers are not exact */
    swap(&clock, 20, 200);
    CHECK_INT(set_aside_by(clock), 0);
    const struct clock taken = clock;
    for (size_t i = 0; i < 12; i++) { /* every other one, then the others */
        size_t place = 100 + (i < 6 ? 2 * i : 2 * i - 11);
        clock.times[100 + i] = taken.times[place];
        clock.values[100 + i] = taken.values[place];
    }
    CHECK_INT(set_aside_by(clock), 0);
    shift(&clock, 220, MANY, DAY); /* a gap, in order */
    CHECK_INT(set_aside_by(clock), 0);
}

/* Stamps that a wrong clock gave lie on or between those of others, or leave a hole. */
static void a_shuffled_stretch_with_a_wrong_clock_is_none(void)
{
    static const double shifts[] = {-10 * 30, -10 * 30 - 13, -HOUR, 2 * HOUR, -DAY};
    for (size_t s = 0; s < sizeof shifts / sizeof shifts[0]; s++) {
        struct clock clock = ticking(MANY);
        shift(&clock, 60, 70, shifts[s]);
        CHECK(set_aside_by(clock) >= 10);
        swap(&clock, 120, 180);
        CHECK(set_aside_by(clock) >= 10);
    }
}

static void stamps_that_are_none_are_set_aside(void)
{
    struct clock clock = ticking(MANY);
    clock.times[3] = NAN;
    clock.times[4] = INFINITY;
    CHECK_INT(set_aside_by(clock), 2);
    for (size_t i = 0; i < MANY; i++)
        clock.times[i] = NAN;
    CHECK_INT(set_aside_by(clock), MANY);
}

CHECK_MAIN(TEST(what_is_in_order_is_kept), TEST(one_odd_stamp_is_set_aside_wherever_it_is),
           TEST(a_clock_that_is_set_back_keeps_the_longer_part), TEST(an_overlap_is_set_aside),
           TEST(a_stretch_of_a_wrong_clock_is_left_out),
           TEST(a_block_that_is_there_twice_is_no_fault), TEST(unsorted_tables_are_no_faults),
           TEST(a_shuffled_stretch_is_sorted), TEST(a_shuffled_stretch_with_a_wrong_clock_is_none),
           TEST(stamps_that_are_none_are_set_aside))
