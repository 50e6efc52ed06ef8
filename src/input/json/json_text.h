/* What stands before and inside JSON and is none. */
#ifndef INPUT_JSON_JSON_TEXT_H
#define INPUT_JSON_JSON_TEXT_H

#include <stddef.h>

/* 3 when the text begins with a byte order mark, which some programs write, else 0. */
size_t json_mark_size(const char *text, size_t size);

/* A copy, malloc'd and padded, in which each broken byte is U+FFFD; *size becomes its size. */
char *json_mend_utf8(const char *text, size_t *size);

#endif
