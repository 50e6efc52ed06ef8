#include "input_fixture.h"

static struct fixture fixture;

static void read_text(const char *text)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-meta", text);
}

/* "NODE KEY=VALUE" a line. */
static const char *facts(void)
{
    static char text[2048];
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < fixture.dataset.hardware_count; i++) {
        const struct hardware_fact *fact = &fixture.dataset.hardware[i];
        used += (size_t)snprintf(text + used, sizeof text - used, "%s %s=%s\n", fact->node,
                                 fact->key, fact->value);
    }
    return text;
}

static void flattens_facts(void)
{
    read_text(
        "{\"host_names\": [\"n1\"], \"n1\": {\"host_name\": \"n1\", \"Model name\": \"CPU X\", "
        "\"CPU(s)\": 64, \"memory\": {\"total\": 201326592000, \"swap\": null}, \"gpus\": "
        "[\"A\", \"B\"], \"empty\": \"\", \"turbo\": true, \"ghz\": 2.45}}");
    CHECK_INT(fixture.records, 6);
    CHECK_TEXT(facts(), "n1 Model name=CPU X\nn1 CPU(s)=64\nn1 memory.total=201326592000\n"
                        "n1 gpus=A, B\nn1 turbo=yes\nn1 ghz=2.45\n");
}

static void reads_a_file_of_one_host(void)
{
    read_text("{\"host_name\": \"n5\", \"sockets\": \"2\"}");
    CHECK_TEXT(facts(), "n5 sockets=2\n");
}

static void takes_counter_ranges(void)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-json",
                      "{\"n\": {\"rapl_powercap\": {\"package-0\": [1], \"dram-0\": [1]}, "
                      "\"time_stamps\": [1]}}");
    fixture_read_text(
        &fixture, "perfmon-meta",
        "{\"n\": {\"rapl\": {\"package-0\": {\"max_energy_range_uj\": 262143328850}}}}");
    CHECK_NEAR(fixture_metric(&fixture, "rapl_powercap.package-0")->counter_range, 262143.32885,
               1e-15);
    CHECK(isnan(fixture_metric(&fixture, "rapl_powercap.dram-0")->counter_range));
    CHECK_INT(fixture.dataset.metric_count, 2);
}

static void refuses_what_holds_nothing(void)
{
    read_text("");
    CHECK_INT(fixture.records, -1);
    read_text("{\"n\": {\"a\": ");
    CHECK_INT(fixture.records, -1);
    CHECK(strncmp(fixture.error.text, "FILE:1: ", 8) == 0);
    read_text("[1]");
    CHECK_TEXT(fixture.error.text, "FILE:1: not a JSON object");
    read_text("{\"host_names\": [\"a\"]}");
    CHECK_TEXT(fixture.error.text, "FILE: no hardware facts of hosts");
}

CHECK_MAIN(TEST(flattens_facts), TEST(reads_a_file_of_one_host), TEST(takes_counter_ranges),
           TEST(refuses_what_holds_nothing))
