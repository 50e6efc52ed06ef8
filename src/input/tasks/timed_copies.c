#include "input/tasks/timed_copies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/count_text.h"
#include "util/hash.h"
#include "util/list.h"
#include "util/memory.h"

/* Clocks that begin with a run give the same moments in every run. */
static const double LEAST_UNIX_TIME = 1e8;
/* Of records of one kind, start and elapsed time that differ otherwise, as many are compared. */
enum { MOST_DIFFERENT = 64 };
/* Of what an input has of that time, to take records that are equal by whole seconds alone. */
static const double NEARLY_ALL = 0.9;

struct entry {
    uint64_t key;       /* hash of kind, start and elapsed time */
    double memory, cpu; /* 0: none; those of one key are ordered by these in each input */
    struct record_at at;
    size_t record;
    uint32_t input;
    bool has_id;
};

/* A record taken as the same as one that is kept. */
struct pair {
    struct entry dropped, kept;
    bool may_be_chance;
};

/* An attempt, by the record kept of it. */
struct attempt {
    struct entry kept;
    uint32_t latest_input; /* it takes one record of each input */
};

/* Records of an input that may be the same as others by chance, and all of its records that start
 * while they do. */
struct stretch {
    double from, to;
    size_t by_chance, all;
};

/* What one input shares with others. */
struct shared {
    uint32_t partner; /* input of the record that was kept of the first pair */
    size_t taken;
    struct stretch dropped, kept;
};

struct search {
    struct records *records;
    uint32_t *inputs; /* of each source: the first source of the same path */
    struct entry *entries;
    size_t count;
    LIST_OF(struct attempt) attempts; /* of one key */
    LIST_OF(struct pair) pairs;
    struct shared *shared; /* one an input */
    uint8_t *dropped;
};

/* ---- what records say ---- */

static double number_of(const struct search *search, const struct entry *entry, int column)
{
    return records_number_at(&search->records->blocks[entry->at.block], column, entry->at.row);
}

static uint32_t text_of(const struct search *search, const struct entry *entry, int column)
{
    return records_text_at(&search->records->blocks[entry->at.block], column, entry->at.row);
}

static enum record_ending ending_at(const struct records_block *block, size_t row)
{
    const uint8_t *endings = records_endings(block);
    return endings ? (enum record_ending)endings[row] : ENDING_UNSAID;
}

static double elapsed_at(const struct records_block *block, size_t row)
{
    double elapsed_s = records_number_at(block, RECORD_ELAPSED_COLUMN, row);
    return isnan(elapsed_s) ? records_number_at(block, RECORD_END_COLUMN, row) -
                                  records_number_at(block, RECORD_START_COLUMN, row)
                            : elapsed_s;
}

static const int compared_texts[] = {RECORD_STEP_COLUMN, RECORD_NODE_COLUMN};
static const int compared_numbers[] = {RECORD_ATTEMPT_COLUMN,      RECORD_EXIT_CODE_COLUMN,
                                       RECORD_SUBMIT_COLUMN,       RECORD_END_COLUMN,
                                       RECORD_CORES_COLUMN,        RECORD_CPU_COLUMN,
                                       RECORD_MEMORY_COLUMN,       RECORD_BYTES_READ_COLUMN,
                                       RECORD_BYTES_WRITTEN_COLUMN};
/* Of these: what two tasks hardly ever share. */
static const int measures[] = {RECORD_CPU_COLUMN, RECORD_MEMORY_COLUMN, RECORD_BYTES_READ_COLUMN,
                               RECORD_BYTES_WRITTEN_COLUMN};
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* By more than numbers worked out of others are exact. */
static bool differ(double left, double right)
{
    static const double MILLISECOND = 1e-3, EXACT_SHARE = 1e-9;
    return fabs(left - right) > fmax(MILLISECOND, EXACT_SHARE * fabs(left));
}

static bool say_the_same(const struct search *search, const struct entry *left,
                         const struct entry *right)
{
    for (size_t i = 0; i < COUNT(compared_texts); i++) {
        uint32_t l = text_of(search, left, compared_texts[i]);
        uint32_t r = text_of(search, right, compared_texts[i]);
        if (l && r && l != r)
            return false;
    }
    for (size_t i = 0; i < COUNT(compared_numbers); i++)
        if (differ(number_of(search, left, compared_numbers[i]),
                   number_of(search, right, compared_numbers[i])))
            return false;
    const struct records_block *blocks = search->records->blocks;
    enum record_ending l = ending_at(&blocks[left->at.block], left->at.row);
    enum record_ending r = ending_at(&blocks[right->at.block], right->at.row);
    return l == r || l == ENDING_UNSAID || r == ENDING_UNSAID;
}

static size_t count_known(const struct search *search, const struct entry *entry)
{
    size_t known = 0;
    for (size_t i = 0; i < COUNT(compared_numbers); i++)
        known += isnan(number_of(search, entry, compared_numbers[i])) ? 0 : 1;
    for (size_t i = 0; i < COUNT(compared_texts); i++)
        known += text_of(search, entry, compared_texts[i]) != 0;
    return known;
}

static bool is_whole(double number)
{
    return fabs(number - round(number)) < 5e-4;
}

static bool may_be_chance(const struct search *search, const struct entry *left,
                          const struct entry *right)
{
    const struct records_block *block = &search->records->blocks[left->at.block];
    if (!is_whole(number_of(search, left, RECORD_START_COLUMN)) ||
        !is_whole(elapsed_at(block, left->at.row)))
        return false;
    for (size_t i = 0; i < COUNT(measures); i++)
        if (number_of(search, left, measures[i]) > 0 && number_of(search, right, measures[i]) > 0)
            return false;
    return true;
}

/* ---- collecting ---- */

static uint64_t key_of(const struct records *records, const struct records_block *block, size_t row,
                       double elapsed_s)
{
    bool lacks_kinds = records->sources[block->source].lacks_kinds;
    double start = records_number_at(block, RECORD_START_COLUMN, row);
    uint64_t hash =
        hash_interned(HASH_START,
                      lacks_kinds ? 0 : records_text_at(block, RECORD_TASK_COLUMN, row));
    return hash_number(hash_number(hash, round(start * 1e3)), round(elapsed_s * 1e3));
}

static double positive(double number)
{
    return number > 0 ? number : 0;
}

static void collect_block(struct search *search, size_t number, size_t first)
{
    const struct records_block *block = &search->records->blocks[number];
    const double *starts = records_numbers(block, RECORD_START_COLUMN);
    for (size_t row = 0; starts && row < block->rows; row++) {
        enum record_ending ending = ending_at(block, row);
        double elapsed_s = elapsed_at(block, row);
        if (!(starts[row] >= LEAST_UNIX_TIME) || !(elapsed_s > 0) || ending == ENDING_CACHED ||
            ending == ENDING_UNFINISHED)
            continue;
        struct entry *entry = &search->entries[search->count++];
        *entry = (struct entry){.key = key_of(search->records, block, row, elapsed_s),
                                .at = {number, row},
                                .record = first + row,
                                .input = search->inputs[block->source],
                                .has_id = records_text_at(block, RECORD_ID_COLUMN, row) != 0};
        entry->memory = positive(records_number_at(block, RECORD_MEMORY_COLUMN, row));
        entry->cpu = positive(records_number_at(block, RECORD_CPU_COLUMN, row));
    }
}

static int compare_entries(const void *left, const void *right)
{
    const struct entry *l = left, *r = right;
    if (l->key != r->key)
        return l->key < r->key ? -1 : 1;
    if (l->input != r->input)
        return l->input < r->input ? -1 : 1;
    if (l->memory < r->memory || l->memory > r->memory)
        return l->memory < r->memory ? -1 : 1;
    if (l->cpu < r->cpu || l->cpu > r->cpu)
        return l->cpu < r->cpu ? -1 : 1;
    return (l->record > r->record) - (l->record < r->record);
}

/* ---- attempts ---- */

static void add_pair(struct search *search, const struct entry *dropped, const struct entry *kept)
{
    *list_add(&search->pairs) =
        (struct pair){*dropped, *kept, may_be_chance(search, dropped, kept)};
}

static void join_attempt(struct search *search, struct attempt *attempt, const struct entry *entry)
{
    attempt->latest_input = entry->input;
    bool is_better =
        entry->has_id ||
        (!attempt->kept.has_id && count_known(search, entry) > count_known(search, &attempt->kept));
    if (is_better) {
        add_pair(search, &attempt->kept, entry);
        attempt->kept = *entry;
    } else {
        add_pair(search, entry, &attempt->kept);
    }
}

/* From the first attempt on that may still take a record of this input. */
static struct attempt *find_attempt(const struct search *search, const struct entry *entry,
                                    size_t from)
{
    for (size_t i = from; i < search->attempts.count && i < from + MOST_DIFFERENT; i++) {
        struct attempt *attempt = &search->attempts.items[i];
        if (attempt->latest_input != entry->input && !(attempt->kept.has_id && entry->has_id) &&
            say_the_same(search, &attempt->kept, entry))
            return attempt;
    }
    return NULL;
}

/* Whether neither this record nor those of its input that follow it can be of the attempt. */
static bool is_passed(const struct attempt *attempt, const struct entry *entry)
{
    double memory = attempt->kept.memory;
    return attempt->latest_input == entry->input ||
           (memory > 0 && memory < entry->memory && differ(memory, entry->memory));
}

/* Those of one kind, start and elapsed time. */
static void take_alike(struct search *search, const struct entry *entries, size_t count)
{
    search->attempts.count = 0;
    size_t from = 0;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || entries[i].input != entries[i - 1].input)
            from = 0;
        while (from < search->attempts.count &&
               is_passed(&search->attempts.items[from], &entries[i]))
            from++;
        struct attempt *attempt = find_attempt(search, &entries[i], from);
        if (attempt) {
            join_attempt(search, attempt, &entries[i]);
            continue;
        }
        *list_add(&search->attempts) = (struct attempt){entries[i], entries[i].input};
    }
}

static void find_pairs(struct search *search)
{
    qsort(search->entries, search->count, sizeof *search->entries, compare_entries);
    for (size_t from = 0, to; from < search->count; from = to) {
        for (to = from + 1;
             to < search->count && search->entries[to].key == search->entries[from].key;)
            to++;
        if (search->entries[to - 1].input != search->entries[from].input)
            take_alike(search, search->entries + from, to - from);
    }
}

/* ---- chance ---- */

static void add_chance(struct stretch *stretch, double start)
{
    stretch->from = stretch->by_chance ? fmin(stretch->from, start) : start;
    stretch->to = stretch->by_chance ? fmax(stretch->to, start) : start;
    stretch->by_chance++;
}

static void count_pair(struct search *search, const struct pair *pair)
{
    struct shared *shared = &search->shared[pair->dropped.input];
    double start = number_of(search, &pair->dropped, RECORD_START_COLUMN);
    if (!shared->taken)
        shared->partner = pair->kept.input;
    shared->taken++;
    if (pair->may_be_chance) {
        add_chance(&shared->dropped, start);
        add_chance(&search->shared[pair->kept.input].kept, start);
    }
}

static bool is_within(const struct stretch *stretch, double start)
{
    return stretch->by_chance && start >= stretch->from && start <= stretch->to;
}

/* How many records the inputs have of the time in which they share some. */
static void count_then(struct search *search)
{
    for (size_t i = 0; i < search->count; i++) {
        struct shared *shared = &search->shared[search->entries[i].input];
        double start = number_of(search, &search->entries[i], RECORD_START_COLUMN);
        shared->dropped.all += is_within(&shared->dropped, start);
        shared->kept.all += is_within(&shared->kept, start);
    }
}

static bool are_nearly_all(const struct stretch *stretch)
{
    return (double)stretch->by_chance >= NEARLY_ALL * (double)stretch->all;
}

static bool is_chance(const struct search *search, const struct shared *shared)
{
    return shared->dropped.by_chance && !are_nearly_all(&shared->dropped) &&
           !are_nearly_all(&search->shared[shared->partner].kept);
}

/* ---- what is done about them ---- */

static void note(const struct search *search, uint32_t input, struct diagnostics *diagnostics)
{
    const struct records_source *sources = search->records->sources;
    const struct shared *shared = &search->shared[input];
    const char *kept = sources[shared->partner].path;
    size_t doubtful = is_chance(search, shared) ? shared->dropped.by_chance : 0;
    struct place place = {.input = sources[input].path};
    kept = kept ? kept : "another input";
    size_t sure = shared->taken - doubtful;
    if (sure)
        diagnostics_note(
            diagnostics, place,
            sure == 1
                ? "%s record is also in %s (same task kind, start and elapsed time): counted once"
                : "%s records are also in %s (same task kind, start and elapsed time): counted "
                  "once",
            COUNT_TEXT(sure), kept);
    if (doubtful)
        diagnostics_note(diagnostics, place,
                         doubtful == 1 ? "%s record has the task kind, start and elapsed time of "
                                         "one in %s: counted twice if it is the same"
                                       : "%s records have the task kind, start and elapsed time of "
                                         "records in %s: counted twice if they are the same",
                         COUNT_TEXT(doubtful), kept);
}

static void settle(struct search *search, struct diagnostics *diagnostics)
{
    for (size_t i = 0; i < search->pairs.count; i++)
        count_pair(search, &search->pairs.items[i]);
    count_then(search);
    for (size_t i = 0; i < search->pairs.count; i++) {
        const struct pair *pair = &search->pairs.items[i];
        if (pair->may_be_chance && is_chance(search, &search->shared[pair->dropped.input]))
            continue;
        search->dropped[pair->dropped.record] = 1;
        records_fill(search->records, pair->kept.at, pair->dropped.at);
    }
    for (size_t i = 0; i < search->records->source_count; i++)
        if (search->shared[i].taken)
            note(search, (uint32_t)i, diagnostics);
    records_drop(search->records, search->dropped);
}

/* A file may hold several runs, which follow each other. */
static size_t number_inputs(struct search *search)
{
    const struct records_source *sources = search->records->sources;
    size_t inputs = 0;
    for (size_t i = 0; i < search->records->source_count; i++) {
        bool is_same = i && sources[i].path && sources[i - 1].path &&
                       strcmp(sources[i].path, sources[i - 1].path) == 0;
        search->inputs[i] = is_same ? search->inputs[i - 1] : (uint32_t)i;
        inputs += !is_same;
    }
    return inputs;
}

static bool lack_ids(const struct records_block *block)
{
    const double *starts = records_numbers(block, RECORD_START_COLUMN);
    for (size_t row = 0; starts && row < block->rows; row++)
        if (starts[row] >= LEAST_UNIX_TIME && !records_text_at(block, RECORD_ID_COLUMN, row))
            return true;
    return false;
}

static bool has_records_without_id(const struct records *records)
{
    for (size_t i = 0; i < records->block_count; i++)
        if (lack_ids(&records->blocks[i]))
            return true;
    return false;
}

static void search_inputs(struct search *search, struct diagnostics *diagnostics)
{
    size_t first = 0;
    search->entries = memory_alloc_array(search->records->rows + 1, sizeof *search->entries);
    for (size_t i = 0; i < search->records->block_count; i++) {
        collect_block(search, i, first);
        first += search->records->blocks[i].rows;
    }
    find_pairs(search);
    if (search->pairs.count) {
        search->shared = memory_alloc_array(search->records->source_count, sizeof *search->shared);
        search->dropped = memory_alloc_array(search->records->rows + 1, sizeof *search->dropped);
        settle(search, diagnostics);
    }
}

void timed_copies_drop(struct records *records, struct diagnostics *diagnostics)
{
    if (records->source_count < 2 || !records_has(records, RECORD_START_COLUMN))
        return;
    struct search search = {.records = records,
                            .inputs =
                                memory_alloc_array(records->source_count, sizeof *search.inputs)};
    if (number_inputs(&search) > 1 && has_records_without_id(records))
        search_inputs(&search, diagnostics);
    free(search.inputs);
    free(search.entries);
    free(search.attempts.items);
    free(search.pairs.items);
    free(search.shared);
    free(search.dropped);
}
