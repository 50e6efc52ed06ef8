/* What columns of tables of tasks are by their values. */
#include "records_fixture.h"

#include "input/text/clock_alone.h"

static void read_text(const char *text)
{
    fixture_reads(&fixture, "table", text);
}

static const char *reader_of(const char *text)
{
    struct mapping content = {.bytes = text, .size = strlen(text)};
    const struct reader *reader = reader_recognise(&content);
    return reader ? reader->name : "none";
}

/* Moments since 1970 are no run times, whatever the column is called, and in whatever unit. */
static void stamps_are_no_run_times(void)
{
    static const char *const tables[] = {
        "#Time,task,memory_MB\n1700000000,a,5\n1700000010,a,6\n",
        "elapsed,task,memory_MB\n1700000000,a,5\n1700000010,a,6\n",
        "wall_time,task,memory_MB\n1700000000000,a,5\n1700000010000,a,6\n",
        "duration_ms,task,memory_MB\n1700000000000,a,5\n1700000010000,a,6\n,a,7\n",
    };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        read_text(tables[i]);
        CHECK(!records_has(fixture.dataset.records, RECORD_ELAPSED_COLUMN));
        CHECK(strncmp(numbers(RECORD_START_COLUMN), "1700000000 1700000010", 21) == 0);
        CHECK(strstr(fixture.said.text, " holds time stamps and is not read as run time"));
    }
    read_text("start,elapsed,task\n100,1700000000,a\n200,1700000010,a\n");
    CHECK(!records_has(fixture.dataset.records, RECORD_ELAPSED_COLUMN));
    CHECK_TEXT(numbers(RECORD_START_COLUMN), "100 200");
    CHECK_TEXT(records_text_attribute(&fixture, "elapsed"), "1700000000 1700000010");
}

/* 1.3 s in ns, and times that differ more than moments of a campaign. */
static void long_run_times_are_no_stamps(void)
{
    read_text("elapsed_ns,task\n1300000000,a\n1310000000,a\n");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "1.3 1.31");
    read_text("elapsed,task\n1300000000,a\n2600000000,a\n");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "1300000000 2600000000");
    CHECK_TEXT(fixture.said.text, "");
}

static bool is_named_as_kind(const char *head, const char *const *cells, size_t count)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_add_text(&text, head);
    for (size_t i = 0; i < 60; i++)
        strbuf_format(&text, "%zu,%s\n", 10 + i, cells[i % count]);
    read_text(text.text);
    strbuf_release(&text);
    return strstr(fixture.said.text, "no column names the task kind") != NULL;
}

/* A column is not taken for the kind of tasks by its values alone. */
static void a_column_that_may_be_the_kind_is_named(void)
{
    static const char *const two[] = {"1", "1", "2"}, *const words[] = {"fit", "merge", "fit"},
                             *const one[] = {"1"}, *const many[] = {"1",  "2",  "3",  "4",  "5",
                                                                    "6",  "7",  "8",  "9",  "10",
                                                                    "11", "12", "13", "14", "15",
                                                                    "16", "17", "18", "19", "20"};
    CHECK(is_named_as_kind("elapsed_s,0\n", two, 3));
    CHECK(strstr(fixture.said.text, "column \"0\", which has 2 values: --mapping task=0)"));
    CHECK(is_named_as_kind("elapsed_s,0\n", words, 3));
    CHECK(!is_named_as_kind("elapsed_s,0\n", one, 1));
    CHECK(!is_named_as_kind("elapsed_s,0\n", many, 20));
    CHECK(!is_named_as_kind("elapsed_s,what\n", two, 3));
    CHECK(!is_named_as_kind("elapsed_s,task\n", two, 3));
    CHECK(!is_named_as_kind("elapsed_s,\n", two, 3));
}

/* What tasks used of GPUs makes a table of tasks none of GPUs. */
static void tasks_may_have_columns_of_gpus(void)
{
    static const char *const tables[] = {
        "task,peak_memory_MB,gpu_peak_memory_MB\na,5,6\nb,7,8\n",
        "name,peak_memory_MB,gpu_peak_memory_MB\na,5,6\nb,7,8\n",
        "task,start,peak_memory_MB,encoder\na,1714557600,5,h264\nb,1714557660,6,h265\n",
        "task,memory_MB,acc\na,5,0.9\nb,7,0.8\n",
    };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        CHECK_TEXT(reader_of(tables[i]), "table");
        read_text(tables[i]);
        CHECK_INT(fixture.records, 2);
    }
    CHECK_TEXT(reader_of("gpu,type,command,mem\n0,C,python,5\n1,C,python,5\n"), "none");
    CHECK_TEXT(reader_of("timestamp,task,gpu_util,memory\n1700000000,a,5,1\n1700000010,a,6,1\n"),
               "none");
}

/* Rows that only samples have are no tasks: neither counters of a node nor the memory of a job. */
static void samples_are_no_tasks(void)
{
    CHECK_TEXT(reader_of("#Time,user,sys,idle\n1700000000,1,2,3\n1700000010,4,5,6\n"), "none");
    CHECK_TEXT(reader_of("time,job_id,memory\n1700000000,7,1\n1700000010,7,2\n1700000020,7,3\n"
                         "1700000030,7,3\n1700000040,7,4\n"),
               "none");
    CHECK_TEXT(reader_of("time,job_id,memory\n1700000000,7,1\n1700000010,7,2\n1700000020,7,3\n"
                         "1700000030,7,3\n1700000040,8,4\n"),
               "table");
    CHECK_TEXT(reader_of("time,job_id,memory\n10,7,1\n11,7,2\n12,7,3\n13,7,3\n14,7,4\n"), "table");
    CHECK_TEXT(reader_of("time,job_id,task,memory\n1700000000,7,a,1\n1700000010,7,a,2\n"
                         "1700000020,7,a,3\n1700000030,7,a,3\n1700000040,7,a,4\n"),
               "table");
}

/* A time of day beside a date, or at equal intervals, or of rows that name no task. */
static void times_of_day_are_no_run_times(void)
{
    static const char *const tables[] = {
        "Date,Time,task,memory_MB\n2024-05-01,08:00:00,a,5\n2024-05-01,08:00:10,a,6\n",
        "Time,task,memory_MB\n08:00:00,a,5\n08:00:10,a,6\n08:00:20,a,6\n08:00:30,a,6\n"
        "08:00:40,a,6\n",
        "timestamp,task,memory_MB\n08:00:00,a,5\n08:00:10,a,6\n08:00:20,a,6\n08:00:30,a,6\n"
        "08:00:40,a,6\n",
        "Time,Host,Memory used [GB]\n08:00:00,a,5\n08:00:00,b,5\n08:00:07,a,6\n08:00:30,b,6\n",
    };
    CHECK_TEXT(reader_of("Host,memory_MB,Time\na,5,08:00:00\na,6,08:00:10\na,6,08:00:20\na,6,08:0"),
               "none");
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        CHECK_TEXT(reader_of(tables[i]), "none");
        CHECK((clock_alone_advice(tables[i], strlen(tables[i])) != NULL) == (i > 0));
    }
    read_text("Date,Time,task,start,end\n2024-05-01,08:00:00,a,100,130\n");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "30");
    CHECK_SAID(fixture, "column \"Time\" holds times of day and is not read as run time");
}

/* Also where they are sorted. */
static void run_times_may_look_like_times_of_day(void)
{
    static const char table[] = "time,task,memory_MB\n00:05:10,a,5\n00:05:11,b,6\n00:06:40,a,6\n"
                                "00:11:02,c,6\n01:00:00,b,6\n02:10:00,a,5\n";
    CHECK_TEXT(reader_of(table), "table");
    read_text(table);
    CHECK(strncmp(numbers(RECORD_ELAPSED_COLUMN), "310 311 400", 11) == 0);
    CHECK_TEXT(reader_of("Date,time,task,walltime\n2024-05-01,08:00:00,a,00:05:00\n"), "table");
}

static void release(void)
{
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(tasks_may_have_columns_of_gpus), TEST(stamps_are_no_run_times),
           TEST(long_run_times_are_no_stamps), TEST(a_column_that_may_be_the_kind_is_named),
           TEST(samples_are_no_tasks), TEST(times_of_day_are_no_run_times),
           TEST(run_times_may_look_like_times_of_day), STEP(release))
