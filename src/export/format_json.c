/* JSON lines: an object a row, with all columns in their order; a missing value is null. */
#include "export/format_text.h"

static void add_escaped(struct strbuf *out, unsigned char c)
{
    switch (c) {
    case '"':
        strbuf_add_text(out, "\\\"");
        break;
    case '\\':
        strbuf_add_text(out, "\\\\");
        break;
    case '\n':
        strbuf_add_text(out, "\\n");
        break;
    case '\t':
        strbuf_add_text(out, "\\t");
        break;
    default:
        strbuf_format(out, "\\u%04x", c);
    }
}

static void add_text(struct strbuf *out, const char *text)
{
    strbuf_add_char(out, '"');
    for (const char *from = text;;) {
        const char *at = from;
        while ((unsigned char)*at >= ' ' && *at != '"' && *at != '\\')
            at++;
        strbuf_add(out, from, (size_t)(at - from));
        if (!*at)
            break;
        add_escaped(out, (unsigned char)*at);
        from = at + 1;
    }
    strbuf_add_char(out, '"');
}

/* `{"name":` or `,"name":` of each column. */
struct keys {
    struct strbuf text;
    size_t *ends;
};

static struct keys make_keys(const struct export_table *table)
{
    struct keys keys = {.ends = memory_alloc_array(table->column_count, sizeof *keys.ends)};
    strbuf_init(&keys.text);
    for (size_t i = 0; i < table->column_count; i++) {
        strbuf_add_char(&keys.text, i ? ',' : '{');
        add_text(&keys.text, table->columns[i].name);
        strbuf_add_char(&keys.text, ':');
        keys.ends[i] = keys.text.size;
    }
    return keys;
}

static void add_cell(struct strbuf *out, union export_cells cells, enum column_type type,
                     size_t row, struct format_repeat *repeat)
{
    bool is_missing = !cells.numbers ||
                      (type == COLUMN_NUMBER ? !isfinite(cells.numbers[row]) : !cells.texts[row]);
    if (is_missing) {
        strbuf_add(out, "null", 4);
    } else if (type == COLUMN_NUMBER) {
        strbuf_reserve(out, NUMBER_TEXT_SIZE);
        format_add_number(out, cells.numbers[row]);
    } else if (!format_add_repeated(repeat, cells.texts[row], out)) {
        size_t before = out->size;
        add_text(out, cells.texts[row]);
        format_keep(repeat, cells.texts[row], out, before);
    }
}

static void add_rows(const struct export_table *table, const struct export_batch *batch,
                     struct strbuf *out)
{
    struct format_repeat *repeats = format_repeats(table->column_count);
    struct keys keys = make_keys(table);
    for (size_t row = 0; row < batch->rows; row++) {
        for (size_t i = 0; i < table->column_count; i++) {
            size_t from = i ? keys.ends[i - 1] : 0;
            strbuf_add(out, keys.text.text + from, keys.ends[i] - from);
            add_cell(out, batch->columns[i], table->columns[i].type, row, &repeats[i]);
        }
        strbuf_add(out, "}\n", 2);
    }
    strbuf_release(&keys.text);
    free(keys.ends);
    format_repeats_release(repeats);
}

const struct export_text export_text_json = {NULL, add_rows};
