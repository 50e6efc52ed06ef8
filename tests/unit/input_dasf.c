#include "../bench/msgpack_out.h"
#include "input/traces/dask_key.h"
#include "input_fixture.h"

static struct fixture fixture;
static struct msgpack_out out;
static char *bytes;
static size_t size;

/* Records between begin() and reads() are the file. */
static void begin(void)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    free(bytes);
    out = (struct msgpack_out){.file = open_memstream(&bytes, &size)};
}

static void end(void)
{
    fclose(out.file);
}

static void reads(void)
{
    end();
    fixture_read(&fixture, "dasf", bytes, size);
}

static const struct activity *activity(void)
{
    return dataset_activity(&fixture.dataset);
}

static const char *text(uint32_t number)
{
    const char *known = activity_text(activity(), number);
    return known ? known : "-";
}

static struct task_out task(const char *key, double end_s, double duration)
{
    return (struct task_out){.host = "c096",
                             .worker = "worker-c096-2",
                             .key = key,
                             .name = "garbled",
                             .dtype = "float32",
                             .type = "<class 'list'>",
                             .end = end_s,
                             .duration = duration,
                             .size = 280};
}

static void put_task(const char *key, double end_s, double duration)
{
    struct task_out put = task(key, end_s, duration);
    out_task(&out, &put);
}

static const char *function_of(const char *key)
{
    static char name[64];
    struct text_slice span = dask_key_function((struct text_slice){key, strlen(key)});
    snprintf(name, sizeof name, "%.*s", (int)span.size, span.text);
    return name;
}

static void keys_tell_the_function(void)
{
    CHECK_TEXT(function_of("('sum-abc123', 0)"), "sum");
    CHECK_TEXT(function_of("sum-abc123"), "sum");
    CHECK_TEXT(function_of("getGPUs-42237764-1836-4be8-ae62-948ce02e1d6a"), "getGPUs");
    CHECK_TEXT(function_of("_func_fit-62a75b12-6b7a-beef-b279-160a8ff3ee3b"), "_func_fit");
    CHECK_TEXT(function_of("('mean_combine-partial-e4678ef53eb78238', 13, 0)"),
               "mean_combine-partial");
    CHECK_TEXT(function_of("original-array-64bef1cc631f078a2e8f3d2c24d62e99"), "original-array");
    CHECK_TEXT(function_of("x-1"), "x");
    CHECK_TEXT(function_of("conv2d"), "conv2d");
    CHECK_TEXT(function_of("add"), "add");
    CHECK_TEXT(function_of("finalize-0123456789abcdef-0123456789abcdef"), "finalize");
    CHECK_TEXT(function_of("ae05086432ca935f6eba409a8ecd4896"), "data");
    CHECK_TEXT(function_of("42237764-1836-4be8-ae62-948ce02e1d6a"), "data");
    CHECK_TEXT(function_of("(\"it's-12\", 0)"), "it's");
    CHECK_TEXT(function_of("('"), "('");
    CHECK_TEXT(function_of("-"), "-");
    CHECK_TEXT(function_of(""), "");
}

static void a_task_is_a_span_that_ends_at_its_time_stamp(void)
{
    struct task_out put = task("('sum-abc123', 0)", 3837.75, 0.25);
    put.dependency = "('load-77', 0)";
    begin();
    out_task(&out, &put);
    reads();
    CHECK_INT(fixture.records, 1);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_INT(activity()->span_count, 1);
    const struct activity_span *span = &activity()->spans[0];
    CHECK_NEAR(span->start, 3837.5, 0);
    CHECK_NEAR(span->duration, 0.25, 0);
    CHECK_NEAR(span->bytes, 280, 0);
    CHECK_TEXT(text(span->subject.host), "c096");
    CHECK_TEXT(text(span->subject.lane), "worker-c096-2");
    CHECK_TEXT(text(span->subject.name), "sum");
    CHECK_TEXT(text(span->subject.task), "('sum-abc123', 0)");
    CHECK_INT(activity()->sources[0].clock, ACTIVITY_CLOCK_HOST);
    CHECK_INT(activity()->dependency_count, 1);
    CHECK_TEXT(text(activity()->dependencies[0].task), "('sum-abc123', 0)");
    CHECK_TEXT(text(activity()->dependencies[0].input), "('load-77', 0)");
    CHECK_INT(activity()->result_count, 1);
    CHECK_TEXT(text(activity()->results[0].task), "('sum-abc123', 0)");
    CHECK_TEXT(text(activity()->results[0].shape), "(1, 2)");
    CHECK_TEXT(text(activity()->results[0].dtype), "float32");
    CHECK_TEXT(text(activity()->results[0].type), "list");
}

static void memory_and_resources_are_read(void)
{
    begin();
    out_memory(&out, 3907.5, "c096", "worker-c096-1", "k-1", 300048, 17);
    for (int i = 0; i < 2; i++)
        out_usage(&out, "c096",
                  &(struct usage_out){.time = 3869 + i,
                                      .cpu = 40.5 + i,
                                      .wall = 1692111381 + i,
                                      .net_read = 1e6,
                                      .memory = 2744729600,
                                      .files = 189,
                                      .gpu_utilization = 7,
                                      .gpu_memory = 3158966272});
    reads();
    CHECK_INT(fixture.records, 3);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_INT(activity()->memory_samples[0].tasks, 17);
    CHECK_TEXT(text(activity()->memory_samples[0].lane), "worker-c096-1");
    CHECK_TEXT(fixture_values(&fixture, "cpu", "c096"), "40.5 41.5");
    CHECK_TEXT(fixture_values(&fixture, "memory", "c096"), "2744729600 2744729600");
    CHECK_TEXT(fixture_values(&fixture, "num_fds", "c096"), "189 189");
    CHECK_TEXT(fixture_values(&fixture, "gpu_utilization", "c096"), "none");
    CHECK_NEAR(fixture_series(&fixture, "cpu", "c096")->timeline->times[1], 1692111382, 0);
    CHECK_TEXT(fixture_metric(&fixture, "host_net_io.read_bps")->unit, "B/s");
    CHECK_INT(fixture_metric(&fixture, "host_net_io.read_bps")->kind, METRIC_RATE);
    CHECK_INT(activity()->offset_count, 2);
    CHECK_NEAR(activity()->offsets[0].offset_s, 1692111381.0 - 3869, 0);
    CHECK_INT(activity()->sample_count, 2);
    CHECK_NEAR(activity()->samples[1].time, 3870, 0);
    CHECK_NEAR((double)activity_value(activity(), 1, DEVICE_UTILIZATION), 7, 0);
    CHECK_NEAR((double)activity_value(activity(), 1, DEVICE_MEMORY_USED), 3158966272, 0);
    CHECK(isnan(activity_value(activity(), 1, DEVICE_POWER)));
}

/* As other versions may write it: another order, more keys, ids that are numbers, small floats. */
static void events_of_other_shape_are_read(void)
{
    begin();
    out_map(&out, 9);
    out_text(&out, "args");
    out_map(&out, 3);
    out_named_integer(&out, "size", 1000000);
    out_text(&out, "more");
    out_array(&out, 2);
    out_map(&out, 1);
    out_named_float(&out, "deep", NAN);
    out_nil(&out);
    out_named_text(&out, "key", "m\xff-1");
    out_named_integer(&out, "process_id", 77);
    out_text(&out, "thread_id");
    out_nil(&out);
    out_named_text(&out, "phase", "X");
    out_text(&out, "duration");
    out_byte(&out, 0xca); /* 0.5 in four bytes */
    out_bytes(&out, 0x3f000000, 4);
    out_text(&out, "timestamp");
    out_byte(&out, 0xcd);
    out_bytes(&out, 300, 2);
    out_integer(&out, 5);
    out_integer(&out, 6);
    out_text(&out, "later");
    out_byte(&out, 0xc2);
    out_named_text(&out, "name", "Compute");
    out_record(&out);
    reads();
    CHECK_INT(fixture.records, 1);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_NEAR(activity()->spans[0].start, 299.5, 0);
    CHECK_TEXT(text(activity()->spans[0].subject.host), "77");
    CHECK_TEXT(text(activity()->spans[0].subject.lane), "-");
    CHECK_TEXT(text(activity()->spans[0].subject.name), "m\xef\xbf\xbd");
    CHECK_NEAR(activity()->spans[0].bytes, 1000000, 0);
}

static void a_cut_file_keeps_what_is_whole(void)
{
    char note[64];
    begin();
    put_task("a-1", 1, 0.5);
    fflush(out.file);
    size_t first = size;
    put_task("b-1", 2, 0.5);
    end();
    for (size_t cut = first + 1; cut < size; cut++) {
        fixture_release(&fixture);
        fixture_init(&fixture);
        fixture_read(&fixture, "dasf", bytes, cut);
        snprintf(note, sizeof note, "FILE: truncated: the last %zu bytes are ignored\n",
                 cut - first);
        CHECK_INT(fixture.records, 1);
        CHECK_TEXT(fixture.said.text, note);
    }
    memset(bytes + first, 0, size - first); /* as after a power cut */
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read(&fixture, "dasf", bytes, size);
    CHECK_INT(fixture.records, 1);
    CHECK_SAID(fixture, "truncated: the last ");
    CHECK_INT(diagnostics_end_of(fixture.diagnostics, "FILE"), DIAGNOSTIC_ENDS_UNFINISHED);
}

static void put_raw(const char *raw, size_t raw_size)
{
    memcpy(out.bytes, raw, raw_size);
    out.size = raw_size;
    out_record(&out);
}

static void records_that_are_no_events_are_rejected(void)
{
    begin();
    put_task("a-1", 1, 0.5);
    fflush(out.file);
    char first[64];
    snprintf(first, sizeof first, "FILE, byte %zu: not an event (expected a map)", size);
    put_raw("\x93\x01\x02\x03", 4);
    put_raw("\xc1", 1);                 /* begins nothing */
    put_raw("\x93\x01", 2);             /* three elements, one there */
    put_raw("\xdd\xff\xff\xff\xff", 5); /* four billion elements, none there */
    put_raw("\x80\x80", 2);
    put_raw("\x80", 1);
    put_raw("", 0);
    for (int i = 0; i < 100; i++)
        out_array(&out, 1);
    out_integer(&out, 0);
    out_record(&out);
    put_task("b-1", NAN, 0.5);
    put_task("c-1", 1e300, 0.5);
    put_task("d-1", 5, -1);
    put_task("e-1", 5, INFINITY);
    put_task("f-1", 5, NAN);
    put_task("g-1", 2, 0);
    reads();
    CHECK_INT(fixture.records, 2);
    CHECK_INT(activity()->span_count, 2);
    CHECK_SAID(fixture, first);
    CHECK_SAID(fixture, "not msgpack");
    CHECK_SAID(fixture, "the value is longer than its record");
    CHECK_SAID(fixture, "the record is longer than its value");
    CHECK_SAID(fixture, "event has no phase");
    CHECK_SAID(fixture, "empty record");
    CHECK_SAID(fixture, "nested deeper than 64 levels");
    CHECK_SAID(fixture, "event has no time stamp");
    CHECK_SAID(fixture, "negative duration");
    CHECK_SAID(fixture, "implausible duration");
    CHECK_SAID(fixture, "event has no duration");
    CHECK_INT((long long)diagnostics_rejected(fixture.diagnostics, NULL), 13);
}

static void put_end(const char *phase, const char *name, double time)
{
    out_map(&out, 5);
    out_named_text(&out, "name", name);
    out_named_float(&out, "timestamp", time);
    out_named_text(&out, "phase", phase);
    out_named_text(&out, "process_id", "h");
    out_named_text(&out, "thread_id", "w");
    out_record(&out);
}

static void check_sides(const char *wanted)
{
    char sides[16] = "";
    for (size_t i = 0; i < activity()->end_count; i++)
        strcat(sides, activity()->ends[i].side == SPAN_START ? "(" : ")");
    CHECK_TEXT(sides, wanted);
}

static void ends_that_are_written_as_begins_are_told(void)
{
    begin();
    put_end("B", "outer", 1);
    put_end("B", "inner", 2);
    put_end("B", "inner", 3);
    put_end("B", "inner", 4);
    put_end("B", "inner", 5);
    put_end("B", "outer", 6);
    reads();
    check_sides("(()())");
    begin();
    put_end("B", "f", 1);
    put_end("B", "f", 2);
    put_end("E", "f", 3);
    put_end("E", "f", 4);
    put_end("s", "flow", 5);
    reads();
    check_sides("(())");
    CHECK_SAID(fixture, "unknown events left out: s: 1");
    CHECK_INT(activity()->ends[0].pairing, PAIRED_NESTED);
}

static void large_files_are_read_in_pieces_and_in_order(void)
{
    enum { TASKS = 60000 }; /* 16 MB */
    char key[32];
    begin();
    for (int i = 0; i < TASKS; i++) {
        snprintf(key, sizeof key, "f%d-%d", i % 7, i);
        put_task(key, i, 0.25);
    }
    reads();
    CHECK_INT(fixture.records, TASKS);
    CHECK_INT(activity()->source_count, 1);
    CHECK_INT(activity()->sources[0].spans.count, TASKS);
    bool ordered = true;
    for (int i = 0; i < TASKS; i++) {
        snprintf(key, sizeof key, "f%d-%d", i % 7, i);
        ordered &= strcmp(text(activity()->spans[i].subject.task), key) == 0 &&
                   activity()->spans[i].start == i - 0.25;
    }
    CHECK(ordered);
}

static void is_reported_by_its_content(void)
{
    begin();
    put_task("a-1", 1, 0.5);
    end();
    struct mapping content = {.bytes = bytes, .size = size, .file_size = size};
    const struct reader *reader = reader_recognise(&content);
    CHECK_TEXT(reader ? reader->name : "-", "dasf");
    content.size = 20;
    CHECK(!reader_recognise(&content));
}

CHECK_MAIN(TEST(keys_tell_the_function), TEST(a_task_is_a_span_that_ends_at_its_time_stamp),
           TEST(memory_and_resources_are_read), TEST(events_of_other_shape_are_read),
           TEST(a_cut_file_keeps_what_is_whole), TEST(records_that_are_no_events_are_rejected),
           TEST(ends_that_are_written_as_begins_are_told),
           TEST(large_files_are_read_in_pieces_and_in_order), TEST(is_reported_by_its_content))
