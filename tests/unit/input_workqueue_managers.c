/* Transactions logs to which several managers write. */
#include "queue_fixture.h"

static struct queue_fixture fixture;

static void read_log(const char *text)
{
    queue_read_text(&fixture, "workqueue", text);
}

#define WAITS(second, pid, id) #second "000000 " #pid " TASK " #id " WAITING a FIRST_RESOURCES {}\n"
#define RUNS(second, pid, id)                                                                      \
#second "000000 " #pid " TASK " #id " RUNNING h:1  FIRST_RESOURCES {}\n"
#define DONE(second, pid, id) #second "000000 " #pid " TASK " #id " DONE SUCCESS  0  {} {}\n"
#define STARTS(second, pid) #second "000000 " #pid " MANAGER START\n"
#define ENDS(second, pid) #second "000000 " #pid " MANAGER END\n"

static void lines_go_to_the_run_of_their_process(void)
{
    read_log(STARTS(1000, 7) STARTS(1001, 8) WAITS(1002, 7, 1) WAITS(1003, 8, 1) RUNS(1004, 7, 1)
                 RUNS(1005, 8, 1) DONE(1006, 7, 1) DONE(1008, 8, 1) ENDS(1010, 7) ENDS(1011, 8));
    const struct records *records = fixture.base.dataset.records;
    CHECK_TEXT(queue_endings(&fixture), "WW");
    CHECK_TEXT(queue_numbers(&fixture, "start"), "1004 1005");
    CHECK_TEXT(queue_numbers(&fixture, "end"), "1006 1008");
    CHECK_INT(records->source_count, 2);
    CHECK_SAID(fixture.base, "2 runs in the log, some at the same time");
    CHECK(!strstr(fixture.base.said.text, "MANAGER END"));
}

/* The process id of a manager that has ended belongs to another one later. */
static void a_process_that_comes_back_is_another_run(void)
{
    read_log(STARTS(1000, 7) WAITS(1001, 7, 1) RUNS(1002, 7, 1) DONE(1003, 7, 1) ENDS(1004, 7)
                 STARTS(2000, 8) WAITS(2001, 8, 1) RUNS(2002, 8, 1) DONE(2003, 8, 1) ENDS(2004, 8)
                     WAITS(3001, 7, 1) RUNS(3002, 7, 1) DONE(3003, 7, 1) ENDS(3004, 7));
    CHECK_TEXT(queue_endings(&fixture), "WWW");
    CHECK_TEXT(queue_numbers(&fixture, "attempt"), "1 1 1");
    CHECK_INT(fixture.base.dataset.records->source_count, 3);
    CHECK_SAID(fixture.base, "3 consecutive runs in the log");
}

/* One died amid the other's lines, another before the last one began. */
static void only_what_was_followed_is_lost(void)
{
    read_log(STARTS(1000, 7) WAITS(1001, 7, 1) RUNS(1002, 7, 1) STARTS(1003, 8) WAITS(1004, 8, 1)
                 RUNS(1005, 8, 1) WAITS(1006, 7, 2) DONE(1007, 8, 1) ENDS(1008, 8));
    CHECK_TEXT(queue_endings(&fixture), "OOW");
    read_log(STARTS(1000, 7) WAITS(1001, 7, 1) RUNS(1002, 7, 1) STARTS(1003, 8) WAITS(1004, 8, 1)
                 RUNS(1005, 8, 1) DONE(1007, 8, 1) ENDS(1008, 8));
    CHECK_TEXT(queue_endings(&fixture), "LW");
    CHECK_SAID(fixture.base, "2 consecutive runs in the log");
}

/* Workers leave when their manager has ended. */
static void goodbyes_after_the_end_begin_no_run(void)
{
    read_log(STARTS(1000, 7) "1000000001 7 WORKER w7 a:1  CONNECTION\n" STARTS(1001, 8)
                 WAITS(1002, 8, 1) ENDS(1003, 7)
                     RUNS(1004, 8, 1) "1005000000 7 WORKER w7 a:1  DISCONNECTION\n" DONE(1006, 8, 1)
                         ENDS(1007, 8));
    CHECK_TEXT(queue_endings(&fixture), "W");
    CHECK_SAID(fixture.base, "2 runs in the log, some at the same time");
    CHECK(!strstr(fixture.base.said.text, "MANAGER END"));
    queue_end(&fixture);
}

CHECK_MAIN(TEST(lines_go_to_the_run_of_their_process),
           TEST(a_process_that_comes_back_is_another_run), TEST(only_what_was_followed_is_lost),
           TEST(goodbyes_after_the_end_begin_no_run))
