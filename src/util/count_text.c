#include "util/count_text.h"

const char *grouped_count(char *text, uint64_t count)
{
    char *at = text + COUNT_TEXT_SIZE - 1;
    *at = '\0';
    for (int digits = 0; digits == 0 || count; digits++, count /= 10) {
        if (digits && digits % 3 == 0)
            *--at = ',';
        *--at = (char)('0' + count % 10);
    }
    return at;
}
