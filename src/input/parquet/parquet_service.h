/* The process that reads Parquet files for this one, started when the first is met and again when a
 * file has ended it. What it needs is the extension "duckdb"; it ends with this process. */
#ifndef INPUT_PARQUET_PARQUET_SERVICE_H
#define INPUT_PARQUET_PARQUET_SERVICE_H

#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "input/parquet/parquet_channel.h"
#include "util/error.h"

struct parquet_service {
    pid_t process; /* 0: none */
    struct parquet_channel channel;
    rlim_t own_data, most_data; /* bytes of memory: of this process at its start; its limit */
};

/* Sends a request for the open file; of PARQUET_READ, the wanted columns. False with a sentence
 * when there is no process to send it to, and none can be started. */
bool parquet_service_ask(struct parquet_service *service, const struct parquet_request *request,
                         const struct parquet_wanted *wanted, int handle, struct error *error);

/* The next message, for one of the readers; from any thread. False when the process has ended. */
bool parquet_service_listen(const struct parquet_service *service, struct parquet_message *message);

/* Gives a slot back that was read; from any thread. */
void parquet_service_give_back(const struct parquet_service *service, uint32_t slot);

/* Wakes all that listen: the process ends. From any thread; to be stopped then. */
void parquet_service_cancel(const struct parquet_service *service);

/* How it ended, where that was not by us. */
struct parquet_ending {
    int signal;         /* 0: by none */
    bool lacked_memory; /* it said so, or a limit of memory is the likely reason */
    char how[64];       /* " by signal 11 (Segmentation fault)", or "" */
};

/* Ends the process, or waits for the end of one that is over. Does nothing when there is none. */
struct parquet_ending parquet_service_stop(struct parquet_service *service, bool is_over);

/* Whether this process, and so the other one, has a limit of memory (ulimit -v, -d). */
bool parquet_service_memory_is_limited(void);

void parquet_service_release(struct parquet_service *service);

#endif
