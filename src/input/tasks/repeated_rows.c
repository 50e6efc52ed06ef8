#include "input/tasks/repeated_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/tasks/record_rows.h"
#include "util/count_text.h"
#include "util/hash_index.h"
#include "util/memory.h"

struct repeats {
    const struct records *records;
    size_t *block_starts;    /* number of each block's first record */
    struct hash_index first; /* the first record of each key */
    uint8_t *copies;         /* a record each: whether it repeats another one */
    uint8_t *ids_are_shared; /* a source each */
    size_t *dropped;
};

/* ---- what a record says ---- */

/* Finer than milliseconds: who fails at once starts again later than that. */
static bool is_exact(double moment)
{
    static const double NEARLY_WHOLE = 4e-4;
    double ms = moment * 1e3;
    return fabs(ms - round(ms)) > NEARLY_WHOLE;
}

static bool may_have_failed(const struct record_row *record)
{
    double exit_code = record_row_number(record, RECORD_EXIT_CODE_COLUMN);
    enum record_ending ending = record_row_ending(record);
    return (ending != ENDING_UNSAID && ending != ENDING_SUCCEEDED) || fabs(exit_code) > 0;
}

/* Whether its id cannot have run twice so. */
static bool can_be_once_only(const struct record_row *record)
{
    static const double ROUNDED_S = 1;
    double start = record_row_number(record, RECORD_START_COLUMN);
    if (isnan(start))
        return !may_have_failed(record);
    return is_exact(start) || record_row_number(record, RECORD_ELAPSED_COLUMN) >= ROUNDED_S;
}

/* ---- records of one key: source, step, kind, id, and start ---- */

static const int key_texts[] = {RECORD_STEP_COLUMN, RECORD_TASK_COLUMN, RECORD_ID_COLUMN};
enum { KEY_TEXTS = sizeof key_texts / sizeof key_texts[0] };

static uint64_t mixed(uint64_t hash, uint64_t more)
{
    hash = (hash ^ more) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t hash_of(const struct record_row *record)
{
    double start = record_row_number(record, RECORD_START_COLUMN);
    uint64_t bits = 0, hash = record->block->source;
    if (!isnan(start))
        memcpy(&bits, &start, sizeof bits);
    hash = mixed(hash, bits);
    for (size_t i = 0; i < KEY_TEXTS; i++)
        hash = mixed(hash, record_row_text(record, key_texts[i]));
    return hash;
}

static bool have_one_key(const struct record_row *left, const struct record_row *right)
{
    for (size_t i = 0; i < KEY_TEXTS; i++)
        if (record_row_text(left, key_texts[i]) != record_row_text(right, key_texts[i]))
            return false;
    return left->block->source == right->block->source &&
           record_numbers_equal(record_row_number(left, RECORD_START_COLUMN),
                                record_row_number(right, RECORD_START_COLUMN));
}

/* The first record of the key, which is this one where there was none. */
static struct record_row first_of_key(struct repeats *repeats, const struct record_row *record)
{
    const uint64_t hash = hash_of(record);
    size_t at = hash_index_begin(hash);
    uint32_t number;
    while ((number = hash_index_next(&repeats->first, hash, &at)) != HASH_INDEX_NONE) {
        struct record_row first = record_rows_find(repeats->records, repeats->block_starts, number);
        if (have_one_key(&first, record))
            return first;
    }
    hash_index_add(&repeats->first, hash, (uint32_t)record->number);
    return *record;
}

static void take_record(struct repeats *repeats, const struct record_row *record)
{
    struct record_row first = first_of_key(repeats, record);
    if (first.number == record->number)
        return;
    if (!record_rows_equal(repeats->records, &first, record))
        repeats->ids_are_shared[record->block->source] = 1;
    else
        repeats->copies[record->number] = can_be_once_only(record);
}

/* Rows of a batch system are others' work (slurm/slurm_repeats.h), and of what was not read whole
 * nobody knows whether rows differ. */
static bool is_looked_at(const struct repeats *repeats, const struct records_block *block)
{
    const struct records_source *source = &repeats->records->sources[block->source];
    return !source->has_queue && !source->lacks_columns;
}

static void take_all(struct repeats *repeats)
{
    for (size_t i = 0; i < repeats->records->block_count; i++) {
        struct record_row record = {&repeats->records->blocks[i], 0, repeats->block_starts[i]};
        if (!is_looked_at(repeats, record.block))
            continue;
        for (; record.row < record.block->rows; record.row++, record.number++)
            if (record_row_text(&record, RECORD_ID_COLUMN))
                take_record(repeats, &record);
    }
}

/* ---- dropping ---- */

/* Leaves the marks of those to drop. */
static size_t settle(struct repeats *repeats)
{
    size_t number = 0, all = 0;
    for (size_t i = 0; i < repeats->records->block_count; i++) {
        const struct records_block *block = &repeats->records->blocks[i];
        for (size_t row = 0; row < block->rows; row++, number++) {
            if (repeats->ids_are_shared[block->source])
                repeats->copies[number] = 0;
            repeats->dropped[block->source] += repeats->copies[number];
            all += repeats->copies[number];
        }
    }
    return all;
}

static void note(const struct repeats *repeats, struct diagnostics *diagnostics)
{
    for (size_t i = 0; i < repeats->records->source_count; i++) {
        size_t count = repeats->dropped[i];
        if (count)
            diagnostics_note(diagnostics,
                             (struct place){.input = repeats->records->sources[i].path},
                             count == 1 ? "%s duplicate row (equal in every field), counted once"
                                        : "%s duplicate rows (equal in every field), counted once",
                             COUNT_TEXT(count));
    }
}

void repeated_rows_drop(struct records *records, struct diagnostics *diagnostics)
{
    if (records->rows >= UINT32_MAX || !records_has(records, RECORD_ID_COLUMN))
        return;
    size_t sources = records->source_count + 1;
    struct repeats repeats = {
        .records = records,
        .block_starts = record_rows_starts(records),
        .copies = memory_alloc_array(records->rows + 1, sizeof *repeats.copies),
        .ids_are_shared = memory_alloc_array(sources, sizeof *repeats.ids_are_shared),
        .dropped = memory_alloc_array(sources, sizeof *repeats.dropped),
    };
    take_all(&repeats);
    if (settle(&repeats)) {
        note(&repeats, diagnostics);
        records_drop(records, repeats.copies);
    }
    free(repeats.block_starts);
    hash_index_release(&repeats.first);
    free(repeats.copies);
    free(repeats.ids_are_shared);
    free(repeats.dropped);
}
