#include "input/cctools/resource_items.h"

#include <string.h>

#include "input/json/json_path.h"
#include "util/number.h"
#include "util/texts.h"
#include "util/utf8.h"

static void skip_blanks(struct resource_items *items)
{
    while (items->at < items->end &&
           (*items->at == ' ' || *items->at == '\t' || *items->at == '\n' || *items->at == '\r'))
        items->at++;
}

static bool take(struct resource_items *items, char wanted)
{
    skip_blanks(items);
    if (items->at >= items->end || *items->at != wanted)
        return false;
    items->at++;
    return true;
}

static bool fail(struct resource_items *items)
{
    items->good = false;
    return false;
}

/* Behind the opening quote. */
static bool read_string(struct resource_items *items, struct text_slice *text)
{
    const char *at = items->at, *end = items->end;
    while (at < end && *at != '"' && *at != '\n')
        at += *at == '\\' && at + 1 < end ? 2 : 1;
    if (at >= end || *at == '\n') {
        items->at = at;
        return fail(items);
    }
    *text = (struct text_slice){items->at, (size_t)(at - items->at)};
    items->at = at + 1;
    return true;
}

static bool is_number_part(char c)
{
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
}

static bool read_number(struct resource_items *items, double *number)
{
    const char *start = items->at;
    while (items->at < items->end && is_number_part(*items->at))
        items->at++;
    return number_parse(start, (size_t)(items->at - start), number) || fail(items);
}

/* Past the bracket that closes the one just passed. */
static bool skip_brackets(struct resource_items *items)
{
    struct text_slice ignored;
    for (int depth = 1; depth > 0;) {
        if (items->at >= items->end)
            return fail(items);
        char c = *items->at++;
        if (c == '\n' && items->one_line)
            return fail(items);
        if (c == '"' && !read_string(items, &ignored))
            return false;
        depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    }
    return true;
}

static bool read_other(struct resource_items *items, const char *start, struct resource_item *item)
{
    if (*start == '{' || *start == '[') {
        if (!skip_brackets(items))
            return false;
    } else
        while (items->at < items->end && *items->at >= 'a' && *items->at <= 'z')
            items->at++;
    if (items->at == start)
        return fail(items);
    item->kind = RESOURCE_IS_OTHER;
    item->text = (struct text_slice){start, (size_t)(items->at - start)};
    return true;
}

/* [12,"MB"]; any other array is of no interest. */
static bool read_pair(struct resource_items *items, struct resource_item *item)
{
    const char *start = items->at - 1;
    skip_blanks(items);
    if (items->at >= items->end || !strchr("-0123456789\"[]{tfn", *items->at))
        return fail(items);
    if (*items->at != '-' && !text_is_digit(*items->at))
        return read_other(items, start, item);
    if (!read_number(items, &item->number))
        return false;
    item->kind = RESOURCE_IS_NUMBER;
    bool more = take(items, ',');
    if (more && take(items, '"') && read_string(items, &item->unit) && take(items, ']'))
        return true;
    if (!items->good || !(more || take(items, ']')))
        return fail(items);
    items->at = start + 1;
    return read_other(items, start, item);
}

static bool read_value(struct resource_items *items, struct resource_item *item)
{
    skip_blanks(items);
    if (items->at >= items->end)
        return fail(items);
    char c = *items->at;
    if (c == '[') {
        items->at++;
        return read_pair(items, item);
    }
    if (c == '"') {
        items->at++;
        item->kind = RESOURCE_IS_TEXT;
        return read_string(items, &item->text);
    }
    if (c == '-' || (c >= '0' && c <= '9')) {
        item->kind = RESOURCE_IS_NUMBER;
        return read_number(items, &item->number);
    }
    if (c == '{')
        items->at++;
    return read_other(items, c == '{' ? items->at - 1 : items->at, item);
}

void resource_items_open(struct resource_items *items, const char *text, const char *end)
{
    *items = (struct resource_items){.at = text, .end = end, .good = true};
    if (!take(items, '{'))
        items->good = false;
}

bool resource_items_next(struct resource_items *items, struct resource_item *item)
{
    if (!items->good || take(items, '}'))
        return false;
    if (items->started && !take(items, ','))
        return fail(items);
    items->started = true;
    item->unit = (struct text_slice){"", 0};
    if (!take(items, '"') || !read_string(items, &item->key) || !take(items, ':'))
        return fail(items);
    return read_value(items, item);
}

bool resource_items_names(const char *text, const char *end, struct strbuf *names)
{
    struct resource_items items;
    struct resource_item item;
    resource_items_open(&items, text, end);
    while (resource_items_next(&items, &item)) {
        strbuf_add_text(names, names->size ? "," : "");
        strbuf_add(names, item.key.text, item.key.size);
    }
    return items.good && names->size && utf8_is_valid(names->text, names->size);
}
