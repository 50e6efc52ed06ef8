/* Tables as exports get them, and as text. */
#include "export/export_source.h"

#include "check.h"
#include "export/attempt_source.h"
#include "export/column_names.h"
#include "export/sample_source.h"
#include "util/number.h"

extern const struct export_text export_text_csv, export_text_json;

static struct arena arena;
static struct strbuf text;

static const char *written(const struct export_source *source, const struct export_text *format)
{
    strbuf_release(&text);
    strbuf_init(&text);
    if (format->head)
        format->head(&source->table, &text);
    for (size_t i = 0; i < source->batches; i++) {
        struct export_batch batch = source->batch(source, i, &arena);
        format->rows(&source->table, &batch, &text);
    }
    return text.text;
}

static void put_text(struct records *records, int column, const char *word)
{
    records_put_text(records, column, word, strlen(word));
}

/* Two sources; in the second, jobs of a batch system. */
static void make_records(struct records *records)
{
    records_init(records);
    records_begin_source(records, "dir/a.csv");
    records_add(records);
    put_text(records, RECORD_TASK_COLUMN, "isr, \"two\"");
    records_put_number(records, RECORD_ELAPSED_COLUMN, 0.1);
    put_text(records, records_attribute(records, "band", RECORD_TEXT), "007");
    records_begin_source(records, "dir/b.txt");
    records_mark_queue(records);
    records_add(records);
    put_text(records, RECORD_TASK_COLUMN, "=1+1");
    records_put_ending(records, ENDING_TIMED_OUT);
    int size = records_attribute(records, "size", RECORD_NUMBER);
    records_set_unit(records, size, "B");
    records_put_number(records, size, 1e300);
    records_put_number(records, records_attribute(records, "TASK", RECORD_NUMBER), INFINITY);
}

static void attempts_have_all_columns_and_attributes(void)
{
    struct records records;
    make_records(&records);
    const struct export_source source = attempt_source(&records, NULL, &arena);
    CHECK_INT(source.table.rows, 2);
    CHECK_TEXT(written(&source, &export_text_csv),
               "source_run,source,source_traits,task,ending,elapsed_s,end_reason,\"band\",size [B],"
               "TASK (attribute)\n"
               "0,dir/a.csv,,\"isr, \"\"two\"\"\",,0.1,,007,,\n"
               "1,dir/b.txt,queue,'=1+1,timed out,,time limit,,1e+300,\n");
    CHECK_TEXT(written(&source, &export_text_json),
               "{\"source_run\":0,\"source\":\"dir/a.csv\",\"source_traits\":null,\"task\":\"isr, "
               "\\\"two\\\"\",\"ending\":null,\"elapsed_s\":0.1,\"end_reason\":null,\"band\":"
               "\"007\",\"size [B]\":null,"
               "\"TASK (attribute)\":null}\n"
               "{\"source_run\":1,\"source\":\"dir/b.txt\",\"source_traits\":\"queue\",\"task\":"
               "\"=1+1\",\"ending\":\"timed out\",\"elapsed_s\":null,\"end_reason\":\"time "
               "limit\",\"band\":null,\"size [B]\":"
               "1e+300,\"TASK (attribute)\":null}\n");
    const size_t *longest = export_source_longest(&source, &arena);
    CHECK_INT(longest[1], 9); /* dir/a.csv */
    CHECK_INT(longest[3], 10);
    CHECK_INT(longest[5], 0);
    records_release(&records);
}

/* Exit code 137 is signal 9 (128 + 9); what was cancelled says by whom; a success has no reason.
 * The attribute "log" is another column than the log, which is the standard error where both are
 * there. */
static void failed_attempts_say_why_and_where_their_logs_are(void)
{
    static const struct {
        enum record_ending ending;
        double exit_code;
        const char *by, *log, *stderr_path;
    } rows[] = {{ENDING_SUCCEEDED, 0, NULL, "/a.log", NULL},
                {ENDING_FAILED, 137, NULL, "/b.log", "/b.err"},
                {ENDING_TIMED_OUT, 0, NULL, NULL, NULL},
                {ENDING_CANCELLED, 0, "1234", NULL, NULL}};
    struct records records;
    records_init(&records);
    records_begin_source(&records, "x");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        records_add(&records);
        records_put_ending(&records, rows[i].ending);
        records_put_number(&records, RECORD_EXIT_CODE_COLUMN, rows[i].exit_code);
        if (rows[i].by)
            put_text(&records, records_attribute(&records, RECORD_CANCELLED_BY, RECORD_TEXT),
                     rows[i].by);
        if (rows[i].log)
            put_text(&records, records_attribute(&records, "log", RECORD_TEXT), rows[i].log);
        if (rows[i].stderr_path)
            put_text(&records, records_attribute(&records, "StdErr", RECORD_TEXT),
                     rows[i].stderr_path);
    }
    const struct export_source source = attempt_source(&records, NULL, &arena);
    CHECK_TEXT(
        written(&source, &export_text_csv),
        "source_run,source,ending,exit_code,end_reason,exit_meaning,log,"
        "\"log (attribute)\",\"StdErr\",\"cancelled_by\"\n"
        "0,x,succeeded,0,,,/a.log,/a.log,,\n"
        "0,x,failed,137,signal 9,\"killed, often for lack of memory\",/b.err,/b.log,/b.err,\n"
        "0,x,timed out,0,time limit,,,,,\n"
        "0,x,cancelled,0,by user 1234,,,,,1234\n");
    records_release(&records);
}

/* A source for each record, so that a batch takes rows of many blocks, and one of many batches. */
static void batches_are_full_whatever_the_blocks(void)
{
    struct records records;
    enum { SOURCES = 100, ROWS = 2 * EXPORT_BATCH_ROWS + 5 };
    records_init(&records);
    for (int i = 0; i < SOURCES; i++) {
        records_begin_source(&records, "one");
        records_add(&records);
        records_put_number(&records, RECORD_CPU_COLUMN, i);
    }
    records_begin_source(&records, "many");
    for (int i = SOURCES; i < ROWS; i++) {
        records_add(&records);
        records_put_number(&records, RECORD_CPU_COLUMN, i);
    }
    const struct export_source source = attempt_source(&records, NULL, &arena);
    CHECK_INT(source.batches, 3);
    CHECK_INT(source.table.column_count, 3);
    int next = 0;
    for (size_t i = 0; i < source.batches; i++) {
        struct export_batch batch = source.batch(&source, i, &arena);
        CHECK_INT(batch.rows, i < 2 ? EXPORT_BATCH_ROWS : 5);
        for (size_t row = 0; row < batch.rows; row++, next++) {
            CHECK(batch.columns[2].numbers[row] == next);
            CHECK_TEXT(batch.columns[1].texts[row], next < SOURCES ? "one" : "many");
        }
    }
    records_release(&records);
}

static void samples_are_kept_though_analyses_use_them_up(void)
{
    struct dataset dataset;
    struct sample_copy copy;
    struct error error;
    double times[] = {10, 20}, load[] = {1.5, NUMBER_MISSING}, energy[] = {7, 8};
    dataset_init(&dataset);
    struct timeline *timeline =
        dataset_add_timeline(&dataset, dataset_node(&dataset, "n1"), times, 2);
    uint32_t metric = dataset_metric(&dataset, "load");
    dataset_add_series(&dataset, metric, timeline, load, 2);
    metric = dataset_metric(&dataset, "rapl");
    dataset.metrics[metric].unit = "J";
    dataset.metrics[metric].kind = METRIC_ENERGY;
    dataset.metrics[metric].combine = COMBINE_TOTAL;
    dataset.metrics[metric].counter_range = 262144;
    dataset.metrics[metric].part_of = "power";
    dataset_add_series(&dataset, metric, timeline, energy, 2);
    CHECK(sample_copy_make(&copy, &dataset, NULL, &error));
    dataset.series[0].values[0] = 99;
    dataset.series[1].timeline->times[0] = 99;
    const struct export_source source = sample_source(&copy, &dataset, &arena);
    CHECK_TEXT(written(&source, &export_text_csv),
               "node,metric,label,unit,kind,combine,scope,part_of,wraps_at,time,value\n"
               "n1,load,,,level,mean,node,,,10,1.5\n"
               "n1,load,,,level,mean,node,,,20,\n"
               "n1,rapl,,J,energy,total,node,power,262144,10,7\n"
               "n1,rapl,,J,energy,total,node,power,262144,20,8\n");
    sample_copy_release(&copy);
    dataset_release(&dataset);
}

static void names_of_columns_are_distinct(void)
{
    struct column_names_made names = {.arena = &arena};
    CHECK_TEXT(column_names_add(&names, "Task"), "Task");
    CHECK_TEXT(column_names_add(&names, "task"), "task (attribute)");
    CHECK_TEXT(column_names_add(&names, "TASK"), "TASK (attribute 2)");
    CHECK_TEXT(column_names_add(&names, "task (attribute)"), "task (attribute) (attribute)");
    CHECK_TEXT(column_names_add(&names, "new (attribute)"), "new (attribute) (attribute)");
    column_names_release(&names);
}

static void json_escapes_what_it_must(void)
{
    struct tables tables;
    tables_init(&tables, &arena);
    struct table *table = tables_get(&tables, "series");
    table_put_text(table, "\"\\\n\t\x01");
    table_put_text(table, "é\xe2\x80\xae");
    table_put_number(table, 1);
    table_put_number(table, NUMBER_MISSING);
    const struct export_source source = export_source_of_table(table, &arena);
    CHECK_TEXT(written(&source, &export_text_json),
               "{\"metric\":\"\\\"\\\\\\n\\t\\u0001\",\"node\":\"é\xe2\x80\xae\",\"time\":1,"
               "\"value\":null}\n");
}

static void begin_tests(void)
{
    arena_init(&arena);
}

static void end_tests(void)
{
    arena_release(&arena);
    strbuf_release(&text);
}

CHECK_MAIN(STEP(begin_tests), TEST(attempts_have_all_columns_and_attributes),
           TEST(failed_attempts_say_why_and_where_their_logs_are),
           TEST(batches_are_full_whatever_the_blocks),
           TEST(samples_are_kept_though_analyses_use_them_up), TEST(names_of_columns_are_distinct),
           TEST(json_escapes_what_it_must), STEP(end_tests))
