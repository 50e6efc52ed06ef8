#include "input/joined_inputs.h"

#include <stdlib.h>
#include <string.h>

#include "input/deferred_diagnostics.h"
#include "input/json/json_file.h"
#include "input/json/json_skip.h"
#include "input/json/json_text.h"
#include "input/tasks/mapped_columns.h"
#include "util/count_text.h"
#include "util/utf8.h"

/* "PATH:12: what" → where and what. */
void joined_inputs_reject(const char *path, const struct error *error,
                          const struct reading *reading)
{
    struct place place = {path, 0, 0};
    struct arena arena;
    arena_init(&arena);
    const char *what = utf8_escape_invalid(&arena, error->text);
    size_t size = strlen(path);
    if (strncmp(what, path, size) == 0) {
        what += size;
        if (*what == ':' && what[1] >= '0' && what[1] <= '9') {
            char *end;
            place.line = strtoull(what + 1, &end, 10);
            what = end;
        }
        what += strspn(what, ": ");
    }
    diagnostics_reject(reading->diagnostics, place, "", "%s", what);
    arena_release(&arena);
}

/* Of a JSON document, the size without what stands behind it: its reader need not look there. */
static size_t size_of_first(const char *text, size_t size)
{
    size_t mark = json_mark_size(text, size), end = size;
    if (json_value_begins(text, size, mark))
        end = json_skip_value(text, size, mark);
    return end < size ? end : size;
}

/* Its pages cannot be given back on their own: they need not begin where the part does. */
static struct input remainder_from(const struct input *input, size_t offset)
{
    struct mapping content = {.bytes = input->content.bytes + offset,
                              .size = input->content.size - offset,
                              .file_size = input->content.file_size};
    return (struct input){.path = input->path, .content = content};
}

/* The first document of the remainder; reading->rest says where the next one begins. */
static struct input first_of(const struct input *remainder, const struct reading *reading)
{
    struct input part = *remainder;
    size_t strange = 0;
    part.content.size = size_of_first(part.content.bytes, part.content.size);
    *reading->rest = 0;
    if (part.content.size < remainder->content.size &&
        !json_leave_rest(remainder, reading, part.content.size, &strange))
        json_note_unread(remainder, reading, strange);
    return part;
}

static const struct reader *reader_of(const struct input *part, const struct reading *reading,
                                      const struct reader *before, bool is_named)
{
    const struct reader *reader =
        is_named ? before
                 : mapped_columns_reader(&part->content, reading, reader_recognise(&part->content));
    return reader ? reader : before;
}

static size_t count_sources(const struct dataset *dataset)
{
    return dataset->activity ? dataset->activity->source_count : 0;
}

/* Ids of processes mean others in each of the traces of a file: "trace.json (2)". */
static void number_traces(struct dataset *dataset, size_t first, size_t number)
{
    for (size_t i = first; i < count_sources(dataset); i++) {
        struct activity_source *source = &dataset->activity->sources[i];
        if (source->has_processes)
            source->path =
                arena_format(&dataset->activity->arena, "%s (%zu)", source->path, number);
    }
}

static size_t count_end_lines(const struct dataset *dataset)
{
    return dataset->activity ? dataset->activity->end_line_count : 0;
}

/* Lines that messages name later on count from the beginning of the file. */
static void count_lines_from(struct dataset *dataset, size_t first, size_t line)
{
    for (size_t i = first; i < count_end_lines(dataset); i++)
        dataset->activity->end_lines[i].line += line - 1;
}

static long long read_part(const struct reader *reader, const struct input *part,
                           const struct reading *reading)
{
    struct error error;
    diagnostics_note(reading->diagnostics, (struct place){part->path, 1, 0},
                     "another table or document begins here: read separately");
    long long records = reader->read(part, reading, &error);
    if (records >= 0)
        return records;
    joined_inputs_reject(part->path, &error, reading);
    diagnostics_note_end(reading->diagnostics, (struct place){part->path, 1, 0},
                         DIAGNOSTIC_ENDS_EARLY, "the last %s bytes are ignored",
                         COUNT_TEXT(part->content.size));
    return 0;
}

long long joined_inputs_read(const struct reader *reader, const char *format,
                             const struct input *input, const struct reading *reading,
                             struct error *error)
{
    size_t rest = 0, offset = 0, number = 1;
    struct reading first = *reading;
    first.rest = &rest;
    long long records = reader->read(input, &first, error);
    struct place place = {input->path, 1, 0};
    struct reading further = first;
    further.progress = NULL; /* the first part counts for all */
    struct input remainder = *input;
    while (records >= 0 && rest) {
        place.line += place_at(&remainder, rest).line - 1;
        place.offset = offset += rest;
        remainder = remainder_from(input, offset);
        diagnostics_count_from(reading->diagnostics, place);
        struct input part = first_of(&remainder, &further);
        reader = reader_of(&part, reading, reader, format != NULL);
        size_t sources = count_sources(reading->dataset);
        size_t end_lines = count_end_lines(reading->dataset);
        records += read_part(reader, &part, &further);
        number_traces(reading->dataset, sources, ++number);
        count_lines_from(reading->dataset, end_lines, place.line);
    }
    diagnostics_count_from(reading->diagnostics, (struct place){0});
    return records;
}
