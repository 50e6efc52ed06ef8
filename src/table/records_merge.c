/* Moving the records of a part behind others. */
#include <stdlib.h>
#include <string.h>

#include "table/records.h"
#include "util/list.h"
#include "util/memory.h"

/* From so many rows on, values of a block without room for more stay where they are; and a column
 * of one text is shared with others of that text. */
enum { LEAST_ADOPTED_ROWS = 4096, LEAST_SHARED_ROWS = 1024 };

/* Numbers that columns, texts and sources of a part get in the whole. */
struct renumbering {
    int *columns;
    uint32_t *texts;
    uint32_t first_source;
};

static int *renumber_columns(struct records *records, const struct records *part)
{
    int *columns = memory_alloc_array(part->column_count, sizeof *columns);
    for (size_t i = 0; i < part->column_count; i++) {
        const struct records_column *column = &part->columns[i];
        columns[i] = i < RECORD_FIXED_COLUMNS
                         ? (int)i
                         : records_attribute(records, column->name, column->type);
        records_set_unit(records, columns[i], column->unit);
    }
    return columns;
}

/* The column of a block in which all rows have that text. Where the one that others have is too
 * short, it is made twice as long. It is never written: what is not missing is not filled. */
static uint32_t *constant_column(struct records *records, uint32_t text, size_t rows)
{
    list_reach(&records->constants, text + (size_t)1, (struct records_constant){0});
    struct records_constant *constant = &records->constants.items[text];
    if (rows <= constant->rows)
        return constant->texts;
    constant->rows = rows > 2 * constant->rows ? rows : 2 * constant->rows;
    constant->texts = arena_alloc_array(&records->aligned, constant->rows, sizeof *constant->texts);
    for (size_t row = 0; row < constant->rows; row++)
        constant->texts[row] = text;
    return constant->texts;
}

static bool is_constant(union record_values values, enum record_type type, size_t rows)
{
    if (type != RECORD_TEXT || rows < LEAST_SHARED_ROWS || !values.texts[0])
        return false;
    for (size_t row = 1; row < rows; row++)
        if (values.texts[row] != values.texts[0])
            return false;
    return true;
}

/* Copies a column of a part to its place in the whole. */
static union record_values settle_values(struct records *records, union record_values values,
                                         enum record_type type, size_t rows, const uint32_t *texts)
{
    if (is_constant(values, type, rows))
        return (union record_values){.texts =
                                         constant_column(records, texts[values.texts[0]], rows)};
    union record_values aligned = {
        arena_alloc_array(&records->aligned, rows, records_value_size(type))};
    for (size_t i = 0; type == RECORD_TEXT && i < rows; i++)
        aligned.texts[i] = texts[values.texts[i]];
    if (type != RECORD_TEXT)
        memcpy(aligned.any, values.any, rows * records_value_size(type));
    return aligned;
}

static union record_values adopt_values(struct records *records, union record_values values,
                                        enum record_type type, size_t rows, const uint32_t *texts)
{
    if (is_constant(values, type, rows)) {
        uint32_t text = texts[values.texts[0]];
        free(values.any);
        return (union record_values){.texts = constant_column(records, text, rows)};
    }
    for (size_t row = 0; type == RECORD_TEXT && row < rows; row++)
        values.texts[row] = texts[values.texts[row]];
    *list_add_to(records, adopted, adopted) = values.any;
    return values;
}

/* A block without room for more, as it is: values are large enough to be left where they are. */
static void adopt_block(struct records *records, struct records_block *block,
                        const struct renumbering *numbers)
{
    union record_values *values = memory_alloc_array(records->column_count, sizeof *block->values);
    for (size_t i = 0; i < block->column_count; i++) {
        size_t column = (size_t)numbers->columns[i];
        if (block->values[i].any)
            values[column] = adopt_values(records, block->values[i], records->columns[column].type,
                                          block->rows, numbers->texts);
    }
    free(block->values);
    block->aligned = true;
    block->source += numbers->first_source;
    block->values = values;
    block->column_count = records->column_count;
}

static void settle_block(struct records *records, struct records_block *block,
                         const struct renumbering *numbers)
{
    if (!block->aligned && block->rows == block->capacity && block->rows >= LEAST_ADOPTED_ROWS) {
        adopt_block(records, block, numbers);
        return;
    }
    union record_values *values = memory_alloc_array(records->column_count, sizeof *block->values);
    for (size_t i = 0; i < block->column_count; i++) {
        size_t column = (size_t)numbers->columns[i];
        if (block->values[i].any)
            values[column] = settle_values(records, block->values[i], records->columns[column].type,
                                           block->rows, numbers->texts);
    }
    records_block_release(block);
    block->aligned = true;
    block->source += numbers->first_source;
    block->capacity = block->rows;
    block->values = values;
    block->column_count = records->column_count;
}

static void move_blocks(struct records *records, struct records *part,
                        const struct renumbering *numbers)
{
    memory_reserve(&records->blocks, &records->block_capacity,
                   records->block_count + part->block_count, sizeof *records->blocks);
    for (size_t i = 0; i < part->block_count; i++) {
        struct records_block *block = &part->blocks[i];
        if (!block->rows) {
            records_block_release(block);
            continue;
        }
        settle_block(records, block, numbers);
        records->blocks[records->block_count++] = *block;
    }
    records->rows += part->rows;
    part->block_count = part->rows = 0;
}

/* A part that began no source goes on with the latest one. */
static uint32_t move_sources(struct records *records, const struct records *part)
{
    bool goes_on = part->source_count == 1 && !part->sources[0].path;
    if (goes_on && records->source_count)
        return (uint32_t)(records->source_count - 1);
    uint32_t first = (uint32_t)records->source_count;
    for (size_t i = 0; i < part->source_count; i++) {
        records_begin_source(records, part->sources[i].path);
        if (part->sources[i].has_queue)
            records_mark_queue(records);
        records->sources[records->source_count - 1].lacks_kinds = part->sources[i].lacks_kinds;
        records->sources[records->source_count - 1].lacks_columns = part->sources[i].lacks_columns;
        records->sources[records->source_count - 1].makespan_s = part->sources[i].makespan_s;
        records_mark_end(records, part->sources[i].end);
        records_mark_largest_worker(records, part->sources[i].largest);
    }
    return first;
}

static void move_dependencies(struct records *records, struct records *part,
                              const struct renumbering *numbers)
{
    for (size_t i = 0; i < part->dependency_count; i++) {
        const struct record_dependency *moved = &part->dependencies[i];
        bool is_any = moved->source == RECORD_ANY_SOURCE;
        *list_add_to(records, dependencies, dependency) =
            (struct record_dependency){is_any ? RECORD_ANY_SOURCE
                                              : moved->source + numbers->first_source,
                                       numbers->texts[moved->task], numbers->texts[moved->input]};
    }
    part->dependency_count = 0;
}

void records_merge(struct records *records, struct records *part)
{
    struct renumbering numbers = {.columns = renumber_columns(records, part),
                                  .first_source = move_sources(records, part)};
    numbers.texts = memory_alloc_array(part->texts.count, sizeof *numbers.texts);
    interner_adopt(&records->texts, &part->texts, numbers.texts);
    move_blocks(records, part, &numbers);
    move_dependencies(records, part, &numbers);
    for (size_t i = 0; i < part->summary_count; i++)
        records_add_summary(records, part->summaries[i]);
    part->summary_count = part->source_count = 0;
    if (part->latest)
        memset(part->latest, 0, part->latest_capacity * sizeof *part->latest);
    free(numbers.columns);
    free(numbers.texts);
}
