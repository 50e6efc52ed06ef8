/* Reads Parquet files with DuckDB, in a process of its own: input/parquet/parquet_channel.h.
 *
 * A function of ours is called with the rows of a query, by all threads of the library, and copies
 * them into slots. A thread's rows follow each other as long as they are of one row group. */
#include <duckdb.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "input/parquet/parquet_channel.h"

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

struct server {
    const struct parquet_channel *channel;
    duckdb_database database;
    duckdb_connection connection;
    /* The request. */
    struct parquet_request request;
    char path[64]; /* of the file's descriptor */
    struct parquet_wanted *wanted;
    size_t room;
    uint64_t serial;      /* of requests */
    bool is_over;         /* the library is of no more use: nothing else is asked of this process */
    pthread_mutex_t lock; /* of what follows */
    struct filling *fillings; /* one for each thread that has any */
    uint32_t spare[PARQUET_SLOTS],
        spare_count; /* slots that were to be filled when a file failed */
};

/* Texts that grow; without memory this process ends, which the other one notices. */
struct text {
    char *bytes;
    size_t size, capacity;
};

static void *need(void *memory)
{
    if (!memory)
        _exit(1);
    return memory;
}

static void add(struct text *text, const char *bytes, size_t size)
{
    if (text->size + size + 1 > text->capacity) {
        text->capacity = 2 * (text->size + size + 1);
        text->bytes = need(realloc(text->bytes, text->capacity));
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
    text->bytes[text->size] = '\0';
}

__attribute__((format(printf, 2, 3))) static void add_format(struct text *text, const char *format,
                                                             ...)
{
    char some[256];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(some, sizeof some, format, arguments);
    va_end(arguments);
    add(text, some, size < 0 ? 0 : (size_t)size < sizeof some ? (size_t)size : sizeof some - 1);
}

static void add_name(struct text *text, const char *name)
{
    add(text, "\"", 1);
    for (const char *at = name; *at; at++)
        add(text, *at == '"' ? "\"\"" : at, *at == '"' ? 2 : 1);
    add(text, "\"", 1);
}

/* ---- what is sent ---- */

static void send_message(const struct server *server, const struct parquet_message *message)
{
    if (send(server->channel->messages, message, sizeof *message, MSG_NOSIGNAL) < 0)
        _exit(0);
}

/* What DuckDB says, without the kind of error and that it is about reading a file. */
static const char *reason_in(const char *said)
{
    static const char *const before[] = {"Error: ", "Failed to read file "};
    const char *end = said + strcspn(said, "\n");
    for (size_t i = 0; i < 2; i++) {
        const char *found = strstr(said, before[i]);
        if (found && i == 1)
            found = strstr(found, ": ");
        if (found && found < end)
            said = found + (i == 1 ? 2 : strlen(before[i]));
    }
    return said;
}

/* The first line, with "it" for our name of the file. */
static void shorten(char *to, size_t room, const char *said, const char *path)
{
    size_t size = 0, path_size = strlen(path);
    said = reason_in(said);
    while (*said && *said != '\n' && size + 16 < room) {
        bool quoted = (*said == '\'' || *said == '"') && strncmp(said + 1, path, path_size) == 0;
        if (!quoted && strncmp(said, path, path_size) != 0) {
            to[size++] = *said++;
            continue;
        }
        memcpy(to + size, "it", 2);
        size += 2;
        said += path_size + 2 * quoted;
    }
    to[size] = '\0';
}

/* Plain words for what DuckDB says in its own. */
static const char *plain_reason(const char *said)
{
    static const char *const reasons[][2] = {
        {"is encrypted, but", "it is encrypted"},
        {"No magic bytes found", "its end is missing"},
        {"too small to be a Parquet file", "its end is missing"},
        {"TProtocolException", "it is damaged"},
        {"Invalid unicode", "it is damaged or encrypted: names of its columns are no text"},
        {"Out of Memory", "it needs more than 3 GB of memory"},
    };
    for (size_t i = 0; said && i < sizeof reasons / sizeof reasons[0]; i++)
        if (strstr(said, reasons[i][0]))
            return reasons[i][1];
    return said ? said : "no reason given";
}

static void send_failure(struct server *server, const char *said)
{
    server->is_over = said && (strstr(said, "INTERNAL") || strstr(said, "FATAL"));
    if (server->is_over)
        close(server->channel->requests);
    struct parquet_message message = {.word = PARQUET_FAILED};
    shorten(message.text, sizeof message.text, plain_reason(said), server->path);
    for (uint32_t i = 0; i < server->request.readers; i++)
        send_message(server, &message);
}

/* ---- rows into slots ---- */

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

/* Called with numbers of rows, which follow each other, and the wanted columns. */
static void take_rows(duckdb_function_info info, duckdb_data_chunk chunk, duckdb_vector output)
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

static void register_function(struct server *server)
{
    duckdb_scalar_function function = duckdb_create_scalar_function();
    duckdb_logical_type any = duckdb_create_logical_type(DUCKDB_TYPE_ANY);
    duckdb_logical_type number = duckdb_create_logical_type(DUCKDB_TYPE_INTEGER);
    duckdb_scalar_function_set_name(function, "jobreport_rows");
    duckdb_scalar_function_set_varargs(function, any);
    duckdb_scalar_function_set_special_handling(function);
    duckdb_scalar_function_set_volatile(function);
    duckdb_scalar_function_set_return_type(function, number);
    duckdb_scalar_function_set_extra_info(function, server, NULL);
    duckdb_scalar_function_set_function(function, take_rows);
    if (duckdb_register_scalar_function(server->connection, function) != DuckDBSuccess)
        _exit(1);
    duckdb_destroy_logical_type(&any);
    duckdb_destroy_logical_type(&number);
    duckdb_destroy_scalar_function(&function);
}

/* ---- columns ---- */

struct column {
    const char *name;
    duckdb_type type;
    enum parquet_kind kind;
    const char *before, *behind; /* SQL around the name that makes the kind of it */
    const char *type_name;
};

#define AS_TEXT PARQUET_TEXT, "CAST(", " AS VARCHAR)", "text"

static const struct column forms[] = {
    {"", DUCKDB_TYPE_BOOLEAN, AS_TEXT},
    {"", DUCKDB_TYPE_TINYINT, PARQUET_INTEGER, "CAST(", " AS BIGINT)", "integer"},
    {"", DUCKDB_TYPE_SMALLINT, PARQUET_INTEGER, "CAST(", " AS BIGINT)", "integer"},
    {"", DUCKDB_TYPE_INTEGER, PARQUET_INTEGER, "CAST(", " AS BIGINT)", "integer"},
    {"", DUCKDB_TYPE_BIGINT, PARQUET_INTEGER, "", "", "integer"},
    {"", DUCKDB_TYPE_UTINYINT, PARQUET_INTEGER, "CAST(", " AS BIGINT)", "integer"},
    {"", DUCKDB_TYPE_USMALLINT, PARQUET_INTEGER, "CAST(", " AS BIGINT)", "integer"},
    {"", DUCKDB_TYPE_UINTEGER, PARQUET_INTEGER, "CAST(", " AS BIGINT)", "integer"},
    {"", DUCKDB_TYPE_UBIGINT, AS_TEXT},
    {"", DUCKDB_TYPE_HUGEINT, AS_TEXT},
    {"", DUCKDB_TYPE_UHUGEINT, AS_TEXT},
    {"", DUCKDB_TYPE_DECIMAL, AS_TEXT},
    {"", DUCKDB_TYPE_FLOAT, PARQUET_NUMBER, "CAST(", " AS DOUBLE)", "number"},
    {"", DUCKDB_TYPE_DOUBLE, PARQUET_NUMBER, "", "", "number"},
    {"", DUCKDB_TYPE_TIMESTAMP, AS_TEXT},
    {"", DUCKDB_TYPE_TIMESTAMP_S, AS_TEXT},
    {"", DUCKDB_TYPE_TIMESTAMP_MS, AS_TEXT},
    {"", DUCKDB_TYPE_TIMESTAMP_NS, AS_TEXT},
    {"", DUCKDB_TYPE_TIMESTAMP_TZ, PARQUET_TEXT, "CAST(make_timestamp(epoch_us(",
     ")) AS VARCHAR) || 'Z'", "time"},
    {"", DUCKDB_TYPE_DATE, AS_TEXT},
    {"", DUCKDB_TYPE_TIME, AS_TEXT},
    {"", DUCKDB_TYPE_TIME_NS, AS_TEXT},
    {"", DUCKDB_TYPE_TIME_TZ, AS_TEXT},
    {"", DUCKDB_TYPE_INTERVAL, PARQUET_NUMBER, "CAST(epoch(", ") AS DOUBLE)", "number"},
    {"", DUCKDB_TYPE_VARCHAR, PARQUET_TEXT, "", "", "text"},
    {"", DUCKDB_TYPE_UUID, AS_TEXT},
    {"", DUCKDB_TYPE_ENUM, AS_TEXT},
    {"", DUCKDB_TYPE_BLOB, PARQUET_LEFT_OUT, "", "", "binary"},
    {"", DUCKDB_TYPE_LIST, PARQUET_LEFT_OUT, "", "", "list"},
    {"", DUCKDB_TYPE_ARRAY, PARQUET_LEFT_OUT, "", "", "list"},
    {"", DUCKDB_TYPE_MAP, PARQUET_LEFT_OUT, "", "", "map"},
    {"", DUCKDB_TYPE_STRUCT, PARQUET_LEFT_OUT, "", "", "group of columns"},
};
static const struct column other = {"", DUCKDB_TYPE_INVALID, PARQUET_LEFT_OUT, "",
                                    "", "unknown type"};

static struct column form_of(const char *name, duckdb_type type)
{
    struct column column = other;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (forms[i].type == type)
            column = forms[i];
    column.name = name;
    return column;
}

/* The file's columns, by a query that is not run. */
static bool prepare(struct server *server, duckdb_prepared_statement *statement)
{
    char query[128];
    snprintf(query, sizeof query, "SELECT * FROM read_parquet('%s')", server->path);
    if (duckdb_prepare(server->connection, query, statement) == DuckDBSuccess)
        return true;
    send_failure(server, duckdb_prepare_error(*statement));
    duckdb_destroy_prepare(statement);
    return false;
}

static bool count_rows(struct server *server, uint64_t *rows)
{
    char query[128];
    duckdb_result result;
    snprintf(query, sizeof query,
             "SELECT CAST(num_rows AS BIGINT) FROM parquet_file_metadata('%s')", server->path);
    bool good = duckdb_query(server->connection, query, &result) == DuckDBSuccess;
    if (!good)
        send_failure(server, duckdb_result_error(&result));
    else if (duckdb_row_count(&result) != 1 || duckdb_value_int64(&result, 0, 0) < 0)
        good = (send_failure(server, "it does not say how many rows it has"), false);
    else
        *rows = (uint64_t)duckdb_value_int64(&result, 0, 0);
    duckdb_destroy_result(&result);
    return good;
}

static bool describe_columns(struct server *server, duckdb_prepared_statement statement,
                             struct text *text)
{
    idx_t count = duckdb_prepared_statement_column_count(statement);
    for (idx_t i = 0; i < count; i++) {
        const char *name = duckdb_prepared_statement_column_name(statement, i);
        struct column column = form_of(name, duckdb_prepared_statement_column_type(statement, i));
        struct parquet_described described = {(uint32_t)column.kind, (uint32_t)strlen(name),
                                              (uint32_t)strlen(column.type_name)};
        add(text, (const char *)&described, sizeof described);
        add(text, name, described.name_size);
        add(text, column.type_name, described.type_size);
        duckdb_free((void *)(uintptr_t)name);
    }
    if (text->size <= PARQUET_REGION_BYTES)
        return true;
    send_failure(server, "it has too many columns");
    return false;
}

static void describe(struct server *server)
{
    duckdb_prepared_statement statement;
    struct text text = {0};
    struct parquet_message message = {.word = PARQUET_DESCRIBED};
    if (!prepare(server, &statement))
        return;
    message.columns = (uint32_t)duckdb_prepared_statement_column_count(statement);
    if (describe_columns(server, statement, &text) && count_rows(server, &message.rows)) {
        memcpy(server->channel->region, text.bytes, text.size);
        send_message(server, &message);
    }
    free(text.bytes);
    duckdb_destroy_prepare(&statement);
}

/* ---- rows ---- */

/* "SELECT sum(jobreport_rows(n, c0, c1)) FROM (SELECT file_row_number AS n, … LIMIT 4096)" */
static void build_query(const struct server *server, duckdb_prepared_statement statement,
                        struct text *query)
{
    add_format(query, "SELECT sum(jobreport_rows(n");
    for (uint32_t i = 0; i < server->request.columns; i++)
        add_format(query, ", c%u", i);
    add_format(query, ")) FROM (SELECT file_row_number AS n");
    for (uint32_t i = 0; i < server->request.columns; i++) {
        uint32_t number = server->wanted[i].column;
        const char *name = duckdb_prepared_statement_column_name(statement, number);
        struct column column =
            form_of(name, duckdb_prepared_statement_column_type(statement, number));
        add_format(query, ", %s", column.before);
        add_name(query, name);
        add_format(query, "%s AS c%u", column.behind, i);
        duckdb_free((void *)(uintptr_t)name);
    }
    add_format(query, " FROM read_parquet('%s', file_row_number = true)", server->path);
    if (server->request.rows < UINT64_MAX / 2)
        add_format(query, " LIMIT %llu", (unsigned long long)server->request.rows);
    add_format(query, ")");
}

static void end_fillings(struct server *server, bool good)
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

static bool run(struct server *server, const char *query)
{
    duckdb_result result;
    char threads[64];
    snprintf(threads, sizeof threads, "SET threads = %u", server->request.threads);
    duckdb_query(server->connection, threads, NULL);
    server->serial++;
    bool good = duckdb_query(server->connection, query, &result) == DuckDBSuccess;
    end_fillings(server, good);
    if (!good)
        send_failure(server, duckdb_result_error(&result));
    duckdb_destroy_result(&result);
    return good;
}

static bool note_wanted(struct server *server)
{
    size_t size = server->request.columns * sizeof *server->wanted;
    bool has_texts = false;
    server->wanted = need(realloc(server->wanted, size + 1));
    memcpy(server->wanted, server->channel->region, size);
    for (uint32_t i = 0; i < server->request.columns; i++)
        has_texts |= server->wanted[i].kind == PARQUET_TEXT;
    server->room = parquet_slot_room(server->request.columns, has_texts);
    if (server->room)
        return true;
    send_failure(server, "it has too many columns");
    return false;
}

static void read_rows(struct server *server)
{
    duckdb_prepared_statement statement;
    struct text query = {0};
    if (!note_wanted(server) || !prepare(server, &statement))
        return;
    build_query(server, statement, &query);
    duckdb_destroy_prepare(&statement);
    bool good = run(server, query.bytes);
    free(query.bytes);
    for (uint32_t i = 0; good && i < server->request.readers; i++)
        send_message(server, &(struct parquet_message){.word = PARQUET_END});
}

/* ---- requests ---- */

/* Returns the descriptor that came with it, or -1 at the end. */
static int receive(struct server *server)
{
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {&server->request, sizeof server->request};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    if (recvmsg(server->channel->requests, &message, MSG_CMSG_CLOEXEC) != sizeof server->request)
        return -1;
    const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    int handle = -1;
    if (header && header->cmsg_type == SCM_RIGHTS)
        memcpy(&handle, CMSG_DATA(header), sizeof handle);
    return handle;
}

static bool open_database(struct server *server)
{
    static const char *const settings[][2] = {
        {"autoinstall_known_extensions", "false"},
        {"autoload_known_extensions", "false"},
        {"temp_directory", ""},
        {"memory_limit", "3GB"},
        {"threads", "1"},
    };
    duckdb_config config;
    char *reason = NULL;
    if (duckdb_create_config(&config) != DuckDBSuccess)
        return false;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        duckdb_set_config(config, settings[i][0], settings[i][1]);
    bool good = duckdb_open_ext(NULL, &server->database, config, &reason) == DuckDBSuccess &&
                duckdb_connect(server->database, &server->connection) == DuckDBSuccess;
    if (!good)
        send_failure(server, reason);
    duckdb_destroy_config(&config);
    return good;
}

static void serve(const struct parquet_channel *channel)
{
    struct server server = {.channel = channel, .lock = PTHREAD_MUTEX_INITIALIZER};
    int handle;
    bool good = true;
    while (good && !server.is_over && (handle = receive(&server)) >= 0) {
        snprintf(server.path, sizeof server.path, "/proc/self/fd/%d", handle);
        if (!server.database) {
            good = open_database(&server);
            if (good)
                register_function(&server);
        }
        if (good && server.request.task == PARQUET_DESCRIBE)
            describe(&server);
        else if (good)
            read_rows(&server);
        close(handle);
    }
}

__attribute__((visibility("default"))) extern const struct parquet_extension jobreport_extension;
const struct parquet_extension jobreport_extension = {serve};
