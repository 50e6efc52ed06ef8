#include "input/json/json_head.h"

#include <stdbool.h>

#include "input/json/json_skip.h"

enum { ELEMENTS = 8, MEMBERS = 256, DEPTH = 64 };

/* The containers that are open, as far as they are counted: deeper ones are kept whole. */
struct open_containers {
    size_t left[DEPTH]; /* commas to come before the rest is passed over */
    size_t depth;
};

static void open_container(struct open_containers *open, char bracket)
{
    if (open->depth < DEPTH)
        open->left[open->depth] = bracket == '[' ? ELEMENTS : open->depth ? MEMBERS : (size_t)-1;
    open->depth++;
}

static bool comma_ends(struct open_containers *open)
{
    return open->depth && open->depth <= DEPTH && --open->left[open->depth - 1] == 0;
}

/* `at`: the comma in front of what is passed. */
static size_t pass_rest(const char *text, size_t size, size_t at)
{
    while (at < size && (text[at] == ',' || text[at] == ':')) {
        at = json_skip_blanks(text, size, at + 1);
        at = json_skip_value(text, size, at);
        at = json_skip_blanks(text, size, at);
    }
    return at;
}

static void keep(struct strbuf *head, size_t most, const char *bytes, size_t size)
{
    size_t room = most - head->size;
    strbuf_add(head, bytes, size < room ? size : room);
}

size_t json_head(struct strbuf *head, size_t most, const char *text, size_t size)
{
    struct open_containers open = {.depth = 0};
    size_t at = json_skip_blanks(text, size, 0);
    while (at < size && head->size < most) {
        size_t end = at + 1;
        char c = text[at];
        if (c == ',' && comma_ends(&open)) {
            at = pass_rest(text, size, at);
            continue;
        }
        if (c == '"')
            end = json_skip_string(text, size, end);
        else if (c == '{' || c == '[')
            open_container(&open, c);
        else if ((c == '}' || c == ']') && open.depth)
            open.depth--;
        keep(head, most, text + at, (end < size ? end : size) - at);
        at = json_skip_blanks(text, size, end);
    }
    return at < size ? at : size;
}
