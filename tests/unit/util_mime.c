/* Parts of mail messages. Expected values were worked out with Python's email, quopri and base64.
 */
#include "check.h"

#include <string.h>

#include "util/mime.h"

static struct strbuf out;

static const char *quoted(const char *text)
{
    strbuf_clear(&out);
    mime_add_quoted_printable(&out, text);
    return out.text;
}

static const char *header(const char *text)
{
    strbuf_clear(&out);
    mime_add_text_header(&out, "Subject", text);
    return out.text;
}

static bool is_address(const char *text)
{
    return mime_is_address(text, strlen(text));
}

static void addresses_are_one_and_nothing_else(void)
{
    static const char *const good[] = {"anna", "a.b+c@example.org", "o'neil@x", "a@1.2.3.4",
                                       "x@a-b.example"};
    static const char *const bad[] = {
        "",       "@x",          "a@",          "a@b@c",       "a b@c",     "a@b c",    "a,b",
        "<a@b>",  "A <a@b>",     "a@b\nBcc: c", "a@b\rBcc: c", "a\n",       "a@b\n c",  "\"a\"@b",
        "a(x)@b", "a@[1.2.3.4]", "a@-b",        "a@b-",        "a@b-.c",    "a@.b",     "a@b..c",
        "a@b.",   ".a@b",        "a.@b",        "a..b@c",      "-oQ/tmp@b", "|/bin/sh", "/etc/x",
        "a;b@c",  "a\t@b",       "\xC3\xA4@b",  "a@\xC3\xA4",  "a\\b@c",    "a:b@c",    "a@b_c"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!is_address(good[i]))
            CHECK_FAIL("%s is refused", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (is_address(bad[i]))
            CHECK_FAIL("'%s' is no address", bad[i]);
    CHECK(!mime_is_address("a\0b@c", 5));
    char local[80] = "";
    memset(local, 'a', 64);
    CHECK(is_address(local));
    local[64] = 'a';
    CHECK(!is_address(local));
    char label[80] = "a@";
    memset(label + 2, 'b', 63);
    CHECK(is_address(label));
    label[65] = 'b';
    CHECK(!is_address(label));
}

static void text_is_quoted_where_it_has_to_be(void)
{
    strbuf_init(&out);
    CHECK_TEXT(quoted(""), "");
    CHECK_TEXT(quoted("a"), "a\n");
    CHECK_TEXT(quoted("1 = 2\n"), "1 =3D 2\n");
    CHECK_TEXT(quoted("ä€\n"), "=C3=A4=E2=82=AC\n");
    CHECK_TEXT(quoted("a \nb\t\nc d"), "a=20\nb=09\nc d\n");
    CHECK_TEXT(quoted("a "), "a=20\n");
    CHECK_TEXT(quoted("a\r\n"), "a=0D\n");
    CHECK_TEXT(quoted("\n\nx\n"), "\n\nx\n");
    CHECK_TEXT(quoted(".\n..\na.\n"), "=2E\n=2E.\na.\n");
    CHECK_TEXT(quoted("From me\nFrom\n From you\n"), "=46rom me\nFrom\n From you\n");
    CHECK_TEXT(quoted("--x\n"), "=2D-x\n");
    strbuf_release(&out);
}

static void lines_have_at_most_76_letters(void)
{
    char text[400] = "", expected[500];
    strbuf_init(&out);
    memset(text, 'x', 76);
    snprintf(expected, sizeof expected, "%s\n", text);
    CHECK_TEXT(quoted(text), expected);
    text[76] = 'x'; /* 75 and the mark, then two */
    snprintf(expected, sizeof expected, "%.75s=\nxx\n", text);
    CHECK_TEXT(quoted(text), expected);
    memset(text, '=', 30);
    text[30] = '\0';
    quoted(text);
    CHECK_INT(strcspn(out.text, "\n"), 76); /* 25 times "=3D" and the mark */
    memset(text, 'y', 75);                  /* a dot at the start of what follows a soft break */
    strcpy(text + 75, ".z");
    snprintf(expected, sizeof expected, "%.75s=\n=2Ez\n", text);
    CHECK_TEXT(quoted(text), expected);
    strbuf_release(&out);
}

static void headers_beyond_ascii_are_encoded(void)
{
    strbuf_init(&out);
    CHECK_TEXT(header("Job 7: FAILED"), "Subject: Job 7: FAILED\n");
    CHECK_TEXT(header(""), "Subject: \n");
    CHECK_TEXT(header("Job λ"), "Subject: =?utf-8?B?Sm9iIM67?=\n");
    CHECK_TEXT(header("=?utf-8?B?eA==?="), "Subject: =?utf-8?B?PT91dGYtOD9CP2VBPT0/PQ==?=\n");
    CHECK_TEXT(header("a\nBcc: b"), "Subject: =?utf-8?B?YQpCY2M6IGI=?=\n");
    CHECK_TEXT(header("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaλb"),
               "Subject: =?utf-8?B?YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYc67?=\n"
               " =?utf-8?B?Yg==?=\n");
    CHECK_TEXT(header("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaλ"),
               "Subject: =?utf-8?B?YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE=?=\n"
               " =?utf-8?B?zrs=?=\n");
    CHECK_TEXT(header("one two three four five six seven eight nine ten eleven twelve thirteen "
                      "fourteen"),
               "Subject: one two three four five six seven eight nine ten eleven twelve\n"
               " thirteen fourteen\n");
    strbuf_release(&out);
}

static void addresses_and_ids_are_folded(void)
{
    static const char *const addresses[] = {"anna.anna.anna.anna@example.org",
                                            "bob.bob.bob.bob@example.org", "eve"};
    strbuf_init(&out);
    mime_add_address_header(&out, "To", addresses, 3);
    CHECK_TEXT(out.text, "To: anna.anna.anna.anna@example.org, bob.bob.bob.bob@example.org, eve\n");
    strbuf_clear(&out);
    mime_add_address_header(&out, "Reply-To-All", addresses, 3);
    CHECK_TEXT(out.text, "Reply-To-All: anna.anna.anna.anna@example.org, "
                         "bob.bob.bob.bob@example.org,\n eve\n");
    strbuf_clear(&out);
    mime_add_id_header(&out, "Message-ID", "1.2@example.org");
    CHECK_TEXT(out.text, "Message-ID: <1.2@example.org>\n");
    strbuf_clear(&out);
    mime_add_id_header(&out, "Message-ID",
                       "1234567890.1234567890abcdef@a-long-name-of-a-node.of-a-cluster.example");
    CHECK_TEXT(out.text,
               "Message-ID:\n "
               "<1234567890.1234567890abcdef@a-long-name-of-a-node.of-a-cluster.example>\n");
    strbuf_release(&out);
}

static void dates_are_of_utc_and_in_english(void)
{
    strbuf_init(&out);
    mime_add_date_header(&out, 0);
    mime_add_date_header(&out, 1718300000);
    mime_add_date_header(&out, 253402300799.0);
    CHECK_TEXT(out.text, "Date: Thu, 01 Jan 1970 00:00:00 +0000\n"
                         "Date: Thu, 13 Jun 2024 17:33:20 +0000\n"
                         "Date: Fri, 31 Dec 9999 23:59:59 +0000\n");
    strbuf_release(&out);
}

static void bytes_are_letters_in_lines(void)
{
    char bytes[120];
    strbuf_init(&out);
    mime_add_base64(&out, "", 0);
    CHECK_INT(strspn(out.text, "\n"), out.size);
    strbuf_clear(&out);
    mime_add_base64(&out, "\0\xff\x10", 3);
    CHECK_TEXT(out.text, "AP8Q\n");
    strbuf_clear(&out);
    memset(bytes, 0, sizeof bytes);
    mime_add_base64(&out, bytes, 58);
    CHECK_INT(strcspn(out.text, "\n"), 76);
    CHECK_TEXT(out.text + 76, "\nAA==\n");
    for (size_t size = 1; size <= sizeof bytes; size++) { /* 4 letters for 3 bytes */
        size_t letters = 0;
        strbuf_clear(&out);
        mime_add_base64(&out, bytes, size);
        for (size_t i = 0; i < out.size; i++)
            letters += out.text[i] != '\n';
        CHECK_INT(letters, (size + 2) / 3 * 4);
        CHECK_INT(out.text[out.size - 1], '\n');
    }
    strbuf_release(&out);
}

CHECK_MAIN(TEST(addresses_are_one_and_nothing_else), TEST(text_is_quoted_where_it_has_to_be),
           TEST(lines_have_at_most_76_letters), TEST(headers_beyond_ascii_are_encoded),
           TEST(addresses_and_ids_are_folded), TEST(dates_are_of_utc_and_in_english),
           TEST(bytes_are_letters_in_lines))
