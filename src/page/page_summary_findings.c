#include "page/page_summary.h"

#include <string.h>

#include "page/page_parts.h"

enum { MOST_FINDINGS = 6, LONGEST_SENTENCE = 240 };

static const char *const levels[] = {"bad", "warn", "note", "good"}; /* most urgent first */

static const char *level_of(const char *text)
{
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
        if (text && strcmp(text, levels[i]) == 0)
            return levels[i];
    return "note";
}

/* A finding names a section by its heading, by a metric that is drawn there, or by one of our own
 * ids. */
static const char *section_of(const char *name, const struct figures *figures, struct arena *arena)
{
    if (!name || !*name)
        return NULL;
    for (size_t i = 0; figures && i < figures->count; i++) {
        const struct figure *figure = &figures->items[i];
        if (!figure->section)
            continue;
        const char *id = figure_section_id(arena, figure->section);
        if (strcmp(figure->section, name) == 0 || strcmp(id, name) == 0 ||
            (figure->metric && strcmp(figure->metric, name) == 0))
            return id;
    }
    return plain_text(arena, name, LONGEST_SENTENCE);
}

static struct finding finding_of(const struct table *table, size_t row,
                                 const struct figures *figures, struct arena *arena)
{
    const char *sentence = table_texts(table, "finding")[row];
    const char *advice = table_texts(table, "advice")[row];
    return (struct finding){
        .level = level_of(table_texts(table, "level")[row]),
        .sentence = plain_text(arena, sentence ? sentence : "?", LONGEST_SENTENCE),
        .advice = advice && *advice ? plain_text(arena, advice, LONGEST_SENTENCE) : NULL,
        .section = section_of(table_texts(table, "section")[row], figures, arena),
    };
}

static size_t pick_findings(const struct table *table, const struct figures *figures,
                            struct arena *arena, struct finding *findings)
{
    size_t count = 0;
    for (size_t level = 0; level < sizeof levels / sizeof levels[0]; level++)
        for (size_t row = 0; row < table->rows && count < MOST_FINDINGS; row++)
            if (level_of(table_texts(table, "level")[row]) == levels[level])
                findings[count++] = finding_of(table, row, figures, arena);
    return count;
}

void summary_add_findings(const struct page_request *request, struct document *document,
                          struct section *section)
{
    const struct table *table = tables_find(request->tables, "findings");
    section_add_subheading(document, section, "What stands out");
    if (!table) {
        section_add_paragraph(document, section,
                              "Nothing passes the thresholds given in the definitions.");
        return;
    }
    struct finding *findings = arena_alloc_array(document->arena, MOST_FINDINGS, sizeof *findings);
    size_t count = pick_findings(table, request->figures, document->arena, findings);
    struct block *block = section_add_block(document, section, BLOCK_FINDINGS);
    block->findings = findings;
    block->count = count;
    if (table->rows > count)
        section_add_paragraph(document, section, "%s in data/findings.csv.",
                              count_text(document->arena, (double)(table->rows - count),
                                         "more finding is", "more findings are"));
}
