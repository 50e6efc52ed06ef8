#include "input/traces/chrome_event.h"

#include <math.h>
#include <string.h>

#include "util/number.h"

/* Beyond it a clock cannot be, in seconds: Unix time is at 1.8e9. */
#define LATEST_TIME 1e12

void chrome_event_init(struct chrome_event *event)
{
    *event = (struct chrome_event){0};
    strbuf_init(&event->process);
    strbuf_init(&event->thread);
    strbuf_init(&event->thread_id);
    strbuf_init(&event->id);
    strbuf_init(&event->name);
    strbuf_init(&event->label);
    strbuf_init(&event->value_names);
    chrome_event_clear(event);
}

void chrome_event_release(struct chrome_event *event)
{
    strbuf_release(&event->process);
    strbuf_release(&event->thread);
    strbuf_release(&event->thread_id);
    strbuf_release(&event->id);
    strbuf_release(&event->name);
    strbuf_release(&event->label);
    strbuf_release(&event->value_names);
}

void chrome_event_clear(struct chrome_event *event)
{
    event->is_object = false;
    event->phase = '\0';
    event->time = event->duration = NUMBER_MISSING;
    event->value_count = 0;
    event->place = REMARK_NO_OFFSET;
    strbuf_clear(&event->process);
    strbuf_clear(&event->thread);
    strbuf_clear(&event->id);
    strbuf_clear(&event->name);
    strbuf_clear(&event->label);
    strbuf_clear(&event->value_names);
}

static uint32_t number_of(struct activity *activity, const struct strbuf *text)
{
    return activity_number(activity, text->text, text->size);
}

/* The thread's id behind that of its process. */
static const struct strbuf *thread_id(struct chrome_event *event)
{
    struct strbuf *id = &event->thread_id;
    strbuf_clear(id);
    if (!event->thread.size)
        return id;
    strbuf_add(id, event->process.text, event->process.size);
    strbuf_add_char(id, CHROME_ID_SEPARATOR);
    strbuf_add(id, event->thread.text, event->thread.size);
    return id;
}

static struct activity_subject subject_of(struct chrome_part *part, struct chrome_event *event)
{
    struct activity *activity = &part->activity;
    return (struct activity_subject){.host = number_of(activity, &event->process),
                                     .lane = number_of(activity, thread_id(event)),
                                     .name = number_of(activity, &event->name)};
}

static const char *use_complete(struct chrome_part *part, struct chrome_event *event)
{
    if (isnan(event->duration))
        return "a complete event without a duration";
    if (event->duration < 0)
        return "a negative duration";
    if (!(event->duration < LATEST_TIME))
        return "a duration that cannot be";
    activity_add_span(&part->activity, (struct activity_span){.start = event->time,
                                                              .duration = event->duration,
                                                              .bytes = NUMBER_MISSING,
                                                              .subject = subject_of(part, event)});
    return NULL;
}

static const char *use_end(struct chrome_part *part, struct chrome_event *event,
                           enum span_side side, enum span_pairing pairing)
{
    struct activity *activity = &part->activity;
    struct activity_subject subject = subject_of(part, event);
    if (pairing == PAIRED_BY_TASK && !event->id.size)
        return "an asynchronous event without an id";
    if (pairing == PAIRED_BY_TASK)
        subject.task = number_of(activity, &event->id);
    activity_add_end(activity,
                     (struct activity_end){event->time, subject, (uint8_t)side, (uint8_t)pairing});
    return NULL;
}

static uint32_t row_text(struct metric_rows *rows, const char *text, size_t size)
{
    return size ? interner_add(&rows->texts, text, size) : 0;
}

static const char *use_counter(struct chrome_part *part, struct chrome_event *event)
{
    static const char unnamed[] = "(no process)";
    struct metric_rows *rows = &part->rows;
    struct strbuf metric;
    if (!event->name.size || !event->value_count)
        return "a counter without a name or without numbers";
    uint32_t node = row_text(rows, event->process.text, event->process.size);
    node = node ? node : row_text(rows, unnamed, strlen(unnamed));
    metric_rows_begin(rows, node, row_text(rows, event->name.text, event->name.size), event->time);
    strbuf_init(&metric);
    const char *name = event->value_names.text;
    for (size_t i = 0; i < event->value_count; i++, name += strlen(name) + 1) {
        strbuf_clear(&metric);
        strbuf_add(&metric, event->name.text, event->name.size);
        strbuf_add_char(&metric, '.');
        strbuf_add_text(&metric, name);
        metric_rows_put(rows, row_text(rows, metric.text, metric.size), event->values[i]);
    }
    strbuf_release(&metric);
    return NULL;
}

static bool is(const struct strbuf *text, const char *word)
{
    return text->size == strlen(word) && memcmp(text->text, word, text->size) == 0;
}

static const char *use_name(struct chrome_part *part, struct chrome_event *event)
{
    struct chrome_names *names = &part->names;
    bool process = is(&event->name, "process_name");
    const struct strbuf *id = process ? &event->process : thread_id(event);
    if ((process || is(&event->name, "thread_name")) && id->size && event->label.size)
        chrome_names_add(names,
                         (struct chrome_name){interner_add(&names->texts, id->text, id->size),
                                              interner_add(&names->texts, event->label.text,
                                                           event->label.size)});
    return NULL;
}

static const char *use_timed(struct chrome_part *part, struct chrome_event *event)
{
    if (!(fabs(event->time) < LATEST_TIME))
        return "an event without a time";
    if (event->time < part->first_time)
        part->first_time = event->time;
    switch (event->phase) {
    case 'X':
        return use_complete(part, event);
    case 'B':
        return use_end(part, event, SPAN_START, PAIRED_NESTED);
    case 'E':
        return use_end(part, event, SPAN_STOP, PAIRED_NESTED);
    case 'b':
    case 'S':
        return use_end(part, event, SPAN_START, PAIRED_BY_TASK);
    case 'e':
    case 'F':
        return use_end(part, event, SPAN_STOP, PAIRED_BY_TASK);
    default:
        return use_counter(part, event);
    }
}

const char *chrome_event_use(struct chrome_part *part, struct chrome_event *event)
{
    if (!event->is_object)
        return "not an event but another value (an object was expected)";
    if (!event->phase)
        return "an event without a phase";
    if (event->phase == 'M')
        return use_name(part, event);
    if (strchr("XBEbeSFC", event->phase))
        return use_timed(part, event);
    tally_add(&part->unknown, &event->phase, 1);
    return NULL;
}
