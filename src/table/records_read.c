#include "table/records.h"

bool records_has(const struct records *records, int column)
{
    for (size_t i = 0; i < records->block_count; i++)
        if (records_values(&records->blocks[i], column).any)
            return true;
    return false;
}

const char *records_text(const struct records *records, uint32_t number)
{
    return interner_text(&records->texts, number);
}
