#include "input/unknown_format.h"

#include <string.h>

#include "input/binary_advice.h"
#include "input/devices/derived_table.h"
#include "input/devices/dmon_advice.h"
#include "input/devices/lone_gpu.h"
#include "input/nodes/node_table_advice.h"
#include "input/slurm/sacct_advice.h"
#include "input/tasks/task_log_advice.h"
#include "input/text/clock_alone.h"
#include "input/text/csv_text.h"
#include "input/text/flux_table.h"
#include "input/text/sample_columns.h"
#include "util/strbuf.h"
#include "util/utf8.h"

#define TABLE_ADVICE                                                                               \
    "for a table of tasks, name its columns: --mapping task=COLUMN (formats: 'jobreport formats')"
#define FLUX_ADVICE                                                                                \
    "a row holds one field of a sample: end the query with |> pivot(rowKey: [\"_time\"], "         \
    "columnKey: [\"_field\"], valueColumn: \"_value\")"

const char *unknown_format_of_program(const struct mapping *content)
{
    static const char *(*const advices[])(const char *text,
                                          size_t size) = {sacct_advice, dmon_advice,
                                                          lone_gpu_advice, task_log_advice,
                                                          clock_alone_advice};
    const char *advice = binary_advice(content->bytes, content->size);
    for (size_t i = 0; i < sizeof advices / sizeof advices[0] && !advice; i++)
        advice = advices[i](content->bytes, content->size);
    return advice;
}

/* "a, b, c" */
static const char *columns_text(const struct csv_header *header, struct arena *arena)
{
    enum { MOST_NAMED = 8, LONGEST_NAME = 30 };
    struct strbuf names;
    strbuf_init(&names);
    for (size_t i = 0; i < header->count && i < MOST_NAMED; i++)
        strbuf_format(&names, "%s%s", i ? ", " : "",
                      utf8_shorten(arena, header->names[i], LONGEST_NAME));
    if (header->count > MOST_NAMED)
        strbuf_format(&names, " and %zu more", header->count - MOST_NAMED);
    const char *text = arena_text(arena, names.text);
    strbuf_release(&names);
    return text;
}

/* The first column of the mapping that is not there; NULL: all are. */
static const struct column_mapping *absent_column(const struct csv_header *header,
                                                  const struct reading *reading)
{
    for (size_t i = 0; i < reading->mapping_count; i++)
        if (csv_column(header, reading->mapping[i].name) == header->count)
            return &reading->mapping[i];
    return NULL;
}

static const char *advice_for(const struct csv_header *header, const struct reading *reading,
                              struct arena *arena)
{
    const char *names = columns_text(header, arena);
    struct sample_columns columns = sample_columns_find(header);
    const struct column_mapping *absent = absent_column(header, reading);
    if (absent)
        return arena_format(arena, "it has no column '%s' (--mapping %s=%s), but %s", absent->name,
                            absent->meaning, absent->name, names);
    if (columns.time < header->count && columns.host == header->count)
        return arena_format(arena,
                            "its columns are %s; a table of node samples needs a column with the "
                            "host (node, host) beside the time; " TABLE_ADVICE,
                            names);
    return arena_format(arena, "its columns are %s; " TABLE_ADVICE, names);
}

const char *unknown_format_of_table(const struct mapping *content, const struct reading *reading,
                                    struct arena *arena)
{
    struct csv_header header;
    bool is_table = csv_read_header(&header, content->bytes, content->size, true, arena) &&
                    header.count > 1 && !strchr("{[<", content->bytes[0]) &&
                    !memchr(content->bytes, 0, content->size);
    if (!is_table)
        return NULL;
    if (flux_table_is_long(&header))
        return FLUX_ADVICE;
    const char *advice = derived_table_advice(content->bytes, content->size);
    if (!advice)
        advice = node_table_advice(content->bytes, content->size, arena);
    return advice ? advice : advice_for(&header, reading, arena);
}
