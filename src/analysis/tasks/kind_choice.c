#include "analysis/tasks/kind_choice.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/tasks/attribute_named.h"
#include "analysis/tasks/kind_stem.h"
#include "util/memory.h"
#include "util/utf8.h"

enum { FEWEST_NAMES = 100, FEWER = 5, FEWEST_HOLDERS = 2, LONGEST_NAME = 60 };
static const double NAMES_PER_RECORD = 0.5;

static const char *const words[] = {
    [KINDS_BY_NAME] = "name",       [KINDS_BY_STEM] = "stem",           [KINDS_BY_USER] = "user",
    [KINDS_BY_ACCOUNT] = "account", [KINDS_BY_PARTITION] = "partition",
};

enum kinds_by kinds_by_of(const char *text)
{
    if (!text)
        return KINDS_BY_RULE;
    for (enum kinds_by by = KINDS_BY_NAME; by < KINDS_BY_COLUMN; by++)
        if (strcmp(text, words[by]) == 0)
            return by;
    return KINDS_BY_COLUMN;
}

static struct holder_columns column_alone(int column)
{
    return (struct holder_columns){.items = {column}, .count = 1};
}

/* ---- how many kinds there would be ---- */

struct kind_count {
    size_t kinds, records; /* distinct ones; records that have one */
};

/* A record after the other, of which most have the kind of the one before. */
static struct kind_count count_kinds(const struct kind_choice *choice,
                                     const struct records *records)
{
    struct kind_count count = {0, 0};
    uint8_t *seen = memory_alloc_array(records->texts.count + 1, sizeof *seen);
    for (size_t i = 0; i < records->block_count; i++)
        for (size_t row = 0; row < records->blocks[i].rows; row++) {
            uint32_t kind = kind_choice_at(choice, &records->blocks[i], row);
            count.records += kind != 0;
            count.kinds += kind && !seen[kind];
            seen[kind] = 1;
        }
    free(seen);
    return count;
}

/* ---- each way ---- */

static void add_stems_of(struct kind_choice *choice, struct records *records,
                         const struct records_block *block, struct strbuf *stem)
{
    const uint32_t *names = records_texts(block, RECORD_TASK_COLUMN);
    for (size_t row = 0; names && row < block->rows; row++) {
        uint32_t name = names[row];
        if (!name || choice->stems[name])
            continue;
        kind_stem_of(records_text(records, name), stem);
        choice->stems[name] = records_text_number(records, stem->text, stem->size);
    }
}

static void use_stems(struct kind_choice *choice, struct records *records)
{
    struct strbuf stem;
    strbuf_init(&stem);
    choice->columns = column_alone(RECORD_TASK_COLUMN);
    choice->stem_count = records->texts.count; /* stems that are added are no names */
    choice->stems = memory_alloc_array(choice->stem_count + 1, sizeof *choice->stems);
    for (size_t i = 0; i < records->block_count; i++)
        add_stems_of(choice, records, &records->blocks[i], &stem);
    strbuf_release(&stem);
}

static bool use_holder(struct kind_choice *choice, const struct records *records,
                       enum holder holder)
{
    return holder_columns_find(&choice->columns, records, holder);
}

/* Fixed columns by their own names, attributes by letters and digits. */
static int find_column(const struct records *records, const char *name)
{
    char squeezed[COLUMN_NAME_SIZE];
    for (int i = 0; i < RECORD_FIXED_COLUMNS; i++)
        if (records->columns[i].type == RECORD_TEXT && strcmp(records->columns[i].name, name) == 0)
            return records_has(records, i) ? i : RECORDS_NO_COLUMN;
    column_name_squeeze(name, squeezed);
    return attribute_named(records, squeezed, false);
}

static bool refuse(const struct kind_choice *choice, const char *text, struct error *error)
{
    struct arena arena;
    arena_init(&arena);
    const char *name = utf8_shorten(&arena, utf8_clean(&arena, text), LONGEST_NAME);
    if (choice->by == KINDS_BY_COLUMN)
        error_set(error, ERROR_INPUT, "--kinds %s: no task has a column of that name with texts",
                  name);
    else
        error_set(error, ERROR_INPUT, "--kinds %s: no input says the %s of its tasks", name, name);
    arena_release(&arena);
    return false;
}

static bool use(struct kind_choice *choice, struct records *records, const char *text)
{
    choice->what = text;
    switch (choice->by) {
    case KINDS_BY_RULE:
    case KINDS_BY_NAME:
        choice->what = NULL;
        choice->columns = column_alone(RECORD_TASK_COLUMN);
        return true;
    case KINDS_BY_STEM:
        use_stems(choice, records);
        return true;
    case KINDS_BY_USER:
        return use_holder(choice, records, HOLDER_USER);
    case KINDS_BY_ACCOUNT:
        return use_holder(choice, records, HOLDER_ACCOUNT);
    case KINDS_BY_PARTITION:
        return use_holder(choice, records, HOLDER_PARTITION);
    case KINDS_BY_COLUMN:
        choice->columns = column_alone(find_column(records, text));
        return choice->columns.items[0] != RECORDS_NO_COLUMN;
    }
    return false;
}

/* ---- the rule ---- */

static bool are_fewer(const struct kind_choice *choice, const struct records *records)
{
    size_t kinds = count_kinds(choice, records).kinds;
    size_t fewest = choice->by == KINDS_BY_STEM ? 1 : FEWEST_HOLDERS;
    return kinds >= fewest && kinds * FEWER <= choice->names;
}

static void try_others(struct kind_choice *choice, struct records *records)
{
    static const enum kinds_by ways[] = {KINDS_BY_STEM, KINDS_BY_USER, KINDS_BY_PARTITION};
    const size_t names = choice->names;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        struct kind_choice way = {.by = ways[i], .by_rule = true, .names = names};
        if (use(&way, records, words[ways[i]]) && are_fewer(&way, records)) {
            *choice = way;
            return;
        }
        kind_choice_release(&way);
    }
}

bool kind_choice_make(struct kind_choice *choice, struct records *records, const char *text,
                      struct error *error)
{
    *choice = (struct kind_choice){.by = KINDS_BY_NAME};
    use(choice, records, NULL);
    const struct kind_count count = count_kinds(choice, records);
    choice->names = count.kinds;
    if (text) {
        *choice = (struct kind_choice){.by = kinds_by_of(text), .names = count.kinds};
        return use(choice, records, text) || refuse(choice, text, error);
    }
    if (count.kinds >= FEWEST_NAMES &&
        (double)count.kinds >= NAMES_PER_RECORD * (double)count.records)
        try_others(choice, records);
    return true;
}

void kind_choice_release(struct kind_choice *choice)
{
    free(choice->stems);
    choice->stems = NULL;
}
