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

CHECK_MAIN(TEST(items_come_in_the_order_of_adding), TEST(a_struct_with_other_members_is_a_list_too))
