/* A file that is one JSON object, taken apart into its members. */
#ifndef INPUT_JSON_JSON_FILE_H
#define INPUT_JSON_JSON_FILE_H

#include "input/json/json_stream.h"
#include "input/remarks.h"

/* A fault behind the first members, and an end in the middle, cost only what follows: they are
 * remarks. False when nothing can be used. */
bool json_file_members(struct json_members *members, const struct input *input,
                       struct remarks *remarks, struct error *error);

/* Where a fault `offset` bytes into a member is in the file. */
uint64_t json_file_offset(const struct input *input, const struct json_member *member,
                          size_t offset);

#endif
