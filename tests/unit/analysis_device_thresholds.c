/* Findings about GPUs, at their thresholds. */
#include "findings_fixture.h"

/* The first of three GPUs; the others draw 300 W at 90 %. */
static void run_uses(const char *first)
{
    char rows[256];
    begin();
    snprintf(rows, sizeof rows, "a,1,%s\na,2,90,90,99,70,300\na,3,90,90,99,70,300\n", first);
    add_rows("device_use",
             "host,serial,samples,utilization_mean_percent,utilization_max_percent,"
             "temperature_max_C,power_mean_W",
             rows);
    run();
}

/* Hot, with less than 85 % of the median's power, at 90 % of the median use or more. */
static void throttled_gpus_have_thresholds(void)
{
    static const struct {
        const char *first;
        bool is_throttled;
    } cases[] = {
        {"90,90,99,83,200", true},  {"90,90,99,82.9,200", false}, {"90,90,99,84,254", true},
        {"90,90,99,84,256", false}, {"90,81,99,84,200", true},    {"90,80.9,99,84,200", false},
        {"10,90,99,84,200", true},  {"9,90,99,84,200", false},    {"90,90,99,,200", false},
        {"90,90,99,84,", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_uses(cases[i].first);
        CHECK(is_reported("throttled") == cases[i].is_throttled);
        fixture_release(&fixture);
    }
    run_uses("90,90,99,84,200");
    CHECK(is_reported(
        "GPU 1 of a reached 84 °C and drew 33 % less power than the median GPU (200 W vs 300 W). "
        "Its utilisation was 90 % (median 90 %): it is probably throttled."));
    fixture_release(&fixture);
}

/* A hot GPU is told by its clock from 2 % of its time on, else by its power: not both, nor neither.
 */
static void hot_gpus_are_told_once(void)
{
    static const struct {
        const char *share;
        bool by_clock;
    } cases[] = {{"", false}, {"0", false}, {"0.019", false}, {"0.02", true}, {"0.5", true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char rows[256];
        begin();
        snprintf(rows, sizeof rows,
                 "a,1,90,90,99,84,200,%s\na,2,90,90,99,70,300,0\na,3,90,90,99,70,300,0\n",
                 cases[i].share);
        add_rows("device_use",
                 "host,serial,samples,utilization_mean_percent,utilization_max_percent,"
                 "temperature_max_C,power_mean_W,throttled_share",
                 rows);
        add("throttling", "gpu,from,until,duration_s,reason,clock_ratio,temperature_max_C\n"
                          "1,0,60,60,clock,0.5,84\n");
        run();
        CHECK(is_reported("probably throttled") == !cases[i].by_clock);
        CHECK(is_reported("GPU 1 of a was throttled for ") == cases[i].by_clock);
        fixture_release(&fixture);
    }
}

/* Utilisation of GPUs by node and sample; of some it is unknown. */
static void unused_gpus_are_counted_among_those_known(void)
{
    static const struct {
        const char *rows, *text, *advice;
        size_t findings;
    } cases[] = {
        {"gpu-0.a,0,0\n", "gpu-0.a was never used (utilisation 0 to 1 %).",
         "request no GPU, or check that the program uses it", 1},
        {"gpu-0.a,0.5,40\n", "gpu-0.a was hardly used (utilisation at most 1 % on average).",
         "request no GPU, or check that the program uses it", 1},
        {"gpu-0.a,0,0\ngpu-1.a,1,1\n", "All 2 GPUs were never used (utilisation 0 to 1 %).",
         "request no GPU, or check that the program uses them", 1},
        {"gpu-0.a,0,0\ngpu-1.a,90,99\n", "gpu-0.a of 2 GPUs was never used (utilisation 0 to 1 %).",
         "request 1 GPU instead of 2, or make the program use all of them", 1},
        {"gpu-0.a,0,0\ngpu-1.a,,\n", "gpu-0.a of 2 GPUs was never used (utilisation 0 to 1 %).",
         "request 1 GPU instead of 2, or make the program use all of them", 1},
        {"gpu-0.a,0,0\ngpu-0.b,90,99\n", "gpu-0.a of 2 GPUs was never used (utilisation 0 to 1 %).",
         "check which GPU each process uses: this one has no work", 1},
        {"a accelerator 0,0,0\nb accelerator 0,90,99\n",
         "a accelerator 0 of 2 GPUs was never used (utilisation 0 to 1 %).",
         "check which GPU each process uses: this one has no work", 1},
        {"gpu-0.a,20,90\ngpu-1.a,30,90\ngpu-2.a,,\n",
         "GPU utilisation is 25 % on average over 2 GPUs.",
         "find out what the GPUs wait for: data, the CPUs or other GPUs", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add_rows("gpus", "gpu,utilization_mean_percent,utilization_max_percent", cases[i].rows);
        run();
        CHECK_INT(fixture_rows(&fixture, "findings"), cases[i].findings);
        CHECK_TEXT(cell(0, "finding"), cases[i].text);
        CHECK_TEXT(cell(0, "advice"), cases[i].advice);
        fixture_release(&fixture);
    }
}

/* From 2 % of its time on. */
static void throttling_has_thresholds(void)
{
    static const struct {
        const char *share;
        bool is_throttled;
    } cases[] = {{"0.02", true}, {"0.0199", false}, {"", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char row[128];
        begin();
        snprintf(row, sizeof row, "gpu-0.a,90,99,%s,100,0\ngpu-1.a,90,99,0,100,0\n",
                 cases[i].share);
        add_rows("gpus",
                 "gpu,utilization_mean_percent,utilization_max_percent,throttled_share,"
                 "throttled_samples,throttled_missing",
                 row);
        add("throttling", "gpu,from,until,duration_s,reason\n"
                          "gpu-0.a,1600000000,1600000060,60,clock\n");
        run();
        CHECK(is_reported("gpu-0.a was throttled for") == cases[i].is_throttled);
        fixture_release(&fixture);
    }
}

/* Archives have the mean of a node's GPUs: ten samples per node say something. From half of the
 * time on it is no finding. */
static void low_use_of_nodes_needs_samples(void)
{
    static const struct {
        const char *row;
        bool is_low;
    } cases[] = {{"20,2,49.9\n", true}, {"20,2,50\n", false}, {"19,2,49.9\n", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char row[64];
        begin();
        snprintf(row, sizeof row, "acc_utilization,%%,%s", cases[i].row);
        add_rows("job_metrics", "metric,unit,samples,nodes,mean_per_node", row);
        run();
        CHECK(is_reported("GPU utilisation is 50 % on average.") == cases[i].is_low);
        fixture_release(&fixture);
    }
}

/* Below half of the time on each of them; below 30 % on average whatever some do. */
static void use_is_low_on_all_gpus_or_very_low(void)
{
    static const struct {
        const char *rows, *text;
        double threshold;
    } cases[] = {
        {"gpu-0.a,34,90\ngpu-1.a,46,90\n", "GPU utilisation is 40 % on average over 2 GPUs.", 0.5},
        {"gpu-0.a,30,90\ngpu-1.a,50,90\n", NULL, 0},
        {"gpu-0.a,2,90\ngpu-1.a,56,90\n", "GPU utilisation is 29 % on average over 2 GPUs.", 0.3},
        {"gpu-0.a,4,90\ngpu-1.a,56,90\n", NULL, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add_rows("gpus", "gpu,utilization_mean_percent,utilization_max_percent", cases[i].rows);
        run();
        CHECK(is_reported("GPU utilisation") == (cases[i].text != NULL));
        if (cases[i].text) {
            CHECK_TEXT(cell(0, "finding"), cases[i].text);
            CHECK_TEXT(cell(0, "level"), "warn");
            CHECK_NEAR(number(0, "threshold"), cases[i].threshold, 0);
        }
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(hot_gpus_are_told_once), TEST(throttled_gpus_have_thresholds),
           TEST(low_use_of_nodes_needs_samples), TEST(use_is_low_on_all_gpus_or_very_low),
           TEST(unused_gpus_are_counted_among_those_known), TEST(throttling_has_thresholds))
