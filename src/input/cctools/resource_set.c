#include "input/cctools/resource_set.h"

#include <math.h>
#include <string.h>

#include "input/cctools/supplements.h"
#include "util/number.h"
#include "util/utf8.h"

enum zero { ZERO_MISSING, ZERO_COUNTS, ZERO_REAL };

/* A text attribute's name, or a fixed column. */
struct target {
    const char *attribute;
    int column;
};

struct meaning {
    const char *key, *bare_unit, *unit;
    double most;
    enum zero zero;
    struct target targets[RESOURCE_ROLES];
};

#define NOWHERE                                                                                    \
    {                                                                                              \
        NULL, RECORDS_NO_COLUMN                                                                    \
    }
#define COLUMN(name)                                                                               \
    {                                                                                              \
        NULL, RECORD_##name##_COLUMN                                                               \
    }
#define ATTRIBUTE(name)                                                                            \
    {                                                                                              \
        name, RECORDS_NO_COLUMN                                                                    \
    }
static const struct meaning meanings[] = {
#define RESOURCE(name, key, bare_unit, unit, most, zero, ...)                                      \
    {key, bare_unit, unit, most, ZERO_##zero, {__VA_ARGS__}},
#include "input/cctools/resources.def"
#undef RESOURCE
};

/* The enumerated ones are base units already: what is counted has none but its name. MB is 2^20
 * (cctools' MEGABYTE), Mbps 10^6 bits a second. */
static const struct {
    const char *text, *base;
    double scale;
} units[] = {
    {"MB", "B", 0x1p20},   {"s", "s", 1},           {"us", "s", 1e-6},
    {"ms", "s", 1e-3},     {"Mbps", "B/s", 125000}, {"procs", "processes", 1},
    {"KB", "B", 0x1p10},   {"GB", "B", 0x1p30},     {"TB", "B", 0x1p40},
    {"B", "B", 1},         {"bytes", "B", 1},       {"Kbps", "B/s", 125},
    {"bps", "B/s", 0.125}, {"Gbps", "B/s", 125e6},  {"min", "s", 60},
    {"hours", "s", 3600},
};

static double scale_of(struct text_slice unit)
{
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (text_slice_is(unit, units[i].text))
            return units[i].scale;
    return 1;
}

static const char *base_of(struct text_slice unit)
{
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (text_slice_is(unit, units[i].text))
            return units[i].base;
    return NULL;
}

/* What the monitor called them before 2016. */
static const struct {
    const char *key;
    int resource;
} former[] = {{"resident_memory", RESOURCE_MEMORY},
              {"workdir_footprint", RESOURCE_DISK},
              {"workdir_num_files", RESOURCE_TOTAL_FILES},
              {"workdir_number_files_dirs", RESOURCE_TOTAL_FILES}};

static int resource_of(struct text_slice key)
{
    for (size_t i = 0; i < sizeof former / sizeof former[0]; i++)
        if (text_slice_is(key, former[i].key))
            return former[i].resource;
    for (int i = 0; i < RESOURCE_COUNT; i++)
        if (text_slice_is(key, meanings[i].key))
            return i;
    return RESOURCE_COUNT;
}

bool resource_is_known(struct text_slice key)
{
    return resource_of(key) < RESOURCE_COUNT;
}

/* ---- reading ---- */

void resource_reader_init(struct resource_reader *reader, struct records *records)
{
    memset(reader, 0, sizeof *reader);
    reader->records = records;
}

void resource_set_clear(struct resource_set *set)
{
    for (size_t i = 0; i < RESOURCE_COUNT; i++)
        set->values[i] = NUMBER_MISSING;
    set->other_count = set->impossible = set->left_out = 0;
}

static bool is_guessed(const struct resource_guess *guess, const struct resource_item *item)
{
    return guess->key_size == item->key.size && guess->unit_size == item->unit.size &&
           guess->key_size && memcmp(guess->key, item->key.text, item->key.size) == 0 &&
           memcmp(guess->unit, item->unit.text, item->unit.size) == 0;
}

static struct resource_guess look_up(const struct resource_item *item)
{
    struct resource_guess guess = {.resource = resource_of(item->key)};
    struct text_slice unit = item->unit;
    if (!unit.size && guess.resource < RESOURCE_COUNT) {
        const char *bare = meanings[guess.resource].bare_unit;
        unit = (struct text_slice){bare, strlen(bare)};
    }
    guess.scale = scale_of(unit);
    const char *base = base_of(unit);
    guess.whole = base && strcmp(base, "B") == 0;
    if (item->key.size < sizeof guess.key && item->unit.size < sizeof guess.unit) {
        guess.key_size = (uint8_t)item->key.size;
        guess.unit_size = (uint8_t)item->unit.size;
        memcpy(guess.key, item->key.text, item->key.size);
        memcpy(guess.unit, item->unit.text, item->unit.size);
    }
    return guess;
}

static void leave_out(struct resource_set *set, struct text_slice key)
{
    if (set->left_out++ == 0)
        set->first_left_out = key;
}

static void add_other(struct resource_set *set, const struct resource_item *item, double value)
{
    if (set->other_count < RESOURCE_OTHERS)
        set->others[set->other_count++] = (struct resource_other){item->key, item->unit, value};
    else
        leave_out(set, item->key);
}

void resource_set_add(struct resource_reader *reader, enum resource_role role,
                      struct resource_set *set, size_t place, const struct resource_item *item)
{
    struct resource_guess unknown, *guess = &unknown;
    if (place < RESOURCE_GUESSES)
        guess = &reader->guesses[role][place];
    if (guess == &unknown || !is_guessed(guess, item))
        *guess = look_up(item);
    double value = item->number * guess->scale;
    if (guess->whole)
        value = rint(value);
    if (guess->resource == RESOURCE_COUNT) {
        add_other(set, item, value);
        return;
    }
    if (value >= 0 && value <= meanings[guess->resource].most)
        set->values[guess->resource] = value;
    else if (set->impossible++ == 0)
        set->first_impossible = item->key;
}

void resource_set_settle(struct resource_set *set)
{
    bool monitored = set->values[RESOURCE_MEMORY] > 0 || set->values[RESOURCE_CPU_TIME] > 0 ||
                     set->values[RESOURCE_VIRTUAL_MEMORY] > 0;
    for (int i = 0; i < RESOURCE_COUNT; i++) {
        enum zero zero = meanings[i].zero;
        if (set->values[i] == 0 && (zero == ZERO_MISSING || (zero == ZERO_COUNTS && !monitored)))
            set->values[i] = NUMBER_MISSING;
    }
}

bool resource_set_read(struct resource_reader *reader, enum resource_role role,
                       struct resource_set *set, const char *text, const char *end)
{
    struct resource_items items;
    struct resource_item item;
    resource_set_clear(set);
    resource_items_open(&items, text, end);
    items.one_line = true;
    for (size_t place = 0; resource_items_next(&items, &item); place++)
        if (item.kind == RESOURCE_IS_NUMBER)
            resource_set_add(reader, role, set, place, &item);
    if (!items.good)
        resource_set_clear(set);
    resource_set_settle(set);
    return items.good;
}

/* ---- putting ---- */

static int find_column(struct resource_reader *reader, enum resource_role role, int resource)
{
    const struct meaning *meaning = &meanings[resource];
    const struct target *target = &meaning->targets[role];
    if (!target->attribute)
        return target->column;
    int column = records_attribute(reader->records, target->attribute, RECORD_NUMBER);
    records_set_unit(reader->records, column, meaning->unit);
    return column;
}

static int column_of(struct resource_reader *reader, enum resource_role role, int resource)
{
    int *known = &reader->columns[role][resource];
    if (!*known)
        *known = find_column(reader, role, resource) + 2;
    return *known - 2;
}

/* Names come from the data. False when there is no room for another. */
static bool put_other(struct records *records, const struct resource_other *other)
{
    enum { MOST_COLUMNS = 512 };
    char name[64], unit[16] = "";
    const char *base = base_of(other->unit);
    bool fits = other->key.size && other->key.size < sizeof name &&
                utf8_is_valid(other->key.text, other->key.size) &&
                utf8_is_valid(other->unit.text, other->unit.size);
    if (!fits || number_is_missing(other->value))
        return fits;
    memcpy(name, other->key.text, other->key.size);
    name[other->key.size] = '\0';
    int column = records_find_attribute(records, name, RECORD_NUMBER);
    if (column == RECORDS_NO_COLUMN && records->column_count >= MOST_COLUMNS)
        return false;
    column = records_attribute(records, name, RECORD_NUMBER);
    if (other->unit.size < sizeof unit)
        memcpy(unit, other->unit.text, other->unit.size);
    records_set_unit(records, column, base ? base : unit);
    records_put_number(records, column, other->value);
    return true;
}

void resource_set_put(struct resource_reader *reader, struct resource_set *set,
                      enum resource_role role)
{
    for (int i = 0; i < RESOURCE_COUNT; i++) {
        if (number_is_missing(set->values[i]))
            continue;
        int column = column_of(reader, role, i);
        if (column != RECORDS_NO_COLUMN)
            records_put_number(reader->records, column, set->values[i]);
    }
    for (size_t i = 0; i < set->other_count && role == RESOURCE_MEASURED; i++)
        if (!put_other(reader->records, &set->others[i]))
            leave_out(set, set->others[i].key);
}

/* ---- limits ---- */

/* The first of these that was exceeded. */
static const struct {
    enum resource resource;
    enum record_ending ending;
} limit_endings[] = {{RESOURCE_MEMORY, ENDING_OUT_OF_MEMORY},
                     {RESOURCE_WALL_TIME, ENDING_TIMED_OUT}};

static void put_limit_ending(struct resource_reader *reader, const struct resource_set *limits)
{
    size_t i = 0, count = sizeof limit_endings / sizeof limit_endings[0];
    while (i < count && number_is_missing(limits->values[limit_endings[i].resource]))
        i++;
    if (i == count)
        return;
    enum resource resource = limit_endings[i].resource;
    int column = column_of(reader, RESOURCE_REQUESTED, (int)resource);
    records_put_ending(reader->records, limit_endings[i].ending);
    if (!side_has_number(reader->records, column))
        records_put_number(reader->records, column, limits->values[resource]);
}

void resource_limits_put(struct resource_reader *reader, const char *text, const char *end,
                         int names, enum record_ending ending)
{
    struct strbuf joined;
    struct resource_set limits;
    strbuf_init(&joined);
    if (resource_items_names(text, end, &joined)) {
        records_put_text(reader->records, names, joined.text, joined.size);
        if (ending == ENDING_FAILED &&
            resource_set_read(reader, RESOURCE_REQUESTED, &limits, text, end))
            put_limit_ending(reader, &limits);
    }
    strbuf_release(&joined);
}
