/* Tables as people read them: one unit a column, whatever the values. */
#include "check.h"
#include "page/content/row_view.h"
#include "rules_fixture.h"
#include "table/table_csv.h"

static void a_column_has_one_unit(void)
{
    static const struct row_view_column columns[] = {
        {SHOWN(functions, function)},
        {SHOWN(functions, duration_s), .head = "time", .kind = VIEW_EACH},
    };
    static const struct row_view row_view = {VIEW_OF(functions, columns), .with_total = true};
    static const char csv[] = "function,duration_s\na,18000\nb,4.5\nc,0.003\nd,\n";
    struct arena arena;
    struct tables tables;
    struct error error = {0};
    arena_init(&arena);
    tables_init(&tables, &arena);
    CHECK(table_read_csv(tables_get(&tables, "functions"), "functions", csv, strlen(csv), &error));
    struct page_request request = {.rules = fixture_rules(), .tables = &tables};
    const struct table_view *view = row_view_make(&row_view, &request, &arena, 10);
    CHECK(view);
    CHECK_TEXT(view->heads[1], "time, s");
    CHECK_TEXT(view->cells[1], "18,000");
    CHECK_TEXT(view->cells[3], "4.5");
    CHECK_TEXT(view->cells[5], "0.003");
    CHECK_TEXT(view->cells[7], "–");
    CHECK_TEXT(view->cells[9], "18,005");
    arena_release(&arena);
}

/* Not 9 and 8 above 112: three digits of the largest row, whatever the total has. */
static void a_total_takes_no_decimals_from_its_rows(void)
{
    static const struct row_view_column columns[] = {{SHOWN(steps, step)},
                                                     {SHOWN(steps, elapsed_s), .kind = VIEW_HOURS}};
    static const struct row_view row_view = {VIEW_OF(steps, columns), .with_total = true};
    static const char csv[] = "step,elapsed_s\na,32292\nb,29556\nc,0\n";
    struct arena arena;
    struct tables tables;
    struct error error = {0};
    arena_init(&arena);
    tables_init(&tables, &arena);
    struct table *table = tables_get(&tables, "steps");
    CHECK(table_read_csv(table, "steps", csv, strlen(csv), &error));
    struct page_request request = {.rules = fixture_rules(), .tables = &tables};
    const struct table_view *view = row_view_make(&row_view, &request, &arena, 10);
    CHECK(view);
    CHECK_TEXT(view->cells[1], "8.97");
    CHECK_TEXT(view->cells[3], "8.21");
    CHECK_TEXT(view->cells[7], "17.18");
    arena_release(&arena);
}

/* What is left out of long names is no part in which they differ, nor a name that is not shown. */
static void names_that_are_cut_stay_distinct(void)
{
    static const struct row_view_column columns[] = {{SHOWN(functions, function)},
                                                     {SHOWN(functions, tasks)}};
    static const struct row_view row_view = {VIEW_OF(functions, columns)};
    static const char csv[] =
        "function,tasks\n"
        "split_embedding_backward_codegen_rowwise_weighted_kernel_cta_per_row_float_half_2ul,3\n"
        "split_embedding_backward_codegen_rowwise_weighted_kernel_warp_per_row_float_half_2ul,2\n"
        "split_embedding_backward_codegen_rowwise_unknown_kernel_warp_per_row_float_half_2ul,1\n";
    struct arena arena;
    struct tables tables;
    struct error error = {0};
    arena_init(&arena);
    tables_init(&tables, &arena);
    CHECK(table_read_csv(tables_get(&tables, "functions"), "functions", csv, strlen(csv), &error));
    struct page_request request = {.rules = fixture_rules(), .tables = &tables};
    const struct table_view *few = row_view_make(&row_view, &request, &arena, 1);
    const struct table_view *all = row_view_make(&row_view, &request, &arena, 10);
    CHECK(few && all);
    CHECK_INT(few->rows, 1);
    CHECK_TEXT(few->cells[0], all->cells[0]);
    CHECK(strstr(all->cells[0], "_cta_"));
    CHECK(strcmp(all->cells[0], all->cells[2]) != 0);
    CHECK(strcmp(all->cells[2], all->cells[4]) != 0);
    arena_release(&arena);
}

/* Where no source says how tasks ended none is shown as one that succeeded. */
static void unrecorded_outcomes_are_no_success(void)
{
    static const struct row_view_column columns[] = {
        {SHOWN(tasks, task)},
        {SHOWN(tasks, tasks)},
        {SHOWN(tasks, succeeded)},
        {SHOWN(tasks, failed)},
    };
    static const struct row_view row_view = {VIEW_OF(tasks, columns), .with_total = true};
    static const char *const cases[][4] = {
        {"tasks,unrecorded\n40,40\n", "not recorded", NULL,
         "task,tasks,succeeded,failed\na,40,40,0\n"},
        {"tasks,unrecorded\n40,7\n", "succeeded or not recorded", "failed",
         "task,tasks,succeeded,failed\na,40,40,0\n"},
        {"tasks,unrecorded\n40,0\n", "succeeded", "failed",
         "task,tasks,succeeded,failed\na,40,40,0\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct arena arena;
        struct tables tables;
        struct error error = {0};
        arena_init(&arena);
        tables_init(&tables, &arena);
        CHECK(table_read_csv(tables_get(&tables, "campaign"), "campaign", cases[i][0],
                             strlen(cases[i][0]), &error));
        CHECK(table_read_csv(tables_get(&tables, "tasks"), "tasks", cases[i][3],
                             strlen(cases[i][3]), &error));
        struct page_request request = {.rules = fixture_rules(), .tables = &tables};
        const struct table_view *view = row_view_make(&row_view, &request, &arena, 10);
        CHECK(view);
        CHECK_TEXT(view->heads[2], cases[i][1]);
        CHECK_INT(view->columns, cases[i][2] ? 4 : 3);
        arena_release(&arena);
    }
}

static void kinds_are_named_by_what_reports_them_apart(void)
{
    static const struct row_view_column columns[] = {
        {SHOWN(tasks, task)},
        {SHOWN(tasks, tasks)},
    };
    static const struct row_view row_view = {VIEW_OF(tasks, columns), .with_total = true};
    static const char csv[] = "task,tasks\nNFCORE_SAREK:SAREK:FASTQC,4\n"
                              "NFCORE_SAREK:SAREK:MULTIQC,1\n";
    struct arena arena;
    struct tables tables;
    struct error error = {0};
    arena_init(&arena);
    tables_init(&tables, &arena);
    CHECK(table_read_csv(tables_get(&tables, "tasks"), "tasks", csv, strlen(csv), &error));
    struct page_request request = {.rules = fixture_rules(), .tables = &tables};
    kind_names_make(&request.kind_names, &tables, &arena);
    const struct table_view *view = row_view_make(&row_view, &request, &arena, 10);
    CHECK(view);
    CHECK_TEXT(view->cells[0], "FASTQC");
    CHECK_TEXT(view->cells[2], "MULTIQC");
    arena_release(&arena);
}

/* As people call their steps. */
static void the_total_is_not_called_as_a_row(void)
{
    static const struct row_view_column columns[] = {{SHOWN(steps, step)}, {SHOWN(steps, tasks)}};
    static const struct row_view row_view = {VIEW_OF(steps, columns), .with_total = true};
    static const char *const cases[][2] = {{"step,tasks\na,4\nb,1\n", "all"},
                                           {"step,tasks\na,4\nall,1\n", "(all)"}};
    for (size_t i = 0; i < 2; i++) {
        struct arena arena;
        struct tables tables;
        struct error error = {0};
        arena_init(&arena);
        tables_init(&tables, &arena);
        CHECK(table_read_csv(tables_get(&tables, "steps"), "steps", cases[i][0],
                             strlen(cases[i][0]), &error));
        struct page_request request = {.rules = fixture_rules(), .tables = &tables};
        const struct table_view *view = row_view_make(&row_view, &request, &arena, 10);
        CHECK(view && view->last_row_is_total);
        CHECK_TEXT(view->cells[4], cases[i][1]);
        CHECK_TEXT(view->cells[5], "5");
        arena_release(&arena);
    }
}

static const char *share_and_count(const struct row_cell *cell)
{
    return arena_format(cell->arena, "%.0f (%s)", table_numbers(cell->table, "tasks")[cell->row],
                        table_texts(cell->table, "task")[cell->row]);
}

/* Rows and numbers that the caller gives, cells of the whole row, and times in hours. */
static void cells_are_worked_out_of_rows(void)
{
    static const double values[] = {1e9, 2e9, 3e9};
    static const size_t rows[] = {2, 0};
    static const struct row_view_column columns[] = {
        {SHOWN(steps, step)},
        {SHOWN(steps, elapsed_s), .head = "elapsed", .kind = VIEW_HOURS},
        {.head = "power", .values = values, .unit = "W"},
        {SHOWN(steps, failed), .kind = VIEW_COUNT_ANY},
    };
    static const struct row_view_column joined[] = {{SHOWN(tasks, task)},
                                                    {.head = "both", .cell = share_and_count}};
    static const struct row_view some = {VIEW_OF(steps, columns), .rows = rows, .row_count = 2};
    static const struct row_view all = {VIEW_OF(tasks, joined)};
    static const char csv[] = "step,elapsed_s,failed\na,108000,0\nb,3600,0\nc,216000,0\n";
    static const char tasks_csv[] = "task,tasks\n*,4\n";
    struct arena arena;
    struct tables tables;
    struct error error = {0};
    arena_init(&arena);
    tables_init(&tables, &arena);
    CHECK(table_read_csv(tables_get(&tables, "steps"), "steps", csv, strlen(csv), &error));
    CHECK(table_read_csv(tables_get(&tables, "tasks"), "tasks", tasks_csv, strlen(tasks_csv),
                         &error));
    struct page_request request = {.tables = &tables};
    const struct table_view *view = row_view_make(&some, &request, &arena, 10);
    CHECK_INT(view->rows, 2);
    CHECK_INT(view->columns, 3);
    CHECK_TEXT(view->cells[0], "c");
    CHECK_TEXT(view->heads[1], "elapsed, h");
    CHECK_TEXT(view->cells[1], "60.0");
    CHECK_TEXT(view->heads[2], "power, GW");
    CHECK_TEXT(view->cells[5], "1.00");
    view = row_view_make(&all, &request, &arena, 10);
    CHECK_TEXT(view->cells[0], "all task kinds");
    CHECK_TEXT(view->cells[1], "4 (*)");
    arena_release(&arena);
}

CHECK_MAIN(TEST(cells_are_worked_out_of_rows), TEST(kinds_are_named_by_what_reports_them_apart),
           TEST(the_total_is_not_called_as_a_row), TEST(unrecorded_outcomes_are_no_success),
           TEST(a_column_has_one_unit), TEST(names_that_are_cut_stay_distinct),
           TEST(a_total_takes_no_decimals_from_its_rows))
