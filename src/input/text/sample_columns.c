#include "input/text/sample_columns.h"

#include <string.h>

#include "util/instant.h"
#include "util/number.h"

static const struct {
    const char *name;
    enum sample_column meaning;
} known_names[] = {
#define SAMPLE_COLUMN(name, meaning) {name, SAMPLE_##meaning},
#include "input/text/sample_columns.def"
#undef SAMPLE_COLUMN
};
enum { KNOWN_NAMES = sizeof known_names / sizeof known_names[0] };

/* How early the name stands in the list; KNOWN_NAMES when it does not. */
static int rank_of(const char *name)
{
    char word[COLUMN_NAME_SIZE], squeezed[COLUMN_NAME_SIZE];
    size_t size = strcspn(name, "[(");
    if (size >= sizeof word)
        return KNOWN_NAMES;
    memcpy(word, name, size);
    word[size] = '\0';
    column_name_squeeze(word, squeezed);
    int rank = 0;
    while (rank < KNOWN_NAMES && strcmp(known_names[rank].name, squeezed) != 0)
        rank++;
    return rank;
}

enum sample_column sample_column_of(const char *name)
{
    int rank = rank_of(name);
    return rank < KNOWN_NAMES ? known_names[rank].meaning : SAMPLE_OTHER;
}

struct sample_columns sample_columns_find(const struct csv_header *header)
{
    size_t found[SAMPLE_OTHER];
    int ranks[SAMPLE_OTHER];
    for (int i = 0; i < SAMPLE_OTHER; i++) {
        found[i] = header->count;
        ranks[i] = KNOWN_NAMES;
    }
    for (size_t i = 0; i < header->count; i++) {
        int rank = rank_of(header->names[i]);
        if (rank == KNOWN_NAMES || rank >= ranks[known_names[rank].meaning])
            continue;
        ranks[known_names[rank].meaning] = rank;
        found[known_names[rank].meaning] = i;
    }
    if (found[SAMPLE_TIME] == header->count && found[SAMPLE_DAY] < header->count)
        found[SAMPLE_TIME] = found[SAMPLE_TIME_OF_DAY];
    return (struct sample_columns){found[SAMPLE_TIME], found[SAMPLE_DAY], found[SAMPLE_HOST]};
}

double sample_time_of_day(struct text_slice day, struct text_slice clock)
{
    long days;
    double clock_s;
    day = csv_trim(day);
    clock = csv_trim(clock);
    return instant_parse_clock(clock.text, clock.size, &clock_s) &&
                   instant_parse_day(day.text, day.size, &days)
               ? instant_of_day(days, clock_s)
               : NUMBER_MISSING;
}
