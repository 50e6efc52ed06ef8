/* Records that a reader makes of a text: what the columns of all hold. */
#ifndef TESTS_UNIT_RECORDS_FIXTURE_H
#define TESTS_UNIT_RECORDS_FIXTURE_H

#include "records_text.h"

/* The one of the test that runs. */
static struct fixture fixture;

static inline const char *numbers(int column)
{
    return records_numbers_text(&fixture, column);
}

static inline const char *texts(int column)
{
    return records_texts_text(&fixture, column);
}

#endif
