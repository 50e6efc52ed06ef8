/* Several traces whose processes have equal ids: ranks, parts, copies. */
#include "activity_fixture.h"

static struct activity_fixture f;

static void begin_source(const char *path, enum activity_clock clock, double origin)
{
    activity_begin_source(&f.activity, path, clock);
    f.activity.sources[f.activity.source_count - 1].origin = origin;
    f.activity.sources[f.activity.source_count - 1].has_processes = true;
}

static void begin(const char *path, enum activity_clock clock, double origin)
{
    f = (struct activity_fixture){.diagnostics = diagnostics_new(NULL, NULL)};
    activity_init(&f.activity);
    begin_source(path, clock, origin);
}

static void end(void)
{
    activity_fixture_release(&f);
}

static void span(const char *host, const char *lane, double start, double duration)
{
    fixture_span(&f, host, lane, "f", NULL, start, duration, NAN);
}

static void mark(const char *host, const char *lane, double time)
{
    activity_add_mark(&f.activity,
                      (struct activity_mark){time, fixture_number(&f, host),
                                             fixture_number(&f, lane), fixture_number(&f, "m")});
}

static const char *mark_hosts(void)
{
    static char text[400];
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < f.activity.mark_count; i++) {
        const char *host = activity_text(&f.activity, f.activity.marks[i].host);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i ? ", " : "",
                                 host ? host : "-");
    }
    return text;
}

static void processes_of_one_id_are_named_by_their_files(void)
{
    begin("/run/a.json", ACTIVITY_CLOCK_SHARED, 0);
    span("p", "t", 0, 5);
    span("gpu", "s1", 1, 1);
    mark("p", "t", 1);
    begin_source("/run/b.json", ACTIVITY_CLOCK_SHARED, 0);
    span("p", "t", 0, 7);
    span("gpu", "s2", 1, 1);
    mark(NULL, NULL, 1);
    begin_source("/run/c.json", ACTIVITY_CLOCK_SHARED, 0);
    span("q", "t", 0, 9);
    mark(NULL, NULL, 1);
    activity_fixture_settle(&f, false);
    CHECK_TEXT(fixture_spans(&f), "a.json gpu s1 f 1+1\na.json p t f 0+5\nb.json gpu s2 f 1+1\n"
                                  "b.json p t f 0+7\nq t f 0+9\n");
    CHECK_TEXT(mark_hosts(), "a.json p, b.json, -");
    end();
}

/* Those of a whole trace have no process. Ends of spans have one. */
static void instants_make_no_process_one_of_two(void)
{
    begin("/run/a.json", ACTIVITY_CLOCK_UNIX, 0);
    span("p", "t", 10, 5);
    mark(NULL, NULL, 11);
    begin_source("/run/b.json", ACTIVITY_CLOCK_UNIX, 0);
    span("q", "t", 10, 5);
    mark(NULL, NULL, 12);
    activity_fixture_settle(&f, false);
    CHECK_TEXT(fixture_spans(&f), "p t f 10+5\nq t f 10+5\n");
    end();
    begin("/run/a.json", ACTIVITY_CLOCK_UNIX, 0);
    fixture_nested_end(&f, SPAN_START, "t", "f", 10);
    fixture_nested_end(&f, SPAN_STOP, "t", "f", 20);
    begin_source("/run/b.json", ACTIVITY_CLOCK_UNIX, 0);
    fixture_nested_end(&f, SPAN_START, "t", "f", 12);
    fixture_nested_end(&f, SPAN_STOP, "t", "f", 18);
    activity_fixture_settle(&f, false);
    CHECK_TEXT(fixture_spans(&f), "a.json h t f 10+10\nb.json h t f 12+6\n");
    end();
}

static void sources_of_other_formats_name_their_hosts_alike(void)
{
    begin("/run/a", ACTIVITY_CLOCK_UNIX, 0);
    f.activity.sources[0].has_processes = false;
    span("host", "w", 10, 5);
    begin_source("/run/b", ACTIVITY_CLOCK_UNIX, 0);
    f.activity.sources[1].has_processes = false;
    span("host", "w", 11, 5);
    activity_fixture_settle(&f, false);
    CHECK_TEXT(fixture_spans(&f), "host w f 10+5\nhost w f 11+5\n");
    end();
}

/* A trace that is written in several files: of Unix time, of a clock of its own. What another
 * thread did is no part of it that could tell how the clocks stand. */
static void consecutive_parts_are_of_one_process(void)
{
    static const struct {
        enum activity_clock clock;
        const char *expected;
    } cases[] = {
        {ACTIVITY_CLOCK_UNIX, "p t f 1000+10\np t f 1009.99+5\np u f 902+1\n"},
        {ACTIVITY_CLOCK_SHARED, "p t f 0+10\np t f 9.99+5\np u f 0+1\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin("/run/1.json", cases[i].clock, 1000);
        span("p", "t", 0, 10);
        begin_source("/run/2.json", cases[i].clock, 1008);
        span("p", "t", 1.99, 5);
        begin_source("/run/3.json", cases[i].clock, 900);
        span("p", "u", 2, 1);
        activity_fixture_settle(&f, false);
        CHECK_TEXT(fixture_spans(&f), cases[i].expected);
        end();
    }
    begin("/run/1.json", ACTIVITY_CLOCK_SHARED, 1000);
    span("p", "t", 0, 10);
    begin_source("/run/2.json", ACTIVITY_CLOCK_SHARED, 9000);
    span("p", "t", 0, 10);
    activity_fixture_settle(&f, false);
    CHECK_TEXT(fixture_spans(&f), "1.json p t f 0+10\n2.json p t f 0+10\n");
    end();
}

/* Ranks on a host, by its time since it started; from zero on each rank may have its own. */
static void clocks_that_show_one_time_are_one(void)
{
    static const struct {
        double origins[2];
        bool is_one;
    } cases[] = {{{8000, 8002}, true}, {{8000, 8009}, false}, {{0, 2}, false}, {{100, 102}, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin("/run/0.json", ACTIVITY_CLOCK_SHARED, cases[i].origins[0]);
        span("rank 0", "t", 0, 10);
        begin_source("/run/1.json", ACTIVITY_CLOCK_SHARED, cases[i].origins[1]);
        span("rank 1", "t", 0, 10);
        activity_fixture_settle(&f, false);
        CHECK_INT(f.aligned.times.comparable, cases[i].is_one);
        CHECK_TEXT(fixture_spans(&f), cases[i].is_one ? "rank 0 t f 0+10\nrank 1 t f 2+10\n"
                                                      : "rank 0 t f 0+10\nrank 1 t f 0+10\n");
        end();
    }
}

/* An earlier state, and what was added since; of a clock that starts anywhere. */
static void copies_count_once_and_share_a_clock(void)
{
    static const double last[] = {30, 60, 60}, first[] = {0, 0, 40};
    static const double origins[] = {100, 100, 140};
    begin("/run/1.json", ACTIVITY_CLOCK_SHARED, origins[0]);
    for (int source = 0; source < 3; source++) {
        if (source)
            begin_source(source == 1 ? "/run/2.json" : "/run/3.json", ACTIVITY_CLOCK_SHARED,
                         origins[source]);
        for (double time = first[source]; time < last[source]; time += 10) {
            double from = 100 + time - origins[source];
            span("h", "t", from + 1, 5);
            mark("h", "t", from + 2);
            fixture_nested_end(&f, SPAN_START, "u", "outer", from + 3);
            fixture_nested_end(&f, SPAN_START, "u", "inner", from + 3);
            fixture_nested_end(&f, SPAN_STOP, "u", NULL, from + 4);
            fixture_nested_end(&f, SPAN_STOP, "u", NULL, from + 5);
        }
    }
    activity_fixture_settle(&f, false);
    CHECK_INT(f.aligned.lane_count, 2);
    CHECK_INT(f.aligned.lanes[0].spans.count, 6);
    CHECK_INT(f.aligned.lanes[1].spans.count, 12);
    CHECK_INT(f.activity.mark_count, 6);
    CHECK_INT(f.aligned.pairs.open_starts + f.aligned.pairs.orphan_stops, 0);
    CHECK_NEAR(f.aligned.times.last, 55, 1e-9);
    end();
}

CHECK_MAIN(TEST(processes_of_one_id_are_named_by_their_files),
           TEST(instants_make_no_process_one_of_two),
           TEST(sources_of_other_formats_name_their_hosts_alike),
           TEST(clocks_that_show_one_time_are_one), TEST(consecutive_parts_are_of_one_process),
           TEST(copies_count_once_and_share_a_clock))
