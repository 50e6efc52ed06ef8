/* Tables by hand, numbers worked out beside them. */
#include "findings_fixture.h"

static const char *known(const char *section, const char *column)
{
    const struct table *table = tables_find(&fixture.tables, "findings");
    size_t row = table ? table_find_row(table, 0, "section", section, NULL, NULL) : 0;
    if (!table || row == table->rows)
        return "(none)";
    return table_texts(table, column)[row];
}

static void the_event_that_dominates_is_told(void)
{
    begin();
    add("event_time", "event,count,total_s,share\nTotal,4,101,\nDraw,4,90,0.9\nSend,4,9.5,0.095\n"
                      "Save,4,0.5,0.005\n");
    run();
    CHECK_TEXT(known("devices-events", "finding"),
               "Draw accounts for 90 % of event time; Save takes 500 ms in total.");
    fixture_release(&fixture);
}

/* The half of which no event is known is not spoken of. */
static void correlations_say_the_halves_that_are_known(void)
{
    static const char rows[] =
        "factor,unit,split_at,half,count,duration_median_s\npower,W,90,up to,5,36.9\n";
    static const char both[] = "power,W,90,above,5,43.4\n";
    for (int with_both = 0; with_both < 2; with_both++) {
        begin();
        add("correlations",
            "factor,unit,event,count,rho,low,high,chance\npower,W,Draw,10,0.7,0.5,0.9,0.002\n");
        add("interplay",
            arena_format(&fixture.arena, "%s%s", rows, with_both ? both : "power,W,90,above,0,\n"));
        run();
        CHECK_TEXT(
            known("devices-correlation-with-run-time", "finding"),
            with_both
                ? "Draw takes longer at higher power (Spearman 0.70, 95 % interval 0.50 to 0.90). "
                  "Median run time: 43.4 s above 90 W, 36.9 s below."
                : "Draw takes longer at higher power (Spearman 0.70, 95 % interval 0.50 to 0.90).");
        fixture_release(&fixture);
    }
}

/* Where many events have the median itself those above it are no half. */
static void uneven_halves_are_told_as_such(void)
{
    static const struct {
        int up_to, above;
        const char *expected;
    } cases[] = {
        {61, 59, " Median run time: 1 min 6 s above 45 °C, 41 s below."},
        {105, 15,
         " Median run time: 1 min 6 s in the 15 of 120 events above 45 °C, 41 s in the others."},
        {111, 9, "0.63)."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add("correlations", "factor,unit,event,count,rho,low,high,chance\ntemperature,°C,Draw,120,"
                            "0.5,0.35,0.63,1e-8\n");
        add("interplay",
            arena_format(&fixture.arena,
                         "factor,unit,split_at,half,count,duration_median_s\n"
                         "temperature,°C,45,up to,%d,41\ntemperature,°C,45,above,%d,66\n",
                         cases[i].up_to, cases[i].above));
        run();
        const char *text = known("devices-correlation-with-run-time", "finding");
        if (!text || !strstr(text, cases[i].expected))
            CHECK_FAIL("%s: %s", cases[i].expected, text ? text : "nothing");
        fixture_release(&fixture);
    }
}

/* As of GPUs of nodes, by the names that devices have; one that did nothing is among the unused. */
static void devices_that_stop_or_fill_up_are_told(void)
{
    begin();
    add("device_use", "host,serial,uuid,samples,utilization_mean_percent,utilization_max_percent\n"
                      "n1,n1 2,,50,0,0\nn1,n1 1,,50,40,99\nn1,n1 0,GPU-a0,50,90,99\n");
    add("stops", "node,metric,last_at_work,last_sample,others_until,others,of\n"
                 "n1 1,gpu.utilization,1741169280,1741169990,1741169990,1,3\n"
                 "n1 2,gpu.utilization,,1741169990,1741169990,1,3\n");
    add("memory_growth", "node,metric,unit,length_s,from,to,slope,late_slope,rising_share\n"
                         "n1 0,gpu.memory_used,B,3600,1073741824,5368709120,1193046.5,1193046.5,1\n"
                         "n1 1,gpu.memory_used,B,3600,1073741824,1073741824,0,0,0.5\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "GPU 1 of n1 stopped at 2025-03-05 10:08 and was idle after it, "
                                   "while the other one worked until 2025-03-05 10:19.");
    CHECK_TEXT(cell(0, "section"), "devices-gpu-metrics");
    CHECK_TEXT(cell(1, "finding"),
               "GPU memory in use grows steadily on GPU 0 of n1 (1 of 2 GPUs): from 1 GiB to "
               "5 GiB, 4.00 GiB per hour.");
    CHECK_TEXT(cell(1, "section"), "devices-gpu-metrics");
    fixture_release(&fixture);
}

static void how_many_tasks_a_device_gets_is_told(void)
{
    begin();
    add("device_tasks", "host,serial,uuid,tasks,median_s,mean_s,ratio_to_median,compared,work_"
                        "ratio,work_ratio_low,work_ratio_high\n"
                        "a,1,,7,10,10,1,,,,\nb,2,,12,10,10,1,,,,\nc,3,,9,10,10,1,,,,\n");
    run();
    CHECK_TEXT(known("devices-gpus-and-hosts", "finding"),
               "The 3 GPUs ran 7 to 12 tasks each (p5 to p95, median 9).");
    fixture_release(&fixture);
    begin();
    add("device_tasks", "host,serial,uuid,tasks,median_s,mean_s,ratio_to_median,compared,work_"
                        "ratio,work_ratio_low,work_ratio_high\n"
                        "a,1,,7,10,10,1,,,,\nb,2,,12,10,10,1,,,,\nc,3,,0,,,,,,,\n");
    run();
    CHECK_TEXT(known("devices-gpus-and-hosts", "finding"),
               "The 3 GPUs ran 1 to 12 tasks each (p5 to p95, median 7). 1 GPU ran none.");
    fixture_release(&fixture);
    begin();
    add("device_tasks", "host,serial,uuid,tasks,median_s,mean_s,ratio_to_median,compared,work_"
                        "ratio,work_ratio_low,work_ratio_high\n"
                        "a,1,,7,10,10,1,,,,\nb,2,,7,10,10,1,,,,\nc,3,,7,10,10,1,,,,\n"
                        "d,,,40,10,10,1,,,,\n");
    run();
    CHECK_TEXT(
        known("devices-gpus-and-hosts", "finding"),
        "The 3 GPUs ran 7 tasks each (p5 to p95, median 7). The GPU of 40 tasks is unknown.");
    fixture_release(&fixture);
}

static void add_devices(const char *rows)
{
    add_rows("device_tasks",
             "host,serial,uuid,tasks,median_s,mean_s,ratio_to_median,compared,work_ratio,"
             "work_ratio_low,work_ratio_high,slow_chance",
             rows);
}

/* Few tasks say little: those of the first row are passed over; the second had other work; the
 * fifth may be as fast as others. */
static void slow_devices_are_told_with_what_they_measure(void)
{
    begin();
    add_devices("a,9,,5,90,90,9,5,9,8,10,0.03\nf,7,,40,60,60,6,40,1.01,0.99,1.02,0.4\n"
                "b,323217055910,,24,25,25,2.5,24,1.6,1.456,1.8,1e-6\n"
                "c,3,,24,14,14,1.4,24,1.4,1.2,1.5,1e-4\n"
                "d,4,,24,10,10,1,24,1.7,1.05,2,0.01\ne,5,,24,9,9,0.9,24,0.9,0.8,1,0.9\n");
    add("slow_devices", "device,host,tasks,median_s,beside\n323217055910,b,24,25,\"hotter, draws "
                        "less\"\n");
    run();
    CHECK_TEXT(
        known("devices-gpus-and-hosts", "finding"),
        "GPU 323217055910 is slow: its 24 tasks took 1.60 times as long as the same work elsewhere "
        "(95 % interval 1.46 to 1.80). Compared with the others: hotter, draws less. 1 more is "
        "slow.");
    CHECK_TEXT(known("devices-gpus-and-hosts", "level"), "warn");
    CHECK_TEXT(known("devices-gpus-and-hosts", "advice"), "check its cooling");
    fixture_release(&fixture);
}

static void cooling_is_advised_only_where_it_is_hot(void)
{
    begin();
    add_devices("a,9,,12,9,9,2,12,2,1.5,3,2e-4\nb,8,,12,5,5,1,12,1,0.9,1.1,0.6\nc,7,,12,5,5,1,12,1,"
                "0.9,1.1,0.6\n");
    run();
    CHECK_TEXT(known("devices-gpus-and-hosts", "advice"),
               "run some of its tasks on another device: this separates the device from its input");
    fixture_release(&fixture);
}

/* Of three devices one is the slowest, whatever they are. */
static void a_device_that_is_slower_by_chance_is_not_named(void)
{
    static const char *const chances[] = {"0.0033", "0.0034"};
    for (size_t i = 0; i < 2; i++) {
        begin();
        add_devices(
            arena_format(&fixture.arena,
                         "a,9,,20,9,9,1.2,20,1.2,1.01,3,%s\nb,8,,20,5,5,1,20,1,0.9,1.1,"
                         "0.6\nc,7,,20,5,5,1,20,1,0.9,1.1,0.6\nd,6,,9,5,5,1,9,1,0.9,1.1,1\n",
                         chances[i]));
        run();
        /* the second one, if any: the first says how many tasks they ran */
        CHECK_INT(fixture_rows(&fixture, "findings"), i ? 1 : 2);
        CHECK(i || strstr(cell(1, "finding"), "GPU 9 is slower than the others"));
        fixture_release(&fixture);
    }
}

/* By 5 % beyond doubt; by 3 % is not worth a word, nor is what may be 0, or what few tasks say. */
static void a_little_slower_is_a_note(void)
{
    static const char *const slow[] = {"a,9,,40,9,9,1,40,1.05,1.02,1.08,1e-7",
                                       "a,9,,40,9,9,1,40,1.03,1.02,1.08,1e-7",
                                       "a,9,,40,9,9,1,40,1.05,1,1.08,1e-7",
                                       "a,9,,9,9,9,1,9,1.05,1.02,1.08,1e-7"};
    for (size_t i = 0; i < sizeof slow / sizeof slow[0]; i++) {
        begin();
        add_devices(arena_format(&fixture.arena,
                                 "%s\nb,8,,20,5,5,1,20,1,0.9,1.1,0.6\nc,7,,20,5,5,1,20,1,0.9,1.1,"
                                 "0.6\n",
                                 slow[i]));
        run();
        CHECK_INT(fixture_rows(&fixture, "findings"), i ? 1 : 2);
        CHECK(i || strcmp(cell(1, "level"), "note") == 0);
        CHECK(i ||
              strcmp(cell(1, "finding"),
                     "GPU 9 is slower than the others: its 40 tasks took 1.05 times as long as "
                     "the same work elsewhere (95 % interval 1.02 to 1.08).") == 0);
        fixture_release(&fixture);
    }
}

static void nothing_is_said_of_devices_with_few_tasks(void)
{
    begin();
    add_devices("a,,,1,12,12,1.2,1,1.2,,,\nb,,,1,10,10,1,1,1,,,\nc,,,1,9,9,0.9,1,0.9,,,\n");
    run();
    const struct table *table = tables_find(&fixture.tables, "findings");
    CHECK_INT(table->rows, 1);
    CHECK_TEXT(table_texts(table, "finding")[0],
               "The 3 hosts ran 1 task each (p5 to p95, median 1).");
    fixture_release(&fixture);
}

static void how_warm_gpus_were_is_told(void)
{
    begin();
    add("event_time", "event,count,total_s,share\n");
    add("device_metrics", "metric,unit,samples,missing,mean_per_device,max\npower,W,10,0,96,130\n"
                          "temperature,°C,10,0,40.5,46.6\nutilization,%,10,0,68.4,90\n");
    add("device_energy",
        "host,serial,uuid,samples,energy_J\na,1,,9,108000\na,2,,9,0\nb,3,,9,36000\n");
    run();
    CHECK_TEXT(known("devices-gpu-metrics", "finding"),
               "Mean per GPU: power 96 W, temperature 40.5 °C and utilisation 68.4 %; highest "
               "temperature 46.6 °C. All GPUs used 40 Wh in total.");
    fixture_release(&fixture);
}

/* Where nothing tells whether GPUs worked, no finding is no good news. */
static void unknown_work_of_gpus_is_told(void)
{
    static const char *const known[] = {"", "power,W,10,0,96,130\n", "utilization,%,10,0,0,0\n"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        char csv[256];
        begin();
        snprintf(csv, sizeof csv,
                 "metric,unit,samples,missing,mean_per_device,max\n%smemory_temperature,"
                 "°C,10,0,40.5,46.6\n",
                 known[i]);
        add("device_metrics", csv);
        run();
        bool is_reported =
            tables_find(&fixture.tables, "findings") &&
            strncmp(cell(0, "finding"), "Utilisation and power of the GPUs are unknown", 45) == 0;
        CHECK_INT(is_reported, i == 0);
        fixture_release(&fixture);
    }
}

static const char *advice_for_uses(const char *rows)
{
    begin();
    add_rows("device_use",
             "host,serial,uuid,samples,utilization_mean_percent,utilization_max_percent", rows);
    add("device_tasks", "host,serial,uuid,tasks\na,,,1\n");
    run();
    return known("devices-gpu-metrics", "advice");
}

static void unused_gpus_are_counted_in_the_advice(void)
{
    CHECK_TEXT(advice_for_uses("a,1,,90,0,0\na,2,,90,60,99\na,3,,90,60,99\n"),
               "request 2 GPUs instead of 3, or make the program use all of them");
    fixture_release(&fixture);
    CHECK_TEXT(advice_for_uses("a,1,,90,0,0\na,2,,90,0,0\n"),
               "request no GPU, or check that the program uses them");
    fixture_release(&fixture);
    CHECK_TEXT(advice_for_uses("a,1,,90,0,0\n"),
               "request no GPU, or check that the program uses it");
    fixture_release(&fixture);
}

/* A GPU on which tasks ran is not without work: its samples may be of another one. */
static void unused_gpus_on_which_tasks_ran_have_work(void)
{
    begin();
    add("device_use", "host,serial,uuid,samples,utilization_mean_percent,utilization_max_percent\n"
                      "a,,GPU-a,40,0,0\nb,,GPU-b,50,0,0\nc,,GPU-c,90,60,99\nd,,GPU-d,90,60,99\n");
    add("device_tasks", "host,serial,uuid,tasks\na,,GPU-a,1\nb,,GPU-b,2\nc,,GPU-c,5\nd,,,5\n");
    run();
    CHECK_TEXT(known("devices-gpu-metrics", "finding"),
               "2 of 4 GPUs, including GPU-a of a, were idle: utilisation at most 1 % in all 90 "
               "samples. The other 2 GPUs averaged 60 %. Yet 3 tasks ran on these idle GPUs.");
    CHECK_TEXT(known("devices-gpu-metrics", "advice"),
               "check whether the samples are of the GPUs that ran these tasks, and whether these "
               "tasks use a GPU");
    fixture_release(&fixture);
}

/* One with too few samples says nothing, and hides no other. */
static void a_gpu_of_few_samples_hides_none(void)
{
    advice_for_uses("a,1,,5,0,0\na,2,,90,0,0\na,3,,90,60,99\n");
    CHECK_TEXT(known("devices-gpu-metrics", "finding"),
               "GPU 2 of a was idle: utilisation at most 1 % in all 90 samples. The other 2 GPUs "
               "averaged 30 %.");
    fixture_release(&fixture);
}

/* A gap in the samples adds no energy, and is said. */
static void energy_says_how_much_of_the_time_is_known(void)
{
    begin();
    add("device_metrics", "metric,unit,samples,missing,mean_per_device,max\npower,W,10,0,96,130\n");
    add("device_energy", "host,serial,uuid,samples,seconds,covered_share,energy_J\n"
                         "a,1,,9,70,0.7,108000\na,2,,1,0,,\nb,3,,9,100,1,36000\n");
    run();
    CHECK_TEXT(known("devices-gpu-metrics", "finding"),
               "Mean per GPU: power 96 W. 2 of 3 GPUs used 40 Wh in the 85 % of the time for which "
               "power is known. The energy of the other is unknown.");
    fixture_release(&fixture);
}

/* GPUs that never report a power have rows without an energy. */
static void energy_says_of_how_many_gpus_it_is(void)
{
    begin();
    add("device_metrics",
        "metric,unit,samples,missing,mean_per_device,max\npower,W,10,30,300,300\n");
    add("device_energy", "host,serial,uuid,samples,seconds,covered_share,energy_J\n"
                         "a,1,,9,100,1,1080000\na,2,,0,0,0,\na,3,,0,0,0,\na,4,,0,0,0,\n");
    run();
    CHECK_TEXT(
        known("devices-gpu-metrics", "finding"),
        "Mean per GPU: power 300 W. 1 of 4 GPUs used 300 Wh. The energy of the others is unknown.");
    fixture_release(&fixture);
}

/* 40 % and 10 %: 25 %, however often each was sampled; of the third GPU only its power was sampled.
 */
static void low_use_is_of_the_gpus_whose_use_is_known(void)
{
    advice_for_uses("a,1,,10,40,90\na,2,,30,10,90\na,3,,90,,\n");
    CHECK_TEXT(known("devices-gpu-metrics", "finding"),
               "GPU utilisation is 25 % on average over 2 GPUs.");
    fixture_release(&fixture);
}

/* Little power says something beside GPUs that work as much: 65 % of the time is not 95 %. */
static void a_gpu_is_throttled_at_the_use_of_the_median_gpu(void)
{
    static const char columns[] = "host,serial,uuid,samples,utilization_mean_percent,utilization_"
                                  "max_percent,power_mean_W,temperature_max_C";
    begin();
    add_rows("device_use", columns,
             "a,1,,90,95,99,400,70\na,2,,90,95,99,400,70\na,3,,90,90,99,300,84\n"
             "a,4,,90,10,99,100,50\na,5,,90,95,99,400,70\n");
    run();
    CHECK_TEXT(known("devices-gpu-metrics", "finding"),
               "GPU 3 of a reached 84 °C and drew 25 % less power than the median GPU (300 W vs "
               "400 W). Its utilisation was 90 % (median 95 %): it is probably throttled.");
    fixture_release(&fixture);
    begin();
    add_rows("device_use", columns,
             "a,1,,90,95,99,400,70\na,2,,90,95,99,400,70\na,3,,90,65,99,300,84\n");
    run();
    CHECK_TEXT(known("devices-gpu-metrics", "finding"), "(none)");
    fixture_release(&fixture);
}

CHECK_MAIN(
    TEST(unknown_work_of_gpus_is_told), TEST(a_gpu_is_throttled_at_the_use_of_the_median_gpu),
    TEST(low_use_is_of_the_gpus_whose_use_is_known), TEST(unused_gpus_are_counted_in_the_advice),
    TEST(unused_gpus_on_which_tasks_ran_have_work), TEST(a_gpu_of_few_samples_hides_none),
    TEST(energy_says_how_much_of_the_time_is_known), TEST(energy_says_of_how_many_gpus_it_is),
    TEST(the_event_that_dominates_is_told), TEST(correlations_say_the_halves_that_are_known),
    TEST(a_device_that_is_slower_by_chance_is_not_named), TEST(uneven_halves_are_told_as_such),
    TEST(devices_that_stop_or_fill_up_are_told), TEST(how_many_tasks_a_device_gets_is_told),
    TEST(slow_devices_are_told_with_what_they_measure), TEST(a_little_slower_is_a_note),
    TEST(cooling_is_advised_only_where_it_is_hot), TEST(nothing_is_said_of_devices_with_few_tasks),
    TEST(how_warm_gpus_were_is_told))
