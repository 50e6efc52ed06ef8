/* By which attributes tasks differ within their kinds. */
#include "task_fixture.h"

#include <math.h>

static struct task_fixture f;

/* Numbers around 0 that repeat every 7, so that groups have a spread of their own. */
static double noise(int i)
{
    return (i % 7 - 3) * 0.01;
}

static void add(const char *task, double efficiency, double elapsed, double memory)
{
    char id[16];
    snprintf(id, sizeof id, "%zu", f.records.rows);
    task_fixture_add(&f, (struct task_record){.task = task,
                                              .id = id,
                                              .elapsed = elapsed,
                                              .cpu = efficiency * elapsed,
                                              .memory = memory,
                                              .ending = ENDING_SUCCEEDED});
}

static void put(const char *name, const char *text)
{
    records_put_text(&f.records, records_attribute(&f.records, name, RECORD_TEXT), text,
                     strlen(text));
}

static void put_number(const char *name, double number)
{
    records_put_number(&f.records, records_attribute(&f.records, name, RECORD_NUMBER), number);
}

static void compare(void)
{
    static const char *const analyses[] = {"attributes", NULL};
    task_fixture_run(&f, analyses);
}

static size_t row_of(const char *attribute, const char *quantity)
{
    const struct attribute_effects_rows rows = attribute_effects_rows(&f.tables);
    return rows_find(rows.rows, 0, rows.attribute, attribute, rows.quantity, quantity);
}

static const char *reason_of(const char *attribute)
{
    const struct attributes_rows rows = attributes_rows(&f.tables);
    size_t row = rows_find(rows.rows, 0, rows.attribute, attribute, NULL, NULL);
    if (row == rows.rows)
        return "not there";
    return rows.compared[row] > 0 ? "compared" : rows.reason[row];
}

/* Shares and counts that a trace of Nextflow measured are no reason for what else it measured. */
static void measured_numbers_are_no_attributes(void)
{
    task_fixture_init(&f);
    for (int i = 0; i < 400; i++) {
        add("align", 0.5 + noise(i), 10, 1e9);
        put_number("%mem", i % 4 ? 0.1 : 0);
        put_number("syscr", i % 3);
        put_number("lane", i % 2);
    }
    compare();
    CHECK_TEXT(reason_of("%mem"), "not there");
    CHECK_TEXT(reason_of("syscr"), "not there");
    CHECK_TEXT(reason_of("lane"), "compared");
    task_fixture_release(&f);
}

/* 90 % for runs 1 to 4, 60 % above, whatever the kind. */
static void numbers_are_split_where_they_differ_most(void)
{
    task_fixture_init(&f);
    for (int i = 0; i < 800; i++) {
        int run = i % 8 + 1;
        add(i % 3 ? "a" : "b", (run <= 4 ? 0.9 : 0.6) + noise(i), i % 3 ? 10 : 1000, 1e9);
        put_number("run", run);
    }
    compare();
    const struct attribute_effects_rows rows = attribute_effects_rows(&f.tables);
    size_t row = row_of("run", "cpu_efficiency");
    CHECK(row < rows.rows);
    CHECK_TEXT(rows.contrast[row], "run > 4");
    CHECK_TEXT(rows.other_group[row], "≤ 4");
    CHECK_NEAR(rows.difference[row], -0.3, 0.003);
    CHECK(rows.low[row] < rows.difference[row] && rows.difference[row] < rows.high[row]);
    CHECK_NEAR(rows.first_tasks[row], 400, 0);
    CHECK_NEAR(rows.strata[row], 2, 0);
    CHECK_TEXT(rows.beyond_chance[row], "yes");
    CHECK(rows.explained[row] > 0.95);
    CHECK_NEAR(rows.comparisons[row], 3 * (7 + 8), 0);
    CHECK_TEXT(rows.beyond_chance[row_of("run", "memory")], "no");
    const struct attribute_groups_rows groups = attribute_groups_rows(&f.tables);
    size_t split = rows_find(groups.rows, 0, groups.value, "> 4", NULL, NULL);
    CHECK(split < groups.rows && groups.rows == 10);
    CHECK_NEAR(groups.tasks[split], 400, 0);
    CHECK_NEAR(groups.mean[split], 0.6, 0.003);
    CHECK_NEAR(groups.overall[split], 0.6, 0.003);
    CHECK_NEAR(groups.std[split], 0.02, 0.01);
    task_fixture_release(&f);
}

/* Texts of digits, too, as CSV files of quanta have them. */
static void texts_of_digits_are_numbers(void)
{
    task_fixture_init(&f);
    for (int i = 0; i < 400; i++) {
        static const char *const runs[] = {"2", "10", "9", "1"};
        add("a", (i % 4 == 1 || i % 4 == 2 ? 0.5 : 0.8) + noise(i), 10, 0);
        put("run", runs[i % 4]);
    }
    compare();
    CHECK_TEXT(attribute_effects_rows(&f.tables).contrast[row_of("run", "cpu_efficiency")],
               "run > 2");
    task_fixture_release(&f);
}

/* Slow kinds run on site x, fast ones on y: within a kind sites are alike. */
static void a_mix_of_kinds_is_no_effect(void)
{
    task_fixture_init(&f);
    for (int i = 0; i < 1000; i++) {
        bool is_slow = i % 2, is_x = is_slow ? i % 10 : i % 10 == 0;
        add(is_slow ? "slow" : "fast", 0.8 + noise(i), (is_slow ? 100 : 1) * (1 + noise(i / 10)),
            1e9 * (1 + noise(i / 10)));
        put("site", is_x ? "x" : "y");
    }
    compare();
    const struct attribute_effects_rows rows = attribute_effects_rows(&f.tables);
    CHECK_TEXT(rows.beyond_chance[row_of("site", "elapsed")], "no");
    CHECK(fabs(rows.difference[row_of("site", "elapsed")]) < 0.001);
    CHECK(!attribute_groups_rows(&f.tables).rows);
    task_fixture_release(&f);
}

/* Twice as long, with half of the memory. */
static void times_and_memory_are_compared_by_ratio(void)
{
    task_fixture_init(&f);
    for (int i = 0; i < 300; i++) {
        bool is_y = i % 3 == 0;
        add("a", 0, (is_y ? 20 : 10) * (1 + noise(i)), (is_y ? 1e9 : 2e9) * (1 + noise(i)));
        put("band", is_y ? "y" : i % 3 == 1 ? "g" : "r");
    }
    compare();
    const struct attribute_effects_rows rows = attribute_effects_rows(&f.tables);
    size_t row = row_of("band", "elapsed");
    CHECK_TEXT(rows.contrast[row], "band = y");
    CHECK_TEXT(rows.other_group[row], "other values");
    CHECK_NEAR(rows.difference[row], 1, 0.01);
    CHECK_NEAR(rows.first_value[row], 20, 0.1);
    CHECK_NEAR(rows.first_share[row], 0.5, 0.01);
    CHECK_NEAR(rows.difference[row_of("band", "memory")], -0.5, 0.01);
    CHECK(row_of("band", "cpu_efficiency") == rows.rows);
    task_fixture_release(&f);
}

/* One comparison, whichever is told first. */
static void two_values_are_compared_once(void)
{
    task_fixture_init(&f);
    for (int i = 0; i < 100; i++) {
        add("a", (i % 2 ? 0.9 : 0.5) + noise(i), 10, 0);
        put("site", i % 2 ? "x" : "y");
        put_number("threads", i % 2 ? 1 : 16);
        put_number("odd", i == 7 ? 5 : i / 50); /* not the groups of site */
    }
    compare();
    const struct attribute_effects_rows rows = attribute_effects_rows(&f.tables);
    size_t row = row_of("site", "cpu_efficiency");
    CHECK_TEXT(rows.contrast[row], "site = x");
    CHECK_TEXT(rows.first_group[row], "x");
    CHECK_TEXT(rows.other_group[row], "y");
    CHECK_NEAR(rows.difference[row], 0.4, 0.01);
    CHECK_TEXT(reason_of("threads"), "same groups as site");
    task_fixture_release(&f);
    task_fixture_init(&f);
    for (int i = 0; i < 100; i++) {
        add("a", (i % 2 ? 0.9 : 0.5) + noise(i), 10, 0);
        put_number("threads", i % 2 ? 1 : 16);
    }
    compare();
    const struct attribute_effects_rows numbers = attribute_effects_rows(&f.tables);
    CHECK_TEXT(numbers.contrast[0], "threads = 16");
    CHECK_TEXT(numbers.other_group[0], "1");
    CHECK_NEAR(numbers.difference[0], -0.4, 0.01);
    task_fixture_release(&f);
}

static void ids_and_constants_are_left_out(void)
{
    task_fixture_init(&f);
    for (int i = 0; i < 1000; i++) {
        char text[16];
        add(i % 2 ? "a" : "b", 0.5 + noise(i), 10, 0);
        snprintf(text, sizeof text, "id%d", i);
        put("visit", text);
        put("site", "one");
        put("band", i / 2 % 2 ? "g" : "r");
        put("filter", i / 2 % 2 ? "HSC-G" : "HSC-R");
        put("program", i % 2 ? "a.py" : "b.py");
        put_number("load", i * 0.25);
        if (i < 30) {
            snprintf(text, sizeof text, "p%d", i / 3);
            put("patch", text);
        }
        put_number("queue_time", i % 5); /* is measured, in seconds */
    }
    compare();
    CHECK_TEXT(reason_of("visit"), "more than 128 values");
    CHECK_TEXT(reason_of("site"), "one value");
    CHECK_TEXT(reason_of("band"), "compared");
    CHECK_TEXT(reason_of("filter"), "same groups as band");
    CHECK_TEXT(reason_of("program"), "too few tasks of one kind with different values");
    CHECK_TEXT(reason_of("load"), "more than 128 values");
    CHECK_TEXT(reason_of("patch"), "fewer than 5 tasks per value");
    CHECK_TEXT(reason_of("queue_time"), "not there");
    task_fixture_release(&f);
}

/* Most of some 20 attributes × 3 values that mean nothing: none is reported. */
static void chance_is_no_effect(void)
{
    uint64_t state = 1;
    task_fixture_init(&f);
    for (int i = 0; i < 400; i++) {
        char name[16], value[2] = "a";
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        add("a", 0.5 + (double)(state >> 40) * 0x1p-26, 10, 0);
        for (int k = 0; k < 20; k++) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            snprintf(name, sizeof name, "c%d", k);
            value[0] = "abc"[(state >> 33) % 3];
            put(name, value);
        }
    }
    compare();
    const struct attribute_effects_rows rows = attribute_effects_rows(&f.tables);
    CHECK(rows.rows == 40); /* efficiency and run time; the latter is the same of all */
    for (size_t row = 0; row < rows.rows; row++)
        CHECK_TEXT(rows.beyond_chance[row], "no");
    task_fixture_release(&f);
}

static void columns_are_bounded(void)
{
    task_fixture_init(&f);
    for (int i = 0; i < 60; i++) {
        add("a", 0.5 + noise(i), 10, 0);
        for (int k = 0; k < 600; k++) {
            char name[16];
            snprintf(name, sizeof name, "c%d", k);
            put_number(name, (i >> k % 3) % 2 + 2 * (i == k % 60) + 2 * (i == k / 60));
        }
    }
    compare();
    const struct attributes_rows rows = attributes_rows(&f.tables);
    double compared = 0;
    for (size_t row = 0; row < rows.rows; row++)
        compared += rows.compared[row];
    CHECK(rows.rows == 512);
    CHECK_NEAR(rows.columns[0], 600, 0);
    CHECK_NEAR(compared, 64, 0);
    task_fixture_release(&f);
}

/* An even sample of more than 262,144 records gives the same difference. */
static void many_records_are_sampled(void)
{
    task_fixture_init(&f);
    int run = records_attribute(&f.records, "run", RECORD_NUMBER);
    for (int i = 0; i < 262145; i++) {
        records_add(&f.records);
        records_put_text(&f.records, RECORD_TASK_COLUMN, "a", 1);
        records_put_number(&f.records, RECORD_ELAPSED_COLUMN, 10);
        records_put_number(&f.records, RECORD_CPU_COLUMN, (i % 2 ? 9 : 6) + noise(i / 2));
        records_put_number(&f.records, run, i % 2);
    }
    compare();
    const struct attributes_rows rows = attributes_rows(&f.tables);
    CHECK_NEAR(rows.sampled[0], 65536, 0);
    CHECK_NEAR(rows.tasks[0], 262145, 0);
    CHECK_NEAR(attribute_effects_rows(&f.tables).difference[0], 0.3, 1e-4);
    task_fixture_release(&f);
}

/* Steps of one kind are compared by step alone, and everything else within them. */
static void steps_are_apart(void)
{
    task_fixture_init(&f);
    for (int i = 0; i < 400; i++) {
        bool is_late = i % 4 == 0 ? i % 20 == 0 : i % 20 != 1;
        add("a", (is_late ? 0.4 : 0.8) + noise(i / 20), 10, 0);
        records_put_text(&f.records, RECORD_STEP_COLUMN, is_late ? "s2" : "s1", 2);
        put("site", i % 4 == 0 ? "x" : "y");
    }
    compare();
    const struct attribute_effects_rows rows = attribute_effects_rows(&f.tables);
    CHECK_TEXT(rows.beyond_chance[row_of("step", "cpu_efficiency")], "yes");
    CHECK_NEAR(fabs(rows.difference[row_of("step", "cpu_efficiency")]), 0.4, 0.01);
    CHECK_TEXT(rows.beyond_chance[row_of("site", "cpu_efficiency")], "no");
    task_fixture_release(&f);
}

/* Ten of the forty tasks with run 2 are said to have used eight times their core. The others have
 * 0.6 beside 0.9 of run 1; with the ten they would have 2.45. */
static void implausible_efficiencies_rate_nothing(void)
{
    task_fixture_init(&f);
    for (int i = 0; i < 80; i++) {
        bool is_second = i % 2, is_wrong = is_second && i % 8 == 1;
        add("a", (is_wrong ? 8 : is_second ? 0.6 : 0.9) + noise(i), 100, 1e9);
        records_put_number(&f.records, RECORD_CORES_COLUMN, 1);
        put("run", is_second ? "2" : "1");
    }
    compare();
    size_t row = row_of("run", "cpu_efficiency");
    const struct attribute_effects_rows rows = attribute_effects_rows(&f.tables);
    CHECK(row < rows.rows);
    CHECK_NEAR(rows.missing[row], 10, 0);
    CHECK_NEAR(fabs(rows.difference[row]), 0.3, 0.01);
    task_fixture_release(&f);
}

CHECK_MAIN(TEST(implausible_efficiencies_rate_nothing), TEST(measured_numbers_are_no_attributes),
           TEST(numbers_are_split_where_they_differ_most), TEST(texts_of_digits_are_numbers),
           TEST(a_mix_of_kinds_is_no_effect), TEST(times_and_memory_are_compared_by_ratio),
           TEST(two_values_are_compared_once), TEST(ids_and_constants_are_left_out),
           TEST(chance_is_no_effect), TEST(columns_are_bounded), TEST(many_records_are_sampled),
           TEST(steps_are_apart))
