#include "input/tasks/equal_rows.h"

#include <math.h>
#include <stdlib.h>

#include "input/tasks/record_rows.h"
#include "util/count_text.h"
#include "util/hash.h"
#include "util/hash_index.h"
#include "util/memory.h"

enum { FEWEST_EXACT = 10, MOST_TRIED = 100 };

struct search {
    struct records *records;
    size_t *starts;
    uint8_t *is_looked_at;        /* a source each */
    struct hash_index distinct;   /* records that are equal to no earlier one */
    uint32_t *taken_by;           /* a record each: 1 + the last source whose record it took */
    uint8_t *dropped;             /* a record each */
    size_t *equal, *exact, *rows; /* a source each; exact: of those that are equal */
};

/* Known to more than four digits: 34.508 s, not 34.5 s. */
static bool is_exact(double elapsed_s)
{
    if (!(elapsed_s > 0) || isinf(elapsed_s))
        return false;
    double unit = pow(10, floor(log10(elapsed_s)) - 3), parts = elapsed_s / unit;
    return fabs(parts - round(parts)) > 1e-6;
}

static void find_sources(struct search *search)
{
    struct records *records = search->records;
    for (size_t i = 0; i < records->source_count; i++)
        search->is_looked_at[i] =
            !records->sources[i].has_queue && !records->sources[i].lacks_columns;
    for (size_t i = 0; i < records->block_count; i++) {
        const struct records_block *block = &records->blocks[i];
        search->rows[block->source] += block->rows;
        for (size_t row = 0; search->is_looked_at[block->source] && row < block->rows; row++)
            if (records_text_at(block, RECORD_ID_COLUMN, row) ||
                !isnan(records_number_at(block, RECORD_START_COLUMN, row)))
                search->is_looked_at[block->source] = 0;
    }
}

static bool are_several(const struct search *search)
{
    size_t count = 0;
    for (size_t i = 0; i < search->records->source_count; i++)
        count += search->is_looked_at[i];
    return count > 1;
}

static uint64_t hash_of(const struct record_row *record)
{
    uint64_t hash = hash_number(HASH_START, record_row_number(record, RECORD_ELAPSED_COLUMN));
    hash = hash_number(hash, record_row_number(record, RECORD_MEMORY_COLUMN));
    hash = hash_interned(hash, record_row_text(record, RECORD_TASK_COLUMN));
    return hash;
}

/* Takes the place of an equal record of an earlier source that no other one of its own has. Where
 * very many have one elapsed time, it says nothing about which of them are the same. */
static void take_record(struct search *search, const struct record_row *record)
{
    const uint32_t source = record->block->source;
    const uint64_t hash = hash_of(record);
    size_t at = hash_index_begin(hash);
    for (size_t tried = 0; tried < MOST_TRIED; tried++) {
        uint32_t number = hash_index_next(&search->distinct, hash, &at);
        if (number == HASH_INDEX_NONE) {
            hash_index_add(&search->distinct, hash, (uint32_t)record->number);
            return;
        }
        struct record_row other = record_rows_find(search->records, search->starts, number);
        if (other.block->source == source || search->taken_by[number] == source + 1 ||
            !record_rows_equal(search->records, &other, record))
            continue;
        search->taken_by[number] = source + 1;
        search->dropped[record->number] = 1;
        search->equal[source]++;
        search->exact[source] += is_exact(record_row_number(record, RECORD_ELAPSED_COLUMN));
        return;
    }
}

static void take_all(struct search *search)
{
    for (size_t i = 0; i < search->records->block_count; i++) {
        struct record_row record = {&search->records->blocks[i], 0, search->starts[i]};
        if (!search->is_looked_at[record.block->source])
            continue;
        for (; record.row < record.block->rows; record.row++, record.number++)
            if (!isnan(record_row_number(&record, RECORD_ELAPSED_COLUMN)))
                take_record(search, &record);
    }
}

/* Those whose time is known to few digits may be equal by chance, but not most of them. */
static bool is_shown(const struct search *search, uint32_t source)
{
    return search->exact[source] >= FEWEST_EXACT &&
           2 * search->exact[source] >= search->equal[source];
}

/* Leaves the marks of those to drop; how many. */
static size_t settle(struct search *search)
{
    size_t dropped = 0;
    for (size_t i = 0; i < search->records->block_count; i++) {
        const struct records_block *block = &search->records->blocks[i];
        uint8_t *marks = &search->dropped[search->starts[i]];
        for (size_t row = 0; row < block->rows; row++) {
            marks[row] = marks[row] && is_shown(search, block->source);
            dropped += marks[row];
        }
    }
    return dropped;
}

static void note(const struct search *search, struct diagnostics *diagnostics)
{
    for (size_t i = 0; i < search->records->source_count; i++)
        if (is_shown(search, (uint32_t)i))
            diagnostics_note(
                diagnostics, (struct place){.input = search->records->sources[i].path},
                "%s of %s rows equal rows of other inputs in every field: counted once",
                COUNT_TEXT(search->equal[i]), COUNT_TEXT(search->rows[i]));
}

static void drop_equal(struct search *search, struct diagnostics *diagnostics)
{
    search->taken_by = memory_alloc_array(search->records->rows + 1, sizeof *search->taken_by);
    search->dropped = memory_alloc_array(search->records->rows + 1, sizeof *search->dropped);
    take_all(search);
    if (settle(search)) {
        note(search, diagnostics);
        records_drop(search->records, search->dropped);
    }
    hash_index_release(&search->distinct);
    free(search->taken_by);
    free(search->dropped);
}

void equal_rows_drop(struct records *records, struct diagnostics *diagnostics)
{
    if (records->source_count < 2 || records->rows >= UINT32_MAX / 2)
        return;
    struct search search = {
        .records = records,
        .starts = record_rows_starts(records),
        .is_looked_at = memory_alloc_array(records->source_count, sizeof *search.is_looked_at),
        .equal = memory_alloc_array(records->source_count, sizeof *search.equal),
        .exact = memory_alloc_array(records->source_count, sizeof *search.exact),
        .rows = memory_alloc_array(records->source_count, sizeof *search.rows),
    };
    find_sources(&search);
    if (are_several(&search))
        drop_equal(&search, diagnostics);
    free(search.starts);
    free(search.is_looked_at);
    free(search.equal);
    free(search.exact);
    free(search.rows);
}
