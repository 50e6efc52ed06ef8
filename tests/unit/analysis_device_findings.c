/* Tables by hand, numbers worked out beside them. */
#include "check.h"

#include "analysis_fixture.h"
#include "table/table_csv.h"

static struct fixture fixture;

static void add(const char *name, const char *csv)
{
    struct error error = {0};
    struct table *table = tables_get(&fixture.tables, name);
    CHECK(table_read_csv(table, name, csv, strlen(csv), &error));
}

static void begin(void)
{
    fixture_init(&fixture);
    fixture_signals(&fixture);
}

static void run(void)
{
    struct analysis_request request = {.dataset = &fixture.dataset,
                                       .signals = &fixture.signals,
                                       .diagnostics = fixture.diagnostics,
                                       .jobs = 1};
    analysis_at(analysis_count() - 1)->run(&request, &fixture.tables);
}

static const char *told(const char *section, const char *column)
{
    const struct table *table = tables_find(&fixture.tables, "findings");
    size_t row = table ? table_find_row(table, 0, "section", section, NULL, NULL) : 0;
    if (!table || row == table->rows)
        return "(none)";
    return table_texts(table, column)[row];
}

static void the_event_that_dominates_is_told(void)
{
    begin();
    add("event_time", "event,count,total_s,share\nTotal,4,101,\nDraw,4,90,0.9\nSend,4,9.5,0.095\n"
                      "Save,4,0.5,0.005\n");
    run();
    CHECK_TEXT(told("devices-events", "finding"),
               "Draw accounts for 90 % of event time; Save hardly any (500 ms in all).");
    fixture_release(&fixture);
}

static void how_many_tasks_a_device_gets_is_told(void)
{
    begin();
    add("device_tasks", "host,serial,uuid,tasks,median_s,mean_s,ratio_to_median\n"
                        "a,1,,7,10,10,1\nb,2,,12,10,10,1\nc,3,,9,10,10,1\n");
    run();
    CHECK_TEXT(told("devices-gpus-and-hosts", "finding"),
               "Most of the 3 GPUs ran 7 to 12 tasks each (p5 to p95), the median GPU ran 9.");
    fixture_release(&fixture);
    begin();
    add("device_tasks", "host,serial,uuid,tasks,median_s,mean_s,ratio_to_median\n"
                        "a,1,,7,10,10,1\nb,2,,12,10,10,1\nc,3,,0,,,\n");
    run();
    CHECK_TEXT(told("devices-gpus-and-hosts", "finding"),
               "Most of the 3 GPUs ran 1 to 12 tasks each (p5 to p95), the median GPU ran 7; one "
               "ran none.");
    fixture_release(&fixture);
}

/* One task says little: that of the first row is passed over. */
static void slow_devices_are_told_with_what_they_measure(void)
{
    begin();
    add("device_tasks", "host,serial,uuid,tasks,median_s,mean_s,ratio_to_median\n"
                        "a,9,,1,90,90,9\nb,323217055910,,4,25,25,2.5\nc,3,,4,14,14,1.4\n"
                        "d,4,,4,10,10,1\ne,5,,4,9,9,0.9\n");
    add("slow_devices", "device,host,tasks,median_s,beside\n323217055910,b,4,25,\"hotter, draws "
                        "less\"\n");
    run();
    CHECK_TEXT(told("devices-gpus-and-hosts", "finding"),
               "GPU 323217055910 is slow: its 4 tasks take 25 s in the median, 2.5 times those of "
               "the median GPU; beside the others: hotter, draws less; 1 more is over 125 %.");
    CHECK_TEXT(told("devices-gpus-and-hosts", "level"), "warn");
    fixture_release(&fixture);
}

static void the_slowest_is_told_where_none_is_slow(void)
{
    begin();
    add("device_tasks", "host,serial,uuid,tasks,median_s,mean_s,ratio_to_median\n"
                        "a,,,1,12,12,1.2\nb,,,1,10,10,1\nc,,,1,9,9,0.9\n");
    run();
    const struct table *table = tables_find(&fixture.tables, "findings");
    CHECK_INT(table->rows, 2);
    CHECK_TEXT(table_texts(table, "finding")[0],
               "Most of the 3 hosts ran 1 task each (p5 to p95), the median host ran 1.");
    CHECK_TEXT(
        table_texts(table, "finding")[1],
        "Host a is the slowest: its one task takes 12 s, 120 % of those of the median host.");
    CHECK_TEXT(table_texts(table, "level")[1], "note");
    fixture_release(&fixture);
}

static void how_warm_gpus_were_is_told(void)
{
    begin();
    add("event_time", "event,count,total_s,share\n");
    add("device_metrics", "metric,unit,samples,missing,mean,max\npower,W,10,0,96,130\n"
                          "temperature,°C,10,0,40.5,46.6\nutilization,%,10,0,68.4,90\n");
    add("device_energy",
        "host,serial,uuid,samples,energy_kWh\na,1,,9,0.03\na,2,,1,\nb,3,,9,0.01\n");
    run();
    CHECK_TEXT(told("devices-what-the-gpus-measured", "finding"),
               "Mean of all samples of GPUs: power 96 W, temperature 40.5 °C and utilisation 68.4 "
               "%; the warmest sample is 46.6 °C; together they took 40 Wh.");
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(the_event_that_dominates_is_told), TEST(how_many_tasks_a_device_gets_is_told),
           TEST(slow_devices_are_told_with_what_they_measure),
           TEST(the_slowest_is_told_where_none_is_slow), TEST(how_warm_gpus_were_is_told))
