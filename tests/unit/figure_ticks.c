#include "check.h"

#include <stdlib.h>
#include <time.h>

#include "figure/scales/ticks.h"
#include "util/strbuf.h"

/* Labels of the ticks, a second line in brackets, minor ticks as ".". */
static const char *labels(const struct scale *scale, double length_pt, double label_pt,
                          struct arena *arena)
{
    struct ticks ticks;
    struct strbuf text;
    scale_ticks(scale, length_pt, label_pt, arena, &ticks);
    strbuf_init(&text);
    for (size_t i = 0; i < ticks.count; i++) {
        const struct tick *tick = &ticks.items[i];
        strbuf_format(&text, "%s%s", i ? " " : "", tick->label[0] ? tick->label : ".");
        if (tick->second_label)
            strbuf_format(&text, "[%s]", tick->second_label);
    }
    char *copy = arena_text(arena, text.text);
    strbuf_release(&text);
    return copy;
}

static const struct display_unit PLAIN = {.name = "", .factor = 1};

static void numbers_fall_on_round_steps(void)
{
    static const struct {
        double low, high;
        bool from_zero;
        double low_end, high_end;
        const char *labels;
    } rows[] = {
        {0, 74.5, true, 0, 75, "0 20 40 60"},
        {3, 131.6, true, 0, 140, "0 50 100"},
        {0.2, 0.97, true, 0, 1, "0 0.2 0.4 0.6 0.8 1.0"},
        {2599, 2634, false, 2598, 2634, "2,600 2,610 2,620 2,630"},
        {-12, 35, true, -15, 35, "−10 0 10 20 30"},
        {0, 23456, true, 0, 24000, "0 5,000 10,000 15,000 20,000"},
        {1e12, 1e12 + 100, false, 1e12, 1e12 + 100,
         "1.00000000000·10¹² 1.00000000002·10¹² 1.00000000004·10¹² 1.00000000006·10¹² "
         "1.00000000008·10¹² 1.00000000010·10¹²"},
        {2e-9, 9e-9, true, 0, 9e-9, "0 2·10⁻⁹ 4·10⁻⁹ 6·10⁻⁹ 8·10⁻⁹"},
    };
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scale scale;
        scale_init_linear(&scale, rows[i].low, rows[i].high, rows[i].from_zero, PLAIN);
        CHECK_NEAR(scale.low, rows[i].low_end, 1e-12);
        CHECK_NEAR(scale.high, rows[i].high_end, 1e-12);
        CHECK_TEXT(labels(&scale, 110, 8, &arena), rows[i].labels);
    }
    arena_release(&arena);
}

static void odd_ranges_become_usable(void)
{
    static const struct {
        double low, high;
        bool from_zero;
    } rows[] = {
        {0, 0, true},
        {0, 0, false},
        {5, 5, false},
        {5, 5, true},
        {-3, -3, true},
        {1, -1, true},
        {NAN, NAN, true},
        {INFINITY, -INFINITY, false},
        {-1e308, 1e308, true},
        {1e15, 1e15, false},
        {1e-320, 2e-320, true},
        {0, 5e-324, false},
        {1e300, 1.1e300, false},
    };
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scale scale;
        struct ticks ticks;
        scale_init_linear(&scale, rows[i].low, rows[i].high, rows[i].from_zero, PLAIN);
        if (!(scale.high > scale.low) || !isfinite(scale.high - scale.low))
            CHECK_FAIL("row %zu: %g … %g", i, scale.low, scale.high);
        if (isfinite(rows[i].low) && rows[i].low <= rows[i].high && fabs(rows[i].high) < 1e299)
            CHECK(scale.low <= rows[i].low && scale.high >= rows[i].high);
        scale_ticks(&scale, 110, 8, &arena, &ticks);
        if (ticks.count < 1 || ticks.count > 8)
            CHECK_FAIL("row %zu: %zu ticks", i, ticks.count);
    }
    arena_release(&arena);
}

static void a_display_unit_moves_the_round_numbers(void)
{
    struct display_unit gib = {.name = "GiB", .factor = 0x1p30};
    struct scale scale;
    struct arena arena;
    arena_init(&arena);
    scale_init_linear(&scale, 1e9, 37.5e9, true, gib);
    CHECK_NEAR(scale.high, 36 * 0x1p30, 1e-12);
    CHECK_TEXT(labels(&scale, 110, 8, &arena), "0 10 20 30");
    arena_release(&arena);
}

static void counts_have_whole_ticks(void)
{
    struct scale scale;
    struct arena arena;
    arena_init(&arena);
    scale_init_linear(&scale, 0, 1, true, PLAIN);
    CHECK_TEXT(labels(&scale, 110, 8, &arena), "0 0.2 0.4 0.6 0.8 1.0");
    scale.whole = true;
    CHECK_TEXT(labels(&scale, 110, 8, &arena), "0 1");
    arena_release(&arena);
}

static void log_axes_span_whole_decades(void)
{
    static const struct {
        double low, high, factor, low_end, high_end;
        const char *labels;
    } rows[] = {
        {30, 700, 1, 10, 1000, "10 20 . . 50 . . . . 100 200 . . 500 . . . . 1,000"},
        {0.02, 70, 1, 0.01, 100,
         "0.01 . . . . . . . . 0.1 . . . . . . . . 1 . . . . . . . . 10 . . . . . . . . 100"},
        {1, 1e6, 1024, 0.1 * 1024e-3, 1024e3,
         "0.0001 . . . . . . . . . . . . . . . . . 0.01 . . . . . . . . . . . . . . . . . 1 . . . "
         ". . "
         ". . . . . . . . . . . . 100 . . . . . . . . ."},
        {5, 5, 1, 1, 10, "1 2 . . 5 . . . . 10"},
        {0, 5, 1, 1, 10, "1 2 . . 5 . . . . 10"},
        {10, 10, 1, 10, 100, "10 20 . . 50 . . . . 100"},
    };
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scale scale;
        scale_init_log(&scale, rows[i].low, rows[i].high,
                       (struct display_unit){.factor = rows[i].factor});
        CHECK_NEAR(scale.low, rows[i].low_end, 1e-9);
        CHECK_NEAR(scale.high, rows[i].high_end, 1e-9);
        CHECK_TEXT(labels(&scale, 110, 8, &arena), rows[i].labels);
    }
    arena_release(&arena);
}

static void log_axes_are_bounded(void)
{
    struct scale scale;
    struct arena arena;
    arena_init(&arena);
    scale_init_log(&scale, 1e-300, 1e300, PLAIN);
    CHECK_NEAR(scale.high, 1e300, 1e-9);
    CHECK_NEAR(scale.low, 1e288, 1e-9);
    scale_init_log(&scale, 1e-3, 1e9, PLAIN);
    CHECK_NEAR(scale_place(&scale, 0), 0, 0);
    CHECK_NEAR(scale_place(&scale, -7), 0, 0);
    CHECK_NEAR(scale_place(&scale, 1e3), 0.5, 1e-12);
    CHECK(isnan(scale_place(&scale, NAN)));
    scale_init_log(&scale, NAN, NAN, PLAIN);
    CHECK(scale.high > scale.low && scale.low > 0);
    arena_release(&arena);
}

/* Whoever made them: they get no memory for the ticks that they do not have. */
static void inverted_and_endless_log_axes_have_no_ticks(void)
{
    static const double ends[][2] = {{1e303, 1e301}, {1, INFINITY}, {0, 10}, {-1, 10},
                                     {NAN, 1},       {1, NAN},      {5, 5}};
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        struct scale scale = {.kind = SCALE_LOG,
                              .low = ends[i][0],
                              .high = ends[i][1],
                              .unit = PLAIN};
        CHECK_TEXT(labels(&scale, 110, 8, &arena), "");
    }
    arena_release(&arena);
}

static void places_are_linear(void)
{
    struct scale scale;
    scale_init_linear(&scale, 0, 100, true, PLAIN);
    CHECK_NEAR(scale_place(&scale, 25), 0.25, 1e-12);
    CHECK_NEAR(scale_place(&scale, 150), 1.5, 1e-12);
    CHECK(isnan(scale_place(&scale, NAN)));
}

static void use_zone(const char *zone)
{
    setenv("TZ", zone, 1);
    tzset();
}

/* 2020-12-25 20:24 UTC. */
static const double EVENING = 1608927840;
enum { HOUR_S = 3600, DAY_S = 86400 };

static void times_are_round_and_dated(void)
{
    static const struct {
        double low, length_s;
        const char *labels;
    } rows[] = {
        {EVENING, 86520, "21:00[2020-12-25] 00:00[Dec 26] 03:00 06:00 09:00 12:00 15:00 18:00"},
        {EVENING + 3 * HOUR_S, 2 * HOUR_S,
         "23:30[2020-12-25] 23:45 00:00[Dec 26] 00:15 00:30 00:45 01:00 01:15"},
        {EVENING, 95,
         "20:24:00[2020-12-25] 20:24:10 20:24:20 20:24:30 20:24:40 20:24:50 20:25:00 20:25:10 "
         "20:25:20 20:25:30"},
        {EVENING, 0, "20:23:59[2020-12-25] 20:24:00 20:24:01"},
        {EVENING + 0.31, 1.24,
         "20:24:00.4[2020-12-25] 20:24:00.6 20:24:00.8 20:24:01.0 20:24:01.2 20:24:01.4"},
        {EVENING + 5, 0.003,
         "20:24:05.0000[2020-12-25] 20:24:05.0005 20:24:05.0010 20:24:05.0015 20:24:05.0020 "
         "20:24:05.0025 20:24:05.0030"},
        {EVENING, 9.0 * DAY_S,
         "Dec 26[2020] Dec 27 Dec 28 Dec 29 Dec 30 Dec 31 Jan 1[2021] Jan 2 Jan 3"},
        {EVENING, 40.0 * DAY_S, "Dec 28[2020] Jan 4[2021] Jan 11 Jan 18 Jan 25 Feb 1"},
        {EVENING, 200.0 * DAY_S, "Jan 2021 Feb 2021 Mar 2021 Apr 2021 May 2021 Jun 2021 Jul 2021"},
        {EVENING, 3000.0 * DAY_S, "2021 2022 2023 2024 2025 2026 2027 2028 2029"},
    };
    struct arena arena;
    arena_init(&arena);
    use_zone("UTC");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scale scale;
        scale_init_time(&scale, rows[i].low, rows[i].low + rows[i].length_s);
        CHECK_TEXT(labels(&scale, 430, 25, &arena), rows[i].labels);
    }
    arena_release(&arena);
}

static void times_are_round_in_the_zone(void)
{
    struct scale scale;
    struct arena arena;
    arena_init(&arena);
    use_zone("Asia/Kolkata");
    scale_init_time(&scale, EVENING, EVENING + 12 * HOUR_S);
    CHECK_TEXT(labels(&scale, 430, 25, &arena), "02:00[2020-12-26] 04:00 06:00 08:00 10:00 12:00");
    arena_release(&arena);
    use_zone("UTC");
}

static void clock_changes_do_not_shift_labels(void)
{
    /* 2021-03-28 01:00 UTC: 02:00 CET becomes 03:00 CEST; 2021-10-31 01:00 UTC: back. */
    static const double spring = 1616893200, autumn = 1635642000;
    struct scale scale;
    struct arena arena;
    arena_init(&arena);
    use_zone("Europe/Berlin");
    scale_init_time(&scale, spring - 5 * HOUR_S, spring + 25 * HOUR_S);
    CHECK_TEXT(labels(&scale, 430, 25, &arena),
               "21:00[Mar 27] 00:00[2021-03-28] 03:00 06:00 09:00 12:00 15:00 18:00 21:00 "
               "00:00[Mar 29] 03:00");
    scale_init_time(&scale, spring - 3 * HOUR_S, spring + 4 * HOUR_S);
    CHECK_TEXT(labels(&scale, 430, 25, &arena),
               "23:00[2021-03-27] 00:00[Mar 28] 01:00 03:00 04:00 05:00 06:00 07:00");
    scale_init_time(&scale, autumn - 3 * HOUR_S, autumn + 3 * HOUR_S);
    CHECK_TEXT(labels(&scale, 430, 25, &arena),
               "00:00[2021-10-31] 01:00 02:00 02:00 03:00 04:00 05:00");
    scale_init_time(&scale, autumn - 4.0 * DAY_S, autumn + 4.0 * DAY_S);
    CHECK_TEXT(labels(&scale, 430, 25, &arena),
               "Oct 28[2021] Oct 29 Oct 30 Oct 31 Nov 1 Nov 2 Nov 3 Nov 4");
    arena_release(&arena);
    use_zone("UTC");
}

static void impossible_times_have_no_ticks(void)
{
    static const double rows[][2] = {{NAN, NAN},
                                     {INFINITY, -INFINITY},
                                     {-1e18, 1e18},
                                     {1e15, 2e15}};
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scale scale;
        struct ticks ticks;
        scale_init_time(&scale, rows[i][0], rows[i][1]);
        scale_ticks(&scale, 430, 25, &arena, &ticks);
        CHECK(scale.high > scale.low);
        CHECK(ticks.count < 20);
    }
    arena_release(&arena);
}

static void ticks_have_room(void)
{
    struct arena arena;
    arena_init(&arena);
    for (double length_s = 1e-3; length_s < 4e9; length_s *= 1.3) {
        struct scale scale;
        struct ticks ticks;
        scale_init_time(&scale, EVENING, EVENING + length_s);
        scale_ticks(&scale, 430, 25, &arena, &ticks);
        if (ticks.count < 1 || ticks.count > 12)
            CHECK_FAIL("%zu ticks on %g s", ticks.count, length_s);
        for (size_t i = 1; i < ticks.count; i++) {
            double gap = scale_place(&scale, ticks.items[i].value) -
                         scale_place(&scale, ticks.items[i - 1].value);
            if (gap * 430 < 34)
                CHECK_FAIL("ticks %g pt apart on %g s", gap * 430, length_s);
        }
    }
    arena_release(&arena);
}

static void moments_are_dates_or_count_from_a_begin(void)
{
    struct scale scale;
    struct arena arena;
    arena_init(&arena);
    scale_init_moments(&scale, 0.25, 0.75);
    CHECK_INT(scale.kind, SCALE_LINEAR);
    CHECK_NEAR(scale.low, 0, 0);
    CHECK_TEXT(scale_moments_note(&scale, &arena), "Time from the start, in ms.");
    scale_init_moments(&scale, 1.6e9, 1.6e9 + 60);
    CHECK_INT(scale.kind, SCALE_TIME);
    CHECK_TEXT(scale_moments_note(&scale, &arena), "");
    arena_release(&arena);
}

static void bands_are_named_as_room_allows(void)
{
    static const char *const names[] = {"n1", "n2", "n3", "n4", "n5", "n6"};
    struct scale scale;
    struct arena arena;
    arena_init(&arena);
    scale_init_bands(&scale, names, 6);
    CHECK_TEXT(labels(&scale, 100, 8, &arena), "n1 n2 n3 n4 n5 n6");
    CHECK_TEXT(labels(&scale, 30, 8, &arena), "n1 . n3 . n5 .");
    CHECK_NEAR(scale_place(&scale, 0.5), 0.5 / 6, 1e-12);
    scale_init_bands(&scale, names, 0);
    CHECK_TEXT(labels(&scale, 30, 8, &arena), "");
    arena_release(&arena);
}

/* Names of groups of lanes stand wherever they have room, not only on every other lane. */
static void names_among_nameless_bands_have_their_room(void)
{
    static const char *const names[] = {"", "a", "", "", "b", "", "", "c"};
    struct arena arena;
    struct ticks ticks;
    struct scale scale;
    arena_init(&arena);
    scale_init_bands(&scale, names, 8);
    scale_ticks(&scale, 34, 8, &arena, &ticks);
    CHECK_INT(ticks.count, 8);
    CHECK_TEXT(ticks.items[1].label, "a");
    CHECK_TEXT(ticks.items[4].label, "b");
    CHECK_TEXT(ticks.items[7].label, "c");
    arena_release(&arena);
}

/* Time from a begin ends where the samples do, not on the next round number. */
static void time_from_a_begin_is_not_rounded_up(void)
{
    struct scale scale;
    scale_init_moments(&scale, 0, 86460);
    CHECK_INT(scale.kind, SCALE_LINEAR);
    CHECK_NEAR(scale.low, 0, 0);
    CHECK_NEAR(scale.high, 86460, 0);
}

CHECK_MAIN(TEST(numbers_fall_on_round_steps), TEST(odd_ranges_become_usable),
           TEST(a_display_unit_moves_the_round_numbers), TEST(counts_have_whole_ticks),
           TEST(log_axes_span_whole_decades), TEST(log_axes_are_bounded),
           TEST(inverted_and_endless_log_axes_have_no_ticks), TEST(places_are_linear),
           TEST(times_are_round_and_dated), TEST(times_are_round_in_the_zone),
           TEST(clock_changes_do_not_shift_labels), TEST(impossible_times_have_no_ticks),
           TEST(ticks_have_room), TEST(moments_are_dates_or_count_from_a_begin),
           TEST(bands_are_named_as_room_allows), TEST(names_among_nameless_bands_have_their_room),
           TEST(time_from_a_begin_is_not_rounded_up))
