/* Times of tasks beside those of the same work. */
#include "activity_fixture.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/devices/event_tasks_make.h"
#include "analysis/devices/task_work.h"

enum { TASKS = 10 };

/* Ten tasks on two hosts, of so many seconds and of inputs of so many MB; the ratio of each. */
static void make_ratios(const double *seconds, const double *sizes, double *ratios)
{
    struct activity_fixture f;
    struct event_tasks events;
    activity_fixture_init(&f, ACTIVITY_CLOCK_UNIX);
    for (int i = 0; i < TASKS; i++) {
        const char task[] = {(char)('a' + i), '\0'};
        fixture_span(&f, i % 2 ? "h2" : "h1", NULL, "draw", task, 100.0 * i, seconds[i], NAN);
        if (sizes)
            activity_add_attribute(&f.activity,
                                   (struct task_attribute){.task = fixture_number(&f, task),
                                                           .name = fixture_number(&f, "size_MB"),
                                                           .value = sizes[i]});
    }
    activity_fixture_settle(&f, false);
    event_tasks_make(&events, &f.aligned, 2);
    struct task_works found = task_works_make(&events);
    for (size_t i = 0; i < TASKS; i++)
        ratios[i] = NAN;
    for (size_t i = 0; i < events.task_count && i < TASKS; i++)
        ratios[(size_t)(events.spans[events.tasks[i].longest].start / 100 + 0.5) % TASKS] =
            found.ratios[i];
    task_works_release(&found);
    event_tasks_release(&events);
    activity_fixture_release(&f);
}

/* Of 100 to 109 MB at 10 MB/s: as long as their inputs are, each is as fast as the others. */
static void times_are_per_unit_of_the_input(void)
{
    double seconds[TASKS], sizes[TASKS], ratios[TASKS];
    for (int i = 0; i < TASKS; i++) {
        sizes[i] = 100 + i;
        seconds[i] = sizes[i] / 10;
    }
    make_ratios(seconds, sizes, ratios);
    for (int i = 0; i < TASKS; i++)
        CHECK_NEAR(ratios[i], 1, 1e-9);
    make_ratios(seconds, NULL, ratios); /* the median is 10.45 s */
    for (int i = 0; i < TASKS; i++)
        CHECK_NEAR(ratios[i], (10 + 0.1 * i) / 10.45, 1e-9);
}

/* Of five alike, from 100 MB on, and of five from 111 MB on: more than 10 % larger is other work.
 */
static void larger_inputs_are_other_work(void)
{
    double seconds[TASKS], sizes[TASKS], ratios[TASKS];
    for (int i = 0; i < TASKS; i++) {
        sizes[i] = i < 5 ? 100 : 111;
        seconds[i] = i < 5 ? 10 : 40;
    }
    make_ratios(seconds, sizes, ratios);
    for (int i = 0; i < TASKS; i++)
        CHECK_NEAR(ratios[i], 1, 1e-9);
    sizes[9] = 123; /* four are too few to compare */
    make_ratios(seconds, sizes, ratios);
    for (int i = 0; i < TASKS; i++)
        CHECK(i < 5 ? fabs(ratios[i] - 1) < 1e-9 : isnan(ratios[i]));
}

CHECK_MAIN(TEST(times_are_per_unit_of_the_input), TEST(larger_inputs_are_other_work))
