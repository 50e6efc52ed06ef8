#include "util/extension.h"

#include "check.h"

static void an_extension_that_is_not_there_is_named(void)
{
    struct error error = {0};
    CHECK(!extension_open("no-such-extension", &error));
    CHECK(error.kind == ERROR_OUTPUT);
    CHECK_TEXT(error.text,
               "the extension 'no-such-extension' is not installed: 'make dependencies all' builds "
               "it");
}

CHECK_MAIN(TEST(an_extension_that_is_not_there_is_named))
