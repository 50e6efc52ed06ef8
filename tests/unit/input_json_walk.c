#include "check.h"

#include <dirent.h>
#include <stdlib.h>

#include "input/json/json_stream.h"
#include "util/mapping.h"
#include "util/strbuf.h"

/* Events as text: "{a=1 b=[1 - 2] }". */
static void add_key(struct strbuf *out, struct text_slice key)
{
    if (!key.text)
        return;
    strbuf_add(out, key.text, key.size);
    strbuf_add_text(out, "=");
}

static bool on_enter(void *context, struct text_slice key, bool is_array)
{
    if (key.text && key.size == 4 && memcmp(key.text, "skip", 4) == 0)
        return false;
    add_key(context, key);
    strbuf_add_text(context, is_array ? "(" : "{");
    return true;
}

static void on_leave(void *context)
{
    strbuf_add_text(context, "}");
}

static void on_numbers(void *context, struct text_slice key, const double *values, size_t count,
                       size_t odd)
{
    add_key(context, key);
    strbuf_add_text(context, "[");
    for (size_t i = 0; i < count; i++)
        strbuf_format(context, isnan(values[i]) ? "- " : "%.17g ", values[i]);
    strbuf_format(context, odd ? "odd %zu]" : "]", odd);
}

static void on_number(void *context, struct text_slice key, double value, struct text_slice raw)
{
    add_key(context, key);
    strbuf_format(context, "%.17g<%.*s> ", value, (int)raw.size, raw.text);
}

static void on_text(void *context, struct text_slice key, const char *text, size_t size,
                    bool is_string)
{
    add_key(context, key);
    strbuf_add_text(context, is_string ? "\"" : "");
    strbuf_add(context, text, size);
    strbuf_add_text(context, is_string ? "\" " : " ");
}

static const struct json_handler handler = {on_enter,  on_leave, on_numbers,
                                            on_number, on_text,  NULL};

static struct strbuf events;
static struct error fault;
static size_t fault_offset;

static bool walk(const char *bytes, size_t size)
{
    char *padded = calloc(size + MAPPING_PADDING, 1);
    memcpy(padded, bytes, size);
    strbuf_release(&events);
    strbuf_init(&events);
    bool good = json_walk(padded, size, &handler, &events, &fault_offset, &fault);
    free(padded);
    return good;
}

static bool walk_text(const char *text)
{
    return walk(text, strlen(text));
}

static void reports_events(void)
{
    CHECK(walk_text("{\"a\": 1.50, \"b\": [1, null, -2e1], \"c\": {\"d\": \"x\\ny\", \"e\": true}, "
                    "\"f\": []}"));
    CHECK_TEXT(events.text, "{a=1.5<1.50> b=[1 - -20 ]c={d=\"x\ny\" e=true }f=[]}");
}

static void reads_what_python_writes(void)
{
    CHECK(walk_text("[NaN, Infinity, -Infinity, 1e308, 1e999, -1e999, 5e-324, 1e-999]"));
    CHECK_TEXT(events.text, "[- - - 1e+308 - - 4.9406564584124654e-324 0 odd 2]");
    CHECK(walk_text("{\"a\": NaN}"));
    CHECK(walk_text("[null, null]"));
    CHECK_TEXT(events.text, "[- - ]");
}

static void counts_odd_elements(void)
{
    CHECK(walk_text("[1, \"x\", {\"a\": [1]}, [2], true, 3]"));
    CHECK_TEXT(events.text, "[1 - - - - 3 odd 4]");
    CHECK(walk_text("[\"N/A\", 7]"));
    CHECK_TEXT(events.text, "[- 7 odd 1]");
    CHECK(walk_text("[\"a\", null]"));
    CHECK_TEXT(events.text, "(\"a\" null }");
    CHECK(walk_text("[null, {\"a\": 1}]"));
    CHECK_TEXT(events.text, "(null {a=1<1> }}");
}

static void keeps_the_key_of_an_array_with_odd_elements(void)
{
    CHECK(walk_text("{\"k\\u0065y\": [1, {\"oth\\u0065r longer name\": 2}]}"));
    CHECK_TEXT(events.text, "{key=[1 - odd 1]}");
}

static void checks_what_it_skips(void)
{
    CHECK(walk_text("{\"skip\": {\"a\": [1, \"b\"]}, \"c\": 1}"));
    CHECK_TEXT(events.text, "{c=1<1> }");
    CHECK(!walk_text("{\"skip\": {\"a\" 1}, \"c\": 1}"));
    CHECK_INT(fault_offset, 14);
}

static void unescapes(void)
{
    CHECK(walk_text("[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u20ac\\ud83d\\ude00\"]"));
    CHECK_TEXT(events.text, "(\"\"\\/\b\f\n\r\t\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\" }");
    CHECK(walk_text("[\"\\u0000 \\ud800 \\udc00\"]"));
    CHECK_TEXT(events.text, "(\"\xEF\xBF\xBD \xEF\xBF\xBD \xEF\xBF\xBD\" }");
    CHECK(!walk_text("[\"\\x\"]"));
    CHECK(!walk_text("[\"\\u12g4\"]"));
}

static void mends_broken_utf8(void)
{
    CHECK(walk_text("{\"a\xFF\": [1], \"b\": \"\xC3\"}"));
    CHECK_TEXT(events.text, "{a\xEF\xBF\xBD=[1 ]b=\"\xEF\xBF\xBD\" }");
}

static void passes_over_a_byte_order_mark(void)
{
    CHECK(walk_text("\xEF\xBB\xBF[1]"));
    CHECK(!walk_text("\xEF\xBB\xBF[x]"));
    CHECK_INT(fault_offset, 4);
}

static void says_what_is_wrong_and_where(void)
{
    static const struct {
        const char *text, *what;
        size_t offset;
    } faults[] = {
        {"", "no JSON value", 0},
        {" \n ", "no JSON value", 0},
        {"[1 2]", "no comma or ] after an element of an array", 3},
        {"[1,]", "missing value", 3},
        {"[1", "truncated JSON", 2},
        {"{\"a\": 1,}", "a member of an object has no name", 8},
        {"{\"a\" 1}", "no colon after the name of a member", 5},
        {"{\"a\": }", "missing value", 6},
        {"{\"a\": 1 \"b\": 2}", "no comma or } after a member of an object", 8},
        {"[1] 2", "text after the end of the JSON value", 4},
        {"[1]]", "text after the end of the JSON value", 3},
        {"[01]", "not a JSON value", 1},
        {"[1., 2]", "not a JSON value", 1},
        {"[+1]", "not a JSON value", 1},
        {"[nul]", "not a JSON value", 1},
        {"[\"abc]", "unterminated string", 1},
        {"[\"a\nb\"]", "control character in a string", 3},
        {"{\"a\": 1", "truncated JSON", 7},
        {"[1}", "no comma or ] after an element of an array", 2},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        CHECK(!walk_text(faults[i].text));
        CHECK_TEXT(fault.text, faults[i].what);
        CHECK_INT(fault_offset, faults[i].offset);
    }
}

static void locates(void)
{
    uint64_t line, column;
    json_locate("ab\ncd\n\nx", 4, &line, &column);
    CHECK_INT(line, 2);
    CHECK_INT(column, 2);
    json_locate("ab", 0, &line, &column);
    CHECK_INT(line, 1);
    CHECK_INT(column, 1);
}

static void refuses_nesting_bombs(void)
{
    enum { DEPTH = 100000 };
    char *bomb = malloc(DEPTH);
    memset(bomb, '[', DEPTH);
    CHECK(!walk(bomb, DEPTH));
    CHECK_TEXT(fault.text, "nested deeper than 256 levels");
    CHECK_INT(fault_offset, 256);
    for (size_t i = 0; i < DEPTH / 5; i++)
        memcpy(bomb + 5 * i, "{\"a\":", 5);
    CHECK(!walk(bomb, DEPTH));
    free(bomb);
}

static void reads_long_arrays(void)
{
    struct strbuf text;
    strbuf_init(&text);
    for (int i = 0; i < 10000; i++)
        strbuf_format(&text, "%s%d", i ? "," : "[", i % 10 == 7 ? 0 : i);
    strbuf_add_text(&text, "]");
    CHECK(walk(text.text, text.size));
    CHECK_TEXT(events.text + events.size - 18, "9996 0 9998 9999 ]");
    strbuf_release(&text);
}

/* Names that begin with y_ must be read, n_ refused; Python's NaN and Infinity are read here. */
static void judges_the_json_test_suite(void)
{
    static const char *const allowed[] = {"n_number_NaN.json", "n_number_infinity.json",
                                          "n_number_minus_infinity.json", "n_number_Inf.json"};
    const char *directory = "../shared/data/json/JSONTestSuite/test_parsing";
    DIR *files = opendir(directory);
    if (!files) {
        check_skipped = "no samples";
        return;
    }
    int read = 0, refused = 0;
    for (struct dirent *entry; (entry = readdir(files));) {
        char path[1024];
        struct mapping mapping;
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        CHECK(mapping_open(&mapping, path, &fault));
        bool good = walk(mapping.bytes, mapping.size);
        mapping_close(&mapping);
        bool lenient = false;
        for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++)
            lenient |= strcmp(entry->d_name, allowed[i]) == 0;
        if (entry->d_name[0] == 'y' && !good)
            CHECK_FAIL("%s: %s", entry->d_name, fault.text);
        if (entry->d_name[0] == 'n' && good && !lenient)
            CHECK_FAIL("%s was read", entry->d_name);
        read += entry->d_name[0] == 'y';
        refused += entry->d_name[0] == 'n';
    }
    closedir(files);
    CHECK(read > 90 && refused > 180);
}

CHECK_MAIN(TEST(reports_events), TEST(reads_what_python_writes), TEST(counts_odd_elements),
           TEST(keeps_the_key_of_an_array_with_odd_elements), TEST(checks_what_it_skips),
           TEST(unescapes), TEST(mends_broken_utf8), TEST(passes_over_a_byte_order_mark),
           TEST(says_what_is_wrong_and_where), TEST(locates), TEST(refuses_nesting_bombs),
           TEST(reads_long_arrays), TEST(judges_the_json_test_suite))
