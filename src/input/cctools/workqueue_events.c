#include "input/cctools/workqueue_events.h"

#include <string.h>

#include "util/utf8.h"

const char WORKQUEUE_UNKNOWN_RECORD[] = "unknown kind of record";

struct line {
    const char *at, *end;
};

/* ---- words ---- */

static void skip_blanks(struct line *line)
{
    while (line->at < line->end && (*line->at == ' ' || *line->at == '\t' || *line->at == '\r'))
        line->at++;
}

/* Size 0 at the end of the line. */
static struct text_slice next_word(struct line *line)
{
    skip_blanks(line);
    const char *start = line->at;
    while (line->at < line->end && *line->at != ' ' && *line->at != '\t' && *line->at != '\r')
        line->at++;
    return (struct text_slice){start, (size_t)(line->at - start)};
}

/* Inline, so that the length of a literal is known where it is compared. */
static bool read_natural(struct text_slice word, uint64_t *number)
{
    *number = 0;
    if (!word.size || word.size > 18)
        return false;
    for (size_t i = 0; i < word.size; i++) {
        unsigned digit = (unsigned)(unsigned char)word.text[i] - '0';
        if (digit > 9)
            return false;
        *number = *number * 10 + digit;
    }
    return true;
}

static int32_t read_integer(struct text_slice word)
{
    bool negative = word.size && word.text[0] == '-';
    struct text_slice digits = {word.text + negative, word.size - negative};
    uint64_t number;
    if (!read_natural(digits, &number) || number > INT32_MAX)
        return WORKQUEUE_NO_NUMBER;
    return negative ? -(int32_t)number : (int32_t)number;
}

/* Moves to the object that the line goes on with. */
static bool reach_object(struct line *line)
{
    size_t left = (size_t)(line->end - line->at);
    const char *object = left ? memchr(line->at, '{', left) : NULL;
    if (object)
        line->at = object;
    return object;
}

/* NULL for an empty object. */
static const char *object_at(struct line *line)
{
    const char *object = line->at++;
    skip_blanks(line);
    return line->at < line->end && *line->at == '}' ? NULL : object;
}

static const char *find_object(struct line *line)
{
    return reach_object(line) ? object_at(line) : NULL;
}

static bool is_allocation(struct text_slice word)
{
    return text_slice_is(word, "FIRST_RESOURCES") || text_slice_is(word, "MAX_RESOURCES");
}

/* ---- records ---- */

static bool read_manager(struct workqueue_event *event, struct line *line)
{
    struct text_slice word = next_word(line);
    if (word.size && word.text[0] >= '0' && word.text[0] <= '9')
        word = next_word(line);
    if (text_slice_is(word, "START"))
        event->kind = EVENT_MANAGER_START;
    else if (text_slice_is(word, "END"))
        event->kind = EVENT_MANAGER_END;
    return event->kind != EVENT_NONE;
}

static bool is_known_of_workers(struct text_slice verb)
{
    return text_slice_is(verb, "CACHE_UPDATE") || text_slice_is(verb, "CACHE-UPDATE") ||
           text_slice_is(verb, "TRANSFER");
}

/* In Work Queue the address stands before the verb, and is what tasks say. */
static bool read_worker(struct workqueue_event *event, struct line *line)
{
    event->name = next_word(line);
    struct text_slice verb = next_word(line);
    bool address_first = verb.size && memchr(verb.text, ':', verb.size);
    if (address_first) {
        event->alias = event->name;
        event->name = event->word = verb;
        verb = next_word(line);
    }
    if (text_slice_is(verb, "CONNECTION")) {
        event->kind = EVENT_WORKER_CONNECTED;
        if (!address_first)
            event->word = next_word(line);
    } else if (text_slice_is(verb, "DISCONNECTION"))
        event->kind = EVENT_WORKER_GONE;
    else if (text_slice_is(verb, "RESOURCES")) {
        event->kind = EVENT_WORKER_RESOURCES;
        event->object = find_object(line);
    } else
        return is_known_of_workers(verb);
    return true;
}

/* The name ends where `is_end` knows the next word. */
static struct text_slice read_name(struct line *line, bool (*is_end)(struct text_slice),
                                   struct text_slice *end)
{
    struct text_slice name = next_word(line);
    for (;;) {
        *end = next_word(line);
        if (!end->size || end->text[0] == '{' || is_end(*end))
            return name;
        name.size = (size_t)(end->text + end->size - name.text);
    }
}

static bool is_bound(struct text_slice word)
{
    return text_slice_is(word, "MAX") || text_slice_is(word, "MIN") || text_slice_is(word, "FIRST");
}

static bool read_category(struct workqueue_event *event, struct line *line)
{
    struct text_slice bound;
    event->name = read_name(line, is_bound, &bound);
    event->object = find_object(line);
    if (text_slice_is(bound, "MAX"))
        event->kind = EVENT_CATEGORY_MAX;
    else if (text_slice_is(bound, "FIRST"))
        event->kind = EVENT_CATEGORY_FIRST;
    return is_bound(bound);
}

static bool read_waiting(struct workqueue_event *event, struct line *line)
{
    event->kind = EVENT_TASK_WAITING;
    event->name = read_name(line, is_allocation, &event->word);
    if (!is_allocation(event->word))
        return false;
    skip_blanks(line);
    if (line->at < line->end && *line->at != '{')
        event->number = read_integer(next_word(line));
    event->object = find_object(line);
    return true;
}

static bool read_running(struct workqueue_event *event, struct line *line)
{
    event->kind = EVENT_TASK_RUNNING;
    event->name = next_word(line);
    event->word = next_word(line);
    event->object = find_object(line);
    return true;
}

static bool read_end(struct workqueue_event *event, struct line *line,
                     enum workqueue_event_kind kind)
{
    event->kind = kind;
    event->word = next_word(line);
    event->number = read_integer(next_word(line));
    if (reach_object(line)) {
        event->limits = object_at(line);
        const char *end = memchr(line->at, '}', (size_t)(line->end - line->at));
        if (!end)
            return false;
        line->at = end;
        event->object = find_object(line);
    }
    return event->word.size > 0;
}

static bool read_task(struct workqueue_event *event, struct line *line)
{
    if (!read_natural(next_word(line), &event->id))
        return false;
    struct text_slice state = next_word(line);
    if (text_slice_is(state, "WAITING") || text_slice_is(state, "READY"))
        return read_waiting(event, line);
    if (text_slice_is(state, "RUNNING"))
        return read_running(event, line);
    if (text_slice_is(state, "RETRIEVED"))
        return read_end(event, line, EVENT_TASK_RETRIEVED);
    if (text_slice_is(state, "DONE"))
        return read_end(event, line, EVENT_TASK_DONE);
    if (text_slice_is(state, "WAITING_RETRIEVAL"))
        event->kind = EVENT_TASK_FETCHED;
    else if (text_slice_is(state, "CANCELED") || text_slice_is(state, "CANCELLED"))
        event->kind = EVENT_TASK_CANCELED;
    else if (text_slice_is(state, "UNKNOWN"))
        event->kind = EVENT_TASK_UNKNOWN;
    else
        return text_slice_is(state, "INITIAL");
    return true;
}

static bool read_library(struct workqueue_event *event, struct line *line)
{
    event->kind = EVENT_LIBRARY;
    if (!read_natural(next_word(line), &event->id))
        return false;
    event->word = next_word(line);
    return true;
}

/* ---- a line ---- */

enum verdict { UNKNOWN_RECORD, BAD_RECORD, GOOD_RECORD };

static enum verdict verdict_of(bool good)
{
    return good ? GOOD_RECORD : BAD_RECORD;
}

static enum verdict read_record(struct workqueue_event *event, struct line *line)
{
    struct text_slice record = next_word(line);
    if (text_slice_is(record, "TASK"))
        return verdict_of(read_task(event, line));
    if (text_slice_is(record, "WORKER"))
        return verdict_of(read_worker(event, line));
    if (text_slice_is(record, "CATEGORY"))
        return verdict_of(read_category(event, line));
    if (text_slice_is(record, "MANAGER") || text_slice_is(record, "MASTER"))
        return verdict_of(read_manager(event, line));
    if (text_slice_is(record, "LIBRARY") || text_slice_is(record, "DUTY"))
        return verdict_of(read_library(event, line));
    if (text_slice_is(record, "TRANSFER") || text_slice_is(record, "APPLICATION"))
        return GOOD_RECORD;
    event->word = record;
    return UNKNOWN_RECORD;
}

bool workqueue_event_read(struct workqueue_event *event, const char *text, size_t size,
                          const char **reason)
{
    struct line line = {text, text + size};
    uint64_t time_us;
    *event = (struct workqueue_event){.number = WORKQUEUE_NO_NUMBER, .end = text + size};
    *reason = "line does not begin with a time stamp and the manager's process id";
    if (!read_natural(next_word(&line), &time_us) || !read_natural(next_word(&line), &event->pid))
        return false;
    event->time_us = (int64_t)time_us;
    enum verdict verdict = read_record(event, &line);
    bool named = utf8_is_valid(event->alias.text, event->alias.size);
    if (verdict == GOOD_RECORD && named && utf8_is_valid(event->name.text, event->name.size) &&
        utf8_is_valid(event->word.text, event->word.size))
        return true;
    *reason = verdict == UNKNOWN_RECORD ? WORKQUEUE_UNKNOWN_RECORD
              : verdict == BAD_RECORD   ? "incomplete record"
                                        : "name is not UTF-8";
    return false;
}
