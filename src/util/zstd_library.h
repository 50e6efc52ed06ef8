/* What the extension "zstd" is. */
#ifndef UTIL_ZSTD_LIBRARY_H
#define UTIL_ZSTD_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes that are left to be read, and room that is left to be filled: moved on by each step. */
struct zstd_step {
    const char *from;
    size_t from_size;
    char *to;
    size_t to_size;
    bool is_end; /* of a frame: all that was in it is out */
};

struct zstd_library {
    size_t (*most)(size_t size);
    /* Returns how many bytes it wrote; 0: it failed. From any thread. */
    size_t (*compress)(char *to, size_t room, const char *bytes, size_t size);
    /* Frames, one after the other. NULL: too little memory. */
    void *(*begin)(void);
    /* NULL, or why it cannot go on, which stays readable. */
    const char *(*step)(void *stream, struct zstd_step *step);
    void (*end)(void *stream);
};

#endif
