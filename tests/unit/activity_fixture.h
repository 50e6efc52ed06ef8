/* Activity made by hand: what ran, in letters. */
#ifndef TESTS_UNIT_ACTIVITY_FIXTURE_H
#define TESTS_UNIT_ACTIVITY_FIXTURE_H

#include "check.h"

#include "analysis/activity/aligned_timeline.h"
#include "rules_fixture.h"

struct activity_fixture {
    struct activity activity;
    struct aligned_timeline aligned;
    struct diagnostics *diagnostics;
};

static inline void activity_fixture_init(struct activity_fixture *fixture,
                                         enum activity_clock clock)
{
    *fixture = (struct activity_fixture){.diagnostics = diagnostics_new(NULL, NULL)};
    activity_init(&fixture->activity);
    activity_begin_source(&fixture->activity, "trace", clock);
}

static inline void activity_fixture_settle(struct activity_fixture *fixture, bool as_written)
{
    aligned_timeline_make(&fixture->aligned, &fixture->activity, as_written, fixture->diagnostics,
                          2);
}

static inline void activity_fixture_release(struct activity_fixture *fixture)
{
    aligned_timeline_release(&fixture->aligned);
    activity_release(&fixture->activity);
    diagnostics_free(fixture->diagnostics);
}

static inline uint32_t fixture_number(struct activity_fixture *fixture, const char *text)
{
    return text ? activity_number(&fixture->activity, text, strlen(text)) : 0;
}

static inline struct activity_subject fixture_subject(struct activity_fixture *fixture,
                                                      const char *host, const char *lane,
                                                      const char *name, const char *task)
{
    return (struct activity_subject){
        .host = fixture_number(fixture, host),
        .lane = fixture_number(fixture, lane),
        .name = fixture_number(fixture, name),
        .task = fixture_number(fixture, task),
    };
}

static inline void fixture_span(struct activity_fixture *fixture, const char *host,
                                const char *lane, const char *name, const char *task, double start,
                                double duration, double bytes)
{
    activity_add_span(&fixture->activity,
                      (struct activity_span){start, duration, bytes,
                                             fixture_subject(fixture, host, lane, name, task),
                                             false});
}

static inline void fixture_end(struct activity_fixture *fixture, enum span_side side,
                               const char *host, const char *name, const char *task, double time)
{
    activity_add_end(&fixture->activity,
                     (struct span_edge){time, fixture_subject(fixture, host, NULL, name, task),
                                        (uint8_t)side, PAIRED_BY_TASK});
}

static inline void fixture_nested_end(struct activity_fixture *fixture, enum span_side side,
                                      const char *lane, const char *name, double time)
{
    activity_add_end(&fixture->activity,
                     (struct span_edge){time, fixture_subject(fixture, "h", lane, name, NULL),
                                        (uint8_t)side, PAIRED_NESTED});
}

static inline void fixture_sample(struct activity_fixture *fixture, const char *host, double time,
                                  double utilization, double memory)
{
    struct device_sample sample = {.time = time, .host = fixture_number(fixture, host)};
    sample.device =
        activity_device(&fixture->activity,
                        (struct activity_device){.index = fixture_number(fixture, "0")});
    float values[DEVICE_METRICS];
    device_values_clear(values);
    values[DEVICE_UTILIZATION] = (float)utilization;
    values[DEVICE_MEMORY_USED] = (float)memory;
    activity_add_sample(&fixture->activity, sample, values);
}

static inline void fixture_holding(struct activity_fixture *fixture, const char *host,
                                   const char *lane, double time, uint32_t tasks)
{
    activity_add_memory_sample(&fixture->activity,
                               (struct activity_memory_sample){time, fixture_number(fixture, host),
                                                               fixture_number(fixture, lane),
                                                               tasks});
}

/* The aligned spans: "host lane name task start+duration", a line each. */
static inline const char *fixture_spans(const struct activity_fixture *fixture)
{
    static char text[4000];
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < fixture->aligned.span_count; i++) {
        const struct activity_span *span = &fixture->aligned.spans[i];
        const uint32_t parts[] = {span->subject.host, span->subject.lane, span->subject.name,
                                  span->subject.task};
        for (size_t k = 0; k < 4; k++)
            if (parts[k])
                used += (size_t)snprintf(text + used, sizeof text - used, "%s ",
                                         activity_text(&fixture->activity, parts[k]));
        used += (size_t)snprintf(text + used, sizeof text - used, "%.10g+%g\n",
                                 aligned_time(&fixture->aligned, span->start), span->duration);
    }
    return text;
}

#endif
