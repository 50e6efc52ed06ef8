#include "check.h"

#include "util/name_index.h"
#include "util/natural.h"

/* Each name comes before the next one, and before all that follow. */
static void names_are_in_order(void)
{
    static const char *const names[] = {"",
                                        "0",
                                        "1",
                                        "2",
                                        "10",
                                        "99999999999999999999998",
                                        "99999999999999999999999",
                                        "100000000000000000000000",
                                        "a",
                                        "a01",
                                        "a1",
                                        "a1b",
                                        "a2",
                                        "a10",
                                        "a10b2",
                                        "a10b10",
                                        "b",
                                        "gpu-0.n1",
                                        "gpu-0.n10",
                                        "gpu-1.n1",
                                        "n001",
                                        "n01",
                                        "n1",
                                        "n2",
                                        "n2a",
                                        "n10",
                                        "n010x",
                                        "rack1-node9",
                                        "rack1-node10",
                                        "rack10-node1",
                                        "é"};
    size_t count = sizeof names / sizeof names[0];
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++) {
            int order = natural_compare(names[i], names[k]);
            int expected = (i > k) - (i < k);
            if ((order > 0) - (order < 0) != expected)
                CHECK_FAIL("\"%s\" and \"%s\" compare as %d", names[i], names[k], order);
        }
}

static void zeros_alone_are_numbers_too(void)
{
    CHECK(natural_compare("a0", "a00") < 0);
    CHECK(natural_compare("a00", "a1") < 0);
    CHECK(natural_compare("a0b", "a0b") == 0);
}

static void gpus_follow_the_hosts_by_host_and_number(void)
{
    static const char *const names[] = {"a",        "n2",       "zeta",      "gpu-0.n2",
                                        "gpu-1.n2", "gpu-9.n2", "gpu-10.n2", "gpu-0.n10"};
    size_t count = sizeof names / sizeof names[0];
    for (size_t i = 0; i + 1 < count; i++) {
        CHECK(natural_compare_nodes(names[i], names[i + 1]) < 0);
        CHECK(natural_compare_nodes(names[i + 1], names[i]) > 0);
    }
    CHECK_TEXT(natural_host_of_gpu("gpu-12.n1"), "n1");
    CHECK(!natural_host_of_gpu("gpu-.n1"));
    CHECK(!natural_host_of_gpu("gpu-1"));
    CHECK(!natural_host_of_gpu("n1"));
}

static void names_get_numbers_in_order(void)
{
    static char names[5000][16];
    struct name_index index;
    name_index_init(&index);
    CHECK(name_index_find(&index, "n0") == NAME_INDEX_NONE);
    for (uint32_t i = 0; i < 5000; i++) {
        snprintf(names[i], sizeof names[i], "n%u", i);
        CHECK_INT(name_index_add(&index, names[i]), i);
    }
    for (uint32_t i = 0; i < 5000; i++)
        CHECK_INT(name_index_find(&index, names[i]), i);
    CHECK(name_index_find(&index, "n5000") == NAME_INDEX_NONE);
    CHECK(name_index_find(&index, "") == NAME_INDEX_NONE);
    CHECK_INT(name_index_add(&index, ""), 5000);
    CHECK_INT(name_index_find(&index, ""), 5000);
    name_index_release(&index);
    CHECK(name_index_find(&index, "n0") == NAME_INDEX_NONE);
}

CHECK_MAIN(TEST(names_are_in_order), TEST(zeros_alone_are_numbers_too),
           TEST(gpus_follow_the_hosts_by_host_and_number), TEST(names_get_numbers_in_order))
