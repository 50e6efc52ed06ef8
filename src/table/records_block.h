/* Blocks of records, for the files that make and move them. */
#ifndef TABLE_RECORDS_BLOCK_H
#define TABLE_RECORDS_BLOCK_H

#include <stdlib.h>

#include "table/records.h"

/* Bytes of one value. */
static inline size_t records_value_size(enum record_type type)
{
    return type == RECORD_NUMBER ? sizeof(double)
           : type == RECORD_TEXT ? sizeof(uint32_t)
                                 : sizeof(uint8_t);
}

/* Values of aligned blocks are those of all records. */
static inline void records_block_release(struct records_block *block)
{
    for (size_t i = 0; i < block->column_count && !block->aligned; i++)
        free(block->values[i].any);
    free(block->values);
}

#endif
