#include "table/table_csv.h"

#include <math.h>
#include <string.h>

#include "util/arena.h"
#include "util/csv_record.h"
#include "util/number.h"
#include "util/utf8.h"

/* ---- writing ---- */

/* Blanks at the ends of unquoted fields do not count when they are read. */
static bool needs_quotes(const char *text, size_t size)
{
    if (size == 0)
        return true;
    char first = text[0], last = text[size - 1];
    return first == ' ' || first == '\t' || last == ' ' || last == '\t' ||
           strpbrk(text, ",\"\n\r") != NULL;
}

static void add_quoted(struct strbuf *out, const char *text)
{
    strbuf_add_char(out, '"');
    for (const char *quote; (quote = strchr(text, '"')); text = quote + 1) {
        strbuf_add(out, text, (size_t)(quote - text) + 1);
        strbuf_add_char(out, '"');
    }
    strbuf_add_text(out, text);
    strbuf_add_char(out, '"');
}

/* Bytes of what begins a formula; 0 of anything else. Full-width signs are taken for plain ones
 * where people write Chinese or Japanese. */
static size_t sign_size(const char *text)
{
    static const char *const wide[] = {"＝", "＋", "－", "＠"};
    if (text[0] && strchr("=+-@\t\r", text[0]))
        return 1;
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++)
        if (strncmp(text, wide[i], strlen(wide[i])) == 0)
            return strlen(wide[i]);
    return 0;
}

/* Whether a spreadsheet would take the text for a formula, once it is in a cell; a number or a lone
 * sign is none. Apostrophes before it count as part of it, so that reading knows which one was
 * put there. */
static bool is_formula(const char *text)
{
    double number;
    text += strspn(text, "'");
    size_t size = sign_size(text);
    return size && text[size] && !number_parse(text, strlen(text), &number);
}

static void add_plain(struct strbuf *out, const char *text)
{
    size_t size = strlen(text);
    if (needs_quotes(text, size))
        add_quoted(out, text);
    else
        strbuf_add(out, text, size);
}

void csv_cell_add(struct strbuf *out, const char *text)
{
    if (!text)
        return;
    if (!is_formula(text)) {
        add_plain(out, text);
        return;
    }
    struct strbuf guarded;
    strbuf_init(&guarded);
    strbuf_add_char(&guarded, '\'');
    strbuf_add_text(&guarded, text);
    add_plain(out, guarded.text);
    strbuf_release(&guarded);
}

struct text_slice csv_cell_text(struct text_slice field, struct arena *scratch)
{
    bool is_guarded = field.size && *field.text == '\'' &&
                      is_formula(arena_text_of_size(scratch, field.text, field.size));
    return (struct text_slice){field.text + is_guarded, field.size - is_guarded};
}

static void add_cell(struct strbuf *out, const struct column *column, size_t row)
{
    if (column->type == COLUMN_NUMBER)
        strbuf_add_number(out, column->numbers[row]);
    else
        csv_cell_add(out, column->texts[row]);
}

void table_write_csv(const struct table *table, struct strbuf *out)
{
    for (size_t i = 0; i < table->column_count; i++) {
        strbuf_add_text(out, i ? "," : "");
        csv_cell_add(out, table->columns[i].name);
    }
    strbuf_add_char(out, '\n');
    for (size_t row = 0; row < table->rows; row++) {
        for (size_t i = 0; i < table->column_count; i++) {
            if (i)
                strbuf_add_char(out, ',');
            add_cell(out, &table->columns[i], row);
        }
        strbuf_add_char(out, '\n');
    }
}

/* ---- reading ---- */

static const struct former_column {
    const char *table, *column, *now;
    double factor;
} former_columns[] = {
#define FORMER_COLUMN(TABLE, COLUMN, NOW, FACTOR) {TABLE, COLUMN, NOW, FACTOR},
#include "table/former_columns.def"
};
static const struct former_scale {
    const char *table, *beside, *column;
    double factor;
} former_scales[] = {
#define FORMER_SCALE(TABLE, BESIDE, COLUMN, FACTOR) {TABLE, BESIDE, COLUMN, FACTOR},
#include "table/former_columns.def"
};
static const struct former_unit {
    const char *table, *column, *text, *now;
    double factor;
} former_units[] = {
#define FORMER_UNIT(TABLE, COLUMN, TEXT, NOW, FACTOR) {TABLE, COLUMN, TEXT, NOW, FACTOR},
#include "table/former_columns.def"
};
static const struct former_text {
    const char *table, *column, *now, *text;
} former_texts[] = {
#define FORMER_TEXT(TABLE, COLUMN, NOW, TEXT) {TABLE, COLUMN, NOW, TEXT},
#include "table/former_columns.def"
};
enum {
    FORMER_COLUMNS = sizeof former_columns / sizeof former_columns[0],
    FORMER_SCALES = sizeof former_scales / sizeof former_scales[0],
    FORMER_UNITS = sizeof former_units / sizeof former_units[0],
    FORMER_TEXTS = sizeof former_texts / sizeof former_texts[0]
};

struct cell {
    double number;
    const char *text;
};

/* A field of the header: its name, and a column of the table. */
struct heading {
    const char *name;
    size_t column;
};

struct reading {
    struct table *table;
    const char *path;
    struct error *error;
    const struct column_names *listed; /* that the header must have; NULL: not known */
    bool failed, in_header;
    struct heading *headings;
    double *factors; /* by column: what its cells are multiplied by, which are of another unit */
    size_t heading_count, heading_capacity;
    size_t field;       /* of the row that is being read */
    size_t row;         /* counted from 1, the header too */
    struct cell *cells; /* the row, by column of the table */
    const char *text;   /* of all rows that say nothing else in the column; NULL: of none */
    size_t text_column;
    size_t *stand_ins; /* by column: that whose cells it gets, itself where the header has it */
    struct arena scratch;
};

static void fail(struct reading *reading, const char *what)
{
    if (!reading->failed)
        error_set(reading->error, ERROR_INPUT, "%s: row %zu: %s", reading->path, reading->row,
                  what);
    reading->failed = true;
}

/* Of a name or a cell, which may be anything. */
static const char *shown(struct reading *reading, const char *text)
{
    enum { LONGEST = 60 };
    return utf8_shorten(&reading->scratch, utf8_clean(&reading->scratch, text), LONGEST);
}

static void fail_column(struct reading *reading, const char *before, const char *name,
                        const char *after)
{
    fail(reading,
         arena_format(&reading->scratch, "%s\"%s\"%s", before, shown(reading, name), after));
}

static size_t column_number(const struct table *table, const char *name)
{
    size_t i = 0;
    while (i < table->column_count && strcmp(table->columns[i].name, name) != 0)
        i++;
    return i;
}

static bool is_of(const struct reading *reading, const char *table)
{
    return strcmp(reading->table->schema->name, table) == 0;
}

/* Which column was called so; NULL: none. */
static const struct former_column *former_named(const struct reading *reading, const char *name)
{
    for (size_t i = 0; i < FORMER_COLUMNS; i++)
        if (is_of(reading, former_columns[i].table) && strcmp(former_columns[i].column, name) == 0)
            return &former_columns[i];
    return NULL;
}

static size_t renamed_column(struct reading *reading, const char *name)
{
    const struct former_column *former = former_named(reading, name);
    size_t now = former ? column_number(reading->table, former->now) : reading->table->column_count;
    if (now < reading->table->column_count)
        reading->factors[now] *= former->factor;
    return now;
}

/* Other columns of a file which has this one, in former units. */
static void find_former_scales(struct reading *reading, const char *name)
{
    for (size_t i = 0; i < FORMER_SCALES; i++)
        if (is_of(reading, former_scales[i].table) && strcmp(former_scales[i].beside, name) == 0)
            reading->factors[column_number(reading->table, former_scales[i].column)] *=
                former_scales[i].factor;
}

static void find_former_text(struct reading *reading, const char *name)
{
    for (size_t i = 0; i < FORMER_TEXTS; i++)
        if (is_of(reading, former_texts[i].table) && strcmp(former_texts[i].column, name) == 0) {
            reading->text = former_texts[i].text;
            reading->text_column = column_number(reading->table, former_texts[i].now);
        }
}

static const struct heading *heading_of(const struct reading *reading, size_t column)
{
    for (size_t i = 0; i < reading->heading_count; i++)
        if (reading->headings[i].column == column)
            return &reading->headings[i];
    return NULL;
}

static bool is_listed(const struct reading *reading, const char *name)
{
    for (size_t i = 0; reading->listed && i < reading->listed->count; i++)
        if (strcmp(reading->listed->items[i], name) == 0)
            return true;
    return false;
}

/* A column that is not taken for what it is would be gone from the tables that are written anew. */
static void refuse_unknown(struct reading *reading, const char *name)
{
    if (is_listed(reading, name))
        fail_column(reading, "the column ", name,
                    " is not known to this version of jobreport, but listed in "
                    "data/datapackage.json");
    else
        fail_column(reading, "no column of this table is called ", name, "");
}

static void refuse_twice(struct reading *reading, const char *name, const struct heading *other)
{
    if (strcmp(other->name, name) == 0)
        fail_column(reading, "the column ", name, " is there twice");
    else
        fail_column(reading,
                    arena_format(&reading->scratch, "\"%s\" is the same column as ",
                                 shown(reading, name)),
                    other->name, "");
}

static void add_heading(struct reading *reading, struct heading heading)
{
    if (reading->heading_count == reading->heading_capacity) {
        size_t capacity = reading->heading_capacity ? reading->heading_capacity * 2 : 32;
        struct heading *headings = arena_alloc_array(&reading->scratch, capacity, sizeof *headings);
        if (reading->heading_count)
            memcpy(headings, reading->headings, reading->heading_count * sizeof *headings);
        reading->headings = headings;
        reading->heading_capacity = capacity;
    }
    reading->headings[reading->heading_count++] = heading;
}

/* An open table takes any name, of two columns too: hosts may be called as each other. */
static size_t open_column(struct reading *reading, const char *name)
{
    size_t number = column_number(reading->table, name);
    if (number < reading->table->column_count && !heading_of(reading, number))
        return number;
    table_add_column(reading->table, name);
    return reading->table->column_count - 1;
}

static size_t known_column(struct reading *reading, const char *name)
{
    size_t number = column_number(reading->table, name);
    if (number == reading->table->column_count)
        number = renamed_column(reading, name);
    const struct heading *other = heading_of(reading, number);
    if (number == reading->table->column_count)
        refuse_unknown(reading, name);
    else if (other)
        refuse_twice(reading, name, other);
    return number;
}

static void read_header_field(struct reading *reading, struct text_slice field)
{
    field = csv_cell_text(field, &reading->scratch);
    const char *name = arena_text_of_size(&reading->scratch, field.text, field.size);
    size_t column =
        table_is_open(reading->table) ? open_column(reading, name) : known_column(reading, name);
    find_former_text(reading, name);
    find_former_scales(reading, name);
    add_heading(reading, (struct heading){name, column});
}

static bool parse_number(struct text_slice text, double *number)
{
    bool is_negative = text.size && *text.text == '-';
    if (text.size == 3u + is_negative && memcmp(text.text + is_negative, "inf", 3) == 0) {
        *number = is_negative ? -INFINITY : INFINITY;
        return true;
    }
    return number_parse(text.text, text.size, number);
}

/* Rows that follow each other often repeat a name: they share one copy. */
static const char *share_text(const struct table *table, const struct column *column,
                              struct text_slice text)
{
    const char *above = table->rows ? column->texts[table->rows - 1] : NULL;
    return above && strncmp(above, text.text, text.size) == 0 && !above[text.size]
               ? above
               : arena_text_of_size(table->arena, text.text, text.size);
}

static void refuse_number(struct reading *reading, const char *column, struct text_slice field)
{
    struct arena *scratch = &reading->scratch;
    const char *text = arena_text_of_size(scratch, field.text, field.size);
    fail_column(reading, arena_format(scratch, "column \"%s\": ", shown(reading, column)), text,
                " is not a number");
}

/* A field that is empty without quotes is missing. */
static void read_cell(struct reading *reading, struct text_slice field, bool quoted)
{
    if (reading->field >= reading->heading_count) {
        fail(reading, "more fields than the header has");
        return;
    }
    const struct heading *heading = &reading->headings[reading->field++];
    size_t target = heading->column;
    if (!field.size && !quoted)
        return;
    const struct column *column = &reading->table->columns[target];
    struct cell *cell = &reading->cells[target];
    if (column->type == COLUMN_TEXT)
        cell->text = share_text(reading->table, column, csv_cell_text(field, &reading->scratch));
    else if (!parse_number(field, &cell->number))
        refuse_number(reading, heading->name, field);
    else if (target < table_fixed_columns(reading->table))
        cell->number *= reading->factors[target];
}

static void clear_cells(struct reading *reading)
{
    for (size_t i = 0; i < reading->table->column_count; i++)
        reading->cells[i] = (struct cell){NUMBER_MISSING, NULL};
    if (reading->text)
        reading->cells[reading->text_column].text = reading->text;
    reading->field = 0;
}

/* "{unit}" of "unit": each row names the unit of its own. */
static bool is_in_unit_of(const struct column *column, const char *text_column)
{
    const char *unit = column->schema->unit;
    size_t size = strlen(text_column);
    return unit[0] == '{' && strncmp(unit + 1, text_column, size) == 0 && unit[size + 1] == '}';
}

static void convert_units(struct reading *reading, const struct former_unit *former)
{
    const struct table *table = reading->table;
    const char **unit = &reading->cells[column_number(table, former->column)].text;
    if (!*unit || strcmp(*unit, former->text) != 0)
        return;
    *unit = former->now;
    for (size_t i = 0; i < table->column_count; i++)
        if (is_in_unit_of(&table->columns[i], former->column))
            reading->cells[i].number *= former->factor;
}

static void put_cells(struct reading *reading)
{
    struct table *table = reading->table;
    for (size_t i = 0; i < FORMER_UNITS; i++)
        if (is_of(reading, former_units[i].table))
            convert_units(reading, &former_units[i]);
    for (size_t i = 0; i < table->column_count; i++) {
        const struct cell *cell = &reading->cells[reading->stand_ins[i]];
        if (table->columns[i].type == COLUMN_NUMBER)
            table_put_number(table, cell->number);
        else
            table_put_static(table, cell->text);
    }
}

/* For columns that the file has not: those that are still there and say nearly the same. */
static void find_stand_ins(struct reading *reading)
{
    const struct table *table = reading->table;
    reading->stand_ins =
        arena_alloc_array(&reading->scratch, table->column_count, sizeof *reading->stand_ins);
    for (size_t i = 0; i < table->column_count; i++)
        reading->stand_ins[i] = i;
    for (size_t i = 0; i < FORMER_COLUMNS; i++) {
        const struct former_column *former = &former_columns[i];
        if (!is_of(reading, former->table))
            continue;
        size_t column = column_number(table, former->column);
        size_t now = column_number(table, former->now);
        if (column < table->column_count && !heading_of(reading, now))
            reading->stand_ins[now] = column;
    }
}

/* Of a column that is not there all cells would be missing. */
static void check_listed(struct reading *reading)
{
    for (size_t i = 0; reading->listed && i < reading->listed->count; i++) {
        const char *name = reading->listed->items[i];
        size_t k = 0;
        while (k < reading->heading_count && strcmp(reading->headings[k].name, name) != 0)
            k++;
        if (k == reading->heading_count)
            fail_column(reading, "the column ", name,
                        " is missing, which data/datapackage.json lists");
    }
}

static void check_header(struct reading *reading)
{
    size_t known = 0;
    for (size_t i = 0; i < reading->heading_count; i++)
        known += reading->headings[i].column < table_fixed_columns(reading->table);
    if (!known)
        fail(reading, "not a header of this table");
    check_listed(reading);
    reading->cells =
        arena_alloc_array(&reading->scratch, reading->table->column_count, sizeof(struct cell));
    find_stand_ins(reading);
}

static void end_row(struct reading *reading)
{
    if (reading->in_header)
        check_header(reading);
    else if (reading->field < reading->heading_count)
        fail(reading, "fewer fields than the header");
    else
        put_cells(reading);
    reading->in_header = false;
    clear_cells(reading);
    reading->row++;
}

static void take_row(struct reading *reading, const struct csv_record *row)
{
    for (size_t i = 0; i < row->count && !reading->failed; i++) {
        struct text_slice field = csv_record_field(row, i);
        if (reading->in_header)
            read_header_field(reading, field);
        else
            read_cell(reading, field, row->quoted[i]);
    }
    if (!reading->failed)
        end_row(reading);
}

static void make_room(struct reading *reading, struct csv_record *row)
{
    row->room = row->count;
    row->fields = arena_alloc_array(&reading->scratch, row->room, sizeof *row->fields);
    row->quoted = arena_alloc_array(&reading->scratch, row->room, sizeof *row->quoted);
}

static void skip_byte_order_mark(const char **bytes, size_t *size)
{
    if (*size >= 3 && memcmp(*bytes, "\xef\xbb\xbf", 3) == 0) {
        *bytes += 3;
        *size -= 3;
    }
}

/* We end every row with a line feed. Programs that write CR LF may leave the last row without. */
static bool is_cut_off(const char *bytes, size_t size)
{
    const char *feed = memchr(bytes, '\n', size);
    bool is_as_written = feed && feed > bytes && feed[-1] != '\r';
    return is_as_written && bytes[size - 1] != '\n';
}

/* Returns the size of the row at text[0]. */
static size_t read_row(struct reading *reading, struct csv_record *row, const char *text,
                       size_t size)
{
    const struct csv_dialect dialect = {',', '\n', true};
    csv_read_record(row, text, size, dialect);
    if (row->count > row->room) {
        make_room(reading, row);
        csv_read_record(row, text, size, dialect);
    }
    if (row->open)
        row->size = size;
    return row->size;
}

static void parse(struct reading *reading, const char *bytes, size_t size)
{
    struct csv_record row = {.arena = &reading->scratch, .any_length = true};
    skip_byte_order_mark(&bytes, &size);
    bool cut_off = is_cut_off(bytes, size);
    for (size_t at = 0; at < size && !reading->failed;) {
        at += read_row(reading, &row, bytes + at, size - at);
        if (at >= size && cut_off)
            fail(reading, "the file ends within this row");
        else if (row.problem)
            fail(reading, row.problem);
        else if (!csv_record_is_blank(&row))
            take_row(reading, &row);
    }
    if (!reading->failed && reading->in_header)
        fail(reading, "no header");
}

bool table_read_listed_csv(struct table *table, const struct column_names *listed, const char *path,
                           const char *bytes, size_t size, struct error *error)
{
    struct reading reading = {.table = table,
                              .listed = listed,
                              .path = path,
                              .error = error,
                              .in_header = true,
                              .row = 1};
    arena_init(&reading.scratch);
    reading.factors =
        arena_alloc_array(&reading.scratch, table->column_count, sizeof *reading.factors);
    for (size_t i = 0; i < table->column_count; i++)
        reading.factors[i] = 1;
    parse(&reading, bytes, size);
    arena_release(&reading.scratch);
    return !reading.failed;
}

bool table_read_csv(struct table *table, const char *path, const char *bytes, size_t size,
                    struct error *error)
{
    return table_read_listed_csv(table, NULL, path, bytes, size, error);
}
