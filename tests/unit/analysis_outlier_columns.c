/* In which columns tasks of outlying memory differ from the others, on both sides of the limits. */
#include "task_fixture.h"

#include <math.h>

static struct task_fixture fixture;

/* Tasks of 1 GB, 2 GB and so on: a twentieth below p05, and as many above p95. */
struct kind {
    size_t tasks;
    size_t odd_outliers, odd_others; /* of another step */
    double elapsed;                  /* of outliers; 100 s of others */
};

static void run_kind(const struct kind *kind)
{
    size_t end = kind->tasks / 20, odd_outliers = 0, odd_others = 0;
    task_fixture_init(&fixture);
    for (size_t i = 0; i < kind->tasks; i++) {
        bool is_outlier = i < end || i >= kind->tasks - end;
        bool is_odd =
            is_outlier ? odd_outliers++ < kind->odd_outliers : odd_others++ < kind->odd_others;
        task_fixture_add(&fixture, (struct task_record){.task = "a",
                                                        .step = is_odd ? "odd" : "even",
                                                        .ending = ENDING_WELL,
                                                        .elapsed = is_outlier ? kind->elapsed : 100,
                                                        .memory = 1e9 * (double)(i + 1)});
    }
    task_fixture_run(&fixture, (const char *const[]){"outliers", NULL});
}

static bool differs_in(const char *column)
{
    const struct table *table = tables_find(&fixture.tables, "outlier_columns");
    return table && table_find_row(table, 0, "column", column, NULL, NULL) < table->rows;
}

/* Three outliers at least, a fifth of them, and twice the share of the others. */
static void a_value_has_to_be_that_of_outliers(void)
{
    static const struct {
        struct kind kind;
        bool differs;
    } cases[] = {
        {{100, 2, 0, 100}, false}, {{100, 3, 0, 100}, true},  {{200, 3, 0, 100}, false},
        {{200, 4, 0, 100}, true},  {{100, 3, 13, 100}, true}, {{100, 3, 14, 100}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_kind(&cases[i].kind);
        CHECK(differs_in("step") == cases[i].differs);
        task_fixture_release(&fixture);
    }
}

/* More than 1.25 times the median of the others, or less than it ÷ 1.25. */
static void a_measure_has_to_be_far_from_the_others(void)
{
    static const struct {
        double elapsed;
        bool differs;
    } cases[] = {{125, false}, {126, true}, {80, false}, {79, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_kind(&(struct kind){100, 0, 0, cases[i].elapsed});
        CHECK(differs_in("elapsed") == cases[i].differs);
        task_fixture_release(&fixture);
    }
}

/* What follows from the memory itself does not say why it is so much, nor does a moment. */
static void other_measures_of_the_memory_and_moments_explain_nothing(void)
{
    static const struct {
        const char *attribute; /* NULL: the memory of its fullest node */
        bool differs;
    } cases[] = {{NULL, false},
                 {RECORD_PROCESS_PEAK, false},
                 {"peak_vmem", false},
                 {"eligible", false},
                 {"bytes_received", true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        task_fixture_init(&fixture);
        for (int task = 1; task <= 100; task++) {
            double memory = 1e9 * task;
            task_fixture_add(&fixture, (struct task_record){.task = "a",
                                                            .ending = ENDING_WELL,
                                                            .elapsed = 100,
                                                            .memory = memory});
            struct records *records = &fixture.records;
            int column = cases[i].attribute
                             ? records_attribute(records, cases[i].attribute, RECORD_NUMBER)
                             : RECORD_NODE_MEMORY_COLUMN;
            records_put_number(records, column, memory / 2);
        }
        task_fixture_run(&fixture, (const char *const[]){"outliers", NULL});
        CHECK(differs_in(cases[i].attribute ? cases[i].attribute : "node_memory") ==
              cases[i].differs);
        task_fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(other_measures_of_the_memory_and_moments_explain_nothing),
           TEST(a_value_has_to_be_that_of_outliers), TEST(a_measure_has_to_be_far_from_the_others))
