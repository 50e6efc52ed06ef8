/* What percentages of CPUs up to 100 are of, by the load average beside them. */
#include "input_fixture.h"

static struct fixture fixture;

static void read_rows(const char *header, const char *values, size_t count)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_format(&text, "timestamp,host,cpu_percent%s\n", header);
    for (size_t i = 0; i < count; i++)
        strbuf_format(&text, "%zu,n1,%s\n", 1714557600 + 10 * i, values);
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-csv", text.text);
    strbuf_release(&text);
}

static bool has_metric(const char *name)
{
    return dataset_find_metric(&fixture.dataset, name) != NAME_INDEX_NONE;
}

static void load_averages_tell_what_a_percentage_is_of(void)
{
    static const char both[] = ",load1,num_cpus";
    static const struct {
        const char *header, *values;
        size_t count;
        bool is_of_core;
    } tables[] = {
        {both, "98,1.02,64", 5, true},
        {both, "98,1.02,64", 4, false},
        {both, "98,62,64", 5, false},
        {both, "98,30,64", 5, false}, /* neither */
        {both, "98,0.1,64", 5, false},
        {both, "98,1.02,2", 5, false}, /* too near */
        {both, "25,0.3,64", 5, true},
        {both, "5,0.1,64", 5, false}, /* says nothing */
        {both, "1.6,1.02,64", 5, false},
        {both, "98,,64", 5, false},
        {",load1", "98,1.02", 5, false},
        {",num_cpus", "98,64", 5, false},
        {",load1,cpu0_util,cpu1_util,cpu2_util,cpu3_util", "98,1.02,99,1,0,0", 5, true},
    };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        read_rows(tables[i].header, tables[i].values, tables[i].count);
        CHECK(has_metric("cpu_percent") == tables[i].is_of_core);
        if (tables[i].is_of_core)
            CHECK_SAID(
                fixture,
                "cpu_percent: read as % of one core (the load average contradicts % of the node)");
        else
            CHECK_SAID(fixture, "read as % of the node (no value above 100)");
    }
}

/* Nodes that begin or end to work, or one that does while others rest. */
static void it_has_to_be_so_throughout(void)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_add_text(&text, "timestamp,host,cpu_percent,load1,num_cpus\n");
    for (int i = 0; i < 20; i++)
        strbuf_format(&text, "%d,n1,98,%d,64\n%d,n2,0.2,0.1,64\n", 1714557600 + 10 * i,
                      i < 3 ? 1 : 60, 1714557600 + 10 * i);
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-csv", text.text);
    strbuf_release(&text);
    CHECK(has_metric("cpu_percent_sys"));
}

CHECK_MAIN(TEST(load_averages_tell_what_a_percentage_is_of), TEST(it_has_to_be_so_throughout))
