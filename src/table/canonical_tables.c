#include "table/canonical_tables.h"

enum {
    COUNT_samples = CANONICAL_FIRST_attempts - CANONICAL_FIRST_samples,
    COUNT_attempts = CANONICAL_FIRST_events - CANONICAL_FIRST_attempts,
    COUNT_events = CANONICAL_COLUMNS - CANONICAL_FIRST_events
};

static const struct column_schema columns[] = {
#define TYPE_TEXT COLUMN_TEXT, MEANING_TEXT
#define TYPE_NUMBER COLUMN_NUMBER, MEANING_NUMBER
#define TYPE_MOMENT COLUMN_NUMBER, MEANING_MOMENT
#define TYPE_FLAG COLUMN_NUMBER, MEANING_FLAG
#define CANONICAL_COLUMN(table, name, type, unit, title, description)                              \
    {#name, TYPE_##type, unit, title, COLUMN_TOTAL_NONE, description},
#include "table/canonical_tables.def"
};

static const struct table_schema schemas[CANONICAL_TABLES] = {
#define CANONICAL(table, row)                                                                      \
    {#table, row, columns + CANONICAL_FIRST_##table, COUNT_##table, false, {.name = NULL}},
#include "table/canonical_tables.def"
};

static const struct {
    enum canonical_column column;
    int record;
} records_of[] = {
#define RECORD_OF(name, record) {CANONICAL_attempts_##name, RECORD_##record##_COLUMN},
#include "table/canonical_tables.def"
};

const char *const canonical_endings[ENDINGS] = {
    [ENDING_SUCCEEDED] = "succeeded",
    [ENDING_CACHED] = "cached",
    [ENDING_FAILED] = "failed",
    [ENDING_TIMED_OUT] = "timed out",
    [ENDING_OUT_OF_MEMORY] = "out of memory",
    [ENDING_NODE_FAILED] = "node failed",
    [ENDING_LOST] = "lost",
    [ENDING_PREEMPTED] = "preempted",
    [ENDING_REQUEUED] = "requeued",
    [ENDING_DEADLINE] = "deadline",
    [ENDING_CANCELLED] = "cancelled",
    [ENDING_UNFINISHED] = "unfinished",
    [ENDING_UNKNOWN] = "unknown",
};

const struct table_schema *canonical_table_at(enum canonical_table_number number)
{
    return &schemas[number];
}

int canonical_record_column(enum canonical_column column)
{
    for (size_t i = 0; i < sizeof records_of / sizeof records_of[0]; i++)
        if (records_of[i].column == column)
            return records_of[i].record;
    return RECORDS_NO_COLUMN;
}

enum record_ending canonical_ending(struct text_slice word)
{
    for (int ending = ENDING_UNSAID + 1; ending < ENDINGS; ending++)
        if (text_slice_is(word, canonical_endings[ending]))
            return (enum record_ending)ending;
    return ENDING_UNSAID;
}
