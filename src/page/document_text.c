#include "page/document.h"

#include <string.h>

#include "render/picture.h"
#include "util/strbuf.h"

static void write_line(struct strbuf *out, int depth, const char *kind, const char *text)
{
    strbuf_format(out, "%*s%s", 2 * depth, "", kind);
    if (text)
        strbuf_format(out, " \"%s\"", text);
    strbuf_add_char(out, '\n');
}

static void write_key_figures(const struct block *block, struct strbuf *out)
{
    write_line(out, 2, "key-figures", NULL);
    for (size_t i = 0; i < block->count; i++)
        strbuf_format(out, "      %s | %s\n", block->key_figures[i].value,
                      block->key_figures[i].label);
}

static void write_findings(const struct block *block, struct strbuf *out)
{
    write_line(out, 2, "findings", NULL);
    for (size_t i = 0; i < block->count; i++) {
        const struct finding *finding = &block->findings[i];
        strbuf_format(out, "      %s [%s%s%s] %s\n", finding->level,
                      finding->section ? finding->section : "", finding->figure ? " " : "",
                      finding->figure ? finding->figure : "", finding->sentence);
        if (finding->advice)
            strbuf_format(out, "        %s\n", finding->advice);
    }
}

static void write_figure(const struct figure *figure, int depth, struct strbuf *out)
{
    strbuf_format(out, "%*sfigure %s", 2 * depth, "", figure->id);
    write_line(out, 0, "", figure->title ? figure->title : "");
}

static void write_multiples(const struct block *block, struct strbuf *out)
{
    write_line(out, 2, "multiples", NULL);
    for (size_t i = 0; i < block->count; i++)
        write_figure(block->multiples[i], 3, out);
}

static void write_row(const char *const *cells, size_t columns, struct strbuf *out)
{
    strbuf_add_text(out, "     ");
    for (size_t column = 0; column < columns; column++)
        strbuf_format(out, "%s%s", column ? " | " : " ", cells[column]);
    strbuf_add_char(out, '\n');
}

static void write_table(const struct table_view *table, struct strbuf *out)
{
    write_line(out, 2, "table", table->caption);
    write_row(table->heads, table->columns, out);
    for (size_t row = 0; row < table->rows; row++)
        write_row(table->cells + row * table->columns, table->columns, out);
    if (table->last_row_is_total)
        strbuf_add_text(out, "      (the last row is the total)\n");
    if (table->left_out)
        strbuf_format(out, "      (%zu rows more%s%s)\n", table->left_out,
                      table->rest ? ", see " : "", table->rest ? table->rest->anchor : "");
    if (table->anchor)
        strbuf_format(out, "      (%s)\n", table->anchor);
    if (table->source)
        strbuf_format(out, "      (from %s)\n", table->source);
}

static void write_facts(const struct block *block, const char *kind, struct strbuf *out)
{
    write_line(out, 2, kind, NULL);
    for (size_t i = 0; i < block->count; i++)
        strbuf_format(out, "      %s: %s\n", block->facts[i].key, block->facts[i].value);
}

static void write_code(const struct block *block, struct strbuf *out)
{
    write_line(out, 2, "code", block->caption);
    for (const char *line = block->text; *line;) {
        size_t size = strcspn(line, "\n");
        strbuf_format(out, "%*s%.*s\n", size ? 6 : 0, "", (int)size, line);
        line += size + (line[size] == '\n');
    }
    strbuf_format(out, "      (from %s)\n", block->source);
}

static void write_links(const struct block *block, struct strbuf *out)
{
    write_line(out, 2, "links", NULL);
    for (size_t i = 0; i < block->count; i++)
        for (size_t k = 0; k < block->links[i].count; k++) {
            const struct link_row *row = &block->links[i];
            strbuf_format(out, "      %s%s%s -> %s\n", row->label ? row->label : "",
                          row->label ? ": " : "", row->links[k].text, row->links[k].url);
        }
}

static void write_block(const struct block *block, struct strbuf *out)
{
    switch (block->kind) {
    case BLOCK_PARAGRAPH:
        write_line(out, 2, "paragraph", block->text);
        break;
    case BLOCK_STATEMENT:
        write_line(out, 2, "statement", block->text);
        break;
    case BLOCK_SUBHEADING:
        write_line(out, 2, "subheading", block->text);
        break;
    case BLOCK_KEY_FIGURES:
        write_key_figures(block, out);
        break;
    case BLOCK_FINDINGS:
        write_findings(block, out);
        break;
    case BLOCK_MULTIPLES:
        write_multiples(block, out);
        break;
    case BLOCK_FIGURE:
        write_figure(block->figure, 2, out);
        break;
    case BLOCK_TABLE:
        write_table(block->table, out);
        break;
    case BLOCK_FACTS:
        write_facts(block, "facts", out);
        break;
    case BLOCK_DEFINITIONS:
        write_facts(block, "definitions", out);
        break;
    case BLOCK_CODE:
        write_code(block, out);
        break;
    case BLOCK_LINKS:
        write_links(block, out);
        break;
    }
}

static void write_section(const struct section *section, struct strbuf *out)
{
    strbuf_format(out, "  section %s \"%s\" on %s%s\n", section->id, section->title, section->page,
                  section->starts_page ? ", new page" : "");
    for (size_t i = 0; i < section->block_count; i++)
        write_block(&section->blocks[i], out);
}

void document_write_text(const struct document *document, struct strbuf *out)
{
    write_line(out, 0, "document", document->title);
    if (document->subtitle)
        write_line(out, 1, "subtitle", document->subtitle);
    if (document->period)
        write_line(out, 1, "period", document->period);
    if (document->logo)
        strbuf_format(out, "  logo %d x %d pixels: %s\n", document->logo->width,
                      document->logo->height, document->logo_alt);
    for (size_t i = 0; i < document->section_count; i++)
        write_section(&document->sections[i], out);
}
