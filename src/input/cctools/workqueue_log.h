/* What is known of a transactions log so far: its runs, their tasks and the attempts of these,
 * workers and categories. workqueue_attempts.h fills it from events. */
#ifndef INPUT_CCTOOLS_WORKQUEUE_LOG_H
#define INPUT_CCTOOLS_WORKQUEUE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "table/records.h"
#include "util/hash_index.h"
#include "util/interner.h"
#include "util/list.h"

#define WORKQUEUE_NO_ATTEMPT UINT32_MAX

/* Moments are Unix seconds, NaN when not there; texts are numbers of the log's interner. */
struct workqueue_attempt {
    uint64_t id;
    double submit, start, end;
    const char *requested, *allocated, *measured, *limits; /* objects in the log, or NULL */
    uint32_t category, worker, outcome, attempt;
    uint32_t before;        /* the task's attempt before this one, or WORKQUEUE_NO_ATTEMPT */
    uint32_t summary, node; /* its side tasks + 1; 0: none */
    int32_t exit_code;      /* or WORKQUEUE_NO_NUMBER */
    enum record_ending ending : 8;
    bool left_out; /* of a library, or never a attempt of its own */
};

/* Workers of a manager over time: at each moment at which one came, went or reported what it has.
 * They are with the first run of those that the manager had: a task that was done and waits again
 * begins another, to which the workers stay connected. */
struct workqueue_workers {
    double *times, *counts, *cores;
    double end;                   /* of the manager's last line */
    struct record_worker largest; /* of each the most that one of them had */
    size_t count, capacity, cores_capacity, counts_capacity;
};

struct workqueue_run {
    uint64_t pid;
    size_t first_attempt, attempt_count;
    double start, end; /* of the first line; of MANAGER END, else of the last line */
    bool ended;        /* with MANAGER END */
    bool goes_on;      /* of the manager of the run before: one of its tasks began again */
    size_t tasks, waiting, running;                     /* the latter when it was over */
    size_t libraries, libraries_started, library_exits; /* tasks that are libraries */
    double first_exit;                                  /* of one of them; NaN: there is none */
    uint32_t first_exit_host, most_exits_host;          /* of the workers */
    size_t most_exits;                                  /* on that host */
    size_t next_exits;                                  /* the most on any other host */
    struct workqueue_workers workers;
};

/* How many libraries of a run exited on a host, by the number of its name. */
struct workqueue_exits {
    size_t run; /* its number, from 1 */
    size_t count;
};

struct workqueue_task {
    uint64_t id;
    uint32_t latest; /* attempt */
    bool library, done;
    bool library_started, library_exit; /* the latter: its result */
};

/* By number of their name. */
struct workqueue_worker {
    uint32_t alias; /* the number under which it is known; 0: this one */
    uint32_t host;
    double gone;  /* when it went away last */
    double cores; /* while it is there, else 0 */
    size_t here;  /* the number of the run, from 1, with which the manager began that has it */
};

struct workqueue_category {
    size_t run;               /* the number of the run that reported it, from 1 */
    const char *first, *most; /* resources allotted to the first attempt, and at most */
};

struct workqueue_log {
    struct interner texts;
    LIST_OF(struct workqueue_run) runs;
    LIST_OF(struct workqueue_attempt) attempts;
    LIST_OF(struct workqueue_task) tasks; /* of the latest run */
    struct hash_index tasks_by_id;
    LIST_OF(struct workqueue_worker) workers;
    LIST_OF(struct workqueue_category) categories;
    LIST_OF(struct workqueue_exits) exits;
    uint32_t latest_category, latest_outcome; /* names that are likely to come again */
    size_t manager; /* the number of the run, from 1, with which it began */
    size_t here;    /* workers */
    double cores_here;
    int64_t latest_us;
    size_t backwards, unfinished, restarts, libraries, library_exits, waiting, running, odd;
};

void workqueue_log_init(struct workqueue_log *log);
void workqueue_log_release(struct workqueue_log *log);

#endif
