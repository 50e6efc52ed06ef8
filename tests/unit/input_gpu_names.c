#include "input_fixture.h"

static struct fixture fixture;

static void read_rows(const char *text)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-csv", text);
}

/* Of a node: power, temperature, fans, the clock of its memory. */
static void takes_bare_names_for_the_node(void)
{
    read_rows("time,node,power_usage,temperature [C],fan_speed,pcie_send,memory_clock,processes\n"
              "1714557600,n1,450,40,30,5,3200,900\n1714557630,n1,460,41,31,6,3200,910\n");
    CHECK_TEXT(fixture_values(&fixture, "power_usage", "n1"), "450 460");
    CHECK_TEXT(fixture_values(&fixture, "temperature", "n1"), "40 41");
    CHECK_TEXT(fixture_values(&fixture, "fan_speed", "n1"), "30 31");
    CHECK_TEXT(fixture_values(&fixture, "pcie_send", "n1"), "5 6");
    CHECK_TEXT(fixture_values(&fixture, "memory_clock", "n1"), "3200 3200");
    CHECK_TEXT(fixture_values(&fixture, "processes", "n1"), "900 910");
    CHECK_INT(fixture.dataset.node_count, 1);
}

/* The unit that the name says holds for the node, too; how many GPUs there are says nothing. */
static void keeps_units_of_the_node(void)
{
    read_rows("time,node,power_usage_kW,num_gpus\n1714557600,n1,1.5,0\n1714557630,n1,1.6,0\n");
    CHECK_TEXT(fixture_values(&fixture, "power_usage", "n1"), "1500 1600");
    CHECK_TEXT(fixture.dataset.metrics[0].unit, "W");
}

static void takes_bare_names_for_the_gpu_beside_columns_of_gpus(void)
{
    read_rows("time,node,utilization.gpu [%],temperature,fan_speed [%]\n"
              "1714557600,n1,90,60,30\n1714557630,n1,91,61,31\n");
    CHECK_TEXT(fixture_values(&fixture, "gpu.temperature", "n1"), "60 61");
    CHECK_TEXT(fixture_values(&fixture, "gpu.fan_speed", "n1"), "30 31");
}

static void takes_bare_names_for_the_gpu_in_its_rows(void)
{
    read_rows("time,node,power_usage_W,processes\n"
              "1714557600,gpu-0.n1,300,1\n1714557630,gpu-0.n1,310,1\n");
    CHECK_TEXT(fixture_values(&fixture, "gpu.power_usage", "gpu-0.n1"), "300 310");
    CHECK_TEXT(fixture_values(&fixture, "gpu.num_procs", "gpu-0.n1"), "1 1");
}

/* Where the power of the GPU is in a column of its own, the other one is of the node. */
static void takes_bare_names_for_the_node_beside_the_same_of_gpus(void)
{
    read_rows("time,node,power_usage_W,gpu0_power_W\n"
              "1714557600,n1,800,300\n1714557630,n1,810,310\n");
    CHECK_TEXT(fixture_values(&fixture, "power_usage", "n1"), "800 810");
    CHECK_TEXT(fixture_values(&fixture, "gpu.power_usage", "gpu-0.n1"), "300 310");
}

static void leaves_tables_of_the_toolkit(void)
{
    read_rows("Host,Timestamps,Power usage [mW],Processes\n"
              "n1,1714557600,300000,2\nn1,1714557630,310000,2\n");
    CHECK_TEXT(fixture_values(&fixture, "gpu.power_usage", "n1"), "300 310");
    CHECK_TEXT(fixture_values(&fixture, "gpu.num_procs", "n1"), "2 2");
}

CHECK_MAIN(TEST(takes_bare_names_for_the_node), TEST(keeps_units_of_the_node),
           TEST(takes_bare_names_for_the_gpu_beside_columns_of_gpus),
           TEST(takes_bare_names_for_the_gpu_in_its_rows),
           TEST(takes_bare_names_for_the_node_beside_the_same_of_gpus),
           TEST(leaves_tables_of_the_toolkit))
