/* A file that is one JSON object: large ones taken apart into members, small ones as a tree. */
#ifndef INPUT_JSON_JSON_FILE_H
#define INPUT_JSON_JSON_FILE_H

#include <jansson.h>

#include "input/deferred_diagnostics.h"
#include "input/json/json_stream.h"

/* A fault behind the first members, and an end in the middle, cost only what follows: they are
 * deferred. Another value behind the object is left to be read as an input of its own. False when
 * nothing can be used. */
bool json_file_members(struct json_members *members, const struct input *input,
                       const struct reading *reading, struct deferred_diagnostics *deferred,
                       struct error *error);

/* What is read of the members: the number of records. Remarks are reported afterwards. */
typedef long long read_members(const struct input *input, const struct reading *reading,
                               const struct json_members *members,
                               struct deferred_diagnostics *deferred);

/* As a reader reads: -1 with `error` when nothing can be used. */
long long json_file_read(const struct input *input, const struct reading *reading,
                         read_members *read, struct error *error);

/* The whole of a small file, which must be an object; to be given back by json_decref. NULL with
 * `error`, in which the line is. What follows it: as above. */
json_t *json_file_tree(const struct input *input, const struct reading *reading,
                       struct error *error);

/* Where a fault `offset` bytes into a member is in the file. */
uint64_t json_file_offset(const struct input *input, const struct json_member *member,
                          size_t offset);

/* Leaves the documents behind `end` to be read on their own, and notes what is passed over on the
 * way to them. False when there is none; *strange: how many bytes of something else follow. */
bool json_leave_rest(const struct input *input, const struct reading *reading, size_t end,
                     size_t *strange);
/* Of bytes behind the last document, which no reader takes; a few are a stray bracket or word. */
void json_note_unread(const struct input *input, const struct reading *reading, size_t strange);

#endif
