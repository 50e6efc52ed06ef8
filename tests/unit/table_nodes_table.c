#include "check.h"

#include <math.h>

#include "table/nodes_table.h"
#include "table/table_csv.h"

static double coverage_of(const char *csv)
{
    struct arena arena;
    struct tables tables;
    struct error error;
    arena_init(&arena);
    tables_init(&tables, &arena);
    struct table *nodes = tables_get(&tables, "nodes");
    bool is_read = table_read_csv(nodes, "nodes", csv, strlen(csv), &error);
    double coverage = is_read ? nodes_table_coverage(nodes) : -1;
    arena_release(&arena);
    return coverage;
}

/* 90 of 100 and 5 of 10: 95 of 110, not the mean of 90 % and 50 %. */
static void samples_count_not_nodes(void)
{
    CHECK_NEAR(coverage_of("node,samples,missing,coverage\na,90,10,0.9\nb,5,5,0.5\n"), 95.0 / 110,
               1e-15);
}

/* Of 20 and 40 samples due 20 and 30 are there; of the third node, of 30 due, none. */
static void a_silent_node_lacks_as_many_as_others_have_due(void)
{
    CHECK_NEAR(coverage_of("node,samples,missing,coverage\na,20,0,1\nb,30,10,0.75\nc,0,,0\n"),
               50.0 / 90, 1e-15);
}

static void where_nothing_was_due_coverage_is_unknown(void)
{
    CHECK(isnan(coverage_of("node,samples,missing,coverage\na,0,,\n")));
    CHECK_NEAR(coverage_of("node,samples,missing,coverage\na,0,,0\n"), 0, 0);
}

CHECK_MAIN(TEST(samples_count_not_nodes), TEST(a_silent_node_lacks_as_many_as_others_have_due),
           TEST(where_nothing_was_due_coverage_is_unknown))
