#include "input/traces/chrome_read.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "input/json/json_skip.h"
#include "input/json/json_stream.h"
#include "input/traces/chrome_cut.h"
#include "input/traces/chrome_event.h"
#include "input/traces/chrome_glance.h"
#include "input/traces/chrome_time.h"
#include "input/traces/chrome_use.h"
#include "util/list.h"
#include "util/number.h"

struct walking {
    struct chrome_chunk *chunk;
    struct chrome_event event;
    int depth; /* 0 outside of events, 1 in one, 2 in its args */
    const char *text;
    size_t size;
};

/* ---- the walk ---- */

static void finish(struct walking *walking)
{
    const char *problem = chrome_event_use(walking->chunk, &walking->event);
    if (problem)
        deferred_reject(&walking->chunk->deferred, walking->event.place, NULL, "%s", problem);
    walking->chunk->records += !problem;
    chrome_event_clear(&walking->event);
}

static bool key_is(struct text_slice key, const char *name, size_t size)
{
    return key.size == size && memcmp(key.text, name, size) == 0;
}
#define IS(key, name) key_is(key, name, sizeof(name) - 1)

/* Where the event is, by a text of it that stands in the document. */
static void note_place(struct walking *walking, const char *text)
{
    uintptr_t offset = (uintptr_t)text - (uintptr_t)walking->text;
    if (offset < walking->size && walking->event.place == DEFERRED_NO_OFFSET)
        walking->event.place = offset;
}

/* The text that a member of an event is, or CHROME_TEXTS. */
static enum chrome_text text_member(struct text_slice key)
{
    return IS(key, "name")  ? CHROME_NAME
           : IS(key, "pid") ? CHROME_PROCESS
           : IS(key, "tid") ? CHROME_THREAD
           : IS(key, "id")  ? CHROME_ID
           : IS(key, "cat") ? CHROME_CATEGORY
                            : CHROME_TEXTS;
}

static bool on_enter(void *context, struct text_slice key, bool is_array)
{
    struct walking *walking = context;
    bool wanted = !is_array && (walking->depth == 0 || (walking->depth == 1 && IS(key, "args")) ||
                                (walking->depth == 1 && IS(key, "id2")));
    if (wanted)
        walking->depth++;
    else if (walking->depth == 0)
        finish(walking);
    walking->event.is_object |= wanted;
    return wanted;
}

static void on_leave(void *context)
{
    struct walking *walking = context;
    if (--walking->depth == 0)
        finish(walking);
}

static void on_numbers(void *context, struct text_slice key, const double *values, size_t count,
                       size_t odd)
{
    struct walking *walking = context;
    (void)key, (void)values, (void)count, (void)odd;
    if (walking->depth == 0)
        finish(walking);
}

static void put_value(struct chrome_event *event, struct text_slice key, double value)
{
    if (memchr(key.text, '\0', key.size))
        return;
    *list_add(&event->values) = value;
    strbuf_add(&event->value_names, key.text, key.size);
    strbuf_add(&event->value_names, "", 1);
}

static void on_number(void *context, struct text_slice key, double value, struct text_slice raw)
{
    struct walking *walking = context;
    struct chrome_event *event = &walking->event;
    enum chrome_text text = walking->depth == 1 ? text_member(key) : CHROME_TEXTS;
    note_place(walking, raw.text);
    if (walking->depth == 0)
        finish(walking);
    else if (text < CHROME_TEXTS)
        chrome_event_put(event, text, raw.text, raw.size);
    else if (walking->depth == 2)
        put_value(event, key, value);
    else if (IS(key, "ts"))
        chrome_event_put_time(event, raw.text, raw.size);
    else if (IS(key, "dur"))
        event->duration = value / CHROME_US_PER_S;
}

static void on_text(void *context, struct text_slice key, const char *text, size_t size,
                    bool is_string)
{
    struct walking *walking = context;
    struct chrome_event *event = &walking->event;
    double number;
    note_place(walking, text);
    if (walking->depth == 0) {
        finish(walking);
    } else if (!is_string) {
        return;
    } else if (walking->depth == 2) {
        if (IS(key, "name"))
            chrome_event_put(event, CHROME_LABEL, text, size);
        else if (IS(key, "local"))
            chrome_event_put(event, CHROME_LOCAL_ID, text, size);
        else if (IS(key, "global"))
            chrome_event_put(event, CHROME_ID, text, size);
    } else if (IS(key, "ph")) {
        event->phase = size == 1 ? *text : '?';
    } else if (text_member(key) < CHROME_TEXTS) {
        chrome_event_put(event, text_member(key), text, size);
    } else if (IS(key, "ts")) {
        chrome_event_put_time(event, text, size);
    } else if (IS(key, "dur") && number_parse(text, size, &number)) {
        event->duration = number / CHROME_US_PER_S;
    }
}

static const uint32_t *on_element(void *context, const struct json_tokens *tokens)
{
    struct walking *walking = context;
    const uint32_t *behind = chrome_glance(&walking->event, tokens);
    if (!behind) {
        chrome_event_clear(&walking->event);
        return NULL;
    }
    note_place(walking, tokens->text + *tokens->next);
    finish(walking);
    return behind;
}

static const struct json_handler handler = {on_enter,  on_leave, on_numbers,
                                            on_number, on_text,  on_element};

/* ---- one event at a time, where the text cannot be walked in one go ---- */

/* Whether what was passed over seems to be an event, though there is a fault in it. */
static bool ends_well(const char *text, size_t size, size_t end)
{
    size_t next = json_skip_blanks(text, size, end);
    return next >= size || strchr(",]{", text[next]);
}

/* Returns where to go on; `to` with chunk->end before it when the event is cut there. */
static size_t read_alone(struct walking *walking, const char *text, size_t at, size_t to)
{
    struct chrome_chunk *chunk = walking->chunk;
    struct error error;
    size_t offset, end = json_skip_value(text, to, at), other = end;
    bool wrong = end > to || end == at;
    if (wrong)
        other = chrome_event_after(text, to, at + 1, INT_MAX);
    if (end > to && (to < walking->size || other == to)) {
        chunk->end = at;
        return to;
    }
    walking->depth = 0;
    chrome_event_clear(&walking->event);
    walking->event.place = at;
    if (wrong)
        deferred_reject(&chunk->deferred, at, NULL, "unterminated event");
    else if (!json_walk(text + at, end - at, &handler, walking, &offset, &error)) {
        deferred_reject(&chunk->deferred, at + offset, NULL, "%s", error.text);
        if (!ends_well(text, to, end))
            other = chrome_event_after(text, to, at + 1, INT_MAX);
    }
    chunk->end = other;
    return other;
}

static bool at_end(const char *text, size_t size, size_t at)
{
    return at >= size || !text[at];
}

/* Another list of events, behind one that was never closed. A comma behind it would say that it is
 * one of the values of this one. */
static bool begins_list(const char *text, size_t size, size_t at)
{
    enum { LOOKED_AT = 1 << 16 };
    if (text[at] != '[' || !json_value_begins(text, size, at))
        return false;
    size_t limit = size - at < LOOKED_AT ? size : at + LOOKED_AT;
    size_t end = json_skip_blanks(text, limit, json_skip_value(text, limit, at));
    return end >= limit || text[end] != ',';
}

static void read_singly(struct walking *walking, const char *text, size_t from, size_t to)
{
    struct chrome_chunk *chunk = walking->chunk;
    size_t at = chunk->end = from;
    for (;;) {
        at = json_skip_blanks(text, to, at);
        while (at < to && text[at] == ',')
            at = json_skip_blanks(text, to, at + 1);
        chunk->end = at;
        if (at_end(text, to, at))
            return;
        if (text[at] == ']' || begins_list(text, to, at)) {
            chunk->closed = true;
            chunk->end = text[at] == ']' ? at + 1 : at;
            return;
        }
        size_t next = read_alone(walking, text, at, to);
        if (chunk->end == at)
            return;
        at = next;
    }
}

/* ---- the chunk ---- */

void chrome_chunk_read(struct chrome_chunk *chunk, const struct input *input, size_t from,
                       size_t to)
{
    const char *text = input->content.bytes;
    struct walking walking = {.chunk = chunk, .text = text, .size = input->content.size};
    size_t done;
    chrome_event_init(&walking.event, chunk->origin);
    chunk->from = from;
    chunk->to = to;
    bool good = json_walk_list(text + from, to - from, &handler, &walking, &done, &chunk->closed);
    chunk->end = from + done;
    if (!good)
        read_singly(&walking, text, chunk->end, to);
    chrome_event_release(&walking.event);
}
