#include "input/json/json_path.h"

#include <string.h>

#include "input/json/json_file.h"

struct path {
    char text[JSON_PATH_SIZE];
    size_t size;
    size_t sizes[JSON_PATH_DEPTH]; /* before each container that is open */
    bool arrays[JSON_PATH_DEPTH];
    size_t depth;
    const struct json_path_handler *handler;
    void *context;
};

/* What does not fit ends in a character that no wanted path has. */
static void push(struct path *path, struct text_slice key)
{
    if (!key.text)
        return;
    size_t room = JSON_PATH_SIZE - path->size - 2;
    bool fits = key.size < room;
    size_t size = fits ? key.size : 0;
    if (room < 2)
        return;
    if (path->size)
        path->text[path->size++] = '.';
    memcpy(path->text + path->size, key.text, size);
    path->size += size;
    if (!fits)
        path->text[path->size++] = '\x01';
    path->text[path->size] = '\0';
}

static void pop(struct path *path, size_t size)
{
    path->size = size;
    path->text[size] = '\0';
}

static bool enter(void *context, struct text_slice key, bool is_array)
{
    struct path *path = context;
    size_t before = path->size;
    if (path->depth == JSON_PATH_DEPTH)
        return false;
    push(path, key);
    if (!path->handler->enter(path->context, path->text, is_array)) {
        pop(path, before);
        return false;
    }
    path->arrays[path->depth] = is_array;
    path->sizes[path->depth++] = before;
    return true;
}

static void leave(void *context)
{
    struct path *path = context;
    path->depth--;
    path->handler->leave(path->context, path->text, path->arrays[path->depth]);
    pop(path, path->sizes[path->depth]);
}

static void number(void *context, struct text_slice key, double value, struct text_slice raw)
{
    (void)raw;
    struct path *path = context;
    size_t before = path->size;
    push(path, key);
    path->handler->number(path->context, path->text, value);
    pop(path, before);
}

static void text(void *context, struct text_slice key, const char *value, size_t size,
                 bool is_string)
{
    (void)is_string;
    struct path *path = context;
    size_t before = path->size;
    push(path, key);
    path->handler->text(path->context, path->text, value, size);
    pop(path, before);
}

void json_path_walk(const struct input *input, const struct json_member *member,
                    const struct json_path_handler *handler, void *context,
                    struct deferred_diagnostics *deferred)
{
    static const struct json_handler events = {.enter = enter,
                                               .leave = leave,
                                               .number = number,
                                               .text = text};
    struct path path = {.handler = handler, .context = context};
    struct error fault;
    size_t offset;
    push(&path, member->key);
    if (!json_walk(member->text, member->size, &events, &path, &offset, &fault))
        deferred_reject(deferred, json_file_offset(input, member, offset), NULL, "%s", fault.text);
}
