/* Looking at the beginning of a file to detect its format. */
#ifndef INPUT_HEAD_H
#define INPUT_HEAD_H

#include <stdbool.h>

/* Whether the text, which ends in NUL, begins with an opening brace. */
bool head_is_object(const char *text);
/* Whether "KEY" followed by a colon occurs. */
bool head_has_key(const char *text, const char *key);
/* The same, and the first such value is an array. */
bool head_has_array(const char *text, const char *key);

#endif
