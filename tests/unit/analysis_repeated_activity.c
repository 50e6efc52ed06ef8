/* Events and samples that sources say twice: rows that stand there twice, copies of an input. */
#include "activity_fixture.h"

static struct activity_fixture f;

static void begin(void)
{
    activity_fixture_init(&f, ACTIVITY_CLOCK_UNIX);
}

static void end(void)
{
    activity_fixture_release(&f);
}

static void add_event(const char *task, double start, double stop)
{
    fixture_end(&f, SPAN_START, "h", "e", task, start);
    if (stop > start)
        fixture_end(&f, SPAN_STOP, "h", "e", task, stop);
}

static void rows_that_stand_there_twice_are_one(void)
{
    begin();
    add_event("t", 10.25, 20.5);
    add_event("t", 10.25, 20.5);
    add_event("t", 30, 40);
    add_event("u", 10.25, 20.5);
    activity_fixture_settle(&f, false);
    CHECK_TEXT(fixture_spans(&f), "h e t 10.25+10.25\nh e u 10.25+10.25\nh e t 30+10\n");
    CHECK_INT(f.aligned.pairs.open_starts + f.aligned.pairs.orphan_stops, 0);
    end();
}

/* What begins and ends twice within a second of a clock of whole seconds. */
static void short_events_of_one_second_stay_apart(void)
{
    begin();
    add_event("t", 10, 11);
    add_event("t", 10, 11);
    activity_fixture_settle(&f, false);
    CHECK_INT(f.aligned.span_count, 2);
    end();
}

/* An earlier copy of the events, in which the last one was still on. */
static void a_copy_of_an_input_adds_nothing(void)
{
    begin();
    add_event("t", 10, 20);
    add_event("u", 20, 0);
    fixture_sample(&f, "h", 10, 50, NAN);
    fixture_sample(&f, "h", 11, 50, NAN);
    activity_begin_source(&f.activity, "whole", ACTIVITY_CLOCK_UNIX);
    add_event("t", 10, 20);
    add_event("u", 20, 50);
    fixture_sample(&f, "h", 10, 50, NAN);
    fixture_sample(&f, "h", 11, 50, NAN);
    fixture_sample(&f, "h", 12, 60, NAN);
    activity_fixture_settle(&f, false);
    CHECK_TEXT(fixture_spans(&f), "h e t 10+10\nh e u 20+30\n");
    CHECK_INT(f.aligned.pairs.open_starts, 0);
    CHECK_INT(f.aligned.samples.count, 3);
    CHECK_INT(f.aligned.hosts[0].samples.count, 3);
    CHECK_NEAR(sample_sums_mean(&f.aligned.samples, DEVICE_UTILIZATION, f.aligned.hosts[0].samples),
               160.0 / 3, 1e-12);
    end();
}

/* Several samples a second whose stamps are whole seconds are no repetition, nor are others. */
static void samples_that_may_differ_are_kept(void)
{
    begin();
    fixture_sample(&f, "g", 10, 0, NAN);
    fixture_sample(&f, "g", 10, 0, NAN);
    activity_begin_source(&f.activity, "fine", ACTIVITY_CLOCK_UNIX);
    fixture_sample(&f, "h", 10.5, 0, NAN);
    fixture_sample(&f, "h", 10.5, 1, NAN);
    fixture_sample(&f, "h", 10.5, 0, NAN);
    activity_fixture_settle(&f, false);
    CHECK_INT(f.aligned.hosts[0].samples.count, 2);
    CHECK_INT(f.aligned.hosts[1].samples.count, 2);
    CHECK_INT(f.aligned.hosts[1].samples.first, 2);
    end();
}

/* A trace beside an earlier copy; within one trace two spans may be alike. */
static void spans_of_a_copy_count_once(void)
{
    begin();
    fixture_span(&f, "h", "w1", "f", "a", 10, 5, NAN);
    fixture_span(&f, "h", "w2", "f", "b", 10, 5, NAN);
    fixture_span(&f, "h", "w2", "f", "b", 10, 5, NAN);
    activity_begin_source(&f.activity, "whole", ACTIVITY_CLOCK_UNIX);
    fixture_span(&f, "h", "w1", "f", "c", 10, 5, NAN);
    fixture_span(&f, "h", "w1", "f", "a", 10, 5, NAN);
    fixture_span(&f, "h", "w1", "f", "a", 20, 5, NAN);
    fixture_span(&f, "h", "w2", "f", "b", 10, 6, NAN);
    activity_fixture_settle(&f, false);
    CHECK_TEXT(fixture_spans(&f), "h w1 f a 10+5\nh w1 f c 10+5\nh w1 f a 20+5\n"
                                  "h w2 f b 10+6\nh w2 f b 10+5\nh w2 f b 10+5\n");
    CHECK_INT(f.aligned.lanes[1].spans.first, 3);
    CHECK_INT(f.aligned.lanes[1].spans.count, 3);
    CHECK_INT(f.aligned.span_order[2], 5);
    end();
}

/* Two ranks begin alike; their clocks say nothing of whether it was at one moment. */
static void spans_on_clocks_of_their_own_are_no_copies(void)
{
    begin();
    activity_begin_source(&f.activity, "rank 0", ACTIVITY_CLOCK_SHARED);
    fixture_span(&f, "h", "w1", "f", "a", 10, 5, NAN);
    activity_begin_source(&f.activity, "rank 1", ACTIVITY_CLOCK_SHARED);
    fixture_span(&f, "h", "w1", "f", "a", 13, 5, NAN);
    activity_fixture_settle(&f, false);
    CHECK_INT(f.aligned.span_count, 2);
    end();
}

CHECK_MAIN(TEST(spans_of_a_copy_count_once), TEST(spans_on_clocks_of_their_own_are_no_copies),
           TEST(rows_that_stand_there_twice_are_one), TEST(short_events_of_one_second_stay_apart),
           TEST(a_copy_of_an_input_adds_nothing), TEST(samples_that_may_differ_are_kept))
