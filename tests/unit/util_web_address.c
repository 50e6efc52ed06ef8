#include "check.h"

#include "util/web_address.h"

/* Those of a text, each in brackets. */
static const char *addresses(const char *text)
{
    static char all[512];
    size_t used = 0;
    all[0] = '\0';
    struct text_slice found = web_address_next(text);
    for (; found.size; found = web_address_next(found.text + found.size))
        used +=
            (size_t)snprintf(all + used, sizeof all - used, "[%.*s]", (int)found.size, found.text);
    return all;
}

static void addresses_are_found(void)
{
    CHECK_TEXT(addresses(""), "");
    CHECK_TEXT(addresses("no address"), "");
    CHECK_TEXT(addresses("https://a.org"), "[https://a.org]");
    CHECK_TEXT(addresses("see http://a.org:80/b?c=d&e=%20#f, or https://[::1]/x"),
               "[http://a.org:80/b?c=d&e=%20#f][https://[::1]/x]");
    CHECK_TEXT(addresses("https://a.org/https://b.org"), "[https://a.org/https://b.org]");
}

static void what_closes_is_not_of_them(void)
{
    CHECK_TEXT(addresses("see https://a.org/b."), "[https://a.org/b]");
    CHECK_TEXT(addresses("https://a.org/b.html?"), "[https://a.org/b.html]");
    CHECK_TEXT(addresses("(https://a.org/b)."), "[https://a.org/b]");
    CHECK_TEXT(addresses("https://a.org/b_(c)"), "[https://a.org/b_(c)]");
    CHECK_TEXT(addresses("(see https://a.org/b_(c))"), "[https://a.org/b_(c)]");
    CHECK_TEXT(addresses("[https://a.org/]"), "[https://a.org/]");
    CHECK_TEXT(addresses("<https://a.org> \"https://b.org\" 'https://c.org' `https://d.org`"),
               "[https://a.org][https://b.org][https://c.org][https://d.org]");
    CHECK_TEXT(addresses("https://a.org/?b='c'."), "[https://a.org/?b='c']");
    CHECK_TEXT(addresses("https://a.org/b c"), "[https://a.org/b]");
    CHECK_TEXT(addresses("https://a.org/\"onclick=\"alert(1)"), "[https://a.org/]");
    CHECK_TEXT(addresses("https://a.org/\xC3\xBC https://b.org/…"),
               "[https://a.org/][https://b.org/]");
    CHECK_TEXT(addresses("https://a.org/b\nc\\d"), "[https://a.org/b]");
}

static void other_schemes_are_text(void)
{
    CHECK_TEXT(addresses("javascript:alert(1) data:text/html,x file:///etc/passwd ftp://a.org"),
               "");
    CHECK_TEXT(addresses("HTTPS://a.org httpx://a.org http:a.org http:/a.org"), "");
    CHECK_TEXT(addresses("https:// http://. https:///a http://)"), "");
    CHECK_TEXT(addresses("javascript:x/https://a.org xhttps://a.org view-source+https://a.org"),
               "");
    CHECK_TEXT(addresses("https"), "");
}

CHECK_MAIN(TEST(addresses_are_found), TEST(what_closes_is_not_of_them),
           TEST(other_schemes_are_text))
