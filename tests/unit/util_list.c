#include "util/list.h"

#include <stdlib.h>

#include "check.h"

static void items_come_in_the_order_of_adding(void)
{
    LIST_OF(double) numbers = {0};
    for (size_t i = 0; i < 1000; i++) {
        *list_add(&numbers) = (double)i;
        CHECK_INT(numbers.count, i + 1);
        CHECK(*list_last(&numbers) >= (double)i);
    }
    size_t wrong = 0;
    for (size_t i = 0; i < numbers.count; i++)
        wrong += (size_t)numbers.items[i] != i;
    CHECK_INT(wrong, 0);
    CHECK(numbers.capacity >= numbers.count);
    free(numbers.items);
}

static void a_struct_with_other_members_is_a_list_too(void)
{
    struct {
        const char *name;
        int *items;
        size_t count, capacity;
    } list = {"primes", NULL, 0, 0};
    int *first = list_add(&list);
    *first = 2;
    *list_add(&list) = 3;
    CHECK_INT(list.items[0] + list.items[1], 5);
    CHECK_INT(*list_last(&list), 3);
    free(list.items);
}

static void a_list_reaches_a_length_with_empty_items(void)
{
    struct place {
        int row, column;
    };
    LIST_OF(struct place) places = {0};
    *list_add(&places) = (struct place){7, 8};
    list_reach(&places, 4, (struct place){.row = -1, .column = 2});
    CHECK_INT(places.count, 4);
    CHECK_INT(places.items[0].row, 7);
    for (size_t i = 1; i < places.count; i++)
        CHECK_INT(places.items[i].row + places.items[i].column, 1);
    places.items[3].row = 5;
    list_reach(&places, 4, (struct place){0, 0});
    list_reach(&places, 2, (struct place){0, 0});
    CHECK_INT(places.count, 4);
    CHECK_INT(places.items[3].row, 5);
    free(places.items);
}

static void reaching_takes_the_length_once(void)
{
    LIST_OF(int) list = {0};
    size_t length = 0;
    list_reach(&list, ++length, 3);
    CHECK_INT(length, 1);
    CHECK_INT(list.count, 1);
    free(list.items);
}

CHECK_MAIN(TEST(items_come_in_the_order_of_adding), TEST(a_struct_with_other_members_is_a_list_too),
           TEST(a_list_reaches_a_length_with_empty_items), TEST(reaching_takes_the_length_once))
