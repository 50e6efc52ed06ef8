#include "check.h"

#include <string.h>

#include "util/nearest.h"

static const char *nearest_of(const char *name)
{
    static const char *const known[] = {"title", "time-zone", "output", "only", "jobs"};
    struct nearest nearest = nearest_begin(name, strlen(name));
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        nearest_offer(&nearest, known[i]);
    return nearest.found ? nearest.found : "";
}

static void mistyped_names_have_a_nearest_one(void)
{
    CHECK_TEXT(nearest_of("titel"), "title");
    CHECK_TEXT(nearest_of("outptu"), "output");
    CHECK_TEXT(nearest_of("timezone"), "time-zone");
    CHECK_TEXT(nearest_of("onlyy"), "only");
    CHECK_TEXT(nearest_of("jbs"), "jobs");
}

static void other_names_have_none(void)
{
    CHECK_TEXT(nearest_of("memory"), "");
    CHECK_TEXT(nearest_of("x"), "");
    CHECK_TEXT(nearest_of(""), "");
    char text[200];
    memset(text, 't', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    CHECK_TEXT(nearest_of(text), "");
}

CHECK_MAIN(TEST(mistyped_names_have_a_nearest_one), TEST(other_names_have_none))
