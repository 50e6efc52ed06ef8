#include "input_fixture.h"

#include "input/traces/chrome_cut.h"

static struct fixture fixture;

static void read_text(const char *text)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "chrome-trace", text);
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

/* host/lane/name start+duration of each span */
static const char *spans(void)
{
    static char buffer[1024];
    size_t used = 0;
    buffer[0] = '\0';
    for (size_t i = 0; i < activity()->span_count; i++) {
        const struct activity_span *span = &activity()->spans[i];
        used += (size_t)snprintf(buffer + used, sizeof buffer - used, "%s%s/%s/%s %.15g+%.15g",
                                 i ? ", " : "", text(span->subject.host), text(span->subject.lane),
                                 text(span->subject.name),
                                 activity()->sources[0].origin + span->start, span->duration);
    }
    return buffer;
}

static void reads_spans_of_an_array(void)
{
    read_text("[{\"name\":\"f\",\"ph\":\"X\",\"ts\":1.5,\"dur\":2,\"pid\":7,\"tid\":8},\n"
              "{\"dur\":\"3\",\"args\":{\"list\":[{\"ph\":\"X\"},{\"a\":1}]},\"pid\":\"p\","
              "\"ts\":1e6,\"ph\":\"X\",\"tid\":\"t\",\"name\":\"g \\\"1\\\"\"}]");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(spans(), "process 7/thread 8/f 1.5e-06+2e-06, process p/thread t/g \"1\" 1+3e-06");
    CHECK_INT(activity()->sources[0].clock, ACTIVITY_CLOCK_SHARED);
    CHECK(isnan(activity()->spans[0].bytes));
}

static void reads_an_object_with_members_around(void)
{
    read_text(
        "\xef\xbb\xbf{ \"otherData\" : {\"traceEvents\": [1, \"]\"]}, \"displayTimeUnit\":\"ns\","
        " \"traceEvents\" : [ {\"name\":\"f\",\"ph\":\"X\",\"ts\":2000000,\"dur\":0} ],"
        " \"more\": [1, {\"ph\":\"X\"}]}");
    CHECK_INT(fixture.records, 1);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(spans(), "-/-/f 2+0");
}

static void names_may_come_late_and_twice(void)
{
    read_text(
        "[{\"name\":\"f\",\"ph\":\"X\",\"ts\":1,\"dur\":1,\"pid\":1,\"tid\":1},"
        "{\"name\":\"f\",\"ph\":\"X\",\"ts\":1,\"dur\":1,\"pid\":1,\"tid\":2},"
        "{\"name\":\"f\",\"ph\":\"X\",\"ts\":1,\"dur\":1,\"pid\":2,\"tid\":1},"
        "{\"name\":\"f\",\"ph\":\"X\",\"ts\":1,\"dur\":1,\"pid\":3,\"tid\":1},"
        "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1,\"args\":{\"name\":\"old\"}},"
        "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1,\"args\":{\"name\":\"python\"}},"
        "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":2,\"args\":{\"name\":\"python\"}},"
        "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":3,\"args\":{\"name\":\"gpu\"}},"
        "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":1,\"args\":{\"name\":\"main\"}},"
        "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":2,\"args\":{\"name\":\"main\"}},"
        "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":2,\"tid\":1,\"args\":{\"name\":\"main\"}}"
        "]");
    CHECK_TEXT(spans(), "python (1)/main (1)/f 1e-06+1e-06, python (1)/main (2)/f 1e-06+1e-06, "
                        "python (2)/main/f 1e-06+1e-06, gpu/thread 1/f 1e-06+1e-06");
}

/* Ranks of a job in containers have the same ids. A program may name its processes so itself. */
static void a_rank_names_its_processes(void)
{
    static const char events[] =
        "\"traceEvents\":[{\"name\":\"f\",\"ph\":\"X\",\"ts\":1,\"dur\":1,\"pid\":1,\"tid\":2},"
        "{\"name\":\"g\",\"ph\":\"X\",\"ts\":1,\"dur\":1,\"pid\":2,\"tid\":2},"
        "{\"name\":\"m\",\"ph\":\"C\",\"ts\":1,\"pid\":1,\"args\":{\"b\":1}},"
        "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":2,\"args\":{\"name\":\"rank 3 gpu\"}}]";
    static const struct {
        const char *known, *expected;
    } cases[] = {
        {"{\"backend\":\"nccl\",\"rank\":3,\"world_size\":8,\"pg_config\":[{\"rank\":5}]}",
         "rank 3 process 1/thread 2/f 1e-06+1e-06, rank 3 gpu/thread 2/g 1e-06+1e-06"},
        {"{\"rank\":30}",
         "rank 30 process 1/thread 2/f 1e-06+1e-06, rank 30 rank 3 gpu/thread 2/g 1e-06+1e-06"},
        {"{\"rank\":3,\"world_size\":1}",
         "process 1/thread 2/f 1e-06+1e-06, rank 3 gpu/thread 2/g 1e-06+1e-06"},
        {"{\"rank\":-1}", "process 1/thread 2/f 1e-06+1e-06, rank 3 gpu/thread 2/g 1e-06+1e-06"},
        {"[3]", "process 1/thread 2/f 1e-06+1e-06, rank 3 gpu/thread 2/g 1e-06+1e-06"},
        {"{\"rank\":3", ""},
    };
    char whole[1024];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snprintf(whole, sizeof whole, "{\"distributedInfo\": %s, %s}", cases[i].known, events);
        read_text(whole);
        CHECK_TEXT(spans(), cases[i].expected);
        snprintf(whole, sizeof whole, "{%s, \"more\": 1, \"distributedInfo\": %s}", events,
                 cases[i].known);
        read_text(whole);
        if (*cases[i].expected)
            CHECK_TEXT(spans(), cases[i].expected);
    }
    read_text("{\"distributedInfo\":{\"rank\":3},\"traceEvents\":[{\"name\":\"m\",\"ph\":\"C\","
              "\"ts\":1,\"pid\":1,\"args\":{\"b\":7}}]}");
    CHECK_TEXT(fixture_values(&fixture, "m.b", "rank 3 process 1"), "7");
}

/* PyTorch counts from a base that stands behind the events. */
static void times_count_from_the_base_that_is_told(void)
{
    static const struct {
        const char *base;
        double begin;
        enum activity_clock clock;
    } cases[] = {
        {"1735632360000000000", 1735632360 + 4203669, ACTIVITY_CLOCK_UNIX},
        {"1735632360000000001", 4203669, ACTIVITY_CLOCK_SHARED},
        {"1735632360500000000", 4203669, ACTIVITY_CLOCK_SHARED},
        {"0", 4203669, ACTIVITY_CLOCK_SHARED},
        {"\"1735632360000000000\"", 4203669, ACTIVITY_CLOCK_SHARED},
    };
    char whole[256];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snprintf(
            whole, sizeof whole,
            "{\"traceEvents\":[{\"name\":\"f\",\"ph\":\"X\",\"ts\":4203669000000.5,\"dur\":1}],"
            "\"baseTimeNanoseconds\": %s}",
            cases[i].base);
        read_text(whole);
        CHECK_INT(activity()->sources[0].clock, cases[i].clock);
        CHECK_NEAR(activity()->sources[0].origin, cases[i].begin, 0);
    }
    read_text("{\"traceEvents\":[{\"name\":\"f\",\"ph\":\"X\",\"ts\":1700000000000000,\"dur\":1}],"
              "\"baseTimeNanoseconds\":1735632360000000000}");
    CHECK_NEAR(activity()->sources[0].origin, 1700000000, 0);
}

static void begins_and_ends_are_kept_as_they_are(void)
{
    read_text("[{\"name\":\"a\",\"ph\":\"B\",\"ts\":1000000,\"pid\":1,\"tid\":1},"
              "{\"ph\":\"E\",\"ts\":2000000,\"pid\":1,\"tid\":1},"
              "{\"name\":\"r\",\"ph\":\"b\",\"id\":\"0x1\",\"ts\":3000000,\"pid\":1},"
              "{\"name\":\"r\",\"ph\":\"e\",\"id2\":{\"global\":\"0x1\"},\"ts\":4000000,\"pid\":1},"
              "{\"name\":\"r\",\"ph\":\"e\",\"ts\":4000000,\"pid\":1}]");
    CHECK_INT(fixture.records, 4);
    CHECK_SAID(fixture, "asynchronous event has no id");
    CHECK_INT(activity()->end_count, 4);
    const struct span_edge *ends = activity()->ends;
    CHECK_INT(ends[0].side, SPAN_START);
    CHECK_INT(ends[1].side, SPAN_STOP);
    CHECK_INT(ends[1].pairing, PAIRED_NESTED);
    CHECK_INT(ends[0].subject.lane, ends[1].subject.lane);
    CHECK_TEXT(text(ends[1].subject.name), "-");
    CHECK_INT(ends[2].pairing, PAIRED_ASYNC);
    CHECK_INT(ends[3].side, SPAN_STOP);
    CHECK_INT(ends[2].subject.task, ends[3].subject.task);
    CHECK_TEXT(text(ends[2].subject.task), "0x1");
    CHECK_NEAR(activity()->sources[0].origin + ends[3].time, 4, 0);
}

static void counters_are_series_of_their_process(void)
{
    read_text(
        "[{\"name\":\"mem\",\"ph\":\"C\",\"ts\":1700000000000000,\"pid\":1,"
        "\"args\":{\"heap\":5,\"what\":\"x\",\"st\\u0061ck\":2}},"
        "{\"name\":\"mem\",\"ph\":\"C\",\"ts\":1700000001000000,\"pid\":1,\"args\":{\"heap\":6}},"
        "{\"name\":\"io\",\"ph\":\"C\",\"ts\":1700000001500000,\"pid\":1,\"args\":{\"b\":1}},"
        "{\"name\":\"mem\",\"ph\":\"C\",\"ts\":1700000001700000,\"pid\":1,\"args\":{}},"
        "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1,\"args\":{\"name\":\"rank 0\"}},"
        "{\"name\":\"f\",\"ph\":\"X\",\"ts\":1700000001500000,\"dur\":1}]");
    CHECK_TEXT(fixture_values(&fixture, "mem.heap", "rank 0"), "5 6");
    CHECK_TEXT(fixture_values(&fixture, "mem.stack", "rank 0"), "2 -");
    CHECK_TEXT(fixture_values(&fixture, "io.b", "rank 0"), "1");
    CHECK_NEAR(fixture_series(&fixture, "mem.heap", "rank 0")->timeline->times[1], 1700000001, 0);
    CHECK_SAID(fixture, "counter has no name or no numbers");
}

/* A clock that starts anywhere: what ran begins at 0, and so does what was counted meanwhile. */
static void counters_of_one_name_are_told_apart_by_their_id(void)
{
    read_text(
        "[{\"name\":\"mem\",\"id\":1,\"ph\":\"C\",\"ts\":7000000,\"pid\":1,\"args\":{\"a\":5}},"
        "{\"name\":\"mem\",\"id\":\"0x2\",\"ph\":\"C\",\"ts\":9000000,\"pid\":1,\"args\":{\"a\":7,"
        "\"b\":8}},"
        "{\"name\":\"f\",\"ph\":\"X\",\"ts\":8000000,\"dur\":1,\"pid\":1}]");
    CHECK_TEXT(fixture_values(&fixture, "mem[1].a", "process 1"), "5");
    CHECK_TEXT(fixture_values(&fixture, "mem[0x2].a", "process 1"), "7");
    CHECK_TEXT(fixture_values(&fixture, "mem[0x2].b", "process 1"), "8");
    CHECK_NEAR(fixture_series(&fixture, "mem[1].a", "process 1")->timeline->times[0], -1, 0);
    CHECK_NEAR(fixture_series(&fixture, "mem[0x2].a", "process 1")->timeline->times[0], 1, 0);
}

/* host/lane/name time of each mark */
static const char *marks(void)
{
    static char buffer[1024];
    size_t used = 0;
    buffer[0] = '\0';
    for (size_t i = 0; i < activity()->mark_count; i++) {
        const struct activity_mark *mark = &activity()->marks[i];
        used += (size_t)snprintf(buffer + used, sizeof buffer - used, "%s%s/%s/%s %.15g",
                                 i ? ", " : "", text(mark->host), text(mark->lane),
                                 text(mark->name), activity()->sources[0].origin + mark->time);
    }
    return buffer;
}

/* A double holds such a time to 256 ns. */
static void unix_times_are_kept_to_the_nanosecond(void)
{
    static const double times[] = {0.25, 0.250001, 0.250001001, 0.250001002, 0.25000125, 2};
    read_text("[{\"ph\":\"i\",\"ts\":0,\"pid\":1},"
              "{\"ph\":\"i\",\"ts\":1700000000250000,\"pid\":1},"
              "{\"ph\":\"i\",\"ts\":1700000000250001,\"pid\":1},"
              "{\"ph\":\"i\",\"ts\":1700000000250001.001,\"pid\":1},"
              "{\"ph\":\"i\",\"ts\":\"1700000000250001.0015\",\"pid\":1},"
              "{\"ph\":\"i\",\"ts\":1.70000000025000125e15,\"pid\":1},"
              "{\"ph\":\"i\",\"ts\":1700000002000000.0,\"pid\":1},"
              "{\"ph\":\"i\",\"ts\":17000000020000000,\"pid\":1},"
              "{\"ph\":\"i\",\"ts\":-9e300,\"pid\":1}]");
    CHECK_INT(fixture.records, 6);
    CHECK_SAID(fixture, "time before 2001 among Unix times");
    CHECK_SAID(fixture, "event has no time stamp");
    CHECK_INT(activity()->sources[0].clock, ACTIVITY_CLOCK_UNIX);
    CHECK_NEAR(activity()->sources[0].origin, 1700000000, 0);
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
        CHECK_NEAR(activity()->marks[i].time, times[i], 0);
}

static void instants_are_marks_of_their_thread(void)
{
    read_text("[{\"name\":\"go\",\"ph\":\"i\",\"s\":\"t\",\"ts\":1000000,\"pid\":1,\"tid\":2},"
              "{\"name\":\"all\",\"ph\":\"I\",\"s\":\"g\",\"ts\":\"2000000\"},"
              "{\"name\":\"navigationStart\",\"ph\":\"R\",\"ts\":3000000,\"pid\":1,\"tid\":2},"
              "{\"name\":\"step\",\"cat\":\"net\",\"id\":7,\"ph\":\"n\",\"ts\":4000000,\"pid\":1,"
              "\"tid\":2},"
              "{\"ph\":\"i\",\"ts\":5000000,\"pid\":9},"
              "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":2,\"args\":{\"name\":"
              "\"main\"}}]");
    CHECK_INT(fixture.records, 6);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(marks(), "process 1/main/go 1, -/-/all 2, process 1/main/navigationStart 3, "
                        "process 1/async net/step 4, process 9/-/- 5");
}

static void asynchronous_spans_are_told_by_category_id_and_name(void)
{
    read_text(
        "[{\"name\":\"get\",\"cat\":\"net\",\"id\":7,\"ph\":\"b\",\"ts\":1,\"pid\":1,\"tid\":2},"
        "{\"name\":\"get\",\"cat\":\"net\",\"id\":\"7\",\"ph\":\"e\",\"ts\":2,\"pid\":1,\"tid\":3},"
        "{\"name\":\"get\",\"cat\":\"d\\\"isk\",\"id\":\"0x7\",\"ph\":\"S\",\"ts\":3,\"pid\":1},"
        "{\"name\":\"get\",\"id\":7,\"ph\":\"F\",\"ts\":4,\"pid\":1},"
        "{\"name\":\"get\",\"id2\":{\"local\":\"0x7\"},\"ph\":\"b\",\"ts\":5,\"pid\":1}]");
    const struct span_edge *ends = activity()->ends;
    CHECK_INT(activity()->end_count, 5);
    CHECK_TEXT(text(ends[4].subject.task), "0x7 of 1");
    CHECK_INT(memcmp(&ends[0].subject, &ends[1].subject, sizeof ends[0].subject), 0);
    CHECK_TEXT(text(ends[0].subject.lane), "async net");
    CHECK_TEXT(text(ends[2].subject.lane), "async d\"isk");
    CHECK_TEXT(text(ends[2].subject.job), "d\"isk");
    CHECK_TEXT(text(ends[2].subject.task), "0x7");
    CHECK_TEXT(text(ends[3].subject.lane), "async");
}

static void what_is_not_shown_is_counted_by_what_it_is(void)
{
    read_text("[{\"ph\":\"s\",\"ts\":1,\"id\":1},{\"ph\":\"t\",\"ts\":2,\"id\":1},{\"ph\":\"f\","
              "\"ts\":3,\"id\":1},"
              "{\"ph\":\"N\",\"id\":2},{\"ph\":\"O\",\"id\":2},{\"ph\":\"D\",\"id\":2},{\"ph\":"
              "\"P\",\"ts\":3},"
              "{\"name\":\"f\",\"ph\":\"X\",\"ts\":1,\"dur\":1}]");
    CHECK_INT(fixture.records, 8);
    CHECK_SAID(fixture, "not shown: flow events (ph s, t, f): 3");
    CHECK_SAID(fixture, "not shown: object events (ph N, O, D): 3");
    CHECK_SAID(fixture, "not shown: stack samples (ph P): 1");
}

static void a_clock_of_our_time_is_unix_time(void)
{
    read_text("[{\"name\":\"f\",\"ph\":\"X\",\"ts\":1700000000250000,\"dur\":500000}]");
    CHECK_INT(activity()->sources[0].clock, ACTIVITY_CLOCK_UNIX);
    CHECK_NEAR(activity()->sources[0].origin + activity()->spans[0].start, 1700000000.25, 0);
}

static void odd_events_are_left_out_with_their_line(void)
{
    read_text(
        "[\n{\"name\":\"f\",\"ph\":\"X\",\"ts\":1,\"dur\":-1},\n"
        "{\"name\":\"f\",\"ph\":\"X\",\"ts\":1},\n"
        "{\"name\":\"f\",\"ph\":\"X\",\"dur\":1},\n"
        "{\"name\":\"f\",\"ts\":1},\n"
        "7,\n\"x\",\n[1,2],\n[{\"ph\":\"X\"}],\nnull,\n"
        "{\"ph\":\"i\",\"ts\":1},{\"ph\":\"i\",\"ts\":1},{\"ph\":\"q\",\"ts\":1},{\"ph\":\"q\"},"
        "{\"ph\":\"i\"},{\"ph\":\"i\",\"ts\":\"x\"},{\"ph\":\"flow\",\"ts\":1},\n"
        "{\"name\":\"f\",\"ph\":\"X\",\"ts\":1e40,\"dur\":1},\n"
        "{\"name\":\"g\",\"ph\":\"X\",\"ts\":1,\"dur\":1}]");
    CHECK_INT(activity()->span_count, 1);
    CHECK_INT(fixture.records, 6);
    CHECK_INT(activity()->mark_count, 2);
    CHECK_SAID(fixture, "FILE:2: negative duration");
    CHECK_SAID(fixture, "FILE:3: complete event has no duration");
    CHECK_SAID(fixture, "event has no time stamp");
    CHECK_SAID(fixture, "FILE:5: event has no phase");
    CHECK_SAID(fixture, "not an event (expected an object)");
    CHECK_SAID(fixture, "not shown: events of unknown phase q: 2");
    CHECK_SAID(fixture, "not shown: events of unknown phase ?: 1");
    CHECK_INT((long long)diagnostics_rejected(fixture.diagnostics, NULL), 12);
}

/* What is wrong in one event costs no other. */
static void broken_json_costs_one_event(void)
{
    read_text("[{\"name\":\"a\",\"ph\":\"X\",\"ts\":1000000,\"dur\":1000000},\n"
              "{\"name\":\"b\",\"ph\":\"X\",\"ts\":2000000,,\"dur\":1000000},\n"
              "{\"name\":\"c\nd\",\"ph\":\"X\",\"ts\":3000000,\"dur\":1000000},\n"
              "{\"name\":\"e\xff\",\"ph\":\"X\",\"ts\":4000000,\"dur\":1000000},\n"
              "{\"name\":\"f,\"ph\":\"X\",\"ts\":5000000,\"dur\":1000000},\n"
              "{\"name\":\"g\",\"ph\":\"X\",\"ts\":6000000,\"dur\":1000000}\n"
              "{\"name\":\"h\",\"ph\":\"X\",\"ts\":7000000,\"dur\":1000000}]");
    CHECK_TEXT(spans(), "-/-/a 1+1, -/-/e\xef\xbf\xbd 4+1, -/-/g 6+1, -/-/h 7+1");
    CHECK_SAID(fixture, "FILE:2: ");
    CHECK_SAID(fixture, "control character in a string");
    CHECK_SAID(fixture, "FILE:6: ");
    CHECK_INT((long long)diagnostics_rejected(fixture.diagnostics, NULL), 3);
}

static void a_cut_trace_keeps_what_is_whole(void)
{
    static const char whole[] =
        "{\"traceEvents\":[{\"name\":\"a\",\"ph\":\"X\",\"ts\":1,\"dur\":1},"
        "{\"name\":\"b }{ \\\"\",\"ph\":\"X\",\"ts\":2,\"dur\":1}";
    size_t first = (size_t)(strstr(whole, "},{") - whole) + 1;
    for (size_t size = first; size < sizeof whole - 1; size++) {
        fixture_release(&fixture);
        fixture_init(&fixture);
        fixture_read(&fixture, "chrome-trace", whole, size);
        CHECK_INT(fixture.records, 1);
        if (size > first + 1)
            CHECK_SAID(fixture, "truncated: the last ");
        else
            CHECK_TEXT(fixture.said.text, "FILE: truncated: the list of events has no end\n");
        CHECK_INT(diagnostics_end_of(fixture.diagnostics, "FILE"), DIAGNOSTIC_ENDS_EARLY);
    }
    read_text(whole);
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(fixture.said.text, "FILE: truncated: the list of events has no end\n");
    read_text("[{\"name\":\"a\",\"ph\":\"X\",\"ts\":1,\"dur\":1}");
    CHECK_TEXT(fixture.said.text, "");
    read_text("[{\"name\":\"a\",\"ph\":\"X\",\"ts\":1,\"dur\":1},{\"na");
    CHECK_INT(diagnostics_end_of(fixture.diagnostics, "FILE"), DIAGNOSTIC_ENDS_IN_RECORD);
    read_text("{\"traceEvents\": 7}");
    CHECK_INT(fixture.records, -1);
    CHECK_TEXT(fixture.error.text, "FILE: no list of events");
}

/* Pieces that begin inside of an event, and an event that is larger than several pieces. */
static void large_traces_are_read_in_pieces_and_in_order(void)
{
    enum { EVENTS = 60000, LARGE = 200000 };
    static const char nested[] = "{\"x\":{},\"ph\":\"X\",\"ts\":1,\"dur\":1}";
    char *bytes;
    size_t size;
    FILE *file = open_memstream(&bytes, &size);
    fputs("[", file);
    for (int i = 0; i < EVENTS; i++) {
        fprintf(file, "%s{\"name\":\"f%d\",\"ph\":\"X\",\"ts\":%d,\"dur\":1000,\"args\":{\"l\":[",
                i ? ",\n" : "", i % 7, i + 1);
        for (int k = 0; k < (i == EVENTS / 2 ? LARGE : 3); k++)
            fprintf(file, "%s%s", k ? ", " : "", nested);
        fputs("]}}", file);
    }
    fclose(file);
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read(&fixture, "chrome-trace", bytes, size);
    free(bytes);
    CHECK_INT(fixture.records, EVENTS);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_INT(activity()->span_count, EVENTS);
    bool ordered = true;
    for (int i = 0; i < (int)activity()->span_count; i++)
        ordered &= activity()->spans[i].start == (i + 1) / 1e6;
    CHECK(ordered);
}

/* Plain events are read from their tokens, others are walked: both say the same. The first member
 * of each keeps the second copy from being plain. */
static void plain_events_say_the_same_as_walked_ones(void)
{
    static const char *const members[] = {
        "\"name\":\"f\",\"ph\":\"X\",\"ts\":1.5,\"dur\":2,\"pid\":7,\"tid\":8",
        "\"name\" : \"f\" , \"ph\":\n\"X\",\"ts\": -1 ,\"dur\":\t2e3 ,\"pid\" : 7 ,\"tid\" :\"t\" ",
        "\"name\":\"\",\"ph\":\"X\",\"ts\":1,\"dur\":0,\"pid\":\"\",\"tid\":0",
        "\"name\":\"f\",\"name\":\"g\",\"ph\":\"i\",\"ph\":\"X\",\"ts\":1,\"ts\":2,\"dur\":3",
        "\"name\":\"a b\",\"ph\":\"X\",\"ts\":123456789012345.678,\"dur\":1e-3,\"pid\":123456789",
        "\"args\":{\"name\":\"no\",\"ph\":[\"B\",{\"ts\":7}]},\"ph\":\"X\",\"ts\":1,\"dur\":1,"
        "\"tid\":\"x\"",
        "\"name\":\"e\\u0301\",\"ph\":\"X\",\"ts\":\"4\",\"dur\":1,\"pid\":-1,\"tid\":1.5",
        "\"name\":7,\"ph\":\"X\",\"ts\":4,\"dur\":1,\"pid\":null,\"tid\":true,\"id\":[1]",
        "\"n\\u0061me\":\"f\",\"p\\u0068\":\"X\",\"ts\":4,\"dur\":1,\"sf\":null,\"cat\":\"\\\"\"",
        "\"name\":\"a pid and a tid that are longer than those which are "
        "kept\",\"ph\":\"X\",\"ts\":4,"
        "\"dur\":1,\"pid\":\"0123456789012345678901234\",\"tid\":\"0123456789012345678901234\"",
    };
    char plain[512], walked[512], first[256];
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        snprintf(plain, sizeof plain, "[{\"x\":0,%s}]", members[i]);
        snprintf(walked, sizeof walked, "[{\"\\u0078\":0,%s}]", members[i]);
        read_text(plain);
        CHECK_INT(fixture.records, 1);
        snprintf(first, sizeof first, "%s", spans());
        read_text(walked);
        CHECK_TEXT(spans(), first);
    }
}

/* More threads than are known by number at once, and ids that look alike. */
static void threads_are_told_apart(void)
{
    enum { PROCESSES = 20, THREADS = 30 };
    char *bytes, expected[64], said[128];
    size_t size;
    FILE *file = open_memstream(&bytes, &size);
    fputs("[", file);
    for (int i = 0; i < 2 * PROCESSES * THREADS; i++)
        fprintf(file,
                "%s{\"name\":\"f\",\"ph\":\"X\",\"ts\":1,\"dur\":1,\"pid\":%d,\"tid\":\"%d\"}",
                i ? "," : "", i % PROCESSES, i / PROCESSES % THREADS);
    fputs("]", file);
    fclose(file);
    read_text(bytes);
    free(bytes);
    CHECK_INT(activity()->span_count, 2 * PROCESSES * THREADS);
    for (int i = 0; i < (int)activity()->span_count; i++) {
        const struct activity_subject *subject = &activity()->spans[i].subject;
        snprintf(expected, sizeof expected, "process %d/thread %d", i % PROCESSES,
                 i / PROCESSES % THREADS);
        snprintf(said, sizeof said, "%s/%s", text(subject->host), text(subject->lane));
        CHECK_TEXT(said, expected);
    }
}

/* What is searched from the begin of each is the object that holds "here". */
static void traces_are_cut_between_events(void)
{
    static const char *const texts[] = {
        "1},{\"a\":1},\n {\"name\":\"here\",\"ph\":\"X\"}]",
        "1},{\"a\":[{\"ph\":\"i\"}]}]}},{\"args\":{\"l\":[1,\"}\"]},\"s\":\"here\",\"ph\" :\"X\"}]",
        ("1},{\"ph2\":1},{\"\\\"ph\":\"\"},{\"a\":\"\\\",\\\"ph\\\":\"},{\"ph\":\"X\",\"s\":"
         "\"here\"}"),
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        size_t size = strlen(texts[i]), event = chrome_event_after(texts[i], size, 0, 9);
        CHECK(event < size && texts[i][event] == '{' && strstr(texts[i] + event, "here"));
        CHECK(event < size && !strstr(texts[i] + event + 1, "},{"));
        CHECK_INT(chrome_event_after(texts[i], size, event + 1, 9), size);
    }
    CHECK_INT(chrome_event_after("},{\"a\":1},{\"b\":1},{\"ph\":1}", 31, 0, 2), 10);
}

static void is_reported_by_its_content(void)
{
    static const char *const texts[] = {
        "[{\"pid\":1,\"ph\":\"X\",\"ts\":1}",
        " {\"traceEvents\": []}",
        "{\"displayTimeUnit\":\"ms\", \"otherData\": {}}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct mapping content = {.bytes = texts[i], .size = strlen(texts[i])};
        const struct reader *reader = reader_recognise(&content);
        CHECK_TEXT(reader ? reader->name : "-", "chrome-trace");
    }
}

CHECK_MAIN(TEST(reads_spans_of_an_array), TEST(reads_an_object_with_members_around),
           TEST(names_may_come_late_and_twice), TEST(begins_and_ends_are_kept_as_they_are),
           TEST(a_rank_names_its_processes), TEST(times_count_from_the_base_that_is_told),
           TEST(counters_are_series_of_their_process),
           TEST(counters_of_one_name_are_told_apart_by_their_id),
           TEST(unix_times_are_kept_to_the_nanosecond), TEST(instants_are_marks_of_their_thread),
           TEST(asynchronous_spans_are_told_by_category_id_and_name),
           TEST(what_is_not_shown_is_counted_by_what_it_is), TEST(a_clock_of_our_time_is_unix_time),
           TEST(odd_events_are_left_out_with_their_line), TEST(broken_json_costs_one_event),
           TEST(plain_events_say_the_same_as_walked_ones), TEST(threads_are_told_apart),
           TEST(a_cut_trace_keeps_what_is_whole),
           TEST(large_traces_are_read_in_pieces_and_in_order), TEST(traces_are_cut_between_events),
           TEST(is_reported_by_its_content))
