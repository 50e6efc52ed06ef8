/* XLSX: a sheet a table, with a frozen header; texts are strings, never formulas. Formats follow
 * the unit: counts without decimals, shares as percentages, moments as dates (UTC) where they are
 * of a calendar. A missing value is a blank cell. Rows go to the disk as they come. */
#include <math.h>
#include <stdlib.h>
#include <time.h>
#include <xlsxwriter.h>
#include <zlib.h>

#include "export/export_format.h"

enum {
    MOST_ROWS = 1048576 - 1, /* beside the header */
    MOST_COLUMNS = 16384,
    LONGEST_TEXT = 32767, /* letters of a cell */
    LONGEST_SHEET = 31,   /* letters of the name of a sheet */
};

enum style { STYLE_GENERAL, STYLE_COUNT, STYLE_SHARE, STYLE_SECONDS, STYLE_DATE, STYLES };

struct writer {
    const char *path;
    lxw_workbook *workbook;
    lxw_worksheet *sheet;
    lxw_format *head, *styles[STYLES];
    const struct export_table *written;
    lxw_row_t row;
    uint64_t all_rows; /* of all sheets, heads included; without rows that have no cell */
    char *text;        /* a text that is not written as it is */
    size_t cut_texts;  /* of this table */
};

static bool fail(const struct writer *writer, lxw_error code, struct error *error)
{
    return export_fail(error, writer->path, errno ? strerror(errno) : lxw_strerror(code), errno);
}

static void make_formats(struct writer *writer)
{
    static const char *const styles[STYLES] = {[STYLE_COUNT] = "#,##0",
                                               [STYLE_SHARE] = "0.0%",
                                               [STYLE_SECONDS] = "#,##0.000",
                                               [STYLE_DATE] = "yyyy-mm-dd hh:mm:ss.000"};
    writer->head = workbook_add_format(writer->workbook);
    format_set_bold(writer->head);
    format_set_bottom(writer->head, LXW_BORDER_THIN);
    for (int i = STYLE_GENERAL + 1; i < STYLES; i++) {
        writer->styles[i] = workbook_add_format(writer->workbook);
        format_set_num_format(writer->styles[i], styles[i]);
    }
}

static void *open_file(const struct export_file *file, struct error *error)
{
    struct writer *writer = calloc(1, sizeof *writer);
    lxw_workbook_options options = {.constant_memory = LXW_TRUE,
                                    .tmpdir = (char *)(size_t)file->directory};
    lxw_doc_properties properties = {.title = "jobreport", .created = (time_t)file->created};
    enum { LONGEST_LETTER = 4 };
    errno = 0;
    if (writer) {
        writer->path = file->path;
        writer->text = malloc((size_t)LONGEST_TEXT * LONGEST_LETTER + 1);
        writer->workbook = workbook_new_opt(file->path, &options);
    }
    if (!writer || !writer->text || !writer->workbook) {
        export_fail(error, file->path, "out of memory", 0);
        free(writer ? writer->text : NULL);
        free(writer);
        return NULL;
    }
    workbook_set_properties(writer->workbook, &properties);
    make_formats(writer);
    return writer;
}

/* ---- sheets ---------------------------------------------------------------------------------- */

static enum style style_of(const struct column_schema *column)
{
    switch (column->meaning) {
    case MEANING_COUNT:
    case MEANING_FLAG:
        return STYLE_COUNT;
    case MEANING_SHARE:
        return STYLE_SHARE;
    case MEANING_MOMENT:
        return STYLE_DATE;
    case MEANING_TEXT:
    case MEANING_NUMBER:
        break;
    }
    if (strcmp(column->unit, "B") == 0)
        return STYLE_COUNT;
    return strcmp(column->unit, "s") == 0 ? STYLE_SECONDS : STYLE_GENERAL;
}

/* Whether the text goes on with what stands for a letter by its number: _x0041_ for A. */
static bool is_code(const char *text)
{
    enum { DIGITS = 4 };
    return text[0] == '_' && text[1] == 'x' &&
           strspn(text + 2, "0123456789abcdefABCDEF") == DIGITS && text[2 + DIGITS] == '_';
}

/* An underscore that would begin such a code becomes one itself (ECMA-376 part 1, 22.9.2.19); what
 * does not fit into a cell is left out. */
static const char *cell_text(struct writer *writer, const char *text)
{
    static const char underscore[] = "_x005F_";
    char *to = writer->text;
    size_t letters = 0;
    while (*text) {
        bool is_escaped = is_code(text);
        letters += is_escaped ? sizeof underscore - 1 : 1;
        if (letters > LONGEST_TEXT)
            break;
        if (is_escaped)
            to = mempcpy(to, underscore, sizeof underscore - 1);
        else
            *to++ = *text;
        for (text++; (*text & 0xc0) == 0x80; text++)
            if (!is_escaped)
                *to++ = *text;
    }
    *to = '\0';
    writer->cut_texts += *text != '\0';
    return writer->text;
}

static lxw_error write_text(struct writer *writer, lxw_row_t row, lxw_col_t column,
                            const char *text, lxw_format *format)
{
    if (strlen(text) > LONGEST_TEXT || strstr(text, "_x"))
        text = cell_text(writer, text);
    return worksheet_write_string(writer->sheet, row, column, text, format);
}

static void set_widths(struct writer *writer, const struct export_table *table)
{
    static const double narrowest = 10, widest = 40, text = 24, date = 23;
    for (size_t i = 0; i < table->column_count; i++) {
        double width = (double)strlen(table->columns[i].name) + 2;
        if (table->columns[i].type == COLUMN_TEXT)
            width = fmax(width, text);
        else if (style_of(&table->columns[i]) == STYLE_DATE)
            width = fmax(width, date);
        worksheet_set_column(writer->sheet, (lxw_col_t)i, (lxw_col_t)i,
                             fmin(fmax(width, narrowest), widest), NULL);
    }
}

static bool begin_table(void *argument, const struct export_table *table, struct error *error)
{
    struct writer *writer = argument;
    char name[LONGEST_SHEET + 1];
    lxw_error code = LXW_NO_ERROR;
    errno = 0;
    writer->written = table;
    writer->row = 1;
    writer->cut_texts = 0;
    snprintf(name, sizeof name, "%s", table->name);
    writer->sheet = workbook_add_worksheet(writer->workbook, name);
    if (!writer->sheet)
        return fail(writer, LXW_ERROR_SHEETNAME_ALREADY_USED, error);
    set_widths(writer, table);
    worksheet_freeze_panes(writer->sheet, 1, 0);
    for (size_t i = 0; i < table->column_count && !code; i++)
        code = write_text(writer, 0, (lxw_col_t)i, table->columns[i].name, writer->head);
    writer->all_rows++;
    return !code || fail(writer, code, error);
}

/* Days since 1899-12-30, as sheets count them. Numbers that are of no calendar, as those of a clock
 * that starts anywhere, stay numbers. */
static lxw_error write_number(struct writer *writer, lxw_row_t row, lxw_col_t column, double number,
                              enum style style)
{
    static const double first_date = 1e8, last_date = 1e11, day = 86400, epoch = 25569;
    if (style == STYLE_DATE && number >= first_date && number < last_date)
        return worksheet_write_number(writer->sheet, row, column, number / day + epoch,
                                      writer->styles[style]);
    return worksheet_write_number(writer->sheet, row, column, number,
                                  style == STYLE_DATE ? NULL : writer->styles[style]);
}

/* Rows without any cell are not in the file. */
static lxw_error write_row(struct writer *writer, const struct export_batch *batch, size_t row)
{
    const struct export_table *table = writer->written;
    lxw_error code = LXW_NO_ERROR;
    bool is_written = false;
    for (size_t i = 0; i < table->column_count && !code; i++) {
        const union export_cells *cells = &batch->columns[i];
        if (!cells->numbers)
            continue;
        bool is_text = table->columns[i].type == COLUMN_TEXT;
        if (is_text ? !cells->texts[row] || !*cells->texts[row] : !isfinite(cells->numbers[row]))
            continue;
        is_written = true;
        code = is_text ? write_text(writer, writer->row, (lxw_col_t)i, cells->texts[row], NULL)
                       : write_number(writer, writer->row, (lxw_col_t)i, cells->numbers[row],
                                      style_of(&table->columns[i]));
    }
    writer->row++;
    writer->all_rows += is_written;
    return code;
}

static bool put_batch(void *argument, const struct export_batch *batch, struct error *error)
{
    struct writer *writer = argument;
    lxw_error code = LXW_NO_ERROR;
    errno = 0;
    for (size_t row = 0; row < batch->rows && !code; row++)
        code = write_row(writer, batch, row);
    return !code || fail(writer, code, error);
}

static bool end_table(void *argument, struct error *error)
{
    struct writer *writer = argument;
    errno = 0;
    if (writer->sheet->optimize_tmpfile &&
        (fflush(writer->sheet->optimize_tmpfile) != 0 || ferror(writer->sheet->optimize_tmpfile)))
        return fail(writer, LXW_ERROR_CREATING_TMPFILE, error);
    if (writer->written->rows)
        worksheet_autofilter(writer->sheet, 0, 0, writer->row - 1,
                             (lxw_col_t)(writer->written->column_count - 1));
    return true;
}

static size_t cut_texts(const void *argument)
{
    const struct writer *writer = argument;
    return writer->cut_texts;
}

/* ---- proof ----------------------------------------------------------------------------------- */

/* The library does not look whether what it keeps aside could be written: on a full disk a sheet
 * may lack its end. So the file is read again, and its rows are counted. */

/* How often rows begin in what is fed to it, and whether it ends as a sheet does. */
struct sheet_scan {
    uint64_t rows;
    size_t matched; /* letters of row_begin at the end of what was fed */
    char end[12];   /* the last bytes */
};

static const char row_begin[] = "<row ", sheet_end[] = "</worksheet>";

static void scan_bytes(struct sheet_scan *scan, const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        scan->matched = bytes[i] == (unsigned char)row_begin[scan->matched] ? scan->matched + 1
                                                                            : bytes[i] == '<';
        if (row_begin[scan->matched])
            continue;
        scan->rows++;
        scan->matched = 0;
    }
    size_t kept = size < sizeof scan->end ? sizeof scan->end - size : 0;
    memmove(scan->end, scan->end + sizeof scan->end - kept, kept);
    memcpy(scan->end + kept, bytes + size - (sizeof scan->end - kept), sizeof scan->end - kept);
}

/* The deflated entry at the file's place. */
static bool scan_entry(FILE *file, uint64_t size, struct sheet_scan *scan)
{
    enum { CHUNK = 1 << 16 };
    static const int no_header = -MAX_WBITS;
    unsigned char packed[CHUNK], plain[CHUNK];
    z_stream stream = {0};
    int state = inflateInit2(&stream, no_header);
    while (state == Z_OK && (stream.avail_in || size)) {
        if (!stream.avail_in) {
            size_t wanted = size < CHUNK ? (size_t)size : CHUNK;
            stream.next_in = packed;
            stream.avail_in = (unsigned)fread(packed, 1, wanted, file);
            size = stream.avail_in == wanted ? size - wanted : 0;
        }
        stream.next_out = plain;
        stream.avail_out = CHUNK;
        state = inflate(&stream, Z_NO_FLUSH);
        scan_bytes(scan, plain, CHUNK - stream.avail_out);
    }
    inflateEnd(&stream);
    return state == Z_STREAM_END && memcmp(scan->end, sheet_end, sizeof scan->end) == 0;
}

static uint32_t little_endian(const unsigned char *bytes, int size)
{
    uint32_t number = 0;
    for (int i = size - 1; i >= 0; i--)
        number = number << 8 | bytes[i];
    return number;
}

static bool read_at(FILE *file, off_t at, unsigned char *bytes, size_t size)
{
    return fseeko(file, at, SEEK_SET) == 0 && fread(bytes, 1, size, file) == size;
}

/* The sheet whose local header begins there. */
static bool scan_sheet(FILE *file, off_t begin, uint32_t size, uint64_t *rows)
{
    enum { LOCAL_SIZE = 30 };
    unsigned char local[LOCAL_SIZE];
    struct sheet_scan scan = {0};
    if (!read_at(file, begin, local, LOCAL_SIZE))
        return false;
    off_t names = (off_t)little_endian(local + 26, 2) + (off_t)little_endian(local + 28, 2);
    if (fseeko(file, names, SEEK_CUR) != 0 || !scan_entry(file, size, &scan))
        return false;
    *rows += scan.rows;
    return true;
}

/* Adds up the rows of all sheets; false when one of them has no end. By the central directory of
 * the zip file (PKWARE's APPNOTE 4.3), behind which the library writes no comment. */
static bool scan_sheets(FILE *file, uint64_t *rows)
{
    enum { END_SIZE = 22, ENTRY_SIZE = 46 };
    static const char sheets[] = "xl/worksheets/sheet";
    unsigned char end[END_SIZE], entry[ENTRY_SIZE], name[sizeof sheets - 1];
    if (fseeko(file, -END_SIZE, SEEK_END) != 0 || fread(end, 1, END_SIZE, file) != END_SIZE)
        return false;
    off_t at = (off_t)little_endian(end + 16, 4);
    for (uint32_t left = little_endian(end + 10, 2); left > 0; left--) {
        if (!read_at(file, at, entry, ENTRY_SIZE))
            return false;
        uint32_t length = little_endian(entry + 28, 2);
        bool is_sheet = length > sizeof name && fread(name, 1, sizeof name, file) == sizeof name &&
                        memcmp(name, sheets, sizeof name) == 0;
        if (is_sheet && !scan_sheet(file, (off_t)little_endian(entry + 42, 4),
                                    little_endian(entry + 20, 4), rows))
            return false;
        at += ENTRY_SIZE + (off_t)length + (off_t)little_endian(entry + 30, 2) +
              (off_t)little_endian(entry + 32, 2);
    }
    return true;
}

static bool prove(const struct writer *writer, struct error *error)
{
    uint64_t rows = 0;
    FILE *file = fopen(writer->path, "rbe");
    bool good = file && scan_sheets(file, &rows) && rows == writer->all_rows;
    if (file)
        fclose(file);
    return good ||
           export_fail(error, writer->path, "the workbook is incomplete (is the disk full?)", 0);
}

static bool close_file(void *argument, bool is_whole, struct error *error)
{
    struct writer *writer = argument;
    errno = 0;
    lxw_error code = LXW_NO_ERROR;
    if (is_whole)
        code = workbook_close(writer->workbook);
    else
        lxw_workbook_free(writer->workbook);
    bool good = is_whole && (code ? fail(writer, code, error) : prove(writer, error));
    free(writer->text);
    free(writer);
    return good;
}

__attribute__((visibility("default"))) extern const struct export_library jobreport_extension;
const struct export_library jobreport_extension = {
    .most_rows = MOST_ROWS,
    .most_columns = MOST_COLUMNS,
    .has_contents = true,
    .open = open_file,
    .begin = begin_table,
    .put = put_batch,
    .end = end_table,
    .cut_texts = cut_texts,
    .close = close_file,
};
