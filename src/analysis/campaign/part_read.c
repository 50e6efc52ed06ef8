#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/campaign/amounts.h"
#include "analysis/campaign/part_bytes.h"
#include "analysis/campaign/point_cells.h"
#include "analysis/statistics/sketch.h"
#include "util/deflated.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/utf8.h"

__extension__ typedef unsigned __int128 wide;

static const uint64_t MOST_CONTENT = (uint64_t)1 << 32;
/* Of changes: so many parts can be put together before a number has no room. */
static const int64_t MOST_CHANGE = (int64_t)1 << 48, MOST_PLACE = (int64_t)1 << 34;

/* What is left to be read; `wrong` once something was not there, or none that a part has. */
struct cursor {
    const unsigned char *at, *end;
    const char *wrong;
};

static void fail(struct cursor *cursor, const char *what)
{
    if (!cursor->wrong)
        cursor->wrong = what;
    cursor->at = cursor->end;
}

/* ---- numbers ---- */

static wide take_wide(struct cursor *cursor)
{
    enum { MOST_SHIFT = 126 };
    wide number = 0;
    for (int shift = 0; shift <= MOST_SHIFT; shift += 7) {
        if (cursor->at == cursor->end)
            break;
        unsigned char byte = *cursor->at++;
        if (shift == MOST_SHIFT && byte > 3)
            break;
        number |= (wide)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return number;
    }
    fail(cursor, "a number ends early or is too large");
    return 0;
}

static uint64_t take_number(struct cursor *cursor)
{
    wide number = take_wide(cursor);
    if (number >> 64)
        fail(cursor, "a number is too large");
    return (uint64_t)number;
}

/* Within ±limit, which is at most 2^100. */
static change_area take_signed(struct cursor *cursor, change_area limit)
{
    wide number = take_wide(cursor);
    if (number / 2 >= (wide)limit) {
        fail(cursor, "a number is too large");
        return 0;
    }
    return number % 2 ? -(change_area)(number / 2) - 1 : (change_area)(number / 2);
}

/* Of items that take `size` bytes each or more. */
static size_t take_count(struct cursor *cursor, size_t size)
{
    uint64_t count = take_number(cursor);
    if (count > (size_t)(cursor->end - cursor->at) / size) {
        fail(cursor, "there are fewer items than their number");
        return 0;
    }
    return (size_t)count;
}

static uint64_t take_bytes(struct cursor *cursor, int size)
{
    uint64_t number = 0;
    if (cursor->end - cursor->at < size) {
        fail(cursor, "it ends early");
        return 0;
    }
    for (int i = 0; i < size; i++)
        number |= (uint64_t)*cursor->at++ << 8 * i;
    return number;
}

static double take_double(struct cursor *cursor)
{
    uint64_t bits = take_bytes(cursor, 8);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* ---- texts ---- */

struct texts {
    uint32_t *numbers; /* of the part, of each in the file; [0]: missing */
    size_t count;      /* with the missing one */
};

static void take_texts(struct cursor *cursor, struct part *part, struct texts *texts)
{
    size_t count = take_count(cursor, 1);
    texts->numbers = memory_alloc_array(count + 1, sizeof *texts->numbers);
    texts->count = 1;
    for (size_t i = 0; i < count && !cursor->wrong; i++) {
        size_t size = take_count(cursor, 1);
        const char *text = (const char *)cursor->at;
        if (cursor->wrong)
            return;
        if (memchr(text, '\0', size) || !utf8_is_valid(text, size))
            fail(cursor, "a name is not UTF-8");
        else
            cursor->at += size;
        texts->numbers[texts->count++] = interner_add(&part->texts, text, size);
    }
}

static uint32_t take_text(struct cursor *cursor, const struct texts *texts)
{
    uint64_t number = take_number(cursor);
    if (number < texts->count)
        return texts->numbers[number];
    fail(cursor, "a name is not listed");
    return 0;
}

/* ---- what entries have ---- */

static void take_sum(struct cursor *cursor, struct exact_sum *sum, int places)
{
    enum { DIGIT_SIZE = 4 };
    sum->count = take_number(cursor);
    size_t used = take_count(cursor, DIGIT_SIZE);
    if (!used)
        return;
    uint64_t first = take_number(cursor);
    if (used > (size_t)places || first / 2 + used > (size_t)places || !sum->count) {
        fail(cursor, "a sum is none of numbers");
        return;
    }
    sum->digits = memory_alloc_array(used, sizeof *sum->digits);
    sum->capacity = sum->used = (int)used;
    sum->first = (int)(first / 2);
    for (size_t i = 0; i < used; i++) {
        int64_t digit = (int64_t)take_bytes(cursor, DIGIT_SIZE);
        sum->digits[i] = first % 2 ? -digit : digit;
    }
    if (!sum->digits[0] || !sum->digits[used - 1])
        fail(cursor, "a sum has zeroes at its ends");
}

static void take_key_counts(struct cursor *cursor, struct key_counts *values,
                            bool (*has)(int64_t key))
{
    const change_area most_step = (change_area)1 << 54;
    size_t count = take_count(cursor, 2);
    int64_t key = 0;
    for (size_t i = 0; i < count && !cursor->wrong; i++) {
        int64_t step = (int64_t)take_signed(cursor, most_step);
        key += step;
        uint64_t its = take_number(cursor);
        if ((i && step <= 0) || !has(key) || !its || its >> 56)
            fail(cursor, "counts are not in order");
        else
            key_counts_append(values, key, its);
    }
}

static bool is_second(int64_t key)
{
    return key > -MOST_PLACE && key < MOST_PLACE;
}

/* Whether what is known of the values of an entry can be of the same ones. */
static bool is_consistent(const struct part_entry *entry, const struct part_shape *shape)
{
    if (!shape->values || !(shape->sums || entry->key.class == PART_POINTS))
        return true;
    uint64_t total = key_counts_total(&entry->values);
    for (int i = 0; i < shape->sums; i++)
        if (entry->sums[i].count != total)
            return false;
    for (int i = 0; i < shape->lows; i++)
        if (total && !(isfinite(entry->lows[i]) && isfinite(entry->highs[i]) &&
                       entry->lows[i] <= entry->highs[i]))
            return false;
    return true;
}

static void take_entry(struct cursor *cursor, struct part *part, const struct texts *texts)
{
    uint64_t class = take_number(cursor);
    if (class >= PART_CLASSES) {
        fail(cursor, "it has entries of an unknown class");
        return;
    }
    const struct part_shape *shape = &part_shapes[class];
    struct part_key key = {.class = (enum part_class) class};
    for (int i = 0; i < shape->texts; i++)
        key.texts[i] = take_text(cursor, texts);
    size_t before = part->entry_count;
    struct part_entry *entry = part_entry(part, &key);
    if (part->entry_count == before) {
        fail(cursor, "an entry is there twice");
        return;
    }
    for (int i = 0; i < shape->counts; i++)
        entry->counts[i] = take_number(cursor);
    for (int i = 0; i < shape->sums; i++)
        take_sum(cursor, &entry->sums[i],
                 shape->values && i == shape->sums - 1 ? EXACT_SUM_SQUARE_PLACES - 4
                                                       : EXACT_SUM_PLACES - 4);
    for (int i = 0; i < shape->lows; i++)
        entry->lows[i] = take_double(cursor);
    for (int i = 0; i < shape->highs; i++)
        entry->highs[i] = take_double(cursor);
    if (shape->values)
        take_key_counts(cursor, &entry->values,
                        class == PART_POINTS      ? point_cell_is_one
                        : class == PART_FAILED_AT ? is_second
                        : class == PART_AMOUNT    ? amounts_have
                                                  : sketch_has);
    for (int i = 0; i < shape->tops; i++)
        entry->tops[i] = take_double(cursor);
    if (shape->examples)
        entry->example = take_text(cursor, texts);
    if (!cursor->wrong && !is_consistent(entry, shape))
        fail(cursor, "its numbers contradict each other");
}

/* ---- all ---- */

static void take_cell(struct cursor *cursor, struct change_grid *grid, int64_t place)
{
    int64_t width = change_grid_width(grid);
    struct change_cell cell = {.place = place,
                               .change = (int64_t)take_signed(cursor, MOST_CHANGE),
                               .area = take_signed(cursor, (change_area)1 << 100)};
    uint64_t first = take_number(cursor), further = take_number(cursor);
    if (first >= (uint64_t)width || further >= (uint64_t)width - first) {
        fail(cursor, "a change is in another cell");
        return;
    }
    cell.first = place * width + (int64_t)first;
    cell.last = cell.first + (int64_t)further;
    *list_add(grid) = cell;
}

static void take_changes(struct cursor *cursor, struct change_grid *grid)
{
    uint64_t level = take_number(cursor);
    size_t count = take_count(cursor, 5);
    if (level > CHANGE_GRID_MOST_LEVEL || count > CHANGE_GRID_MOST) {
        fail(cursor, "changes have no such cells");
        return;
    }
    grid->level = (int)level;
    const int64_t most = MOST_PLACE >> level;
    int64_t place = 0;
    for (size_t i = 0; i < count && !cursor->wrong; i++) {
        int64_t step = (int64_t)take_signed(cursor, MOST_PLACE);
        place += step;
        if ((i && step <= 0) || place > most || place < -most - 1)
            fail(cursor, "changes are not in order");
        else
            take_cell(cursor, grid, place);
    }
}

static void take_inputs(struct cursor *cursor, struct part *part, const struct texts *texts)
{
    enum { LEAST_SIZE = 24 };
    size_t count = take_count(cursor, LEAST_SIZE);
    for (size_t i = 0; i < count && !cursor->wrong; i++) {
        struct part_input input = {0};
        input.name = interner_text(&part->texts, take_text(cursor, texts));
        input.format = interner_text(&part->texts, take_text(cursor, texts));
        input.checksum = interner_text(&part->texts, take_text(cursor, texts));
        input.content = interner_text(&part->texts, take_text(cursor, texts));
        input.size = take_number(cursor);
        input.records = take_number(cursor);
        input.rejected = take_number(cursor);
        uint64_t end = take_number(cursor);
        if (end > DIAGNOSTIC_ENDS_EARLY)
            fail(cursor, "an input has no such end");
        input.end = (enum diagnostic_end)end;
        input.reduced = take_bytes(cursor, sizeof input.reduced);
        input.place = take_bytes(cursor, sizeof input.place);
        if (!input.name || !input.format || !input.checksum || !input.content)
            fail(cursor, "an input has no name");
        else if (!cursor->wrong && !part_add_input(part, &input))
            fail(cursor, "an input is there twice");
    }
}

static uint64_t take_holder(struct cursor *cursor, const struct part *part)
{
    uint64_t number = take_number(cursor);
    if (number > part->input_count)
        fail(cursor, "a task is of an unknown input");
    return number && !cursor->wrong ? part_input_hash(&part->inputs[number - 1]) : 0;
}

/* The second of the inputs is another one, and greater; there is none without the first. */
static void take_sampled(struct cursor *cursor, const struct part *part, struct task_sample *sample)
{
    struct sampled_task task = {.hash = sample->count ? list_last(sample)->hash : 0};
    uint64_t step = take_number(cursor);
    task.inputs = take_number(cursor);
    for (int i = 0; i < TASK_SAMPLE_HOLDERS; i++)
        task.holders[i] = take_holder(cursor, part);
    if ((sample->count && !step) || step > UINT64_MAX - task.hash || !task.inputs ||
        task.inputs > part->input_count ||
        (task.holders[1] && (task.holders[0] >= task.holders[1] || task.inputs < 2)))
        fail(cursor, "its tasks are no sample");
    task.hash += step;
    *list_add(sample) = task;
}

static void take_sample(struct cursor *cursor, struct part *part)
{
    enum { LEAST_SIZE = 4 };
    struct task_sample *sample = &part->sample;
    uint64_t held = 0;
    sample->tasks = take_number(cursor);
    size_t count = take_count(cursor, LEAST_SIZE);
    if (count > TASK_SAMPLE_MOST || sample->tasks >> 56)
        fail(cursor, "its tasks are no sample");
    for (size_t i = 0; i < count && !cursor->wrong; i++) {
        take_sampled(cursor, part, sample);
        held += list_last(sample)->inputs;
    }
    if (held > sample->tasks || (!held && sample->tasks))
        fail(cursor, "its tasks are fewer than those in its sample");
}

static void take_content(struct cursor *cursor, struct part *part)
{
    struct texts texts = {0};
    part->settings.small_memory = take_double(cursor);
    part->settings.medium_memory = take_double(cursor);
    uint64_t flags = take_number(cursor);
    part->has_steps = flags & 1;
    part->has_submits = flags & 2;
    part->has_reasons = flags & 4;
    part->sources = flags >> 3;
    if (part->sources >> PART_SOURCE_SORTS)
        fail(cursor, "it has sources of an unknown sort");
    take_texts(cursor, part, &texts);
    take_inputs(cursor, part, &texts);
    take_sample(cursor, part);
    for (int i = 0; i < PART_CHANGES; i++)
        take_changes(cursor, &part->changes[i]);
    size_t count = take_count(cursor, 1);
    for (size_t i = 0; i < count && !cursor->wrong; i++)
        take_entry(cursor, part, &texts);
    if (!cursor->wrong && cursor->at != cursor->end)
        fail(cursor, "something follows its entries");
    free(texts.numbers);
}

static bool is_damaged(const char *path, const char *what, struct error *error)
{
    return error_set(error, ERROR_INPUT,
                     "%s: a damaged part: %s (make it again with 'jobreport summarize')", path,
                     what);
}

static bool read_content(struct part *part, const char *path, const char *packed, size_t size,
                         uint64_t content_size, struct error *error)
{
    struct strbuf content;
    strbuf_init(&content);
    strbuf_reserve(&content, (size_t)content_size);
    bool good = deflated_read(packed, size, content.text, (size_t)content_size);
    content.size = good ? (size_t)content_size : 0;
    struct cursor cursor = {(const unsigned char *)content.text,
                            (const unsigned char *)content.text + content.size,
                            good ? NULL : "its content cannot be decompressed"};
    if (good)
        take_content(&cursor, part);
    strbuf_release(&content);
    return !cursor.wrong || is_damaged(path, cursor.wrong, error);
}

bool part_read(struct part *part, const char *path, const char *bytes, size_t size,
               struct error *error)
{
    part_init(part);
    struct cursor cursor = {(const unsigned char *)bytes, (const unsigned char *)bytes + size,
                            NULL};
    if (size < sizeof part_magic || memcmp(bytes, part_magic, sizeof part_magic) != 0)
        return error_set(error, ERROR_INPUT,
                         "%s: not a part of a campaign ('jobreport summarize' makes them)", path);
    cursor.at += sizeof part_magic;
    uint64_t version = take_bytes(&cursor, 4), checksum = take_bytes(&cursor, 4);
    const unsigned char *checked = cursor.at;
    uint64_t content_size = take_bytes(&cursor, 8);
    size_t packed_size = (size_t)(cursor.end - cursor.at);
    if (cursor.wrong)
        return is_damaged(path, cursor.wrong, error);
    if (version != PART_VERSION)
        return error_set(error, ERROR_INPUT,
                         "%s: a part of version %llu, while this program reads version %d (use the "
                         "same version of jobreport for 'summarize' and 'merge')",
                         path, (unsigned long long)version, PART_VERSION);
    if (deflated_crc32(checked, (size_t)(cursor.end - checked)) != checksum)
        return is_damaged(path, "its checksum is wrong", error);
    if (content_size > MOST_CONTENT || content_size / DEFLATED_MOST_RATIO > packed_size)
        return is_damaged(path, "its size is wrong", error);
    return read_content(part, path, (const char *)cursor.at, packed_size, content_size, error);
}
