/* Memory in use of nodes, worked out once from whatever a table has of it.
 *
 * What holds files can be given back and is not in use; some monitors count it as used all the
 * same. So, first of what is there: all less what is available; what is called used, where that
 * leaves out files; all less what is free or holds files; what is called used less what holds
 * files; the share in use of all. Shares without any total stay shares. */
#include <math.h>
#include <string.h>

#include "input/nodes/memory_parts.h"
#include "input/nodes/node_table_walk.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

static const char used_path[] = "mem_used", share_path[] = "memory_percent";
static const double NEAR = 0.05;       /* of all memory: the same, whoever counts */
static const double SAME_SUM = 0.01;   /* of all memory: what is called used and what is free */
static const double SOME_FILES = 0.02; /* of all memory: more than sums differ by */
static const double MOST_OTHERS = 0.1; /* of the samples */
static const double LEAST_PERCENT = 1; /* in use: less does not tell how much all of it is, */
static const double MOST_PERCENT = 99; /* nor does more of what is left */

struct memory {
    struct table_walk *walk;
    struct metric_column *at[MEMORY_PARTS]; /* NULL: not there */
    bool in_bytes;                          /* else all amounts are in the same unknown unit */
};

/* ---- columns ---- */

static bool is_in_bytes(const struct metric_column *column)
{
    return (column->site.names_unit || column->site.column.is_listed) &&
           strcmp(column->site.column.metric.unit, "B") == 0;
}

/* Of total and the other amounts, those in bytes where any is. */
static struct memory find_parts(struct table_walk *walk)
{
    struct memory memory = {.walk = walk};
    for (size_t i = 0; i < walk->columns.count; i++) {
        enum memory_part part = memory_part_of(&walk->columns.items[i]);
        if (part && !memory.at[part])
            memory.at[part] = &walk->columns.items[i];
    }
    for (size_t part = MEMORY_TOTAL; part < MEMORY_USED_PERCENT; part++)
        memory.in_bytes |= memory.at[part] && is_in_bytes(memory.at[part]);
    for (size_t part = MEMORY_TOTAL; part < MEMORY_USED_PERCENT && memory.in_bytes; part++)
        if (memory.at[part] && !is_in_bytes(memory.at[part]))
            memory.at[part] = NULL;
    return memory;
}

static void add_column(struct memory *memory, const char *path)
{
    struct table_walk *walk = memory->walk;
    struct metric_column column = {.name = path, .place = walk->memory_place};
    column.site = site_column_look_up(&walk->dictionary, &walk->arena, path);
    column.site.column.metric.scale = 1;
    *list_add(&walk->columns) = column;
    if (name_index_find(&walk->paths, path) == NAME_INDEX_NONE)
        name_index_add(&walk->paths, path);
}

/* What the source calls so is something else. */
static void become_own(struct memory *memory, enum memory_part part, const char *remark)
{
    struct metric_column *column = memory->at[part];
    if (!column)
        return;
    column->site.column.metric.path =
        arena_format(&memory->walk->arena, "%s" METRIC_AS_GIVEN, column->name);
    deferred_note(&memory->walk->deferred, column->name, "%s", remark);
}

/* ---- rows ---- */

/* In bytes, or percent; what is not there is `otherwise`. */
static double value_of(const struct memory *memory, enum memory_part part, const double *row,
                       double otherwise)
{
    const struct metric_column *column = memory->at[part];
    return column ? row[column->place] * column->site.column.metric.scale : otherwise;
}

/* What psutil calls percent is of what is not available. */
static double total_of_rest(const struct memory *memory, const double *row, double share)
{
    return share <= MOST_PERCENT
               ? value_of(memory, MEMORY_AVAILABLE, row, NUMBER_MISSING) / (1 - share / 100)
               : NUMBER_MISSING;
}

static double total_of(const struct memory *memory, const double *row)
{
    double share = value_of(memory, MEMORY_USED_PERCENT, row, NUMBER_MISSING);
    if (memory->walk->has_bare_memory && !memory->at[MEMORY_TOTAL])
        return total_of_rest(memory, row, share);
    if (memory->at[MEMORY_TOTAL] || !(share >= LEAST_PERCENT))
        return value_of(memory, MEMORY_TOTAL, row, NUMBER_MISSING);
    return 100 * value_of(memory, MEMORY_USED, row, NUMBER_MISSING) / share;
}

/* What can be given back: memory that several processes share is called cached, too. */
static double files_of(const struct memory *memory, const double *row)
{
    double cached = value_of(memory, MEMORY_CACHED, row, NUMBER_MISSING);
    double shared = value_of(memory, MEMORY_SHARED, row, 0);
    double kernel = memory->at[MEMORY_RECLAIMABLE] ? value_of(memory, MEMORY_RECLAIMABLE, row, 0)
                                                   : value_of(memory, MEMORY_SLAB, row, 0);
    return value_of(memory, MEMORY_BUFFERS, row, 0) + kernel +
           (shared < cached ? cached - shared : cached);
}

/* Or, where nobody says it, what is called used and what is free. */
static double all_of(const struct memory *memory, const double *row)
{
    double total = total_of(memory, row);
    return isnan(total) ? value_of(memory, MEMORY_USED, row, NUMBER_MISSING) +
                              value_of(memory, MEMORY_FREE, row, NUMBER_MISSING)
                        : total;
}

static double by_available(const struct memory *memory, const double *row)
{
    return total_of(memory, row) - value_of(memory, MEMORY_AVAILABLE, row, NUMBER_MISSING);
}

static double by_free(const struct memory *memory, const double *row)
{
    return total_of(memory, row) - value_of(memory, MEMORY_FREE, row, NUMBER_MISSING) -
           files_of(memory, row);
}

static double by_used(const struct memory *memory, const double *row)
{
    return value_of(memory, MEMORY_USED, row, NUMBER_MISSING);
}

static double by_used_without_files(const struct memory *memory, const double *row)
{
    return by_used(memory, row) - files_of(memory, row);
}

static double by_share(const struct memory *memory, const double *row)
{
    return value_of(memory, MEMORY_USED_PERCENT, row, NUMBER_MISSING) / 100 *
           value_of(memory, MEMORY_TOTAL, row, NUMBER_MISSING);
}

typedef double in_use(const struct memory *memory, const double *row);

/* ---- what the source means ---- */

/* How many samples there are of both, and in how many they differ by more than `tolerance` of all
 * memory. */
struct comparison {
    size_t known, apart;
};

static void compare(struct comparison *comparison, double one, double other, double tolerance)
{
    if (isnan(one - other))
        return;
    comparison->known++;
    comparison->apart += fabs(one - other) > tolerance;
}

static bool differ(const struct comparison *comparison)
{
    return (double)comparison->apart > MOST_OTHERS * (double)comparison->known;
}

/* Whether what is called used is not what is in use by another way to tell it, by more than
 * `tolerance` of all memory. */
static bool is_used_other(const struct memory *memory, in_use *way, double tolerance)
{
    struct comparison comparison = {0};
    struct table_walk *walk = memory->walk;
    for (struct sample_row at = {0}; sample_row_next(walk, &at);)
        compare(&comparison, by_used(memory, at.cells), way(memory, at.cells),
                tolerance * all_of(memory, at.cells));
    return differ(&comparison);
}

/* Whether what is free is all that is not called used: then it counts what holds files. Without a
 * total, the sum of both is the same in each sample. */
static bool counts_files(const struct memory *memory)
{
    struct comparison comparison = {0};
    struct table_walk *walk = memory->walk;
    for (size_t host = 0; host < walk->hosts.count; host++) {
        double first = NUMBER_MISSING;
        for (size_t i = 0; i < walk->rows[host].count; i++) {
            const double *row = walk->rows[host].cells + i * walk->width;
            double sum = by_used(memory, row) + value_of(memory, MEMORY_FREE, row, NUMBER_MISSING);
            double total = total_of(memory, row);
            first = isnan(first) ? sum : first;
            total = isnan(total) ? first : total;
            compare(&comparison, sum, total, SAME_SUM * total);
        }
    }
    return comparison.known && !differ(&comparison);
}

static bool has_total(const struct memory *memory)
{
    struct metric_column *const *at = memory->at;
    bool has_rest = at[MEMORY_AVAILABLE] && memory->walk->has_bare_memory;
    return at[MEMORY_TOTAL] || ((at[MEMORY_USED] || has_rest) && at[MEMORY_USED_PERCENT]);
}

static bool has_files(const struct memory *memory)
{
    return memory->at[MEMORY_FREE] && memory->at[MEMORY_CACHED];
}

/* Where something is called used. */
static in_use *way_beside_used(const struct memory *memory)
{
    if (has_total(memory) && memory->at[MEMORY_AVAILABLE])
        return is_used_other(memory, by_available, NEAR) ? by_available : NULL;
    if (has_files(memory) && counts_files(memory) &&
        is_used_other(memory, by_used_without_files, SOME_FILES))
        return by_used_without_files;
    return memory->in_bytes || !memory->at[MEMORY_TOTAL] ? NULL : by_used;
}

/* NULL: what is there is right already, or tells nothing. */
static in_use *way_of(const struct memory *memory)
{
    struct metric_column *const *at = memory->at;
    if (at[MEMORY_USED])
        return way_beside_used(memory);
    if (has_total(memory) &&
        at[MEMORY_AVAILABLE]) /* in bytes, what is available becomes the metric */
        return memory->in_bytes ? NULL : by_available;
    if (at[MEMORY_TOTAL] && has_files(memory))
        return by_free;
    return at[MEMORY_TOTAL] && at[MEMORY_USED_PERCENT] ? by_share : NULL;
}

/* ---- what is in use ---- */

/* Of a sample without values there is no amount, and none is below 0 but by rounding. */
static void fill(const struct memory *memory, in_use *way)
{
    struct table_walk *walk = memory->walk;
    for (struct sample_row at = {0}; sample_row_next(walk, &at);) {
        double used = way(memory, at.cells);
        double whole = memory->in_bytes ? 1 : total_of(memory, at.cells) / 100;
        at.cells[walk->memory_place] = used < 0 ? 0 : used / whole;
    }
}

/* Whether the share that the source gives is of something else. */
static bool is_share_other(const struct memory *memory)
{
    struct comparison comparison = {0};
    struct table_walk *walk = memory->walk;
    for (struct sample_row at = {0}; sample_row_next(walk, &at);)
        compare(&comparison, by_share(memory, at.cells), at.cells[walk->memory_place],
                NEAR * all_of(memory, at.cells));
    return differ(&comparison);
}

/* Words of names of what else may be used in percent. */
static bool is_of_others(const char *name)
{
    static const char *const words[] = {"swap",  "disk",   "inode",  "fs",         "path",
                                        "mount", "volume", "device", "measurement"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcasestr(name, words[i]))
            return true;
    return false;
}

/* "used_percent", of the node as the columns beside it: telegraf's name, without the measurement
 * that it is of. */
static void find_bare_share(struct table_walk *walk)
{
    struct metric_column *share = NULL;
    if (walk->is_of_toolkit || walk->measurement ||
        name_index_find(&walk->paths, share_path) != NAME_INDEX_NONE)
        return;
    for (size_t i = 0; i < walk->columns.count; i++) {
        char name[COLUMN_NAME_SIZE];
        column_name_squeeze(walk->columns.items[i].name, name);
        if (strcmp(name, "usedpercent") == 0 && walk->columns.items[i].place)
            share = &walk->columns.items[i];
        if (is_of_others(walk->columns.items[i].name))
            return;
    }
    if (!share)
        return;
    share->site = site_column_look_up(&walk->dictionary, &walk->arena, "mem_used_percent");
    name_index_add(&walk->paths, share_path);
    deferred_note(&walk->deferred, share->name,
                  "read as memory in use, in percent (the name does not say of what)");
}

void node_table_reserve_memory(struct table_walk *walk)
{
    size_t parts = 0;
    find_bare_share(walk);
    for (size_t i = 0; i < walk->columns.count; i++)
        parts += memory_part_of(&walk->columns.items[i]) != MEMORY_NO_PART;
    if (parts > 1 && !walk->is_of_toolkit)
        walk->memory_place = walk->width++;
}

void node_table_work_out_memory(struct table_walk *walk)
{
    static const char counts_more[] =
        "includes reclaimable file cache: shown unchanged; memory in use is computed without it";
    if (!walk->memory_place)
        return;
    struct memory memory = find_parts(walk);
    in_use *way = way_of(&memory);
    const char *path = memory.in_bytes ? used_path : share_path;
    if (!way || (!memory.in_bytes && memory.at[MEMORY_USED_PERCENT]))
        return;
    fill(&memory, way);
    bool is_share_own = memory.at[MEMORY_USED_PERCENT] && way != by_share &&
                        (way == by_used_without_files || is_share_other(&memory));
    if (is_share_own)
        become_own(&memory, MEMORY_USED_PERCENT, counts_more);
    if (way != by_used)
        become_own(&memory, MEMORY_USED, counts_more);
    add_column(&memory, path);
}
