#include "input/devices/activity_table.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/devices/activity_time.h"
#include "input/devices/lone_gpu.h"
#include "input/devices/row_lengths.h"
#include "input/text/cell.h"
#include "input/text/clock_alone.h"
#include "input/text/sample_columns.h"
#include "util/count_text.h"
#include "util/memory.h"
#include "util/strbuf.h"
#include "util/utf8.h"

/* ---- cells ---- */

struct text_slice activity_host_without_port(struct text_slice host)
{
    if (!host.size || !memchr(host.text, ':', host.size)) /* as nearly always */
        return host;
    size_t size = host.size;
    while (size && isdigit((unsigned char)host.text[size - 1]))
        size--;
    bool is_port = size > 1 && size < host.size && host.text[size - 1] == ':' &&
                   !memchr(host.text, ':', size - 1);
    return is_port ? (struct text_slice){host.text, size - 1} : host;
}

uint32_t activity_cell_text(struct activity_part *part, const struct text_slice *fields,
                            enum activity_meaning meaning)
{
    struct text_slice cell = activity_cell(part->table, fields, meaning);
    struct activity_last *last = &part->last[meaning];
    if (!cell.size || !text_slices_equal(cell, last->cell))
        *last =
            (struct activity_last){cell, activity_number(&part->activity, cell.text, cell.size)};
    return last->number;
}

bool activity_cell_time(const struct activity_table *table, const struct text_slice *fields,
                        double *time, struct csv_fault *fault)
{
    return activity_time_of(activity_cell(table, fields, ACTIVITY_TIME),
                            activity_cell(table, fields, ACTIVITY_DAY), time, fault);
}

/* ---- a part: what a chunk holds ---- */

static void *begin_part(void *context)
{
    const struct activity_table *table = context;
    struct activity_part *part = memory_alloc(sizeof *part);
    part->table = table;
    activity_init(&part->activity);
    activity_begin_source(&part->activity, table->path, ACTIVITY_CLOCK_UNIX);
    return part;
}

static void discard_part(void *argument)
{
    struct activity_part *part = argument;
    activity_release(&part->activity);
    gpu_energies_release(&part->energies);
    free(part->gpus.items);
    free(part);
}

static void finish_part(void *context, void *argument, size_t line)
{
    struct activity_table *table = context;
    struct activity_part *part = argument;
    for (size_t i = 0; i < part->activity.end_line_count; i++)
        part->activity.end_lines[i].line += line;
    activity_merge(table->activity, &part->activity);
    if (table->energies)
        gpu_energies_merge(table->energies, &part->energies);
    table->cells_name_percent = table->cells_name_percent || part->cells_name_percent;
    table->cells_name_bytes = table->cells_name_bytes || part->cells_name_bytes;
    table->most_memory = fmax(table->most_memory, part->most_memory);
    discard_part(part);
}

static bool add_row(void *argument, const struct text_slice *fields, size_t line,
                    struct csv_fault *fault)
{
    struct activity_part *part = argument;
    part->line = line;
    return part->table->form->row(part, fields, fault);
}

/* ---- the table ---- */

static bool read_columns(struct activity_table *table, const char *text, size_t size,
                         const struct column_mapping *mapping, size_t mapping_count,
                         struct arena *arena)
{
    if (!csv_read_header(&table->header, text, size, true, arena))
        return false;
    activity_columns_make(&table->columns, &table->header, mapping, mapping_count, arena);
    return true;
}

enum activity_shape activity_table_shape(const char *text, size_t size,
                                         const struct column_mapping *mapping, size_t mapping_count)
{
    struct activity_table table;
    struct arena arena;
    arena_init(&arena);
    enum activity_shape shape = read_columns(&table, text, size, mapping, mapping_count, &arena)
                                    ? activity_columns_shape(&table.columns)
                                    : ACTIVITY_NONE;
    if (shape == ACTIVITY_SAMPLES &&
        (lone_gpu_is_many(&table.columns, &table.header, text, size) ||
         row_lengths_are_of_runs(&table.columns, &table.header, text, size)))
        shape = ACTIVITY_NONE;
    if (shape != ACTIVITY_NONE && clock_is_alone(&table.header, table.columns.at[ACTIVITY_TIME],
                                                 table.columns.at[ACTIVITY_DAY], text, size))
        shape = ACTIVITY_NONE;
    arena_release(&arena);
    return shape;
}

/* Columns of no meaning are attributes, where a row is a task. */
static void choose_columns(struct activity_table *table, struct arena *arena)
{
    const struct activity_columns *columns = &table->columns;
    table->wanted = arena_alloc_array(arena, columns->count, sizeof *table->wanted);
    table->wanted_count = 0;
    for (size_t i = 0; i < columns->count; i++)
        if (columns->meanings[i] != ACTIVITY_OTHER || table->form->shape == ACTIVITY_ATTRIBUTES)
            table->wanted[table->wanted_count++] = i;
    for (int i = 0; i < ACTIVITY_MEANINGS; i++)
        table->place[i] = table->wanted_count;
    for (size_t i = 0; i < table->wanted_count; i++) {
        enum activity_meaning meaning = columns->meanings[table->wanted[i]];
        if (meaning != ACTIVITY_OTHER)
            table->place[meaning] = i;
    }
}

/* Hosts, GPUs and tasks come again and again, and are numbered anew in each chunk: large files are
 * cut into larger ones. */
static size_t chunk_size_of(size_t size)
{
    enum { LEAST = 1 << 19, MOST = 1 << 22, CHUNKS = 16 };
    size_t chunk = size / CHUNKS;
    return chunk < LEAST ? LEAST : chunk > MOST ? MOST : chunk;
}

/* What else a GPU measured is not kept, which is worth a word. */
static void note_unused(const struct activity_table *table, const struct input *input,
                        const struct reading *reading)
{
    enum { MOST_NAMED = 12 };
    struct strbuf names;
    size_t count = 0;
    strbuf_init(&names);
    for (size_t i = 0; i < table->columns.count; i++) {
        if (table->columns.meanings[i] != ACTIVITY_OTHER || !*table->header.names[i])
            continue;
        if (count++ >= MOST_NAMED)
            continue;
        strbuf_add_text(&names, names.size ? ", " : "");
        utf8_add_visible(&names, table->header.names[i]);
    }
    if (count > MOST_NAMED)
        strbuf_add_text(&names, ", ...");
    if (count)
        diagnostics_omit(reading->diagnostics, (struct place){input->path, 1, 0}, count,
                         "%s column%s not read: %s", COUNT_TEXT(count),
                         count == 1 ? " is" : "s are", names.text);
    strbuf_release(&names);
}

static long long scan(struct activity_table *table, const struct input *input,
                      const struct reading *reading, struct error *error)
{
    table->path = input->path;
    table->activity = dataset_activity(reading->dataset);
    struct csv_scan scan = {
        .input = input,
        .reading = reading,
        .header = &table->header,
        .columns = table->wanted,
        .column_count = table->wanted_count,
        .consumer = {.context = table,
                     .begin = begin_part,
                     .record = add_row,
                     .finish = finish_part,
                     .discard = discard_part},
        .error = error,
        .is_log = table->form->shape == ACTIVITY_SAMPLES || table->form->shape == ACTIVITY_EVENTS,
        .chunk_size = chunk_size_of(input->content.size),
    };
    size_t first_sample = table->activity->sample_count;
    struct gpu_energies energies = {0};
    bool needs_power = table->columns.at[ACTIVITY_POWER] == table->columns.count &&
                       table->columns.at[ACTIVITY_ENERGY] < table->columns.count;
    table->energies = needs_power ? &energies : NULL;
    long long count = csv_scan(&scan);
    if (table->activity->source_count)
        table->activity->sources[table->activity->source_count - 1].memory_B = table->most_memory;
    if (table->energies)
        gpu_energies_give_power(&energies, table->activity, first_sample);
    gpu_energies_release(&energies);
    if (table->form->settle)
        table->form->settle(table, first_sample, reading);
    if (table->form->shape == ACTIVITY_SAMPLES)
        note_unused(table, input, reading);
    if (!count)
        diagnostics_note(reading->diagnostics, (struct place){input->path, 0, 0},
                         "header line found, but no usable record");
    return count;
}

long long activity_table_read(const struct activity_form *form, const struct input *input,
                              const struct reading *reading, struct error *error)
{
    struct activity_table table = {.form = form};
    struct arena arena;
    long long count = -1;
    arena_init(&arena);
    const char *text = input->content.bytes, *advice = NULL;
    size_t size = input->content.size;
    bool is_table =
        read_columns(&table, text, size, reading->mapping, reading->mapping_count, &arena);
    if (is_table)
        advice = lone_gpu_columns_advice(&table.columns, &table.header, text, size);
    if (advice) {
        error_set(error, ERROR_INPUT, "%s: %s", input->path, advice);
    } else if (is_table && activity_columns_shape(&table.columns) == form->shape) {
        choose_columns(&table, &arena);
        count = scan(&table, input, reading, error);
    } else {
        error_set(error, ERROR_INPUT, "%s: no header line with %s", input->path, form->needs);
    }
    arena_release(&arena);
    return count;
}
