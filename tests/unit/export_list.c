#include "export/export_list.h"

#include "check.h"

static struct export_item item;
static struct error error;

static bool parses(const char *text)
{
    error = (struct error){0};
    return export_item_parse(text, &item, &error);
}

/* "TABLE FORMAT COMPRESSION", "all" where no table is named */
static const char *parsed(const char *text)
{
    static char shown[128];
    if (!parses(text))
        return error.text;
    snprintf(shown, sizeof shown, "%s %s %d", item.table ? item.table : "all", item.format->name,
             (int)item.compression);
    return shown;
}

static void an_item_is_a_table_a_format_or_both(void)
{
    CHECK_TEXT(parsed("parquet"), "all parquet 0");
    CHECK_TEXT(parsed("events"), "events csv 0");
    CHECK_TEXT(parsed("attempts.hdf5"), "attempts hdf5 0");
    CHECK_TEXT(parsed("tasks.json.zst"), "tasks json 2");
    CHECK_TEXT(parsed("csv.gz"), "all csv 1");
}

static void the_result_table_attempts_has_another_name(void)
{
    CHECK_TEXT(parsed("attempts_by_outcome.csv"), "attempts_by_outcome csv 0");
    CHECK_TEXT(export_table_name("attempts"), "attempts_by_outcome");
    CHECK_TEXT(export_table_name("tasks"), "tasks");
}

static void other_names_are_refused(void)
{
    static const char *const wrong[] = {"",           ".",           "csv.",       "csv.csv",
                                        "tasks.",     "tasks..gz",   "tasks.csv.", "xlsx.gz",
                                        "CSV",        "tasks.tasks", "../tasks",   "tasks/csv",
                                        "report.xlsx"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(!parses(wrong[i]));
        CHECK_INT(error.kind, ERROR_USAGE);
        CHECK(strncmp(error.text, "--export: ", 10) == 0);
    }
    CHECK_TEXT(parsed("task.csv"), "--export: unknown table 'task' (did you mean 'tasks'?)");
    CHECK_TEXT(parsed("../x.csv"),
               "--export: '../x.csv' is a path: give formats and tables, such as csv,parquet or "
               "tasks.csv, which are written to export/ in the report (to write the report "
               "elsewhere: -o)");
    CHECK(strstr(parsed("out/tasks.csv"), "'out/tasks.csv' is a path"));
    CHECK(strstr(parsed("."), "'.' is a path"));
    CHECK_TEXT(parsed("tasks.cvs"), "--export: unknown format 'cvs' (did you mean 'csv'?)");
}

/* A view that is called as a table could not be made. */
static void views_have_names_of_their_own(void)
{
    static const char *const views[] = {
#define SQLITE_VIEW(name, what, sql) #name,
#include "export/sqlite_views.def"
    };
    for (size_t i = 0; i < sizeof views / sizeof *views; i++)
        CHECK(!parses(views[i]));
    CHECK(!parses("tables") && !parses("columns"));
}

static void files_have_fixed_names(void)
{
    struct arena arena;
    arena_init(&arena);
    parses("csv.gz");
    CHECK_TEXT(export_file_name(&arena, &item, "steps"), "steps.csv.gz");
    parses("sqlite");
    CHECK_TEXT(export_file_name(&arena, &item, NULL), "report.sqlite");
    arena_release(&arena);
}

CHECK_MAIN(TEST(an_item_is_a_table_a_format_or_both),
           TEST(the_result_table_attempts_has_another_name), TEST(other_names_are_refused),
           TEST(views_have_names_of_their_own), TEST(files_have_fixed_names))
