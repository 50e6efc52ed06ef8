#include "input/deferred_diagnostics.h"

#include <stdlib.h>
#include <string.h>

#include "input/json/json_stream.h"
#include "util/count_text.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/name_index.h"
#include "util/utf8.h"

enum { SUBJECT_LENGTH = 80 };

void deferred_init(struct deferred_diagnostics *deferred)
{
    *deferred = (struct deferred_diagnostics){0};
    arena_init(&deferred->arena);
}

void deferred_release(struct deferred_diagnostics *deferred)
{
    free(deferred->items);
    arena_release(&deferred->arena);
    deferred_init(deferred);
}

static void add(struct deferred_diagnostics *deferred, struct deferred_diagnostic remark)
{
    *list_add(deferred) = remark;
}

void deferred_note(struct deferred_diagnostics *deferred, const char *subject, const char *reason,
                   ...)
{
    va_list arguments;
    va_start(arguments, reason);
    add(deferred,
        (struct deferred_diagnostic){DIAGNOSTIC_NOTE, DEFERRED_NO_OFFSET,
                                     arena_format_list(&deferred->arena, reason, arguments),
                                     arena_text(&deferred->arena, subject), 0, 0});
    va_end(arguments);
}

void deferred_note_end(struct deferred_diagnostics *deferred, enum diagnostic_end end,
                       const char *reason, ...)
{
    va_list arguments;
    va_start(arguments, reason);
    add(deferred,
        (struct deferred_diagnostic){DIAGNOSTIC_NOTE, DEFERRED_NO_OFFSET,
                                     arena_format_list(&deferred->arena, reason, arguments), NULL,
                                     0, end});
    va_end(arguments);
}

void deferred_omit(struct deferred_diagnostics *deferred, const char *subject, uint64_t count,
                   const char *reason, ...)
{
    va_list arguments;
    va_start(arguments, reason);
    add(deferred,
        (struct deferred_diagnostic){DIAGNOSTIC_OMISSION, DEFERRED_NO_OFFSET,
                                     arena_format_list(&deferred->arena, reason, arguments),
                                     arena_text(&deferred->arena, subject), count, 0});
    va_end(arguments);
}

void deferred_reject(struct deferred_diagnostics *deferred, uint64_t offset, const char *subject,
                     const char *reason, ...)
{
    va_list arguments;
    va_start(arguments, reason);
    add(deferred,
        (struct deferred_diagnostic){DIAGNOSTIC_REJECT, offset,
                                     arena_format_list(&deferred->arena, reason, arguments),
                                     arena_text(&deferred->arena, subject), 0, 0});
    va_end(arguments);
}

void deferred_append(struct deferred_diagnostics *deferred, struct deferred_diagnostics *from)
{
    for (size_t i = 0; i < from->count; i++)
        add(deferred, from->items[i]);
    arena_adopt(&deferred->arena, &from->arena);
    free(from->items);
    deferred_init(from);
}

/* ---- telling ---- */

struct place place_at(const struct input *input, uint64_t offset)
{
    if (offset == DEFERRED_NO_OFFSET)
        return (struct place){input->path, 0, 0};
    uint64_t line, column;
    json_locate(input->content.bytes, offset, &line, &column);
    return (struct place){input->path, line, offset};
}

/* As place_at, counting lines on from the place before where that is earlier. */
static struct place place_after(const struct input *input, struct place before, uint64_t offset)
{
    if (offset == DEFERRED_NO_OFFSET || before.line == 0 || offset < before.offset)
        return place_at(input, offset);
    uint64_t lines, column;
    json_locate(input->content.bytes + before.offset, offset - before.offset, &lines, &column);
    return (struct place){input->path, before.line + lines - 1, offset};
}

struct group {
    const struct deferred_diagnostic *first;
    size_t count;
    uint64_t omitted;
};

static void tell_one(const struct group *group, const struct input *input, const char *text,
                     struct diagnostics *diagnostics)
{
    struct place place = {input->path, 0, 0};
    if (group->first->level == DIAGNOSTIC_OMISSION)
        diagnostics_omit(diagnostics, place, group->omitted, "%s", text);
    else
        diagnostics_note_end(diagnostics, place, group->first->end, "%s", text);
}

static void tell_group(const struct group *group, const struct input *input,
                       struct diagnostics *diagnostics)
{
    const struct deferred_diagnostic *first = group->first;
    struct arena arena;
    arena_init(&arena);
    const char *text = first->reason, *more = "";
    if (group->count > 1)
        more = arena_format(&arena, " and %s more", COUNT_TEXT(group->count - 1));
    if (first->subject)
        text = arena_format(&arena, "%s%s: %s",
                            utf8_shorten(&arena, first->subject, SUBJECT_LENGTH), more, text);
    tell_one(group, input, text, diagnostics);
    arena_release(&arena);
}

static void tell_notes(const struct deferred_diagnostics *deferred, const struct input *input,
                       struct diagnostics *diagnostics)
{
    struct name_index reasons;
    struct group *groups = memory_alloc_array(deferred->count + 1, sizeof *groups);
    name_index_init(&reasons);
    for (size_t i = 0; i < deferred->count; i++) {
        const struct deferred_diagnostic *remark = &deferred->items[i];
        if (remark->level == DIAGNOSTIC_REJECT)
            continue;
        uint32_t number = name_index_find(&reasons, remark->reason);
        if (number == NAME_INDEX_NONE) {
            number = name_index_add(&reasons, remark->reason);
            groups[number] = (struct group){remark, 0, 0};
        }
        groups[number].count++;
        groups[number].omitted += remark->omitted;
    }
    for (size_t i = 0; i < reasons.count; i++)
        tell_group(&groups[i], input, diagnostics);
    name_index_release(&reasons);
    free(groups);
}

void deferred_tell(const struct deferred_diagnostics *deferred, const struct input *input,
                   struct diagnostics *diagnostics)
{
    struct place place = {0};
    for (size_t i = 0; i < deferred->count; i++) {
        const struct deferred_diagnostic *remark = &deferred->items[i];
        if (remark->level != DIAGNOSTIC_REJECT)
            continue;
        place = place_after(input, place, remark->offset);
        diagnostics_reject(diagnostics, place, remark->subject, "%s", remark->reason);
    }
    tell_notes(deferred, input, diagnostics);
}
