#include "page/content/whole_tables.h"

#include <ctype.h>
#include <string.h>

#include "util/texts.h"

static size_t rows_of(const struct table_view *view)
{
    return view->rows - (view->last_row_is_total ? 1 : 0);
}

/* A table with more rows of the same than the view; NULL: none has. */
static struct block *fullest(struct document *document, const struct table_view *view,
                             const struct section **in)
{
    struct block *best = NULL;
    for (size_t i = 0; i < document->section_count; i++)
        for (size_t k = 0; k < document->sections[i].block_count; k++) {
            struct block *block = &document->sections[i].blocks[k];
            if (block->kind != BLOCK_TABLE || !block->table || !block->table->is_of_all ||
                !texts_equal(block->table->source, view->source) ||
                rows_of(block->table) <= rows_of(best ? best->table : view))
                continue;
            best = block;
            *in = &document->sections[i];
        }
    return best;
}

/* "data/step_tasks.csv" → "rows-of-step-tasks": no section is called so. */
static const char *anchor_of(const struct table_view *view, struct arena *arena)
{
    static const char directory[] = "data/", ending[] = ".csv";
    const char *name = view->source + sizeof directory - 1;
    size_t size = strlen(name) - (sizeof ending - 1);
    char *anchor = arena_format(arena, "rows-of-%.*s", (int)size, name);
    for (char *at = anchor; *at; at++)
        if (!isalnum((unsigned char)*at))
            *at = '-';
    return anchor;
}

static void set_anchor(struct document *document, struct block *block)
{
    struct table_view *named = arena_alloc(document->arena, sizeof *named);
    if (block->table->anchor)
        return;
    *named = *block->table;
    named->anchor = anchor_of(named, document->arena);
    block->table = named;
}

static void link_table(struct document *document, struct block *block)
{
    const struct section *in = NULL;
    const struct table_view *view = block->table;
    if (block->kind != BLOCK_TABLE || !view || !view->is_of_all || !view->left_out)
        return;
    struct block *whole = fullest(document, view, &in);
    if (!whole)
        return;
    set_anchor(document, whole);
    struct table_view *leading = arena_alloc(document->arena, sizeof *leading);
    struct table_rest *rest = arena_alloc(document->arena, sizeof *rest);
    *rest = (struct table_rest){.anchor = whole->table->anchor,
                                .section = in,
                                .rows = rows_of(whole->table),
                                .all = rows_of(whole->table) + whole->table->left_out};
    *leading = *view;
    leading->rest = rest;
    block->table = leading;
}

void whole_tables_link(struct document *document)
{
    for (size_t i = 0; i < document->section_count; i++)
        for (size_t k = 0; k < document->sections[i].block_count; k++)
            link_table(document, &document->sections[i].blocks[k]);
}
