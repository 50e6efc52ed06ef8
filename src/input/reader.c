#include "input/reader.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

enum { HEAD_SIZE = 1 << 16 };

#define READER(name) extern const struct reader reader_##name;
#include "input/readers.def"
#undef READER

static const struct reader *const readers[] = {
#define READER(name) &reader_##name,
#include "input/readers.def"
#undef READER
};
enum { READER_COUNT = sizeof readers / sizeof readers[0] };

const char *column_mapping_find(const char *name, const struct column_mapping *mapping,
                                size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(mapping[i].name, name) == 0)
            return mapping[i].meaning;
    return NULL;
}

size_t reader_count(void)
{
    return READER_COUNT;
}

const struct reader *reader_at(size_t index)
{
    return readers[index];
}

const struct reader *reader_by_name(const char *name)
{
    for (size_t i = 0; i < READER_COUNT; i++)
        if (strcmp(readers[i]->name, name) == 0)
            return readers[i];
    return NULL;
}

const struct reader *reader_recognise(const struct mapping *content)
{
    size_t size = content->size < HEAD_SIZE ? content->size : HEAD_SIZE;
    char *head = memory_alloc(size + 1);
    const struct reader *surest = NULL;
    int most = 0;
    if (size)
        memcpy(head, content->bytes, size);
    for (size_t i = 0; i < READER_COUNT; i++) {
        int sure = readers[i]->recognise(head, size);
        if (sure > most) {
            most = sure;
            surest = readers[i];
        }
    }
    free(head);
    return surest;
}
