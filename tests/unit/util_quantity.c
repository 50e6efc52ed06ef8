#include "check.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "util/number.h"
#include "util/quantity.h"

static const char *unit_name(const char *unit, double magnitude, enum unit_system system)
{
    static struct display_unit display;
    display = display_unit_for(unit, magnitude, system);
    return display.name;
}

static double unit_factor(const char *unit, double magnitude, enum unit_system system)
{
    return display_unit_for(unit, magnitude, system).factor;
}

static void bytes_follow_the_unit_system(void)
{
    CHECK_TEXT(unit_name("B/s", 3e9, UNITS_IEC), "GiB/s");
    CHECK_NEAR(unit_factor("B/s", 3e9, UNITS_IEC), 1073741824.0, 0);
    CHECK_TEXT(unit_name("B/s", 3e9, UNITS_SI), "GB/s");
    CHECK_NEAR(unit_factor("B/s", 3e9, UNITS_SI), 1e9, 0);
    CHECK_TEXT(unit_name("B", 1023, UNITS_IEC), "B");
    CHECK_TEXT(unit_name("B", 1024, UNITS_IEC), "KiB");
    CHECK_TEXT(unit_name("B", 1000, UNITS_SI), "kB");
    CHECK_TEXT(unit_name("B", -5e12, UNITS_SI), "TB");
    CHECK_TEXT(unit_name("B", 1e25, UNITS_IEC), "EiB");
}

static void everything_else_is_si(void)
{
    CHECK_TEXT(unit_name("F/s", 3e9, UNITS_IEC), "GFLOP/s");
    CHECK_TEXT(unit_name("F", 3e15, UNITS_IEC), "PFLOP");
    CHECK_TEXT(unit_name(QUANTITY_TIME_SHARE, 0.2, UNITS_IEC), "%");
    CHECK_TEXT(unit_name("Hz", 2.4e9, UNITS_IEC), "GHz");
    CHECK_TEXT(unit_name("J", 5e3, UNITS_IEC), "kJ");
    CHECK_TEXT(unit_name("J", 5e6, UNITS_IEC), "MJ");
    CHECK_TEXT(unit_name("W", 9999, UNITS_IEC), "W");
    CHECK_TEXT(unit_name("W", 10000, UNITS_IEC), "kW");
    CHECK_NEAR(unit_factor("W", 10000, UNITS_IEC), 1000, 0);
    CHECK_TEXT(unit_name("W", 2e6, UNITS_IEC), "MW");
}

static void counts_keep_their_prefix_apart(void)
{
    CHECK_TEXT(unit_name("packets/s", 999, UNITS_IEC), "packets/s");
    CHECK_TEXT(unit_name("packets/s", 1500, UNITS_IEC), "k packets/s");
    CHECK_TEXT(unit_name("operations/s", 2e6, UNITS_IEC), "M operations/s");
    CHECK_TEXT(unit_name("1/s", 2e3, UNITS_IEC), "k/s");
    CHECK_TEXT(unit_name("1/s", 2, UNITS_IEC), "/s");
    CHECK_TEXT(unit_name("/s", 2e6, UNITS_IEC), "M/s");
    CHECK_TEXT(unit_name("", 41891, UNITS_IEC), "");
    CHECK_TEXT(unit_name("", 3e12, UNITS_IEC), "T");
}

static void some_units_take_no_prefix(void)
{
    CHECK_TEXT(unit_name("%", 1e6, UNITS_IEC), "%");
    CHECK_TEXT(unit_name("°C", 5000, UNITS_IEC), "°C");
    CHECK_TEXT(unit_name("furlongs", 1e9, UNITS_IEC), "furlongs");
    CHECK_NEAR(unit_factor("%", 1e6, UNITS_IEC), 1, 0);
}

static void seconds_become_minutes_hours_days(void)
{
    CHECK_TEXT(unit_name("s", 119, UNITS_IEC), "s");
    CHECK_TEXT(unit_name("s", 120, UNITS_IEC), "min");
    CHECK_TEXT(unit_name("s", 7199, UNITS_IEC), "min");
    CHECK_TEXT(unit_name("s", 7200, UNITS_IEC), "h");
    CHECK_TEXT(unit_name("s", 172800, UNITS_IEC), "d");
    CHECK_TEXT(unit_name("s", 0.045, UNITS_IEC), "ms");
    CHECK_TEXT(unit_name("s", 2e-6, UNITS_IEC), "µs");
    CHECK_TEXT(unit_name("s", 3e-9, UNITS_IEC), "ns");
    CHECK_NEAR(unit_factor("s", 172800, UNITS_IEC), 86400, 0);
}

static void useless_magnitudes_leave_the_base_unit(void)
{
    CHECK_TEXT(unit_name("s", 0, UNITS_IEC), "s");
    CHECK_TEXT(unit_name("B", NUMBER_MISSING, UNITS_IEC), "B");
    CHECK_TEXT(unit_name("B", INFINITY, UNITS_IEC), "B");
    CHECK_NEAR(unit_factor("B", 0, UNITS_IEC), 1, 0);
    char longest[200];
    memset(longest, 'x', 199);
    longest[199] = '\0';
    CHECK_INT(strlen(unit_name(longest, 5, UNITS_IEC)), 23);
}

static const char *number(double value, int digits)
{
    static char text[64];
    return quantity_format_number(value, digits, text, sizeof text);
}

static void numbers_have_significant_digits(void)
{
    CHECK_TEXT(number(71.3456, 3), "71.3");
    CHECK_TEXT(number(0.5, 3), "0.5");
    CHECK_TEXT(number(12, 3), "12");
    CHECK_TEXT(number(12.04, 3), "12.0");
    CHECK_TEXT(number(9.996, 3), "10.0");
    CHECK_TEXT(number(0.1 + 0.2, 3), "0.3");
    CHECK_TEXT(number(1.0 / 3, 2), "0.33");
    CHECK_TEXT(number(0.0001, 3), "0.0001");
    CHECK_TEXT(number(0.000123456, 3), "0.000123");
    CHECK_TEXT(number(0.00009999, 1), "0.0001");
}

static void whole_parts_are_never_rounded(void)
{
    CHECK_TEXT(number(41891, 3), "41,891");
    CHECK_TEXT(number(41891.4, 3), "41,891");
    CHECK_TEXT(number(999.7, 3), "1,000");
    CHECK_TEXT(number(1234567890, 3), "1,234,567,890");
    CHECK_TEXT(number(100, 3), "100");
    CHECK_TEXT(number(1000, 0), "1,000");
}

static void very_large_and_small_numbers_have_an_exponent(void)
{
    CHECK_TEXT(number(1e15, 3), "1e15");
    CHECK_TEXT(number(-3.456e20, 3), "−3.46e20");
    CHECK_TEXT(number(1e308, 3), "1e308");
    CHECK_TEXT(number(1.234e-7, 3), "1.23e-7");
    CHECK_TEXT(number(5e-324, 3), "4.94e-324");
}

static void signs_and_missing_numbers(void)
{
    CHECK_TEXT(number(-2.5, 3), "−2.5");
    CHECK_TEXT(number(-0.0, 3), "0");
    CHECK_TEXT(number(NUMBER_MISSING, 3), "–");
    CHECK_TEXT(number(INFINITY, 3), "∞");
    CHECK_TEXT(number(-INFINITY, 3), "−∞");
}

static const char *format(double value, const char *unit)
{
    static char text[64];
    return quantity_format(value, unit, UNITS_SI, text, sizeof text);
}

static void values_with_units(void)
{
    CHECK_TEXT(format(63.6e9, "B/s"), "63.6 GB/s");
    CHECK_TEXT(format(999.7, "B"), "1.00 kB");
    CHECK_TEXT(format(131.6, "W"), "132 W");
    CHECK_TEXT(format(5000, "W"), "5,000 W");
    CHECK_TEXT(format(12345, "W"), "12.3 kW");
    CHECK_TEXT(format(31, "%"), "31 %");
    CHECK_TEXT(format(41891, ""), "41,891");
    CHECK_TEXT(format(2500, "packets/s"), "2.5 k packets/s");
    CHECK_TEXT(format(-2500, "Hz"), "−2.5 kHz");
    CHECK_TEXT(format(NUMBER_MISSING, "B"), "–");
    CHECK_TEXT(format(NUMBER_MISSING, "s"), "–");
    CHECK_TEXT(format(INFINITY, "s"), "∞ s");
    CHECK_TEXT(format(0, "B/s"), "0 B/s");
    CHECK_TEXT(format(1e308, "B"), "1e290 EB");
    char text[64];
    CHECK_TEXT(quantity_format(3e9, "B/s", UNITS_IEC, text, sizeof text), "2.79 GiB/s");
    CHECK_TEXT(quantity_format(0x1p30, "B", UNITS_IEC, text, sizeof text), "1 GiB");
    CHECK_TEXT(quantity_format(0x1p10, "B", UNITS_IEC, text, sizeof text), "1 KiB");
    CHECK_TEXT(quantity_format(1021 * 0x1p20 + 1, "B", UNITS_IEC, text, sizeof text), "1,021 MiB");
    CHECK_TEXT(format(999.6e6, "B"), "1.00 GB");
    CHECK_TEXT(format(0.9996, "s"), "1.00 s");
    CHECK_TEXT(format(0.0009996, "s"), "1.00 ms");
}

static void stretches_of_time(void)
{
    CHECK_TEXT(format(0, "s"), "0 s");
    CHECK_TEXT(format(0.045, "s"), "45 ms");
    CHECK_TEXT(format(12.3, "s"), "12.3 s");
    CHECK_TEXT(format(59.94, "s"), "59.9 s");
    CHECK_TEXT(format(59.96, "s"), "1 min");
    CHECK_TEXT(format(60, "s"), "1 min");
    CHECK_TEXT(format(252, "s"), "4 min 12 s");
    CHECK_TEXT(format(3599.4, "s"), "59 min 59 s");
    CHECK_TEXT(format(3599.7, "s"), "1 h");
    CHECK_TEXT(format(86460, "s"), "24 h 1 min");
    CHECK_TEXT(format(86400, "s"), "24 h");
    CHECK_TEXT(format(172799, "s"), "2 d");
    CHECK_TEXT(format(3 * 86400 + 4 * 3600, "s"), "3 d 4 h");
    CHECK_TEXT(format(1000.0 * 86400, "s"), "1,000 d");
    CHECK_TEXT(format(-252, "s"), "−4 min 12 s");
}

static void text_that_is_too_small_is_cut(void)
{
    char text[5];
    CHECK_TEXT(quantity_format(63.6e9, "B/s", UNITS_SI, text, sizeof text), "63.6");
}

static void columns_have_equal_decimals(void)
{
    char text[64];
    CHECK_INT(quantity_decimals(131.6), 0);
    CHECK_INT(quantity_decimals(99.96), 0);
    CHECK_INT(quantity_decimals(71.3), 1);
    CHECK_INT(quantity_decimals(1), 2);
    CHECK_INT(quantity_decimals(-0.05), 4);
    CHECK_INT(quantity_decimals(0), 0);
    CHECK_INT(quantity_decimals(1e-30), 9);
    CHECK_INT(quantity_decimals(NUMBER_MISSING), 0);
    CHECK_TEXT(quantity_format_fixed(1234567.891, 2, text, sizeof text), "1,234,567.89");
    CHECK_TEXT(quantity_format_fixed(123, 0, text, sizeof text), "123");
    CHECK_TEXT(quantity_format_fixed(-0.004, 2, text, sizeof text), "0.00");
    CHECK_TEXT(quantity_format_fixed(-0.006, 2, text, sizeof text), "−0.01");
    CHECK_TEXT(quantity_format_fixed(5, -1, text, sizeof text), "5");
    CHECK_TEXT(quantity_format_fixed(NUMBER_MISSING, 2, text, sizeof text), "–");
    char large[512];
    CHECK_INT(strlen(quantity_format_fixed(1e308, 0, large, sizeof large)), 309 + 102);
}

static void sizes_as_people_write_them(void)
{
    static const struct {
        const char *text;
        double bytes;
    } good[] = {{"5GB", 5e9},   {"5 gb", 5e9}, {"1.5 GiB", 1610612736}, {"512MiB", 0x1p29},
                {"1000", 1000}, {"0", 0},      {"2kB", 2000},           {"1 TiB", 0x1p40}};
    double bytes;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        CHECK(quantity_parse_bytes(good[i].text, &bytes));
        CHECK_NEAR(bytes, good[i].bytes, 0);
    }
    static const char *const bad[] = {"", "GB", "5G", "-5GB", "5GB ", "1.2.3GB", "5 GB GB", "5e9x"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK(!quantity_parse_bytes(bad[i], &bytes));
    CHECK_NEAR(quantity_byte_unit("bytes"), 1, 0);
    CHECK_NEAR(quantity_byte_unit("furlong"), 0, 0);
}

static void requests_are_round_amounts(void)
{
    static const struct {
        double needed;
        const char *unit;
        enum unit_system system;
        const char *expected;
    } cases[] = {
        {0x1p31, "B", UNITS_IEC, "2 GiB"},
        {0x1p31 + 1, "B", UNITS_IEC, "2,100 MiB"},
        {1.9 * 0x1p30, "B", UNITS_IEC, "2 GiB"},
        {443.2 * 0x1p20, "B", UNITS_IEC, "450 MiB"},
        {3e4, "B", UNITS_IEC, "1 MiB"},
        {9.01 * 0x1p20, "B", UNITS_IEC, "10 MiB"},
        {1e9, "B", UNITS_SI, "1 GB"},
        {1.01e9, "B", UNITS_SI, "1,100 MB"},
        {100.2e9, "B", UNITS_SI, "101 GB"},
        {0x1p31 / 1e9 * 1e9, "B", UNITS_IEC, "2 GiB"},
        {35.2 * 60, "s", UNITS_IEC, "36 min"},
        {3601, "s", UNITS_IEC, "1 h 5 min"},
        {3600, "s", UNITS_IEC, "1 h"},
        {12, "s", UNITS_IEC, "1 min"},
        {86401, "s", UNITS_IEC, "24 h 30 min"},
        {172801, "s", UNITS_IEC, "2 d 1 h"},
        {NUMBER_MISSING, "B", UNITS_IEC, "–"},
    };
    char text[64];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CHECK_TEXT(quantity_format_request(cases[i].needed, cases[i].unit, cases[i].system, text,
                                           sizeof text),
                   cases[i].expected);
}

static void a_request_that_was_enough_is_not_rounded(void)
{
    static const struct {
        double amount;
        const char *unit;
        enum unit_system system;
        const char *expected;
    } cases[] = {
        {0x1p33, "B", UNITS_IEC, "8 GiB"},
        {16000 * 0x1p20, "B", UNITS_IEC, "16,000 MiB"},
        {16000 * 0x1p20, "B", UNITS_SI, "16,000 MiB"},
        {250000 * 0x1p20, "B", UNITS_IEC, "250,000 MiB"},
        {31.5e9, "B", UNITS_IEC, "31,500 MB"},
        {32e9, "B", UNITS_SI, "32 GB"},
        {1234567, "B", UNITS_IEC, "1,234,567 B"},
        {45, "s", UNITS_IEC, "45 s"},
        {7200, "s", UNITS_IEC, "2 h"},
        {3 * 3600 + 20 * 60 + 30, "s", UNITS_IEC, "3 h 20 min 30 s"},
        {2.5 * 86400 + 1800, "s", UNITS_IEC, "2 d 12 h 30 min"},
        {1.5 * 86400, "s", UNITS_IEC, "36 h"},
        {NUMBER_MISSING, "B", UNITS_IEC, "–"},
    };
    char text[64];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CHECK_TEXT(quantity_format_requested(cases[i].amount, cases[i].unit, cases[i].system, text,
                                             sizeof text),
                   cases[i].expected);
}

/* "2,100 MiB", "1 h 5 min" */
static double amount_in(const char *text)
{
    static const struct {
        const char *unit;
        double factor;
    } units[] = {{"MiB", 0x1p20}, {"GiB", 0x1p30}, {"MB", 1e6}, {"GB", 1e9},
                 {"min", 60},     {"h", 3600},     {"d", 86400}};
    double sum = 0;
    while (*text) {
        double number = 0;
        for (; (*text >= '0' && *text <= '9') || *text == ','; text++)
            if (*text != ',')
                number = 10 * number + (*text - '0');
        text += strspn(text, " ");
        size_t size = strcspn(text, " "), i = 0;
        while (i < sizeof units / sizeof units[0] &&
               (strlen(units[i].unit) != size || strncmp(units[i].unit, text, size) != 0))
            i++;
        if (i == sizeof units / sizeof units[0])
            return NUMBER_MISSING;
        sum += number * units[i].factor;
        text += size;
        text += strspn(text, " ");
    }
    return sum;
}

static void no_request_is_too_little_or_far_too_much(void)
{
    static const struct {
        const char *unit;
        double least, most, exponents; /* of 2 */
    } quantities[] = {{"B", 0x1p20, 1.1, 45}, {"s", 60, 1.1, 22}};
    uint64_t state = 88172645463325252u;
    char text[64];
    for (size_t i = 0; i < 2; i++)
        for (int tries = 0; tries < 100000; tries++) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            double needed = round(exp2((double)(state >> 11) * 0x1p-53 * quantities[i].exponents));
            enum unit_system system = tries % 2 ? UNITS_IEC : UNITS_SI;
            quantity_format_request(needed, quantities[i].unit, system, text, sizeof text);
            double amount = amount_in(text);
            if (!(amount >= needed) ||
                !(amount <= fmax(quantities[i].most * needed, needed + quantities[i].least)))
                CHECK_FAIL("%.0f %s: %s", needed, quantities[i].unit, text);
        }
}

static void rates_have_prefixes_of_1000(void)
{
    static const struct {
        const char *text;
        double rate;
    } good[] = {{"3.2TF/s", 3.2e12}, {"3e11", 3e11},     {"2 GF/s", 2e9},
                {"5kF/s", 5000},     {"1.5E+2M", 150e6}, {"3EF/s", 3e18}};
    static const char *const bad[] = {"",      "0",    "-1", "fast", "3TB/s", "3TF/sx",
                                      "1e999", "GF/s", "1e", "3TT",  "."};
    double rate;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        CHECK(quantity_parse_rate(good[i].text, "F/s", &rate));
        CHECK_NEAR(rate, good[i].rate, 1e-15);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (quantity_parse_rate(bad[i], "F/s", &rate))
            CHECK_FAIL("%s is a rate", bad[i]);
}

CHECK_MAIN(TEST(rates_have_prefixes_of_1000), TEST(bytes_follow_the_unit_system),
           TEST(everything_else_is_si), TEST(counts_keep_their_prefix_apart),
           TEST(some_units_take_no_prefix), TEST(seconds_become_minutes_hours_days),
           TEST(useless_magnitudes_leave_the_base_unit), TEST(numbers_have_significant_digits),
           TEST(whole_parts_are_never_rounded), TEST(very_large_and_small_numbers_have_an_exponent),
           TEST(signs_and_missing_numbers), TEST(values_with_units), TEST(stretches_of_time),
           TEST(text_that_is_too_small_is_cut), TEST(columns_have_equal_decimals),
           TEST(sizes_as_people_write_them), TEST(requests_are_round_amounts),
           TEST(a_request_that_was_enough_is_not_rounded),
           TEST(no_request_is_too_little_or_far_too_much))
