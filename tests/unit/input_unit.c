#include "check.h"

#include "input/text/unit.h"

static void parses(void)
{
    static const struct {
        const char *text, *name;
        double scale;
    } units[] = {
        {"B/s", "B/s", 1},
        {"GB/s", "B/s", 1e9},
        {"MiB", "B", 1048576},
        {"bytes", "B", 1},
        {"uJ", "J", 1e-6},
        {"\u00b5J", "J", 1e-6},
        {"mW", "W", 1e-3},
        {"MHz", "Hz", 1e6},
        {"GF/s", "F/s", 1e9},
        {"MFLOP/s", "F/s", 1e6},
        {"%", "%", 1},
        {"IPC", "", 1},
        {"load", "", 1},
        {"", "", 1},
        {"ns", "s", 1e-9},
        {"packets/s", "packets/s", 1},
        {"KB/s", "B/s", 1e3},
        {"furlong", "furlong", 1},
        {"G", "G", 1},
        {"kWh", "J", 3.6e6},
        {"Gbit/s", "B/s", 1.25e8},
        {"megabytes", "B", 1e6},
        {"Seconds", "s", 1},
        {"KBytes/s", "B/s", 1e3},
        {"h", "s", 3600},
        {"milliwatts", "W", 1e-3},
        {"b", "b", 1},
    };
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        struct unit unit = unit_parse(&arena, units[i].text);
        CHECK_TEXT(unit.name, units[i].name);
        CHECK_NEAR(unit.scale, units[i].scale, 0);
    }
    CHECK(unit_parse(&arena, "GiB").known && !unit_parse(&arena, "furlong").known);
    struct unit apart = unit_of(&arena, "B/s", "G");
    CHECK_TEXT(apart.name, "B/s");
    CHECK_NEAR(apart.scale, 1e9, 0);
    CHECK_NEAR(unit_of(&arena, "B", "nonsense").scale, 1, 0);
    CHECK_NEAR(unit_of(&arena, "W", "").scale, 1, 0);
    arena_release(&arena);
}

static void knows_rates(void)
{
    CHECK(unit_is_rate("B/s") && unit_is_rate("W") && unit_is_rate("F/s"));
    CHECK(!unit_is_rate("B") && !unit_is_rate("") && !unit_is_rate("/s") && !unit_is_rate("Hz"));
}

static void knows_what_adds_up(void)
{
    static const char *const sums[] = {"B", "B/s", "W", "J", "F/s", "packets", "packets/s"};
    static const char *const means[] = {"%", "Hz", "\u00b0C", "", "s", "furlong"};
    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++)
        CHECK(unit_adds_up(sums[i]));
    for (size_t i = 0; i < sizeof means / sizeof means[0]; i++)
        CHECK(!unit_adds_up(means[i]));
}

CHECK_MAIN(TEST(parses), TEST(knows_rates), TEST(knows_what_adds_up))
