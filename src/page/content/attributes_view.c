#include "page/content/attributes_view.h"

#include <string.h>

#include "page/content/page_parts.h"
#include "page/content/row_view.h"
#include "table/outcome_words.h"
#include "table/rows.h"
#include "util/count_text.h"
#include "util/texts.h"

enum {
    MOST_EFFECTS = 20,
    MOST_GROUPS = 30,
    MOST_NAMED = 8,
    LONGEST_NAME = 40,
    LONGEST_GROUP = 64,
    LONGEST_UNIT = 16,
    LONGEST_REASON = 80
};

static const char *quantity_words_of(const char *name)
{
    if (texts_equal(name, "cpu_efficiency"))
        return "CPU efficiency";
    return texts_equal(name, "elapsed") ? "run time" : "peak memory";
}

static const char *quantity_cell(const struct row_cell *cell)
{
    return quantity_words_of(table_texts(cell->table, cell->column)[cell->row]);
}

static const struct row_view_column group_columns[] = {
    {SHOWN(attribute_groups, attribute)},
    {SHOWN(attribute_groups, quantity), .cell = quantity_cell},
    {SHOWN(attribute_groups, value)},
    {SHOWN(attribute_groups, tasks)},
    {SHOWN(attribute_groups, overall)},
    {SHOWN(attribute_groups, mean)},
    {SHOWN(attribute_groups, std)},
};

/* "band, node (94 of 99 values)": the attributes that are compared, or those that are not, each
 * with its reason. */
static const char *names_of(const struct attributes_rows *attributes, bool compared,
                            struct arena *arena)
{
    const char *names = NULL;
    size_t count = 0;
    for (size_t row = 0; row < attributes->rows; row++) {
        if ((attributes->compared[row] > 0) != compared || count++ >= MOST_NAMED)
            continue;
        const char *name = plain_text(arena, attributes->attribute[row], LONGEST_NAME);
        if (!compared && attributes->reason[row])
            name = arena_format(arena, "%s (%s)", name,
                                plain_text(arena, attributes->reason[row], LONGEST_REASON));
        if (compared && attributes->values_compared[row] < attributes->values[row])
            name = arena_format(arena, "%s (%s of %s)", name,
                                COUNT_TEXT(attributes->values_compared[row]),
                                count_text(arena, attributes->values[row], "value", "values"));
        names = names ? arena_format(arena, "%s, %s", names, name) : name;
    }
    return count > MOST_NAMED
               ? arena_format(arena, "%s and %s more", names, COUNT_TEXT(count - MOST_NAMED))
               : names;
}

static void add_compared(const struct tables *tables, const struct attributes_rows *attributes,
                         double comparisons, struct document *document, struct section *section)
{
    struct arena *arena = document->arena;
    const char *tasks = outcome_words(tables, arena,
                                      count_text(arena, attributes->sampled[0], "succeeded task",
                                                 "succeeded tasks"));
    if (attributes->sampled[0] < attributes->tasks[0])
        tasks = arena_format(arena, "an even sample of %s of %s", tasks,
                             count_text(arena, attributes->tasks[0], "task", "tasks"));
    section_add_paragraph(
        document, section,
        "Tasks are compared by %s: each value that 20 tasks or more have with all others and, of "
        "numbers, those up to a value with those above it; %s within task kinds and steps, of %s. "
        "All intervals together hold with 95 %% confidence.",
        names_of(attributes, true, arena),
        count_text(arena, comparisons, "comparison", "comparisons"), tasks);
}

static void add_left_out(const struct attributes_rows *attributes, struct document *document,
                         struct section *section)
{
    const char *names = names_of(attributes, false, document->arena);
    double others = attributes->columns[0] - (double)attributes->rows;
    if (others > 0)
        names =
            arena_format(document->arena, "%s%s%s", names ? names : "", names ? ", " : "",
                         count_text(document->arena, others, "further column", "further columns"));
    if (names)
        section_add_paragraph(document, section, "Not compared: %s.", names);
}

/* The strongest contrast of each attribute and quantity, those that explain most first; returns how
 * many are beyond chance. */
static size_t pick_effects(const struct attribute_effects_rows *found, size_t *rows)
{
    size_t count = 0;
    for (size_t row = 0; row < found->rows; row++) {
        if (!(found->strongest[row] > 0) || !texts_equal(found->beyond_chance[row], "yes"))
            continue;
        size_t at = count++;
        for (; at && found->explained[rows[at - 1]] < found->explained[row]; at--)
            rows[at] = rows[at - 1];
        rows[at] = row;
    }
    return count;
}

enum effect_column {
    ATTRIBUTE,
    GROUP,
    TASKS,
    MEAN,
    DIFFERENCE,
    EXPLAINED,
    MISSING,
    EFFECT_COLUMNS
};

static const struct {
    const char *head;
    enum cell_align align;
} effect_heads[EFFECT_COLUMNS] = {
    [ATTRIBUTE] = {"attribute, quantity", CELL_LEFT},
    [GROUP] = {"group, compared with", CELL_LEFT},
    [TASKS] = {"tasks", CELL_RIGHT},
    [MEAN] = {"mean", CELL_RIGHT},
    [DIFFERENCE] = {"difference, interval", CELL_RIGHT},
    [EXPLAINED] = {"variance explained", CELL_RIGHT},
    [MISSING] = {"missing", CELL_RIGHT},
};

static const char *number_text(struct arena *arena, double count)
{
    char text[64];
    return arena_text(arena, quantity_format_fixed(count, 0, text, sizeof text));
}

static const char *mean_text(const struct page_request *request, struct arena *arena, double value,
                             const char *unit)
{
    return unit && *unit
               ? quantity_text(arena, value, plain_text(arena, unit, LONGEST_UNIT), request->units)
               : share_text(arena, value);
}

/* Names of attributes and groups are as long as sites make them: two rows for each effect leave
 * them room. */
static void put_effect(const struct page_request *request,
                       const struct attribute_effects_rows *found, size_t row, size_t at,
                       struct table_view *view, struct arena *arena)
{
    const char *unit = found->unit[row];
    const char *first[EFFECT_COLUMNS] = {
        [ATTRIBUTE] = plain_text(arena, found->attribute[row], LONGEST_NAME),
        [GROUP] = plain_text(arena, found->first_group[row], LONGEST_GROUP),
        [TASKS] = number_text(arena, found->first_tasks[row]),
        [MEAN] = mean_text(request, arena, found->first_value[row], unit),
        [DIFFERENCE] = share_text(arena, found->difference[row]),
        [EXPLAINED] = share_text(arena, found->explained[row]),
        [MISSING] = number_text(arena, found->missing[row]),
    };
    const char *second[EFFECT_COLUMNS] = {
        [ATTRIBUTE] = quantity_words_of(found->quantity[row]),
        [GROUP] = plain_text(arena, found->other_group[row], LONGEST_GROUP),
        [TASKS] = number_text(arena, found->other_tasks[row]),
        [MEAN] = mean_text(request, arena, found->other_value[row], unit),
        [DIFFERENCE] = arena_format(arena, "%s to %s", share_text(arena, found->low[row]),
                                    share_text(arena, found->high[row])),
        [EXPLAINED] = "",
        [MISSING] = "",
    };
    for (size_t column = 0; column < view->columns; column++) {
        table_view_set(view, at, column, first[column]);
        table_view_set(view, at + 1, column, second[column]);
    }
}

/* NULL: none is beyond chance. */
static struct table_view *effects_view(const struct page_request *request,
                                       const struct attribute_effects_rows *found,
                                       struct arena *arena)
{
    size_t *rows = arena_alloc_array(arena, found->rows, sizeof *rows);
    size_t count = pick_effects(found, rows), shown = count < MOST_EFFECTS ? count : MOST_EFFECTS;
    double missing = 0;
    for (size_t i = 0; i < shown; i++)
        missing += found->missing[rows[i]];
    if (!count)
        return NULL;
    struct table_view *view =
        table_view_new(arena, missing > 0 ? EFFECT_COLUMNS : MISSING, 2 * shown);
    for (size_t column = 0; column < view->columns; column++)
        table_view_head(view, column, effect_heads[column].head, effect_heads[column].align);
    for (size_t i = 0; i < shown; i++)
        put_effect(request, found, rows[i], 2 * i, view, arena);
    view->source = "data/attribute_effects.csv";
    view->left_out = count - shown;
    return view;
}

static void add_effects(const struct page_request *request, struct table_view *effects,
                        struct document *document, struct section *section)
{
    static const struct row_view groups = {VIEW_OF(attribute_groups, group_columns)};
    struct table_view *view = row_view_make(&groups, request, document->arena, MOST_GROUPS);
    section_add_subheading(document, section, "Attributes by which tasks differ");
    section_add_paragraph(document, section,
                          "The attribute that explains most comes first, each with the two groups "
                          "that differ most clearly, below each other. Means are over the same "
                          "task kinds with the same weights.");
    section_add_table(document, section, effects);
    if (!view)
        return;
    section_add_subheading(document, section, "Groups of tasks");
    section_add_paragraph(document, section,
                          "All task kinds together: groups with more tasks of other kinds differ "
                          "for that alone.");
    section_add_table(document, section, view);
}

void attributes_add(const struct page_request *request, struct document *document,
                    struct section *section)
{
    const struct attributes_rows attributes = attributes_rows(request->tables);
    const struct attribute_effects_rows found = attribute_effects_rows(request->tables);
    if (!attributes.rows || !found.rows)
        return;
    struct table_view *effects = effects_view(request, &found, document->arena);
    add_compared(request->tables, &attributes, found.comparisons[0], document, section);
    if (!effects)
        section_add_paragraph(document, section,
                              "CPU efficiency, run time and peak memory differ with none of them "
                              "beyond chance.");
    add_left_out(&attributes, document, section);
    if (effects)
        add_effects(request, effects, document, section);
}
