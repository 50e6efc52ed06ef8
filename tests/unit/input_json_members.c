#include "check.h"

#include <stdlib.h>

#include "input/json/json_stream.h"
#include "util/mapping.h"
#include "util/strbuf.h"

static struct strbuf found;
static struct error fault;
static size_t fault_offset;

/* "key:value key:value" and "…" when cut. */
static bool find(const char *bytes, size_t size)
{
    char *padded = calloc(size + MAPPING_PADDING, 1);
    memcpy(padded, bytes, size);
    struct json_members members;
    strbuf_release(&found);
    strbuf_init(&found);
    bool good = json_members_find(&members, padded, size, &fault_offset, &fault);
    for (size_t i = 0; i < members.count; i++) {
        const struct json_member *member = &members.items[i];
        strbuf_format(&found, "%.*s:%.*s ", (int)member->key.size, member->key.text,
                      (int)member->size, member->text);
    }
    if (members.truncated)
        strbuf_format(&found, "cut %zu", members.dropped);
    json_members_release(&members);
    free(padded);
    return good;
}

static bool find_text(const char *text)
{
    return find(text, strlen(text));
}

static void finds_members(void)
{
    CHECK(find_text("{\"a\": [1, {\"x\": \"]}\"}], \"b\\\"\": 12, \"c\":\"}\\\\\", \"d\": {}}\n"));
    CHECK_TEXT(found.text, "a:[1, {\"x\": \"]}\"}] b\\\":12 c:\"}\\\\\" d:{} ");
    CHECK(find_text("{}"));
    CHECK_TEXT(found.text, "");
    CHECK(find_text("\xEF\xBB\xBF {\"a\":true}"));
    CHECK_TEXT(found.text, "a:true ");
}

static void refuses_what_is_no_object(void)
{
    CHECK(!find_text(""));
    CHECK_TEXT(fault.text, "no JSON value");
    CHECK(!find_text("[1]"));
    CHECK_TEXT(fault.text, "not a JSON object");
    CHECK(!find_text("{\"a\": 1} x"));
    CHECK_TEXT(fault.text, "text after the end of the JSON value");
    CHECK_INT(fault_offset, 9);
    CHECK(!find_text("{\"a\" 1}"));
    CHECK(!find_text("{\"a\": 1 \"b\": 2}"));
    CHECK_TEXT(found.text, "a:1 ");
    CHECK(!find_text("{1: 2}"));
    CHECK(!find_text("{\"a\": ,}"));
    CHECK_TEXT(fault.text, "missing value");
}

/* The last value is closed behind its last whole element; a number may have lost digits. */
static void mends_a_cut_value(void)
{
    CHECK(find_text("{\"a\": 1, \"b\": {\"c\": [1, 2, 3], \"d\": [4, 5, 6"));
    CHECK_TEXT(found.text, "a:1 b:{\"c\": [1, 2, 3], \"d\": [4, 5]} cut 3");
    CHECK(find_text("{\"a\": {\"c\": [1, 2], \"d\": \"x"));
    CHECK_TEXT(found.text, "a:{\"c\": [1, 2]} cut 9");
    CHECK(find_text("{\"a\": ["));
    CHECK_TEXT(found.text, "a:[] cut 0");
    CHECK(find_text("{\"a\": 12"));
    CHECK_TEXT(found.text, "cut 2");
    CHECK(find_text("{\"a\": \"x"));
    CHECK_TEXT(found.text, "cut 2");
    CHECK(find_text("{\"a\": [1], \"b"));
    CHECK_TEXT(found.text, "a:[1] cut 2");
    CHECK(find_text("{"));
    CHECK_TEXT(found.text, "cut 0");
}

static void takes_nuls_for_the_end(void)
{
    CHECK(find("{\"a\": [1, 2\0\0\0\0", 15));
    CHECK_TEXT(found.text, "a:[1] cut 7");
    CHECK(find("{\"a\": [1, 2]\0\0\0", 15));
    CHECK_TEXT(found.text, "a:[1, 2] cut 3");
}

/* Brackets and quotes at every place of a block of 64 bytes. */
static void looks_at_every_byte_of_a_block(void)
{
    for (size_t blanks = 0; blanks < 200; blanks++) {
        struct strbuf text, expected;
        strbuf_init(&text);
        strbuf_init(&expected);
        strbuf_format(&expected, "a:[%*s\"]\", %*s[1]%*s] b:2 ", (int)blanks, "", (int)blanks, "",
                      (int)(200 - blanks), "");
        strbuf_format(&text, "{\"a\": [%*s\"]\", %*s[1]%*s], \"b\": 2}", (int)blanks, "",
                      (int)blanks, "", (int)(200 - blanks), "");
        CHECK(find(text.text, text.size));
        CHECK_TEXT(found.text, expected.text);
        strbuf_release(&text);
        strbuf_release(&expected);
    }
}

static void survives_every_cut(void)
{
    static const char text[] =
        "{\"n\": [\"x\", \"y\\\"\"], \"h\": {\"a\": [1, -2.5e3, null], \"b\": "
        "{\"c\": \"\\u00e9\", \"d\": []}}, \"s\": 3}";
    for (size_t size = 0; size < strlen(text); size++) {
        char *padded = calloc(size + MAPPING_PADDING, 1);
        memcpy(padded, text, size);
        struct json_members members;
        bool good = json_members_find(&members, padded, size, &fault_offset, &fault);
        CHECK(good == (size > 0));
        CHECK(!good || members.truncated);
        for (size_t i = 0; i < members.count; i++) {
            struct json_handler nothing = {0};
            size_t offset;
            CHECK(json_walk(members.items[i].text, members.items[i].size, &nothing, NULL, &offset,
                            &fault));
        }
        json_members_release(&members);
        free(padded);
    }
}

static void gives_up_on_deep_cuts(void)
{
    enum { DEPTH = 100000 };
    char *bomb = malloc(DEPTH);
    memset(bomb, '[', DEPTH);
    memcpy(bomb, "{\"a\":", 5);
    CHECK(find(bomb, DEPTH));
    CHECK_TEXT(found.text, "cut 99995");
    free(bomb);
}

CHECK_MAIN(TEST(finds_members), TEST(refuses_what_is_no_object), TEST(mends_a_cut_value),
           TEST(takes_nuls_for_the_end), TEST(looks_at_every_byte_of_a_block),
           TEST(survives_every_cut), TEST(gives_up_on_deep_cuts))
