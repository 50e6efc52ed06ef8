#include "check.h"

#include <stdlib.h>

#include "table/table_csv.h"
#include "util/number.h"

static struct arena arena;
static struct tables tables;
static struct strbuf text;

/* A new, empty table `series`: metric, node, time#, value#. */
static struct table *series(void)
{
    tables_init(&tables, &arena);
    return tables_get(&tables, "series");
}

static void put(struct table *table, const char *metric, const char *node, double time,
                double value)
{
    table_put_text(table, metric);
    table_put_text(table, node);
    table_put_number(table, time);
    table_put_number(table, value);
}

static const char *written(const struct table *table)
{
    strbuf_release(&text);
    strbuf_init(&text);
    table_write_csv(table, &text);
    return text.text;
}

static bool reads(struct table *table, const char *csv, struct error *error)
{
    return table_read_csv(table, "x.csv", csv, strlen(csv), error);
}

static void an_empty_table_is_its_header(void)
{
    CHECK_TEXT(written(series()), "metric,node,time,value\n");
}

static void cells_are_plain_where_they_can_be(void)
{
    struct table *table = series();
    put(table, "cpu_load", "n1", 1608931510, 0.1);
    put(table, NULL, "", NUMBER_MISSING, -0.0);
    put(table, "-", "é", 1e308, INFINITY);
    CHECK_TEXT(written(table), "metric,node,time,value\n"
                               "cpu_load,n1,1608931510,0.1\n"
                               ",\"\",,0\n"
                               "-,é,1e+308,\n");
}

static void hostile_texts_are_quoted(void)
{
    struct table *table = series();
    put(table, "a,b", "say \"hi\"", 1, 1);
    put(table, "two\nlines", "car\rriage", 1, 1);
    put(table, " blank", "tab\t", 1, 1);
    put(table, "\"", "in the middle", 1, 1);
    CHECK_TEXT(written(table), "metric,node,time,value\n"
                               "\"a,b\",\"say \"\"hi\"\"\",1,1\n"
                               "\"two\nlines\",\"car\rriage\",1,1\n"
                               "\" blank\",\"tab\t\",1,1\n"
                               "\"\"\"\",in the middle,1,1\n");
}

/* A spreadsheet runs what begins so, whoever named a task so. */
static void no_text_is_a_formula(void)
{
    struct table *table = series();
    put(table, "=HYPERLINK(\"x\",\"y\")", "@SUM(1+1)", -1, -2e5);
    put(table, "+1+cmd|' /C calc'!A0", "-2+3", 1, 1);
    put(table, "-12.5", "-", 1, 1);
    put(table, "'=1", "'quoted'", 1, 1);
    put(table, "\t=1", "\r=1", 1, 1);
    put(table, "＝1+1", "＋1", 1, 1);
    put(table, "－1", "＠SUM(1)", 1, 1);
    put(table, "'＝1", "＝", 1, 1);
    put(table, "１＋１", "＞1", 1, 1);
    CHECK_TEXT(written(table), "metric,node,time,value\n"
                               "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\",'@SUM(1+1),-1,-200000\n"
                               "'+1+cmd|' /C calc'!A0,'-2+3,1,1\n"
                               "-12.5,-,1,1\n"
                               "''=1,'quoted',1,1\n"
                               "'\t=1,\"'\r=1\",1,1\n"
                               "'＝1+1,'＋1,1,1\n"
                               "'－1,'＠SUM(1),1,1\n"
                               "''＝1,＝,1,1\n"
                               "１＋１,＞1,1,1\n");
}

/* Columns of open tables are called as hosts are. */
static void no_header_is_a_formula(void)
{
    struct error error = {0};
    tables_init(&tables, &arena);
    struct table *table = tables_get(&tables, "task_balance"), *back;
    table_add_column(table, "=1+1");
    table_put_number(table, 0);
    table_put_number(table, 2);
    CHECK_TEXT(written(table), "second,'=1+1\n0,2\n");
    tables_init(&tables, &arena);
    back = tables_get(&tables, "task_balance");
    CHECK(reads(back, text.text, &error));
    CHECK_TEXT(back->columns[1].name, "=1+1");
}

static bool same_text(const char *left, const char *right)
{
    return left && right ? strcmp(left, right) == 0 : left == right;
}

static void what_is_written_reads_back(void)
{
    static const char *const names[] = {
        "=1+1", "'=1+1",      "''-x",     "'",   "''",   "'plain", "-1",    "+",  "@",    "\t=1",
        NULL,   "",           "plain",    "a,b", "\"",   "\"\"",   "\r\n",  "\n", " ",    "\t",
        " x ",  "\"quoted\"", "<script>", "＝1", "'＠x", "－",     "../..", "é",  "\xff", ",",
        "1",    "inf",        "=1+1",     "'",   "a\"",  "plain",  "plain"};
    static const double numbers[] = {0,    -1,  0.1,      1e308,     -5e-324,       1e15,
                                     1e-5, NAN, INFINITY, -INFINITY, 1608931510.125};
    size_t name_count = sizeof names / sizeof names[0];
    size_t number_count = sizeof numbers / sizeof numbers[0];
    struct table *table = series();
    for (size_t i = 0; i < name_count * number_count; i++)
        put(table, names[i % name_count], names[(i / 3) % name_count], numbers[i % number_count],
            numbers[(i / 2) % number_count]);
    struct error error = {0};
    const char *csv = written(table);
    struct table *back = series();
    CHECK(table_read_csv(back, "x.csv", csv, text.size, &error));
    CHECK_INT(back->rows, table->rows);
    for (size_t i = 0; i < table->rows; i++) {
        CHECK(same_text(table_texts(back, "metric")[i], table_texts(table, "metric")[i]));
        CHECK(same_text(table_texts(back, "node")[i], table_texts(table, "node")[i]));
        CHECK_NEAR(table_numbers(back, "time")[i], table_numbers(table, "time")[i], 0);
        CHECK_NEAR(table_numbers(back, "value")[i], table_numbers(table, "value")[i], 0);
    }
}

static void columns_may_be_in_any_order_or_absent(void)
{
    struct error error = {0};
    struct table *table = series();
    CHECK(reads(table, "value,metric\n2.5,cpu\n,\n", &error));
    CHECK_INT(table->rows, 2);
    CHECK_TEXT(table_texts(table, "metric")[0], "cpu");
    CHECK(table_numbers(table, "value")[0] == 2.5);
    CHECK(!table_texts(table, "node")[0]);
    CHECK(isnan(table_numbers(table, "time")[0]));
    CHECK(!table_texts(table, "metric")[1] && isnan(table_numbers(table, "value")[1]));
}

static void other_line_ends_and_a_byte_order_mark_are_read(void)
{
    struct error error = {0};
    struct table *table = series();
    CHECK(
        reads(table, "\xef\xbb\xbfmetric,node,time,value\r\ncpu,n1,1,2\r\n\r\ncpu,n2,3,4", &error));
    CHECK_INT(table->rows, 2);
    CHECK_TEXT(table_texts(table, "node")[1], "n2");
    CHECK(table_numbers(table, "value")[1] == 4);
}

static void a_header_alone_is_an_empty_table(void)
{
    struct error error = {0};
    struct table *table = series();
    CHECK(reads(table, "metric,node,time,value\n", &error));
    CHECK_INT(table->rows, 0);
    CHECK(reads(series(), "metric,node,time,value", &error));
}

static void check_refused(const char *csv, const char *expected)
{
    struct error error = {0};
    CHECK(!reads(series(), csv, &error));
    CHECK_INT(error.kind, ERROR_INPUT);
    CHECK_TEXT(error.text, expected);
}

static void what_is_not_our_table_is_refused(void)
{
    check_refused("", "x.csv: row 1: no header");
    check_refused("\n\n", "x.csv: row 1: no header");
    check_refused("metric,time\ncpu,1\ncpu,soon\n",
                  "x.csv: row 3: column \"time\": \"soon\" is not a number");
    check_refused("metric,time\ncpu,nan\n",
                  "x.csv: row 2: column \"time\": \"nan\" is not a number");
    check_refused("metric,time\ncpu,\"\"\n", "x.csv: row 2: column \"time\": \"\" is not a number");
    check_refused("metric,time\ncpu\n", "x.csv: row 2: fewer fields than the header");
    check_refused("metric,time\ncpu,1,2\n", "x.csv: row 2: more fields than the header has");
}

/* Else all that stands in the column would be gone, and nobody told. */
static void a_header_with_other_columns_is_refused(void)
{
    check_refused("a,b\n1,2\n", "x.csv: row 1: no column of this table is called \"a\"");
    check_refused("meetric,node,time,value\ncpu,n1,1,2\n",
                  "x.csv: row 1: no column of this table is called \"meetric\"");
    check_refused("metric,time,\ncpu,1,\n", "x.csv: row 1: no column of this table is called \"\"");
    check_refused("metric,time,metric\ncpu,1,cpu\n",
                  "x.csv: row 1: the column \"metric\" is there twice");
    check_refused("metric,\"a\nb\"\n",
                  "x.csv: row 1: no column of this table is called \"a\uFFFDb\"");
}

/* A former name beside the present one. */
static void two_names_of_one_column_are_refused(void)
{
    struct error error = {0};
    tables_init(&tables, &arena);
    CHECK(!reads(tables_get(&tables, "steps"), "step,elapsed_s,elapsed_hours\na,1,1\n", &error));
    CHECK_TEXT(error.text, "x.csv: row 1: \"elapsed_hours\" is the same column as \"elapsed_s\"");
}

static void a_listed_column_must_be_there(void)
{
    static const char *names[] = {"metric", "time", "gone"};
    const struct column_names two = {names, 2}, three = {names, 3};
    static const char whole[] = "time,metric\n1,cpu\n", part[] = "time,node\n1,n1\n",
                      later[] = "gone,metric,time\n1,cpu,1\n";
    struct error error = {0};
    CHECK(table_read_listed_csv(series(), &two, "x.csv", whole, sizeof whole - 1, &error));
    CHECK(!table_read_listed_csv(series(), &two, "x.csv", part, sizeof part - 1, &error));
    CHECK_TEXT(error.text, "x.csv: row 1: the column \"metric\" is missing, which "
                           "data/datapackage.json lists");
    CHECK(!table_read_listed_csv(series(), &three, "x.csv", later, sizeof later - 1, &error));
    CHECK_TEXT(error.text, "x.csv: row 1: the column \"gone\" is not known to this version of "
                           "jobreport, but listed in data/datapackage.json");
}

/* Columns of open tables are called as hosts are: one may be called as another column is. */
static void columns_of_open_tables_may_have_one_name(void)
{
    static const char csv[] = "second,a,second,a\n1,2,3,4\n";
    struct error error = {0};
    tables_init(&tables, &arena);
    struct table *table = tables_get(&tables, "task_balance");
    CHECK(reads(table, csv, &error));
    CHECK_TEXT(written(table), csv);
}

/* 2.4394749e+15 cut in the middle is a number all the same. */
static void a_row_that_was_cut_off_is_refused(void)
{
    check_refused("metric,time\ncpu,1\ncpu,2.4394749",
                  "x.csv: row 3: the file ends within this row");
    check_refused("metric,node\ncpu,\"n1", "x.csv: row 2: the file ends within this row");
}

static void the_fault_of_a_quote_is_named(void)
{
    check_refused("metric,node\n\"a,b\n", "x.csv: row 2: unclosed quote");
    check_refused("metric,node\na,b\na\"b,c\n", "x.csv: row 3: quote inside an unquoted field");
    check_refused("metric,node\n\"a\"b,c\n", "x.csv: row 2: text after a closing quote");
}

static void texts_may_be_longer_than_fields_of_inputs(void)
{
    enum { LENGTH = 3 << 20 };
    static const char head[] = "metric,node\n\"", tail[] = "\",n1\n";
    struct error error = {0};
    char *csv = malloc(LENGTH + sizeof head + sizeof tail);
    memcpy(csv, head, sizeof head - 1);
    memset(csv + sizeof head - 1, 'x', LENGTH);
    memcpy(csv + sizeof head - 1 + LENGTH, tail, sizeof tail);
    struct table *table = series();
    CHECK(reads(table, csv, &error));
    CHECK_INT(strlen(table_texts(table, "metric")[0]), LENGTH);
    free(csv);
}

static void torn_quotes_are_refused(void)
{
    struct error error = {0};
    CHECK(!reads(series(), "metric,node\n\"a,b\n", &error));
    CHECK(strncmp(error.text, "x.csv: row 2: ", 14) == 0);
    CHECK(!reads(series(), "metric,node\na\"b,c\n", &error));
    CHECK(!reads(series(), "metric,node\n\"a\"b,c\n", &error));
}

static void every_schema_survives(void)
{
    struct error error = {0};
    for (size_t i = 0; i < table_schema_count(); i++) {
        const char *name = table_schema_at(i)->name;
        tables_init(&tables, &arena);
        struct table *table = tables_get(&tables, name);
        for (size_t c = 0; c < table->column_count; c++) {
            if (table->columns[c].type == COLUMN_NUMBER)
                table_put_number(table, (double)c + 0.5);
            else
                table_put_static(table, table->columns[c].name);
        }
        written(table);
        struct strbuf before = text;
        strbuf_init(&text);
        tables_init(&tables, &arena);
        struct table *back = tables_get(&tables, name);
        CHECK(table_read_csv(back, name, before.text, before.size, &error));
        CHECK_TEXT(written(back), before.text);
        strbuf_release(&before);
    }
}

/* Of older reports; where a file has both, each is its own. */
static void former_columns_are_read(void)
{
    static const struct {
        const char *table, *csv, *column;
        double number;
    } cases[] = {
        {"device_metrics", "metric,mean\npower,5\n", "mean_per_device", 5},
        {"device_metrics", "metric,mean\npower,5\n", "mean", 5},
        {"device_metrics", "metric,mean,mean_per_device\npower,5,6\n", "mean_per_device", 6},
        {"device_metrics", "metric,mean_per_device,mean\npower,,5\n", "mean_per_device",
         NUMBER_MISSING},
        {"memory_growth", "node,to_B,from_B\na,2,1\n", "from", 1},
        {"memory_growth", "node,to_B,from_B\na,2,1\n", "to", 2},
        {"load_drops", "metric,before,after\na,2,1\n", "load", 1},
        {"load_drops", "metric,before,after\na,2,1\n", "load_otherwise", 2},
        {"rate_drops", "metric,before,after\na,2,1\n", "after", 1},
        {"pauses", "metric,user,user_otherwise\na,8,80\n", "user_share", 0.08},
        {"pauses", "metric,user,user_otherwise\na,8,80\n", "user_share_otherwise", 0.8},
        {"pauses", "metric,user_share\na,0.08\n", "user_share", 0.08},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct error error = {0};
        tables_init(&tables, &arena);
        struct table *table = tables_get(&tables, cases[i].table);
        CHECK(reads(table, cases[i].csv, &error));
        CHECK_NEAR(table_numbers(table, cases[i].column)[0], cases[i].number, 1e-15);
    }
}

static void set_up(void)
{
    arena_init(&arena);
    strbuf_init(&text);
}

static void tear_down(void)
{
    strbuf_release(&text);
    arena_release(&arena);
}

/* Of memory that grew, the unit stood in the names of columns. */
static void units_in_former_names_are_read(void)
{
    struct error error;
    tables_init(&tables, &arena);
    struct table *growth = tables_get(&tables, "memory_growth");
    CHECK(reads(growth,
                "node,metric,length_s,from_B,to_B,slope,capacity_B,highest_B\n"
                "n1,mem_used,600,1e9,2e9,1e6,8e9,3e9\n",
                &error));
    CHECK_TEXT(table_texts(growth, "unit")[0], "B");
    CHECK_NEAR(table_numbers(growth, "to")[0], 2e9, 0);
    tables_init(&tables, &arena);
    growth = tables_get(&tables, "memory_growth");
    CHECK(reads(growth, "node,metric,unit,from,to\nn1,mem_used,,1,2\n", &error));
    CHECK(!table_texts(growth, "unit")[0]);
}

/* Hours and GB of reports from before numbers were in base units. */
static void former_units_are_read(void)
{
    struct error error = {0};
    tables_init(&tables, &arena);
    struct table *steps = tables_get(&tables, "steps");
    CHECK(reads(steps, "step,elapsed_hours,max_rss_GB\na,1.5,4\nb,,\n", &error));
    CHECK_NEAR(table_numbers(steps, "elapsed_s")[0], 5400, 0);
    CHECK_NEAR(table_numbers(steps, "peak_memory_B")[0], 4e9, 0);
    CHECK(number_is_missing(table_numbers(steps, "elapsed_s")[1]));
    struct table *functions = tables_get(&tables, "function_bottleneck");
    CHECK(reads(functions, "host,gpu_utilization_mean,gpu_memory_mean_GB\na,45,2\n", &error));
    CHECK_NEAR(table_numbers(functions, "gpu_utilization_mean")[0], 0.45, 1e-15);
    CHECK_NEAR(table_numbers(functions, "gpu_memory_mean_B")[0], 2e9, 0);
    functions = tables_get(&tables, "functions");
    CHECK(reads(functions, "function,gpu_utilization_mean\na,0.45\n", &error));
    CHECK_NEAR(table_numbers(functions, "gpu_utilization_mean")[0], 0.45, 0);
    struct table *requested = tables_get(&tables, "requested");
    CHECK(reads(requested,
                "task,requested_hours,hours_unit,used_p95\na,2,GB h,3\nb,2,h,3\nc,2,core h,3\n",
                &error));
    static const char *const units[] = {"B s", "s", "core s"};
    static const double times[] = {7.2e12, 7200, 7200};
    for (size_t i = 0; i < 3; i++) {
        CHECK_TEXT(table_texts(requested, "time_unit")[i], units[i]);
        CHECK_NEAR(table_numbers(requested, "requested_time")[i], times[i], 0);
        CHECK_NEAR(table_numbers(requested, "used_p95")[i], 3, 0);
    }
}

CHECK_MAIN(STEP(set_up), TEST(an_empty_table_is_its_header),
           TEST(cells_are_plain_where_they_can_be), TEST(hostile_texts_are_quoted),
           TEST(no_text_is_a_formula), TEST(no_header_is_a_formula),
           TEST(what_is_written_reads_back), TEST(columns_may_be_in_any_order_or_absent),
           TEST(other_line_ends_and_a_byte_order_mark_are_read),
           TEST(a_header_alone_is_an_empty_table), TEST(what_is_not_our_table_is_refused),
           TEST(a_header_with_other_columns_is_refused), TEST(two_names_of_one_column_are_refused),
           TEST(a_listed_column_must_be_there), TEST(columns_of_open_tables_may_have_one_name),
           TEST(a_row_that_was_cut_off_is_refused), TEST(torn_quotes_are_refused),
           TEST(the_fault_of_a_quote_is_named), TEST(texts_may_be_longer_than_fields_of_inputs),
           TEST(every_schema_survives), TEST(former_columns_are_read),
           TEST(units_in_former_names_are_read), TEST(former_units_are_read), STEP(tear_down))
