/* What attempts cost, by prices that make numbers easy to check: 0.36 per core-hour is 0.0001 per
 * core second, 3.6 per GPU-hour 0.001 per GPU second, 0.36 per kWh 1e-7 per J, and 360 g of CO2
 * per kWh 0.0001 g per J. */
#include <stdio.h>

#include "task_fixture.h"

static struct task_fixture tasks;

static const struct prices all_prices = {0.36, 3.6, 0.36, 360, "EUR"};

static void number(const char *name, double value)
{
    records_put_number(&tasks.records, records_attribute(&tasks.records, name, RECORD_NUMBER),
                       value);
}

static void job(const char *user, struct task_record record)
{
    task_fixture_add(&tasks, record);
    task_fixture_text(&tasks.records, records_attribute(&tasks.records, "user", RECORD_TEXT), user);
}

static void run_with(struct prices prices)
{
    struct analysis_request request = {.dataset = &tasks.dataset,
                                       .tasks = tasks.records.rows ? &tasks.groups : NULL,
                                       .prices = prices,
                                       .has_prices = prices_are_given(&prices)};
    task_groups_make(&tasks.groups, &tasks.records, 1);
    for (size_t i = 0; i < analysis_count(); i++)
        if (strcmp(analysis_at(i)->name, "costs") == 0)
            analysis_at(i)->run(&request, &tasks.tables);
}

static const char *cell(const char *by, const char *name, const char *column)
{
    static char shown[64];
    const struct table *table = tables_find(&tasks.tables, "costs");
    for (size_t row = 0; table && row < table->rows; row++)
        if (strcmp(table_texts(table, "by")[row], by) == 0 &&
            strcmp(table_texts(table, "name")[row], name) == 0) {
            double value = table_numbers(table, column)[row];
            snprintf(shown, sizeof shown, number_is_missing(value) ? "-" : "%.10g", value);
            return shown;
        }
    return "no row";
}

/* ann: 4 cores × 100 s with 300 s of CPU time and 5,000 J; 2 × 50 s that failed, 1,000 J. bert: 1 ×
 * 30 s cancelled; 10 × 60 s of unknown CPU time with 2 idle GPUs, and 7 × 900 s so far of one that
 * still runs, 1 GPU, 800 J. */
static void add_jobs(void)
{
    task_fixture_init(&tasks);
    job("ann",
        (struct task_record){
            .task = "a", .ending = ENDING_SUCCEEDED, .elapsed = 100, .cpu = 300, .cores = 4});
    number("energy", 5000);
    job("ann",
        (struct task_record){.task = "a", .ending = ENDING_FAILED, .elapsed = 50, .cores = 2});
    number("energy", 1000);
    job("bert",
        (struct task_record){.task = "a", .ending = ENDING_CANCELLED, .elapsed = 30, .cores = 1});
    job("bert",
        (struct task_record){.task = "b", .ending = ENDING_SUCCEEDED, .elapsed = 60, .cores = 10});
    number("allocated_gpus", 2);
    number("gpu_utilization", 0);
    job("bert",
        (struct task_record){.task = "b", .ending = ENDING_UNFINISHED, .elapsed = 900, .cores = 7});
    number("allocated_gpus", 1);
    number("energy", 800);
}

static void cores_gpus_and_energy_are_added_up(void)
{
    static const struct {
        const char *column, *all, *ann, *bert;
    } cases[] = {
        {"attempts", "4", "2", "2"},
        {"core_s", "1130", "500", "630"},
        {"gpu_s", "120", "-", "120"},
        {"energy_J", "6000", "6000", "-"},
        {"energy_known", "2", "2", "0"},
        {"core_cost", "0.113", "0.05", "0.063"},
        {"gpu_cost", "0.12", "-", "0.12"},
        {"energy_cost", "0.0006", "0.0006", "-"},
        {"cost", "0.2336", "0.0506", "0.183"},
        {"unused_core_s", "100", "100", "-"},
        {"unused_cost", "0.13", "0.01", "0.12"},
        {"failed_energy_J", "1000", "1000", "-"},
        {"cancelled_energy_J", "0", "0", "-"},
        {"failed_cost", "0.0101", "0.0101", "0"},
        {"cancelled_cost", "0.003", "0", "0.003"},
        {"unfinished", "1", "0", "1"},
        {"co2_g", "0.6", "0.6", "-"},
    };
    add_jobs();
    run_with(all_prices);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_TEXT(cell("all", "(all)", cases[i].column), cases[i].all);
        CHECK_TEXT(cell("user", "ann", cases[i].column), cases[i].ann);
        CHECK_TEXT(cell("user", "bert", cases[i].column), cases[i].bert);
    }
    CHECK_TEXT(cell("task kind", "a", "core_s"), "530");
    CHECK_TEXT(cell("task kind", "b", "gpu_s"), "120");
    CHECK_TEXT(task_fixture_csv(&tasks, "prices"),
               "what,value,unit\ncore-hour,0.36,EUR\nGPU-hour,3.6,EUR\nkWh,0.36,EUR\n"
               "CO2 per kWh,360,g\n");
    task_fixture_release(&tasks);
}

/* A price that nobody gave is not 0: what it would be of is missing, and not in the sum. */
static void what_has_no_price_is_missing(void)
{
    const double none = NUMBER_MISSING;
    add_jobs();
    run_with((struct prices){none, 3.6, none, none, NULL});
    CHECK_TEXT(cell("all", "(all)", "core_cost"), "-");
    CHECK_TEXT(cell("all", "(all)", "energy_cost"), "-");
    CHECK_TEXT(cell("all", "(all)", "cost"), "0.12");
    CHECK_TEXT(cell("user", "ann", "cost"), "-");
    CHECK_TEXT(cell("all", "(all)", "co2_g"), "-");
    task_fixture_release(&tasks);
    add_jobs();
    run_with((struct prices){0, none, none, none, NULL});
    CHECK_TEXT(cell("all", "(all)", "cost"), "0");
    task_fixture_release(&tasks);
}

static void without_prices_there_are_no_tables(void)
{
    const double none = NUMBER_MISSING;
    add_jobs();
    run_with((struct prices){none, none, none, none, "EUR"});
    CHECK_TEXT(task_fixture_csv(&tasks, "costs"), "none");
    CHECK_TEXT(task_fixture_csv(&tasks, "prices"), "none");
    task_fixture_release(&tasks);
}

/* The price of a core-hour doubles, that of a GPU-hour goes. */
static void other_prices_make_other_costs_of_the_same_amounts(void)
{
    const double none = NUMBER_MISSING;
    add_jobs();
    run_with(all_prices);
    const struct prices others = {0.72, none, none, none, "CHF"};
    prices_apply(&tasks.tables, &others);
    CHECK_TEXT(cell("all", "(all)", "core_cost"), "0.226");
    CHECK_TEXT(cell("all", "(all)", "cost"), "0.226");
    CHECK_TEXT(cell("all", "(all)", "gpu_cost"), "-");
    CHECK_TEXT(cell("all", "(all)", "unused_cost"), "0.02");
    CHECK_TEXT(cell("all", "(all)", "co2_g"), "-");
    CHECK_TEXT(task_fixture_csv(&tasks, "prices"), "what,value,unit\ncore-hour,0.72,CHF\n");
    task_fixture_release(&tasks);
}

static void add_node_energy(const char *domain, double energy_J)
{
    struct energy_row row = energy_row_missing();
    row.node = "*";
    row.domain = domain;
    row.energy_J = energy_J;
    energy_row_put(tables_at(&tasks.tables, TABLE_energy), &row);
}

/* 7.2e6 J are 2 kWh: 720 g. Whole nodes go before what the batch system counted, parts do not. */
static void energy_is_that_of_the_most_that_was_measured(void)
{
    add_jobs();
    add_node_energy("package", 3.6e6);
    run_with(all_prices);
    CHECK_TEXT(cell("all", "(all)", "energy_J"), "6000");
    task_fixture_release(&tasks);
    add_jobs();
    add_node_energy("package", 3.6e6);
    add_node_energy("node", 7.2e6);
    run_with(all_prices);
    CHECK_TEXT(cell("all", "(all)", "energy_J"), "7200000");
    CHECK_TEXT(cell("all", "(all)", "co2_g"), "720");
    CHECK_TEXT(cell("all", "(all)", "failed_energy_J"), "-");
    CHECK_TEXT(cell("all", "(all)", "failed_cost"), "0.01");
    CHECK_TEXT(cell("user", "ann", "failed_cost"), "0.0101");
    CHECK_TEXT(cell("user", "ann", "energy_J"), "6000");
    task_fixture_release(&tasks);
}

static void nodes_alone_have_energy_and_no_core_time(void)
{
    task_fixture_init(&tasks);
    add_node_energy("package", 3.6e6);
    add_node_energy("dram", 3.6e6);
    run_with(all_prices);
    CHECK_TEXT(cell("all", "(all)", "energy_cost"), "0.72");
    CHECK_TEXT(cell("all", "(all)", "core_cost"), "-");
    CHECK_TEXT(cell("all", "(all)", "attempts"), "-");
    CHECK_TEXT(table_texts(tables_find(&tasks.tables, "costs"), "energy_of")[0], "CPU + memory");
    task_fixture_release(&tasks);
}

/* User k of 22 holds k core seconds: those of 1 and 2 are the others, with 3 together. */
static void those_who_held_least_are_one_row(void)
{
    task_fixture_init(&tasks);
    for (int i = 1; i <= 22; i++) {
        char user[16];
        snprintf(user, sizeof user, "u%d", i);
        job(user, (struct task_record){
                      .task = "a", .ending = ENDING_SUCCEEDED, .elapsed = i, .cores = 1});
    }
    job(NULL,
        (struct task_record){.task = "a", .ending = ENDING_SUCCEEDED, .elapsed = 1000, .cores = 1});
    run_with(all_prices);
    CHECK_TEXT(cell("user", "u22", "core_s"), "22");
    CHECK_TEXT(cell("user", "u3", "core_s"), "3");
    CHECK_TEXT(cell("user", "u2", "core_s"), "no row");
    CHECK_TEXT(cell("user", "(others)", "core_s"), "3");
    CHECK_TEXT(cell("user", "(others)", "attempts"), "2");
    CHECK_TEXT(cell("user", "(no name)", "core_s"), "1000");
    CHECK_TEXT(cell("task kind", "a", "core_s"), "no row");
    task_fixture_release(&tasks);
}

CHECK_MAIN(TEST(cores_gpus_and_energy_are_added_up), TEST(what_has_no_price_is_missing),
           TEST(without_prices_there_are_no_tables),
           TEST(other_prices_make_other_costs_of_the_same_amounts),
           TEST(energy_is_that_of_the_most_that_was_measured),
           TEST(nodes_alone_have_energy_and_no_core_time), TEST(those_who_held_least_are_one_row))
