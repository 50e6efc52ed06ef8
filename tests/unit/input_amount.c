#include "check.h"

#include "input/text/amount.h"
#include "input/text/lines.h"
#include "util/number.h"

static double span(const char *text)
{
    double seconds;
    return amount_span(text_slice_of(text), &seconds) ? seconds : -1;
}

static double clock_seconds(const char *text)
{
    double seconds;
    return amount_clock(text_slice_of(text), &seconds) ? seconds : -1;
}

static double bytes(const char *text)
{
    double number;
    return amount_bytes(text_slice_of(text), 1, AMOUNT_PREFIX_1000, &number) ? number : -1;
}

static double bytes_of_1024(const char *text)
{
    double number;
    return amount_bytes(text_slice_of(text), 1, AMOUNT_PREFIX_1024, &number) ? number : -1;
}

static void reads_spans(void)
{
    CHECK_NEAR(span("184ms"), 0.184, 1e-15);
    CHECK_NEAR(span("39s"), 39, 0);
    CHECK_NEAR(span("12.3s"), 12.3, 0);
    CHECK_NEAR(span("1m 5s"), 65, 0);
    CHECK_NEAR(span("2h 3m 4s"), 7384, 0);
    CHECK_NEAR(span("1d 2h"), 93600, 0);
    CHECK_NEAR(span("0ms"), 0, 0);
    static const char *const wrong[] = {"", "5", "1m 5", "5x", "-3s", "1..2s", "s", "1m,5s"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        CHECK_NEAR(span(wrong[i]), -1, 0);
}

static void reads_clocks(void)
{
    CHECK_NEAR(clock_seconds("02:26:11"), 8771, 0);
    CHECK_NEAR(clock_seconds("3-19:42:53"), 330173, 0);
    CHECK_NEAR(clock_seconds("02:56.346"), 176.346, 1e-15);
    CHECK_NEAR(clock_seconds("00:00:00"), 0, 0);
    CHECK_NEAR(clock_seconds("125:00:00"), 450000, 0);
    CHECK_NEAR(clock_seconds("1-05:06"), 86706, 0);
    static const char *const wrong[] = {"",      "12:7x", "12:7",   "12",        "1:2:3:4",
                                        "-1:00", "00:61", "0:60:0", "00:00:00.", "1--02:03:04"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        CHECK_NEAR(clock_seconds(wrong[i]), -1, 0);
}

static void reads_bytes(void)
{
    CHECK_NEAR(bytes("0"), 0, 0);
    CHECK_NEAR(bytes("512 B"), 512, 0);
    CHECK_NEAR(bytes("3.5 MB"), 3500000, 0);
    CHECK_NEAR(bytes("4 gb"), 4e9, 0);
    CHECK_NEAR(bytes("1PB"), 1e15, 0);
    CHECK_NEAR(bytes("2 EiB"), 0x1p61, 0);
    CHECK_NEAR(bytes("4g"), 0x1p32, 0);
    CHECK_NEAR(bytes_of_1024("3.5 MB"), 3670016, 0);
    CHECK_NEAR(bytes_of_1024("4 GiB"), 0x1p32, 0);
    CHECK_NEAR(bytes_of_1024("4G"), 0x1p32, 0);
    CHECK_NEAR(bytes_of_1024("4 B"), 4, 0);
    CHECK_NEAR(bytes_of_1024("4 GX"), -1, 0);
    CHECK_NEAR(bytes("17703340K"), 18128220160.0, 0);
    CHECK_NEAR(bytes("2GiB"), 2147483648.0, 0);
    CHECK_NEAR(bytes("1.5T"), 1649267441664.0, 0);
    CHECK_NEAR(bytes("7 bytes"), 7, 0);
    static const char *const wrong[] = {"", "-1", "-1K", "K", "3.5 XB", "1 Kx", "1 KB/s"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        CHECK_NEAR(bytes(wrong[i]), -1, 0);
}

static void says_why_a_cell_is_wrong(void)
{
    static const struct {
        enum amount amount;
        const char *cell, *reason;
    } cases[] = {
        {AMOUNT_SECONDS, "12:7x", "not a duration in seconds or such as 01:02:03"},
        {AMOUNT_SECONDS, "-3", "negative time"},
        {AMOUNT_MILLISECONDS, "-3s", "negative time"},
        {AMOUNT_BYTES, "9223372036854775808", "implausibly many bytes"},
        {AMOUNT_BYTES, "-1", "negative number of bytes"},
        {AMOUNT_BYTES, "x", "not a number of bytes"},
        {AMOUNT_PERCENT, "98,7%", "not a percentage"},
        {AMOUNT_NUMBER, "1e400", "not a number"},
        {AMOUNT_NUMBER, "inf", "not a number"},
        {AMOUNT_MOMENT, "2023-02-30 00:00:00", "not a date and time such as 2024-06-11T08:00:00"},
        {AMOUNT_MOMENT, "-5", "negative time"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double number;
        struct csv_fault fault = {"", {"", 0}};
        CHECK(!amount_of(cases[i].amount, text_slice_of(cases[i].cell), &number, &fault));
        CHECK_TEXT(fault.reason, cases[i].reason);
        CHECK(number_is_missing(number));
    }
}

static double cell(enum amount amount, const char *text)
{
    double number;
    struct csv_fault fault;
    return amount_of(amount, text_slice_of(text), &number, &fault) ? number : -1;
}

static void reads_cells(void)
{
    CHECK(number_is_missing(cell(AMOUNT_SECONDS, "-")));
    CHECK(number_is_missing(cell(AMOUNT_BYTES, " N/A ")));
    CHECK(number_is_missing(cell(AMOUNT_MOMENT, "")));
    CHECK_NEAR(cell(AMOUNT_MILLISECONDS, "13732"), 13.732, 1e-15);
    CHECK_NEAR(cell(AMOUNT_MILLISECONDS, "13.7s"), 13.7, 0);
    CHECK_NEAR(cell(AMOUNT_SECONDS, " 5 "), 5, 0);
    CHECK_NEAR(cell(AMOUNT_PERCENT, "98.7%"), 0.987, 1e-15);
    CHECK_NEAR(cell(AMOUNT_PERCENT, "1577.7"), 15.777, 1e-15);
    CHECK_NEAR(cell(AMOUNT_MOMENT, "1624459688"), 1624459688, 0);
    CHECK_NEAR(cell(AMOUNT_MOMENT, "1624459688737"), 1624459688.737, 1e-15);
    CHECK_NEAR(cell(AMOUNT_MOMENT, "1624459688737000"), 1624459688.737, 1e-15);
    CHECK_NEAR(cell(AMOUNT_MOMENT, "2021-06-23T14:48:08Z"), 1624459688, 0);
}

static void splits_lines(void)
{
    struct text_slice fields[4];
    CHECK_INT(line_split(text_slice_of("a -- b -- -- c"), text_slice_of(" -- "), fields, 4), 3);
    CHECK(text_slices_equal(fields[2], text_slice_of("-- c")));
    CHECK_INT(line_split(text_slice_of(""), text_slice_of("|"), fields, 4), 1);
    CHECK_INT(line_split(text_slice_of("1|2|3|4|5"), text_slice_of("|"), fields, 4), 5);
    CHECK(text_slices_equal(fields[3], text_slice_of("4")));
    struct lines lines;
    static const char text[] = "\xef\xbb\xbf"
                               "a\r\n\nb";
    lines_init(&lines, text, sizeof text - 1);
    CHECK(lines_next(&lines) && lines.ended && text_slices_equal(lines.line, text_slice_of("a")));
    CHECK_INT(lines.offset, 3);
    CHECK(lines_next(&lines) && lines.line.size == 0);
    CHECK(lines_next(&lines) && !lines.ended && lines.number == 3);
    CHECK(!lines_next(&lines));
}

CHECK_MAIN(TEST(reads_spans), TEST(reads_clocks), TEST(reads_bytes), TEST(says_why_a_cell_is_wrong),
           TEST(reads_cells), TEST(splits_lines))
