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
                                                        .ending = ENDING_SUCCEEDED,
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

/* Three outliers at least, a fifth of them, twice the share of the others, and more than chance
 * brings in six comparisons: two values, among all outliers, those below and those above. */
static void a_value_has_to_be_that_of_outliers(void)
{
    static const struct {
        struct kind kind;
        bool differs;
    } cases[] = {
        {{100, 2, 0, 100}, false},  {{100, 3, 0, 100}, true},      {{200, 3, 0, 100}, false},
        {{200, 4, 0, 100}, true},   {{100, 3, 13, 100}, false},    {{2000, 40, 180, 100}, true},
        {{400, 16, 40, 100}, true}, {{2000, 40, 361, 100}, false},
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
                                                            .ending = ENDING_SUCCEEDED,
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

/* Every value of every column is another comparison: what is plain in one column of two values
 * comes by chance in one of sixty. */
static void what_chance_brings_among_many_columns_is_not_named(void)
{
    static const size_t columns[] = {1, 60};
    for (size_t i = 0; i < 2; i++) {
        task_fixture_init(&fixture);
        for (size_t task = 0; task < 100; task++) {
            task_fixture_add(&fixture, (struct task_record){.task = "a",
                                                            .ending = ENDING_SUCCEEDED,
                                                            .elapsed = 100,
                                                            .memory = 1e9 * (double)(task + 1)});
            for (size_t k = 0; k < columns[i]; k++) {
                char name[] = {'c', (char)('0' + k / 10), (char)('0' + k % 10), 0};
                bool is_odd = (task + k * 7) % 100 < 3; /* of the first column, outliers alone */
                task_fixture_text(&fixture.records,
                                  records_attribute(&fixture.records, name, RECORD_TEXT),
                                  is_odd ? "odd" : "even");
            }
        }
        task_fixture_run(&fixture, (const char *const[]){"outliers", NULL});
        CHECK(differs_in("c00") == (columns[i] == 1));
        CHECK(tables_find(&fixture.tables, "outlier_columns") == NULL || columns[i] == 1);
        task_fixture_release(&fixture);
    }
}

static double draw(uint64_t *state) /* of 0 to 1 */
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 11) / 9007199254740992.0;
}

/* 400 tasks of two kinds, each column drawn without regard to the others, but for memory, which
 * grows by what is not 0: on one node of 20, in one batch of ten, with elapsed time. */
struct effects {
    double node, batch, elapsed;
};

static void run_drawn(uint64_t state, struct effects effects)
{
    static const struct {
        const char *column;
        double values;
    } labels[] = {{"host", 20}, {"batch", 10}, {"sample", 9}};
    task_fixture_init(&fixture);
    for (size_t task = 0; task < 400; task++) {
        double elapsed = 100 + 300 * draw(&state), drawn[3];
        for (size_t i = 0; i < 3; i++)
            drawn[i] = floor(labels[i].values * draw(&state));
        double memory = 4e9 * (1 + 0.4 * draw(&state) + effects.node * (drawn[0] == 7) +
                               effects.batch * (drawn[1] == 7) + effects.elapsed * elapsed / 400);
        task_fixture_add(&fixture, (struct task_record){.task = task % 2 ? "a" : "b",
                                                        .ending = ENDING_SUCCEEDED,
                                                        .elapsed = elapsed,
                                                        .memory = memory});
        for (size_t i = 0; i < 3; i++) {
            char text[] = {'v', (char)('a' + (int)drawn[i]), 0};
            task_fixture_text(&fixture.records,
                              records_attribute(&fixture.records, labels[i].column, RECORD_TEXT),
                              text);
        }
    }
    task_fixture_run(&fixture, (const char *const[]){"outliers", NULL});
}

static void columns_drawn_without_regard_to_memory_do_not_differ(void)
{
    for (uint64_t seed = 0; seed < 50; seed++) {
        run_drawn(seed, (struct effects){0, 0, 0});
        CHECK(tables_find(&fixture.tables, "outlier_kinds") != NULL);
        CHECK(tables_find(&fixture.tables, "outlier_columns") == NULL);
        task_fixture_release(&fixture);
    }
}

static void columns_that_drive_memory_differ(void)
{
    static const struct {
        struct effects effects;
        const char *column;
    } cases[] = {{{0.5, 0, 0}, "host"}, {{0, 0.5, 0}, "batch"}, {{0, 0, 1}, "elapsed"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            run_drawn(seed, cases[i].effects);
            CHECK(differs_in(cases[i].column));
            task_fixture_release(&fixture);
        }
}

CHECK_MAIN(TEST(columns_drawn_without_regard_to_memory_do_not_differ),
           TEST(columns_that_drive_memory_differ),
           TEST(other_measures_of_the_memory_and_moments_explain_nothing),
           TEST(a_value_has_to_be_that_of_outliers),
           TEST(what_chance_brings_among_many_columns_is_not_named),
           TEST(a_measure_has_to_be_far_from_the_others))
