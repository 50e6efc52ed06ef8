#include "util/parallel.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util/memory.h"

int parallel_processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return CPU_COUNT(&set);
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}

/* How many helpers beside the caller are of use. */
static size_t helper_count(int jobs, size_t count)
{
    size_t workers = jobs < 1 ? 1 : (size_t)jobs;
    if (workers > count)
        workers = count;
    return workers > 0 ? workers - 1 : 0;
}

/* ---- threads ---- */

static void *wait_for_end(void *mutex)
{
    pthread_mutex_lock(mutex);
    pthread_mutex_unlock(mutex);
    return NULL;
}

size_t parallel_free_threads(size_t most)
{
    enum { SMALL_STACK = 1 << 16 };
    pthread_mutex_t all_run = PTHREAD_MUTEX_INITIALIZER;
    pthread_attr_t attributes;
    pthread_t *threads = memory_alloc_array(most, sizeof *threads);
    size_t started = 0;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, SMALL_STACK);
    pthread_mutex_lock(&all_run);
    while (started < most &&
           pthread_create(&threads[started], &attributes, wait_for_end, &all_run) == 0)
        started++;
    pthread_mutex_unlock(&all_run);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_attr_destroy(&attributes);
    free(threads);
    return started;
}

bool parallel_await_threads(size_t count)
{
    enum { MOST_TRIES = 2000 };
    const struct timespec pause = {.tv_nsec = 1000000};
    for (int i = 0; i < MOST_TRIES; i++) {
        if (parallel_free_threads(count) == count)
            return true;
        nanosleep(&pause, NULL);
    }
    return false;
}

struct thread_share {
    atomic_size_t next;
    size_t count;
    void (*work)(void *context, size_t index);
    void *context;
};

static void *run_thread(void *argument)
{
    struct thread_share *share = argument;
    size_t index;
    while ((index = atomic_fetch_add(&share->next, 1)) < share->count)
        share->work(share->context, index);
    return NULL;
}

void parallel_threads(int jobs, size_t count, void (*work)(void *context, size_t index),
                      void *context)
{
    struct thread_share share = {.count = count, .work = work, .context = context};
    size_t helpers = helper_count(jobs, count), started = 0;
    pthread_t *threads = memory_alloc_array(helpers, sizeof *threads);
    while (started < helpers && pthread_create(&threads[started], NULL, run_thread, &share) == 0)
        started++;
    run_thread(&share);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
}

struct parallel_aside {
    void (*work)(void *context);
    void *context;
    pthread_t thread;
    bool started;
};

static void run_aside(const struct parallel_aside *aside)
{
    aside->work(aside->context);
}

/* What the caller waits for goes first: of a processor that both want, the work aside gets a third.
 * On Linux a thread is nice alone. */
static void *run_aside_thread(void *argument)
{
    nice(3);
    run_aside(argument);
    return NULL;
}

struct parallel_aside *parallel_aside_begin(int jobs, void (*work)(void *context), void *context)
{
    struct parallel_aside *aside = memory_alloc(sizeof *aside);
    aside->work = work;
    aside->context = context;
    aside->started = jobs > 1 && pthread_create(&aside->thread, NULL, run_aside_thread, aside) == 0;
    return aside;
}

void parallel_aside_end(struct parallel_aside *aside)
{
    if (aside && aside->started)
        pthread_join(aside->thread, NULL);
    else if (aside)
        run_aside(aside);
    free(aside);
}

/* ---- processes ---- */

/* In memory that parent and children share. */
struct process_share {
    atomic_size_t next;
    atomic_flag has_error;
    atomic_bool stop;
    struct error error;
};

struct process_work {
    size_t count;
    bool (*work)(void *context, size_t index, struct error *error);
    bool (*own_work)(void *context, struct error *error);
    void *context;
    struct process_share *share;
};

/* The first error stays; the rest of the work is left alone. */
static void report_error(struct process_share *share, const struct error *error)
{
    if (!atomic_flag_test_and_set(&share->has_error))
        share->error = *error;
    atomic_store(&share->stop, true);
}

static void run_items(const struct process_work *work)
{
    struct process_share *share = work->share;
    struct error error = {0};
    size_t index;
    while (!atomic_load(&share->stop) && (index = atomic_fetch_add(&share->next, 1)) < work->count)
        if (!work->work(work->context, index, &error))
            report_error(share, &error);
}

static void run_parent(const struct process_work *work)
{
    struct error error = {0};
    if (work->own_work && !work->own_work(work->context, &error))
        report_error(work->share, &error);
    run_items(work);
}

/* A child must not clean up what belongs to its parent, so the parent's handlers are not its own.
 */
static _Noreturn void run_child(const struct process_work *work, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    run_items(work);
    _exit(0);
}

/* Of `wanted` children those that can have threads of their own beside those of the parent. */
static size_t children_with_threads(size_t wanted)
{
    const size_t own = PARALLEL_OWN_THREADS;
    size_t threads = parallel_free_threads(own + wanted * (1 + own));
    return threads > own ? (threads - own) / (1 + own) : 0;
}

static size_t start_children(const struct process_work *work, pid_t *children, size_t wanted)
{
    pid_t parent = getpid();
    for (size_t started = 0; started < wanted; started++) {
        children[started] = fork();
        if (children[started] < 0)
            return started; /* fewer workers do the same work */
        if (children[started] == 0)
            run_child(work, parent);
    }
    return wanted;
}

static void wait_for_child(struct process_share *share, pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            return;
    }
    struct error error = {0};
    if (WIFSIGNALED(status))
        error_set(&error, ERROR_OUTPUT, "a worker process was killed: %s",
                  strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) != 0)
        error_set(&error, ERROR_OUTPUT, "a worker process failed (exit code %d)",
                  WEXITSTATUS(status));
    else
        return;
    report_error(share, &error);
}

static void run_processes(const struct process_work *work, size_t helpers)
{
    pid_t *children = memory_alloc_array(helpers, sizeof *children);
    size_t started = start_children(work, children, children_with_threads(helpers));
    run_parent(work);
    for (size_t i = 0; i < started; i++)
        wait_for_child(work->share, children[i]);
    free(children);
}

bool parallel_processes(int jobs, size_t count,
                        bool (*work)(void *context, size_t index, struct error *error),
                        bool (*own_work)(void *context, struct error *error), void *context,
                        struct error *error)
{
    size_t helpers = helper_count(jobs, count + (own_work ? 1 : 0));
    struct process_share *share =
        mmap(NULL, sizeof *share, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (share == MAP_FAILED)
        memory_exhausted();
    struct process_work all = {count, work, own_work, context, share};
    run_processes(&all, helpers);
    bool done = !atomic_load(&share->stop);
    if (!done)
        *error = share->error;
    munmap(share, sizeof *share);
    return done;
}
