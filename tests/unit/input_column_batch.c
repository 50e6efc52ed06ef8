#include "input/parquet/column_batch.h"

#include <math.h>
#include <string.h>

#include "check.h"

enum { ROOM = 4, TEXTS = 3 * ROOM * sizeof(union parquet_value) };

static char slot[TEXTS + 16];

/* Three columns with room for four rows, of which there are two: 0.1 and none; −7 and none; "isr"
 * and none. */
static struct column_batch make(void)
{
    static const struct parquet_wanted columns[] = {{0, PARQUET_NUMBER},
                                                    {1, PARQUET_INTEGER},
                                                    {2, PARQUET_TEXT}};
    union parquet_value values[3 * ROOM] = {0};
    values[0].number = 0.1;
    values[1].number = NAN;
    values[ROOM].integer = -7;
    values[ROOM + 1].integer = PARQUET_NO_INTEGER;
    values[2 * ROOM].text.offset = TEXTS;
    values[2 * ROOM].text.size = 3;
    values[2 * ROOM + 1].text.offset = PARQUET_NO_TEXT;
    memcpy(slot, values, sizeof values);
    memcpy(slot + TEXTS, "isr", 3);
    return (struct column_batch){slot, ROOM, columns, 3, 0, 2};
}

static const char *cell(const struct column_batch *batch, size_t column, size_t row)
{
    static char text[64];
    char digits[COLUMN_BATCH_CELL_SIZE];
    struct text_slice slice = column_batch_cell(batch, column, row, digits);
    memcpy(text, slice.text, slice.size);
    text[slice.size] = '\0';
    return text;
}

static void values_have_their_column_and_row(void)
{
    struct column_batch batch = make();
    CHECK_NEAR(column_batch_number(&batch, 0, 0), 0.1, 0);
    CHECK_NEAR(column_batch_number(&batch, 1, 0), -7, 0);
    CHECK(column_batch_is_text(&batch, 2) && !column_batch_is_text(&batch, 1));
    CHECK_INT(column_batch_text(&batch, 2, 0).size, 3);
}

static void missing_values_are_none(void)
{
    struct column_batch batch = make();
    CHECK(isnan(column_batch_number(&batch, 0, 1)));
    CHECK(isnan(column_batch_number(&batch, 1, 1)));
    CHECK_INT(column_batch_text(&batch, 2, 1).size, 0);
}

static void cells_are_the_shortest_texts(void)
{
    struct column_batch batch = make();
    CHECK_TEXT(cell(&batch, 0, 0), "0.1");
    CHECK_TEXT(cell(&batch, 1, 0), "-7");
    CHECK_TEXT(cell(&batch, 2, 0), "isr");
    for (size_t column = 0; column < 3; column++)
        CHECK_TEXT(cell(&batch, column, 1), "");
}

/* 8 MiB: 65,536 rows of up to 16 columns, half as many where there are texts. */
static void slots_have_room_by_their_columns(void)
{
    CHECK_INT(parquet_slot_room(4, 1), 65536);
    CHECK_INT(parquet_slot_room(16, 0), 65536);
    CHECK_INT(parquet_slot_room(1000, 0), 1048);
    CHECK_INT(parquet_slot_room(1000, 1), 524);
    CHECK_INT(parquet_slot_room(0, 0), 0);
    CHECK_INT(parquet_slot_room(2000000, 0), 0);
}

CHECK_MAIN(TEST(values_have_their_column_and_row), TEST(missing_values_are_none),
           TEST(cells_are_the_shortest_texts), TEST(slots_have_room_by_their_columns))
