#include "check.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/parallel.h"

enum { COUNT = 500 };

struct shared {
    atomic_int calls[COUNT];
    atomic_int own_calls, in_children;
    pid_t parent;
    size_t fails_at;
};

static struct shared *shared_new(void)
{
    struct shared *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    shared->parent = getpid();
    shared->fails_at = COUNT;
    return shared;
}

static void count_call(void *context, size_t index)
{
    struct shared *shared = context;
    shared->calls[index]++;
    shared->in_children += getpid() != shared->parent;
}

static bool count_item(void *context, size_t index, struct error *error)
{
    struct shared *shared = context;
    count_call(context, index);
    return index != shared->fails_at || error_set(error, ERROR_OUTPUT, "item %zu fails", index);
}

static bool own_work(void *context, struct error *error)
{
    (void)error;
    struct shared *shared = context;
    shared->own_calls += getpid() == shared->parent;
    return true;
}

static bool failing_own_work(void *context, struct error *error)
{
    (void)context;
    return error_set(error, ERROR_INPUT, "own work fails");
}

static bool each_was_called_once(const struct shared *shared, size_t count)
{
    for (size_t i = 0; i < COUNT; i++)
        if (shared->calls[i] != (i < count))
            return false;
    return true;
}

static void threads_do_each_item_once(void)
{
    static const int jobs[] = {-1, 0, 1, 2, 7, 1000};
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        struct shared *shared = shared_new();
        parallel_threads(jobs[i], COUNT, count_call, shared);
        CHECK(each_was_called_once(shared, COUNT));
        munmap(shared, sizeof *shared);
    }
    parallel_threads(4, 0, count_call, NULL);
}

static void processes_do_each_item_once(void)
{
    static const int jobs[] = {0, 1, 2, 5};
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        struct shared *shared = shared_new();
        struct error error = {0};
        CHECK(parallel_processes(jobs[i], COUNT, count_item, own_work, shared, &error));
        CHECK(each_was_called_once(shared, COUNT));
        CHECK_INT(shared->own_calls, 1);
        CHECK_INT(error.kind, ERROR_NONE);
        munmap(shared, sizeof *shared);
    }
}

static void one_job_is_no_other_process(void)
{
    struct shared *shared = shared_new();
    struct error error = {0};
    CHECK(parallel_processes(1, COUNT, count_item, NULL, shared, &error));
    CHECK_INT(shared->in_children, 0);
    CHECK(parallel_processes(8, 0, count_item, own_work, shared, &error));
    CHECK_INT(shared->own_calls, 1);
    CHECK(parallel_processes(8, 0, count_item, NULL, shared, &error));
    munmap(shared, sizeof *shared);
}

static bool wait_in_parent(void *context, struct error *error)
{
    (void)error;
    struct shared *shared = context;
    for (int i = 0; i < 2000 && shared->in_children == 0; i++)
        usleep(1000);
    return true;
}

static void children_work_while_the_parent_does_its_own(void)
{
    struct shared *shared = shared_new();
    struct error error = {0};
    CHECK(parallel_processes(2, 1, count_item, wait_in_parent, shared, &error));
    CHECK_INT(shared->in_children, 1);
    munmap(shared, sizeof *shared);
}

static void an_error_stops_the_rest(void)
{
    for (int jobs = 1; jobs <= 3; jobs++) {
        struct shared *shared = shared_new();
        struct error error = {0};
        shared->fails_at = 3;
        CHECK(!parallel_processes(jobs, COUNT, count_item, own_work, shared, &error));
        CHECK_TEXT(error.text, "item 3 fails");
        CHECK_INT(error.kind, ERROR_OUTPUT);
        CHECK(jobs > 1 || shared->calls[4] == 0);
        CHECK(!parallel_processes(jobs, 0, count_item, failing_own_work, shared, &error));
        CHECK_TEXT(error.text, "own work fails");
        CHECK_INT(error.kind, ERROR_INPUT);
        munmap(shared, sizeof *shared);
    }
}

static bool kill_child(void *context, size_t index, struct error *error)
{
    (void)error;
    struct shared *shared = context;
    if (getpid() != shared->parent)
        kill(getpid(), SIGKILL);
    count_call(context, index);
    return true;
}

static bool exit_child(void *context, size_t index, struct error *error)
{
    (void)error;
    struct shared *shared = context;
    if (getpid() != shared->parent)
        _exit(4);
    count_call(context, index);
    return true;
}

static bool give_children_time(void *context, struct error *error)
{
    (void)context;
    (void)error;
    usleep(50000);
    return true;
}

static void a_child_that_dies_is_an_error(void)
{
    struct shared *shared = shared_new();
    struct error error = {0};
    CHECK(!parallel_processes(2, COUNT, kill_child, give_children_time, shared, &error));
    CHECK_TEXT(error.text, "a worker process was killed: Killed");
    CHECK(!parallel_processes(2, COUNT, exit_child, give_children_time, shared, &error));
    CHECK_TEXT(error.text, "a worker process failed (exit code 4)");
    munmap(shared, sizeof *shared);
}

static void free_threads_are_counted_up_to_a_number(void)
{
    CHECK_INT(parallel_free_threads(0), 0);
    CHECK_INT(parallel_free_threads(3), 3);
    CHECK(parallel_await_threads(2));
}

static void there_is_a_processor(void)
{
    CHECK(parallel_processors() >= 1);
}

CHECK_MAIN(TEST(threads_do_each_item_once), TEST(processes_do_each_item_once),
           TEST(one_job_is_no_other_process), TEST(children_work_while_the_parent_does_its_own),
           TEST(an_error_stops_the_rest), TEST(a_child_that_dies_is_an_error),
           TEST(free_threads_are_counted_up_to_a_number), TEST(there_is_a_processor))
