/* Reads Parquet files with DuckDB, in a process of its own: input/parquet/parquet_channel.h. Here
 * requests come in and become queries; duckdb/slots.h takes the rows. */
#include <duckdb.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "extensions/duckdb/columns.h"
#include "extensions/duckdb/server.h"
#include "extensions/duckdb/slots.h"

/* Texts that grow. */
struct text {
    char *bytes;
    size_t size, capacity;
};

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

/* ---- what a file has ---- */

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

/* The row behind a node of the schema and all below it. */
static idx_t behind_node(duckdb_result *schema, idx_t row)
{
    idx_t rows = duckdb_row_count(schema);
    for (int64_t left = 1; left > 0 && row < rows; row++)
        left += duckdb_value_int64(schema, 1, row) - 1;
    return row;
}

static void free_names(char **names, idx_t count)
{
    for (idx_t i = 0; names && i < count; i++)
        duckdb_free(names[i]);
    free(names);
}

/* Among the first so many columns, without regard to case. */
static bool has_name(duckdb_prepared_statement statement, idx_t count, const char *name,
                     size_t size)
{
    bool found = false;
    for (idx_t i = 0; i < count && !found; i++) {
        const char *other = duckdb_prepared_statement_column_name(statement, i);
        found = strlen(other) == size && strncasecmp(other, name, size) == 0;
        duckdb_free((void *)(uintptr_t)other);
    }
    return found;
}

/* Whether a name may be that of another column with "_1" behind: asking the file takes a while. */
static bool may_be_renamed(duckdb_prepared_statement statement, idx_t count)
{
    bool found = false;
    for (idx_t i = 0; i < count && !found; i++) {
        const char *name = duckdb_prepared_statement_column_name(statement, i);
        const char *mark = strrchr(name, '_');
        found = mark && mark[1] && mark[1 + strspn(mark + 1, "0123456789")] == '\0' &&
                has_name(statement, i, name, (size_t)(mark - name));
        duckdb_free((void *)(uintptr_t)name);
    }
    return found;
}

/* Names as the file has them: those of a query differ in more than case, if need be by "_1" behind.
 * NULL where it has not so many. */
static char **names_in_file(struct server *server, idx_t count)
{
    char query[128];
    duckdb_result schema;
    char **names = need(calloc(count + 1, sizeof *names));
    idx_t found = 0;
    snprintf(query, sizeof query,
             "SELECT name, coalesce(num_children, 0) FROM parquet_schema('%s')", server->path);
    if (duckdb_query(server->connection, query, &schema) == DuckDBSuccess)
        for (idx_t row = 1; row < duckdb_row_count(&schema); row = behind_node(&schema, row)) {
            if (found < count)
                names[found] = duckdb_value_varchar(&schema, 0, row);
            found++;
        }
    duckdb_destroy_result(&schema);
    if (found == count)
        return names;
    free_names(names, count);
    return NULL;
}

static bool describe_columns(struct server *server, duckdb_prepared_statement statement,
                             struct text *text)
{
    idx_t count = duckdb_prepared_statement_column_count(statement);
    char **names = may_be_renamed(statement, count) ? names_in_file(server, count) : NULL;
    for (idx_t i = 0; i < count; i++) {
        const char *known = duckdb_prepared_statement_column_name(statement, i);
        const char *name = names && names[i] ? names[i] : known;
        struct column_form column =
            column_form_of(duckdb_prepared_statement_column_type(statement, i));
        struct parquet_described described = {(uint32_t)column.kind, (uint32_t)strlen(name),
                                              (uint32_t)strlen(column.type_name)};
        add(text, (const char *)&described, sizeof described);
        add(text, name, described.name_size);
        add(text, column.type_name, described.type_size);
        duckdb_free((void *)(uintptr_t)known);
    }
    free_names(names, count);
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
        struct column_form column =
            column_form_of(duckdb_prepared_statement_column_type(statement, number));
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

static void set(struct server *server, const char *name, unsigned long long value, const char *unit)
{
    char statement[96];
    snprintf(statement, sizeof statement, "SET %s = '%llu%s'", name, value, unit);
    duckdb_query(server->connection, statement, NULL);
}

static bool run(struct server *server, const char *query)
{
    duckdb_result result;
    set(server, "threads", server->request.threads, "");
    server->serial++;
    bool good = duckdb_query(server->connection, query, &result) == DuckDBSuccess;
    slots_end(server, good);
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
    duckdb_scalar_function_set_function(function, slots_take_rows);
    if (duckdb_register_scalar_function(server->connection, function) != DuckDBSuccess)
        _exit(1);
    duckdb_destroy_logical_type(&any);
    duckdb_destroy_logical_type(&number);
    duckdb_destroy_scalar_function(&function);
}

static bool open_database(struct server *server)
{
    static const char *const settings[][2] = {
        {"autoinstall_known_extensions", "false"},
        {"autoload_known_extensions", "false"},
        {"enable_external_file_cache", "false"}, /* each file is read once */
        {"temp_directory", ""},
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
        if (good)
            set(&server, "memory_limit", server.request.memory, "B");
        if (good && server.request.task == PARQUET_DESCRIBE)
            describe(&server);
        else if (good)
            read_rows(&server);
        close(handle);
    }
}

__attribute__((visibility("default"))) extern const struct parquet_extension jobreport_extension;
const struct parquet_extension jobreport_extension = {serve};
