#include "check.h"

#include "util/hostlist.h"

static void single_hosts_and_ranges(void)
{
    CHECK(hostlist_holds("a", "a"));
    CHECK(!hostlist_holds("a", "ab"));
    CHECK(!hostlist_holds("ab", "a"));
    CHECK(hostlist_holds("b,a", "a"));
    CHECK(hostlist_holds("w12[01-08],w13[01-31,33-56]", "w1333"));
    CHECK(!hostlist_holds("w12[01-08],w13[01-31,33-56]", "w1332"));
    CHECK(hostlist_holds("w12[01-08]", "w1208"));
    CHECK(!hostlist_holds("w12[01-08]", "w128"));
    CHECK(!hostlist_holds("w12[01-08]", "w12008"));
    CHECK(hostlist_holds("n[1-12]", "n12"));
    CHECK(hostlist_holds("n[1-12]", "n3"));
    CHECK(!hostlist_holds("n[1-12]", "n03"));
    CHECK(hostlist_holds("n[7]x", "n7x"));
    CHECK(!hostlist_holds("n[7]x", "n7"));
    CHECK(hostlist_holds("r[1-2]n[01-03]", "r2n03"));
    CHECK(!hostlist_holds("r[1-2]n[01-03]", "r3n03"));
}

static void what_is_no_list_holds_nothing(void)
{
    static const char *const lists[] = {
        "",      ",",   "n[",       "n[]", "n[1",    "n[-]", "n[1-]",
        "n[-1]", "n]1", "n[1-2-3]", "[",   "n[x-y]", "n[,]", "n[99999999999-1]"};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        if (hostlist_holds(lists[i], "n1"))
            CHECK_FAIL("%s holds n1", lists[i]);
    CHECK(!hostlist_holds("[1][1][1][1][1][1]", "111111"));
}

CHECK_MAIN(TEST(single_hosts_and_ranges), TEST(what_is_no_list_holds_nothing))
