/* Parquet (https://parquet.apache.org/docs/file-format/): optional columns of 64-bit floats and of
 * UTF-8 texts, plain values, packed by zstd; a batch is a page, and so many pages are a row group.
 * Units and descriptions are key-value metadata, "unit COLUMN" and "description COLUMN". */
#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
#include <zstd.h>

#include "export/export_format.h"

enum {
    PAGES_OF_GROUP = 8,
    ZSTD_LEVEL = 1,
    /* Numbers of parquet.thrift. */
    TYPE_DOUBLE = 5,
    TYPE_BYTE_ARRAY = 6,
    REPETITION_OPTIONAL = 1,
    CONVERTED_UTF8 = 0,
    ENCODING_PLAIN = 0,
    ENCODING_RLE = 3,
    CODEC_ZSTD = 6,
    PAGE_DATA = 0,
    /* Of its compact protocol. */
    THRIFT_I32 = 5,
    THRIFT_I64 = 6,
    THRIFT_BINARY = 8,
    THRIFT_LIST = 9,
    THRIFT_STRUCT = 12,
    MOST_DEPTH = 6,
};

static const char magic[] = "PAR1";

struct bytes {
    char *items;
    size_t size, capacity;
    bool failed; /* out of memory */
};

struct chunk_place {
    uint64_t offset, packed, plain;
};

struct group {
    uint64_t rows;
    struct chunk_place *chunks; /* of each column */
};

struct writer {
    const char *path;
    int handle;
    uint64_t written; /* bytes */
    const struct export_table *table;
    struct bytes *pages; /* of each column, of this row group */
    uint64_t *plain;     /* their size before packing */
    struct bytes page, footer;
    uint64_t rows, group_rows;
    size_t page_count;
    struct group *groups;
    size_t group_count, group_capacity;
    ZSTD_CCtx *packer;
};

static bool fail(const struct writer *writer, const char *why, int number, struct error *error)
{
    return export_fail(error, writer->path, why, number);
}

/* ---- bytes ----------------------------------------------------------------------------------- */

static char *room(struct bytes *bytes, size_t more)
{
    if (bytes->size + more > bytes->capacity && !bytes->failed) {
        size_t capacity = 2 * (bytes->size + more);
        char *items = realloc(bytes->items, capacity);
        bytes->failed = !items;
        if (items) {
            bytes->items = items;
            bytes->capacity = capacity;
        }
    }
    return bytes->failed ? NULL : bytes->items + bytes->size;
}

static void add(struct bytes *bytes, const void *items, size_t size)
{
    char *to = room(bytes, size);
    if (!to)
        return;
    memcpy(to, items, size);
    bytes->size += size;
}

static void add_byte(struct bytes *bytes, unsigned byte)
{
    add(bytes, &(unsigned char){(unsigned char)byte}, 1);
}

static void add_u32(struct bytes *bytes, uint32_t number)
{
    const unsigned char little[] = {(unsigned char)number, (unsigned char)(number >> 8),
                                    (unsigned char)(number >> 16), (unsigned char)(number >> 24)};
    add(bytes, little, sizeof little);
}

static bool write_all(struct writer *writer, const struct bytes *bytes, struct error *error)
{
    for (size_t at = 0; at < bytes->size;) {
        ssize_t size = write(writer->handle, bytes->items + at, bytes->size - at);
        if (size < 0 && errno == EINTR)
            continue;
        if (size <= 0)
            return fail(writer, strerror(size ? errno : ENOSPC), size ? errno : ENOSPC, error);
        at += (size_t)size;
    }
    writer->written += bytes->size;
    return true;
}

/* ---- Thrift's compact protocol --------------------------------------------------------------- */

/* Fields of a struct are told by how far their number is from that of the one before. */
struct thrift {
    struct bytes *out;
    int latest[MOST_DEPTH];
    int depth;
};

static void add_varint(struct bytes *out, uint64_t number)
{
    for (; number > 0x7f; number >>= 7)
        add_byte(out, (unsigned)(number & 0x7f) | 0x80);
    add_byte(out, (unsigned)number);
}

static uint64_t zigzag(int64_t number)
{
    uint64_t twice = (uint64_t)number << 1;
    return number < 0 ? ~twice : twice;
}

static void field(struct thrift *thrift, int number, int type)
{
    int *latest = &thrift->latest[thrift->depth];
    add_byte(thrift->out, (unsigned)((number - *latest) << 4 | type));
    *latest = number;
}

static void put_integer(struct thrift *thrift, int number, int type, int64_t value)
{
    field(thrift, number, type);
    add_varint(thrift->out, zigzag(value));
}

static void put_i32(struct thrift *thrift, int number, int64_t value)
{
    put_integer(thrift, number, THRIFT_I32, value);
}

static void put_i64(struct thrift *thrift, int number, uint64_t value)
{
    put_integer(thrift, number, THRIFT_I64, (int64_t)value);
}

static void add_text(struct bytes *out, const char *text)
{
    size_t size = strlen(text);
    add_varint(out, size);
    add(out, text, size);
}

static void put_text(struct thrift *thrift, int number, const char *text)
{
    field(thrift, number, THRIFT_BINARY);
    add_text(thrift->out, text);
}

static void begin_struct(struct thrift *thrift)
{
    thrift->latest[++thrift->depth] = 0;
}

static void end_struct(struct thrift *thrift)
{
    add_byte(thrift->out, 0);
    thrift->depth--;
}

static void begin_list(struct thrift *thrift, int number, int type, size_t count)
{
    enum { SHORT = 15 };
    field(thrift, number, THRIFT_LIST);
    add_byte(thrift->out, (unsigned)((count < SHORT ? count : SHORT) << 4 | (unsigned)type));
    if (count >= SHORT)
        add_varint(thrift->out, count);
}

/* ---- pages ----------------------------------------------------------------------------------- */

static bool is_missing(const struct column_schema *column, const union export_cells *cells,
                       size_t row)
{
    if (!cells->numbers)
        return true;
    return column->type == COLUMN_NUMBER ? isnan(cells->numbers[row]) : !cells->texts[row];
}

/* Whether there is a value, a bit a row: one run of the hybrid of run lengths and packed bits. */
static void add_levels(struct bytes *page, const struct column_schema *column,
                       const union export_cells *cells, size_t rows)
{
    struct bytes head = {0};
    size_t groups = (rows + 7) / 8;
    add_varint(&head, (uint64_t)groups << 1 | 1);
    add_u32(page, (uint32_t)(head.size + groups));
    add(page, head.items, head.size);
    page->failed |= head.failed;
    free(head.items);
    for (size_t first = 0; first < rows; first += 8) {
        unsigned bits = 0;
        for (size_t i = 0; i < 8 && first + i < rows; i++)
            bits |= (unsigned)!is_missing(column, cells, first + i) << i;
        add_byte(page, bits);
    }
}

static void add_values(struct bytes *page, const struct column_schema *column,
                       const union export_cells *cells, size_t rows)
{
    for (size_t row = 0; row < rows; row++) {
        if (is_missing(column, cells, row))
            continue;
        if (column->type == COLUMN_NUMBER) {
            uint64_t bits;
            memcpy(&bits, &cells->numbers[row], sizeof bits);
            add_u32(page, (uint32_t)bits);
            add_u32(page, (uint32_t)(bits >> 32));
        } else {
            size_t size = strlen(cells->texts[row]);
            add_u32(page, (uint32_t)size);
            add(page, cells->texts[row], size);
        }
    }
}

static void add_page_header(struct bytes *out, size_t plain, size_t packed, size_t rows)
{
    struct thrift thrift = {.out = out};
    put_i32(&thrift, 1, PAGE_DATA);
    put_i32(&thrift, 2, (int64_t)plain);
    put_i32(&thrift, 3, (int64_t)packed);
    field(&thrift, 5, THRIFT_STRUCT);
    begin_struct(&thrift);
    put_i32(&thrift, 1, (int64_t)rows);
    put_i32(&thrift, 2, ENCODING_PLAIN);
    put_i32(&thrift, 3, ENCODING_RLE);
    put_i32(&thrift, 4, ENCODING_RLE);
    end_struct(&thrift);
    add_byte(out, 0);
}

static bool add_page(struct writer *writer, size_t number, const struct export_batch *batch)
{
    const struct column_schema *column = &writer->table->columns[number];
    struct bytes *pages = &writer->pages[number], *page = &writer->page, packed = {0};
    page->size = 0;
    add_levels(page, column, &batch->columns[number], batch->rows);
    add_values(page, column, &batch->columns[number], batch->rows);
    size_t most = ZSTD_compressBound(page->size);
    bool good = !page->failed && page->size < INT32_MAX && room(&packed, most);
    if (good) {
        packed.size = ZSTD_compressCCtx(writer->packer, packed.items, most, page->items, page->size,
                                        ZSTD_LEVEL);
        good = !ZSTD_isError(packed.size);
    }
    if (good) {
        size_t before = pages->size;
        add_page_header(pages, page->size, packed.size, batch->rows);
        writer->plain[number] += pages->size - before + page->size;
        add(pages, packed.items, packed.size);
    }
    free(packed.items);
    return good && !pages->failed;
}

/* ---- row groups ------------------------------------------------------------------------------ */

static struct group *new_group(struct writer *writer)
{
    if (writer->group_count == writer->group_capacity) {
        size_t capacity = writer->group_capacity ? 2 * writer->group_capacity : 16;
        struct group *groups = realloc(writer->groups, capacity * sizeof *groups);
        if (!groups)
            return NULL;
        writer->groups = groups;
        writer->group_capacity = capacity;
    }
    struct group *group = &writer->groups[writer->group_count];
    group->chunks = calloc(writer->table->column_count + 1, sizeof *group->chunks);
    writer->group_count += group->chunks != NULL;
    return group->chunks ? group : NULL;
}

static bool end_group(struct writer *writer, struct error *error)
{
    if (!writer->group_rows)
        return true;
    struct group *group = new_group(writer);
    if (!group)
        return fail(writer, "out of memory", 0, error);
    group->rows = writer->group_rows;
    for (size_t i = 0; i < writer->table->column_count; i++) {
        group->chunks[i] =
            (struct chunk_place){writer->written, writer->pages[i].size, writer->plain[i]};
        if (!write_all(writer, &writer->pages[i], error))
            return false;
        writer->pages[i].size = writer->plain[i] = 0;
    }
    writer->rows += writer->group_rows;
    writer->group_rows = writer->page_count = 0;
    return true;
}

static bool put_batch(void *argument, const struct export_batch *batch, struct error *error)
{
    struct writer *writer = argument;
    for (size_t i = 0; i < writer->table->column_count; i++)
        if (!add_page(writer, i, batch))
            return fail(writer, "a page cannot be packed", 0, error);
    writer->group_rows += batch->rows;
    return ++writer->page_count < PAGES_OF_GROUP || end_group(writer, error);
}

/* ---- footer ---------------------------------------------------------------------------------- */

static int type_of(const struct column_schema *column)
{
    return column->type == COLUMN_NUMBER ? TYPE_DOUBLE : TYPE_BYTE_ARRAY;
}

static void put_schema(struct thrift *thrift, const struct export_table *table)
{
    begin_list(thrift, 2, THRIFT_STRUCT, table->column_count + 1);
    begin_struct(thrift);
    put_text(thrift, 4, table->name);
    put_i32(thrift, 5, (int64_t)table->column_count);
    end_struct(thrift);
    for (size_t i = 0; i < table->column_count; i++) {
        begin_struct(thrift);
        put_i32(thrift, 1, type_of(&table->columns[i]));
        put_i32(thrift, 3, REPETITION_OPTIONAL);
        put_text(thrift, 4, table->columns[i].name);
        if (table->columns[i].type == COLUMN_TEXT)
            put_i32(thrift, 6, CONVERTED_UTF8);
        end_struct(thrift);
    }
}

static void put_chunk(struct thrift *thrift, const struct column_schema *column,
                      const struct chunk_place *place, uint64_t rows)
{
    begin_struct(thrift);
    put_i64(thrift, 2, place->offset);
    field(thrift, 3, THRIFT_STRUCT);
    begin_struct(thrift);
    put_i32(thrift, 1, type_of(column));
    begin_list(thrift, 2, THRIFT_I32, 2);
    add_varint(thrift->out, zigzag(ENCODING_PLAIN));
    add_varint(thrift->out, zigzag(ENCODING_RLE));
    begin_list(thrift, 3, THRIFT_BINARY, 1);
    add_text(thrift->out, column->name);
    put_i32(thrift, 4, CODEC_ZSTD);
    put_i64(thrift, 5, rows);
    put_i64(thrift, 6, place->plain);
    put_i64(thrift, 7, place->packed);
    put_i64(thrift, 9, place->offset);
    end_struct(thrift);
    end_struct(thrift);
}

static void put_groups(struct thrift *thrift, const struct writer *writer)
{
    begin_list(thrift, 4, THRIFT_STRUCT, writer->group_count);
    for (size_t i = 0; i < writer->group_count; i++) {
        const struct group *group = &writer->groups[i];
        uint64_t plain = 0;
        begin_struct(thrift);
        begin_list(thrift, 1, THRIFT_STRUCT, writer->table->column_count);
        for (size_t k = 0; k < writer->table->column_count; k++) {
            put_chunk(thrift, &writer->table->columns[k], &group->chunks[k], group->rows);
            plain += group->chunks[k].plain;
        }
        put_i64(thrift, 2, plain);
        put_i64(thrift, 3, group->rows);
        end_struct(thrift);
    }
}

static void put_key_value(struct thrift *thrift, const char *what, const char *name,
                          const char *value)
{
    size_t size = strlen(what) + strlen(name);
    begin_struct(thrift);
    field(thrift, 1, THRIFT_BINARY);
    add_varint(thrift->out, size);
    add(thrift->out, what, strlen(what));
    add(thrift->out, name, strlen(name));
    put_text(thrift, 2, value);
    end_struct(thrift);
}

static void put_descriptions(struct thrift *thrift, const struct export_table *table)
{
    begin_list(thrift, 5, THRIFT_STRUCT, 2 * table->column_count);
    for (size_t i = 0; i < table->column_count; i++) {
        const struct column_schema *column = &table->columns[i];
        bool is_moment = column->meaning == MEANING_MOMENT;
        put_key_value(thrift, "unit ", column->name, is_moment ? "s (Unix time)" : column->unit);
        put_key_value(thrift, "description ", column->name, column->description);
    }
}

static bool end_table(void *argument, struct error *error)
{
    struct writer *writer = argument;
    if (!end_group(writer, error))
        return false;
    struct thrift thrift = {.out = &writer->footer};
    put_i32(&thrift, 1, 1);
    put_schema(&thrift, writer->table);
    put_i64(&thrift, 3, writer->rows);
    put_groups(&thrift, writer);
    put_descriptions(&thrift, writer->table);
    put_text(&thrift, 6, "jobreport");
    add_byte(&writer->footer, 0);
    add_u32(&writer->footer, (uint32_t)writer->footer.size);
    add(&writer->footer, magic, sizeof magic - 1);
    if (writer->footer.failed)
        return fail(writer, "out of memory", 0, error);
    return write_all(writer, &writer->footer, error);
}

/* ---- the file -------------------------------------------------------------------------------- */

static void *open_file(const struct export_file *file, struct error *error)
{
    struct writer *writer = calloc(1, sizeof *writer);
    if (!writer)
        return export_fail(error, file->path, "out of memory", 0), NULL;
    writer->path = file->path;
    writer->packer = ZSTD_createCCtx();
    writer->handle = open(file->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (writer->handle < 0 || !writer->packer) {
        fail(writer, strerror(errno), errno, error);
        ZSTD_freeCCtx(writer->packer);
        free(writer);
        return NULL;
    }
    return writer;
}

static bool begin_table(void *argument, const struct export_table *table, struct error *error)
{
    struct writer *writer = argument;
    const struct bytes start = {.items = (char *)(size_t)magic, .size = sizeof magic - 1};
    writer->table = table;
    writer->pages = calloc(table->column_count + 1, sizeof *writer->pages);
    writer->plain = calloc(table->column_count + 1, sizeof *writer->plain);
    if (!writer->pages || !writer->plain)
        return fail(writer, "out of memory", 0, error);
    return write_all(writer, &start, error);
}

static bool close_file(void *argument, bool is_whole, struct error *error)
{
    struct writer *writer = argument;
    size_t columns = writer->pages && writer->table ? writer->table->column_count : 0;
    for (size_t i = 0; i < columns; i++)
        free(writer->pages[i].items);
    for (size_t i = 0; i < writer->group_count; i++)
        free(writer->groups[i].chunks);
    free(writer->groups);
    free(writer->pages);
    free(writer->plain);
    free(writer->page.items);
    free(writer->footer.items);
    ZSTD_freeCCtx(writer->packer);
    bool good =
        close(writer->handle) == 0 || !is_whole || fail(writer, strerror(errno), errno, error);
    free(writer);
    return good;
}

__attribute__((visibility("default"))) extern const struct export_library jobreport_extension;
const struct export_library jobreport_extension = {
    .open = open_file,
    .begin = begin_table,
    .put = put_batch,
    .end = end_table,
    .close = close_file,
};
