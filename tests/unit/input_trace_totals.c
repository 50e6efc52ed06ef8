#include "input_fixture.h"

static struct fixture fixture;

/* Names of the spans that are kept. */
static const char *kept(const char *events)
{
    static char names[256];
    size_t used = 0;
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "chrome-trace", events);
    const struct activity *activity = dataset_activity(&fixture.dataset);
    names[0] = '\0';
    for (size_t i = 0; i < activity->span_count; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "",
                                 activity_text(activity, activity->spans[i].subject.name));
    return names;
}

#define SPAN(name, thread, ts, dur)                                                                \
    "{\"pid\":7,\"tid\":" #thread ",\"ph\":\"X\",\"ts\":" #ts ",\"dur\":" #dur ",\"name\":\"" name \
    "\",\"args\":{\"count\":2,\"avg ms\":4}}"

/* As clang's -ftime-trace writes it. */
static void sums_of_spans_are_no_spans(void)
{
    CHECK_TEXT(kept("{\"traceEvents\":[" SPAN("Source", 7, 5000100, 540) "," SPAN(
                   "Source", 7, 5000700,
                   600) "," SPAN("Frontend", 7, 5000000,
                                 2000) "," SPAN("Total Frontend", 8, 0,
                                                2000) "," SPAN("Total Source", 9, 0,
                                                               1140) "],\"beginningOfTime\":"
                                                                     "1714557600000000}"),
               "Source, Source, Frontend");
    CHECK_SAID(fixture, "not shown: totals of all spans of a name (ph X, cat Total): 2");
}

static void other_spans_of_such_names_stay(void)
{
    CHECK_TEXT(kept("[" SPAN("Total energy", 7, 0, 540) "," SPAN("force", 7, 600, 540) "]"),
               "Total energy, force");
    CHECK_TEXT(kept("[" SPAN("force", 7, 0, 540) "," SPAN("Total energy", 8, 600, 540) "]"),
               "force, Total energy");
    CHECK_TEXT(kept("[" SPAN("Total run", 7, 0, 540) "]"), "Total run");
}

static void release(void)
{
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(sums_of_spans_are_no_spans), TEST(other_spans_of_such_names_stay), STEP(release))
