/* CSV: RFC 4180, UTF-8, LF, one header row, a missing value is an empty field; as data/ has it.
 *
 * In the header of `attempts` names of text columns that are attributes stand in quotes: so whoever
 * reads the file again knows that "007" is a text. */
#include "export/format_text.h"
#include "table/canonical_tables.h"
#include "table/table_csv.h"
#include "util/number.h"

static bool is_attribute(const struct export_table *table, size_t column)
{
    const struct table_schema *attempts = canonical_table_at(CANONICAL_attempts);
    return strcmp(table->name, attempts->name) == 0 &&
           !table_schema_column(attempts, table->columns[column].name);
}

static void add_quoted_name(struct strbuf *out, const char *name)
{
    size_t before = out->size;
    csv_cell_add(out, name);
    if (out->text[before] == '"')
        return;
    strbuf_add_char(out, '"');
    memmove(out->text + before + 1, out->text + before, out->size - before - 1);
    out->text[before] = '"';
    strbuf_add_char(out, '"');
}

static void add_head(const struct export_table *table, struct strbuf *out)
{
    for (size_t i = 0; i < table->column_count; i++) {
        const struct column_schema *column = &table->columns[i];
        if (i)
            strbuf_add_char(out, ',');
        if (column->type == COLUMN_TEXT && is_attribute(table, i))
            add_quoted_name(out, column->name);
        else
            csv_cell_add(out, column->name);
    }
    strbuf_add_char(out, '\n');
}

static void add_row(const struct export_table *table, const struct export_batch *batch, size_t row,
                    struct format_repeat *repeats, struct strbuf *out)
{
    strbuf_reserve(out, table->column_count * (NUMBER_TEXT_SIZE + 1) + 1);
    for (size_t i = 0; i < table->column_count; i++) {
        const union export_cells *cells = &batch->columns[i];
        if (i)
            format_add_byte(out, ',');
        if (!cells->numbers)
            continue;
        if (table->columns[i].type == COLUMN_NUMBER)
            format_add_number(out, cells->numbers[row]);
        else if (cells->texts[row] && !format_add_repeated(&repeats[i], cells->texts[row], out)) {
            size_t before = out->size;
            csv_cell_add(out, cells->texts[row]);
            format_keep(&repeats[i], cells->texts[row], out, before);
        }
        strbuf_reserve(out, (table->column_count - i) * (NUMBER_TEXT_SIZE + 1) + 1);
    }
    format_add_byte(out, '\n');
}

static void add_rows(const struct export_table *table, const struct export_batch *batch,
                     struct strbuf *out)
{
    struct format_repeat *repeats = format_repeats(table->column_count);
    for (size_t row = 0; row < batch->rows; row++)
        add_row(table, batch, row, repeats, out);
    out->text[out->size] = '\0';
    format_repeats_release(repeats);
}

const struct export_text export_text_csv = {add_head, add_rows};
