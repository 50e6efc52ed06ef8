/* Tables of node metrics, as the monitoring toolkit exports them: a row a host and time stamp, in
 * any order, a metric a column. A time of day has the date in a column beside it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/deferred_diagnostics.h"
#include "input/json/json_text.h"
#include "input/nodes/gpu_names.h"
#include "input/nodes/influx_table.h"
#include "input/nodes/memory_parts.h"
#include "input/nodes/node_table_rows.h"
#include "input/nodes/node_table_walk.h"
#include "input/nodes/sample_values.h"
#include "input/reader.h"
#include "input/text/cell.h"
#include "input/text/flux_table.h"
#include "input/text/sample_columns.h"
#include "util/count_text.h"
#include "util/instant.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/name_index.h"
#include "util/number.h"

/* ---- the table ---- */

enum { NO_COLUMN = -1, LONGEST_LINE = 1 << 24, LOOKED_AT = 1 << 16 };

/* Valid UTF-8, of the walk's arena. */
static const char *clean_text(struct table_walk *walk, const char *text, size_t size)
{
    char *mended = json_mend_utf8(text, &size);
    const char *clean = arena_text_of_size(&walk->arena, mended, size);
    free(mended);
    return clean;
}

/* What tells the metric from those of other columns. */
static const char *path_of(struct table_walk *walk, const struct metric_column *column)
{
    const char *path = column->site.column.metric.path;
    if (column->of_core.core)
        return core_column_node(&walk->arena, column->of_core.core, path);
    return column->of.gpu ? gpu_column_node(&walk->arena, column->of.gpu, path) : path;
}

static void add_metric_column(struct table_walk *walk, struct metric_column *column)
{
    if (!node_table_look_up_gpu(walk, column) && !node_table_look_up_core(walk, column)) {
        column->site = node_table_look_up(walk, column->name);
        column->hardware =
            walk->is_of_toolkit ? NULL : site_column_hardware(&column->site, column->name);
    }
    const struct perfmon_meaning *meaning = &column->site.column;
    const char *path = path_of(walk, column);
    if (meaning->misfit && (walk->is_of_toolkit || !cpu_mode_of(column->name).mode))
        deferred_note(&walk->deferred, column->name, NODE_TABLE_MISFIT, meaning->misfit);
    if (name_index_find(&walk->paths, path) != NAME_INDEX_NONE) {
        deferred_note(&walk->deferred, column->name,
                      "another column holds %s: the first one is used", path);
        return;
    }
    name_index_add(&walk->paths, path);
    if (column->of.gpu && name_index_find(&walk->gpus, column->of.gpu) == NAME_INDEX_NONE)
        name_index_add(&walk->gpus, column->of.gpu);
    column->place = walk->width++;
}

/* Which job a sample is of is no metric; nor is what LDMS says beside the time. */
static bool is_of_sampling(const char *name)
{
    static const char *const names[] = {"jobid",    "slurmjobid", "job",   "appid",
                                        "timeusec", "dt",         "dtusec"};
    char squeezed[COLUMN_NAME_SIZE];
    column_name_squeeze(name, squeezed);
    enum sample_column meaning = sample_column_of(name);
    return TEXT_IS_AMONG(squeezed, names) ||
           (meaning != SAMPLE_OTHER && meaning != SAMPLE_TIME_OF_DAY); /* which may be of a GPU */
}

/* Nor is what rows are of: a host, also in a tag, a moment, a processor, a measurement, a query. */
static bool names_rows(const struct table_walk *walk, const char *name)
{
    long column = (long)walk->columns.count;
    return column == walk->host_column || column == walk->time_column ||
           column == walk->day_column || column == walk->cpu_column ||
           (walk->measurement && !walk->is_flux && column == 0) ||
           (walk->is_flux && flux_table_is_of_query(name));
}

static void add_column(struct table_walk *walk, const char *text, size_t size)
{
    struct text_slice name = {text, size};
    if (!walk->columns.count)
        name = csv_first_name(name);
    struct metric_column column = {.name = clean_text(walk, name.text, name.size)};
    if (*column.name && strncmp(column.name, "Unnamed", 7) != 0 && !names_rows(walk, column.name) &&
        !is_of_sampling(column.name)) {
        if (walk->measurement)
            column.name =
                influx_column_name(&walk->dictionary, &walk->arena, walk->measurement, column.name);
        else if (walk->has_bare_memory && memory_name_is_bare(column.name))
            column.name = arena_format(&walk->arena, "mem_%s", column.name);
        add_metric_column(walk, &column);
    }
    *list_add(&walk->columns) = column;
}

static void end_header(struct table_walk *walk)
{
    long count = (long)walk->columns.count;
    if (walk->host_column >= count || walk->time_column >= count) /* behind a carriage return */
        walk->host_column = NO_COLUMN;
    walk->has_header = true;
    node_table_reserve_cores(walk);
    node_table_find_modes(walk);
    node_table_reserve_load(walk);
    node_table_reserve_memory(walk);
    walk->row = arena_alloc_array(&walk->arena, walk->width, sizeof *walk->row);
    for (size_t i = 0; i < walk->width; i++)
        walk->row[i] = NUMBER_MISSING;
}

/* Rows of a host mostly follow each other. */
static uint32_t host_of(struct table_walk *walk, const char *text, size_t size)
{
    if (walk->hosts.count) {
        const char *last = walk->hosts.names[walk->host];
        if (strncmp(last, text, size) == 0 && !last[size])
            return walk->host;
    }
    const char *name = clean_text(walk, text, size);
    uint32_t host = name_index_find(&walk->hosts, name);
    if (host == NAME_INDEX_NONE) {
        host = name_index_add(&walk->hosts, name);
        memory_reserve(&walk->rows, &walk->row_capacity, (size_t)host + 1, sizeof *walk->rows);
        walk->rows[host] = (struct host_rows){0};
    }
    return host;
}

static void add_value(struct table_walk *walk, struct metric_column *column, const char *text,
                      size_t size)
{
    double value = sample_value_of(text, size, &column->has_percents);
    bool is_number = !isnan(value);
    column->has_numbers |= is_number;
    column->has_texts |= !is_number && !cell_is_missing((struct text_slice){text, size});
    if (is_number && sample_value_is_endless(value)) {
        column->impossible++;
        value = NUMBER_MISSING;
    }
    walk->row[column->place] = value;
}

/* A time of day waits for the day, which may stand behind it. */
static void take_time(struct table_walk *walk, const char *text, size_t size)
{
    if (walk->day_column != NO_COLUMN && instant_parse_clock(text, size, &walk->clock_s))
        return;
    walk->row[0] = node_table_time(text, size);
    if (isnan(walk->row[0])) {
        walk->wrong = "no valid time stamp";
        walk->wrong_text = (struct text_slice){text, size};
    }
}

static void settle_time(struct table_walk *walk)
{
    if (!isnan(walk->clock_s)) {
        walk->row[0] = walk->has_day ? instant_of_day(walk->day, walk->clock_s) : NUMBER_MISSING;
        if (isnan(walk->row[0]) && !walk->wrong)
            walk->wrong = "time of day without a valid date";
    }
    walk->clock_s = NUMBER_MISSING;
    walk->has_day = false;
}

static void add_field(struct table_walk *walk, const char *text, size_t size)
{
    size_t column = walk->column++;
    if ((long)column == walk->cpu_column)
        walk->is_part = node_table_is_part((struct text_slice){text, size}, walk->sampled);
    if (column >= walk->columns.count) {
        walk->wrong = "more fields than the header";
    } else if ((long)column == walk->host_column) {
        struct text_slice host = node_table_host((struct text_slice){text, size}, walk->sampled);
        if (host.size == 0 || memchr(host.text, '\0', host.size))
            walk->wrong = "no host";
        else
            walk->host = host_of(walk, host.text, host.size);
    } else if ((long)column == walk->time_column) {
        take_time(walk, text, size);
    } else if ((long)column == walk->day_column) {
        walk->has_day = instant_parse_day(text, size, &walk->day);
    } else if (walk->columns.items[column].place) {
        add_value(walk, &walk->columns.items[column], text, size);
    }
}

/* A row that the file ends in may have lost digits of its last field. */
static void end_cut_row(struct table_walk *walk)
{
    size_t place = walk->column ? walk->columns.items[walk->columns.count - 1].place : 0;
    if (walk->column < walk->columns.count || walk->wrong || !place) {
        walk->wrong = "";
        deferred_note_end(&walk->deferred, DIAGNOSTIC_ENDS_UNFINISHED,
                          "truncated: the last line is ignored");
        return;
    }
    walk->row[place] = NUMBER_MISSING;
    deferred_note(&walk->deferred, NULL,
                  "no line feed at the end: the last value may be truncated and counts as missing");
}

static void keep_row(struct table_walk *walk)
{
    struct host_rows *rows = &walk->rows[walk->host];
    memory_reserve(&rows->cells, &rows->capacity, (rows->count + 1) * walk->width,
                   sizeof *rows->cells);
    memcpy(rows->cells + rows->count * walk->width, walk->row, walk->width * sizeof *walk->row);
    rows->count++;
}

static bool is_table(const struct table_walk *walk)
{
    return walk->host_column != NO_COLUMN && walk->time_column != NO_COLUMN;
}

static void end_row(struct table_walk *walk)
{
    if (!is_table(walk))
        return;
    settle_time(walk);
    if (walk->cut)
        end_cut_row(walk);
    else if (walk->column < walk->columns.count && !walk->wrong)
        walk->wrong = "fewer fields than the header";
    if (!walk->wrong && walk->is_part)
        walk->parts++;
    else if (!walk->wrong)
        keep_row(walk);
    else if (*walk->wrong)
        diagnostics_reject(walk->reading->diagnostics,
                           (struct place){walk->input->path, walk->line, 0},
                           arena_text_of_size(&walk->arena, walk->wrong_text.text,
                                              walk->wrong_text.size),
                           "%s", walk->wrong);
    walk->column = 0;
    walk->wrong = NULL;
    walk->wrong_text = (struct text_slice){"", 0};
    walk->is_part = false;
}

/* A carriage return alone ends the names: of columns behind it nothing is known. */
static void take_names(struct table_walk *walk, const struct csv_record *record)
{
    bool ends = false;
    for (size_t i = 0; i < record->count && !ends; i++) {
        struct text_slice name = csv_record_field(record, i);
        const char *end = record->quoted[i] ? NULL : memchr(name.text, '\r', name.size);
        ends = end != NULL;
        add_column(walk, name.text, ends ? (size_t)(end - name.text) : name.size);
    }
    end_header(walk);
}

static void take_row(struct table_walk *walk, const struct csv_record *record, bool cut)
{
    for (size_t i = 0; i < record->count; i++) {
        struct text_slice field = csv_record_field(record, i);
        add_field(walk, field.text, field.size);
    }
    if (record->problem)
        walk->wrong = record->open ? "unclosed quote" : record->problem;
    walk->cut = cut;
    end_row(walk);
}

static void make_room(struct table_walk *walk, struct csv_record *record)
{
    record->room = record->count;
    record->fields = arena_alloc_array(&walk->arena, record->room, sizeof *record->fields);
    record->quoted = arena_alloc_array(&walk->arena, record->room, sizeof *record->quoted);
}

/* Where the line that begins at `at` ends; NULL when there is none that a table could have: NULs,
 * as in files whose machine went down, or megabytes without a line feed. */
static const char *line_end(const char *at, const char *end, char feed_byte)
{
    size_t left = (size_t)(end - at), most = left < LONGEST_LINE ? left : LONGEST_LINE;
    const char *feed = *at ? memchr(at, feed_byte, most) : NULL;
    if (feed)
        return feed + 1;
    return *at && most == left ? end : NULL;
}

static void read_record(struct table_walk *walk, struct csv_record *record, const char *at,
                        const char *behind)
{
    size_t size = (size_t)(behind - at);
    csv_read_record(record, at, size, walk->dialect);
    if (record->count > record->room) {
        make_room(walk, record);
        csv_read_record(record, at, size, walk->dialect);
    }
}

/* Most rows are lines. Where a quote in one is open at the end of its line, the row goes on to
 * where it is closed; if it never is, the row ends with its line. Returns what is behind it. */
static const char *read_row(struct table_walk *walk, struct csv_record *record, const char *at,
                            const char *behind)
{
    const char *end = walk->input->content.bytes + walk->input->content.size;
    read_record(walk, record, at, behind);
    if (!record->open || behind == end)
        return behind;
    read_record(walk, record, at, end);
    if (!record->problem)
        return at + record->size;
    read_record(walk, record, at, behind);
    return behind;
}

static unsigned long line_ends_in(const char *at, const char *end, char line_end)
{
    unsigned long count = 0;
    for (; (at = memchr(at, line_end, (size_t)(end - at))); at++)
        count++;
    return count;
}

/* Returns what is behind the row that begins with this line. */
static const char *parse_row(struct table_walk *walk, struct csv_record *record, const char *at,
                             const char *line_end)
{
    const char *behind = read_row(walk, record, at, line_end);
    walk->line++;
    if (!csv_record_is_blank(record) && walk->has_header)
        take_row(walk, record, behind[-1] != walk->dialect.line_end);
    else if (!csv_record_is_blank(record))
        take_names(walk, record);
    if (behind != line_end)
        walk->line += line_ends_in(line_end, behind, walk->dialect.line_end);
    return behind;
}

/* NULs as a machine that went down leaves them, with what is left of the line behind them, are one
 * record; NULL where nothing follows. */
static const char *behind_nuls(struct table_walk *walk, const char *at, const char *end)
{
    const char *behind = at;
    while (behind < end && !*behind)
        behind++;
    behind = behind > at && behind < end
                 ? memchr(behind, walk->dialect.line_end, (size_t)(end - behind))
                 : NULL;
    if (!behind)
        return NULL;
    walk->line++;
    diagnostics_reject(walk->reading->diagnostics, (struct place){walk->input->path, walk->line, 0},
                       "", "NUL characters");
    return behind + 1;
}

/* The row that begins with the line from `at` to *behind, which becomes what is behind the row.
 * False where columns are others from this line on: it is not taken. */
static bool take_line(struct table_walk *walk, struct csv_record *record, const char *at,
                      const char **behind)
{
    struct text_slice line = {at, (size_t)(*behind - at)};
    enum header_again again =
        walk->has_header ? header_again(&walk->names, line) : HEADER_NOT_AGAIN;
    size_t offset = (size_t)(at - walk->input->content.bytes);
    if (again == HEADER_CHANGED && reading_leave_rest(walk->reading, offset))
        return false;
    if (again == HEADER_SAME_AGAIN || csv_is_annotation(line))
        walk->line++;
    else
        *behind = parse_row(walk, record, at, *behind);
    return true;
}

/* Line by line, but for rows of several, so that a row knows where it is. */
static void parse(struct table_walk *walk, struct csv_record *record)
{
    const char *start = walk->input->content.bytes, *end = start + walk->input->content.size;
    const char *at = start + json_mark_size(start, walk->input->content.size), *behind;
    bool go_on = true;
    for (; at < end && go_on; at = behind) {
        behind = line_end(at, end, walk->dialect.line_end);
        if (!behind && walk->has_header)
            behind = behind_nuls(walk, at, end);
        else if (behind && (!walk->has_header || is_table(walk)))
            go_on = take_line(walk, record, at, &behind);
        else
            behind = NULL;
        if (!behind)
            break;
    }
    if (at < end && go_on && is_table(walk))
        deferred_note(&walk->deferred, NULL, "the last %s bytes are not a table and are ignored",
                      COUNT_TEXT((size_t)(end - at)));
}

/* ---- reading ---- */

static void walk_init(struct table_walk *walk, const struct input *input,
                      const struct reading *reading)
{
    *walk = (struct table_walk){.input = input,
                                .reading = reading,
                                .width = 1,
                                .host_column = NO_COLUMN,
                                .time_column = NO_COLUMN,
                                .day_column = NO_COLUMN,
                                .clock_s = NUMBER_MISSING,
                                .cpu_column = NO_COLUMN,
                                .wrong_text = {"", 0}};
    arena_init(&walk->arena);
    deferred_init(&walk->deferred);
    name_index_init(&walk->paths);
    name_index_init(&walk->gpus);
    name_index_init(&walk->core_numbers);
    name_index_init(&walk->family_names);
    name_index_init(&walk->hosts);
}

static void find_columns(struct table_walk *walk)
{
    struct csv_header header;
    walk->dialect = (struct csv_dialect){',', '\n', true};
    if (!csv_read_header(&header, walk->input->content.bytes, walk->input->content.size, true,
                         &walk->arena))
        return;
    const char *text = walk->input->content.bytes;
    size_t size = walk->input->content.size < LOOKED_AT ? walk->input->content.size : LOOKED_AT;
    struct node_columns columns = node_table_columns(&header, text, size, &walk->arena);
    walk->dialect = header.dialect;
    walk->names = (struct header_names){.names = header.names,
                                        .count = header.count,
                                        .separator = {&walk->dialect.separator, 1}};
    walk->is_of_toolkit = node_table_is_of_toolkit(&header);
    walk->is_flux = flux_table_is(&header);
    if (!node_table_has_columns(&header, columns))
        return;
    walk->host_column = (long)columns.host;
    walk->time_column = (long)columns.time;
    if (columns.day < header.count)
        walk->day_column = (long)columns.day;
    walk->sampled = columns;
    walk->is_of_gpus = gpu_names_are_of_rows(&header, columns, text, size, &walk->arena);
    if (columns.cpu < header.count && !walk->is_of_toolkit)
        walk->cpu_column = (long)columns.cpu;
    walk->measurement =
        walk->is_of_toolkit
            ? NULL
            : influx_measurement(&header, text, walk->input->content.size, &walk->arena);
    walk->has_bare_memory = !walk->is_of_toolkit && !walk->is_of_gpus &&
                            memory_names_are_bare(header.names, header.count);
    walk->is_of_parts = !walk->is_of_toolkit && node_table_rows(&header, columns, text, size,
                                                                &walk->arena) == NODE_ROWS_PARTS;
}

static void walk_release(struct table_walk *walk)
{
    for (size_t i = 0; i < walk->hosts.count; i++)
        host_rows_release(&walk->rows[i]);
    free(walk->rows);
    free(walk->columns.items);
    name_index_release(&walk->paths);
    name_index_release(&walk->gpus);
    name_index_release(&walk->core_numbers);
    name_index_release(&walk->family_names);
    free(walk->families.items);
    name_index_release(&walk->hosts);
    deferred_release(&walk->deferred);
    perfmon_dictionary_release(&walk->dictionary);
    arena_release(&walk->arena);
}

static long long take_table(struct table_walk *walk, struct error *error)
{
    if (!is_table(walk)) {
        error_set(error, ERROR_INPUT, "%s:1: no column with the host, or none with the time stamp",
                  walk->input->path);
        return -1;
    }
    if (walk->is_of_parts) {
        error_set(error, ERROR_INPUT,
                  "%s: several rows per host and time stamp (of cores, disks or others): export "
                  "one row per host and time stamp (InfluxDB cpu: WHERE cpu = 'cpu-total')",
                  walk->input->path);
        return -1;
    }
    long long samples = node_table_take_hosts(walk);
    if (samples == 0) {
        error_set(error, ERROR_INPUT, "%s: no samples", walk->input->path);
        return -1;
    }
    return samples;
}

static long long read(const struct input *input, const struct reading *reading, struct error *error)
{
    struct table_walk walk;
    walk_init(&walk, input, reading);
    find_columns(&walk);
    perfmon_dictionary_init(&walk.dictionary, walk.is_of_toolkit);
    walk.dictionary.needs_gpu = !walk.is_of_toolkit && !walk.is_of_gpus &&
                                !gpu_names_say_any(walk.names.names, walk.names.count);
    node_table_find_cores(&walk);
    struct csv_record record = {.arena = &walk.arena};
    if (!walk.is_of_parts)
        parse(&walk, &record);
    if (walk.parts)
        deferred_note(&walk.deferred, NULL,
                      "rows of single CPUs are not read; rows of all CPUs of a host are");
    long long samples = take_table(&walk, error);
    deferred_tell(&walk.deferred, input, reading->diagnostics);
    walk_release(&walk);
    reading_progress(reading, input->content.size);
    return samples;
}

const struct reader reader_perfmon_csv = {
    .name = "perfmon-csv",
    .description = "CSV of node metrics: columns host, time stamp, and one per metric",
    .turn = READ_SECOND,
    .recognise = node_table_recognise,
    .read = read,
};
