/* What is sent to who reads: rows, ends, and failures in plain words. */
#include <string.h>
#include <sys/socket.h>

#include "extensions/duckdb/server.h"

void send_message(const struct server *server, const struct parquet_message *message)
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
        bool is_file = size >= 5 && memcmp(to + size - 5, "file ", 5) == 0; /* "open file NAME" */
        size -= is_file ? 5 : 0;
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
    };
    for (size_t i = 0; said && i < sizeof reasons / sizeof reasons[0]; i++)
        if (strstr(said, reasons[i][0]))
            return reasons[i][1];
    return said ? said : "no reason given";
}

static bool lacks_memory(const char *said)
{
    static const char *const words[] = {"Out of Memory", "bad_alloc", "bad allocation",
                                        "Allocation failure", "Cannot allocate memory"};
    for (size_t i = 0; said && i < sizeof words / sizeof words[0]; i++)
        if (strstr(said, words[i]))
            return true;
    return false;
}

void send_failure(struct server *server, const char *said)
{
    server->is_over = said && (strstr(said, "INTERNAL") || strstr(said, "FATAL"));
    if (server->is_over)
        close(server->channel->requests);
    struct parquet_message message = {.word = PARQUET_FAILED};
    if (lacks_memory(said))
        message.fault = PARQUET_NO_MEMORY;
    shorten(message.text, sizeof message.text, plain_reason(said), server->path);
    for (uint32_t i = 0; i < server->request.readers; i++)
        send_message(server, &message);
}
