#include "input/traces/chrome_glance.h"

#include <stdbool.h>
#include <string.h>

#include "input/json/json_index.h"
#include "input/traces/chrome_time.h"
#include "util/texts.h"

/* Where a value stands in the document; `next` is the token behind its first. */
struct value {
    const char *text;
    const uint32_t *token, *next;
};

static const char *end_of(const struct value *value)
{
    const char *end = value->text + *value->next;
    while (end[-1] == ' ' || end[-1] == '\n' || end[-1] == '\t' || end[-1] == '\r')
        end--;
    return end;
}

/* What is between the quotes, as written. */
static bool read_string(const struct value *value, struct text_slice *string)
{
    const char *begin = value->text + *value->token + 1, *end = end_of(value) - 1;
    if (begin[-1] != '"' || end < begin || *end != '"')
        return false;
    *string = (struct text_slice){begin, (size_t)(end - begin)};
    return true;
}

/* Ids are kept as they are written, be they texts or whole numbers. */
static bool read_id(const struct value *value, struct text_slice *id)
{
    const char *begin = value->text + *value->token, *end = end_of(value), *at = begin;
    if (*begin == '"')
        return read_string(value, id) && !memchr(id->text, '\\', id->size);
    while (at < end && text_is_digit(*at))
        at++;
    *id = (struct text_slice){begin, (size_t)(end - begin)};
    return at == end && (*begin != '0' || id->size == 1);
}

static bool read_name(const struct value *value, struct text_slice *name)
{
    return read_string(value, name) && !memchr(name->text, '\\', name->size);
}

static bool read_time(const struct value *value, struct chrome_event *event)
{
    const char *text = value->text + *value->token;
    if (!text_is_digit(*text) && *text != '-')
        return false;
    chrome_event_put_time(event, text, (size_t)(end_of(value) - text));
    return event->time == event->time;
}

static bool read_duration(const struct value *value, double *duration)
{
    const char *text = value->text + *value->token;
    double microseconds;
    if ((!text_is_digit(*text) && *text != '-') || !json_index_number(text, &microseconds))
        return false;
    *duration = microseconds / CHROME_US_PER_S;
    return true;
}

static bool read_phase(const struct value *value, char *phase)
{
    struct text_slice text;
    if (!read_string(value, &text) || text.size != 1)
        return false;
    *phase = *text.text;
    /* These arguments are used. */
    return *phase == 'X' || !strchr("CMbenSF", *phase);
}

/* ---- members ---- */

static bool is(struct text_slice key, const char *name, size_t size)
{
    return memcmp(key.text, name, size) == 0;
}
#define IS(key, name) is(key, name, sizeof(name) - 1)

static bool begins_value(char c)
{
    return c == '"' || c == '[' || c == '{' || c == '-' || text_is_digit(c) || c == 't' ||
           c == 'f' || c == 'n';
}

static bool take_member(struct chrome_event *event, struct text_slice key,
                        const struct value *value)
{
    switch (key.size) {
    case 2:
        if (IS(key, "ph"))
            return read_phase(value, &event->phase);
        if (IS(key, "ts"))
            return read_time(value, event);
        if (IS(key, "id"))
            return read_id(value, &event->texts[CHROME_ID]);
        break;
    case 3:
        if (IS(key, "dur"))
            return read_duration(value, &event->duration);
        if (IS(key, "pid"))
            return read_id(value, &event->texts[CHROME_PROCESS]);
        if (IS(key, "tid"))
            return read_id(value, &event->texts[CHROME_THREAD]);
        if (IS(key, "cat")) /* compared with plain names alone */
            return read_string(value, &event->texts[CHROME_CATEGORY]);
        if (IS(key, "id2"))
            return false;
        break;
    case 4:
        if (IS(key, "name"))
            return read_name(value, &event->texts[CHROME_NAME]);
        break;
    default:
        break;
    }
    return begins_value(value->text[*value->token]) && !memchr(key.text, '\\', key.size);
}

/* The token behind the value that begins at `token`, `end` when it has no end. */
static const uint32_t *behind_value(const struct json_tokens *tokens, const uint32_t *token)
{
    size_t depth = 0;
    for (; token < tokens->end; token++) {
        char c = tokens->text[*token];
        if (c == '{' || c == '[')
            depth++;
        else if (c == '}' || c == ']')
            depth--;
        if (depth == 0)
            return token + 1;
    }
    return token;
}

const uint32_t *chrome_glance(struct chrome_event *event, const struct json_tokens *tokens)
{
    const char *text = tokens->text;
    const uint32_t *at = tokens->next;
    if (text[*at] != '{')
        return NULL;
    event->is_object = true;
    for (char separator = ','; separator != '}';) {
        struct text_slice key;
        at++;
        if (tokens->end - at < 4 || text[at[1]] != ':' ||
            !read_string(&(struct value){text, at, at + 1}, &key) ||
            !take_member(event, key, &(struct value){text, at + 2, at + 3}))
            return NULL;
        at = behind_value(tokens, at + 2);
        if (at == tokens->end)
            return NULL;
        separator = text[*at];
        if (separator != ',' && separator != '}')
            return NULL;
    }
    return at + 1;
}
