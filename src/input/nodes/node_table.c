#include "input/nodes/node_table.h"
#include "input/nodes/influx_table.h"
#include "input/text/amount.h"
#include "input/text/sample_columns.h"
#include "util/instant.h"
#include "util/number.h"

static const double LATEST = 253402300800.0; /* the year 10000 */

double node_table_time(const char *text, size_t size)
{
    double time;
    if (number_parse(text, size, &time))
        time = amount_unix_seconds(time);
    else if (!instant_parse(text, size, &time))
        return NUMBER_MISSING;
    return time >= 0 && time < LATEST ? time : NUMBER_MISSING;
}

double node_table_row_time(const struct csv_record *row, struct node_columns columns)
{
    struct text_slice stamp = csv_trim(row->fields[columns.time]);
    double time = columns.day < row->count ? sample_time_of_day(row->fields[columns.day], stamp)
                                           : NUMBER_MISSING;
    return number_is_missing(time) ? node_table_time(stamp.text, stamp.size) : time;
}

/* ---- columns ---- */

struct text_slice node_table_host(struct text_slice field, struct node_columns columns)
{
    return columns.host_is_tag ? influx_tag_host(field) : csv_trim(field);
}

bool node_table_is_part(struct text_slice field, struct node_columns columns)
{
    struct text_slice cpu = columns.cpu_is_tag ? influx_tag_cpu(field) : csv_trim(field);
    return cpu.size && !influx_is_all_cpus(cpu);
}

/* Whether the first row has a host in its tags. */
static bool has_host_tag(const struct csv_header *header, size_t tags, const char *text,
                         size_t size, struct arena *arena)
{
    struct csv_record row = {.room = header->count, .arena = arena};
    if (tags == header->count || header->size >= size)
        return false;
    row.fields = arena_alloc_array(arena, header->count, sizeof *row.fields);
    csv_read_record(&row, text + header->size, size - header->size, header->dialect);
    return !row.problem && row.count == header->count && influx_tag_host(row.fields[tags]).size;
}

/* Whether a row at the beginning is of all processors of a host. */
static bool has_all_cpus(const struct csv_header *header, struct node_columns columns,
                         const char *text, size_t size, struct arena *arena)
{
    struct csv_record row = {.room = header->count, .arena = arena};
    if (columns.cpu == header->count || !influx_names_all_cpus(text, size))
        return false;
    row.fields = arena_alloc_array(arena, header->count, sizeof *row.fields);
    for (size_t at = header->size; at < size; at += row.size) {
        csv_read_record(&row, text + at, size - at, header->dialect);
        if (row.problem || row.count != header->count)
            continue;
        struct text_slice field = row.fields[columns.cpu];
        if (influx_is_all_cpus(columns.cpu_is_tag ? influx_tag_cpu(field) : field))
            return true;
    }
    return false;
}

struct node_columns node_table_columns(const struct csv_header *header, const char *text,
                                       size_t size, struct arena *arena)
{
    struct sample_columns found = sample_columns_find(header);
    struct node_columns columns = {.time = found.time, .day = found.day, .host = found.host};
    size_t tags = csv_column(header, "tags");
    columns.cpu = csv_column(header, "cpu");
    columns.cpu_is_tag = columns.cpu == header->count;
    if (columns.cpu_is_tag)
        columns.cpu = tags;
    if (!has_all_cpus(header, columns, text, size, arena))
        columns.cpu = header->count;
    if (columns.host == header->count && has_host_tag(header, tags, text, size, arena)) {
        columns.host = tags;
        columns.host_is_tag = true;
    }
    return columns;
}

bool node_table_has_columns(const struct csv_header *header, struct node_columns columns)
{
    return columns.time < header->count && columns.host < header->count;
}

bool node_table_is_of_toolkit(const struct csv_header *header)
{
    return csv_column(header, "Host") < header->count &&
           csv_column(header, "Timestamps") < header->count;
}
