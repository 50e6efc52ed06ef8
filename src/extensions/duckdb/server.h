/* What the process that reads Parquet files is at: shared by the files of this extension. */
#ifndef EXTENSIONS_DUCKDB_SERVER_H
#define EXTENSIONS_DUCKDB_SERVER_H

#include <duckdb.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "input/parquet/parquet_channel.h"

struct filling;

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

/* Without memory this process ends, which the other one notices. */
static inline void *need(void *memory)
{
    if (!memory)
        _exit(PARQUET_ENDS_WITHOUT_MEMORY);
    return memory;
}

/* Ends the process where nobody listens any more. */
void send_message(const struct server *server, const struct parquet_message *message);
/* Tells all readers why the file cannot be read: what DuckDB says, in plain words. */
void send_failure(struct server *server, const char *said);

#endif
