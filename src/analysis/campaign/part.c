#include "analysis/campaign/part.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/campaign/amounts.h"
#include "analysis/campaign/point_cells.h"
#include "util/hash.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

const struct part_shape part_shapes[PART_CLASSES] = {
#define PART_CLASS(id, texts, counts, sums, lows, highs, values, examples, tops)                   \
    {#id, texts, counts, sums, lows, highs, values, examples, tops},
#include "analysis/campaign/part_classes.def"
#undef PART_CLASS
};

const char *const part_change_names[PART_CHANGES] = {"running", "waiting"};

void part_init(struct part *part)
{
    *part = (struct part){0};
    interner_init(&part->texts);
}

static void release_entry(struct part_entry *entry)
{
    for (int i = 0; i < part_shapes[entry->key.class].sums; i++)
        exact_sum_release(&entry->sums[i]);
    key_counts_release(&entry->values);
    free(entry->sums);
    free(entry->counts);
}

void part_release(struct part *part)
{
    for (size_t i = 0; i < part->entry_count; i++)
        release_entry(&part->entries[i]);
    for (int i = 0; i < PART_CHANGES; i++)
        change_grid_release(&part->changes[i]);
    task_sample_release(&part->sample);
    hash_index_release(&part->by_key);
    hash_index_release(&part->by_input);
    free(part->entries);
    free(part->inputs);
    interner_release(&part->texts);
    *part = (struct part){0};
}

uint32_t part_text(struct part *part, const char *text)
{
    return text ? interner_add(&part->texts, text, strlen(text)) : 0;
}

uint32_t part_find_text(const struct part *part, const char *text)
{
    return text ? interner_find(&part->texts, text, strlen(text)) : 0;
}

static const char *text_of(const struct part *part, uint32_t number)
{
    return number ? interner_text(&part->texts, number) : NULL;
}

/* ---- entries ---- */

static uint64_t hash_of(const struct part_key *key)
{
    uint64_t hash = (uint64_t)key->class;
    for (int i = 0; i < PART_TEXTS; i++)
        hash = (hash ^ key->texts[i]) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static bool is_same(const struct part_key *left, const struct part_key *right)
{
    return left->class == right->class &&
           memcmp(left->texts, right->texts, sizeof left->texts) == 0;
}

static struct part_entry *add_entry(struct part *part, const struct part_key *key)
{
    const struct part_shape *shape = &part_shapes[key->class];
    memory_reserve(&part->entries, &part->entry_capacity, part->entry_count + 1,
                   sizeof *part->entries);
    struct part_entry *entry = &part->entries[part->entry_count++];
    *entry = (struct part_entry){.key = *key};
    if (shape->counts)
        entry->counts = memory_alloc_array((size_t)shape->counts, sizeof *entry->counts);
    if (shape->sums)
        entry->sums = memory_alloc_array((size_t)shape->sums, sizeof *entry->sums);
    for (int i = 0; i < PART_MOST_LOWS; i++)
        entry->lows[i] = NUMBER_MISSING;
    for (int i = 0; i < PART_MOST_HIGHS; i++)
        entry->highs[i] = NUMBER_MISSING;
    for (int i = 0; i < PART_MOST_TOPS; i++)
        entry->tops[i] = NUMBER_MISSING;
    return entry;
}

struct part_entry *part_find(const struct part *part, const struct part_key *key)
{
    uint64_t hash = hash_of(key);
    size_t at = hash_index_begin(hash);
    uint32_t i;
    while ((i = hash_index_next(&part->by_key, hash, &at)) != HASH_INDEX_NONE)
        if (is_same(&part->entries[i].key, key))
            return &part->entries[i];
    return NULL;
}

struct part_entry *part_entry(struct part *part, const struct part_key *key)
{
    struct part_entry *known = part_find(part, key);
    if (known)
        return known;
    hash_index_add(&part->by_key, hash_of(key), (uint32_t)part->entry_count);
    return add_entry(part, key);
}

struct part_entry *part_entry_of(struct part *part, enum part_class class, const char *first,
                                 const char *second, const char *third, const char *fourth)
{
    const struct part_key key = {class,
                                 {part_text(part, first), part_text(part, second),
                                  part_text(part, third), part_text(part, fourth)}};
    return part_entry(part, &key);
}

void part_offer_example(struct part *part, struct part_entry *entry, const char *text)
{
    if (!text)
        return;
    const char *known = text_of(part, entry->example);
    if (!known || strcmp(text, known) < 0)
        entry->example = part_text(part, text);
}

void part_offer_tops(struct part_entry *entry, const double *tops)
{
    int count = part_shapes[entry->key.class].tops;
    for (int i = 0; i < count; i++) {
        bool more = tops[i] > entry->tops[i] || (!isnan(tops[i]) && isnan(entry->tops[i]));
        bool less = tops[i] < entry->tops[i] || (isnan(tops[i]) && !isnan(entry->tops[i]));
        if (more)
            memcpy(entry->tops, tops, (size_t)count * sizeof *tops);
        if (more || less)
            return;
    }
}

/* ---- putting together ---- */

static void merge_entry(struct part *part, struct part_entry *entry, const struct part *from,
                        struct part_entry *more)
{
    const struct part_shape *shape = &part_shapes[entry->key.class];
    for (int i = 0; i < shape->counts; i++)
        entry->counts[i] += more->counts[i];
    for (int i = 0; i < shape->sums; i++)
        exact_sum_merge(&entry->sums[i], &more->sums[i]);
    for (int i = 0; i < shape->lows; i++)
        entry->lows[i] = fmin(entry->lows[i], more->lows[i]);
    for (int i = 0; i < shape->highs; i++)
        entry->highs[i] = fmax(entry->highs[i], more->highs[i]);
    key_counts_merge(&entry->values, &more->values);
    if (entry->key.class == PART_AMOUNT)
        amounts_bound(&entry->values, text_of(part, entry->key.texts[1]));
    part_offer_tops(entry, more->tops);
    part_offer_example(part, entry, text_of(from, more->example));
}

/* ---- inputs ---- */

uint64_t part_input_hash(const struct part_input *input)
{
    uint64_t hash = hash_bytes(HASH_START, input->content, strlen(input->content));
    hash = hash_bytes(hash, &input->reduced, sizeof input->reduced);
    return hash ? hash : 1;
}

uint32_t part_input_of_hash(const struct part *part, uint64_t hash)
{
    size_t at = hash_index_begin(hash);
    uint32_t i;
    while ((i = hash_index_next(&part->by_input, hash, &at)) != HASH_INDEX_NONE)
        if (part_input_hash(&part->inputs[i]) == hash)
            return i;
    return HASH_INDEX_NONE;
}

/* The number of the same input; HASH_INDEX_NONE: there is none. */
static uint32_t find_input(const struct part *part, const struct part_input *input)
{
    uint64_t hash = part_input_hash(input);
    size_t at = hash_index_begin(hash);
    uint32_t i;
    while ((i = hash_index_next(&part->by_input, hash, &at)) != HASH_INDEX_NONE) {
        const struct part_input *known = &part->inputs[i];
        if (known->reduced == input->reduced && strcmp(known->content, input->content) == 0)
            return i;
    }
    return HASH_INDEX_NONE;
}

/* With texts of the part. */
static struct part_input input_of(struct part *part, const struct part_input *input)
{
    struct part_input own = *input;
    own.name = text_of(part, part_text(part, input->name));
    own.format = text_of(part, part_text(part, input->format));
    own.checksum = text_of(part, part_text(part, input->checksum));
    own.content = text_of(part, part_text(part, input->content));
    return own;
}

bool part_add_input(struct part *part, const struct part_input *input)
{
    if (find_input(part, input) != HASH_INDEX_NONE)
        return false;
    hash_index_add(&part->by_input, part_input_hash(input), (uint32_t)part->input_count);
    struct part_input added = input_of(part, input);
    *list_add_to(part, inputs, input) = added;
    return true;
}

enum part_relation part_relation_of(const struct part *part, const struct part *more,
                                    const struct part_input **shared)
{
    size_t known = 0;
    *shared = NULL;
    for (size_t i = 0; i < more->input_count; i++)
        if (find_input(part, &more->inputs[i]) != HASH_INDEX_NONE) {
            known++;
            *shared = *shared ? *shared : &more->inputs[i];
        }
    return !known ? PART_IS_NEW : known == more->input_count ? PART_IS_KNOWN : PART_OVERLAPS;
}

static int compare_inputs(const void *left, const void *right)
{
    const struct part_input *l = left, *r = right;
    int order = strcmp(l->name, r->name);
    if (!order)
        order = (l->place > r->place) - (l->place < r->place);
    if (!order)
        order = strcmp(l->checksum, r->checksum);
    return order ? order : (l->reduced > r->reduced) - (l->reduced < r->reduced);
}

void part_add_names(struct part *part, const struct part *more)
{
    for (size_t i = 0; i < more->input_count; i++) {
        uint32_t known = find_input(part, &more->inputs[i]);
        if (known != HASH_INDEX_NONE && compare_inputs(&more->inputs[i], &part->inputs[known]) < 0)
            part->inputs[known] = input_of(part, &more->inputs[i]);
    }
}

void part_add(struct part *part, struct part *more)
{
    for (size_t i = 0; i < more->entry_count; i++) {
        struct part_entry *entry = &more->entries[i];
        struct part_key key = {.class = entry->key.class};
        for (int k = 0; k < PART_TEXTS; k++)
            key.texts[k] = part_text(part, text_of(more, entry->key.texts[k]));
        merge_entry(part, part_entry(part, &key), more, entry);
    }
    for (size_t i = 0; i < more->input_count; i++)
        part_add_input(part, &more->inputs[i]);
    for (int i = 0; i < PART_CHANGES; i++)
        change_grid_merge(&part->changes[i], &more->changes[i]);
    task_sample_merge(&part->sample, &more->sample);
    part->has_steps |= more->has_steps;
    part->has_submits |= more->has_submits;
    part->has_reasons |= more->has_reasons;
    part->sources |= more->sources;
}

/* ---- order ---- */

struct placed {
    const struct part *part;
    struct part_entry entry;
};

static int compare_texts(const char *left, const char *right)
{
    if (!left || !right)
        return (left != NULL) - (right != NULL);
    return strcmp(left, right);
}

static int compare_entries(const void *left, const void *right)
{
    const struct placed *l = left, *r = right;
    int order =
        (l->entry.key.class > r->entry.key.class) - (l->entry.key.class < r->entry.key.class);
    for (int i = 0; i < PART_TEXTS && !order; i++)
        if (l->entry.key.texts[i] != r->entry.key.texts[i])
            order = compare_texts(text_of(l->part, l->entry.key.texts[i]),
                                  text_of(r->part, r->entry.key.texts[i]));
    return order;
}

/* The first moments of parts that are put together are among the first of each. */
static void settle_entry(struct part_entry *entry)
{
    for (int k = 0; k < part_shapes[entry->key.class].sums; k++)
        exact_sum_settle(&entry->sums[k]);
    if (entry->key.class == PART_FAILED_AT && entry->values.count > PART_FAILURE_MOMENTS)
        entry->values.count = PART_FAILURE_MOMENTS;
    if (entry->key.class == PART_POINTS)
        point_cells_settle(&entry->values);
}

void part_settle(struct part *part)
{
    struct placed *placed = memory_alloc_array(part->entry_count + 1, sizeof *placed);
    for (size_t i = 0; i < part->entry_count; i++)
        placed[i] = (struct placed){part, part->entries[i]};
    qsort(placed, part->entry_count, sizeof *placed, compare_entries);
    hash_index_clear(&part->by_key);
    for (size_t i = 0; i < part->entry_count; i++) {
        part->entries[i] = placed[i].entry;
        settle_entry(&part->entries[i]);
        hash_index_add(&part->by_key, hash_of(&part->entries[i].key), (uint32_t)i);
    }
    free(placed);
    if (part->input_count)
        qsort(part->inputs, part->input_count, sizeof *part->inputs, compare_inputs);
    hash_index_clear(&part->by_input);
    for (size_t i = 0; i < part->input_count; i++)
        hash_index_add(&part->by_input, part_input_hash(&part->inputs[i]), (uint32_t)i);
}

struct part_entries part_entries_of(const struct part *part, enum part_class class)
{
    struct part_entries entries = {part->entries, 0};
    for (size_t i = 0; i < part->entry_count; i++)
        if (part->entries[i].key.class == class) {
            if (!entries.count)
                entries.items = &part->entries[i];
            entries.count++;
        }
    return entries;
}
