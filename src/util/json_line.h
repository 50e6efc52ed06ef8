/* In which line of a JSON document a member is: for messages about what jansson has read already.
 */
#ifndef UTIL_JSON_LINE_H
#define UTIL_JSON_LINE_H

#include <stddef.h>

/* Of the member that the names lead to from the outermost object on, through objects alone: the
 * line of its name, from 1 on. `text` is a sound document; a member that is not there has the line
 * of the last one that is. */
size_t json_line_of(const char *text, const char *const *names, size_t count);

#endif
