/* Tables of node metrics, as the monitoring toolkit exports them: a row a host and time stamp, in
 * any order, a metric a column. */
#include <csv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/json/json_text.h"
#include "input/nodes/perfmon_metrics.h"
#include "input/reader.h"
#include "input/remarks.h"
#include "input/tasks/table_columns.h"
#include "input/text/amount.h"
#include "input/text/sample_columns.h"
#include "util/instant.h"
#include "util/memory.h"
#include "util/name_index.h"
#include "util/number.h"

enum { MOST_LOOKED_AT = 64 };                /* rows, to know the table */
static const double LATEST = 253402300800.0; /* the year 10000 */

/* ---- recognising ---- */

static double time_of(const char *text, size_t size)
{
    double time;
    if (number_parse(text, size, &time))
        time = amount_unix_seconds(time);
    else if (!instant_parse(text, size, &time))
        return NUMBER_MISSING;
    return time >= 0 && time < LATEST ? time : NUMBER_MISSING;
}

static bool has_both(const struct csv_header *header, struct sample_columns columns)
{
    return columns.time < header->count && columns.host < header->count;
}

static bool is_of_toolkit(const struct csv_header *header)
{
    return csv_column(header, "Host") < header->count &&
           csv_column(header, "Timestamps") < header->count;
}

/* Whether the rows to be seen are of a host at a date each, and few of one that was there before:
 * else a row is of a part of the host, or of one of its metrics. */
static bool has_rows_of_hosts(const struct csv_header *header, struct sample_columns columns,
                              const char *text, size_t size, struct arena *arena)
{
    struct csv_record row = {.room = header->count, .arena = arena};
    struct name_index seen;
    size_t rows = 0;
    bool good = true;
    row.fields = arena_alloc_array(arena, header->count, sizeof *row.fields);
    name_index_init(&seen);
    for (size_t at = header->size; good && at < size && rows < MOST_LOOKED_AT; at += row.size) {
        csv_read_record(&row, text + at, size - at, header->dialect);
        if (!row.ended && rows)
            break;
        good = !row.problem && row.count == header->count;
        if (!good)
            break;
        struct csv_span host = csv_trim(row.fields[columns.host]);
        struct csv_span stamp = csv_trim(row.fields[columns.time]);
        const char *key = arena_format(arena, "%.*s\n%.*s", (int)host.size, host.text,
                                       (int)stamp.size, stamp.text);
        good = host.size && instant_is_date(time_of(stamp.text, stamp.size));
        if (name_index_find(&seen, key) == NAME_INDEX_NONE)
            name_index_add(&seen, key);
        rows++;
    }
    good = good && rows && 4 * seen.count >= 3 * rows;
    name_index_release(&seen);
    return good;
}

/* Records of tasks may have a host and a time, too. */
static bool tells_of_tasks(const struct csv_header *header, struct arena *arena)
{
    static const enum table_meaning meanings[] = {TABLE_STEP,    TABLE_TASK,    TABLE_ID,
                                                  TABLE_OUTCOME, TABLE_ATTEMPT, TABLE_EXIT_CODE,
                                                  TABLE_SUCCESS, TABLE_FAILURE, TABLE_SUBMIT,
                                                  TABLE_START,   TABLE_END};
    struct table_columns columns;
    table_columns_make(&columns, header->names, header->count, NULL, 0, arena);
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++)
        if (columns.at[meanings[i]] < columns.count)
            return true;
    return false;
}

static int recognise(const char *text, size_t size)
{
    struct csv_header header;
    struct arena arena;
    int sure = 0;
    arena_init(&arena);
    if (csv_read_header(&header, text, size, true, &arena)) {
        struct sample_columns columns = sample_columns_find(&header);
        if (is_of_toolkit(&header))
            sure = 95;
        else if (has_both(&header, columns) && header.count > 2 &&
                 !tells_of_tasks(&header, &arena) &&
                 has_rows_of_hosts(&header, columns, text, size, &arena))
            sure = 60;
    }
    arena_release(&arena);
    return sure;
}

/* ---- the table ---- */

enum { NO_COLUMN = -1, LONGEST_LINE = 1 << 24 };

struct metric_column {
    const char *name; /* as in the header */
    struct perfmon_metric metric;
    size_t place; /* of its value in a row; 0: it is no metric */
};

/* Samples of one host, row by row: the time, then a value a metric. */
struct host_rows {
    double *cells;
    size_t count, capacity; /* of rows; of cells */
};

struct table_walk {
    const struct input *input;
    const struct reading *reading;
    struct arena arena;
    struct remarks remarks;
    struct perfmon_dictionary dictionary;

    struct metric_column *columns;
    size_t column_count, column_capacity;
    size_t width; /* of a row: time and metrics */
    long host_column, time_column;
    char separator;
    bool has_header;

    struct name_index paths; /* of the metrics */
    struct name_index hosts;
    struct host_rows *rows;
    size_t row_capacity;

    /* the row that is being read */
    size_t column;
    uint32_t host;
    double *row;
    const char *wrong; /* why it is rejected */
    uint64_t line;     /* its last one */
    bool cut;          /* the file ends in it */
};

/* Valid UTF-8, of the walk's arena. */
static const char *clean_text(struct table_walk *walk, const char *text, size_t size)
{
    char *mended = json_mend_utf8(text, &size);
    const char *clean = arena_text_of_size(&walk->arena, mended, size);
    free(mended);
    return clean;
}

static void add_metric_column(struct table_walk *walk, struct metric_column *column)
{
    const char *misfit;
    column->metric =
        perfmon_dictionary_look_up(&walk->dictionary, &walk->arena, column->name, &misfit);
    if (misfit)
        remarks_note(&walk->remarks, column->name,
                     "the unit does not measure %s, the column is a metric of its own", misfit);
    if (name_index_find(&walk->paths, column->metric.path) != NAME_INDEX_NONE) {
        remarks_note(&walk->remarks, column->name, "two columns hold %s, the first one is used",
                     column->metric.path);
        return;
    }
    name_index_add(&walk->paths, column->metric.path);
    column->place = walk->width++;
}

static void add_column(struct table_walk *walk, const char *text, size_t size)
{
    struct metric_column column = {.name = clean_text(walk, text, size)};
    if (*column.name && strncmp(column.name, "Unnamed", 7) != 0 &&
        sample_column_of(column.name) == SAMPLE_OTHER)
        add_metric_column(walk, &column);
    memory_reserve(&walk->columns, &walk->column_capacity, walk->column_count + 1,
                   sizeof *walk->columns);
    walk->columns[walk->column_count++] = column;
}

static void end_header(struct table_walk *walk)
{
    walk->has_header = true;
    walk->row = arena_alloc_array(&walk->arena, walk->width, sizeof *walk->row);
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

static double value_of(const char *text, size_t size)
{
    double value;
    return number_parse(text, size, &value) ? value : NUMBER_MISSING;
}

static void add_field(struct table_walk *walk, const char *text, size_t size)
{
    size_t column = walk->column++;
    if (column >= walk->column_count) {
        walk->wrong = "a row with more fields than the header";
    } else if ((long)column == walk->host_column) {
        if (size == 0 || memchr(text, '\0', size))
            walk->wrong = "a row without host";
        else
            walk->host = host_of(walk, text, size);
    } else if ((long)column == walk->time_column) {
        walk->row[0] = time_of(text, size);
        if (isnan(walk->row[0]))
            walk->wrong = "a row without usable time stamp";
    } else if (walk->columns[column].place) {
        walk->row[walk->columns[column].place] = value_of(text, size);
    }
}

/* A row that the file ends in may have lost digits of its last field. */
static void end_cut_row(struct table_walk *walk)
{
    size_t place = walk->column ? walk->columns[walk->column_count - 1].place : 0;
    if (walk->column < walk->column_count || walk->wrong || !place) {
        walk->wrong = "";
        remarks_note(&walk->remarks, NULL,
                     "the file ends in the middle of a row, which is left out");
        return;
    }
    walk->row[place] = NUMBER_MISSING;
    remarks_note(&walk->remarks, NULL,
                 "the file ends without a line feed: the last value counts as missing");
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
    if (walk->cut)
        end_cut_row(walk);
    else if (walk->column < walk->column_count && !walk->wrong)
        walk->wrong = "a row with fewer fields than the header";
    if (!walk->wrong)
        keep_row(walk);
    else if (*walk->wrong)
        diagnostics_reject(walk->reading->diagnostics,
                           (struct place){walk->input->path, walk->line, 0}, "", "%s", walk->wrong);
    walk->column = 0;
    walk->wrong = NULL;
}

static void on_field(void *text, size_t size, void *context)
{
    struct table_walk *walk = context;
    if (walk->has_header)
        add_field(walk, text ? text : "", size);
    else
        add_column(walk, text ? text : "", size);
}

static void on_row(int end, void *context)
{
    struct table_walk *walk = context;
    (void)end;
    if (walk->has_header)
        end_row(walk);
    else
        end_header(walk);
}

/* Where the line that begins at `at` ends; NULL when there is none that a table could have: NULs,
 * as in files whose machine went down, or megabytes without a line feed. */
static const char *line_end(const char *at, const char *end)
{
    size_t left = (size_t)(end - at), most = left < LONGEST_LINE ? left : LONGEST_LINE;
    const char *feed = *at ? memchr(at, '\n', most) : NULL;
    if (feed)
        return feed + 1;
    return *at && most == left ? end : NULL;
}

/* Line by line, so that a row knows where it is. */
static void parse(struct table_walk *walk, struct csv_parser *parser)
{
    const char *start = walk->input->content.bytes, *end = start + walk->input->content.size;
    const char *at = start + json_mark_size(start, walk->input->content.size), *behind;
    for (; at < end; at = behind) {
        behind = line_end(at, end);
        if (!behind || (walk->has_header && !is_table(walk)))
            break;
        walk->line++;
        if (csv_parse(parser, at, (size_t)(behind - at), on_field, on_row, walk) !=
            (size_t)(behind - at))
            memory_exhausted();
    }
    if (at < end && is_table(walk))
        remarks_note(&walk->remarks, NULL, "the last %zu bytes are no table and left out",
                     (size_t)(end - at));
    walk->cut = walk->has_header;
    csv_fini(parser, on_field, on_row, walk);
}

/* ---- into the dataset ---- */

static void take_host(struct table_walk *walk, const char *host, const struct host_rows *rows,
                      const uint32_t *metrics)
{
    struct dataset *dataset = walk->reading->dataset;
    double *values = memory_alloc_array(rows->count + 1, sizeof *values);
    for (size_t i = 0; i < rows->count; i++)
        values[i] = rows->cells[i * walk->width];
    const struct timeline *timeline =
        dataset_add_timeline(dataset, dataset_node(dataset, host), values, rows->count);
    for (size_t column = 0; column < walk->column_count; column++) {
        size_t place = walk->columns[column].place;
        if (!place)
            continue;
        for (size_t i = 0; i < rows->count; i++)
            values[i] = rows->cells[i * walk->width + place];
        perfmon_convert(&walk->columns[column].metric, values, rows->count);
        dataset_add_series(dataset, metrics[column], timeline, values, rows->count);
    }
    free(values);
}

static double largest(const struct table_walk *walk, size_t place)
{
    double most = 0;
    for (size_t host = 0; host < walk->hosts.count; host++)
        for (size_t i = 0; i < walk->rows[host].count; i++)
            most = fmax(most, walk->rows[host].cells[i * walk->width + place]);
    return most;
}

/* The toolkit writes bytes per second under "[MiB/s]"; other tables mean what they say. No node
 * moves 10^7 MiB per second, and none that works moves less than 10^7 bytes. */
static void settle_memory_bandwidth(struct table_walk *walk, struct metric_column *column)
{
    if (strcmp(column->metric.path, "memory_bw") != 0 || !strstr(column->name, "[MiB/s]"))
        return;
    if (largest(walk, column->place) < 1e7)
        return;
    column->metric.scale = 1;
    remarks_note(&walk->remarks, column->name, "the values are bytes per second");
}

static long long take_hosts(struct table_walk *walk)
{
    struct dataset *dataset = walk->reading->dataset;
    bool gpu = walk->hosts.count && perfmon_is_gpu_name(walk->hosts.names[0]);
    uint32_t *metrics = memory_alloc_array(walk->column_count + 1, sizeof *metrics);
    long long samples = 0;
    for (size_t i = 0; i < walk->hosts.count; i++)
        samples += (long long)walk->rows[i].count;
    for (size_t i = 0; i < walk->column_count && samples; i++) {
        struct metric_column *column = &walk->columns[i];
        if (!column->place)
            continue;
        settle_memory_bandwidth(walk, column);
        if (gpu)
            column->metric.file = PERFMON_GPU;
        metrics[i] = perfmon_add_metric(dataset, column->metric.path, &column->metric);
    }
    for (size_t i = 0; i < walk->hosts.count; i++)
        if (walk->rows[i].count)
            take_host(walk, walk->hosts.names[i], &walk->rows[i], metrics);
    free(metrics);
    return samples;
}

/* ---- reading ---- */

static void walk_init(struct table_walk *walk, const struct input *input,
                      const struct reading *reading)
{
    *walk = (struct table_walk){.input = input,
                                .reading = reading,
                                .width = 1,
                                .host_column = NO_COLUMN,
                                .time_column = NO_COLUMN};
    arena_init(&walk->arena);
    remarks_init(&walk->remarks);
    perfmon_dictionary_init(&walk->dictionary);
    name_index_init(&walk->paths);
    name_index_init(&walk->hosts);
}

static void find_columns(struct table_walk *walk)
{
    struct csv_header header;
    walk->separator = ',';
    if (!csv_read_header(&header, walk->input->content.bytes, walk->input->content.size, true,
                         &walk->arena))
        return;
    struct sample_columns columns = sample_columns_find(&header);
    walk->separator = header.dialect.separator;
    if (!has_both(&header, columns))
        return;
    walk->host_column = (long)columns.host;
    walk->time_column = (long)columns.time;
}

static void walk_release(struct table_walk *walk)
{
    for (size_t i = 0; i < walk->hosts.count; i++)
        free(walk->rows[i].cells);
    free(walk->rows);
    free(walk->columns);
    name_index_release(&walk->paths);
    name_index_release(&walk->hosts);
    remarks_release(&walk->remarks);
    perfmon_dictionary_release(&walk->dictionary);
    arena_release(&walk->arena);
}

static long long take_table(struct table_walk *walk, struct error *error)
{
    if (!is_table(walk)) {
        error_set(error, ERROR_INPUT,
                  "%s:1: there is no column of the host, or none of the time stamp",
                  walk->input->path);
        return -1;
    }
    long long samples = take_hosts(walk);
    if (samples == 0) {
        error_set(error, ERROR_INPUT, "%s holds no samples", walk->input->path);
        return -1;
    }
    return samples;
}

static long long read(const struct input *input, const struct reading *reading, struct error *error)
{
    struct csv_parser parser;
    struct table_walk walk;
    if (csv_init(&parser, 0) != 0)
        memory_exhausted();
    walk_init(&walk, input, reading);
    find_columns(&walk);
    csv_set_delim(&parser, (unsigned char)walk.separator);
    parse(&walk, &parser);
    long long samples = take_table(&walk, error);
    remarks_tell(&walk.remarks, input, reading->diagnostics);
    walk_release(&walk);
    csv_free(&parser);
    if (reading->progress)
        reading->progress(reading->progress_context, input->content.size);
    return samples;
}

const struct reader reader_perfmon_csv = {
    .name = "perfmon-csv",
    .description = "tables of node metrics as CSV, as the SKA monitoring toolkit exports them: "
                   "host, time stamp, "
                   "a metric per column",
    .turn = READ_SECOND,
    .recognise = recognise,
    .read = read,
};
