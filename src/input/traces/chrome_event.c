#include "input/traces/chrome_event.h"

#include <stdlib.h>
#include <string.h>

#include "input/deferred_diagnostics.h"
#include "input/traces/chrome_time.h"
#include "util/number.h"

void chrome_event_init(struct chrome_event *event, int64_t origin)
{
    *event = (struct chrome_event){.origin = origin};
    for (int i = 0; i < CHROME_TEXTS; i++)
        strbuf_init(&event->copies[i]);
    strbuf_init(&event->thread_id);
    strbuf_init(&event->value_names);
    chrome_event_clear(event);
}

void chrome_event_release(struct chrome_event *event)
{
    for (int i = 0; i < CHROME_TEXTS; i++)
        strbuf_release(&event->copies[i]);
    strbuf_release(&event->thread_id);
    strbuf_release(&event->value_names);
    free(event->values.items);
}

void chrome_event_clear(struct chrome_event *event)
{
    event->is_object = false;
    event->phase = '\0';
    event->time = event->duration = NUMBER_MISSING;
    event->values.count = 0;
    event->place = DEFERRED_NO_OFFSET;
    memset(event->texts, 0, sizeof event->texts);
    strbuf_clear(&event->value_names);
}

void chrome_event_put(struct chrome_event *event, enum chrome_text which, const char *text,
                      size_t size)
{
    struct strbuf *copy = &event->copies[which];
    strbuf_clear(copy);
    strbuf_add(copy, text, size);
    event->texts[which] = (struct text_slice){copy->text, copy->size};
}

void chrome_event_put_time(struct chrome_event *event, const char *text, size_t size)
{
    int64_t nanoseconds;
    event->time = chrome_time_parse(text, size, &nanoseconds)
                      ? chrome_time_from(event->origin, nanoseconds)
                      : NUMBER_MISSING;
}
