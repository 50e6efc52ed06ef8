#include "input/tasks/untimed_records.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/hash.h"
#include "util/hash_index.h"
#include "util/memory.h"

/* Clocks that begin with a run give the same moments in every run. */
static const double LEAST_UNIX_TIME = 1e8;
/* Statements of one hash: where there are more, ids tell no tasks apart. */
enum { MOST_COMPARED = 64 };

/* ---- what records say ---- */

static const struct records_block *block_of(const struct untimed_records *untimed,
                                            const struct untimed_record *item)
{
    return &untimed->records->blocks[item->at.block];
}

static double number_of(const struct untimed_records *untimed, const struct untimed_record *item,
                        int column)
{
    return records_number_at(block_of(untimed, item), column, item->at.row);
}

uint32_t untimed_text(const struct untimed_records *untimed, const struct untimed_record *item,
                      int column)
{
    bool is_no_kind =
        column == RECORD_TASK_COLUMN && untimed->records->sources[item->source].lacks_kinds;
    return is_no_kind ? 0 : records_text_at(block_of(untimed, item), column, item->at.row);
}

static enum record_ending ending_at(const struct records_block *block, size_t row)
{
    const uint8_t *endings = records_endings(block);
    return endings ? (enum record_ending)endings[row] : ENDING_UNSAID;
}

enum record_ending untimed_ending(const struct untimed_records *untimed,
                                  const struct untimed_record *item)
{
    return ending_at(block_of(untimed, item), item->at.row);
}

/* What fails may fail in the same way again; what succeeded is not run again. */
bool untimed_is_done(const struct untimed_records *untimed, const struct untimed_record *item)
{
    enum record_ending ending = untimed_ending(untimed, item);
    double exit_code = number_of(untimed, item, RECORD_EXIT_CODE_COLUMN);
    return (ending == ENDING_UNSAID || ending == ENDING_SUCCEEDED) &&
           (isnan(exit_code) || fabs(exit_code) <= 0);
}

static bool numbers_differ(double left, double right)
{
    return left < right || left > right;
}

static bool say_the_same(const struct untimed_records *untimed, const struct untimed_record *left,
                         const struct untimed_record *right)
{
    for (size_t i = 0; i < untimed->records->column_count; i++) {
        int column = (int)i;
        enum record_type type = untimed->records->columns[i].type;
        if (type == RECORD_NUMBER &&
            numbers_differ(number_of(untimed, left, column), number_of(untimed, right, column)))
            return false;
        uint32_t l = type == RECORD_TEXT ? untimed_text(untimed, left, column) : 0;
        uint32_t r = type == RECORD_TEXT ? untimed_text(untimed, right, column) : 0;
        if (l && r && l != r)
            return false;
    }
    return true;
}

static const int measures[] = {RECORD_ELAPSED_COLUMN, RECORD_CPU_COLUMN, RECORD_MEMORY_COLUMN,
                               RECORD_BYTES_READ_COLUMN, RECORD_BYTES_WRITTEN_COLUMN};
enum { MEASURES = sizeof measures / sizeof measures[0] };

size_t untimed_measures(const struct untimed_records *untimed, const struct untimed_record *item)
{
    size_t count = 0;
    for (size_t i = 0; i < MEASURES; i++)
        count += number_of(untimed, item, measures[i]) > 0;
    return count;
}

/* Whole seconds without any other measure may be equal by chance. */
bool untimed_is_exact(const struct untimed_records *untimed, const struct untimed_record *item)
{
    double elapsed_s = number_of(untimed, item, RECORD_ELAPSED_COLUMN);
    return fabs(elapsed_s - round(elapsed_s)) > 5e-4 || untimed_measures(untimed, item) > 1;
}

uint64_t untimed_measured(const struct untimed_records *untimed, const struct untimed_record *item)
{
    uint64_t hash = hash_interned(HASH_START, untimed_text(untimed, item, RECORD_TASK_COLUMN));
    for (size_t i = 0; i < MEASURES; i++)
        hash = hash_number(hash, number_of(untimed, item, measures[i]));
    return hash;
}

/* ---- records of one key, and those of them that say the same ---- */

static const int key_texts[] = {RECORD_STEP_COLUMN, RECORD_TASK_COLUMN, RECORD_ID_COLUMN};
enum { KEY_TEXTS = sizeof key_texts / sizeof key_texts[0] };

static uint64_t hash_key(const struct untimed_records *untimed, const struct untimed_record *item)
{
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < KEY_TEXTS; i++)
        hash = hash_interned(hash, untimed_text(untimed, item, key_texts[i]));
    return hash;
}

static bool have_one_key(const struct untimed_records *untimed, const struct untimed_record *left,
                         const struct untimed_record *right)
{
    for (size_t i = 0; i < KEY_TEXTS; i++)
        if (untimed_text(untimed, left, key_texts[i]) != untimed_text(untimed, right, key_texts[i]))
            return false;
    return true;
}

/* The first item of its step, kind and id. */
static uint32_t find_key(const struct untimed_records *untimed, struct hash_index *keys,
                         size_t item)
{
    const uint64_t hash = hash_key(untimed, &untimed->items[item]);
    size_t at = hash_index_begin(hash);
    uint32_t first;
    while ((first = hash_index_next(keys, hash, &at)) != HASH_INDEX_NONE)
        if (have_one_key(untimed, &untimed->items[first], &untimed->items[item]))
            return first;
    hash_index_add(keys, hash, (uint32_t)item);
    return (uint32_t)item;
}

static void find_keys(struct untimed_records *untimed)
{
    struct hash_index keys = {0};
    for (size_t i = 0; i < untimed->count; i++)
        untimed->items[i].key = find_key(untimed, &keys, i);
    hash_index_release(&keys);
}

static uint64_t hash_said(const struct untimed_records *untimed, const struct untimed_record *item)
{
    return hash_number(hash_interned(HASH_START, item->key),
                       number_of(untimed, item, RECORD_ELAPSED_COLUMN));
}

/* The first item that says the same; itself, where there is none. The second of two copies in one
 * source is a copy of the second one in another. */
static uint32_t find_same(const struct untimed_records *untimed, struct hash_index *firsts,
                          size_t number)
{
    const struct untimed_record *item = &untimed->items[number];
    const uint64_t hash = hash_said(untimed, item);
    size_t at = hash_index_begin(hash);
    for (size_t compared = 0; compared < MOST_COMPARED; compared++) {
        uint32_t other = hash_index_next(firsts, hash, &at);
        if (other == HASH_INDEX_NONE) {
            hash_index_add(firsts, hash, (uint32_t)number);
            return (uint32_t)number;
        }
        const struct untimed_record *first = &untimed->items[other];
        if (first->key == item->key && first->latest != item->source &&
            untimed_ending(untimed, first) == untimed_ending(untimed, item) &&
            say_the_same(untimed, first, item))
            return other;
    }
    return (uint32_t)number;
}

static void find_copies(struct untimed_records *untimed)
{
    struct hash_index firsts = {0};
    for (size_t i = 0; i < untimed->count; i++) {
        struct untimed_record *item = &untimed->items[i];
        item->first = find_same(untimed, &firsts, i);
        untimed->items[item->first].latest = item->source;
    }
    hash_index_release(&firsts);
}

/* ---- collecting ---- */

static bool has_moment(const struct records_block *block, size_t row)
{
    return records_number_at(block, RECORD_START_COLUMN, row) >= LEAST_UNIX_TIME ||
           records_number_at(block, RECORD_SUBMIT_COLUMN, row) >= LEAST_UNIX_TIME ||
           records_number_at(block, RECORD_END_COLUMN, row) >= LEAST_UNIX_TIME;
}

static bool is_compared(const struct records *records, const struct records_block *block,
                        size_t row)
{
    return !records_have_queue(records, block) && records_text_at(block, RECORD_ID_COLUMN, row) &&
           ending_at(block, row) != ENDING_CACHED && !has_moment(block, row);
}

static void collect_block(struct untimed_records *untimed, size_t number, size_t first)
{
    const struct records_block *block = &untimed->records->blocks[number];
    struct untimed_range *range = &untimed->ranges[block->source];
    for (size_t row = 0; row < block->rows; row++) {
        if (!is_compared(untimed->records, block, row))
            continue;
        if (range->to == 0)
            range->from = untimed->count;
        untimed->items[untimed->count++] = (struct untimed_record){.at = {number, row},
                                                                   .record = first + row,
                                                                   .source = block->source,
                                                                   .latest = 0};
        range->to = untimed->count;
    }
}

static void collect(struct untimed_records *untimed)
{
    size_t first = 0;
    for (size_t i = 0; i < untimed->records->block_count; i++) {
        collect_block(untimed, i, first);
        first += untimed->records->blocks[i].rows;
    }
}

/* Whether two sources have records to compare. */
static bool has_some(const struct records *records)
{
    uint32_t source = UINT32_MAX;
    for (size_t i = 0; i < records->block_count; i++) {
        const struct records_block *block = &records->blocks[i];
        for (size_t row = 0;
             block->source != source && records_texts(block, RECORD_ID_COLUMN) && row < block->rows;
             row++) {
            if (!is_compared(records, block, row))
                continue;
            if (source != UINT32_MAX)
                return true;
            source = block->source;
        }
    }
    return false;
}

/* ---- all ---- */

bool untimed_records_find(struct untimed_records *untimed, const struct records *records)
{
    *untimed = (struct untimed_records){.records = records};
    if (records->source_count < 2 || records->rows >= UINT32_MAX ||
        !records_has(records, RECORD_ID_COLUMN) || !has_some(records))
        return false;
    untimed->items = memory_alloc_array(records->rows, sizeof *untimed->items);
    untimed->ranges = memory_alloc_array(records->source_count, sizeof *untimed->ranges);
    collect(untimed);
    find_keys(untimed);
    find_copies(untimed);
    return true;
}

void untimed_records_release(struct untimed_records *untimed)
{
    free(untimed->items);
    free(untimed->ranges);
}
