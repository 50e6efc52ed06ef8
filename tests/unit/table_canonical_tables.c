#include "table/canonical_tables.h"

#include "check.h"

/* An attempt that is exported and read again lacks nothing. */
static void every_column_of_records_has_one_of_attempts(void)
{
    for (int record = 0; record < RECORD_FIXED_COLUMNS; record++) {
        int found = 0;
        for (int i = CANONICAL_FIRST_attempts; i < CANONICAL_FIRST_events; i++)
            found += canonical_record_column((enum canonical_column)i) == record;
        CHECK_INT(found, 1);
    }
}

static void types_of_columns_are_those_of_records(void)
{
    const struct table_schema *schema = canonical_table_at(CANONICAL_attempts);
    struct records records;
    records_init(&records);
    for (size_t i = 0; i < schema->column_count; i++) {
        int record =
            canonical_record_column((enum canonical_column)(CANONICAL_FIRST_attempts + (int)i));
        if (record == RECORDS_NO_COLUMN)
            continue;
        bool is_number = records.columns[record].type == RECORD_NUMBER;
        CHECK((schema->columns[i].type == COLUMN_NUMBER) == is_number);
        CHECK_TEXT(schema->columns[i].unit, records.columns[record].unit);
    }
    records_release(&records);
}

static void endings_are_known_by_their_words(void)
{
    for (int ending = ENDING_UNSAID + 1; ending < ENDINGS; ending++)
        CHECK_INT(canonical_ending(text_slice_of(canonical_endings[ending])), ending);
    CHECK_INT(canonical_ending(text_slice_of("COMPLETED")), ENDING_UNSAID);
    CHECK_INT(canonical_ending(text_slice_of("")), ENDING_UNSAID);
}

static void tables_have_their_columns(void)
{
    CHECK_TEXT(canonical_table_at(CANONICAL_samples)->columns[0].name, "node");
    CHECK_TEXT(canonical_table_at(CANONICAL_attempts)->columns[0].name, "source_run");
    CHECK_TEXT(canonical_table_at(CANONICAL_events)->columns[0].name, "host");
    CHECK_INT(canonical_table_at(CANONICAL_samples)->column_count, 11);
}

CHECK_MAIN(TEST(every_column_of_records_has_one_of_attempts),
           TEST(types_of_columns_are_those_of_records), TEST(endings_are_known_by_their_words),
           TEST(tables_have_their_columns))
