/* What transactions logs say of the runs of managers: their ends, their libraries, their workers.
 */
#include "queue_fixture.h"

static struct queue_fixture fixture;

static void read_log(const char *text)
{
    queue_read_text(&fixture, "workqueue", text);
}

static const struct manager_run *run_at(size_t number)
{
    static const struct manager_run none;
    const struct dataset *dataset = &fixture.base.dataset;
    return number < dataset->manager_run_count ? &dataset->manager_runs[number] : &none;
}

static const struct records_source *source_at(size_t number)
{
    static const struct records_source none;
    const struct records *records = fixture.base.dataset.records;
    return number < records->source_count ? &records->sources[number] : &none;
}

#define STARTS(second, pid) #second "000000 " #pid " MANAGER START\n"
#define ENDS(second, pid) #second "000000 " #pid " MANAGER END\n"
#define WAITS(second, pid, id, request)                                                            \
#second "000000 " #pid " TASK " #id " WAITING a FIRST_RESOURCES " request "\n"
#define RUNS(second, pid, id, worker)                                                              \
#second "000000 " #pid " TASK " #id " RUNNING " worker "  FIRST_RESOURCES {}\n"
#define DONE(second, pid, id) #second "000000 " #pid " TASK " #id " DONE SUCCESS  0  {} {}\n"
#define WORKER(second, pid, worker, rest) #second "000000 " #pid " WORKER " worker " " rest "\n"

/* Its workers say goodbye a second later. */
static void a_run_lasts_to_the_end_of_its_manager(void)
{
    read_log(STARTS(1000, 7) WORKER(1001, 7, "w", "CONNECTION h:1") WAITS(1002, 7, 1, "{}")
                 WAITS(1003, 7, 2, "{}") RUNS(1004, 7, 1, "w") DONE(1005, 7, 1) ENDS(1009, 7)
                     WORKER(1010, 7, "w", "DISCONNECTION UNKNOWN"));
    CHECK_INT(fixture.base.dataset.manager_run_count, 1);
    CHECK_NEAR(run_at(0)->start, 1000, 0);
    CHECK_NEAR(run_at(0)->end, 1009, 0);
    CHECK(run_at(0)->has_ended);
    CHECK_INT(run_at(0)->tasks, 2);
    CHECK_INT(run_at(0)->waiting, 1);
    CHECK_INT(run_at(0)->running, 0);
    CHECK_NEAR(source_at(0)->end, 1009, 0);
    CHECK_NEAR(fixture.base.dataset.queues[0].end, 1010, 0);
}

static void each_run_has_its_own_end(void)
{
    read_log(STARTS(1000, 7) WAITS(1001, 7, 1, "{}") RUNS(1002, 7, 1, "w") WAITS(1003, 7, 2, "{}")
                 STARTS(2000, 8) WAITS(2001, 8, 1, "{}") RUNS(2002, 8, 1, "w") DONE(2003, 8, 1)
                     ENDS(2004, 8));
    CHECK_INT(fixture.base.dataset.manager_run_count, 2);
    CHECK(!run_at(0)->has_ended && run_at(1)->has_ended);
    CHECK_NEAR(run_at(0)->end, 1003, 0);
    CHECK_NEAR(run_at(1)->start, 2000, 0);
    CHECK_INT(run_at(0)->waiting, 1);
    CHECK_INT(run_at(0)->running, 1);
    CHECK_INT(run_at(1)->waiting, 0);
    CHECK_NEAR(source_at(0)->end, 1003, 0);
    CHECK_NEAR(source_at(1)->end, 2004, 0);
}

/* A task that was done and waits again is of the same manager: its run is one. */
static void tasks_that_begin_again_are_of_one_run(void)
{
    read_log(STARTS(1000, 7) WAITS(1001, 7, 1, "{}") RUNS(1002, 7, 1, "w") DONE(1003, 7, 1)
                 WAITS(1004, 7, 1, "{}") RUNS(1005, 7, 1, "w") DONE(1006, 7, 1) ENDS(1007, 7));
    CHECK_INT(fixture.base.dataset.records->source_count, 2);
    CHECK_INT(fixture.base.dataset.manager_run_count, 1);
    CHECK_NEAR(run_at(0)->start, 1000, 0);
    CHECK_NEAR(run_at(0)->end, 1007, 0);
    CHECK_INT(run_at(0)->tasks, 2);
}

#define LIBRARY(second, id, worker)                                                                \
    RUNS(second, 7, id, worker) #second "000001 7 LIBRARY " #id " SENT " worker "\n"
#define EXITS(second, id) #second "000000 7 TASK " #id " RETRIEVED LIBRARY_EXIT  -1  {} {}\n"

/* Four libraries: one runs, one cannot be started on a, two exit on b, the first of all at 1005. */
static void libraries_that_fail_are_counted(void)
{
    read_log(
        STARTS(1000, 7) WORKER(1001, 7, "wa", "CONNECTION a:1")
            WORKER(1001, 7, "wb", "CONNECTION b:1") WAITS(1001, 7, 1, "{}") LIBRARY(1002, 11, "wa")
                LIBRARY(1002, 12, "wb") LIBRARY(1003, 13, "wa")
                    LIBRARY(1003, 14, "wb") "1004000000 7 LIBRARY 11 STARTED wa\n" EXITS(1005, 12)
                        EXITS(1006, 14) "1007000000 7 LIBRARY 13 FAILURE wa\n");
    const struct manager_run *run = run_at(0);
    CHECK_INT(run->tasks, 1);
    CHECK_INT(run->libraries, 4);
    CHECK_INT(run->libraries_started, 1);
    CHECK_INT(run->library_exits, 3);
    CHECK_NEAR(run->first_exit, 1005, 0);
    CHECK_TEXT(run->first_exit_host, "b");
    CHECK_TEXT(run->most_exits_host, "b");
    CHECK_INT(run->most_exits, 2);
    CHECK_INT(run->next_exits, 1);
}

/* Of each the most of any worker, also of one that left. MB are 2^20 bytes. */
static void the_largest_worker_is_known(void)
{
    read_log(STARTS(1000, 7) WORKER(1001, 7, "wa", "CONNECTION a:1")
                 WORKER(1002, 7, "wa",
                        "RESOURCES {\"cores\":[4,\"cores\"],\"memory\":[1000,\"MB\"],"
                        "\"disk\":[10,\"MB\"]}") WORKER(1003, 7, "wb", "CONNECTION b:1")
                     WORKER(1004, 7, "wb",
                            "RESOURCES {\"cores\":[8,\"cores\"],\"memory\":[500,\"MB\"],"
                            "\"gpus\":[1,\"gpus\"]}") WORKER(1005, 7, "wb", "DISCONNECTION UNKNOWN")
                         WAITS(1006, 7, 1, "{}"));
    const struct record_worker *largest = &source_at(0)->largest;
    CHECK_NEAR(largest->cores, 8, 0);
    CHECK_NEAR(largest->gpus, 1, 0);
    CHECK_NEAR(largest->memory, 1000 * 0x1p20, 0);
    CHECK_NEAR(largest->disk, 10 * 0x1p20, 0);
}

/* Where tasks only waited, the log does not just leave workers out. */
static void no_worker_is_known_of_a_log_in_which_nothing_ran(void)
{
    read_log(STARTS(1000, 7) WAITS(1001, 7, 1, "{}") ENDS(1100, 7));
    CHECK_INT(fixture.base.dataset.queue_count, 1);
    const struct queue_samples *queue = &fixture.base.dataset.queues[0];
    CHECK_INT(queue->count, 1);
    CHECK(queue->times[0] == 1000 && queue->workers[0] == 0 && queue->end == 1100);
    read_log(STARTS(1000, 7) WAITS(1001, 7, 1, "{}") RUNS(1002, 7, 1, "w") ENDS(1100, 7));
    CHECK_INT(fixture.base.dataset.queue_count, 0);
    read_log(STARTS(1000, 7) ENDS(1100, 7));
    CHECK_INT(fixture.base.dataset.queue_count, 0);
    queue_end(&fixture);
}

CHECK_MAIN(TEST(a_run_lasts_to_the_end_of_its_manager), TEST(each_run_has_its_own_end),
           TEST(tasks_that_begin_again_are_of_one_run), TEST(libraries_that_fail_are_counted),
           TEST(the_largest_worker_is_known),
           TEST(no_worker_is_known_of_a_log_in_which_nothing_ran))
