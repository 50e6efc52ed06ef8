#include "export/attempt_source.h"

#include <string.h>

#include "analysis/tasks/attempt_words.h"
#include "export/column_names.h"
#include "table/canonical_tables.h"
#include "util/number.h"

/* What a column is of: one of the records, one about their source, or worked out of a record. */
struct origin {
    enum { OF_RECORDS, OF_RUN, OF_SOURCE, OF_TRAITS, OF_REASON, OF_MEANING, OF_LINK } of;
    int column; /* of the records; OF_LINK: enum attempt_link; else RECORDS_NO_COLUMN */
    enum record_type type;
};

struct attempts {
    const struct records *records;
    const struct origin *origins; /* of each column */
    size_t column_count;
    const char **names;  /* of each source */
    const char **traits; /* NULL: nothing is to be said */
    struct attempt_words words;
    const struct part *parts;
    const size_t *batch_parts; /* where those of each batch begin; one more than batches */
};

/* Rows of a batch that are in one block. */
struct part {
    size_t block, first, rows;
};

static const char *traits_of(const struct records_source *source, struct arena *arena)
{
    const char *words[] = {source->has_queue ? CANONICAL_QUEUE : NULL,
                           source->lacks_kinds ? CANONICAL_UNNAMED : NULL,
                           source->lacks_columns ? CANONICAL_PARTIAL : NULL};
    const char *text = NULL;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i])
            text = text ? arena_format(arena, "%s %s", text, words[i]) : words[i];
    return text;
}

/* ---- a batch --------------------------------------------------------------------------------- */

static const struct part *parts_of(const struct attempts *attempts, size_t number, size_t *count)
{
    *count = attempts->batch_parts[number + 1] - attempts->batch_parts[number];
    return attempts->parts + attempts->batch_parts[number];
}

static void fill_numbers(const struct attempts *attempts, struct part part, struct origin origin,
                         double *numbers)
{
    const struct records_block *block = &attempts->records->blocks[part.block];
    const double *values = records_numbers(block, origin.column);
    const double run = attempts->records->sources[block->source].run;
    for (size_t i = 0; i < part.rows; i++)
        numbers[i] = origin.of == OF_RUN ? run : values ? values[part.first + i] : NUMBER_MISSING;
}

static void fill_texts(const struct attempts *attempts, struct part part, struct origin origin,
                       const char **texts)
{
    const struct records *records = attempts->records;
    const struct records_block *block = &records->blocks[part.block];
    const uint32_t *values = records_texts(block, origin.column);
    const char *text = origin.of == OF_SOURCE   ? attempts->names[block->source]
                       : origin.of == OF_TRAITS ? attempts->traits[block->source]
                                                : NULL;
    for (size_t i = 0; i < part.rows; i++)
        texts[i] = values ? records_text(records, values[part.first + i]) : text;
}

static void fill_endings(const struct attempts *attempts, struct part part, const char **texts)
{
    const uint8_t *endings = records_endings(&attempts->records->blocks[part.block]);
    for (size_t i = 0; endings && i < part.rows; i++)
        texts[i] = canonical_endings[endings[part.first + i]];
}

static const char *words_at(const struct attempts *attempts, const struct records_block *block,
                            size_t row, struct origin origin, struct arena *arena)
{
    const struct attempt_words *words = &attempts->words;
    if (origin.of == OF_LINK)
        return attempt_link_at(&words->links, (enum attempt_link)origin.column, block, row, arena);
    struct attempt_end end = attempt_end_said(words, block, row);
    return origin.of == OF_REASON ? attempt_end_reason(&words->ends, end, arena)
                                  : attempt_meaning(words, block, row, end);
}

static void fill_words(const struct attempts *attempts, struct part part, struct origin origin,
                       const char **texts, struct arena *arena)
{
    const struct records_block *block = &attempts->records->blocks[part.block];
    for (size_t i = 0; i < part.rows; i++)
        texts[i] = words_at(attempts, block, part.first + i, origin, arena);
}

static bool has_any(const struct attempts *attempts, const struct part *parts, size_t count,
                    struct origin origin)
{
    bool has = origin.of != OF_RECORDS;
    for (size_t i = 0; i < count && !has; i++)
        has = records_values(&attempts->records->blocks[parts[i].block], origin.column).any;
    return has;
}

static union export_cells cells_of(const struct attempts *attempts, const struct part *parts,
                                   size_t count, struct origin origin, struct arena *arena)
{
    if (!has_any(attempts, parts, count, origin))
        return (union export_cells){NULL};
    if (origin.type == RECORD_NUMBER && origin.of == OF_RECORDS && count == 1)
        return (union export_cells){
            .numbers = records_numbers(&attempts->records->blocks[parts->block], origin.column) +
                       parts->first};
    double *numbers = NULL;
    const char **texts = NULL;
    if (origin.type == RECORD_NUMBER)
        numbers = arena_alloc_array(arena, EXPORT_BATCH_ROWS, sizeof *numbers);
    else
        texts = arena_alloc_array(arena, EXPORT_BATCH_ROWS, sizeof *texts);
    size_t row = 0;
    for (size_t i = 0; i < count; row += parts[i++].rows)
        if (numbers)
            fill_numbers(attempts, parts[i], origin, numbers + row);
        else if (origin.type == RECORD_ENDING)
            fill_endings(attempts, parts[i], texts + row);
        else if (origin.of >= OF_REASON)
            fill_words(attempts, parts[i], origin, texts + row, arena);
        else
            fill_texts(attempts, parts[i], origin, texts + row);
    if (numbers)
        return (union export_cells){.numbers = numbers};
    return (union export_cells){.texts = texts};
}

static struct export_batch batch(const struct export_source *source, size_t number,
                                 struct arena *arena)
{
    const struct attempts *attempts = source->context;
    size_t count;
    const struct part *parts = parts_of(attempts, number, &count);
    union export_cells *cells = arena_alloc_array(arena, attempts->column_count, sizeof *cells);
    for (size_t i = 0; i < attempts->column_count; i++)
        cells[i] = cells_of(attempts, parts, count, attempts->origins[i], arena);
    return (struct export_batch){export_batch_rows(source->table.rows, number), cells};
}

/* ---- columns --------------------------------------------------------------------------------- */

struct columns {
    const struct records *records;
    struct column_schema *schemas;
    struct origin *origins;
    size_t count;
    struct column_names_made names;
};

static void add(struct columns *columns, struct column_schema schema, struct origin origin)
{
    schema.name = column_names_add(&columns->names, schema.name);
    columns->schemas[columns->count] = schema;
    columns->origins[columns->count++] = origin;
}

static bool is_said(const struct attempts *attempts)
{
    for (size_t i = 0; i < attempts->records->source_count; i++)
        if (attempts->traits[i])
            return true;
    return false;
}

static struct origin origin_of(const struct records *records, enum canonical_column number)
{
    int column = canonical_record_column(number);
    if (column != RECORDS_NO_COLUMN)
        return (struct origin){OF_RECORDS, column, records->columns[column].type};
    switch ((int)number) {
    case CANONICAL_attempts_source_run:
        return (struct origin){OF_RUN, column, RECORD_NUMBER};
    case CANONICAL_attempts_source:
        return (struct origin){OF_SOURCE, column, RECORD_TEXT};
    case CANONICAL_attempts_end_reason:
        return (struct origin){OF_REASON, column, RECORD_TEXT};
    case CANONICAL_attempts_exit_meaning:
        return (struct origin){OF_MEANING, column, RECORD_TEXT};
    case CANONICAL_attempts_native_id:
        return (struct origin){OF_LINK, ATTEMPT_NATIVE_ID, RECORD_TEXT};
    case CANONICAL_attempts_work_directory:
        return (struct origin){OF_LINK, ATTEMPT_WORK_DIRECTORY, RECORD_TEXT};
    case CANONICAL_attempts_log:
        return (struct origin){OF_LINK, ATTEMPT_LOG, RECORD_TEXT};
    default:
        return (struct origin){OF_TRAITS, column, RECORD_TEXT};
    }
}

/* Whether any input has it, or what it is worked out of. */
static bool is_there(const struct attempts *attempts, struct origin origin)
{
    const struct records *records = attempts->records;
    const size_t *first = attempts->words.links.first;
    switch (origin.of) {
    case OF_RECORDS:
        return records_has(records, origin.column);
    case OF_TRAITS:
        return is_said(attempts);
    case OF_REASON:
        return records_has(records, RECORD_ENDING_COLUMN) ||
               records_has(records, RECORD_EXIT_CODE_COLUMN);
    case OF_MEANING:
        return records_has(records, RECORD_EXIT_CODE_COLUMN) ||
               records_has(records, RECORD_MEMORY_RAN_OUT_COLUMN);
    case OF_LINK:
        return first[origin.column] < first[origin.column + 1];
    case OF_RUN:
    case OF_SOURCE:
        break;
    }
    return true;
}

static void add_fixed(struct columns *columns, const struct attempts *attempts)
{
    const struct table_schema *schema = canonical_table_at(CANONICAL_attempts);
    for (size_t i = 0; i < schema->column_count; i++) {
        struct origin origin =
            origin_of(attempts->records, CANONICAL_FIRST_attempts + (enum canonical_column)i);
        if (is_there(attempts, origin))
            add(columns, schema->columns[i], origin);
    }
}

/* The unit stands behind the name, where there is one: "size [B]". */
static const char *attribute_name(const struct records_column *column, struct arena *arena)
{
    size_t size = strlen(column->name);
    bool ends_alike = column->type == RECORD_NUMBER && size && column->name[size - 1] == ']';
    return column->unit[0] || ends_alike
               ? arena_format(arena, "%s [%s]", column->name, column->unit)
               : column->name;
}

/* Also those without any value: that a source says nothing is something, too. */
static void add_attributes(struct columns *columns, struct arena *arena)
{
    for (size_t i = RECORD_FIXED_COLUMNS; i < columns->records->column_count; i++) {
        const struct records_column *column = &columns->records->columns[i];
        bool is_number = column->type == RECORD_NUMBER;
        add(columns,
            (struct column_schema){.name = attribute_name(column, arena),
                                   .type = is_number ? COLUMN_NUMBER : COLUMN_TEXT,
                                   .meaning = is_number ? MEANING_NUMBER : MEANING_TEXT,
                                   .unit = column->unit,
                                   .title = column->name,
                                   .description = "As the source calls it"},
            (struct origin){OF_RECORDS, (int)i, column->type});
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Batches take rows of as many blocks as they need: there may be a source for each record. */
static void cut_parts(struct attempts *attempts, struct arena *arena)
{
    const struct records *records = attempts->records;
    size_t batches = export_batch_count(records->rows), count = 0, row = 0;
    struct part *parts = arena_alloc_array(arena, batches + records->block_count, sizeof *parts);
    size_t *firsts = arena_alloc_array(arena, batches + 1, sizeof *firsts);
    for (size_t block = 0; block < records->block_count; block++)
        for (size_t first = 0, taken; first < records->blocks[block].rows; first += taken) {
            size_t left = records->blocks[block].rows - first;
            size_t room = EXPORT_BATCH_ROWS - row % EXPORT_BATCH_ROWS;
            taken = left < room ? left : room;
            if (row % EXPORT_BATCH_ROWS == 0)
                firsts[row / EXPORT_BATCH_ROWS] = count;
            parts[count++] = (struct part){block, first, taken};
            row += taken;
        }
    firsts[batches] = count;
    attempts->parts = parts;
    attempts->batch_parts = firsts;
}

static void name_sources(struct attempts *attempts, const struct short_paths *input_names,
                         struct arena *arena)
{
    const struct records *records = attempts->records;
    attempts->names = arena_alloc_array(arena, records->source_count, sizeof *attempts->names);
    attempts->traits = arena_alloc_array(arena, records->source_count, sizeof *attempts->traits);
    for (size_t i = 0; i < records->source_count; i++) {
        attempts->names[i] = short_paths_get(input_names, records->sources[i].path);
        attempts->traits[i] = traits_of(&records->sources[i], arena);
    }
}

/* With limits that live in the arena: whoever has the source releases nothing else. */
static struct attempt_words words_of(const struct records *records, struct arena *arena)
{
    struct attempt_words words = attempt_words_of(records, arena);
    bool *is_exceeded = arena_alloc_array(arena, records->source_count + 1, sizeof *is_exceeded);
    memcpy(is_exceeded, words.limits.is_exceeded, records->source_count * sizeof *is_exceeded);
    attempt_words_release(&words);
    words.limits.is_exceeded = is_exceeded;
    return words;
}

struct export_source attempt_source(const struct records *records,
                                    const struct short_paths *input_names, struct arena *arena)
{
    struct attempts *attempts = arena_alloc(arena, sizeof *attempts);
    attempts->records = records;
    attempts->words = words_of(records, arena);
    name_sources(attempts, input_names, arena);
    size_t most = canonical_table_at(CANONICAL_attempts)->column_count + records->column_count;
    struct columns columns = {.records = records,
                              .schemas = arena_alloc_array(arena, most, sizeof *columns.schemas),
                              .origins = arena_alloc_array(arena, most, sizeof *columns.origins),
                              .names = {.arena = arena}};
    add_fixed(&columns, attempts);
    add_attributes(&columns, arena);
    column_names_release(&columns.names);
    cut_parts(attempts, arena);
    attempts->origins = columns.origins;
    attempts->column_count = columns.count;
    return (struct export_source){
        .table = {.name = canonical_table_at(CANONICAL_attempts)->name,
                  .row = canonical_table_at(CANONICAL_attempts)->row,
                  .columns = columns.schemas,
                  .column_count = columns.count,
                  .rows = records->rows},
        .batches = export_batch_count(records->rows),
        .context = attempts,
        .batch = batch,
    };
}
