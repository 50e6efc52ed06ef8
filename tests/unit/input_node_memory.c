#include "node_rows.h"

/* Memory in use of a node, out of what tables of other monitors say of it: 256 GiB, of which 40 are
 * in use, 24 hold files, 1 buffers. */
static const double GIB = 0x1p30;

/* Whatever says it, 40 GiB are in use. */
static void works_out_memory_in_use(void)
{
    static const struct {
        const char *columns, *row;
    } forms[] = {
        {"mem_total,mem_available", "274877906944,231928233984"},
        {"mem_total,mem_free,mem_buffers,mem_cached",
         "274877906944,205084688384,1073741824,25769803776"},
        /* what processes share is called cached, too */
        {"mem_total,mem_free,mem_buffers,mem_cached,mem_shared",
         "274877906944,205084688384,1073741824,27917287424,2147483648"},
        {"load_one,mem_total,mem_free,mem_buffers,mem_cached",
         "1,268435456,200278016,1048576,25165824"},
        {"mem_total,mem_free,mem_buffers,mem_cached", "268435456,200278016,1048576,25165824"},
        {"node_memory_MemTotal_bytes,node_memory_MemFree_bytes,node_memory_Buffers_bytes,"
         "node_memory_Cached_bytes",
         "274877906944,205084688384,1073741824,25769803776"},
        {"node_memory_MemTotal_bytes,node_memory_MemFree_bytes,node_memory_Buffers_bytes,"
         "node_memory_Cached_bytes,node_memory_SReclaimable_bytes",
         "274877906944,204010946560,1073741824,25769803776,1073741824"},
        {"MemTotal,MemFree,Buffers,Cached", "268435456,200278016,1048576,25165824"},
        {"MemTotal_kB,MemFree_kB,Buffers_kB,Cached_kB", "268435456,200278016,1048576,25165824"},
        {"mem_total_gib,mem_free_gib,mem_cached_gib", "256,192,24"},
        {"mem_total_gib,mem_percent", "256,15.625"},
        {"mem_total,used_percent", "274877906944,15.625"},
        {"kbmemfree,kbavail,kbmemused,%memused,kbbuffers,kbcached",
         "200278016,226492416,41943040,15.625,1048576,25165824"},
        {"mem_total,mem_used,mem_free,mem_available",
         "274877906944,42949672960,205084688384,231928233984"},
        /* as psutil's virtual_memory() has it: what is called used is less, or more */
        {"total,available,percent,used,free,active,inactive,buffers,cached,shared,slab",
         "274877906944,231928233984,15.6,42949672960,205084688384,30e9,20e9,1073741824,25769803776,"
         "2147483648,1e9"},
        {"available,percent,used,free,active,inactive",
         "231928233984,15.625,69793218560,205084688384,30e9,20e9"},
        {"total_MiB,available_MiB,percent,used_MiB,free_MiB", "262144,221184,15.6,40960,195584"},
        {"total [GiB],available [GiB],used [GiB]", "256,216,40"},
        /* what holds files counted as used */
        {"kbmemfree,kbmemused,%memused,kbbuffers,kbcached",
         "200278016,68157440,25.39,1048576,25165824"},
        {"kbmemfree,kbmemused,kbbuffers,kbcached", "200278016,68157440,1048576,25165824"},
        {"mem_total,mem_used,mem_available", "274877906944,69793218560,231928233984"},
        {"mem_total,mem_used,mem_free,mem_buffers,mem_cached",
         "274877906944,69793218560,205084688384,1073741824,25769803776"},
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        read_rows(forms[i].columns, forms[i].row);
        CHECK_NEAR(value_of("mem_used") / GIB, 40, 0.001);
        if (fixture_metric(&fixture, "mem_used"))
            CHECK_TEXT(fixture_metric(&fixture, "mem_used")->unit, "B");
    }
}

/* Without a unit that the values could be in, or without a total, it is a share. */
static void leaves_shares_where_no_amount_is_known(void)
{
    read_rows("mem_total,mem_free,mem_cached", "256,192,24");
    CHECK_NEAR(value_of("memory_percent"), 15.625, 1e-9);
    read_rows("disk,total,available,percent,used,free", "sda,274877906944,2e11,15,4e10,2.1e11");
    CHECK(isnan(value_of("mem_used")));
    read_rows("total,percent,used,free", "274877906944,15,4e10,2.1e11"); /* of swap as well */
    CHECK(isnan(value_of("mem_used")));
    read_rows("mem_total,mem_available", "256000,216000");
    CHECK_NEAR(value_of("memory_percent"), 15.625, 1e-9);
    read_rows("mem_total,mem_used", "256,40");
    CHECK_NEAR(value_of("memory_percent"), 15.625, 1e-9);
    read_rows("mem_percent", "15.625");
    CHECK_NEAR(value_of("memory_percent"), 15.625, 1e-9);
    read_rows("usage_idle,used_percent", "50,15.625");
    CHECK_NEAR(value_of("memory_percent"), 15.625, 1e-9);
    CHECK_SAID(fixture,
               "used_percent: read as memory in use, in percent (the name does not say of what)");
    read_rows("usage_idle,used_percent,inodes_used", "50,15.625,7");
    CHECK(isnan(value_of("memory_percent")));
}

static void says_in_what_unit_amounts_were_read(void)
{
    read_rows("load_one,mem_total,mem_free,swap_total,swap_free",
              "1,268435456,1000,8388608,8388607");
    CHECK_NEAR(value_of("mem_free"), 1024000, 0);
    CHECK_NEAR(value_of("swap_used"), 1024, 0);
    CHECK_SAID(fixture, "mem_total and 3 more: no unit, read as kB of 1,024 bytes (as in Ganglia)");
    read_rows("mem_total,mem_free,mem_cached", "268435456,1000,500");
    CHECK_SAID(fixture, "mem_total and 2 more: no unit, read as kB of 1,024 bytes (any other unit "
                        "would be implausible)");
}

/* What counts files keeps a name of its own, and so does its share. */
static void reports_what_counts_files(void)
{
    read_rows("kbmemfree,kbmemused,%memused,kbbuffers,kbcached",
              "200278016,68157440,25.39,1048576,25165824");
    CHECK_NEAR(value_of("kbmemused (as given)"), 68157440 * 1024.0, 0);
    CHECK_NEAR(value_of("%memused (as given)"), 25.39, 0);
    CHECK(isnan(value_of("memory_percent")));
    CHECK_SAID(fixture, "includes reclaimable file cache");
    /* one that does not keeps its own */
    read_rows("mem_total,mem_used,mem_used_percent,mem_available",
              "274877906944,42949672960,15.625,231928233984");
    CHECK_NEAR(value_of("memory_percent"), 15.625, 0);
    CHECK_TEXT(fixture.said.text, "");
    /* also where that is little of much: 8 of 256 GiB */
    read_rows("mem_total,mem_used,mem_free,mem_cached",
              "274877906944,51539607552,223338299392,8589934592");
    CHECK_NEAR(value_of("mem_used") / GIB, 40, 0);
    /* nothing holds files */
    read_rows("mem_total,mem_used,mem_free,mem_cached",
              "274877906944,42949672960,230854492160,1073741824");
    CHECK_NEAR(value_of("mem_used") / GIB, 40, 0);
    CHECK_TEXT(fixture.said.text, "");
    /* whether all less what is free holds files is not known */
    read_rows("mem_total,mem_free", "274877906944,205084688384");
    CHECK(isnan(value_of("mem_used")));
}

/* Of small nodes, whose bytes are as many as the kB of large ones. */
static void reports_bytes_of_small_nodes_from_kB_of_large_ones(void)
{
    read_rows("load_one,mem_total,mem_available", "1,8589934592,6442450944");
    CHECK_NEAR(value_of("mem_used") / GIB, 2, 0);
    read_rows("load_one,mem_total,mem_available", "1,2113402356,1056701178");
    CHECK_NEAR(value_of("mem_used") / GIB, 1056701178 / 0x1p20, 1e-9);
    read_rows("MemTotal,MemAvailable", "8341831680,6241832960");
    CHECK_NEAR(value_of("mem_used") / GIB, 2099998720 / 0x1p30, 1e-9);
    read_rows("MemTotal,MemAvailable", "2113402356,1056701178");
    CHECK_NEAR(value_of("mem_used") / GIB, 1056701178 / 0x1p20, 1e-9);
}

/* The total says its own unit only. */
static void takes_no_few_numbers_for_bytes(void)
{
    read_rows("mem_total,mem_used", "68719476736,34000");
    CHECK(isnan(value_of("mem_used")));
    CHECK_NEAR(value_of("mem_used (as given)"), 34000, 0);
    CHECK_SAID(fixture, "mem_used: no unit, and too small for bytes");
    read_rows("mem_total,mem_available", "68719476736,34000");
    CHECK(isnan(value_of("mem_used")));
    CHECK_SAID(fixture, "mem_available: no unit, and too small for bytes");
}

CHECK_MAIN(TEST(works_out_memory_in_use), TEST(leaves_shares_where_no_amount_is_known),
           TEST(says_in_what_unit_amounts_were_read), TEST(reports_what_counts_files),
           TEST(reports_bytes_of_small_nodes_from_kB_of_large_ones),
           TEST(takes_no_few_numbers_for_bytes))
