#include "activity_fixture.h"

#include "analysis/devices/device_means.h"

static void sample(struct activity_fixture *f, const char *serial, double time, double power)
{
    struct device_sample row = {.time = time, .host = fixture_number(f, "h")};
    row.device = activity_device(&f->activity,
                                 (struct activity_device){.serial = fixture_number(f, serial)});
    float values[DEVICE_METRICS];
    device_values_clear(values);
    values[DEVICE_POWER] = (float)power;
    activity_add_sample(&f->activity, row, values);
}

/* Eleven samples in 10 s of one GPU and two of another; 30 s without samples count of neither, nor
 * does how often a moment was sampled. */
static void means_are_of_gpus_over_their_time(void)
{
    struct activity_fixture f;
    struct samples_by_device sorted;
    struct device_means means;
    activity_fixture_init(&f, ACTIVITY_CLOCK_UNIX);
    for (int i = 0; i <= 10; i++)
        sample(&f, "often", i, i == 10 ? 200 : 100);
    sample(&f, "often", 40, 300);
    sample(&f, "seldom", 0, 20);
    sample(&f, "seldom", 10, 40);
    sample(&f, "once", 5, 50);
    sample(&f, "once", 5, 70);
    activity_fixture_settle(&f, false);
    samples_by_device_make(&sorted, &f.aligned);
    device_means_make(&means, &f.aligned, &sorted, 2);
    CHECK_NEAR(means.of_device[DEVICE_POWER][0], 105, 1e-12);
    CHECK_NEAR(means.of_device[DEVICE_POWER][1], 30, 1e-12);
    CHECK_NEAR(means.of_device[DEVICE_POWER][2], 60, 1e-12);
    CHECK_NEAR(means.all[DEVICE_POWER], 65, 1e-12);
    CHECK(isnan(means.all[DEVICE_TEMPERATURE]) && !means.of_device[DEVICE_TEMPERATURE]);
    device_means_release(&means);
    samples_by_device_release(&sorted);
    activity_fixture_release(&f);
}

CHECK_MAIN(TEST(means_are_of_gpus_over_their_time))
