#include "check.h"

#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "table/rows.h"
#include "util/number.h"

static void schemas_have_a_name_a_row_and_columns(void)
{
    CHECK(table_schema_count() > 10);
    CHECK_TEXT(table_schema_at(0)->name, "job_metrics");
    for (size_t i = 0; i < table_schema_count(); i++) {
        CHECK(table_schema_at(i)->row[0] && table_schema_at(i)->column_count);
        for (size_t k = 0; k < i; k++)
            CHECK(strcmp(table_schema_at(i)->name, table_schema_at(k)->name) != 0);
    }
}

/* What a column's name says of its unit is what its line says. */
static const char *unit_in_name(const char *name)
{
    static const char *const ends[][2] = {{"_B_s", "B/s"}, {"_Bs", "B s"}, {"_per_s", "1/s"},
                                          {"_B", "B"},     {"_s", "s"},    {"_J", "J"},
                                          {"_W", "W"},     {"_Hz", "Hz"},  {"_C", "°C"}};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        size_t size = strlen(name), length = strlen(ends[i][0]);
        if (size > length && strcmp(name + size - length, ends[i][0]) == 0)
            return ends[i][1];
    }
    return NULL;
}

static void names_of_columns_say_their_unit(void)
{
    for (size_t i = 0; i < table_schema_count(); i++) {
        const struct table_schema *schema = table_schema_at(i);
        for (size_t c = 0; c < schema->column_count; c++) {
            const struct column_schema *column = &schema->columns[c];
            const char *unit = unit_in_name(column->name);
            bool is_quantity = column->meaning == MEANING_NUMBER;
            CHECK(column->title[0]);
            CHECK(is_quantity || !column->unit[0]);
            if (is_quantity && unit && strcmp(column->unit, unit) != 0) {
                printf("# %s.%s: \"%s\"\n", schema->name, column->name, column->unit);
                CHECK(false);
            }
        }
    }
}

/* "{unit}/s": the text column in braces is one of the table's. */
static bool unit_names_a_column(const struct table_schema *schema, const char *unit)
{
    const char *open = strchr(unit, '{');
    if (!open)
        return true;
    for (size_t i = 0; i < schema->column_count; i++) {
        const char *name = schema->columns[i].name;
        size_t size = strlen(name);
        if (strncmp(open + 1, name, size) == 0 && open[1 + size] == '}')
            return schema->columns[i].meaning == MEANING_TEXT;
    }
    return false;
}

static bool is_described(const struct table_schema *schema, const struct column_schema *column)
{
    const char *text = column->description;
    size_t size = strlen(text);
    return size &&
           (isupper((unsigned char)*text) || isdigit((unsigned char)*text) || *text == '"') &&
           text[size - 1] != '.' && text[size - 1] != ' ' && !strstr(text, "  ") &&
           !strchr(column->unit, '?') && unit_names_a_column(schema, column->unit);
}

static void columns_are_described(void)
{
    for (size_t i = 0; i < table_schema_count(); i++) {
        const struct table_schema *schema = table_schema_at(i);
        CHECK(!schema->is_open || is_described(schema, &schema->others));
        for (size_t c = 0; c < schema->column_count; c++) {
            const struct column_schema *column = &schema->columns[c];
            bool good = column->title[0] && is_described(schema, column);
            if (!good)
                printf("# %s.%s: \"%s\", %s\n", schema->name, column->name, column->unit,
                       column->description);
            CHECK(good);
        }
    }
}

static void rows_are_put_and_read_by_name(void)
{
    struct arena arena;
    struct tables tables;
    arena_init(&arena);
    tables_init(&tables, &arena);
    struct series_row row = series_row_missing();
    char node[] = "node-1";
    row.node = node;
    row.value = 3;
    series_row_put(tables_get(&tables, "series"), &row);
    node[0] = 'm';
    row.time = 7;
    series_row_put_static(tables_at(&tables, TABLE_series), &row);
    const struct table *table = tables_find(&tables, "series");
    CHECK_NEAR(table_numbers(table, "value")[0], 3, 0);
    CHECK(number_is_missing(table_numbers(table, "time")[0]));
    CHECK(!table_texts(table, "metric")[0]);
    struct series_row first = series_row_at(table, 0), second = series_row_at(table, 1);
    CHECK_TEXT(first.node, "node-1");
    CHECK(second.node == node);
    CHECK_NEAR(second.time, 7, 0);
    CHECK_NEAR(first.value, 3, 0);
    CHECK(number_is_missing(first.time) && !first.metric);
    arena_release(&arena);
}

static void columns_come_from_the_schema(void)
{
    struct arena arena;
    struct tables tables;
    arena_init(&arena);
    tables_init(&tables, &arena);
    CHECK(!tables_find(&tables, "series"));
    struct table *table = tables_get(&tables, "series");
    CHECK(tables_get(&tables, "series") == table);
    CHECK(!tables_find(&tables, "series"));
    CHECK(!tables_find(&tables, "no such table"));
    CHECK_INT(table->column_count, 4);
    CHECK_TEXT(table->columns[0].name, "metric");
    CHECK_INT(table->columns[0].type, COLUMN_TEXT);
    CHECK_TEXT(table->columns[3].name, "value");
    CHECK_INT(table->columns[3].type, COLUMN_NUMBER);
    arena_release(&arena);
}

static void put_series(struct table *table, const char *metric, const char *node, double time,
                       double value)
{
    table_put_text(table, metric);
    table_put_static(table, node);
    table_put_number(table, time);
    table_put_number(table, value);
}

static void a_row_counts_when_it_is_whole(void)
{
    struct arena arena;
    struct tables tables;
    arena_init(&arena);
    tables_init(&tables, &arena);
    struct table *table = tables_get(&tables, "series");
    char metric[] = "cpu_load";
    table_put_text(table, metric);
    metric[0] = 'x';
    table_put_text(table, NULL);
    table_put_number(table, 10);
    CHECK_INT(table->rows, 0);
    CHECK(!tables_find(&tables, "series"));
    table_put_number(table, NUMBER_MISSING);
    CHECK_INT(table->rows, 1);
    CHECK(tables_find(&tables, "series") == table);
    CHECK_TEXT(table_texts(table, "metric")[0], "cpu_load");
    CHECK(!table_texts(table, "node")[0]);
    CHECK(table_numbers(table, "time")[0] == 10);
    CHECK(isnan(table_numbers(table, "value")[0]));
    arena_release(&arena);
}

static void many_rows(void)
{
    struct arena arena;
    struct tables tables;
    arena_init(&arena);
    tables_init(&tables, &arena);
    struct table *table = tables_get(&tables, "series");
    for (int i = 0; i < 10000; i++) {
        put_series(table, i < 5000 ? "a" : "b", "n", i, -i);
        if (i == 3000)
            table_reserve(table, 100);
    }
    CHECK_INT(table->rows, 10000);
    for (int i = 0; i < 10000; i++) {
        CHECK(table_numbers(table, "time")[i] == i && table_numbers(table, "value")[i] == -i);
        CHECK_TEXT(table_texts(table, "metric")[i], i < 5000 ? "a" : "b");
    }
    CHECK(table_texts(table, "metric")[1] == table_texts(table, "metric")[4999]);
    arena_release(&arena);
}

static void reserving_in_the_middle_of_a_row_keeps_its_cells(void)
{
    struct arena arena;
    struct tables tables;
    arena_init(&arena);
    tables_init(&tables, &arena);
    struct table *table = tables_get(&tables, "series");
    table_put_text(table, "metric");
    table_put_static(table, "node");
    table_reserve(table, 5000);
    table_put_number(table, 1);
    table_put_number(table, 2);
    CHECK_TEXT(table_texts(table, "metric")[0], "metric");
    CHECK_TEXT(table_texts(table, "node")[0], "node");
    arena_release(&arena);
}

static void rows_are_found_by_their_texts(void)
{
    struct arena arena;
    struct tables tables;
    arena_init(&arena);
    tables_init(&tables, &arena);
    struct table *table = tables_get(&tables, "series");
    CHECK_INT(table_find_row(table, 0, "metric", "a", NULL, NULL), 0);
    put_series(table, "a", "n1", 0, 0);
    put_series(table, NULL, "n2", 0, 0);
    put_series(table, "a", "n2", 0, 0);
    put_series(table, "b", NULL, 0, 0);
    CHECK_INT(table_find_row(table, 0, "metric", "a", NULL, NULL), 0);
    CHECK_INT(table_find_row(table, 1, "metric", "a", NULL, NULL), 2);
    CHECK_INT(table_find_row(table, 0, "metric", "a", "node", "n2"), 2);
    CHECK_INT(table_find_row(table, 0, "metric", "b", "node", "n2"), 4);
    CHECK_INT(table_find_row(table, 9, "metric", "a", NULL, NULL), 4);
    arena_release(&arena);
}

static void use_unknown_table(struct tables *tables)
{
    tables_get(tables, "no such table");
}

static void use_unknown_column(struct tables *tables)
{
    table_numbers(tables_get(tables, "series"), "no such column");
}

static void use_column_of_other_type(struct tables *tables)
{
    table_numbers(tables_get(tables, "series"), "metric");
}

static void put_wrong_type(struct tables *tables)
{
    table_put_number(tables_get(tables, "series"), 1);
}

static bool aborts(void (*use)(struct tables *tables))
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        struct arena arena;
        struct tables tables;
        fclose(stderr);
        arena_init(&arena);
        tables_init(&tables, &arena);
        use(&tables);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void misuse_is_a_bug(void)
{
    CHECK(aborts(use_unknown_table));
    CHECK(aborts(use_unknown_column));
    CHECK(aborts(use_column_of_other_type));
    CHECK(aborts(put_wrong_type));
}

CHECK_MAIN(TEST(schemas_have_a_name_a_row_and_columns), TEST(names_of_columns_say_their_unit),
           TEST(columns_are_described), TEST(rows_are_put_and_read_by_name),
           TEST(columns_come_from_the_schema), TEST(a_row_counts_when_it_is_whole), TEST(many_rows),
           TEST(reserving_in_the_middle_of_a_row_keeps_its_cells),
           TEST(rows_are_found_by_their_texts), TEST(misuse_is_a_bug))
