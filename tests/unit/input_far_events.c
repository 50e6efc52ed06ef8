#include "input_fixture.h"

static struct fixture fixture;

/* A hundred events of a millisecond each, and what is given, as a Chrome trace. */
static size_t spans_beside(const char *events)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_add_text(&text, "[");
    for (int i = 0; i < 100; i++)
        strbuf_format(&text,
                      "{\"name\":\"f\",\"ph\":\"X\",\"ts\":%d,\"dur\":900,\"pid\":1,\"tid\":1},\n",
                      1000 * (i + 1));
    strbuf_format(&text, "%s]", events);
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "chrome-trace", text.text);
    strbuf_release(&text);
    const struct activity *activity = fixture.dataset.activity;
    if (activity->sources[0].spans.count != activity->span_count ||
        activity->sources[0].ends.count != activity->end_count ||
        activity->sources[0].marks.count != activity->mark_count)
        return 0;
    return activity->span_count + activity->end_count + activity->mark_count;
}

#define SPAN_OF(tid, ts, dur)                                                                      \
    "{\"name\":\"odd\",\"ph\":\"X\",\"ts\":" ts ",\"dur\":" dur ",\"pid\":1,\"tid\":" tid "}"
#define SPAN(ts, dur) SPAN_OF("1", ts, dur)
#define INSTANT(ts) "{\"name\":\"odd\",\"ph\":\"i\",\"ts\":" ts ",\"pid\":1,\"tid\":2}"

static void an_absurd_duration_is_set_aside(void)
{
    CHECK_INT(spans_beside(SPAN("5000", "1e12")), 100);
    CHECK_TEXT(fixture.said.text, "FILE: odd: 1 event is rejected: it ends 11 d 14 h after the "
                                  "beginning, all others within 99.9 ms\n");
    CHECK_NEAR(fixture.dataset.activity->spans[99].start, 0.1, 1e-9);
    CHECK_INT(spans_beside(SPAN("5000", "1e300")), 100);
    CHECK_INT(spans_beside(SPAN("0", "1e15")), 100);
}

static void an_absurd_time_stamp_is_set_aside(void)
{
    CHECK_INT(spans_beside(SPAN("1e15", "1")), 100);
    CHECK_INT(spans_beside(INSTANT("1e15")), 100);
}

/* A program that runs for days, one that ends after days of rest, and a job of an hour. */
static void what_may_be_true_stays(void)
{
    CHECK_INT(spans_beside(SPAN("0", "1e12")), 101);
    CHECK_INT(spans_beside(SPAN("1e12", "1000")), 101);
    CHECK_INT(spans_beside(INSTANT("1e12")), 101);
    CHECK_INT(spans_beside(SPAN("5000", "3.6e9")), 101);
    CHECK_TEXT(fixture.said.text, "");
}

/* What runs for days while a profiler records seconds of it: the first of its thread, or alone. */
static void what_encloses_others_stays(void)
{
    CHECK_INT(spans_beside(SPAN_OF("2", "50000", "1e12")), 101);
    CHECK_INT(spans_beside(SPAN_OF("2", "50000", "1e12") "," SPAN_OF("2", "60000", "900")), 102);
    CHECK_INT(spans_beside(SPAN_OF("2", "50000", "1e12") "," SPAN_OF("2", "40000", "900")), 101);
    CHECK_INT(spans_beside(SPAN_OF("2", "50000", "1e15")), 100);
    CHECK_INT(spans_beside(
                  "{\"name\":\"epoch\",\"cat\":\"user_annotation\",\"ph\":\"X\",\"ts\":5000,"
                  "\"dur\":1e12,\"pid\":1,\"tid\":1}"),
              101);
}

/* Two of a hundred are no exceptions, and a value of a counter is as late. */
static void what_is_not_alone_stays(void)
{
    CHECK_INT(spans_beside(SPAN("5000", "1e15") "," SPAN("6000", "1e15")), 102);
    CHECK_INT(spans_beside(SPAN("5000", "1e15") ",{\"name\":\"c\",\"ph\":\"C\",\"ts\":1e15,"
                                                "\"pid\":1,\"args\":{\"v\":1}}"),
              101);
}

static void release(void)
{
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(an_absurd_duration_is_set_aside), TEST(an_absurd_time_stamp_is_set_aside),
           TEST(what_may_be_true_stays), TEST(what_encloses_others_stays),
           TEST(what_is_not_alone_stays), STEP(release))
