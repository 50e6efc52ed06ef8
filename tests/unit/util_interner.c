#include "util/interner.h"

#include <stdlib.h>

#include "check.h"

static uint32_t add(struct interner *interner, const char *text)
{
    return interner_add(interner, text, strlen(text));
}

static void numbers_texts_as_they_come(void)
{
    struct interner interner;
    interner_init(&interner);
    CHECK_INT(interner_find(&interner, "isr", 3), 0);
    CHECK_INT(add(&interner, "isr"), 1);
    CHECK_INT(add(&interner, "calibrate"), 2);
    CHECK_INT(add(&interner, "isr"), 1);
    CHECK_INT(add(&interner, ""), 3);
    CHECK_INT(interner_find(&interner, "calibrate", 9), 2);
    CHECK_INT(interner_find(&interner, "calibrate", 8), 0);
    CHECK_TEXT(interner_text(&interner, 2), "calibrate");
    CHECK_TEXT(interner_text(&interner, 3), "");
    CHECK(!interner_text(&interner, 0));
    interner_release(&interner);
}

static void reports_many_texts_apart(void)
{
    enum { MANY = 20000 };
    struct interner interner;
    char text[32];
    interner_init(&interner);
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < MANY; i++) {
            snprintf(text, sizeof text, "%s%d", i % 3 ? "a long name before " : "", i);
            CHECK_INT(add(&interner, text), i + 1);
        }
    CHECK_INT(interner.count, MANY + 1);
    CHECK_TEXT(interner_text(&interner, 2), "a long name before 1");
    interner_release(&interner);
}

static void adopts_another(void)
{
    struct interner whole, part, none;
    uint32_t numbers[3];
    interner_init(&whole);
    interner_init(&part);
    interner_init(&none);
    add(&whole, "a");
    add(&whole, "b");
    add(&part, "c");
    add(&part, "a");
    interner_adopt(&whole, &part, numbers);
    interner_adopt(&whole, &none, numbers + 3);
    CHECK_INT(numbers[0], 0);
    CHECK_INT(numbers[1], 3);
    CHECK_INT(numbers[2], 1);
    CHECK_TEXT(interner_text(&whole, 3), "c");
    CHECK_INT(part.count, 0);
    CHECK_INT(add(&whole, "c"), 3);
    interner_release(&whole);
    interner_release(&part);
}

static void adopts_very_many(void)
{
    enum { MANY = 5000 };
    struct interner whole, part;
    static uint32_t numbers[MANY + 1];
    char text[32];
    interner_init(&whole);
    interner_init(&part);
    for (int i = 0; i < MANY; i++) {
        snprintf(text, sizeof text, "text %d", i);
        add(&part, text);
        if (i % 2)
            add(&whole, text);
    }
    interner_adopt(&whole, &part, numbers);
    for (int i = 0; i < MANY; i++) {
        snprintf(text, sizeof text, "text %d", i);
        CHECK_TEXT(interner_text(&whole, numbers[i + 1]), text);
        CHECK_INT(add(&whole, text), numbers[i + 1]);
    }
    CHECK_INT(whole.count, MANY + 1);
    interner_release(&whole);
}

CHECK_MAIN(TEST(numbers_texts_as_they_come), TEST(reports_many_texts_apart), TEST(adopts_another),
           TEST(adopts_very_many))
