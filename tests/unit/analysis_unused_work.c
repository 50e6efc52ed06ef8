/* What was held in vain, as tasks that it would have run. */
#include "task_fixture.h"

static struct task_fixture tasks;
static const char *const unused_work[] = {"unused_work", NULL};
static const char head[] = "what,time_s,held_s,share,task,attempts,each_s,tasks\n";

static const char *rows(void)
{
    const char *csv = task_fixture_csv(&tasks, "unused_work");
    return strncmp(csv, head, sizeof head - 1) == 0 ? csv + sizeof head - 1 : csv;
}

static void add(const char *task, enum record_ending ending, double elapsed, double cpu)
{
    task_fixture_add(&tasks, (struct task_record){.task = task,
                                                  .ending = ending,
                                                  .elapsed = elapsed,
                                                  .cpu = cpu,
                                                  .cores = 2});
}

/* Ten attempts of a: 2 cores × 100 s each, 150 s of CPU time: 50 of 200 core seconds are not used,
 * 500 of 2,000 in all, a quarter: two tasks of 200, and a half. */
static void unused_core_time_is_counted_in_tasks(void)
{
    task_fixture_init(&tasks);
    for (int i = 0; i < 10; i++)
        add("a", ENDING_SUCCEEDED, 100, 150);
    task_fixture_run(&tasks, unused_work);
    CHECK_TEXT(rows(), "unused,500,2000,0.25,a,10,200,2\n");
    task_fixture_release(&tasks);
}

/* Of 200 core seconds each, five attempts used 300, with more threads than cores, five 60: CPU
 * efficiency is (5 × 300 + 5 × 60) / 2,000 = 90 %, so 200 are unused: not the 5 × 140 of those that
 * used less. With 340 in place of 300 all of it is used. */
static void attempts_beyond_their_cores_make_up_for_others(void)
{
    for (int cpu = 300; cpu <= 340; cpu += 40) {
        task_fixture_init(&tasks);
        for (int i = 0; i < 10; i++)
            add("a", ENDING_SUCCEEDED, 100, i < 5 ? cpu : 60);
        task_fixture_run(&tasks, unused_work);
        CHECK_TEXT(rows(), cpu == 300 ? "unused,200,2000,0.1,a,10,200,1\n" : "none");
        task_fixture_release(&tasks);
    }
}

/* 180 of 200 core seconds used: exactly a tenth is not; 182: less. */
static void little_of_what_was_held_is_not_told(void)
{
    for (int cpu = 180; cpu <= 182; cpu += 2) {
        task_fixture_init(&tasks);
        for (int i = 0; i < 10; i++)
            add("a", ENDING_SUCCEEDED, 100, cpu);
        task_fixture_run(&tasks, unused_work);
        CHECK_TEXT(rows(), cpu == 180 ? "unused,200,2000,0.1,a,10,200,1\n" : "none");
        task_fixture_release(&tasks);
    }
}

static void nine_attempts_are_too_few(void)
{
    task_fixture_init(&tasks);
    for (int i = 0; i < 9; i++)
        add("a", ENDING_SUCCEEDED, 100, 50);
    task_fixture_run(&tasks, unused_work);
    CHECK_TEXT(rows(), "none");
    task_fixture_release(&tasks);
}

/* a: eleven of 2 × 10 … 110 s, median 120 core seconds, 1,320 in all; b: ten of 2 × 500 s, 10,000
 * in all. All of it is used. 5 attempts of 2 × 300 s failed, one of 2 × 400 s was cancelled: 3,800
 * of 15,120. In b's of 1,000: 3. */
static void lost_core_time_is_counted_in_tasks_of_the_kind_with_most(void)
{
    task_fixture_init(&tasks);
    for (int i = 1; i <= 11; i++)
        add("a", ENDING_SUCCEEDED, 10 * i, 20 * i);
    for (int i = 0; i < 10; i++)
        add("b", ENDING_SUCCEEDED, 500, 1000);
    for (int i = 0; i < 5; i++)
        add("a", ENDING_FAILED, 300, 1);
    add("a", ENDING_CANCELLED, 400, 1);
    task_fixture_run(&tasks, unused_work);
    CHECK(strncmp(rows(), "lost,3800,15120,0.2513", 22) == 0);
    CHECK(strstr(rows(), ",b,10,1000,3\n"));
    task_fixture_release(&tasks);
}

/* Ten attempts held a GPU for 60 s each, 4 of them idle: 240 of 600 s, 4 tasks. Cores are not said.
 */
static void idle_gpus_are_counted_in_tasks(void)
{
    task_fixture_init(&tasks);
    for (int i = 0; i < 10; i++) {
        struct records *records = &tasks.records;
        task_fixture_add(&tasks, (struct task_record){.task = "train",
                                                      .ending = ENDING_SUCCEEDED,
                                                      .elapsed = 60});
        records_put_number(records, records_attribute(records, "allocated_gpus", RECORD_NUMBER), 1);
        records_put_number(records, records_attribute(records, "gpu_utilization", RECORD_NUMBER),
                           i < 4 ? 0.5 : 80);
    }
    task_fixture_run(&tasks, unused_work);
    CHECK_TEXT(rows(), "idle GPUs,240,600,0.4,train,10,60,4\n");
    task_fixture_release(&tasks);
}

CHECK_MAIN(TEST(unused_core_time_is_counted_in_tasks),
           TEST(attempts_beyond_their_cores_make_up_for_others),
           TEST(little_of_what_was_held_is_not_told), TEST(nine_attempts_are_too_few),
           TEST(lost_core_time_is_counted_in_tasks_of_the_kind_with_most),
           TEST(idle_gpus_are_counted_in_tasks))
