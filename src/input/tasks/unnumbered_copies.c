#include "input/tasks/unnumbered_copies.h"

#include <math.h>
#include <stdlib.h>

#include "util/count_text.h"
#include "util/memory.h"

enum { FEWEST_DIFFERENT = 10 };

struct item {
    uint32_t source, kind;
    double elapsed_s;
    bool has_failed;
    size_t record;
};

/* Items of a source lie together. */
struct source {
    size_t first, count,
        failed;       /* of its records with an elapsed time, its items; failed: of these */
    size_t rows;      /* of its records, with or without elapsed time */
    bool is_numbered; /* has ids or times */
    bool is_compared; /* by its numbers of tasks it may be a copy, or have one */
    double rounding;  /* of one that may be a copy: how exact its times are */
};

struct search {
    struct records *records;
    struct item *items;
    size_t count;
    struct source *sources;
    uint8_t *dropped;
    size_t drops;
};

static bool has_failed(const struct records_block *block, size_t row)
{
    const uint8_t *endings = records_endings(block);
    enum record_ending ending = endings ? (enum record_ending)endings[row] : ENDING_UNSAID;
    return ending != ENDING_UNSAID && ending != ENDING_SUCCEEDED && ending != ENDING_CACHED;
}

static int compare_items(const void *left, const void *right)
{
    const struct item *l = left, *r = right;
    if (l->source != r->source)
        return l->source < r->source ? -1 : 1;
    if (l->kind != r->kind)
        return l->kind < r->kind ? -1 : 1;
    if (l->elapsed_s < r->elapsed_s || l->elapsed_s > r->elapsed_s)
        return l->elapsed_s < r->elapsed_s ? -1 : 1;
    return (l->record > r->record) - (l->record < r->record);
}

static void count_block(struct source *source, const struct records_block *block)
{
    const double *elapsed = records_numbers(block, RECORD_ELAPSED_COLUMN);
    source->rows += block->rows;
    for (size_t row = 0; row < block->rows; row++) {
        source->is_numbered = source->is_numbered ||
                              records_text_at(block, RECORD_ID_COLUMN, row) ||
                              !isnan(records_number_at(block, RECORD_START_COLUMN, row));
        if (!elapsed || isnan(elapsed[row]))
            continue;
        source->count++;
        source->failed += has_failed(block, row);
    }
}

/* Without ids and times, but an elapsed time of each. */
static bool is_unnumbered(const struct source *source)
{
    return !source->is_numbered && source->count >= FEWEST_DIFFERENT &&
           source->count == source->rows;
}

static bool may_be_same(const struct source *copy, const struct source *other)
{
    return is_unnumbered(copy) && other->is_numbered &&
           (copy->count == other->count || copy->count == other->count - other->failed);
}

/* Returns how many items those have that are to be compared: of most inputs, none. */
static size_t choose_sources(struct search *search)
{
    const struct records *records = search->records;
    size_t items = 0, numbered = 0;
    for (size_t i = 0; i < records->block_count; i++)
        count_block(&search->sources[records->blocks[i].source], &records->blocks[i]);
    for (size_t i = 0; i < records->source_count; i++)
        numbered += search->sources[i].is_numbered;
    for (size_t copy = 0; numbered && copy < records->source_count; copy++)
        for (size_t other = 0;
             is_unnumbered(&search->sources[copy]) && other < records->source_count; other++)
            if (may_be_same(&search->sources[copy], &search->sources[other]))
                search->sources[copy].is_compared = search->sources[other].is_compared = true;
    for (size_t i = 0; i < records->source_count; i++)
        items += search->sources[i].is_compared ? search->sources[i].count : 0;
    return items;
}

static void collect_block(struct search *search, const struct records_block *block, size_t first)
{
    const double *elapsed = records_numbers(block, RECORD_ELAPSED_COLUMN);
    for (size_t row = 0; elapsed && row < block->rows; row++)
        if (!isnan(elapsed[row]))
            search->items[search->count++] =
                (struct item){block->source, records_text_at(block, RECORD_TASK_COLUMN, row),
                              elapsed[row], has_failed(block, row), first + row};
}

static void collect(struct search *search)
{
    size_t first = 0;
    for (size_t i = 0; i < search->records->block_count; i++) {
        const struct records_block *block = &search->records->blocks[i];
        if (search->sources[block->source].is_compared)
            collect_block(search, block, first);
        first += block->rows;
    }
    qsort(search->items, search->count, sizeof *search->items, compare_items);
    for (size_t i = search->count; i-- > 0;)
        search->sources[search->items[i].source].first = i;
}

/* Half a unit of the last place that any of the values has, from 1 s to 1 ms. */
static double rounding_of(const struct item *items, size_t count)
{
    double unit = 1;
    for (size_t i = 0; i < count; i++)
        while (unit > 2e-3 && fabs(items[i].elapsed_s / unit - round(items[i].elapsed_s / unit)) >
                                  1e-6 * fmax(1, items[i].elapsed_s / unit))
            unit /= 10;
    return 0.51 * unit;
}

static size_t count_different(const struct item *items, size_t count, double rounding)
{
    size_t different = 0;
    for (size_t i = 0; i < count; i++)
        different += i == 0 || items[i].kind != items[i - 1].kind ||
                     items[i].elapsed_s > items[i - 1].elapsed_s + rounding;
    return different;
}

/* Whether the other source has the same tasks: all of its own, or those that did not fail. */
static bool are_same(const struct search *search, const struct source *copy,
                     const struct source *other, bool with_failed)
{
    const struct item *items = search->items + copy->first;
    size_t at = 0;
    if (copy->count != (with_failed ? other->count : other->count - other->failed))
        return false;
    for (size_t i = 0; i < other->count; i++) {
        const struct item *its = &search->items[other->first + i];
        if (its->has_failed && !with_failed)
            continue;
        if (its->kind != items[at].kind ||
            fabs(its->elapsed_s - items[at].elapsed_s) > copy->rounding)
            return false;
        at++;
    }
    return true;
}

/* ---- what is done about them ---- */

static bool has_measure(const struct records *records, uint32_t source, int column)
{
    for (size_t b = 0; b < records->block_count; b++)
        for (size_t row = 0; records->blocks[b].source == source && row < records->blocks[b].rows;
             row++)
            if (!isnan(records_number_at(&records->blocks[b], column, row)))
                return true;
    return false;
}

static bool says_more(const struct records *records, uint32_t copy, uint32_t other)
{
    static const int columns[] = {RECORD_CPU_COLUMN,        RECORD_CORES_COLUMN,
                                  RECORD_MEMORY_COLUMN,     RECORD_REQUESTED_MEMORY_COLUMN,
                                  RECORD_BYTES_READ_COLUMN, RECORD_BYTES_WRITTEN_COLUMN};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        if (has_measure(records, copy, columns[i]) && !has_measure(records, other, columns[i]))
            return true;
    return false;
}

static void settle(struct search *search, uint32_t copy, uint32_t other,
                   struct diagnostics *diagnostics)
{
    const struct source *source = &search->sources[copy];
    const struct records_source *sources = search->records->sources;
    const char *kept = sources[other].path ? sources[other].path : "another input";
    bool is_needed = says_more(search->records, copy, other);
    diagnostics_note(diagnostics, (struct place){.input = sources[copy].path},
                     is_needed
                         ? "no ids and times, but the same task kinds and elapsed times as the %s "
                           "tasks of %s: counted twice if they are the same (then give only one)"
                         : "no ids and times, but the same task kinds and elapsed times as the %s "
                           "tasks of %s: assumed to be the same, counted once",
                     COUNT_TEXT(source->count), kept);
    for (size_t i = 0; !is_needed && i < source->count; i++, search->drops++)
        search->dropped[search->items[source->first + i].record] = 1;
}

/* Whether it may be a copy: without ids and times, and of tasks that are not all the same. */
static bool may_be_copy(const struct search *search, struct source *source)
{
    const struct item *items = search->items + source->first;
    if (source->is_numbered)
        return false;
    source->rounding = rounding_of(items, source->count);
    return count_different(items, source->count, source->rounding) >= FEWEST_DIFFERENT;
}

static void compare_sources(struct search *search, struct diagnostics *diagnostics)
{
    size_t sources = search->records->source_count;
    for (size_t copy = 0; copy < sources; copy++) {
        struct source *its = &search->sources[copy];
        if (!its->is_compared || !may_be_copy(search, its))
            continue;
        for (size_t other = 0; other < sources; other++)
            if (may_be_same(its, &search->sources[other]) &&
                (are_same(search, its, &search->sources[other], true) ||
                 are_same(search, its, &search->sources[other], false))) {
                settle(search, (uint32_t)copy, (uint32_t)other, diagnostics);
                break;
            }
    }
}

void unnumbered_copies_drop(struct records *records, struct diagnostics *diagnostics)
{
    if (records->source_count < 2 || !records_has(records, RECORD_ELAPSED_COLUMN))
        return;
    struct search search = {
        .records = records,
        .sources = memory_alloc_array(records->source_count, sizeof *search.sources),
    };
    size_t items = choose_sources(&search);
    if (items) {
        search.items = memory_alloc_array(items, sizeof *search.items);
        search.dropped = memory_alloc_array(records->rows + 1, sizeof *search.dropped);
        collect(&search);
        compare_sources(&search, diagnostics);
    }
    if (search.drops)
        records_drop(records, search.dropped);
    free(search.items);
    free(search.sources);
    free(search.dropped);
}
