#include "check.h"

#include "util/count_text.h"

static void thousands_are_grouped(void)
{
    CHECK_TEXT(COUNT_TEXT(0), "0");
    CHECK_TEXT(COUNT_TEXT(999), "999");
    CHECK_TEXT(COUNT_TEXT(1000), "1,000");
    CHECK_TEXT(COUNT_TEXT(41891), "41,891");
    CHECK_TEXT(COUNT_TEXT(1234567), "1,234,567");
    CHECK_TEXT(COUNT_TEXT(UINT64_MAX), "18,446,744,073,709,551,615");
}

CHECK_MAIN(TEST(thousands_are_grouped))
