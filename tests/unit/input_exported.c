/* Tables that were exported, read again. */
#include "input_fixture.h"

static struct fixture fixture;

static void read_attempts(const char *text)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "exported-attempts", text);
}

static void read_samples(const char *text)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "exported-samples", text);
}

static const struct records_block *block(size_t number)
{
    return &fixture.dataset.records->blocks[number];
}

static const char *text_at(size_t number, int column, size_t row)
{
    return records_text(fixture.dataset.records, records_texts(block(number), column)[row]);
}

static int attribute(const char *name, enum record_type type)
{
    return records_find_attribute(fixture.dataset.records, name, type);
}

static void attempts_are_known_by_their_header(void)
{
    static const char attempts[] = "source_run,source,task\n0,a,b\n";
    static const char samples[] =
        "node,metric,label,unit,kind,combine,time,value\nn,m,,,level,,1,2\n";
    struct mapping content = {.bytes = attempts, .size = sizeof attempts - 1};
    CHECK_TEXT(reader_recognise(&content)->name, "exported-attempts");
    content = (struct mapping){.bytes = samples, .size = sizeof samples - 1};
    CHECK_TEXT(reader_recognise(&content)->name, "exported-samples");
}

static void attempts_keep_their_values(void)
{
    read_attempts("source_run,source,source_traits,task,task_id,ending,start,elapsed_s,\"band\","
                  "size [B],\"status (attribute)\",'=odd\n"
                  "0,a.csv,,'=1+1,007,cached,1700000000.25,0.1,12,5e9,x,1\n"
                  "0,a.csv,,\"b, \"\"c\"\"\",8,timed out,,,,,,\n");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(text_at(0, RECORD_TASK_COLUMN, 0), "=1+1");
    CHECK_TEXT(text_at(0, RECORD_ID_COLUMN, 0), "007");
    CHECK_TEXT(text_at(0, RECORD_TASK_COLUMN, 1), "b, \"c\"");
    CHECK_INT(records_endings(block(0))[0], ENDING_CACHED);
    CHECK_INT(records_endings(block(0))[1], ENDING_TIMED_OUT);
    CHECK_NEAR(records_number_at(block(0), RECORD_START_COLUMN, 0), 1700000000.25, 0);
    CHECK_NEAR(records_number_at(block(0), RECORD_ELAPSED_COLUMN, 0), 0.1, 0);
    CHECK(isnan(records_number_at(block(0), RECORD_ELAPSED_COLUMN, 1)));
    CHECK_TEXT(text_at(0, attribute("band", RECORD_TEXT), 0), "12");
    CHECK_TEXT(text_at(0, attribute("status", RECORD_TEXT), 0), "x");
    CHECK_NEAR(records_number_at(block(0), attribute("size", RECORD_NUMBER), 0), 5e9, 0);
    CHECK_TEXT(fixture.dataset.records->columns[attribute("size", RECORD_NUMBER)].unit, "B");
    CHECK_NEAR(records_number_at(block(0), attribute("=odd", RECORD_NUMBER), 0), 1, 0);
}

static void sources_stay_apart_and_runs_together(void)
{
    read_attempts("source_run,source,source_traits,task\n"
                  "0,a.csv,,x\n"
                  "1,b.txt,queue partial,x\n"
                  "1,b.txt,queue partial,y\n"
                  "1,c.txt,queue,x\n"
                  "3,d.csv,unnamed,x\n");
    const struct records *records = fixture.dataset.records;
    CHECK_INT(records->source_count, 4);
    CHECK_TEXT(records->sources[1].path, "b.txt");
    CHECK_INT(records->sources[0].run, 0);
    CHECK_INT(records->sources[1].run, 1);
    CHECK_INT(records->sources[2].run, 1);
    CHECK_INT(records->sources[3].run, 3);
    CHECK(!records->sources[0].has_queue);
    CHECK(records->sources[1].has_queue && records->sources[1].lacks_columns);
    CHECK(records->sources[2].has_queue && !records->sources[2].lacks_columns);
    CHECK(records->sources[3].lacks_kinds && !records->sources[3].has_queue);
    CHECK_INT(block(1)->rows, 2);
}

static void attributes_without_values_are_there(void)
{
    read_attempts("source_run,source,task,\"reason\"\n0,a,x,\n");
    CHECK(attribute("reason", RECORD_TEXT) != RECORDS_NO_COLUMN);
}

static void odd_rows_are_rejected(void)
{
    read_attempts("source_run,source,task,elapsed_s\n0,a,x,soon\n0,a,y,2\n0,a\n");
    CHECK_INT(fixture.records, 1);
    CHECK(strstr(fixture.said.text, "FILE:2: not a number"));
    read_attempts("source_run;source;task\n0;a;x\n");
    CHECK_INT(fixture.records, -1);
}

/* As pandas writes it: no name is in quotes. */
static void a_file_written_anew_is_read_by_its_cells(void)
{
    read_attempts("source_run,source,task,band,visit\n0,a,x,r,12\n");
    CHECK_TEXT(text_at(0, attribute("band", RECORD_TEXT), 0), "r");
    CHECK_NEAR(records_number_at(block(0), attribute("visit", RECORD_NUMBER), 0), 12, 0);
}

static void samples_keep_their_values(void)
{
    read_samples("node,metric,label,unit,kind,combine,scope,part_of,wraps_at,time,value\n"
                 "n1,load,Load,,level,mean,node,,,10,1.5\n"
                 "n1,load,Load,,level,mean,node,,,20,\n"
                 "n1,rapl,,J,energy,total,socket,power,262144,10,7\n"
                 "n1,rapl,,J,energy,total,socket,power,262144,20,8\n"
                 "n2,load,Load,,level,mean,node,,,10,3\n"
                 "n2,load,Load,,level,mean,node,,,x,3\n");
    CHECK_INT(fixture.records, 5);
    CHECK_TEXT(fixture_values(&fixture, "load", "n1"), "1.5 -");
    CHECK_TEXT(fixture_values(&fixture, "rapl", "n1"), "7 8");
    CHECK_TEXT(fixture_values(&fixture, "load", "n2"), "3");
    CHECK_TEXT(fixture_metric(&fixture, "load")->label, "Load");
    const struct metric *rapl = fixture_metric(&fixture, "rapl");
    CHECK_INT(rapl->kind, METRIC_ENERGY);
    CHECK_INT(rapl->combine, COMBINE_TOTAL);
    CHECK_TEXT(rapl->scope, "socket");
    CHECK_TEXT(rapl->part_of, "power");
    CHECK_NEAR(rapl->counter_range, 262144, 0);
    CHECK(fixture_series(&fixture, "load", "n1")->timeline ==
          fixture_series(&fixture, "rapl", "n1")->timeline);
    CHECK(strstr(fixture.said.text, "FILE:7: not a time and a value"));
}

static void release(void)
{
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(attempts_are_known_by_their_header), TEST(attempts_keep_their_values),
           TEST(sources_stay_apart_and_runs_together), TEST(attributes_without_values_are_there),
           TEST(odd_rows_are_rejected), TEST(a_file_written_anew_is_read_by_its_cells),
           TEST(samples_keep_their_values), STEP(release))
