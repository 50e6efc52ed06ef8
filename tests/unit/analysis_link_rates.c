#include "check.h"

#include "analysis/nodes/link_rates.h"

static void values_say_rates(void)
{
    static const struct {
        const char *value;
        double gbit;
    } values[] = {{"HDR100", 100},
                  {"Mellanox HDR", 200},
                  {"100 Gb/sec (4X EDR)", 100},
                  {"200 Gb/sec (4X HDR)", 200},
                  {"10GbE", 10},
                  {"25 Gbit/s Ethernet", 25},
                  {"100GBASE-SR4", 100},
                  {"1000Mb/s", 1},
                  {"12.5 GB/s", 100},
                  {"FDR", 54.5}};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        CHECK_NEAR(link_rate_of(values[i].value) / 1.25e8, values[i].gbit, 1e-12);
}

static void other_values_say_none(void)
{
    static const char *const values[] = {"",     "mlx5_0",   "ConnectX-6", "LEDR",    "HDR1000",
                                         "4096", "0 Gb/sec", "16 GiB",     "3.2 GHz", "v100G2"};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        CHECK(isnan(link_rate_of(values[i])));
}

static void facts_say_which_link(void)
{
    struct dataset dataset;
    struct arena arena;
    dataset_init(&dataset);
    arena_init(&arena);
    uint32_t a = dataset_node(&dataset, "a"), b = dataset_node(&dataset, "b");
    dataset_add_hardware(&dataset, "a", "system.interconnect", "EDR");
    dataset_add_hardware(&dataset, "a", "system.interconnect.second", "HDR");
    dataset_add_hardware(&dataset, "a", "network.eth0.speed", "10000");
    dataset_add_hardware(&dataset, "a", "network.eth1.speed", "-1");
    dataset_add_hardware(&dataset, "a", "memory.speed", "3200");
    dataset_add_hardware(&dataset, "b", "interconnect", "25GbE");
    dataset_add_hardware(&dataset, "c", "interconnect", "25GbE");
    const struct link_rates *rates = link_rates_find(&dataset, &arena);
    CHECK_NEAR(rates[a].rates[LINK_INTERCONNECT], 25e9, 1e-12);
    CHECK_TEXT(rates[a].values[LINK_INTERCONNECT], "HDR");
    CHECK_NEAR(rates[a].rates[LINK_NETWORK], 1.25e9, 1e-12);
    CHECK(isnan(rates[b].rates[LINK_INTERCONNECT]));
    CHECK_NEAR(rates[b].rates[LINK_NETWORK], 3.125e9, 1e-12);
    dataset_release(&dataset);
    arena_release(&arena);
}

CHECK_MAIN(TEST(values_say_rates), TEST(other_values_say_none), TEST(facts_say_which_link))
