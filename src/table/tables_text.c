#include "table/model_text.h"
#include "util/text_line.h"

static void write_row(const struct table *table, size_t row, struct strbuf *out)
{
    text_line_begin(out, table->schema->name);
    for (size_t i = 0; i < table->column_count; i++) {
        const struct column *column = &table->columns[i];
        if (column->type == COLUMN_NUMBER)
            text_line_add_number(out, column->name, column->numbers[row]);
        else
            text_line_add_text(out, column->name, column->texts[row]);
    }
    text_line_end(out);
}

void tables_write_text(const struct tables *tables, struct strbuf *out)
{
    for (size_t i = 0; i < table_schema_count(); i++) {
        const struct table *table = tables_find(tables, table_schema_at(i)->name);
        for (size_t row = 0; table && row < table->rows; row++)
            write_row(table, row, out);
    }
}
