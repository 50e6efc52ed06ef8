#include "page/content/attributes_view.h"

#include <string.h>

#include "page/content/page_parts.h"
#include "page/content/row_view.h"
#include "table/outcome_words.h"
#include "table/rows.h"
#include "util/texts.h"

enum {
    MOST_EFFECTS = 20,
    MOST_GROUPS = 30,
    MOST_NAMED = 8,
    LONGEST_NAME = 40,
    LONGEST_REASON = 80
};

static const char *quantity_cell(const struct row_cell *cell)
{
    const char *name = table_texts(cell->table, cell->column)[cell->row];
    if (texts_equal(name, "cpu_efficiency"))
        return "CPU efficiency";
    return texts_equal(name, "elapsed") ? "run time" : "peak memory";
}

static const struct row_view_column effect_columns[] = {
    {SHOWN(attribute_effects, attribute)},
    {SHOWN(attribute_effects, quantity), .cell = quantity_cell},
    {SHOWN(attribute_effects, first_group)},
    {SHOWN(attribute_effects, other_group)},
    {SHOWN(attribute_effects, first_tasks)},
    {SHOWN(attribute_effects, other_tasks)},
    {SHOWN(attribute_effects, missing), .kind = VIEW_COUNT_ANY},
    {SHOWN(attribute_effects, first_value)},
    {SHOWN(attribute_effects, other_value)},
    {SHOWN(attribute_effects, difference)},
    {SHOWN(attribute_effects, low)},
    {SHOWN(attribute_effects, high)},
    {SHOWN(attribute_effects, explained)},
};

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
            name = arena_format(arena, "%s (%.0f of %s)", name, attributes->values_compared[row],
                                count_text(arena, attributes->values[row], "value", "values"));
        names = names ? arena_format(arena, "%s, %s", names, name) : name;
    }
    return count > MOST_NAMED ? arena_format(arena, "%s and %zu more", names, count - MOST_NAMED)
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

/* The strongest contrast of each attribute and quantity, those that explain most first; NULL: none
 * is beyond chance. */
static struct table_view *effects_view(const struct page_request *request,
                                       const struct attribute_effects_rows *found,
                                       struct arena *arena)
{
    size_t *rows = arena_alloc_array(arena, found->rows, sizeof *rows), count = 0;
    for (size_t row = 0; row < found->rows; row++) {
        if (!(found->strongest[row] > 0) || !texts_equal(found->beyond_chance[row], "yes"))
            continue;
        size_t at = count++;
        for (; at && found->explained[rows[at - 1]] < found->explained[row]; at--)
            rows[at] = rows[at - 1];
        rows[at] = row;
    }
    const struct row_view effects = {VIEW_OF(attribute_effects, effect_columns), .rows = rows,
                                     .row_count = count};
    return count ? row_view_make(&effects, request, arena, MOST_EFFECTS) : NULL;
}

static void add_effects(const struct page_request *request, struct table_view *effects,
                        struct document *document, struct section *section)
{
    static const struct row_view groups = {VIEW_OF(attribute_groups, group_columns)};
    struct table_view *view = row_view_make(&groups, request, document->arena, MOST_GROUPS);
    section_add_subheading(document, section, "Attributes by which tasks differ");
    section_add_paragraph(document, section,
                          "The attribute that explains most comes first, each with the two groups "
                          "that differ most clearly. Means are over the same task kinds with the "
                          "same weights.");
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
