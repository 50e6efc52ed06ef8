/* Published summaries of quanta (ResourceUsageSummary): a row a task kind with quanta,
 * integrated_runtime_hrs and quantiles of memory and run time. They are no records: they are kept
 * to be checked against the records. The step is a column or a directory. */
#include <stdlib.h>
#include <string.h>

#include "input/tasks/quanta.h"
#include "input/text/cell.h"
#include "input/text/csv_scan.h"
#include "util/memory.h"

struct summary_file {
    struct csv_header header;
    const char *step; /* of the directories */
    size_t *columns;  /* all of them */
    struct records *records;
};

struct part {
    const struct summary_file *file;
    struct records records;
    struct arena arena;
};

static void *begin_part(void *context)
{
    struct part *part = memory_alloc(sizeof *part);
    part->file = context;
    records_init(&part->records);
    arena_init(&part->arena);
    return part;
}

static void discard_part(void *argument)
{
    struct part *part = argument;
    records_release(&part->records);
    arena_release(&part->arena);
    free(part);
}

static void finish_part(void *context, void *argument, size_t line)
{
    (void)line;
    struct summary_file *file = context;
    struct part *part = argument;
    records_merge(file->records, &part->records);
    discard_part(part);
}

static const char *text_in(struct part *part, const struct text_slice *fields, const char *name)
{
    size_t column = csv_column(&part->file->header, name);
    if (column == part->file->header.count)
        return NULL;
    struct text_slice text = csv_trim(fields[column]);
    return text.size ? arena_text_of_size(&part->arena, text.text, text.size) : NULL;
}

static bool is_quantity(const char *name)
{
    return strcmp(name, "quanta") == 0 || strcmp(name, "integrated_runtime_hrs") == 0 ||
           strncmp(name, "mem_GB_p", 8) == 0 || strncmp(name, "runtime_s_p", 11) == 0 ||
           strncmp(name, "walltime_s_p", 12) == 0;
}

static bool check_numbers(const struct csv_header *header, const struct text_slice *fields,
                          struct csv_fault *fault)
{
    double number;
    for (size_t i = 0; i < header->count; i++)
        if (is_quantity(header->names[i]) && cell_number(fields[i], &number) == CELL_WRONG) {
            *fault = (struct csv_fault){"not a number", fields[i]};
            return false;
        }
    return true;
}

static bool add_summaries(void *argument, const struct text_slice *fields, size_t line,
                          struct csv_fault *fault)
{
    (void)line;
    struct part *part = argument;
    const struct csv_header *header = &part->file->header;
    const char *step = text_in(part, fields, "step"), *task = text_in(part, fields, "task");
    if (!step)
        step = part->file->step;
    if (!task) {
        *fault = (struct csv_fault){"no task name", {"", 0}};
        return false;
    }
    if (!check_numbers(header, fields, fault))
        return false;
    for (size_t i = 0; i < header->count; i++) {
        double number;
        if (is_quantity(header->names[i]) && cell_number(fields[i], &number) == CELL_NUMBER)
            records_add_summary(&part->records,
                                (struct published_summary){step, task, header->names[i], number});
    }
    return true;
}

static bool read_header(struct csv_header *header, const char *text, size_t size,
                        struct arena *arena)
{
    return csv_read_header(header, text, size, true, arena) && quanta_is_summary(header);
}

static int recognise(const char *text, size_t size)
{
    struct arena arena;
    struct csv_header header;
    arena_init(&arena);
    bool mine = read_header(&header, text, size, &arena);
    arena_release(&arena);
    return mine ? 95 : 0;
}

static long long scan(struct summary_file *file, const struct input *input,
                      const struct reading *reading, struct arena *arena, struct error *error)
{
    file->records = dataset_records(reading->dataset);
    file->step = quanta_summary_step(arena, input->path);
    file->columns = arena_alloc_array(arena, file->header.count, sizeof *file->columns);
    for (size_t i = 0; i < file->header.count; i++)
        file->columns[i] = i;
    struct csv_scan scan = {
        .input = input,
        .reading = reading,
        .header = &file->header,
        .columns = file->columns,
        .column_count = file->header.count,
        .consumer = {.context = file,
                     .begin = begin_part,
                     .record = add_summaries,
                     .finish = finish_part,
                     .discard = discard_part},
        .error = error,
    };
    return csv_scan(&scan);
}

static long long read_summary(const struct input *input, const struct reading *reading,
                              struct error *error)
{
    struct arena arena;
    struct summary_file file = {0};
    const struct mapping *content = &input->content;
    long long rows = -1;
    arena_init(&arena);
    if (read_header(&file.header, content->bytes, content->size, &arena))
        rows = scan(&file, input, reading, &arena, error);
    else
        error_set(error, ERROR_INPUT, "%s: no header line with quanta", input->path);
    arena_release(&arena);
    return rows;
}

const struct reader reader_quanta_summary_csv = {
    .name = "quanta-summary-csv",
    .description = "CSV or Parquet of Rubin ResourceUsageSummary: published statistics of tasks",
    .recognise = recognise,
    .read = read_summary,
    .takes_batches = true,
};
