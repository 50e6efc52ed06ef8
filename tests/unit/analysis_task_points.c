#include "task_fixture.h"

/* Numbers of rows that begin so. */
static size_t count_rows(struct task_fixture *fixture, const char *table, const char *start)
{
    size_t count = 0;
    task_fixture_csv(fixture, table);
    for (const char *line = fixture->csv.text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        count += strncmp(line, start, strlen(start)) == 0;
    }
    return count;
}

static void add_tasks(struct task_fixture *fixture, const char *task, size_t count, double elapsed)
{
    for (size_t i = 0; i < count; i++)
        task_fixture_add(fixture,
                         (struct task_record){.task = task,
                                              .elapsed = elapsed * (1 + 0.01 * (double)(i % 7)),
                                              .memory = 1e9 * (1 + 0.02 * (double)(i % 5))});
}

/* A kind has contours from 100 tasks on: else its tasks are listed. */
static void few_tasks_are_listed_of_many_there_is_a_density(void)
{
    static const char *const analyses[] = {"task_density", "task_points", NULL};
    struct task_fixture fixture;
    task_fixture_init(&fixture);
    add_tasks(&fixture, "few", 99, 10);
    add_tasks(&fixture, "many", 100, 1000);
    add_tasks(&fixture, "many", 5, 0); /* has no place: not known */
    task_fixture_run(&fixture, analyses);
    CHECK_INT(count_rows(&fixture, "task_points", "few,point,"), 99);
    CHECK_INT(count_rows(&fixture, "task_points", "many"), 0);
    CHECK_INT(count_rows(&fixture, "task_density", "few"), 0);
    CHECK(count_rows(&fixture, "task_density", "many,") > 10);
    CHECK(count_rows(&fixture, "task_density", "*,") > 10);
    task_fixture_release(&fixture);
}

static double sum_of_tasks(struct task_fixture *fixture, const char *start)
{
    double sum = 0, tasks;
    task_fixture_csv(fixture, "task_density");
    for (const char *line = fixture->csv.text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, start, strlen(start)) == 0 &&
            sscanf(line + strlen(start), "%*f,%*f,%*f,%*f,%lf", &tasks) == 1)
            sum += tasks;
    }
    return sum;
}

/* Whatever the kind, and how long it took: all count in the density of all. */
static void all_tasks_are_in_the_density_of_all(void)
{
    static const char *const analyses[] = {"task_density", NULL};
    struct task_fixture fixture;
    task_fixture_init(&fixture);
    for (int i = 0; i < 50; i++) {
        char name[16];
        snprintf(name, sizeof name, "kind%02d", i);
        add_tasks(&fixture, name, 125, 1 + i);
    }
    task_fixture_run(&fixture, analyses);
    CHECK_NEAR(sum_of_tasks(&fixture, "*,"), 50 * 125, 0);
    CHECK_NEAR(sum_of_tasks(&fixture, "kind49,"), 125, 0);
    CHECK_INT(count_rows(&fixture, "task_density", "kind00,"), 0); /* among the shortest */
    task_fixture_release(&fixture);
}

CHECK_MAIN(TEST(few_tasks_are_listed_of_many_there_is_a_density),
           TEST(all_tasks_are_in_the_density_of_all))
