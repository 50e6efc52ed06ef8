#include <stdlib.h>
#include <string.h>

#include "analysis/campaign/part_bytes.h"
#include "util/deflated.h"
#include "util/hash.h"
#include "util/memory.h"

__extension__ typedef unsigned __int128 wide;

const char part_magic[8] = "\x89JRPART\n";

enum { COMPRESSION_LEVEL = 6 };

/* ---- numbers ---- */

static void add_wide(struct strbuf *out, wide number)
{
    for (; number >= 0x80; number >>= 7)
        strbuf_add_char(out, (char)((unsigned)number | 0x80));
    strbuf_add_char(out, (char)number);
}

static void add_number(struct strbuf *out, uint64_t number)
{
    add_wide(out, number);
}

static void add_signed(struct strbuf *out, change_area number)
{
    add_wide(out, number < 0 ? (wide)(-(number + 1)) * 2 + 1 : (wide)number * 2);
}

static void add_bytes(struct strbuf *out, uint64_t number, int size)
{
    for (int i = 0; i < size; i++)
        strbuf_add_char(out, (char)(number >> 8 * i));
}

static void add_double(struct strbuf *out, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    add_bytes(out, number != number ? UINT64_C(0x7ff8000000000000) : bits, sizeof bits);
}

/* ---- texts ---- */

struct numbering {
    const struct part *part;
    uint32_t *numbers; /* of each text of the part what it is in the file */
    const char **texts;
    size_t count;
};

static void use_text(struct numbering *numbering, uint32_t text)
{
    if (text)
        numbering->numbers[text] = 1;
}

static int compare_texts(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static void number_texts(struct numbering *numbering, const struct part *part, bool with_inputs)
{
    size_t count = part->texts.count;
    *numbering = (struct numbering){part, memory_alloc_array(count + 1, sizeof(uint32_t)),
                                    memory_alloc_array(count + 1, sizeof(char *)), 0};
    for (size_t i = 0; i < part->entry_count; i++) {
        for (int k = 0; k < PART_TEXTS; k++)
            use_text(numbering, part->entries[i].key.texts[k]);
        use_text(numbering, part->entries[i].example);
    }
    for (size_t i = 0; with_inputs && i < part->input_count; i++) {
        use_text(numbering, part_find_text(numbering->part, part->inputs[i].name));
        use_text(numbering, part_find_text(numbering->part, part->inputs[i].format));
        use_text(numbering, part_find_text(numbering->part, part->inputs[i].checksum));
        use_text(numbering, part_find_text(numbering->part, part->inputs[i].content));
    }
    for (uint32_t i = 1; i < count; i++)
        if (numbering->numbers[i])
            numbering->texts[numbering->count++] = interner_text(&part->texts, i);
    if (numbering->count)
        qsort(numbering->texts, numbering->count, sizeof *numbering->texts, compare_texts);
    for (size_t i = 0; i < numbering->count; i++)
        numbering->numbers[part_find_text(numbering->part, numbering->texts[i])] =
            (uint32_t)(i + 1);
}

static void add_texts(struct strbuf *out, const struct numbering *numbering)
{
    add_number(out, numbering->count);
    for (size_t i = 0; i < numbering->count; i++) {
        add_number(out, strlen(numbering->texts[i]));
        strbuf_add_text(out, numbering->texts[i]);
    }
}

/* ---- entries ---- */

static void add_sum(struct strbuf *out, const struct exact_sum *sum)
{
    add_number(out, sum->count);
    add_number(out, (uint64_t)sum->used);
    if (sum->used)
        add_number(out, (uint64_t)sum->first * 2 +
                            (sum->digits[0] < 0 || sum->digits[sum->used - 1] < 0));
    for (int i = 0; i < sum->used; i++)
        add_bytes(out, (uint64_t)llabs(sum->digits[i]), 4);
}

static void add_key_counts(struct strbuf *out, const struct key_counts *values)
{
    int64_t before = 0;
    add_number(out, values->count);
    for (size_t i = 0; i < values->count; i++) {
        add_signed(out, values->keys[i] - before);
        add_number(out, values->counts[i]);
        before = values->keys[i];
    }
}

static void add_entry(struct strbuf *out, const struct numbering *numbering,
                      const struct part_entry *entry)
{
    const struct part_shape *shape = &part_shapes[entry->key.class];
    add_number(out, entry->key.class);
    for (int i = 0; i < shape->texts; i++)
        add_number(out, numbering->numbers[entry->key.texts[i]]);
    for (int i = 0; i < shape->counts; i++)
        add_number(out, entry->counts[i]);
    for (int i = 0; i < shape->sums; i++)
        add_sum(out, &entry->sums[i]);
    for (int i = 0; i < shape->lows; i++)
        add_double(out, entry->lows[i]);
    for (int i = 0; i < shape->highs; i++)
        add_double(out, entry->highs[i]);
    if (shape->values)
        add_key_counts(out, &entry->values);
    for (int i = 0; i < shape->tops; i++)
        add_double(out, entry->tops[i]);
    if (shape->examples)
        add_number(out, numbering->numbers[entry->example]);
}

/* ---- all ---- */

static void add_changes(struct strbuf *out, const struct change_grid *grid)
{
    int64_t before = 0, width = change_grid_width(grid);
    add_number(out, (uint64_t)grid->level);
    add_number(out, grid->count);
    for (size_t i = 0; i < grid->count; i++) {
        add_signed(out, grid->items[i].place - before);
        add_signed(out, grid->items[i].change);
        add_signed(out, grid->items[i].area);
        add_number(out, (uint64_t)(grid->items[i].first - grid->items[i].place * width));
        add_number(out, (uint64_t)(grid->items[i].last - grid->items[i].first));
        before = grid->items[i].place;
    }
}

static void add_inputs(struct strbuf *out, const struct numbering *numbering)
{
    const struct part *part = numbering->part;
    add_number(out, part->input_count);
    for (size_t i = 0; i < part->input_count; i++) {
        const struct part_input *input = &part->inputs[i];
        add_number(out, numbering->numbers[part_find_text(numbering->part, input->name)]);
        add_number(out, numbering->numbers[part_find_text(numbering->part, input->format)]);
        add_number(out, numbering->numbers[part_find_text(numbering->part, input->checksum)]);
        add_number(out, numbering->numbers[part_find_text(numbering->part, input->content)]);
        add_number(out, input->size);
        add_number(out, input->records);
        add_number(out, input->rejected);
        add_number(out, input->end);
        add_bytes(out, input->reduced, sizeof input->reduced);
        add_bytes(out, input->place, sizeof input->place);
    }
}

/* From 1 on; 0: it is not said. */
static size_t number_of_input(const struct part *part, uint64_t hash)
{
    uint32_t number = hash ? part_input_of_hash(part, hash) : HASH_INDEX_NONE;
    return number == HASH_INDEX_NONE ? 0 : (size_t)number + 1;
}

static void add_sample(struct strbuf *out, const struct part *part, bool with_inputs)
{
    const struct task_sample *sample = &part->sample;
    uint64_t before = 0;
    add_number(out, sample->tasks);
    add_number(out, sample->count);
    for (size_t i = 0; i < sample->count; i++) {
        const struct sampled_task *task = &sample->items[i];
        add_number(out, task->hash - before);
        add_number(out, task->inputs);
        for (int k = 0; with_inputs && k < TASK_SAMPLE_HOLDERS; k++)
            add_number(out, number_of_input(part, task->holders[k]));
        before = task->hash;
    }
}

static void add_content(struct strbuf *out, struct part *part, bool with_inputs)
{
    struct numbering numbering;
    part_settle(part);
    number_texts(&numbering, part, with_inputs);
    add_double(out, part->settings.small_memory);
    add_double(out, part->settings.medium_memory);
    add_number(out, (part->has_steps ? 1u : 0) | (part->has_submits ? 2u : 0) |
                        (part->has_reasons ? 4u : 0) | part->sources << 3);
    add_texts(out, &numbering);
    if (with_inputs)
        add_inputs(out, &numbering);
    add_sample(out, part, with_inputs);
    for (int i = 0; i < PART_CHANGES; i++)
        add_changes(out, &part->changes[i]);
    add_number(out, part->entry_count);
    for (size_t i = 0; i < part->entry_count; i++)
        add_entry(out, &numbering, &part->entries[i]);
    free(numbering.numbers);
    free(numbering.texts);
}

uint64_t part_hash(struct part *part)
{
    struct strbuf content;
    strbuf_init(&content);
    add_content(&content, part, false);
    uint64_t hash = hash_bytes(HASH_START, content.text, content.size);
    strbuf_release(&content);
    return hash;
}

void part_write(struct part *part, struct strbuf *out)
{
    struct strbuf content, packed;
    strbuf_init(&content);
    strbuf_init(&packed);
    add_content(&content, part, true);
    add_bytes(&packed, content.size, 8);
    size_t bound = deflated_bound(content.size);
    strbuf_reserve(&packed, bound);
    packed.size += deflated_write(content.text, content.size, COMPRESSION_LEVEL,
                                  packed.text + packed.size, bound);
    strbuf_add(out, part_magic, sizeof part_magic);
    add_bytes(out, PART_VERSION, 4);
    add_bytes(out, deflated_crc32(packed.text, packed.size), 4);
    strbuf_add(out, packed.text, packed.size);
    strbuf_release(&packed);
    strbuf_release(&content);
}
