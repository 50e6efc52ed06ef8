#include "table/records.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "table/star.h"
#include "util/error.h"
#include "util/hash.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/text_slice.h"

enum { FIRST_BLOCK_ROWS = 16 };

static const struct records_column fixed_columns[] = {
#define RECORD_COLUMN(name, text, type, unit) {text, unit, RECORD_##type},
#include "table/record_columns.def"
#undef RECORD_COLUMN
};

void records_init(struct records *records)
{
    *records = (struct records){.column_count = RECORD_FIXED_COLUMNS};
    arena_init(&records->arena);
    arena_init_large(&records->aligned);
    interner_init(&records->texts);
    memory_reserve(&records->columns, &records->column_capacity, RECORD_FIXED_COLUMNS,
                   sizeof *records->columns);
    memcpy(records->columns, fixed_columns, sizeof fixed_columns);
}

void records_release(struct records *records)
{
    for (size_t i = 0; i < records->block_count; i++)
        records_block_release(&records->blocks[i]);
    for (size_t i = 0; i < records->adopted_count; i++)
        free(records->adopted[i]);
    free(records->adopted);
    free(records->constants.items);
    free(records->blocks);
    free(records->columns);
    hash_index_release(&records->attributes);
    free(records->sources);
    free(records->summaries);
    free(records->dependencies);
    free(records->latest);
    interner_release(&records->texts);
    arena_release(&records->aligned);
    arena_release(&records->arena);
    *records = (struct records){0};
}

/* ---- columns ---- */

static bool is_attribute(const struct records_column *column, const char *name,
                         enum record_type type)
{
    return column->type == type && strcmp(column->name, name) == 0;
}

static uint64_t hash_of(const char *name, enum record_type type)
{
    return hash_bytes(HASH_START + (uint64_t)type, name, strlen(name));
}

int records_find_attribute(const struct records *records, const char *name, enum record_type type)
{
    const uint64_t hash = hash_of(name, type);
    size_t at = hash_index_begin(hash);
    uint32_t column;
    while ((column = hash_index_next(&records->attributes, hash, &at)) != HASH_INDEX_NONE)
        if (is_attribute(&records->columns[column], name, type))
            return (int)column;
    return RECORDS_NO_COLUMN;
}

int records_attribute(struct records *records, const char *name, enum record_type type)
{
    int found = records_find_attribute(records, name, type);
    if (found != RECORDS_NO_COLUMN)
        return found;
    found = (int)records->column_count;
    hash_index_add(&records->attributes, hash_of(name, type), (uint32_t)found);
    *list_add_to(records, columns, column) =
        (struct records_column){arena_text(&records->arena, name), "", type};
    return found;
}

void records_set_unit(struct records *records, int column, const char *unit)
{
    struct records_column *described = &records->columns[column];
    if (unit[0] && !described->unit[0])
        described->unit = arena_text(&records->arena, unit);
}

static void set_missing(union record_values values, enum record_type type, size_t from, size_t to)
{
    if (type != RECORD_NUMBER)
        memset((char *)values.any + from * records_value_size(type), 0,
               (to - from) * records_value_size(type));
    else
        for (size_t i = from; i < to; i++)
            values.numbers[i] = NUMBER_MISSING;
}

/* ---- blocks ---- */

static void add_block(struct records *records)
{
    if (!records->source_count)
        records_begin_source(records, NULL);
    *list_add_to(records, blocks, block) =
        (struct records_block){.source = (uint32_t)(records->source_count - 1)};
}

static void resize_column(struct records_block *block, size_t column, enum record_type type,
                          size_t capacity)
{
    union record_values *values = &block->values[column];
    values->any = memory_resize(values->any, capacity, records_value_size(type));
}

static void set_capacity(const struct records *records, struct records_block *block,
                         size_t capacity)
{
    for (size_t i = 0; i < block->column_count; i++)
        if (block->values[i].any) {
            resize_column(block, i, records->columns[i].type, capacity);
            if (capacity > block->capacity)
                set_missing(block->values[i], records->columns[i].type, block->capacity, capacity);
        }
    block->capacity = capacity;
}

static struct records_block *latest_block(struct records *records)
{
    return &records->blocks[records->block_count - 1];
}

/* There may be as many sources as records: what a block has too much goes back at its end. */
void records_begin_source(struct records *records, const char *path)
{
    struct records_block *block = records->block_count ? latest_block(records) : NULL;
    if (block && block->rows && !block->aligned)
        set_capacity(records, block, block->rows);
    uint32_t number = (uint32_t)records->source_count;
    *list_add_to(records, sources, source) =
        (struct records_source){.path = arena_text(&records->arena, path),
                                .run = number,
                                .makespan_s = NUMBER_MISSING,
                                .end = NUMBER_MISSING};
}

void records_mark_queue(struct records *records)
{
    struct records_source *source = &records->sources[records->source_count - 1];
    size_t first = 0;
    source->has_queue = source->has_job_ids = true;
    while (!records->sources[first].has_job_ids)
        first++;
    source->run = records->sources[first].run;
}

void records_join_runs(struct records *records, uint32_t left, uint32_t right)
{
    uint32_t l = records->sources[left].run, r = records->sources[right].run;
    uint32_t first = l < r ? l : r, other = l < r ? r : l;
    for (size_t i = 0; first < other && i < records->source_count; i++)
        if (records->sources[i].run == other)
            records->sources[i].run = first;
}

static bool has_room(const struct records *records)
{
    if (!records->block_count)
        return false;
    const struct records_block *block = &records->blocks[records->block_count - 1];
    return !block->aligned && block->rows < RECORDS_BLOCK_ROWS &&
           block->source + 1 == records->source_count;
}

static void grow_block(const struct records *records, struct records_block *block)
{
    set_capacity(records, block, block->capacity ? block->capacity * 2 : FIRST_BLOCK_ROWS);
}

void records_add(struct records *records)
{
    if (!has_room(records))
        add_block(records);
    struct records_block *block = latest_block(records);
    if (block->rows == block->capacity)
        grow_block(records, block);
    block->rows++;
    records->rows++;
}

/* ---- values ---- */

static void know_columns(struct records *records, struct records_block *block)
{
    block->values = memory_resize(block->values, records->column_count, sizeof *block->values);
    for (size_t i = block->column_count; i < records->column_count; i++)
        block->values[i].any = NULL;
    block->column_count = records->column_count;
}

static void make_column(struct records *records, struct records_block *block, size_t column)
{
    if (column >= block->column_count)
        know_columns(records, block);
    if (block->values[column].any)
        return;
    resize_column(block, column, records->columns[column].type, block->capacity);
    set_missing(block->values[column], records->columns[column].type, 0, block->capacity);
}

union record_values records_make_values(struct records *records, size_t column)
{
    struct records_block *block = latest_block(records);
    make_column(records, block, column);
    return block->values[column];
}

/* Files are mostly sorted by what repeats: the text of the record before is tried first. */
static uint32_t intern(struct records *records, size_t column, const char *text, size_t size)
{
    uint32_t latest = column < records->latest_capacity ? records->latest[column] : 0;
    if (latest) {
        const struct interned *item = &records->texts.items[latest];
        if (item->size == size && memcmp(item->text, text, size) == 0)
            return latest;
    }
    if (column >= records->latest_capacity) {
        size_t known = records->latest_capacity;
        memory_reserve(&records->latest, &records->latest_capacity, records->column_count,
                       sizeof *records->latest);
        memset(records->latest + known, 0,
               (records->latest_capacity - known) * sizeof *records->latest);
    }
    return records->latest[column] = interner_add(&records->texts, text, size);
}

static struct text_slice as_name(const char *text, size_t size)
{
    return size == 1 && *text == '*' ? text_slice_of(STAR_AS_NAME)
                                     : (struct text_slice){text, size};
}

void records_put_text(struct records *records, int column, const char *text, size_t size)
{
    struct text_slice name = as_name(text, size);
    records_latest_values(records, column).texts[records_latest_row(records)] =
        intern(records, (size_t)column, name.text, name.size);
}

void records_add_many(struct records *records, size_t count)
{
    if (records->rows || count > RECORDS_BLOCK_ROWS)
        BUG("%zu records behind %zu", count, records->rows);
    if (!count)
        return;
    add_block(records);
    struct records_block *block = latest_block(records);
    block->rows = block->capacity = count;
    records->rows = count;
}

static union record_values fill(struct records *records, size_t column)
{
    struct records_block *block = latest_block(records);
    if (column >= block->column_count)
        know_columns(records, block);
    resize_column(block, column, records->columns[column].type, block->capacity);
    return block->values[column];
}

double *records_fill_numbers(struct records *records, int column)
{
    return fill(records, (size_t)column).numbers;
}

uint32_t *records_fill_texts(struct records *records, int column)
{
    return fill(records, (size_t)column).texts;
}

uint32_t records_text_number(struct records *records, const char *text, size_t size)
{
    struct text_slice name = as_name(text, size);
    return name.size ? interner_add(&records->texts, name.text, name.size) : 0;
}

void records_put_ending(struct records *records, enum record_ending ending)
{
    if (ending == ENDING_UNSAID)
        return;
    records_latest_values(records, RECORD_ENDING_COLUMN).endings[records_latest_row(records)] =
        (uint8_t)ending;
}

void records_add_dependency(struct records *records, const char *task, const char *input)
{
    *list_add_to(records, dependencies, dependency) =
        (struct record_dependency){records->source_count ? (uint32_t)(records->source_count - 1)
                                                         : 0,
                                   interner_add(&records->texts, task, strlen(task)),
                                   interner_add(&records->texts, input, strlen(input))};
}

void records_add_summary(struct records *records, struct published_summary summary)
{
    summary.step = arena_text(&records->arena, summary.step);
    summary.task = arena_text(&records->arena, summary.task);
    summary.quantity = arena_text(&records->arena, summary.quantity);
    *list_add_to(records, summaries, summary) = summary;
}

/* ---- taking out ---- */

static void drop_rows(const struct records *records, struct records_block *block,
                      const uint8_t *marked)
{
    size_t kept = 0;
    for (size_t row = 0; row < block->rows; row++) {
        if (marked[row])
            continue;
        for (size_t i = 0; i < block->column_count && kept < row; i++) {
            size_t size = records_value_size(records->columns[i].type);
            char *values = block->values[i].any;
            if (values)
                memcpy(values + kept * size, values + row * size, size);
        }
        kept++;
    }
    block->rows = kept;
}

void records_drop(struct records *records, const uint8_t *marked)
{
    size_t first = 0, kept = 0;
    records->rows = 0;
    for (size_t i = 0; i < records->block_count; i++) {
        struct records_block block = records->blocks[i];
        size_t rows = block.rows;
        drop_rows(records, &block, marked + first);
        first += rows;
        records->rows += block.rows;
        if (block.rows)
            records->blocks[kept++] = block;
        else
            records_block_release(&block);
    }
    records->block_count = kept;
}
