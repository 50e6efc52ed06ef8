/* Longest paths through tasks that wait for each other. */
#include "analysis/statistics/longest_path.h"

#include <math.h>
#include <stdlib.h>

#include "check.h"

struct found {
    double total;
    uint32_t path[8]; /* the last task first */
    size_t count;
};

static struct found longest(size_t count, const double *lengths, const struct path_edge *edges,
                            size_t edge_count)
{
    struct path_graph graph;
    struct found found = {.count = 0};
    uint32_t before[8];
    double ends[8];
    path_graph_make(&graph, count, edges, edge_count);
    uint32_t at = path_longest(&graph, lengths, &found.total, before, ends);
    for (; at != PATH_NONE && found.count < 8; at = before[at])
        found.path[found.count++] = at;
    path_graph_release(&graph);
    return found;
}
#define EDGES(...)                                                                                 \
    ((const struct path_edge[]){__VA_ARGS__}),                                                     \
        sizeof((const struct path_edge[]){__VA_ARGS__}) / sizeof(struct path_edge)

/* 3 needs 1 and 2, which need 0; 4 needs nothing. */
static void the_longer_branch_counts(void)
{
    const double lengths[] = {1, 5, 2, 3, 8};
    struct found found = longest(5, lengths, EDGES({3, 1}, {3, 2}, {1, 0}, {2, 0}));
    CHECK_NEAR(found.total, 9, 0);
    CHECK(found.count == 3 && found.path[0] == 3 && found.path[1] == 1 && found.path[2] == 0);
}

static void a_single_task_may_be_longest(void)
{
    const double lengths[] = {1, 5, 2, 3, 18};
    struct found found = longest(5, lengths, EDGES({3, 1}, {3, 2}, {1, 0}, {2, 0}));
    CHECK_NEAR(found.total, 18, 0);
    CHECK(found.count == 1 && found.path[0] == 4);
}

static void equal_branches_give_the_first(void)
{
    const double lengths[] = {2, 2, 1, NAN};
    struct found found = longest(4, lengths, EDGES({2, 1}, {2, 0}, {2, 1}));
    CHECK_NEAR(found.total, 3, 0);
    CHECK(found.path[0] == 2 && found.path[1] == 0);
}

/* 0 needs 1, 1 needs 2, 2 needs 0: two of these stay; 3 needs itself. */
static void circles_end(void)
{
    const double lengths[] = {1, 1, 1, 5};
    struct found found = longest(4, lengths, EDGES({0, 1}, {1, 2}, {2, 0}, {3, 3}));
    CHECK_NEAR(found.total, 5, 0);
    found = longest(3, lengths, EDGES({0, 1}, {1, 2}, {2, 0}));
    CHECK_NEAR(found.total, 3, 0);
}

static void none_has_no_path(void)
{
    CHECK(longest(0, NULL, NULL, 0).count == 0);
    CHECK(isnan(longest(0, NULL, NULL, 0).total));
}

/* No calls, whose stack would end. */
static void a_chain_of_a_million_is_ordered(void)
{
    enum { COUNT = 1000000 };
    struct path_edge *edges = malloc(COUNT * sizeof *edges);
    double *lengths = malloc(COUNT * sizeof *lengths), *ends = malloc(COUNT * sizeof *ends), total;
    uint32_t *before = malloc(COUNT * sizeof *before);
    struct path_graph graph;
    for (uint32_t i = 0; i < COUNT; i++) {
        lengths[i] = 1;
        edges[i] = (struct path_edge){i, i + 1 < COUNT ? i + 1 : i};
    }
    path_graph_make(&graph, COUNT, edges, COUNT);
    CHECK(path_longest(&graph, lengths, &total, before, ends) == 0);
    CHECK_NEAR(total, COUNT, 0);
    path_graph_release(&graph);
    free(edges);
    free(lengths);
    free(ends);
    free(before);
}

CHECK_MAIN(TEST(the_longer_branch_counts), TEST(a_single_task_may_be_longest),
           TEST(equal_branches_give_the_first), TEST(circles_end), TEST(none_has_no_path),
           TEST(a_chain_of_a_million_is_ordered))
