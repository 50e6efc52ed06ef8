#include "task_fixture.h"

#include "analysis/tasks/summary_rules.h"

static struct task_fixture fixture;

static const double GIB = 1073741824.0;

static void begin(void)
{
    task_fixture_init(&fixture);
    for (int i = 0; i < 6; i++)
        task_fixture_add(&fixture, (struct task_record){.step = i < 5 ? "s1" : "s2",
                                                        .task = "a",
                                                        .memory = (i + 1) * GIB,
                                                        .elapsed = i + 1});
}

static void publish(const char *quantity, double value)
{
    records_add_summary(&fixture.records, (struct published_summary){"s1", "a", quantity, value});
}

static void run(void)
{
    static const char *const analyses[] = {"summary_check", NULL};
    task_fixture_run(&fixture, analyses);
}

static void end(void)
{
    task_fixture_release(&fixture);
}

static void equal_values_are_not_listed(void)
{
    begin();
    publish("quanta", 5);
    publish("integrated_runtime_hrs", 15 / 3600.0);
    publish("mem_GB_p050", 3);
    publish("runtime_s_p068", 3.72);
    publish("runtime_s_p099", 4.96);
    publish("walltime_s_p032", 2.28);
    run();
    CHECK_TEXT(task_fixture_csv(&fixture, "summary_check"), "none");
    CHECK_TEXT(task_fixture_csv(&fixture, "summary_reasons"), "none");
    end();
}

/* Quantiles of a kind reorder the values of its steps: those of a step must be taken before. */
static void values_of_a_step_stay_apart_from_those_of_its_kind(void)
{
    static const char *const names[] = {"tasks", "steps", "task_quantiles", "summary_check"};
    task_fixture_init(&fixture);
    for (int i = 0; i < 400; i++)
        task_fixture_add(&fixture, (struct task_record){.step = i < 200 ? "s1" : "s2",
                                                        .task = "a",
                                                        .memory = (1000 - i) * GIB});
    publish("mem_GB_p000", 801);
    const char *in_order[5] = {NULL};
    size_t count = 0;
    for (size_t i = 0; i < analysis_count(); i++)
        for (size_t k = 0; k < 4; k++)
            if (strcmp(analysis_at(i)->name, names[k]) == 0)
                in_order[count++] = names[k];
    CHECK_INT(count, 4);
    task_fixture_run(&fixture, in_order);
    CHECK_TEXT(task_fixture_csv(&fixture, "summary_check"), "none");
    end();
}

static void rounded_values_are_equal(void)
{
    CHECK(summary_agrees(1.234, 1.2344));
    CHECK(!summary_agrees(1.234, 1.2346));
    CHECK(!summary_agrees(1.2, 1.21));
    CHECK(!summary_agrees(20, 20.4));
    CHECK(!summary_agrees(5, NAN));
    CHECK(summary_agrees(0.1 + 0.2, 0.3));
}

static void lists_what_differs(void)
{
    begin();
    publish("quanta", 6);
    publish("runtime_s_p050", 3.5);
    records_add_summary(&fixture.records, (struct published_summary){NULL, "b", "quanta", 1});
    run();
    CHECK_TEXT(task_fixture_csv(&fixture, "summary_check"),
               "step,task,quantity,published,computed,difference\n"
               "s1,a,quanta,6,5,1\n"
               "s1,a,runtime_s_p050,3.5,3,0.5\n"
               ",b,quanta,1,,\n");
    CHECK_TEXT(task_fixture_csv(&fixture, "summary_reasons"),
               "quantities,reason,values,differing,explained\nruntime_s_p,,1,1,0\n"
               "counts and sums,,2,2,0\n");
    end();
}

static void finds_gb_of_powers_of_ten(void)
{
    begin();
    publish("mem_GB_p000", GIB / 1e9);
    publish("mem_GB_p032", 2.28 * GIB / 1e9);
    publish("mem_GB_p100", 5 * GIB / 1e9);
    run();
    CHECK_TEXT(task_fixture_csv(&fixture, "summary_reasons"),
               "quantities,reason,values,differing,explained\n"
               "mem_GB_p,GB are 10^9 bytes,3,3,3\n");
    CHECK_INT(tables_find(&fixture.tables, "summary_check")->rows, 3);
    end();
}

static void finds_another_rule(void)
{
    begin();
    publish("runtime_s_p032", 2);
    publish("runtime_s_p050", 3);
    publish("runtime_s_p068", 4);
    publish("mem_GB_p000", GIB / 1e9);
    publish("mem_GB_p032", 3 * GIB / 1e9);
    publish("mem_GB_p068", 4 * GIB / 1e9);
    run();
    CHECK_TEXT(task_fixture_csv(&fixture, "summary_reasons"),
               "quantities,reason,values,differing,explained\n"
               "mem_GB_p,\"GB are 10^9 bytes, and quantiles are the next higher values\",3,3,3\n"
               "runtime_s_p,quantiles are the nearest values,3,2,2\n");
    end();
}

/* Hyndman & Fan's rules on 1 … 5. */
static void rules_are_as_published(void)
{
    static const double sorted[] = {1, 2, 3, 4, 5};
    static const struct {
        enum summary_rule rule;
        double at_32, at_100;
    } cases[] = {{SUMMARY_LINEAR, 2.28, 5}, {SUMMARY_NEAREST, 2, 5},    {SUMMARY_LOWER, 2, 5},
                 {SUMMARY_HIGHER, 3, 5},    {SUMMARY_MIDPOINT, 2.5, 5}, {SUMMARY_TYPE_6, 1.92, 5},
                 {SUMMARY_TYPE_8, 2.04, 5}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_NEAR(summary_quantile(sorted, 5, 0.32, cases[i].rule), cases[i].at_32, 1e-14);
        CHECK_NEAR(summary_quantile(sorted, 5, 1, cases[i].rule), cases[i].at_100, 0);
        CHECK_NEAR(summary_quantile(sorted, 1, 0.5, cases[i].rule), 1, 0);
        CHECK(isnan(summary_quantile(sorted, 0, 0.5, cases[i].rule)));
    }
}

CHECK_MAIN(TEST(equal_values_are_not_listed),
           TEST(values_of_a_step_stay_apart_from_those_of_its_kind), TEST(rounded_values_are_equal),
           TEST(lists_what_differs), TEST(finds_gb_of_powers_of_ten), TEST(finds_another_rule),
           TEST(rules_are_as_published))
