#include "input/nodes/influx_table.h"

#include <string.h>
#include <strings.h>

#include "input/nodes/site_columns.h"
#include "input/text/flux_table.h"
#include "input/text/sample_columns.h"

static const char all_cpus[] = "cpu-total", measurement_column[] = "_measurement";

/* ---- tags ---- */

static bool is_host(const char *tag)
{
    return sample_column_of(tag) == SAMPLE_HOST;
}

static bool is_cpu(const char *tag)
{
    return strcmp(tag, "cpu") == 0;
}

/* The value of the tag, "host=n1", when its name is one that is wanted. */
static bool has_value(struct text_slice tag, bool is_wanted(const char *tag),
                      struct text_slice *value)
{
    char name[COLUMN_NAME_SIZE];
    const char *equals = tag.size ? memchr(tag.text, '=', tag.size) : NULL;
    size_t size = equals ? (size_t)(equals - tag.text) : sizeof name;
    if (size >= sizeof name)
        return false;
    memcpy(name, tag.text, size);
    name[size] = '\0';
    *value = csv_trim((struct text_slice){equals + 1, tag.size - size - 1});
    return is_wanted(name);
}

static struct text_slice find_tag(struct text_slice tags, bool is_wanted(const char *tag))
{
    struct text_slice rest = csv_trim(tags), value;
    while (rest.size) {
        const char *comma = memchr(rest.text, ',', rest.size);
        size_t size = comma ? (size_t)(comma - rest.text) : rest.size;
        if (has_value((struct text_slice){rest.text, size}, is_wanted, &value))
            return value;
        size += comma ? 1 : 0;
        rest = (struct text_slice){rest.text + size, rest.size - size};
    }
    return (struct text_slice){"", 0};
}

struct text_slice influx_tag_host(struct text_slice tags)
{
    return find_tag(tags, is_host);
}

struct text_slice influx_tag_cpu(struct text_slice tags)
{
    return find_tag(tags, is_cpu);
}

/* ---- processors ---- */

bool influx_is_all_cpus(struct text_slice cpu)
{
    return text_slice_is(csv_trim(cpu), all_cpus);
}

bool influx_names_all_cpus(const char *text, size_t size)
{
    return memmem(text, size, all_cpus, sizeof all_cpus - 1) != NULL;
}

/* ---- the measurement ---- */

static bool is_header(const struct csv_record *row)
{
    static const struct text_slice name = {measurement_column, sizeof measurement_column - 1};
    for (size_t i = 0; i < row->count && i < row->room; i++)
        if (text_slices_equal(csv_trim(row->fields[i]), name))
            return true;
    return false;
}

static bool is_this_header(const struct csv_record *row, const struct csv_header *header)
{
    bool is_same_header = row->count == header->count;
    for (size_t i = 0; i < header->count && is_same_header; i++) {
        struct text_slice own = {header->names[i], strlen(header->names[i])};
        is_same_header = text_slices_equal(csv_trim(row->fields[i]), own);
    }
    return is_same_header;
}

/* The measurement of all rows of a pivoted result, up to where its columns are others; empty: of
 * several. */
static struct text_slice only_measurement(const struct csv_header *header, const char *text,
                                          size_t size, struct arena *arena)
{
    struct csv_record row = {.room = header->count, .arena = arena};
    struct text_slice only = {"", 0};
    size_t column = csv_column(header, measurement_column);
    row.fields = arena_alloc_array(arena, header->count, sizeof *row.fields);
    for (size_t at = header->size; at < size && column < header->count; at += row.size) {
        csv_read_record(&row, text + at, size - at, header->dialect);
        if (row.problem || csv_is_annotation((struct text_slice){text + at, row.size}))
            continue;
        if (is_header(&row) && !is_this_header(&row, header))
            break;
        if (is_header(&row) || row.count != header->count || !row.ended)
            continue;
        struct text_slice name = csv_trim(row.fields[column]);
        if (only.size && !text_slices_equal(only, name))
            return (struct text_slice){"", 0};
        only = name;
    }
    return only;
}

const char *influx_measurement(const struct csv_header *header, const char *text, size_t size,
                               struct arena *arena)
{
    struct csv_record row = {.room = header->count, .arena = arena};
    if (flux_table_is(header) && !flux_table_is_long(header)) {
        struct text_slice only = only_measurement(header, text, size, arena);
        return only.size ? arena_text_of_size(arena, only.text, only.size) : NULL;
    }
    size_t time = csv_column(header, "time");
    bool has_tags = header->count > 1 && strcmp(header->names[1], "tags") == 0;
    if (strcmp(header->names[0], "name") != 0 || time != (has_tags ? 2 : 1) || header->size >= size)
        return NULL;
    row.fields = arena_alloc_array(arena, header->count, sizeof *row.fields);
    csv_read_record(&row, text + header->size, size - header->size, header->dialect);
    if (row.problem || !row.count)
        return NULL;
    struct text_slice name = csv_trim(row.fields[0]);
    return name.size ? arena_text_of_size(arena, name.text, name.size) : NULL;
}

const char *influx_column_name(const struct perfmon_dictionary *dictionary, struct arena *arena,
                               const char *measurement, const char *name)
{
    struct site_column site = site_column_look_up(dictionary, arena, name);
    if (site.column.is_listed || site_column_hardware(&site, name) ||
        strncasecmp(name, measurement, strlen(measurement)) == 0)
        return name;
    return arena_format(arena, "%s_%s", measurement, name);
}
