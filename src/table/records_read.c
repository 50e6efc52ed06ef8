#include "table/records.h"
#include "util/number.h"

static const union record_values *values_of(const struct records_block *block, int column)
{
    static const union record_values none = {NULL};
    return column >= 0 && (size_t)column < block->column_count ? &block->values[column] : &none;
}

const double *records_numbers(const struct records_block *block, int column)
{
    return values_of(block, column)->numbers;
}

const uint32_t *records_texts(const struct records_block *block, int column)
{
    return values_of(block, column)->texts;
}

const uint8_t *records_endings(const struct records_block *block)
{
    return values_of(block, RECORD_ENDING_COLUMN)->endings;
}

double records_number_at(const struct records_block *block, int column, size_t row)
{
    const double *numbers = records_numbers(block, column);
    return numbers ? numbers[row] : NUMBER_MISSING;
}

uint32_t records_text_at(const struct records_block *block, int column, size_t row)
{
    const uint32_t *texts = records_texts(block, column);
    return texts ? texts[row] : 0;
}

bool records_has(const struct records *records, int column)
{
    for (size_t i = 0; i < records->block_count; i++)
        if (values_of(&records->blocks[i], column)->any)
            return true;
    return false;
}

const char *records_text(const struct records *records, uint32_t number)
{
    return interner_text(&records->texts, number);
}
