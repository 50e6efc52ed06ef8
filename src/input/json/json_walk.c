#include <stdlib.h>
#include <string.h>

#include "input/json/json_index.h"
#include "input/json/json_stream.h"
#include "input/json/json_text.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/texts.h"

enum { DEEPEST = 256 };

struct walk {
    const char *text;
    size_t size;
    const uint32_t *next, *end; /* tokens not looked at yet */
    const struct json_handler *handler;
    void *context;
    int depth, silent; /* silent: how many entered containers the handler does not want */
    char *key, *string;
    size_t key_capacity, string_capacity;
    double *values;
    size_t capacity;
    size_t *offset;
    struct error *error;
};

static bool walk_value(struct walk *walk, struct text_slice key);

/* ---- faults ---- */

static bool fault_at(struct walk *walk, size_t offset, const char *what)
{
    *walk->offset = offset < walk->size ? offset : walk->size;
    return error_set(walk->error, ERROR_INPUT, "%s", what);
}

static size_t token_offset(const struct walk *walk, const uint32_t *token)
{
    return token < walk->end ? *token : walk->size;
}

static bool fault(struct walk *walk, const uint32_t *token, const char *what)
{
    if (token >= walk->end)
        return fault_at(walk, walk->size, "truncated JSON");
    return fault_at(walk, *token, what);
}

/* The first character of the next token, NUL at the end. */
static char peek(const struct walk *walk)
{
    return walk->next < walk->end ? walk->text[*walk->next] : '\0';
}

/* ---- single values ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* Where the text of a value that is no string ends. */
static size_t scalar_size(const struct walk *walk, const uint32_t *token)
{
    size_t from = *token, to = token_offset(walk, token + 1);
    while (to > from && is_blank(walk->text[to - 1]))
        to--;
    return to - from;
}

static bool is_word(const char *text, size_t size, const char *word)
{
    return size == strlen(word) && memcmp(text, word, size) == 0;
}

/* Passes digits; false: there are none. */
static bool take_digits(const char **at, const char *end)
{
    const char *first = *at;
    while (*at < end && text_is_digit(**at))
        ++*at;
    return *at > first;
}

/* Passes one of the letters, where one is there. */
static bool take_letter(const char **at, const char *end, const char *letters)
{
    bool is_there = *at < end && **at && strchr(letters, **at);
    *at += is_there;
    return is_there;
}

/* RFC 8259, section 6. */
static bool is_number(const char *text, size_t size)
{
    const char *end = text + size, *at = text;
    take_letter(&at, end, "-");
    const char *whole = at;
    if (!take_digits(&at, end) || (*whole == '0' && at > whole + 1))
        return false;
    if (take_letter(&at, end, ".") && !take_digits(&at, end))
        return false;
    if (take_letter(&at, end, "eE")) {
        take_letter(&at, end, "+-");
        if (!take_digits(&at, end))
            return false;
    }
    return at == end;
}

/* A number, or what stands for a missing one. False: none of these. */
static bool read_number(const char *text, size_t size, double *value)
{
    *value = NUMBER_MISSING;
    if (*text == '-' || text_is_digit(*text))
        return is_number(text, size) ? number_parse(text, size, value) || true
                                     : is_word(text, size, "-Infinity");
    return is_word(text, size, "NaN") || is_word(text, size, "Infinity");
}

/* The string whose opening quote is at `token`, unescaped. */
static bool read_string(struct walk *walk, const uint32_t *token, char **buffer, size_t *capacity,
                        struct text_slice *string)
{
    size_t size = scalar_size(walk, token);
    const char *raw = walk->text + *token + 1;
    if (size < 2 || raw[size - 2] != '"')
        return fault(walk, token, "text after a string that is not JSON");
    size -= 2;
    *string = (struct text_slice){raw, size};
    if (!memchr(raw, '\\', size))
        return true;
    memory_reserve(buffer, capacity, size, 1);
    string->text = *buffer;
    return json_unescape(raw, size, *buffer, &string->size) ||
           fault(walk, token, "unknown escape in a string");
}

static bool walk_string(struct walk *walk, struct text_slice key)
{
    struct text_slice string;
    if (!read_string(walk, walk->next++, &walk->string, &walk->string_capacity, &string))
        return false;
    if (!walk->silent && walk->handler->text)
        walk->handler->text(walk->context, key, string.text, string.size, true);
    return true;
}

static bool walk_scalar(struct walk *walk, struct text_slice key)
{
    const uint32_t *token = walk->next++;
    const char *text = walk->text + *token;
    size_t size = scalar_size(walk, token);
    double value;
    if (is_word(text, size, "null") || is_word(text, size, "true") ||
        is_word(text, size, "false")) {
        if (!walk->silent && walk->handler->text)
            walk->handler->text(walk->context, key, text, size, false);
        return true;
    }
    if (!read_number(text, size, &value))
        return fault(walk, token, "not a JSON value");
    if (!walk->silent && walk->handler->number)
        walk->handler->number(walk->context, key, value, (struct text_slice){text, size});
    return true;
}

/* ---- arrays of numbers ---- */

static bool begins_number(char c)
{
    return c == '-' || text_is_digit(c) || c == 'N' || c == 'I';
}

/* Whether the array that begins at walk->next holds numbers: its first element that is no text,
 * truth value or null decides. */
static bool holds_numbers(const struct walk *walk)
{
    bool only_nulls = true;
    for (const uint32_t *token = walk->next; token < walk->end; token += 2) {
        char c = walk->text[*token];
        if (begins_number(c) || (c == ']' && token == walk->next))
            return true;
        if (c != '"' && c != 'n' && c != 't' && c != 'f')
            return false;
        only_nulls &= c == 'n';
        if (token + 1 >= walk->end || walk->text[token[1]] != ',')
            break;
    }
    return only_nulls;
}

static bool walk_odd_element(struct walk *walk, double *value, size_t *odd)
{
    const char *text = walk->text + *walk->next;
    size_t size = scalar_size(walk, walk->next);
    *value = NUMBER_MISSING;
    if (is_word(text, size, "null") || read_number(text, size, value)) {
        bool has_digits = text_is_digit(text[0]) || (size > 1 && text_is_digit(text[1]));
        *odd += number_is_missing(*value) && has_digits; /* too large for a double */
        walk->next++;
        return true;
    }
    (*odd)++;
    walk->silent++;
    bool good = walk_value(walk, (struct text_slice){0});
    walk->silent--;
    return good;
}

/* From behind the opening bracket to behind the closing one. */
static bool read_numbers(struct walk *walk, size_t *count, size_t *odd)
{
    for (;;) {
        memory_reserve(&walk->values, &walk->capacity, *count + 1, sizeof *walk->values);
        size_t stored = json_index_numbers(walk->text, walk->next, (size_t)(walk->end - walk->next),
                                           walk->values + *count, walk->capacity - *count);
        walk->next += 2 * stored;
        *count += stored;
        if (*count == walk->capacity)
            continue;
        if (walk->next >= walk->end)
            return fault(walk, walk->next, "");
        if (!walk_odd_element(walk, &walk->values[*count], odd))
            return false;
        (*count)++;
        char c = peek(walk);
        if (c != ',' && c != ']')
            return fault(walk, walk->next, "no comma or ] after an element of an array");
        walk->next++;
        if (c == ']')
            return true;
    }
}

static bool walk_numbers(struct walk *walk, struct text_slice key)
{
    size_t count = 0, odd = 0;
    if (peek(walk) == ']')
        walk->next++;
    else if (!read_numbers(walk, &count, &odd))
        return false;
    if (!walk->silent && walk->handler->numbers)
        walk->handler->numbers(walk->context, key, walk->values, count, odd);
    return true;
}

/* ---- objects and other arrays ---- */

static bool walk_member(struct walk *walk)
{
    struct text_slice key;
    if (peek(walk) != '"')
        return fault(walk, walk->next, "a member of an object has no name");
    /* Silent keys go elsewhere: the key of an array with odd elements is still wanted. */
    bool good = walk->silent
                    ? read_string(walk, walk->next, &walk->string, &walk->string_capacity, &key)
                    : read_string(walk, walk->next, &walk->key, &walk->key_capacity, &key);
    if (!good)
        return false;
    walk->next++;
    if (peek(walk) != ':')
        return fault(walk, walk->next, "no colon after the name of a member");
    walk->next++;
    return walk_value(walk, key);
}

static bool walk_nameless(struct walk *walk)
{
    return walk_value(walk, (struct text_slice){0});
}

/* What is inside, up to and with the character that closes it. */
static bool walk_inside(struct walk *walk, char close, bool (*walk_one)(struct walk *walk),
                        const char *without_comma)
{
    if (peek(walk) == close) {
        walk->next++;
        return true;
    }
    for (;;) {
        if (!walk_one(walk))
            return false;
        char c = peek(walk);
        if (c != ',' && c != close)
            return fault(walk, walk->next, without_comma);
        walk->next++;
        if (c == close)
            return true;
    }
}

static bool walk_container(struct walk *walk, struct text_slice key)
{
    const uint32_t *token = walk->next++;
    bool is_array = walk->text[*token] == '[';
    if (walk->depth == DEEPEST)
        return fault(walk, token, "nested deeper than 256 levels");
    walk->depth++;
    bool good;
    if (is_array && !walk->silent && holds_numbers(walk)) { /* silent: `values` may be in use */
        good = walk_numbers(walk, key);
    } else {
        bool shown = !walk->silent &&
                     (!walk->handler->enter || walk->handler->enter(walk->context, key, is_array));
        walk->silent += !shown;
        good = is_array ? walk_inside(walk, ']', walk_nameless,
                                      "no comma or ] after an element of an array")
                        : walk_inside(walk, '}', walk_member,
                                      "no comma or } after a member of an object");
        walk->silent -= !shown;
        if (good && shown && walk->handler->leave)
            walk->handler->leave(walk->context);
    }
    walk->depth--;
    return good;
}

static bool walk_value(struct walk *walk, struct text_slice key)
{
    switch (peek(walk)) {
    case '[':
    case '{':
        return walk_container(walk, key);
    case '"':
        return walk_string(walk, key);
    case ',':
    case ':':
    case ']':
    case '}':
        return fault(walk, walk->next, "missing value");
    default:
        return walk->next < walk->end ? walk_scalar(walk, key) : fault(walk, walk->next, "");
    }
}

/* ---- the text ---- */

/* Only called when simdjson saw a control character in a string, or a string without end. */
static bool fault_in_strings(struct walk *walk)
{
    bool inside = false;
    size_t opened = 0;
    for (size_t i = 0; i < walk->size; i++) {
        char c = walk->text[i];
        if (inside && (unsigned char)c < 0x20)
            return fault_at(walk, i, "control character in a string");
        if (inside && c == '\\')
            i++;
        else if (c == '"') {
            inside = !inside;
            opened = i;
        }
    }
    return fault_at(walk, opened, "unterminated string");
}

static bool fault_of_index(struct walk *walk, enum json_index_fault what)
{
    switch (what) {
    case JSON_INDEX_TOO_LARGE:
        *walk->offset = 0;
        return error_set(walk->error, ERROR_INPUT,
                         "a single JSON value of %.1f GB (it must be below 4 GiB)",
                         (double)walk->size * 1e-9);
    case JSON_INDEX_NO_MEMORY:
        memory_exhausted();
    case JSON_INDEX_EMPTY:
        return fault_at(walk, 0, "no JSON value");
    default:
        return fault_in_strings(walk);
    }
}

static bool walk_mended(struct walk *walk);

static bool walk_text(struct walk *walk)
{
    struct json_index index;
    enum json_index_fault what = json_index_make(&index, walk->text, walk->size);
    if (what == JSON_INDEX_NO_UTF8)
        return walk_mended(walk);
    if (what != JSON_INDEX_GOOD)
        return fault_of_index(walk, what);
    walk->next = index.positions;
    walk->end = index.positions + index.count;
    bool good = walk_value(walk, (struct text_slice){0});
    if (good && walk->next != walk->end)
        good = fault(walk, walk->next, "text after the end of the JSON value");
    json_index_release(&index);
    return good;
}

static bool walk_mended(struct walk *walk)
{
    size_t original_size = walk->size;
    char *mended = json_mend_utf8(walk->text, &walk->size);
    walk->text = mended;
    bool good = walk_text(walk);
    if (*walk->offset > original_size)
        *walk->offset = original_size;
    free(mended);
    return good;
}

static void walk_release(struct walk *walk)
{
    free(walk->key);
    free(walk->string);
    free(walk->values);
}

static bool walk_element(struct walk *walk)
{
    const uint32_t *(*element)(void *, const struct json_tokens *) = walk->handler->element;
    const struct json_tokens tokens = {walk->text, walk->next, walk->end};
    const uint32_t *behind = element ? element(walk->context, &tokens) : NULL;
    if (!behind)
        return walk_value(walk, (struct text_slice){0});
    walk->next = behind;
    return true;
}

static bool walk_list(struct walk *walk, size_t *done, bool *closed)
{
    while (walk->next < walk->end) {
        if (peek(walk) == ']') {
            *closed = true;
            *done = *walk->next + 1;
            return true;
        }
        if (peek(walk) == '[' || !walk_element(walk))
            return false;
        *done = token_offset(walk, walk->next);
        if (peek(walk) != ',')
            continue;
        walk->next++;
        *done = token_offset(walk, walk->next);
    }
    return true;
}

bool json_walk_list(const char *text, size_t size, const struct json_handler *handler,
                    void *context, size_t *done, bool *closed)
{
    struct json_index index;
    struct error error;
    size_t offset;
    struct walk walk = {.text = text,
                        .size = size,
                        .handler = handler,
                        .context = context,
                        .offset = &offset,
                        .error = &error};
    *done = 0;
    *closed = false;
    bool good = json_index_make(&index, text, size) == JSON_INDEX_GOOD;
    if (good) {
        walk.next = index.positions;
        walk.end = index.positions + index.count;
        good = walk_list(&walk, done, closed);
        json_index_release(&index);
    }
    walk_release(&walk);
    return good;
}

bool json_walk(const char *text, size_t size, const struct json_handler *handler, void *context,
               size_t *offset, struct error *error)
{
    size_t mark = json_mark_size(text, size);
    struct walk walk = {.text = text + mark,
                        .size = size - mark,
                        .handler = handler,
                        .context = context,
                        .offset = offset,
                        .error = error};
    *offset = 0;
    bool good = walk_text(&walk);
    *offset += mark;
    walk_release(&walk);
    return good;
}
