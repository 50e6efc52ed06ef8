/* Resources of a task as cctools writes them, to base units and to the columns of records:
 * resources.def says what goes where. */
#ifndef INPUT_CCTOOLS_RESOURCE_SET_H
#define INPUT_CCTOOLS_RESOURCE_SET_H

#include "input/cctools/resource_items.h"
#include "table/records.h"

enum resource {
#define RESOURCE(name, ...) RESOURCE_##name,
#include "input/cctools/resources.def"
#undef RESOURCE
    RESOURCE_COUNT,
};

enum resource_role { RESOURCE_MEASURED, RESOURCE_REQUESTED, RESOURCE_ALLOCATED };
enum { RESOURCE_ROLES = 3, RESOURCE_GUESSES = 48, RESOURCE_OTHERS = 256 };

/* A number under a name that resources.def does not list. */
struct resource_other {
    struct text_slice key, unit;
    double value;
};

/* Values in base units, NaN when not there. */
struct resource_set {
    double values[RESOURCE_COUNT];
    struct resource_other others[RESOURCE_OTHERS];
    size_t other_count;
    size_t impossible;                  /* values that cannot be, left out */
    struct text_slice first_impossible; /* its key */
    size_t left_out;                    /* names for which there is no room */
    struct text_slice first_left_out;
};

/* Objects of one role have the same keys in the same order: what the last one's members were. */
struct resource_guess {
    char key[32], unit[12];
    uint8_t key_size, unit_size;
    int resource;
    double scale;
    bool whole; /* bytes: fractions of a MB stand for whole ones */
};

struct resource_reader {
    struct records *records;
    int columns[RESOURCE_ROLES][RESOURCE_COUNT]; /* + 2; 0: not looked up yet */
    struct resource_guess guesses[RESOURCE_ROLES][RESOURCE_GUESSES];
};

void resource_reader_init(struct resource_reader *reader, struct records *records);

/* Whether resources.def lists it. */
bool resource_is_known(struct text_slice key);

void resource_set_clear(struct resource_set *set);
/* Adds a number; `place`: the how manieth member it is. */
void resource_set_add(struct resource_reader *reader, enum resource_role role,
                      struct resource_set *set, size_t place, const struct resource_item *item);
/* Reads the object at `text`. False when it is not well formed: the set is then empty. */
bool resource_set_read(struct resource_reader *reader, enum resource_role role,
                       struct resource_set *set, const char *text, const char *end);
/* Clears zeros that mean that nothing was measured. */
void resource_set_settle(struct resource_set *set);

/* Puts into the record added last, which ended so, what the object at `text` says of the limits
 * that were exceeded: their names into the attribute `names`; of a failure that it was out of
 * memory, or timed out, and as request, where there is none, the limit that ended it. */
void resource_limits_put(struct resource_reader *reader, const char *text, const char *end,
                         int names, enum record_ending ending);

/* Into the record added last. Counts in the set what the records have no room for. */
void resource_set_put(struct resource_reader *reader, struct resource_set *set,
                      enum resource_role role);

#endif
