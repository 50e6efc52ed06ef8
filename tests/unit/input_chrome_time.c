#include "check.h"

#include <string.h>

#include "input/traces/chrome_time.h"

static int64_t nanoseconds_of(const char *text)
{
    int64_t nanoseconds;
    return chrome_time_parse(text, strlen(text), &nanoseconds) ? nanoseconds : -1;
}

static void times_are_whole_nanoseconds_as_far_as_clocks_go(void)
{
    static const char *const beyond[] = {"4600000000000000",   "-4600000000000000",
                                         "9999999999999999",   "99999999999999999999",
                                         "4600000000000000.5", "1e300"};
    int64_t nanoseconds;
    CHECK(nanoseconds_of("1795370000000000.1235") == INT64_C(1795370000000000124));
    CHECK(nanoseconds_of("4599999999999999.999") == INT64_C(4599999999999999999));
    CHECK(nanoseconds_of("-4599999999999999.999") == -INT64_C(4599999999999999999));
    CHECK(nanoseconds_of("1.5e3") == 1500000);
    for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++)
        CHECK(!chrome_time_parse(beyond[i], strlen(beyond[i]), &nanoseconds));
}

CHECK_MAIN(TEST(times_are_whole_nanoseconds_as_far_as_clocks_go))
