#include <stdlib.h>

#include "check.h"

#include <float.h>
#include <stdint.h>

#include "util/number.h"

static const char *format(double number)
{
    static char text[NUMBER_TEXT_SIZE];
    size_t length = number_format(number, text);
    return length == strlen(text) ? text : "(wrong length)";
}

static void whole_numbers_are_plain(void)
{
    CHECK_TEXT(format(0), "0");
    CHECK_TEXT(format(-0.0), "0");
    CHECK_TEXT(format(-7), "-7");
    CHECK_TEXT(format(1608931510), "1608931510");
    CHECK_TEXT(format(999999999999999), "999999999999999");
    CHECK_TEXT(format(-999999999999999), "-999999999999999");
    CHECK_TEXT(format(1e15), "1e+15");
}

static void fractions_are_the_shortest_that_read_back(void)
{
    CHECK_TEXT(format(0.1), "0.1");
    CHECK_TEXT(format(1.0 / 3), "0.3333333333333333");
    CHECK_TEXT(format(0.1 + 0.2), "0.30000000000000004");
    CHECK_TEXT(format(1e-5), "0.00001");
    CHECK_TEXT(format(9.9e-6), "9.9e-06");
    CHECK_TEXT(format(999999999999999.9), "999999999999999.9");
    CHECK_TEXT(format(DBL_MAX), "1.7976931348623157e+308");
    CHECK_TEXT(format(5e-324), "5e-324");
}

static void missing_and_infinite_numbers(void)
{
    CHECK_TEXT(format(NUMBER_MISSING), "");
    CHECK_TEXT(format(INFINITY), "inf");
    CHECK_TEXT(format(-INFINITY), "-inf");
    CHECK(number_is_missing(NUMBER_MISSING) && !number_is_missing(0.0));
}

static void any_bit_pattern_survives(void)
{
    uint64_t state = 1;
    for (int i = 0; i < 200000; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint64_t bits = state ^ state >> 29;
        double number, back;
        memcpy(&number, &bits, sizeof number);
        if (!isfinite(number) || number == 0)
            continue;
        const char *text = format(number);
        CHECK(number_parse(text, strlen(text), &back));
        CHECK(back == number);
    }
}

static double parse(const char *text)
{
    double number;
    return number_parse(text, strlen(text), &number) ? number : NUMBER_MISSING;
}

static void what_is_a_number(void)
{
    CHECK(parse("12") == 12);
    CHECK(parse("+12.5") == 12.5);
    CHECK(parse("-1e3") == -1000);
    CHECK(parse("1E+3") == 1000);
    CHECK(parse(".5") == 0.5);
    CHECK(parse("5.") == 5);
    CHECK(parse("0012") == 12);
    CHECK(parse("-0") == 0);
    CHECK(parse("1.7976931348623157e308") == DBL_MAX);
    CHECK(parse("4.9e-324") == 5e-324);
    CHECK(parse("1e-400") == 0);
    CHECK(parse("18446744073709551615") == 18446744073709551615.0);
    double number;
    CHECK(number_parse("12345", 2, &number) && number == 12);
}

static void what_is_not_a_number(void)
{
    static const char *const texts[] = {"",    " ",     "+",     "-",      "--1",   "+-1",
                                        "++1", " 1",    "1 ",    "1,5",    "1e",    "0x10",
                                        "inf", "-inf",  "nan",   "NaN",    "1e400", ".",
                                        "e5",  "1.2.3", "1_000", "-1e400", "½",     "1\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (!isnan(parse(texts[i])))
            CHECK_FAIL("\"%s\" was read as a number", texts[i]);
    double number;
    CHECK(!number_parse("1\0", 2, &number));
    CHECK(!number_parse("1", 0, &number));
}

static void a_refused_text_leaves_the_number_alone(void)
{
    double number = 7;
    CHECK(!number_parse("1x", 2, &number));
    CHECK(!number_parse("1e999", 5, &number));
    CHECK(number == 7);
}

static void rounding_to_digits(void)
{
    CHECK_NEAR(number_round(1234.5, 3), 1230, 0);
    CHECK_NEAR(number_round(-0.00123456, 2), -0.0012, 0);
    CHECK_NEAR(number_round(9.996, 3), 10, 0);
    CHECK_NEAR(number_round(0, 3), 0, 0);
    CHECK_NEAR(number_round(1e308, 1), 1e308, 0);
    CHECK_NEAR(number_round(1234.5, 0), 1000, 0);
    CHECK_NEAR(number_round(0.1, 40), 0.1, 0);
    CHECK_NEAR(number_round(NUMBER_MISSING, 3), NUMBER_MISSING, 0);
    CHECK(number_round(INFINITY, 3) == INFINITY);
}

/* By Python's decimal.Decimal(text).quantize(…, ROUND_HALF_UP) of the numbers as they are written:
 * 0.285, 1.005, 100 × 0.145 and 9.995 lie below the half as doubles, 12.5 and 0.125 on it. */
static void halves_are_rounded_away_from_zero(void)
{
    static const struct {
        double number;
        int decimals;
        const char *text;
    } cases[] = {{12.5, 0, "13"},
                 {-12.5, 0, "-13"},
                 {0.125, 2, "0.13"},
                 {0.285, 2, "0.29"},
                 {1.005, 2, "1.01"},
                 {100 * 0.145, 0, "15"},
                 {9.995, 2, "10.00"},
                 {2.5, 0, "3"},
                 {0.5, 0, "1"},
                 {12.49999999, 0, "12"},
                 {0.28499999999, 2, "0.28"},
                 {100 * 0.285, 0, "29"},
                 {12345678901.45, 1, "12345678901.5"},
                 {1e15 + 0.5, 0, "1000000000000000"}};
    char text[64];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK(number_format_fixed(cases[i].number, cases[i].decimals, text, sizeof text));
        CHECK_TEXT(text, cases[i].text);
    }
    CHECK_NEAR(number_round(0.285, 2), 0.29, 0);
    CHECK_NEAR(number_round(-12.5, 2), -13, 0);
    CHECK_NEAR(number_round(9.995, 3), 10, 0);
}

static void fixed_decimals(void)
{
    char text[400];
    CHECK(number_format_fixed(2.5, 3, text, sizeof text));
    CHECK_TEXT(text, "2.500");
    CHECK(number_format_fixed(-1234.567, 1, text, sizeof text));
    CHECK_TEXT(text, "-1234.6");
    CHECK(number_format_fixed(1e308, 2, text, sizeof text));
    CHECK_INT(strlen(text), 312);
    CHECK(!number_format_fixed(1e308, 2, text, 100));
    CHECK_TEXT(text, "");
    CHECK(number_format_fixed(12, 0, text, 3));
    CHECK(!number_format_fixed(12, 0, text, 2));
}

/* strtod rounds to the nearest double, too. */
static void short_numbers_are_the_nearest(void)
{
    char text[64];
    unsigned long long seed = 7;
    for (int i = 0; i < 200000; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        unsigned long long digits = (seed >> 8) >> (seed % 40);
        int decimals = (int)(seed >> 60) + i % 5;
        if (i % 2)
            snprintf(text, sizeof text, "%s%llu.%0*llu", i % 3 ? "" : "-", digits % 100000,
                     decimals + 1, (seed >> 16) % 1000003);
        else
            snprintf(text, sizeof text, "%llu", digits);
        double number;
        CHECK(number_parse(text, strlen(text), &number));
        CHECK_NEAR(number, strtod(text, NULL), 0);
    }
}

static void unusual_numbers(void)
{
    static const struct {
        const char *text;
        double number;
    } cases[] = {{"0", 0},
                 {"-0", 0},
                 {"5.", 5},
                 {".5", 0.5},
                 {"-.5", -0.5},
                 {"+2.5", 2.5},
                 {"00000000000000000000001", 1},
                 {"9007199254740993", 9007199254740992.0},
                 {"0.1000000000000000055511151231257827", 0.1},
                 {"9223372036854775808", 0x1p63},
                 {"18446744073709551616", 0x1p64},
                 {"0.0000000000000000001", 1e-19},
                 {"1234567890.123456789", 1234567890.123456789}};
    double number;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK(number_parse(cases[i].text, strlen(cases[i].text), &number));
        CHECK_NEAR(number, cases[i].number, 0);
    }
    CHECK(!number_parse(".", 1, &number));
    CHECK(!number_parse("-", 1, &number));
    CHECK(!number_parse("1.2.3", 5, &number));
    CHECK(!number_parse("--1", 3, &number));
}

CHECK_MAIN(TEST(short_numbers_are_the_nearest), TEST(unusual_numbers),
           TEST(whole_numbers_are_plain), TEST(fractions_are_the_shortest_that_read_back),
           TEST(missing_and_infinite_numbers), TEST(any_bit_pattern_survives),
           TEST(what_is_a_number), TEST(what_is_not_a_number),
           TEST(a_refused_text_leaves_the_number_alone), TEST(rounding_to_digits),
           TEST(halves_are_rounded_away_from_zero), TEST(fixed_decimals))
