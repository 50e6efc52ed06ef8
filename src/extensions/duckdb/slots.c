#include "extensions/duckdb/slots.h"

#include <string.h>
#include <sys/socket.h>

enum { SEEN = 64 }; /* texts of a column that are remembered, by hash */

/* A slot that a thread fills. */
struct filling {
    struct filling *next;
    char *bytes;
    uint32_t number;
    size_t rows, texts; /* texts: bytes */
    uint64_t first;
    bool has_slot;
    union parquet_value (*seen)[SEEN]; /* one for each column */
};

static _Thread_local struct {
    uint64_t serial;
    struct filling *filling;
} mine;

static void flush(const struct server *server, struct filling *filling)
{
    if (filling->has_slot)
        send_message(server, &(struct parquet_message){.word = PARQUET_ROWS,
                                                       .slot = filling->number,
                                                       .texts = (uint32_t)filling->texts,
                                                       .first = filling->first,
                                                       .rows = filling->rows});
    filling->has_slot = false;
}

static struct filling *my_filling(struct server *server)
{
    if (mine.serial == server->serial)
        return mine.filling;
    struct filling *filling = need(calloc(1, sizeof *filling));
    filling->seen = need(calloc(server->request.columns, sizeof *filling->seen));
    pthread_mutex_lock(&server->lock);
    filling->next = server->fillings;
    server->fillings = filling;
    pthread_mutex_unlock(&server->lock);
    mine.serial = server->serial;
    mine.filling = filling;
    return filling;
}

static bool take_spare(struct server *server, uint32_t *number)
{
    pthread_mutex_lock(&server->lock);
    bool is_there = server->spare_count > 0;
    if (is_there)
        *number = server->spare[--server->spare_count];
    pthread_mutex_unlock(&server->lock);
    return is_there;
}

static void begin_slot(struct server *server, struct filling *filling, uint64_t first)
{
    flush(server, filling);
    if (!take_spare(server, &filling->number) &&
        recv(server->channel->slots, &filling->number, sizeof filling->number, 0) !=
            sizeof filling->number)
        _exit(0);
    filling->bytes = server->channel->region + (size_t)filling->number * PARQUET_SLOT_BYTES;
    filling->has_slot = true;
    filling->first = first;
    filling->rows = filling->texts = 0;
    for (uint32_t i = 0; i < server->request.columns; i++)
        for (size_t k = 0; k < SEEN; k++)
            filling->seen[i][k].text.offset = PARQUET_NO_TEXT;
}

static char *texts_of(const struct filling *filling)
{
    return filling->bytes + PARQUET_TEXT_BYTES;
}

/* U+FFFD for each NUL, which no text of a report may hold. */
static size_t copy_without_nul(char *to, const char *text, size_t size)
{
    size_t copied = 0;
    for (size_t i = 0; i < size; i++) {
        const char *from = text[i] ? text + i : "\xef\xbf\xbd";
        size_t more = text[i] ? 1 : 3;
        memcpy(to + copied, from, more);
        copied += more;
    }
    return copied;
}

static size_t hash_text(const char *text, size_t size)
{
    uint64_t ends[2] = {0, 0};
    size_t most = size < 8 ? size : 8;
    memcpy(&ends[0], text, most);
    memcpy(&ends[1], text + size - most, most);
    uint64_t hash = (ends[0] ^ (ends[1] << 7 | ends[1] >> 57) ^ size) * 0x9e3779b97f4a7c15u;
    return hash >> 58;
}
_Static_assert(SEEN == 64, "six bits of the hash");

static void copy_text(struct filling *filling, size_t column, duckdb_string_t *string,
                      union parquet_value *value)
{
    const char *text = duckdb_string_t_data(string);
    size_t size = duckdb_string_t_length(*string);
    union parquet_value *seen = &filling->seen[column][hash_text(text, size)];
    char *texts = texts_of(filling);
    if (seen->text.offset == PARQUET_NO_TEXT || seen->text.size != size ||
        memcmp(texts + (seen->text.offset - PARQUET_TEXT_BYTES), text, size) != 0) {
        size_t offset = filling->texts;
        if (memchr(text, '\0', size)) {
            size = copy_without_nul(texts + offset, text, size);
        } else {
            memcpy(texts + offset, text, size);
        }
        filling->texts += size;
        seen->text.offset = (uint32_t)(PARQUET_TEXT_BYTES + offset);
        seen->text.size = (uint32_t)size;
    }
    *value = *seen;
}

struct rows {
    duckdb_vector vector;
    size_t from, count; /* in the vector */
};

static bool is_valid(const uint64_t *validity, size_t row)
{
    return !validity || validity[row / 64] >> (row % 64) & 1;
}

/* Of strings of one vector: the same bytes, or the same place. */
static bool is_same_string(const duckdb_string_t *left, const duckdb_string_t *right)
{
    return memcmp(left, right, sizeof *left) == 0;
}

static void copy_texts(struct filling *filling, size_t column, struct rows rows,
                       union parquet_value *values)
{
    duckdb_string_t *strings = duckdb_vector_get_data(rows.vector);
    const uint64_t *validity = duckdb_vector_get_validity(rows.vector);
    size_t latest = SIZE_MAX; /* the row before that has a text */
    strings += rows.from;
    for (size_t i = 0; i < rows.count; i++) {
        if (!is_valid(validity, rows.from + i)) {
            values[i].text.offset = PARQUET_NO_TEXT;
            continue;
        }
        if (latest != SIZE_MAX && is_same_string(&strings[i], &strings[latest]))
            values[i] = values[latest];
        else
            copy_text(filling, column, &strings[i], &values[i]);
        latest = i;
    }
}

static void copy_numbers(uint32_t kind, struct rows rows, union parquet_value *values)
{
    const union parquet_value *from = duckdb_vector_get_data(rows.vector);
    const uint64_t *validity = duckdb_vector_get_validity(rows.vector);
    memcpy(values, from + rows.from, rows.count * sizeof *values);
    for (size_t i = 0; validity && i < rows.count; i++) {
        if (is_valid(validity, rows.from + i))
            continue;
        if (kind == PARQUET_NUMBER)
            values[i].number = __builtin_nan("");
        else
            values[i].integer = PARQUET_NO_INTEGER;
    }
}

/* The most bytes that the texts of these rows may take. */
static size_t text_bytes(const struct server *server, duckdb_data_chunk chunk, size_t from,
                         size_t count)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < server->request.columns; i++) {
        if (server->wanted[i].kind != PARQUET_TEXT)
            continue;
        duckdb_vector vector = duckdb_data_chunk_get_vector(chunk, i + 1);
        const duckdb_string_t *strings = duckdb_vector_get_data(vector);
        const uint64_t *validity = duckdb_vector_get_validity(vector);
        for (size_t row = from; row < from + count; row++)
            if (is_valid(validity, row))
                bytes += 3 * (size_t)strings[row].value.inlined.length;
    }
    return bytes;
}

static void copy_rows(const struct server *server, struct filling *filling, duckdb_data_chunk chunk,
                      size_t from, size_t count)
{
    for (uint32_t i = 0; i < server->request.columns; i++) {
        struct rows rows = {duckdb_data_chunk_get_vector(chunk, i + 1), from, count};
        union parquet_value *values =
            (union parquet_value *)(void *)filling->bytes + i * server->room + filling->rows;
        if (server->wanted[i].kind == PARQUET_TEXT)
            copy_texts(filling, i, rows, values);
        else
            copy_numbers(server->wanted[i].kind, rows, values);
    }
    filling->rows += count;
}

/* Copies some of the rows from `from` on; returns how many, 0 where a text is too long. */
static size_t copy_some(struct server *server, struct filling *filling, duckdb_data_chunk chunk,
                        uint64_t first, size_t from, size_t count)
{
    if (!filling->has_slot || filling->first + filling->rows != first ||
        filling->rows == server->room)
        begin_slot(server, filling, first);
    if (count > server->room - filling->rows)
        count = server->room - filling->rows;
    size_t bytes = text_bytes(server, chunk, from, count);
    if (bytes > PARQUET_TEXT_BYTES - filling->texts && filling->rows) {
        begin_slot(server, filling, first);
        return copy_some(server, filling, chunk, first, from, count);
    }
    while (bytes > PARQUET_TEXT_BYTES && count > 1) {
        count /= 2;
        bytes = text_bytes(server, chunk, from, count);
    }
    if (bytes > PARQUET_TEXT_BYTES)
        return 0;
    copy_rows(server, filling, chunk, from, count);
    return count;
}

void slots_take_rows(duckdb_function_info info, duckdb_data_chunk chunk, duckdb_vector output)
{
    struct server *server = duckdb_scalar_function_get_extra_info(info);
    struct filling *filling = my_filling(server);
    size_t count = duckdb_data_chunk_get_size(chunk);
    const int64_t *numbers = duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, 0));
    int32_t *taken = duckdb_vector_get_data(output);
    for (size_t i = 0; i < count; i++)
        taken[i] = 1;
    for (size_t i = 0; i < count;) {
        size_t more = copy_some(server, filling, chunk, (uint64_t)numbers[i], i, count - i);
        if (!more) {
            duckdb_scalar_function_set_error(info, "a row with texts of more than 1 MiB");
            return;
        }
        i += more;
    }
}

void slots_end(struct server *server, bool good)
{
    while (server->fillings) {
        struct filling *filling = server->fillings;
        if (good)
            flush(server, filling);
        else if (filling->has_slot)
            server->spare[server->spare_count++] = filling->number;
        server->fillings = filling->next;
        free(filling->seen);
        free(filling);
    }
}
