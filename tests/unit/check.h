/* The unit tests' few words. A test file has functions marked with TEST and ends with
 * CHECK_MAIN(TEST(name), …); STEP(name) is what comes before or after them. Each function is one
 * test; its first failed check is printed and ends it. */
#ifndef TESTS_UNIT_CHECK_H
#define TESTS_UNIT_CHECK_H

#include <math.h>
#include <stdio.h>
#include <string.h>

static int check_failed;
static const char *check_skipped; /* why the test could not be made; NULL: it was */

#define CHECK_FAIL(...)                                                                            \
    do {                                                                                           \
        printf("  %s:%d: ", __FILE__, __LINE__);                                                   \
        printf(__VA_ARGS__);                                                                       \
        printf("\n");                                                                              \
        check_failed = 1;                                                                          \
        return;                                                                                    \
    } while (0)

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            CHECK_FAIL("not true: %s", #condition);                                                \
    } while (0)

#define CHECK_TEXT(actual, expected)                                                               \
    do {                                                                                           \
        const char *check_actual = (actual), *check_expected = (expected);                         \
        if (!check_actual || strcmp(check_actual, check_expected) != 0)                            \
            CHECK_FAIL("%s is \"%s\", not \"%s\"", #actual, check_actual ? check_actual : "NULL",  \
                       check_expected);                                                            \
    } while (0)

#define CHECK_INT(actual, expected)                                                                \
    do {                                                                                           \
        long long check_actual = (long long)(actual), check_expected = (long long)(expected);      \
        if (check_actual != check_expected)                                                        \
            CHECK_FAIL("%s is %lld, not %lld", #actual, check_actual, check_expected);             \
    } while (0)

/* Equal to within `tolerance` of the larger magnitude; NaN equals NaN. */
#define CHECK_NEAR(actual, expected, tolerance)                                                    \
    do {                                                                                           \
        double check_actual = (actual), check_expected = (expected);                               \
        double check_scale = fmax(fmax(fabs(check_actual), fabs(check_expected)), 1e-300);         \
        int check_both_missing = isnan(check_actual) && isnan(check_expected);                     \
        int check_same = check_actual == check_expected;                                           \
        if (!check_both_missing && !check_same &&                                                  \
            !(fabs(check_actual - check_expected) <= (tolerance)*check_scale))                     \
            CHECK_FAIL("%s is %.17g, not %.17g", #actual, check_actual, check_expected);           \
    } while (0)

struct check_test {
    const char *name; /* NULL: a step before or after the tests, counted when it fails alone */
    void (*run)(void);
};

static void check_say(const char *name)
{
    if (check_failed)
        printf("not ok %s\n", name ? name : "before or after the tests");
    else if (name && check_skipped)
        printf("ok %s # SKIP %s\n", name, check_skipped);
    else if (name)
        printf("ok %s\n", name);
}

/* Prints "ok NAME", "ok NAME # SKIP why" or "not ok NAME" per test, which tests/run counts. */
static int check_run(const struct check_test *tests, size_t count)
{
    int failures = 0;
    for (size_t i = 0; i < count; i++) {
        check_failed = 0;
        check_skipped = NULL;
        tests[i].run();
        check_say(tests[i].name);
        failures += check_failed;
    }
    return failures ? 1 : 0;
}

#define TEST(function)                                                                             \
    {                                                                                              \
#function, function                                                                        \
    }
#define STEP(function)                                                                             \
    {                                                                                              \
        NULL, function                                                                             \
    }
#define CHECK_MAIN(...)                                                                            \
    int main(void)                                                                                 \
    {                                                                                              \
        static const struct check_test tests[] = {__VA_ARGS__};                                    \
        return check_run(tests, sizeof tests / sizeof tests[0]);                                   \
    }

#endif
