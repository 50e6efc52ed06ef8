#include "check.h"

#include <stdio.h>

#include "util/named_few.h"

static void a_few_names_are_all_named(void)
{
    struct named_few few = {0};
    CHECK_TEXT(named_few_text(&few), "");
    named_few_release(&few);
    named_few_add(&few, "a");
    named_few_add(&few, "b\033[2J");
    CHECK_INT(few.count, 2);
    CHECK(!strchr(named_few_text(&few), '\033'));
    CHECK(strncmp(named_few_text(&few), "a, b", 4) == 0);
    named_few_release(&few);
    CHECK_INT(few.count, 0);
}

static void of_many_names_the_rest_is_counted(void)
{
    struct named_few few = {0};
    char name[16];
    for (int i = 0; i < NAMED_FEW_MOST + 7; i++) {
        snprintf(name, sizeof name, "m%d", i);
        named_few_add(&few, name);
    }
    CHECK_INT(few.count, NAMED_FEW_MOST + 7);
    CHECK_TEXT(named_few_text(&few), "m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11 and 7 more");
    named_few_release(&few);
}

CHECK_MAIN(TEST(a_few_names_are_all_named), TEST(of_many_names_the_rest_is_counted))
