#include "check.h"

#include "util/hostlist.h"

static void single_hosts_and_ranges(void)
{
    CHECK_INT(hostlist_count(NULL, 0), 0);
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

static char expanded[4096];

static void take(void *context, const char *host, size_t size)
{
    size_t *count = context;
    ++*count;
    if (strlen(expanded) + size + 2 < sizeof expanded)
        strcat(strcat(expanded, host), " ");
}

static void lists_are_expanded(void)
{
    static const struct {
        const char *list, *hosts;
    } cases[] = {
        {"node[01-04,07],gpu3", "node01 node02 node03 node04 node07 gpu3 "},
        {"n[8-11]", "n8 n9 n10 n11 "},
        {"n[098-101]x", "n098x n099x n100x n101x "},
        {"r[1-2]n[01-02]@b", "r1n01@b r1n02@b r2n01@b r2n02@b "},
        {"login", "login "},
        {"", ""},
        {"n[1-0]", ""},
        {"n[1", ""},
        {"a,,b", ""},
        {"n]", ""},
        {"n[]", ""},
        {"n[1-2-3]", ""},
        {"n[0-99999999]", ""},
        {"n[0-99999][0-99999]", ""},
        {"n[1-60000],m[1-60000]", ""},
        {"n[1-3000000000]", ""},
        {"[1][1][1][1][1]", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t count = 0;
        *expanded = '\0';
        hostlist_expand(cases[i].list, strlen(cases[i].list), take, &count);
        CHECK_TEXT(expanded, cases[i].hosts);
        CHECK_INT(hostlist_count(cases[i].list, strlen(cases[i].list)), count);
    }
    CHECK_INT(hostlist_count("n[1-100000]", 11), HOSTLIST_MOST);
    CHECK_INT(hostlist_count("n[0-100000]", 11), 0);
    CHECK_INT(hostlist_count("n[1-4]junk", 6), 4);
}

/* "n[0000,0002,…]": of a job on every second node, which is a text of any length. */
static void lists_are_as_long_as_they_are(void)
{
    static char list[8192], name[300];
    size_t size = (size_t)sprintf(list, "n["), count = 0;
    for (int i = 0; i < 1000; i++)
        size += (size_t)sprintf(list + size, "%s%04d", i ? "," : "", 2 * i);
    size += (size_t)sprintf(list + size, "]");
    CHECK_INT(hostlist_count(list, size), 1000);
    *expanded = '\0';
    hostlist_expand(list, size, take, &count);
    CHECK_INT(count, 1000);
    CHECK(strncmp(expanded, "n0000 n0002 n0004 ", 18) == 0);
    memset(name, 'n', sizeof name); /* longer than names of hosts are */
    CHECK_INT(hostlist_count(name, 255), 1);
    CHECK_INT(hostlist_count(name, 256), 0);
    memcpy(name + 200, "[1-2]", 5);
    CHECK_INT(hostlist_count(name, 260), 2);
    CHECK_INT(hostlist_count(name, 261), 0);
}

CHECK_MAIN(TEST(single_hosts_and_ranges), TEST(what_is_no_list_holds_nothing),
           TEST(lists_are_expanded), TEST(lists_are_as_long_as_they_are))
