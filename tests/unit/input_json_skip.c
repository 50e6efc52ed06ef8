#include "check.h"

#include <stdlib.h>

#include "input/json/json_skip.h"

static size_t strange;

/* What begins where the next document is said to begin. */
static const char *next_of(const char *text)
{
    return text + json_next_document(text, strlen(text), 1, &strange);
}

static void finds_the_next_document(void)
{
    CHECK_TEXT(next_of("] [{\"a\":1}]"), "[{\"a\":1}]");
    CHECK_TEXT(next_of("}\n,\x1e;{\"a\":1}"), "{\"a\":1}");
    CHECK_TEXT(next_of("]\n\xEF\xBB\xBF{\"a\":1}"), "\xEF\xBB\xBF{\"a\":1}");
    CHECK_INT(strange, 0);
}

static void passes_empty_documents_and_padding(void)
{
    const char padded[] = "]\n\0\0\0[{\"a\":1}]";
    CHECK_TEXT(next_of("]\n[\n]\n{ }[{\"a\":1}]"), "[{\"a\":1}]");
    CHECK_INT(strange, 0);
    CHECK_INT(json_next_document(padded, sizeof padded - 1, 1, &strange), 5);
    CHECK_INT(strange, 0);
}

static void counts_what_is_no_document(void)
{
    CHECK_TEXT(next_of("]\nslow rank 3\n[{\"a\":1}]"), "[{\"a\":1}]");
    CHECK_INT(strange, 12);
    CHECK_TEXT(next_of("]] and more\n"), "");
    CHECK_INT(strange, 11);
    CHECK_TEXT(next_of("]\n  "), "");
    CHECK_INT(strange, 0);
    CHECK_TEXT(next_of("][1, 2]"), "");
    CHECK_INT(strange, 6);
}

CHECK_MAIN(TEST(finds_the_next_document), TEST(passes_empty_documents_and_padding),
           TEST(counts_what_is_no_document))
