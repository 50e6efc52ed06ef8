#include "check.h"

#include <stdbool.h>

#include "util/utf8.h"

#define BAD "\xef\xbf\xbd"

static struct arena arena;

static void good_text_stays_as_it_is(void)
{
    static const char *const texts[] = {"",     "node01", "Zürich",      "日本語",
                                        "🙂", "שלום",   "\xef\xbf\xbd"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        CHECK(utf8_clean(&arena, texts[i]) == texts[i]);
}

static void control_characters_are_replaced(void)
{
    CHECK_TEXT(utf8_clean(&arena, "a\nb\tc\x1b[31m\x7f"), "a" BAD "b" BAD "c" BAD "[31m" BAD);
    CHECK_TEXT(utf8_clean(&arena, "x\xc2\x9by"), "x" BAD "y");
    CHECK_TEXT(utf8_clean(&arena, "x\xe2\x80\xa8y"), "x" BAD "y");
    CHECK_TEXT(utf8_clean(&arena, "x\xe2\x80\xaetxt.exe"), "x" BAD "txt.exe");
}

static void invalid_bytes_are_replaced_one_by_one(void)
{
    CHECK_TEXT(utf8_clean(&arena, "\xff"), BAD);
    CHECK_TEXT(utf8_clean(&arena, "a\x80z"), "a" BAD "z");
    CHECK_TEXT(utf8_clean(&arena, "\xc0\xaf"), BAD BAD);
    CHECK_TEXT(utf8_clean(&arena, "\xe0\x80\x80"), BAD BAD BAD);
    CHECK_TEXT(utf8_clean(&arena, "\xed\xa0\x80"), BAD BAD BAD);
    CHECK_TEXT(utf8_clean(&arena, "\xf4\x90\x80\x80"), BAD BAD BAD BAD);
    CHECK_TEXT(utf8_clean(&arena, "\xf5\x80\x80\x80"), BAD BAD BAD BAD);
    CHECK_TEXT(utf8_clean(&arena, "end\xe2\x82"), "end" BAD BAD);
    CHECK_TEXT(utf8_clean(&arena, "\xf0\x9f\x99"), BAD BAD BAD);
    CHECK_TEXT(utf8_clean(&arena, "\xe2\x28\xa1"), BAD "(" BAD);
}

static void the_limits_of_each_size_are_good(void)
{
    CHECK_INT(utf8_length("\xc2\xa0\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf"
                          "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"),
              8);
    const char *text = "\xc2\xa0\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbd";
    CHECK(utf8_clean(&arena, text) == text);
}

static void noncharacters_are_replaced(void)
{
    CHECK_TEXT(utf8_clean(&arena, "a\xef\xbf\xbf\xef\xbf\xbe"
                                  "b"),
               "a" BAD BAD "b");
    CHECK_TEXT(utf8_clean(&arena, "\xef\xb7\x90\xef\xb7\xaf"), BAD BAD);
    CHECK_TEXT(utf8_clean(&arena, "\xf4\x8f\xbf\xbf\xf0\x9f\xbf\xbe"), BAD BAD);
    const char *beside = "\xef\xb7\x8f\xef\xb7\xb0\xef\xbf\xbd";
    CHECK(utf8_clean(&arena, beside) == beside);
}

static void hostile_text_is_escaped_for_terminals(void)
{
    struct strbuf out;
    strbuf_init(&out);
    utf8_add_visible(&out, "é\x1b]0;\a\n\r\t\x7f\xff\xc2\x85\xe2\x80\xae.");
    CHECK_TEXT(out.text, "é\\x1b]0;\\x07\\n\\r\\t\\x7f\\xff\\u0085\\u202e.");
    strbuf_clear(&out);
    utf8_add_visible(&out, "");
    CHECK_TEXT(out.text, "");
    strbuf_release(&out);
}

static void length_counts_code_points(void)
{
    CHECK_INT(utf8_length(""), 0);
    CHECK_INT(utf8_length("abc"), 3);
    CHECK_INT(utf8_length("Zürich"), 6);
    CHECK_INT(utf8_length("🙂🙂"), 2);
    CHECK_INT(utf8_length("a\xff\xfe"), 3);
}

static void long_names_lose_their_middle(void)
{
    CHECK_TEXT(utf8_shorten(&arena, "abcdefghij", 10), "abcdefghij");
    CHECK_TEXT(utf8_shorten(&arena, "abcdefghij", 5), "ab…ij");
    CHECK_TEXT(utf8_shorten(&arena, "abcdefghij", 6), "abc…ij");
    CHECK_TEXT(utf8_shorten(&arena, "äöüßéèê", 4), "äö…ê");
    CHECK_TEXT(utf8_shorten(&arena, "abc", 2), "a…");
    CHECK_TEXT(utf8_shorten(&arena, "abc", 1), "…");
    CHECK_TEXT(utf8_shorten(&arena, "abc", 0), "");
    CHECK_TEXT(utf8_shorten(&arena, "", 0), "");
}

static void a_name_of_ten_thousand_letters_is_shortened(void)
{
    static char name[20001];
    for (size_t i = 0; i < 20000; i += 2)
        memcpy(name + i, "ß", 2);
    CHECK_INT(utf8_length(name), 10000);
    CHECK_INT(utf8_length(utf8_shorten(&arena, name, 40)), 40);
}

static void cutting_never_splits_a_letter(void)
{
    CHECK_INT(utf8_cut("abc", 3, 5), 3);
    CHECK_INT(utf8_cut("abc", 3, 2), 2);
    CHECK_INT(utf8_cut("aé", 3, 2), 1);
    CHECK_INT(utf8_cut("🙂", 4, 3), 0);
    CHECK_INT(utf8_cut("a🙂", 5, 4), 1);
    CHECK_INT(utf8_cut("🙂b", 5, 4), 4);
    CHECK_INT(utf8_cut("", 0, 0), 0);
    CHECK_INT(utf8_cut("\x80\x80\x80\x80\x80\x80\x80", 7, 5), 5);
}

static void validity_is_told(void)
{
    CHECK(utf8_is_valid("", 0));
    CHECK(utf8_is_valid("plain text of some length", 25));
    CHECK(utf8_is_valid("eight by\xc3\xa9", 10));
    CHECK(utf8_is_valid("\xf0\x9f\x98\x8e", 4));
    CHECK(!utf8_is_valid("\xf0\x9f\x98\x8e", 3));
    CHECK(!utf8_is_valid("a text with \0 in it", 19));
    CHECK(!utf8_is_valid("12345678\0", 9));
    CHECK(!utf8_is_valid("\xff", 1));
    CHECK(!utf8_is_valid("12345\x80"
                         "78",
                         8));
    CHECK(!utf8_is_valid("\xed\xa0\x80", 3));
    CHECK(!utf8_is_valid("\xc0\x80", 2));
}

static void invalid_bytes_are_escaped_alone(void)
{
    const char *plain = "K\u00fcche \n\u202e.csv";
    CHECK(utf8_escape_invalid(&arena, plain) == plain);
    CHECK_TEXT(utf8_escape_invalid(&arena, "K\xfc"
                                           "che"),
               "K\\xfcche");
    CHECK_TEXT(utf8_escape_invalid(&arena, "\xc3"), "\\xc3");
    CHECK_TEXT(utf8_escape_invalid(&arena, "\u00fc\n\xe4\xf6/\u202e"), "\u00fc\n\\xe4\\xf6/\u202e");
}

CHECK_MAIN(TEST(noncharacters_are_replaced), TEST(validity_is_told), TEST(good_text_stays_as_it_is),
           TEST(control_characters_are_replaced), TEST(invalid_bytes_are_replaced_one_by_one),
           TEST(invalid_bytes_are_escaped_alone), TEST(the_limits_of_each_size_are_good),
           TEST(hostile_text_is_escaped_for_terminals), TEST(length_counts_code_points),
           TEST(long_names_lose_their_middle), TEST(a_name_of_ten_thousand_letters_is_shortened),
           TEST(cutting_never_splits_a_letter))
