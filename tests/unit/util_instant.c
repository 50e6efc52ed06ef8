#include "check.h"

#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "util/instant.h"
#include "util/number.h"

static void set_zone(const char *zone)
{
    setenv("TZ", zone, 1);
    tzset();
}

/* As the files of the zone database say, without depending on them being installed. */
#define UTC "UTC0"
#define BERLIN "CET-1CEST,M3.5.0,M10.5.0/3"
#define KOLKATA "IST-5:30"

static const char *format(double instant, enum instant_style style)
{
    static char text[64];
    return instant_format(instant, style, text, sizeof text);
}

static void every_style(void)
{
    set_zone(UTC);
    CHECK_TEXT(format(1608931510, INSTANT_FULL), "2020-12-25 21:25:10");
    CHECK_TEXT(format(1608931510, INSTANT_MINUTE), "2020-12-25 21:25");
    CHECK_TEXT(format(1608931510, INSTANT_DAY), "2020-12-25");
    CHECK_TEXT(format(1608931510, INSTANT_SHORT_DAY), "Dec 25");
    CHECK_TEXT(format(1608931510, INSTANT_CLOCK), "21:25");
    CHECK_TEXT(format(1608931510, INSTANT_CLOCK_SECOND), "21:25:10");
    CHECK_TEXT(format(1608931510, INSTANT_MONTH), "Dec 2020");
    CHECK_TEXT(format(1608931510, INSTANT_ISO), "2020-12-25T21:25:10Z");
}

static void fractions_fall_away_but_not_by_a_rounding_error(void)
{
    set_zone(UTC);
    CHECK_TEXT(format(1608931510.9, INSTANT_CLOCK_SECOND), "21:25:10");
    CHECK_TEXT(format(1608931509.9999998, INSTANT_CLOCK_SECOND), "21:25:10");
    CHECK_TEXT(format(-0.5, INSTANT_ISO), "1969-12-31T23:59:59Z");
}

static void what_is_no_moment_is_a_dash(void)
{
    char name[16];
    set_zone(UTC);
    CHECK_TEXT(format(NUMBER_MISSING, INSTANT_FULL), "–");
    CHECK_TEXT(format(INFINITY, INSTANT_ISO), "–");
    CHECK_TEXT(format(1e300, INSTANT_FULL), "–");
    CHECK_TEXT(instant_zone_name(NUMBER_MISSING, name, sizeof name), "–");
    CHECK(isnan(instant_utc_offset(NUMBER_MISSING)));
}

static void a_zone_with_daylight_saving(void)
{
    char name[16];
    set_zone(BERLIN);
    CHECK_TEXT(format(1608931510, INSTANT_FULL), "2020-12-25 22:25:10");
    CHECK_TEXT(format(1608931510, INSTANT_ISO), "2020-12-25T21:25:10Z");
    CHECK_TEXT(instant_zone_name(1608931510, name, sizeof name), "CET");
    CHECK_NEAR(instant_utc_offset(1608931510), 3600, 0);
    CHECK_TEXT(format(1593605400, INSTANT_FULL), "2020-07-01 14:10:00");
    CHECK_TEXT(instant_zone_name(1593605400, name, sizeof name), "CEST");
    CHECK_NEAR(instant_utc_offset(1593605400), 7200, 0);
}

/* 2020-10-25: 03:00 CEST (01:00 UTC) is 02:00 CET; the hour from 02:00 happens twice. */
static void an_hour_that_happens_twice(void)
{
    set_zone(BERLIN);
    CHECK_TEXT(format(1603584000, INSTANT_CLOCK), "02:00");
    CHECK_TEXT(format(1603587600, INSTANT_CLOCK), "02:00");
    CHECK_NEAR(instant_utc_offset(1603584000), 7200, 0);
    CHECK_NEAR(instant_utc_offset(1603587600), 3600, 0);
}

static double parse(const char *text)
{
    double instant;
    return instant_parse(text, strlen(text), &instant) ? instant : NUMBER_MISSING;
}

static void texts_with_a_zone(void)
{
    set_zone(BERLIN);
    CHECK_NEAR(parse("2020-12-25T21:25:10Z"), 1608931510, 0);
    CHECK_NEAR(parse("2020-12-25 21:25:10Z"), 1608931510, 0);
    CHECK_NEAR(parse("2020-12-25T22:25:10+01:00"), 1608931510, 0);
    CHECK_NEAR(parse("2020-12-25T15:55:10-0530"), 1608931510, 0);
    CHECK_NEAR(parse("2020-12-25 22:25:10+01"), 1608931510, 0); /* as databases write it */
    CHECK_NEAR(parse("2020-12-25 21:25:10.5+00"), 1608931510.5, 0);
    CHECK_NEAR(parse("2020-12-25T21:25:10.250Z"), 1608931510.25, 0);
    CHECK_NEAR(parse("2020-12-25T21:25:10,5Z"), 1608931510.5, 0);
    CHECK_NEAR(parse("2020/12/25 21:25:10.250Z"), 1608931510.25, 0);
    CHECK_NEAR(parse("1970-01-01T00:00:00Z"), 0, 0);
    CHECK_NEAR(parse("1969-12-31T23:59:59Z"), -1, 0);
    CHECK_NEAR(parse("2020-02-29T00:00:00Z"), 1582934400, 0);
    CHECK_NEAR(parse("2016-12-31T23:59:60Z"), 1483228800, 0);
}

static void naive_texts_are_local(void)
{
    set_zone(UTC);
    CHECK_NEAR(parse("2020-12-25 21:25:10"), 1608931510, 0);
    CHECK_NEAR(parse("1969-12-31 23:59:59"), -1, 0);
    set_zone(BERLIN);
    CHECK_NEAR(parse("2020-12-25 22:25:10"), 1608931510, 0);
    CHECK_NEAR(parse("2020-07-01T14:10:00.5"), 1593605400.5, 0);
    set_zone(KOLKATA);
    CHECK_NEAR(parse("2020-12-26 02:55:10"), 1608931510, 0);
}

static void seconds_are_moments(void)
{
    CHECK_NEAR(parse("1608931510"), 1608931510, 0);
    CHECK_NEAR(parse("1608931510.125"), 1608931510.125, 0);
    CHECK_NEAR(parse("-1"), -1, 0);
}

static void what_is_no_moment_is_refused(void)
{
    static const char *const texts[] = {
        "",
        "now",
        "2020-12-25",
        "2020-12-25 21:25",
        "2020-13-25 21:25:10",
        "2020-00-25 21:25:10",
        "2020-12-32 21:25:10",
        "2020-12-00 21:25:10",
        "2019-02-29 21:25:10",
        "1900-02-29 21:25:10",
        "2020-12-25 24:00:00",
        "2020-12-25 21:60:10",
        "2020-12-25 21:25:61",
        "2020-12-25 21:25:10.",
        "2020-12-25 21:25:10.Z",
        "2020-12-25 21:25:10X",
        "2020-12-25 21:25:10ZZ",
        "2020-12-25 21:25:10+1",
        "2020-12-25 21:25:10+24:00",
        "2020-12-25 21:25:10+01:60",
        "2020-12-25 21:25:10+01:",
        "2020-12-25 21:25:10+1",
        "2020-12-25 21:25:10+",
        "2020/12-25 21:25:10",
        "2020-12/25 21:25:10",
        "20-12-25 21:25:10",
        "2020-12-25x21:25:10",
        " 2020-12-25 21:25:10",
        "2020-1a-25 21:25:10",
        "nan",
        "inf",
    };
    set_zone(UTC);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (!isnan(parse(texts[i])))
            CHECK_FAIL("\"%s\" was read as a moment", texts[i]);
    double instant;
    CHECK(!instant_parse("2020-12-25 21:25:10Z", 18, &instant));
    CHECK(!instant_parse("2020-12-25\0"
                         "21:25:10",
                         19, &instant));
}

static void naive_times_are_noted(void)
{
    set_zone(UTC);
    instant_naive_was_read();
    parse("2020-12-25T21:25:10Z");
    parse("1608931510");
    parse("2020-12-25 21:25");
    CHECK(!instant_naive_was_read());
    parse("2020-12-25T21:25:10");
    parse("2020-12-25T21:25:10+01:00");
    CHECK(instant_naive_was_read());
    CHECK(!instant_naive_was_read());
}

static void zones_without_letters_are_said_by_their_offset(void)
{
    char name[16];
    set_zone("<+0530>-05:30");
    CHECK_TEXT(instant_zone_name(1608931510, name, sizeof name), "UTC+05:30");
    CHECK_TEXT(format(1608931510, INSTANT_CLOCK), "02:55");
    set_zone("<-03>3");
    CHECK_TEXT(instant_zone_name(1608931510, name, sizeof name), "UTC-03:00");
    set_zone("<+00>0<+02>-2,M3.5.0/1,M10.5.0/3");
    CHECK_TEXT(instant_zone_name(1608931510, name, sizeof name), "UTC");
}

static void offsets_are_east_of_greenwich(void)
{
    static const struct {
        const char *text;
        int offset_s;
    } rows[] = {{"UTC+2", 7200},      {"UTC+02:00", 7200}, {"GMT-3", -10800}, {"+02:00", 7200},
                {"+0530", 19800},     {"-02:30", -9000},   {"+2", 7200},      {"+9:30", 34200},
                {"UTC+14:00", 50400}, {"-00:00", 0},       {"UTC-12", -43200}};
    static const char *const others[] = {"",       "UTC",       "UTC2",    "UTC+",   "+",
                                         "02:00",  "+230",      "+02:0",   "+02:",   "+02:60",
                                         "+15:00", "+14:01",    "+020000", "UTC +2", "+2 ",
                                         "CET-1",  "UTC+2CEST", "++2",     "+a",     "+2:5",
                                         "UTC+1a", "+1a",       "+ 2",     "+1:0a",  "UTCGMT+1"};
    int offset_s;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CHECK(instant_parse_offset(rows[i].text, &offset_s));
        CHECK_INT(offset_s, rows[i].offset_s);
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (instant_parse_offset(others[i], &offset_s))
            CHECK_FAIL("\"%s\" was read as an offset", others[i]);
}

/* A date and a time of day in two cells are the moment that they are in one. */
static void a_day_and_a_clock_are_a_moment(void)
{
    static const char *const days[] = {"2024-03-31", "2024/03/31", "20240331"};
    static const char *const others[] = {"2024-02-30", "20240332", "2024-3-31",  "03/31/2024",
                                         "31.03.2024", "2024",     "2024-03-31 "};
    static const char *const clocks[] = {"25:00:00", "10:60:00", "10:00", "1:2:3", "10:00:00 PM"};
    long day;
    double clock_s, together;
    set_zone(BERLIN); /* summer time begins that night */
    CHECK(instant_parse("2024-03-31 10:20:30.5", 21, &together));
    for (size_t i = 0; i < sizeof days / sizeof days[0]; i++) {
        CHECK(instant_parse_day(days[i], strlen(days[i]), &day));
        CHECK(instant_parse_clock("10:20:30.5", 10, &clock_s));
        CHECK_NEAR(instant_of_day(day, clock_s), together, 0);
        CHECK(instant_day(together) == day);
    }
    CHECK(instant_day(instant_of_day(day, 0)) == day);
    CHECK(instant_day(instant_of_day(day, 0) - 1) == day - 1);
    CHECK(instant_day(instant_of_day(day + 1, 0) - 1) == day);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        CHECK(!instant_parse_day(others[i], strlen(others[i]), &day));
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++)
        CHECK(!instant_parse_clock(clocks[i], strlen(clocks[i]), &clock_s));
    CHECK(instant_parse_clock("9:05:07", 7, &clock_s));
    CHECK_NEAR(clock_s, 9 * 3600 + 5 * 60 + 7, 0);
    CHECK(isnan(instant_of_day(day, NUMBER_MISSING)));
}

static void what_is_written_reads_back(void)
{
    char text[64];
    set_zone(BERLIN);
    for (double instant = 1600000000; instant < 1640000000; instant += 86413 * 3) {
        double back;
        instant_format(instant, INSTANT_ISO, text, sizeof text);
        CHECK(instant_parse(text, strlen(text), &back) && back == instant);
        instant_format(instant, INSTANT_FULL, text, sizeof text);
        CHECK(instant_parse(text, strlen(text), &back));
        CHECK(back == instant || fabs(back - instant) == 3600);
    }
}

CHECK_MAIN(TEST(every_style), TEST(fractions_fall_away_but_not_by_a_rounding_error),
           TEST(what_is_no_moment_is_a_dash), TEST(a_zone_with_daylight_saving),
           TEST(an_hour_that_happens_twice), TEST(texts_with_a_zone), TEST(naive_times_are_noted),
           TEST(naive_texts_are_local), TEST(seconds_are_moments),
           TEST(what_is_no_moment_is_refused), TEST(zones_without_letters_are_said_by_their_offset),
           TEST(offsets_are_east_of_greenwich), TEST(a_day_and_a_clock_are_a_moment),
           TEST(what_is_written_reads_back))
