/* A JSON value as values with paths, for objects of which a few members among many are wanted:
 * "jobs.time.elapsed". An element of an array has the path of the array. */
#ifndef INPUT_JSON_JSON_PATH_H
#define INPUT_JSON_JSON_PATH_H

#include "input/deferred_diagnostics.h"
#include "input/json/json_stream.h"

enum { JSON_PATH_SIZE = 128, JSON_PATH_DEPTH = 256 };

struct json_path_handler {
    /* An object or array begins; false leaves it out, with all inside, and its end. */
    bool (*enter)(void *context, const char *path, bool is_array);
    void (*leave)(void *context, const char *path, bool is_array);
    void (*number)(void *context, const char *path, double value);
    /* true, false and null come as such, too. */
    void (*text)(void *context, const char *path, const char *text, size_t size);
};

/* Walks one member of a file's object; its key begins the paths. A fault is a remark. */
void json_path_walk(const struct input *input, const struct json_member *member,
                    const struct json_path_handler *handler, void *context,
                    struct deferred_diagnostics *deferred);

#endif
