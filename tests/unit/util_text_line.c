/* Rows as lines of text. */
#include "util/text_line.h"

#include "check.h"
#include "util/number.h"

static void a_row_is_a_line(void)
{
    struct strbuf out;
    strbuf_init(&out);
    text_line_begin(&out, "span");
    text_line_add_text(&out, "host", "n 1");
    text_line_add_number(&out, "start", 0.1);
    text_line_add_flag(&out, "late", true);
    text_line_add_flag(&out, "early", false);
    text_line_end(&out);
    CHECK_TEXT(out.text, "span host=\"n 1\" start=0.1 late\n");
    strbuf_release(&out);
}

static void what_is_missing_is_left_out(void)
{
    struct strbuf out;
    strbuf_init(&out);
    text_line_add_text(&out, "host", NULL);
    text_line_add_number(&out, "start", NUMBER_MISSING);
    text_line_add_numbers(&out, "values", NULL, 0);
    CHECK_TEXT(out.text, "");
    text_line_add_text(&out, "host", "");
    text_line_add_numbers(&out, "values", (double[]){1, NUMBER_MISSING, -2.5}, 3);
    CHECK_TEXT(out.text, " host=\"\" values=1,-,-2.5");
    strbuf_release(&out);
}

static void a_line_stays_one(void)
{
    struct strbuf out;
    strbuf_init(&out);
    text_line_add_text(&out, "name", "say \"a\"\n\x1b[1m");
    text_line_add_number(&out, "a\nb", 1);
    CHECK_TEXT(out.text, " name=\"say \\\"a\\\"\\n\\x1b[1m\" a\\nb=1");
    strbuf_release(&out);
}

CHECK_MAIN(TEST(a_row_is_a_line), TEST(what_is_missing_is_left_out), TEST(a_line_stays_one))
