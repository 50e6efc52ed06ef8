#include "util/column_name.h"

#include <ctype.h>
#include <stddef.h>

void column_name_squeeze(const char *name, char squeezed[COLUMN_NAME_SIZE])
{
    size_t size = 0;
    for (; *name && size + 1 < COLUMN_NAME_SIZE; name++)
        if (isascii((unsigned char)*name) && isalnum((unsigned char)*name))
            squeezed[size++] = (char)tolower((unsigned char)*name);
    squeezed[size] = '\0';
}
