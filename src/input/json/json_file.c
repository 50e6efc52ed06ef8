#include "input/json/json_file.h"

bool json_file_members(struct json_members *members, const struct input *input,
                       struct remarks *remarks, struct error *error)
{
    struct error fault;
    size_t offset;
    bool good =
        json_members_find(members, input->content.bytes, input->content.size, &offset, &fault);
    if (!good && members->count == 0) {
        struct place place = place_at(input, offset);
        return error_set(error, ERROR_INPUT, "%s:%llu: %s", input->path,
                         (unsigned long long)place.line, fault.text);
    }
    if (!good)
        remarks_reject(remarks, offset, NULL, "%s", fault.text);
    if (members->truncated)
        remarks_note(remarks, NULL,
                     "the file ends in the middle: its last %zu bytes cannot be used",
                     members->dropped);
    return true;
}

uint64_t json_file_offset(const struct input *input, const struct json_member *member,
                          size_t offset)
{
    const char *at = member->repaired ? member->key.text : member->text + offset;
    return (uint64_t)(at - input->content.bytes);
}
