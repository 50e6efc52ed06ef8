#include "input/json/json_file.h"

#include "input/json/json_skip.h"
#include "input/json/json_text.h"
#include "util/count_text.h"

enum { FEW_BYTES = 64 }; /* a stray bracket or word: no record is lost with it */

/* ---- what stands behind a document ---- */

static struct place place_behind(const struct input *input, size_t end)
{
    return place_at(input, json_skip_blanks(input->content.bytes, input->content.size, end));
}

bool json_leave_rest(const struct input *input, const struct reading *reading, size_t end,
                     size_t *strange)
{
    size_t size = input->content.size;
    size_t next = json_next_document(input->content.bytes, size, end, strange);
    if (next == size || !reading_leave_rest(reading, next))
        return false;
    if (*strange)
        diagnostics_note(reading->diagnostics, place_behind(input, end),
                         "%s byte%s between two JSON documents ignored", COUNT_TEXT(*strange),
                         *strange == 1 ? "" : "s");
    return true;
}

void json_note_unread(const struct input *input, const struct reading *reading, size_t strange)
{
    if (strange > FEW_BYTES)
        diagnostics_note_end(reading->diagnostics, (struct place){input->path, 0, 0},
                             DIAGNOSTIC_ENDS_EARLY,
                             "text after the end of the JSON value: the last %s bytes are ignored",
                             COUNT_TEXT(strange));
}

/* ---- documents ---- */

bool json_file_members(struct json_members *members, const struct input *input,
                       const struct reading *reading, struct deferred_diagnostics *deferred,
                       struct error *error)
{
    struct error fault;
    size_t offset = 0, strange;
    bool good =
        json_members_find(members, input->content.bytes, input->content.size, &offset, &fault);
    if (!good && members->followed && json_leave_rest(input, reading, offset, &strange))
        return true;
    if (!good && members->count == 0) {
        struct place place = place_at(input, offset);
        return error_set(error, ERROR_INPUT, "%s:%llu: %s", input->path,
                         (unsigned long long)place.line, fault.text);
    }
    size_t rest = input->content.size - offset;
    if (!good)
        deferred_reject(deferred, offset, NULL, "%s", fault.text);
    if (!good && rest > FEW_BYTES) /* as of two files that were joined */
        deferred_note_end(deferred, DIAGNOSTIC_ENDS_EARLY, "the last %s bytes are ignored",
                          COUNT_TEXT(rest));
    if (members->truncated && !members->dropped)
        deferred_note_end(deferred, DIAGNOSTIC_ENDS_EARLY, "truncated: the end is missing");
    else if (members->truncated)
        deferred_note_end(deferred, DIAGNOSTIC_ENDS_EARLY, "truncated: the last %s byte%s ignored",
                          COUNT_TEXT(members->dropped), members->dropped == 1 ? " is" : "s are");
    return true;
}

long long json_file_read(const struct input *input, const struct reading *reading,
                         read_members *read, struct error *error)
{
    struct json_members members = {0};
    struct deferred_diagnostics deferred;
    long long count = -1;
    deferred_init(&deferred);
    if (json_file_members(&members, input, reading, &deferred, error))
        count = read(input, reading, &members, &deferred);
    deferred_tell(&deferred, input, reading->diagnostics);
    deferred_release(&deferred);
    json_members_release(&members);
    reading_progress(reading, input->content.size);
    return count;
}

/* Whether nothing follows the value that ends at `end` but what is left to be read. */
static bool is_alone(const struct input *input, const struct reading *reading, size_t end)
{
    size_t strange;
    return json_leave_rest(input, reading, end, &strange) || strange == 0;
}

static json_t *load_tree(const struct input *input, const struct reading *reading,
                         json_error_t *fault)
{
    size_t mark = json_mark_size(input->content.bytes, input->content.size);
    const char *text = input->content.bytes + mark;
    size_t size = input->content.size - mark;
    json_t *tree = json_loadb(text, size, JSON_DISABLE_EOF_CHECK, fault);
    if (!tree || is_alone(input, reading, mark + (size_t)fault->position))
        return tree;
    json_decref(tree);
    return json_loadb(text, size, 0, fault); /* for what is wrong, and where */
}

json_t *json_file_tree(const struct input *input, const struct reading *reading,
                       struct error *error)
{
    json_error_t fault;
    json_t *tree = load_tree(input, reading, &fault);
    if (json_is_object(tree))
        return tree;
    error_set(error, ERROR_INPUT, "%s:%d: %s", input->path, tree ? 1 : fault.line,
              tree ? "not a JSON object" : fault.text);
    json_decref(tree);
    return NULL;
}

uint64_t json_file_offset(const struct input *input, const struct json_member *member,
                          size_t offset)
{
    const char *at = member->repaired ? member->key.text : member->text + offset;
    return (uint64_t)(at - input->content.bytes);
}
