/* Energy counters of random hardware and power, whose true energy is known, against what is made of
 * them: wraps are mended, whatever the power beside them, and counters that are set back add
 * nothing. */
#include "check.h"

#include <math.h>
#include <stdint.h>

#include "analysis/nodes/signal_energy.h"

enum { STEPS = 400 };

static uint64_t state = 20260301;

static double uniform(double low, double high)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(state >> 11) / 9007199254740992.0;
}

enum pattern { EVEN, UNIFORM, ALTERNATING, SWITCHING, RARE, PATTERN_COUNT };

static double draw_watts(enum pattern pattern, size_t step, double low, double high)
{
    switch (pattern) {
    case UNIFORM:
        return uniform(low, high);
    case ALTERNATING:
        return (step % 2 ? low : high) * uniform(0.95, 1.05);
    case SWITCHING:
        return (uniform(0, 1) < 0.6 ? low : high) * uniform(0.95, 1.05);
    case RARE:
        return (step % 29 < 2 ? high : low) * uniform(0.95, 1.05);
    default:
        return high * uniform(0.99, 1.01);
    }
}

struct machine {
    double range, low, high, step_s;
    enum energy_source source;
    bool is_named; /* its range */
};

static const struct machine machines[] = {
    {65532.61098711, 65, 250, 30, ENERGY_PROCESSOR, false},
    {65532.61098711, 65, 250, 30, ENERGY_PROCESSOR, true},
    {65532.61098711, 40, 300, 60, ENERGY_PROCESSOR, false},
    {65712.9996135, 5, 40, 60, ENERGY_MEMORY, false},
    {262143.32885032, 65, 250, 60, ENERGY_PROCESSOR, false},
    {262143.32885032, 90, 220, 10, ENERGY_PROCESSOR, false},
    {262143.32885032, 30, 400, 120, ENERGY_PROCESSOR, false},
    {4294.967296, 10, 90, 5, ENERGY_PROCESSOR, true},
    {4294.967296, 10, 60, 5, ENERGY_OTHER, false},
};

struct truth {
    double joules; /* of steps in which the counter was not set back */
    size_t wraps, set_back;
    double lost_J, lost_s; /* in those in which it was */
};

/* A node is started anew in a step `longer` times as long as others. */
static struct amount measure(const struct machine *machine, enum pattern pattern, double set_back,
                             double longer, struct truth *truth)
{
    static double times[STEPS], values[STEPS];
    double count = uniform(0, machine->range);
    *truth = (struct truth){0};
    times[0] = 0;
    values[0] = count;
    for (size_t i = 1; i < STEPS; i++) {
        double watts = draw_watts(pattern, i, machine->low, machine->high);
        bool is_set_back = uniform(0, 1) < set_back;
        double seconds = machine->step_s * (is_set_back ? longer : 1), step = watts * seconds;
        if (is_set_back) {
            count = uniform(0, step / longer);
            truth->set_back++;
            truth->lost_s += seconds;
            truth->lost_J += step;
        } else {
            count += step;
            truth->joules += step;
            truth->wraps += count >= machine->range;
            count = fmod(count, machine->range);
        }
        times[i] = times[i - 1] + seconds;
        values[i] = count;
    }
    struct samples samples = {.count = STEPS, .times = times, .values = values};
    struct amount amount;
    rate_from_energy(&samples,
                     (struct energy_counter){machine->is_named ? machine->range : NAN,
                                             machine->source},
                     &amount);
    return amount;
}

static const size_t machine_count = sizeof machines / sizeof machines[0];

static bool is_right_range(const struct amount *amount, const struct machine *machine)
{
    return amount->wraps == 0 || fabs(amount->range_J - machine->range) < 1e-6;
}

/* The two ranges of memory are so near each other that power which swings hides which one it is. */
static void wraps_are_mended_whatever_the_power(void)
{
    for (size_t i = 0; i < machine_count; i++)
        for (int pattern = 0; pattern < PATTERN_COUNT; pattern++)
            for (int run = 0; run < 40; run++) {
                struct truth truth;
                struct amount amount = measure(&machines[i], (enum pattern)pattern, 0, 1, &truth);
                CHECK(is_right_range(&amount, &machines[i]));
                CHECK_INT(amount.wraps + amount.resets, truth.wraps);
                CHECK_INT(amount.resets, machines[i].source == ENERGY_MEMORY ? amount.resets : 0);
                CHECK_NEAR(amount.unknown_s, (double)amount.resets * machines[i].step_s, 1e-9);
                CHECK(amount.resets || fabs(amount.total - truth.joules) < 1e-6 * truth.joules);
            }
}

/* Where it would have been, had it wrapped, nobody can tell apart: that is rare, and what is then
 * added is what was drawn about. */
static void a_counter_that_is_set_back_adds_nothing(void)
{
    size_t set_back = 0, believed = 0;
    for (size_t i = 0; i < machine_count; i++)
        for (int run = 0; run < 40 * PATTERN_COUNT; run++) {
            struct truth truth;
            double longer = run % 2 ? 1 : 5;
            struct amount amount =
                measure(&machines[i], (enum pattern)(run % PATTERN_COUNT), 0.005, longer, &truth);
            CHECK(is_right_range(&amount, &machines[i]));
            double more = (double)truth.set_back * 1.6 * machines[i].high * machines[i].step_s;
            CHECK(amount.total <= truth.joules * (1 + 1e-6) + longer * more);
            set_back += truth.set_back;
            believed += amount.wraps > truth.wraps ? amount.wraps - truth.wraps : 0;
        }
    CHECK(set_back > 1000);
    CHECK(6 * believed < set_back);
}

CHECK_MAIN(TEST(wraps_are_mended_whatever_the_power), TEST(a_counter_that_is_set_back_adds_nothing))
