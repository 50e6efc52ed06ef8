#include "check.h"

#include "render/spread.h"

static void nothing_to_move(void)
{
    spread(NULL, 0, 0, 10);
    struct spread_item one = {.wanted = 4, .size = 2};
    spread(&one, 1, 0, 10);
    CHECK_NEAR(one.centre, 4, 1e-12);
}

static void stays_within_its_ends(void)
{
    struct spread_item items[] = {{.wanted = 11, .size = 2}, {.wanted = -3, .size = 2, .id = 1}};
    spread(items, 2, 0, 10);
    CHECK_INT(items[0].id, 1);
    CHECK_NEAR(items[0].centre, 1, 1e-12);
    CHECK_NEAR(items[1].centre, 9, 1e-12);
}

static void equal_wishes_share_the_middle(void)
{
    struct spread_item items[3];
    for (size_t i = 0; i < 3; i++)
        items[i] = (struct spread_item){.wanted = 5, .size = 2, .id = i};
    spread(items, 3, 0, 10);
    CHECK_NEAR(items[0].centre, 3, 1e-12);
    CHECK_NEAR(items[1].centre, 5, 1e-12);
    CHECK_NEAR(items[2].centre, 7, 1e-12);
    CHECK_INT(items[0].id, 0);
    CHECK_INT(items[2].id, 2);
}

/* A block that grows may reach the one before it. */
static void blocks_join(void)
{
    struct spread_item items[] = {{.wanted = 2, .size = 2},
                                  {.wanted = 4.5, .size = 2},
                                  {.wanted = 4.6, .size = 2}};
    spread(items, 3, 0, 20);
    for (size_t i = 1; i < 3; i++)
        CHECK(items[i].centre - items[i - 1].centre >= 2 - 1e-9);
    CHECK_NEAR(items[1].centre, (2 + 4.5 + 4.6) / 3, 1e-12);
}

static void too_many_start_at_the_low_end(void)
{
    struct spread_item items[4];
    for (size_t i = 0; i < 4; i++)
        items[i] = (struct spread_item){.wanted = 9, .size = 5, .id = i};
    spread(items, 4, 0, 10);
    CHECK_NEAR(items[0].centre, 2.5, 1e-12);
    CHECK_NEAR(items[3].centre, 17.5, 1e-12);
}

CHECK_MAIN(TEST(nothing_to_move), TEST(stays_within_its_ends), TEST(equal_wishes_share_the_middle),
           TEST(blocks_join), TEST(too_many_start_at_the_low_end))
