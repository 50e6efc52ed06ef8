#include "page/document.h"

#include <stdarg.h>
#include <string.h>

#include "util/arena.h"

struct section *document_add_section(struct document *document, const char *id, const char *title,
                                     const char *page, bool starts_page)
{
    document->sections = arena_reserve(document->arena, document->sections, document->section_count,
                                       &document->section_capacity, sizeof *document->sections);
    struct section *section = &document->sections[document->section_count++];
    *section = (struct section){.id = id, .title = title, .page = page, .starts_page = starts_page};
    return section;
}

struct block *section_add_block(struct document *document, struct section *section,
                                enum block_kind kind)
{
    section->blocks = arena_reserve(document->arena, section->blocks, section->block_count,
                                    &section->block_capacity, sizeof *section->blocks);
    struct block *block = &section->blocks[section->block_count++];
    *block = (struct block){.kind = kind};
    return block;
}

void section_add_paragraph(struct document *document, struct section *section, const char *format,
                           ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct block *block = section_add_block(document, section, BLOCK_PARAGRAPH);
    block->text = arena_format_list(document->arena, format, arguments);
    va_end(arguments);
}

void section_add_subheading(struct document *document, struct section *section, const char *text)
{
    section_add_block(document, section, BLOCK_SUBHEADING)->text = text;
}

void section_add_code(struct document *document, struct section *section, const char *caption,
                      const char *text, const char *source)
{
    struct block *block = section_add_block(document, section, BLOCK_CODE);
    block->caption = caption;
    block->text = text;
    block->source = source;
}

void section_add_table(struct document *document, struct section *section,
                       const struct table_view *table)
{
    section_add_block(document, section, BLOCK_TABLE)->table = table;
}

const struct section *document_find_section(const struct document *document, const char *id)
{
    for (size_t i = 0; i < document->section_count; i++)
        if (strcmp(document->sections[i].id, id) == 0)
            return &document->sections[i];
    return NULL;
}

const struct block *document_find_block(const struct document *document, enum block_kind kind)
{
    for (size_t i = 0; i < document->section_count; i++)
        for (size_t k = 0; k < document->sections[i].block_count; k++)
            if (document->sections[i].blocks[k].kind == kind)
                return &document->sections[i].blocks[k];
    return NULL;
}
