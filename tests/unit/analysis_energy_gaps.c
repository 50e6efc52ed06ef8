/* Energy that is not known of some nodes, and what is said of them. */
#include "check.h"

#include <math.h>

#include "analysis_fixture.h"

static bool is_reported(const struct fixture *f, const char *text)
{
    for (size_t row = 0; row < fixture_rows(f, "findings"); row++)
        if (strstr(fixture_text(f, "findings", row, "finding"), text))
            return true;
    return false;
}

/* Power of n1 to n4 at 300 W, of n3 and n4 as told: 100 samples, of which `there` are. */
static void make_power(struct fixture *f, size_t there, double of_n3, bool has_n4)
{
    fixture_init(f);
    fixture_metric(f, "rapl_power", "W", METRIC_RATE);
    for (char node = '1'; node <= '4'; node++) {
        const char name[] = {'n', node, '\0'};
        double times[100], watts[100];
        for (size_t i = 0; i < 100; i++) {
            times[i] = 60 * (double)i;
            watts[i] = node != '3' ? 300 : i < there ? of_n3 : NAN;
        }
        fixture_flat(f, "cpu_load", name, 100, 60, 30);
        if (node != '4' || has_n4)
            SERIES(f, "rapl_power", name, times, watts);
    }
    fixture_run(f);
}

static void energy_that_is_missing_names_its_nodes(void)
{
    static const struct {
        size_t there;
        double of_n3;
        bool has_n4;
        const char *text;
    } cases[] = {
        {34, 300, true, "is a lower bound. Incomplete on n3 (33 % of the run)."},
        {0, 300, true, "is a lower bound. Incomplete on n3 (none)."},
        {34, 300, false, "is a lower bound. Incomplete on n4 (none) and n3 (33 %)."},
        {100, 300, false, "is a lower bound. Incomplete on n4 (none)."},
        {100, 0, true, "is a lower bound. All readings of n3 are 0 W: not measured."},
        {100, 1, true, NULL},
        {100, 300, true, NULL},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct fixture f;
        make_power(&f, cases[i].there, cases[i].of_n3, cases[i].has_n4);
        CHECK(is_reported(&f, "Energy (rapl)") == (cases[i].text != NULL));
        if (cases[i].text)
            CHECK(is_reported(&f, cases[i].text));
        CHECK(!is_reported(&f, "of its samples of"));
        CHECK(is_reported(&f, " of n3 is on average ") == (cases[i].of_n3 == 1));
        fixture_release(&f);
    }
}

static void power_of_no_watt_is_no_measure(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_metric(&f, "rapl_power", "W", METRIC_RATE);
    for (char node = '1'; node <= '4'; node++) {
        fixture_flat(&f, "cpu_load", (char[]){'n', node, '\0'}, 100, 60, 30);
        fixture_flat(&f, "rapl_power", (char[]){'n', node, '\0'}, 100, 60, 0);
    }
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "findings"), 1);
    CHECK_TEXT(fixture_text(&f, "findings", 0, "finding"),
               "Energy (rapl) is not known. All readings of 4 nodes are 0 W: not measured.");
    CHECK_TEXT(fixture_text(&f, "findings", 0, "level"), "note");
    CHECK(isnan(fixture_number(&f, "energy", "node", "*", NULL, NULL, "energy_J")));
    CHECK_NEAR(fixture_number(&f, "node_metrics", "metric", "rapl_power", NULL, NULL, "missing"),
               100, 0);
    fixture_release(&f);
}

/* n1 draws 100 W and wraps where the range is not known for certain; others draw 100 W. */
static void energy_without_some_steps_is_a_lower_bound(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_metric(&f, "rapl_powercap.package", "J", METRIC_ENERGY);
    for (char node = '1'; node <= '4'; node++) {
        const char name[] = {'n', node, '\0'};
        double times[101], joules[101];
        for (size_t i = 0; i <= 100; i++) {
            times[i] = 60 * (double)i;
            joules[i] = 1000 + 6000 * (double)(node == '1' && i >= 20 ? i - 20 : i);
        }
        SERIES(&f, "rapl_powercap.package", name, times, joules);
    }
    fixture_run(&f);
    CHECK_NEAR(fixture_number(&f, "energy", "node", "n1", NULL, NULL, "unknown_seconds"), 60, 0);
    CHECK(is_reported(&f, "Energy (package) of 665 Wh is a lower bound: 0.3 % of the node-hours "
                          "are missing. A counter may have wrapped or been reset once."));
    fixture_release(&f);
}

CHECK_MAIN(TEST(energy_without_some_steps_is_a_lower_bound),
           TEST(energy_that_is_missing_names_its_nodes), TEST(power_of_no_watt_is_no_measure))
