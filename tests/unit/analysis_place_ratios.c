/* Tasks beside those of other devices at their places. Expected values are worked out with numpy by
 * comparing each task with all others. */
#include "check.h"

#include <math.h>
#include <stdint.h>

#include "analysis/devices/place_ratios.h"
#include "analysis/devices/task_work.h"

enum {
    SIDE = 24,
    DEVICES = 8,
    TASKS = SIDE * SIDE + 2 * SIDE,
    SLOW_DEVICE = 3,
    UNLUCKY_DEVICE = 6
};

/* Times at a place: its own, to 2 %, × what the device takes. */
static uint32_t random_state;

static double random_share(void)
{
    random_state = random_state * 1664525U + 1013904223U;
    return (double)random_state / 0x1p32;
}

static double time_at(int x, int y, int device)
{
    double noise = 1 + 0.04 * (random_share() - 0.5);
    return (20 + x * x / 8.0 + 3 * y) * noise * (device == SLOW_DEVICE ? 1.05 : 1);
}

/* A square of tiles, shared out by chance; two of them take four times as long as those around, and
 * both are on one device. The first two rows are run again, each tile on the next device. */
static void make_campaign(struct placed_time *tasks)
{
    random_state = 12345;
    for (int i = 0; i < SIDE * SIDE; i++) {
        int x = i % SIDE, y = i / SIDE, device = (int)(random_share() * DEVICES);
        bool is_hard = (x == 5 && y == 6) || (x == 17 && y == 11);
        double time = time_at(x, y, device);
        tasks[i] = (struct placed_time){x, y, is_hard ? 4 * time : time,
                                        (uint64_t)(is_hard ? UNLUCKY_DEVICE : device), (uint32_t)i};
    }
    for (int i = 0; i < 2 * SIDE; i++) {
        int device = (int)(tasks[i].device + 1) % DEVICES;
        uint32_t task = (uint32_t)(SIDE * SIDE + i);
        tasks[task] = (struct placed_time){i % SIDE, i / SIDE, time_at(i % SIDE, i / SIDE, device),
                                           (uint64_t)device, task};
    }
}

static struct work_ratio ratio_of(const struct placed_time *tasks, const double *ratios, int device)
{
    double of_device[TASKS];
    size_t count = 0;
    for (size_t i = 0; i < TASKS; i++)
        if (tasks[i].device == (uint64_t)device)
            of_device[count++] = ratios[tasks[i].task];
    return work_ratio_of(of_device, count);
}

/* Ranks by the tails of the binomial distribution: the lowest that a chance of 2.5 % leaves on
 * each side. */
static void intervals_of_medians_hold_them_in_95_of_100(void)
{
    static const size_t ranks[][2] = {{6, 1},  {8, 1},  {9, 2},  {11, 2},
                                      {16, 4}, {24, 7}, {26, 8}, {50, 18}};
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        double ratios[50];
        for (size_t k = 0; k < ranks[i][0]; k++)
            ratios[k] = (double)(ranks[i][0] - k);
        struct work_ratio found = work_ratio_of(ratios, ranks[i][0]);
        CHECK_NEAR(found.low, (double)ranks[i][1], 1e-12);
        CHECK_NEAR(found.high, (double)(ranks[i][0] + 1 - ranks[i][1]), 1e-12);
    }
}

static void what_the_tile_explains_is_taken_out(void)
{
    static const struct {
        size_t tasks;
        double median, low, high;
    } expected[DEVICES] = {
        {61, 0.9991056423684975, 0.990340527713805, 1.0035496989680779},
        {62, 0.9932964673941461, 0.9863611054915663, 0.9993472101253149},
        {82, 0.9864061814761416, 0.976643677808351, 0.9923959185981466},
        {89, 1.0537412665684491, 1.0469422522008758, 1.0575016747414372},
        {88, 0.9887341844227318, 0.9825305820758817, 0.9926704405038702},
        {80, 0.9894034508655152, 0.9834936752412631, 0.9965878007786665},
        {74, 0.9959845247178177, 0.9885751607890111, 1.0048914156163689},
        {85, 0.9967531041214269, 0.9905661703149578, 1.0038100233308653},
    };
    struct placed_time tasks[TASKS];
    double ratios[TASKS];
    bool around[TASKS];
    make_campaign(tasks);
    place_ratios(tasks, TASKS, ratios, around);
    for (int device = 0; device < DEVICES; device++) {
        struct work_ratio found = ratio_of(tasks, ratios, device);
        CHECK_INT(found.tasks, expected[device].tasks);
        CHECK_NEAR(found.median, expected[device].median, 1e-12);
        CHECK_NEAR(found.low, expected[device].low, 1e-12);
        CHECK_NEAR(found.high, expected[device].high, 1e-12);
        CHECK((found.low > 1) == (device == SLOW_DEVICE));
    }
}

/* Of three devices at one place: each with the median of the other two, whose two tasks count as
 * their median. */
static void tasks_of_one_place_are_compared_with_each_other(void)
{
    struct placed_time tasks[] = {
        {1, 2, 10, 1, 0}, {1, 2, 12, 2, 1}, {1, 2, 16, 2, 2}, {1, 2, 20, 3, 3}, {9, 9, 50, 1, 4}};
    double ratios[5];
    bool around[5];
    place_ratios(tasks, 5, ratios, around);
    CHECK(!around[0] && !around[3] && !around[4]);
    CHECK_NEAR(ratios[0], 10 / 17.0, 1e-15);
    CHECK_NEAR(ratios[1], 12 / 15.0, 1e-15);
    CHECK_NEAR(ratios[2], 16 / 15.0, 1e-15);
    CHECK_NEAR(ratios[3], 20 / 12.0, 1e-15);
    CHECK(isnan(ratios[4])); /* alone where it is, with one place around it */
}

/* A square of 9 × 9 tiles whose 5 × 5 in the middle are one device's: what is hard there may be
 * hard to any. Only the four corners of it have others on most sides. */
static void devices_with_a_region_of_their_own_are_not_compared(void)
{
    struct placed_time tasks[81];
    double ratios[81];
    bool around[81];
    size_t compared = 0;
    for (int i = 0; i < 81; i++) {
        int x = i % 9, y = i / 9;
        bool is_inside = x >= 2 && x <= 6 && y >= 2 && y <= 6;
        tasks[i] = (struct placed_time){x, y, is_inside ? 40 : 10,
                                        is_inside ? 99 : (uint64_t)(i % 5), (uint32_t)i};
    }
    place_ratios(tasks, 81, ratios, around);
    for (size_t i = 0; i < 81; i++) {
        if (tasks[i].device == 99 && !isnan(ratios[tasks[i].task])) {
            compared++;
            CHECK(around[tasks[i].task]);
        }
    }
    CHECK_INT(compared, 4);
}

static void times_of_zero_are_no_measure(void)
{
    struct placed_time tasks[] = {{1, 2, 0, 1, 0}, {1, 2, 0, 2, 1}};
    double ratios[2];
    bool around[2];
    place_ratios(tasks, 2, ratios, around);
    CHECK(isnan(ratios[0]) && isnan(ratios[1]));
    place_ratios(tasks, 0, ratios, around);
}

CHECK_MAIN(TEST(intervals_of_medians_hold_them_in_95_of_100),
           TEST(what_the_tile_explains_is_taken_out),
           TEST(tasks_of_one_place_are_compared_with_each_other),
           TEST(devices_with_a_region_of_their_own_are_not_compared),
           TEST(times_of_zero_are_no_measure))
