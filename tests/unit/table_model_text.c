/* Models as text: rows that no example has. */
#include "table/model_text.h"

#include "check.h"
#include "util/number.h"

static bool has_line(const struct strbuf *text, const char *line)
{
    const char *found = strstr(text->text, line);
    return found && (found == text->text || found[-1] == '\n') && found[strlen(line)] == '\n';
}

static void expect_line(const struct dataset *dataset, const char *line)
{
    struct strbuf text;
    strbuf_init(&text);
    dataset_write_text(dataset, &text);
    CHECK(has_line(&text, line));
    if (!has_line(&text, line))
        printf("  no line: %s\n  in: %s", line, text.text);
    strbuf_release(&text);
}

static void an_empty_dataset_has_no_rows_but_its_facts(void)
{
    struct dataset dataset;
    struct strbuf text;
    dataset_init(&dataset);
    strbuf_init(&text);
    dataset_write_text(&dataset, &text);
    CHECK_TEXT(text.text, "facts\n");
    strbuf_release(&text);
    dataset_release(&dataset);
}

static void samples_that_are_missing_keep_their_place(void)
{
    struct dataset dataset;
    dataset_init(&dataset);
    uint32_t metric = dataset_metric(&dataset, "load"), node = dataset_node(&dataset, "n1");
    dataset_add_timeline(&dataset, dataset_node(&dataset, "n0"), (double[]){0}, 1);
    const struct timeline *timeline =
        dataset_add_timeline(&dataset, node, (double[]){10, 20, 30}, 3);
    dataset_add_series(&dataset, metric, timeline, (double[]){0.5, NUMBER_MISSING, 0.25}, 3);
    expect_line(&dataset, "timeline number=1 node=\"n1\" times=10,20,30");
    expect_line(&dataset, "series metric=\"load\" node=\"n1\" timeline=1 values=0.5,-,0.25");
    dataset_release(&dataset);
}

static void records_have_what_was_put(void)
{
    struct dataset dataset;
    dataset_init(&dataset);
    struct records *records = dataset_records(&dataset);
    records_begin_source(records, "tasks.csv");
    records_add(records);
    records_put_text(records, RECORD_TASK_COLUMN, "sort", 4);
    records_put_number(records, RECORD_ELAPSED_COLUMN, 1.5);
    records_put_ending(records, ENDING_OUT_OF_MEMORY);
    records_put_number(records, records_attribute(records, "x", RECORD_NUMBER), 7);
    records_add_summary(records, (struct published_summary){NULL, "sort", "quanta", 3});
    expect_line(&dataset, "record source=0 task=\"sort\" ending=\"out of memory\" elapsed=1.5 x=7");
    expect_line(&dataset, "published-summary task=\"sort\" quantity=\"quanta\" value=3");
    dataset_release(&dataset);
}

static void queues_have_the_columns_that_were_counted(void)
{
    struct dataset dataset;
    dataset_init(&dataset);
    dataset_add_queue(&dataset, (struct queue_samples){
                                    .path = "log",
                                    .count = 2,
                                    .times = (double[]){1, 2},
                                    .running = (double[]){0, NUMBER_MISSING},
                                    .end = NUMBER_MISSING,
                                });
    expect_line(&dataset, "queue path=\"log\" times=1,2 running=0,-");
    dataset_release(&dataset);
}

static void devices_are_named_where_they_are(void)
{
    struct dataset dataset;
    dataset_init(&dataset);
    struct activity *activity = dataset_activity(&dataset);
    activity_begin_source(activity, "gpu.csv", ACTIVITY_CLOCK_UNIX);
    uint32_t host = activity_number(activity, "h", 1);
    uint32_t index = activity_number(activity, "0 h", 3);
    uint32_t device = activity_device(activity, (struct activity_device){.index = index});
    activity_add_place(activity, (struct device_place){.host = host, .device = device});
    activity_add_mark(activity, (struct activity_mark){5, host, 0, host});
    activity_add_fault(activity,
                       (struct device_fault){.time = 6,
                                             .host = host,
                                             .device = device,
                                             .error = activity_number(activity, "lost", 4),
                                             .metrics = 1U << DEVICE_POWER,
                                             .is_lost = true});
    expect_line(&dataset, "place host=\"h\" device=\"0 h\"");
    expect_line(&dataset, "mark host=\"h\" name=\"h\" time=5");
    expect_line(&dataset, "fault host=\"h\" device=\"0 h\" time=6 error=\"lost\" power is_lost");
    dataset_release(&dataset);
}

CHECK_MAIN(TEST(an_empty_dataset_has_no_rows_but_its_facts),
           TEST(samples_that_are_missing_keep_their_place), TEST(records_have_what_was_put),
           TEST(queues_have_the_columns_that_were_counted), TEST(devices_are_named_where_they_are))
