#include "task_fixture.h"

enum { TASKS = 5000, MOST_CORNERS = 200, MOST_POINTS = 300 };

struct spot {
    double x, y; /* on logarithmic scales */
};

static struct spot tasks[TASKS], corners[MOST_CORNERS];
static size_t corner_count, point_count;

static double uniform(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return ((*state >> 8) + 0.5) / (double)(1u << 24);
}

/* A cloud that leans, with tails, in which some tasks have no memory. */
static void add_tasks(struct task_fixture *fixture, unsigned seed)
{
    for (size_t i = 0; i < TASKS; i++) {
        double u = -log(uniform(&seed)), v = uniform(&seed) + uniform(&seed) + uniform(&seed);
        double elapsed = 0.01 + u * v, memory = 1e9 * (i % 50 ? v * v + 0.1 * u : 0);
        task_fixture_add(fixture,
                         (struct task_record){.task = "a", .elapsed = elapsed, .memory = memory});
        tasks[i] = (struct spot){log(elapsed), log(memory)};
    }
}

static void read_table(struct task_fixture *fixture)
{
    double run_time_s, memory_B;
    corner_count = point_count = 0;
    task_fixture_csv(fixture, "task_points");
    for (char *line = fixture->csv.text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (sscanf(line, "a,hull,%lf,%lf", &run_time_s, &memory_B) == 2 &&
            corner_count < MOST_CORNERS)
            corners[corner_count++] = (struct spot){log(run_time_s), log(memory_B)};
        point_count += strncmp(line, "a,point,", 8) == 0;
    }
}

static double turn(struct spot a, struct spot b, struct spot c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool is_task(struct spot spot)
{
    for (size_t i = 0; i < TASKS; i++)
        if (fabs(tasks[i].x - spot.x) < 1e-12 && fabs(tasks[i].y - spot.y) < 1e-12)
            return true;
    return false;
}

static void check_hull(void)
{
    CHECK(corner_count > 4);
    for (size_t k = 0; k < corner_count; k++) {
        struct spot from = corners[k], to = corners[(k + 1) % corner_count];
        CHECK(is_task(from));
        CHECK(turn(from, to, corners[(k + 2) % corner_count]) > 0);
        for (size_t i = 0; i < TASKS; i++)
            CHECK(isinf(tasks[i].y) || turn(from, to, tasks[i]) > -1e-12);
    }
}

static void all_tasks_lie_within_the_hull_on_logarithmic_scales(void)
{
    static const char *const analyses[] = {"task_points", NULL};
    for (unsigned seed = 1; seed <= 5 && !check_failed; seed++) {
        struct task_fixture fixture;
        task_fixture_init(&fixture);
        add_tasks(&fixture, seed);
        task_fixture_run(&fixture, analyses);
        read_table(&fixture);
        task_fixture_release(&fixture);
        check_hull();
        CHECK_INT(point_count, MOST_POINTS);
    }
}

CHECK_MAIN(TEST(all_tasks_lie_within_the_hull_on_logarithmic_scales))
