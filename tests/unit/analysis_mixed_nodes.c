/* Nodes with different numbers of cores: what differs with these is no finding. */
#include "findings_fixture.h"

/* Loads of nodes of so many cores, and what else they measure. */
struct equipped {
    const char *cores; /* NULL: unknown */
    double load, rate;
};

static void run_nodes(const struct equipped *nodes, size_t count)
{
    fixture_init(&fixture);
    for (size_t i = 0; i < count; i++) {
        const char name[] = {'n', (char)('0' + i), '\0'};
        fixture_flat(&fixture, "cpu_load", name, 100, 60, nodes[i].load);
        fixture_flat(&fixture, "mem_bw", name, 100, 60, nodes[i].rate);
        if (nodes[i].cores)
            dataset_add_hardware(&fixture.dataset, name, "cpus", nodes[i].cores);
    }
    fixture_run(&fixture);
}

static bool is_reported(const char *text)
{
    for (size_t row = 0; row < fixture_rows(&fixture, "findings"); row++)
        if (strstr(cell(row, "finding"), text))
            return true;
    return false;
}

/* Four nodes; the load of the last and the rate of the first as told. */
static void spread_that_follows_the_cores_is_none(void)
{
    static const struct {
        const char *cores;
        double load, rate;
        bool is_told;
    } cases[] = {
        {"128", 120, 100, false}, {"128", 110, 100, false}, {"128", 90, 100, true},
        {"128", 120, 170, true},  {"64", 120, 100, true},   {"66", 120, 100, true},
        {NULL, 120, 100, true},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        run_nodes((const struct equipped[]){{"64", 60, cases[i].rate},
                                            {"64", 60, 100},
                                            {cases[i].cores, 120, 200},
                                            {cases[i].cores, cases[i].load, 200}},
                  4);
        CHECK(is_reported("Nodes vary by") == cases[i].is_told);
        CHECK(!is_reported("load is balanced"));
        fixture_release(&fixture);
    }
}

/* Six nodes; the last has other cores and load. */
static void the_node_with_other_cores_is_no_outlier(void)
{
    static const struct {
        const char *cores;
        double load;
        bool is_told;
    } cases[] = {{"128", 120, false}, {"128", 108, false}, {"128", 107, true},
                 {"64", 120, true},   {"67", 63.5, true},  {NULL, 120, true}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct equipped nodes[6];
        for (size_t k = 0; k < 5; k++)
            nodes[k] = (struct equipped){"64", 60, 100};
        nodes[5] = (struct equipped){cases[i].cores, cases[i].load, 200};
        run_nodes(nodes, 6);
        CHECK(is_reported("n5: ") == cases[i].is_told);
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(spread_that_follows_the_cores_is_none),
           TEST(the_node_with_other_cores_is_no_outlier))
