#include "activity_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/devices/device_tables.h"
#include "analysis/devices/event_tasks_make.h"
#include "analysis/devices/map_places.h"
#include "analysis/devices/task_work.h"

struct made {
    struct activity_fixture f;
    struct event_tasks events;
    struct samples_by_device sorted;
    struct device_means means;
    struct arena arena;
    struct tables tables;
    struct analysis_request request;
};

static void begin(struct made *made)
{
    activity_fixture_init(&made->f, ACTIVITY_CLOCK_UNIX);
    arena_init(&made->arena);
    tables_init(&made->tables, &made->arena);
}

static void settle(struct made *made)
{
    activity_fixture_settle(&made->f, false);
    event_tasks_make(&made->events, &made->f.aligned, 2);
    samples_by_device_make(&made->sorted, &made->f.aligned);
    device_means_make(&made->means, &made->f.aligned, &made->sorted, 2);
    made->request = (struct analysis_request){.rules = fixture_rules(),
                                              .activity = &made->f.aligned,
                                              .diagnostics = made->f.diagnostics,
                                              .jobs = 2};
}

static void release(struct made *made)
{
    device_means_release(&made->means);
    samples_by_device_release(&made->sorted);
    event_tasks_release(&made->events);
    activity_fixture_release(&made->f);
    arena_release(&made->arena);
}

static void event(struct made *made, const char *host, const char *name, const char *task,
                  double start, double stop)
{
    fixture_span(&made->f, host, NULL, name, task, start, stop - start, NAN);
}

static void sample(struct made *made, const char *host, const char *serial, double time,
                   double power)
{
    struct device_sample row = {.time = time, .host = fixture_number(&made->f, host)};
    row.device =
        activity_device(&made->f.activity,
                        (struct activity_device){.serial = fixture_number(&made->f, serial)});
    float values[DEVICE_METRICS];
    device_values_clear(values);
    values[DEVICE_POWER] = (float)power;
    activity_add_sample(&made->f.activity, row, values);
}

static const struct event_kind *kind(const struct made *made, const char *name)
{
    for (size_t i = 0; i < made->events.kind_count; i++)
        if (strcmp(made->events.kinds[i].name, name) == 0)
            return &made->events.kinds[i];
    return NULL;
}

/* "total" holds the others but is not called so; two events at once do not enclose each other. */
static void what_encloses_others_is_told_by_its_times(void)
{
    struct made made;
    begin(&made);
    event(&made, "h", "total", "1", 0, 10);
    event(&made, "h", "save", "1", 0, 1);
    event(&made, "h", "draw", "1", 1, 9);
    event(&made, "h", "send", "1", 9, 10);
    event(&made, "h", "tile", "1", 10, 12);
    event(&made, "h", "twin", "1", 10, 12);
    event(&made, "h", "draw", "2", 12, 20);
    event(&made, "h", "total", "2", 12, 21);
    settle(&made);
    CHECK(kind(&made, "total")->encloses);
    CHECK(!kind(&made, "draw")->encloses);
    CHECK(!kind(&made, "tile")->encloses && !kind(&made, "twin")->encloses);
    CHECK_TEXT(made.events.kinds[0].name, "total");
    CHECK_TEXT(made.events.kinds[made.events.main_kind].name, "draw");
    release(&made);
}

/* Those of another task or host do not make an event enclose. */
static void only_its_own_task_counts(void)
{
    struct made made;
    begin(&made);
    event(&made, "h", "long", "1", 0, 10);
    event(&made, "h", "short", "2", 0, 9);
    event(&made, "g", "short", "1", 0, 9);
    settle(&made);
    CHECK(!kind(&made, "long")->encloses);
    CHECK_INT(made.events.task_count, 3);
    release(&made);
}

/* 0–10 with a hole of 2, the overlap once: 8; on another host 5. */
static void the_time_of_a_task_is_what_its_events_cover(void)
{
    struct made made;
    begin(&made);
    event(&made, "a", "x", "1", 0, 4);
    event(&made, "a", "y", "1", 2, 6);
    event(&made, "a", "x", "1", 8, 10);
    event(&made, "b", "x", "1", 0, 5);
    event(&made, "b", "x", NULL, 100, 101);
    settle(&made);
    CHECK_INT(made.events.task_count, 2);
    CHECK_NEAR(made.events.tasks[0].time, 8, 0);
    CHECK_NEAR(made.events.tasks[0].last, 10, 0);
    CHECK_NEAR(made.events.tasks[1].time, 5, 0);
    CHECK_INT(made.events.spans[4].task, EVENT_NO_TASK);
    release(&made);
}

static void samples_belong_to_events_by_host_and_time(void)
{
    struct made made;
    begin(&made);
    event(&made, "a", "draw", "1", 10, 20);
    event(&made, "a", "blink", "1", 20.1, 20.2);
    event(&made, "b", "draw", "2", 10, 20);
    sample(&made, "a", "7", 9.999, 1);
    sample(&made, "a", "7", 10, 100);
    sample(&made, "a", "7", 20, 50);
    sample(&made, "a", "7", 20.001, 3);
    sample(&made, "c", "8", 15, 9);
    settle(&made);
    CHECK_NEAR(event_mean(&made.events, 0, DEVICE_POWER), 75, 0);
    CHECK(isnan(event_mean(&made.events, 0, DEVICE_TEMPERATURE)));
    CHECK(made.events.means[DEVICE_POWER] && !made.events.means[DEVICE_TEMPERATURE]);
    CHECK(isnan(event_mean(&made.events, 1, DEVICE_POWER)));
    CHECK(isnan(event_mean(&made.events, 2, DEVICE_POWER)));
    CHECK_INT(made.events.tasks[0].device, 0);
    CHECK_INT(made.events.tasks[1].device, EVENT_NO_DEVICE);
    release(&made);
}

/* A GPU that moves, tasks between samples, and a host with two GPUs at a time. */
static void tasks_find_their_gpu(void)
{
    struct made made;
    begin(&made);
    event(&made, "a", "draw", "1", 0, 10);
    event(&made, "b", "draw", "2", 20, 30);
    event(&made, "b", "draw", "3", 25.5, 26);
    event(&made, "d", "draw", "4", 0, 10);
    sample(&made, "a", "moves", 5, 1);
    sample(&made, "b", "moves", 25, 1);
    sample(&made, "b", "moves", 31, 1);
    sample(&made, "b", "other", 32, 1);
    sample(&made, "d", "one", 5, 1);
    sample(&made, "d", "two", 5.5, 1);
    settle(&made);
    uint32_t moves = made.events.tasks[0].device;
    CHECK_INT(made.events.tasks[1].device, moves);
    CHECK_INT(made.events.tasks[2].device, moves);
    CHECK_INT(made.events.tasks[3].device, EVENT_NO_DEVICE);
    struct device_report report = {&made.request, &made.events, &made.sorted, &made.means,
                                   &made.tables};
    device_tables_put_gpus(&report);
    const struct table *table = tables_find(&made.tables, "device_tasks");
    CHECK_INT(table->rows, 3);
    CHECK_TEXT(table_texts(table, "serial")[2], "other");
    CHECK_NEAR(table_numbers(table, "tasks")[2], 0, 0);
    size_t row = table_find_row(table, 0, "serial", "moves", NULL, NULL);
    CHECK_NEAR(table_numbers(table, "tasks")[row], 3, 0);
    CHECK_NEAR(table_numbers(table, "median_s")[row], 10, 0);
    CHECK_TEXT(table_texts(table, "host")[row], "b and 1 more");
    row = table_find_row(table, 0, "host", "d", NULL, NULL);
    CHECK(table_texts(table, "serial")[row] == NULL);
    release(&made);
}

/* Between two GPUs that follow each other, while two are sampled in turn, and while two are at the
 * same moments. */
static void it_is_not_guessed_which_gpu_a_task_had(void)
{
    struct made made;
    begin(&made);
    event(&made, "a", "draw", "1", 6, 7);
    sample(&made, "a", "former", 5, 1);
    sample(&made, "a", "latter", 8, 1);
    event(&made, "b", "draw", "2", 4, 6);
    for (int i = 0; i < 6; i++)
        sample(&made, "b", i % 2 ? "odd" : "even", 2 * i + 1, 1);
    event(&made, "c", "draw", "3", 2, 3);
    for (int i = 0; i < 4; i++)
        sample(&made, "c", i % 2 ? "right" : "left", i < 2 ? 1 : 4, 1);
    event(&made, "d", "draw", "4", 2, 3);
    sample(&made, "d", "alone", 9, 1);
    settle(&made);
    CHECK_INT(made.events.task_count, 4);
    for (size_t i = 0; i < 3; i++)
        CHECK_INT(made.events.tasks[i].device, EVENT_NO_DEVICE);
    CHECK(made.events.tasks[3].device != EVENT_NO_DEVICE);
    release(&made);
}

static void halves_split_at_the_median(void)
{
    struct made made;
    begin(&made);
    for (int i = 0; i < 5; i++) {
        char task[2] = {(char)('1' + i), '\0'};
        event(&made, "h", "draw", task, 100 * i, 100 * i + 10 + i);
        sample(&made, "h", "7", 100 * i + 1, 50 + 10 * i);
    }
    settle(&made);
    struct device_report report = {&made.request, &made.events, &made.sorted, &made.means,
                                   &made.tables};
    device_tables_put_correlations(&report);
    const struct table *table = tables_find(&made.tables, "interplay");
    CHECK_INT(table->rows, 2);
    CHECK_NEAR(table_numbers(table, "split_at")[0], 70, 0);
    CHECK_NEAR(table_numbers(table, "count")[0], 3, 0);
    CHECK_NEAR(table_numbers(table, "count")[1], 2, 0);
    CHECK_NEAR(table_numbers(table, "factor_median")[0], 60, 0);
    CHECK_NEAR(table_numbers(table, "duration_median_s")[0], 11, 0);
    CHECK_NEAR(table_numbers(table, "duration_median_s")[1], 13.5, 0);
    CHECK_NEAR(table_numbers(tables_find(&made.tables, "correlations"), "rho")[0], 1, 1e-12);
    const struct table *cells = tables_find(&made.tables, "factor_cells");
    double count = 0;
    for (size_t i = 0; i < cells->rows; i++)
        count += table_numbers(cells, "count")[i];
    CHECK_NEAR(count, 5, 0);
    release(&made);
}

static void attribute(struct made *made, const char *task, const char *name, double value)
{
    activity_add_attribute(&made->f.activity,
                           (struct task_attribute){0, fixture_number(&made->f, task),
                                                   fixture_number(&made->f, name), value});
}

/* The level of most tasks; a task that says no y lies nowhere. */
static void places_make_a_map(void)
{
    static const struct {
        const char *task;
        double x, y, level;
    } places[] = {{"1", 3, 7, 12}, {"2", 4, 7, 12}, {"3", 3, 9, 12}, {"4", 3, 7, 8}};
    struct made made;
    begin(&made);
    for (size_t i = 0; i < 4; i++) {
        attribute(&made, places[i].task, "X", places[i].x);
        attribute(&made, places[i].task, "y", places[i].y);
        attribute(&made, places[i].task, "level", places[i].level);
        event(&made, "h", "draw", places[i].task, 100 * (double)i,
              100 * (double)i + 10 + (double)i);
    }
    attribute(&made, "5", "x", 4);
    event(&made, "h", "draw", "5", 500, 600);
    sample(&made, "h", "7", 105, 80);
    settle(&made);
    struct device_report report = {&made.request, &made.events, &made.sorted, &made.means,
                                   &made.tables};
    device_tables_put_map(&report);
    const struct table *table = tables_find(&made.tables, "tile_map");
    CHECK_INT(table->rows, 3);
    static const double expected[3][4] = {{3, 7, 10, NAN}, {4, 7, 11, 80}, {3, 9, 12, NAN}};
    for (size_t row = 0; row < 3; row++) {
        CHECK_NEAR(table_numbers(table, "level")[row], 12, 0);
        CHECK_NEAR(table_numbers(table, "x")[row], expected[row][0], 0);
        CHECK_NEAR(table_numbers(table, "y")[row], expected[row][1], 0);
        CHECK_NEAR(table_numbers(table, "run_time_s")[row], expected[row][2], 0);
        CHECK(isnan(expected[row][3]) ? isnan(table_numbers(table, "power_W")[row])
                                      : table_numbers(table, "power_W")[row] == expected[row][3]);
    }
    release(&made);
}

/* Of two hosts one gets inputs of twice the size: it takes twice as long, and is not slow. Of
 * inputs of one size it takes as long as the other. */
static void tasks_are_compared_by_the_size_of_their_input(void)
{
    struct made made;
    for (int with_size = 0; with_size < 2; with_size++) {
        begin(&made);
        for (int i = 0; i < 40; i++) {
            char task[] = {(char)('a' + i / 10), (char)('0' + i % 10), '\0'};
            bool is_second = i % 2, is_large = is_second && i < 20;
            event(&made, is_second ? "h2" : "h1", "Draw", task, 100.0 * i,
                  100.0 * i + (is_large ? 20 : 10));
            if (with_size)
                attribute(&made, task, "input_MB", (is_large ? 200 : 100) + i % 7);
        }
        settle(&made);
        const struct event_tasks *events = &made.events;
        struct task_works works = task_works_make(events);
        double ratios_of_h2[40];
        size_t count = 0;
        for (size_t i = 0; i < events->task_count; i++)
            if (strcmp(aligned_host_name(events->aligned, events->tasks[i].host), "h2") == 0)
                ratios_of_h2[count++] = works.ratios[i];
        struct work_ratio ratio = work_ratio_of(ratios_of_h2, count);
        CHECK_INT(ratio.tasks, with_size ? 10 : 20);
        CHECK_NEAR(ratio.median, with_size ? 1 : 1.5, 0.08);
        task_works_release(&works);
        release(&made);
    }
}

/* Far apart, at most 256 cells a side, whatever the places. */
static void a_map_is_bounded(void)
{
    struct made made;
    begin(&made);
    for (int i = 0; i < 3; i++) {
        char task[2] = {(char)('1' + i), '\0'};
        attribute(&made, task, "x", i * 1e9);
        attribute(&made, task, "y", i * 0.3);
        event(&made, "h", "draw", task, i, i + 0.5);
    }
    settle(&made);
    struct device_report report = {&made.request, &made.events, &made.sorted, &made.means,
                                   &made.tables};
    device_tables_put_map(&report);
    CHECK_INT(tables_find(&made.tables, "tile_map")->rows, 3);
    release(&made);
}

/* 300 s in stretches of 30 s, the last of which holds nothing but an end. */
static void tasks_end_over_time(void)
{
    struct made made;
    begin(&made);
    event(&made, "a", "draw", "1", 0, 300);
    event(&made, "b", "draw", "2", 0.5, 1.5);
    settle(&made);
    struct device_report report = {&made.request, &made.events, &made.sorted, &made.means,
                                   &made.tables};
    device_tables_put_course(&report);
    const struct table *table = tables_find(&made.tables, "throughput");
    CHECK_NEAR(table_numbers(table, "width_s")[0], 30, 0);
    CHECK_INT(table->rows, 11);
    CHECK_NEAR(table_numbers(table, "tasks_per_s")[0], 2 / 60.0, 1e-15);
    CHECK_NEAR(table_numbers(table, "running")[0], 31.0 / 30, 1e-12);
    CHECK_NEAR(table_numbers(table, "running")[1], 1, 0);
    CHECK_NEAR(table_numbers(table, "tasks_per_s")[10], 2 / 60.0, 1e-15);
    release(&made);
}

/* Samples that name no host: the GPUs may have run tasks of hosts whose GPUs are not known. */
static void gpus_of_unknown_hosts_are_not_said_to_be_idle(void)
{
    for (int is_known = 0; is_known < 2; is_known++) {
        struct made made;
        begin(&made);
        event(&made, "h1", "draw", "1", 0, 10);
        event(&made, "h1", "draw", "2", 20, 30);
        if (is_known)
            for (double time = 0; time < 31; time++)
                sample(&made, "h1", "7", time, 100);
        for (double time = 0; time < 31; time++)
            sample(&made, "", "8", time, 100);
        settle(&made);
        struct device_report report = {&made.request, &made.events, &made.sorted, &made.means,
                                       &made.tables};
        device_tables_put_gpus(&report);
        CHECK_INT(tables_find(&made.tables, "device_tasks")->rows, is_known ? 2 : 1);
        release(&made);
    }
}

/* GPU 8 was sampled and ran nothing; of GPUs 1 and 2, sampled in turn on a host whose tasks tell
 * no GPU, nobody knows. */
static void gpus_that_ran_nothing_are_told(void)
{
    struct made made;
    begin(&made);
    event(&made, "a", "draw", "1", 0, 10);
    event(&made, "c", "draw", "2", 0, 10);
    sample(&made, "a", "7", 5, 1);
    sample(&made, "b", "8", 5, 1);
    sample(&made, "c", "1", 5, 1);
    sample(&made, "c", "2", 6, 1);
    settle(&made);
    struct device_report report = {&made.request, &made.events, &made.sorted, &made.means,
                                   &made.tables};
    device_tables_put_gpus(&report);
    const struct table *table = tables_find(&made.tables, "device_tasks");
    CHECK_INT(table->rows, 3);
    CHECK_TEXT(table_texts(table, "serial")[0], "7");
    CHECK(!table_texts(table, "serial")[1]);
    CHECK_TEXT(table_texts(table, "serial")[2], "8");
    CHECK_TEXT(table_texts(table, "host")[2], "b");
    CHECK_NEAR(table_numbers(table, "tasks")[2], 0, 0);
    CHECK_NEAR(table_numbers(table, "median_s")[2], NAN, 0);
    const struct table *bins = tables_find(&made.tables, "device_histograms");
    CHECK_TEXT(table_texts(bins, "of")[0], "GPUs");
    CHECK_NEAR(table_numbers(bins, "low")[0], -0.5, 0);
    CHECK_NEAR(table_numbers(bins, "count")[0], 1, 0);
    CHECK_NEAR(table_numbers(bins, "count")[1], 1, 0);
    CHECK(!tables_find(&made.tables, "slow_devices"));
    release(&made);
}

/* GPU 7 on a: 100 W for 10 s, 100 to 300 W for 10 s, then a gap of 100 s that is left out; on b a
 * single sample. GPU 8, sampled in turn: 20 s at 50 W, one sample without power between. */
/* Three samples in each second, stamped in whole seconds. */
static void samples_of_one_moment_have_no_interval(void)
{
    struct made made;
    begin(&made);
    for (size_t i = 0; i < 30; i++)
        sample(&made, "a", "7", (double)(i / 3), 100);
    settle(&made);
    struct device_report report = {&made.request, &made.events, &made.sorted, &made.means,
                                   &made.tables};
    device_tables_put_energy(&report);
    const struct table *table = tables_find(&made.tables, "device_energy");
    CHECK_NEAR(table_numbers(table, "seconds")[0], 9, 0);
    CHECK_NEAR(table_numbers(table, "energy_J")[0], 900, 1e-9);
    release(&made);
}

static void energy_is_by_gpu_and_host(void)
{
    struct made made;
    begin(&made);
    static const double times[] = {0, 10, 20, 120}, watts[] = {100, 100, 300, 300};
    for (size_t i = 0; i < 4; i++)
        sample(&made, "a", "7", times[i], watts[i]);
    sample(&made, "a", "8", 0, 50);
    sample(&made, "a", "8", 10, NAN);
    sample(&made, "a", "8", 20, 50);
    sample(&made, "b", "7", 500, 90);
    settle(&made);
    struct device_report report = {&made.request, &made.events, &made.sorted, &made.means,
                                   &made.tables};
    device_tables_put_energy(&report);
    const struct table *table = tables_find(&made.tables, "device_energy");
    static const double joules[] = {3000, 1000, NAN}, seconds[] = {20, 20, 0};
    static const double samples[] = {4, 2, 1}, missing[] = {0, 1, 0};
    static const char *const hosts[] = {"a", "a", "b"}, *const serials[] = {"7", "8", "7"};
    CHECK_INT(table->rows, 3);
    for (size_t row = 0; row < 3; row++) {
        CHECK_TEXT(table_texts(table, "host")[row], hosts[row]);
        CHECK_TEXT(table_texts(table, "serial")[row], serials[row]);
        CHECK_NEAR(table_numbers(table, "energy_J")[row], joules[row], 0);
        CHECK_NEAR(table_numbers(table, "energy_J")[row], joules[row], 0);
        CHECK_NEAR(table_numbers(table, "power_mean_W")[row], joules[row] / seconds[row], 0);
        CHECK_NEAR(table_numbers(table, "seconds")[row], seconds[row], 0);
        CHECK_NEAR(table_numbers(table, "samples")[row], samples[row], 0);
        CHECK_NEAR(table_numbers(table, "missing")[row], missing[row], 0);
    }
    release(&made);
}

/* Two GPUs in stretches of 5 s; the last moment is in the last stretch. */
static void what_gpus_measured_is_drawn_over_time(void)
{
    struct made made;
    begin(&made);
    static const double times[] = {0, 5, 12, 20}, watts[] = {10, 20, NAN, 60};
    for (size_t i = 0; i < 4; i++)
        sample(&made, "a", "7", times[i], watts[i]);
    sample(&made, "a", "8", 1, 5);
    settle(&made);
    struct device_report report = {&made.request, &made.events, &made.sorted, &made.means,
                                   &made.tables};
    device_tables_put_lines(&report);
    const struct table *table = tables_find(&made.tables, "trace_lines");
    static const double expected[] = {10, 20, NAN, 60, 5, NAN, NAN, NAN};
    CHECK_INT(table->rows, 8);
    for (size_t row = 0; row < 8; row++) {
        CHECK_TEXT(table_texts(table, "line")[row], row < 4 ? "7" : "8");
        CHECK_NEAR(table_numbers(table, "time")[row], 2.5 + 5 * (double)(row % 4), 0);
        CHECK_NEAR(table_numbers(table, "value")[row], expected[row], 0);
    }
    release(&made);
}

CHECK_MAIN(TEST(what_encloses_others_is_told_by_its_times), TEST(only_its_own_task_counts),
           TEST(the_time_of_a_task_is_what_its_events_cover),
           TEST(samples_belong_to_events_by_host_and_time), TEST(tasks_find_their_gpu),
           TEST(it_is_not_guessed_which_gpu_a_task_had), TEST(halves_split_at_the_median),
           TEST(places_make_a_map), TEST(tasks_are_compared_by_the_size_of_their_input),
           TEST(a_map_is_bounded), TEST(tasks_end_over_time),
           TEST(gpus_of_unknown_hosts_are_not_said_to_be_idle),
           TEST(gpus_that_ran_nothing_are_told), TEST(energy_is_by_gpu_and_host),
           TEST(samples_of_one_moment_have_no_interval),
           TEST(what_gpus_measured_is_drawn_over_time))
