#include "check.h"

#include "util/error.h"
#include "util/number.h"
#include "util/strbuf.h"

static void a_new_buffer_is_an_empty_text(void)
{
    struct strbuf buffer;
    strbuf_init(&buffer);
    CHECK_TEXT(buffer.text, "");
    CHECK_INT(buffer.size, 0);
    strbuf_add(&buffer, NULL, 0);
    strbuf_add_text(&buffer, "");
    strbuf_format(&buffer, "%s", "");
    CHECK_TEXT(buffer.text, "");
    strbuf_release(&buffer);
}

static void texts_are_joined(void)
{
    struct strbuf buffer;
    strbuf_init(&buffer);
    strbuf_add_text(&buffer, "node");
    strbuf_add_char(&buffer, ' ');
    strbuf_format(&buffer, "%03d/%s", 7, "x");
    CHECK_TEXT(buffer.text, "node 007/x");
    strbuf_clear(&buffer);
    CHECK_TEXT(buffer.text, "");
    strbuf_release(&buffer);
}

static void it_grows_and_keeps_nuls(void)
{
    struct strbuf buffer;
    strbuf_init(&buffer);
    for (int i = 0; i < 100000; i++)
        strbuf_add(&buffer, "a\0b", 3);
    CHECK_INT(buffer.size, 300000);
    CHECK_INT(memcmp(buffer.text + 299997, "a\0b", 4), 0);
    strbuf_clear(&buffer);
    strbuf_format(&buffer, "%*d", 5000, 1);
    CHECK_INT(buffer.size, 5000);
    CHECK_INT(strlen(buffer.text), 5000);
    strbuf_release(&buffer);
}

static void numbers_are_exact_and_missing_ones_are_nothing(void)
{
    struct strbuf buffer;
    strbuf_init(&buffer);
    strbuf_add_number(&buffer, 0.1);
    strbuf_add_char(&buffer, ',');
    strbuf_add_number(&buffer, NUMBER_MISSING);
    strbuf_add_char(&buffer, ',');
    strbuf_add_number(&buffer, -1.7976931348623157e308);
    CHECK_TEXT(buffer.text, "0.1,,-1.7976931348623157e+308");
    strbuf_release(&buffer);
}

static void errors_get_context_in_front(void)
{
    struct error error = {0};
    CHECK(!error_set(&error, ERROR_INPUT, "line %d is bad", 3));
    CHECK(!error_add_context(&error, "%s", "a.json"));
    CHECK_TEXT(error.text, "a.json: line 3 is bad");
    CHECK_INT(error.kind, ERROR_INPUT);
    error_set(&error, ERROR_OUTPUT, "again: %s", error.text);
    CHECK_TEXT(error.text, "again: a.json: line 3 is bad");
    CHECK_INT(error.kind, ERROR_OUTPUT);
}

static void long_errors_are_cut_between_letters(void)
{
    static char name[10001];
    struct error error = {0};
    for (size_t i = 0; i < 10000; i += 2)
        memcpy(name + i, "é", 2);
    error_set(&error, ERROR_INPUT, "x%s", name);
    CHECK_INT(strlen(error.text), 2047);
    error_set(&error, ERROR_INPUT, "%s", name);
    CHECK_INT(strlen(error.text), 2046);
    error_add_context(&error, "context");
    CHECK(strncmp(error.text, "context: é", 11) == 0);
}

CHECK_MAIN(TEST(a_new_buffer_is_an_empty_text), TEST(texts_are_joined),
           TEST(it_grows_and_keeps_nuls), TEST(numbers_are_exact_and_missing_ones_are_nothing),
           TEST(errors_get_context_in_front), TEST(long_errors_are_cut_between_letters))
