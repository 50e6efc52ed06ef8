/* In what columns of the memory of nodes count, where they do not say it. */
#include <math.h>
#include <string.h>

#include "input/nodes/meminfo_names.h"
#include "input/nodes/memory_parts.h"
#include "input/nodes/node_table_walk.h"

/* In kB, what nodes have at least, and what none has: as many bytes are the memory of a node. */
static const double LEAST_KB = 1e6, TOO_MANY_KB = 1e10;
/* As many bytes may be the memory of a small node, and as many kB that of a large one. */
static const double MAYBE_B = 1e9;
/* The kernel counts pages of as many bytes: by far not all numbers of kB are multiples of it. */
static const double PAGE_B = 4096;
/* Nodes at work have more bytes of memory in use or available, or that are free or hold files. */
static const double LEAST_USED_B = 0x1p26, LEAST_FREE_B = 0x1p20;
/* As MB no node has as much, and as bytes every node has more. */
static const double SURELY_KB = 0x1p22, LEAST_B = 1e9;
static const double MOST_PERCENT = 100.5;

static bool are_pages(const struct table_walk *walk, const struct metric_column *column)
{
    for (struct sample_row at = {0}; sample_row_next(walk, &at);) {
        double value = at.cells[column->place];
        if (fmod(value, PAGE_B) != 0 && !isnan(value))
            return false;
    }
    return true;
}

static void read_as(struct metric_column *column, double scale)
{
    struct perfmon_metric *metric = &column->site.column.metric;
    metric->unit = "B";
    metric->scale = scale;
    column->site.names_unit = true;
}

static void read_as_kB(struct table_walk *walk, struct metric_column *column, const char *why)
{
    read_as(column, MEMINFO_KB);
    deferred_note(&walk->deferred, column->name, "no unit, read as kB of 1,024 bytes (%s)", why);
}

/* What is called as the kernel's own amounts, of which the largest is that, and which are whole
 * pages of bytes, or not. */
static bool may_be_kB(double most, bool are_pages)
{
    return most >= LEAST_KB && most < TOO_MANY_KB && !(are_pages && most >= MAYBE_B);
}

/* ---- named as in /proc/meminfo ---- */

static bool is_line(const struct metric_column *column, struct meminfo_name *name)
{
    *name = meminfo_name_of(column->name);
    return column->place && name->is_line;
}

static bool are_kB(const struct table_walk *walk)
{
    double most = 0;
    bool pages = true;
    struct meminfo_name name;
    for (size_t i = 0; i < walk->columns.count; i++) {
        if (!is_line(&walk->columns.items[i], &name) || name.names_kB)
            continue;
        if (name.is_whole)
            most = fmax(most, node_table_largest(walk, &walk->columns.items[i]));
        pages = pages && are_pages(walk, &walk->columns.items[i]);
    }
    return may_be_kB(most, pages);
}

static void settle_lines(struct table_walk *walk)
{
    bool unnamed = are_kB(walk);
    for (size_t i = 0; i < walk->columns.count; i++) {
        struct metric_column *column = &walk->columns.items[i];
        struct meminfo_name name;
        if (!is_line(column, &name))
            continue;
        if (name.names_kB)
            read_as(column, MEMINFO_KB);
        else if (unnamed)
            read_as_kB(walk, column, "as in /proc/meminfo");
    }
}

/* ---- named in any other way ---- */

/* By names that only Ganglia has: it passes on the kernel's kB. */
static bool is_of_ganglia(const struct table_walk *walk)
{
    static const char *const names[] = {"load_one",      "load_five", "load_fifteen",
                                        "cpu_aidle",     "proc_run",  "proc_total",
                                        "part_max_used", "cpu_wio",   "pkts_in"};
    for (size_t i = 0; i < walk->columns.count; i++)
        if (TEXT_IS_AMONG(walk->columns.items[i].name, names))
            return true;
    return false;
}

static bool is_swap(const struct metric_column *column)
{
    const char *path = column->hardware ? column->hardware : column->site.column.metric.path;
    return column->place && !column->of.gpu && !column->of_core.core && path &&
           strncmp(path, "swap_", strlen("swap_")) == 0;
}

/* An amount of memory or swap without a unit. */
static bool is_unnamed(const struct table_walk *walk, const struct metric_column *column)
{
    enum memory_part part = memory_part_of(column);
    bool is_amount = (part && part != MEMORY_USED_PERCENT) || is_swap(column);
    if (!is_amount || column->site.names_unit || column->site.column.has_unit)
        return false;
    double most = node_table_largest(walk, column);
    return most == 0 || most > MOST_PERCENT;
}

/* What there is of memory, or as much of it as is known. */
struct known_memory {
    double most;
    bool has_total, are_pages;
};

static struct known_memory most_of_memory(const struct table_walk *walk)
{
    struct known_memory known = {.are_pages = true};
    for (size_t i = 0; i < walk->columns.count; i++) {
        const struct metric_column *column = &walk->columns.items[i];
        if (!is_unnamed(walk, column) || !memory_part_of(column))
            continue;
        known.most = fmax(known.most, node_table_largest(walk, column));
        known.has_total |= memory_part_of(column) == MEMORY_TOTAL;
        known.are_pages = known.are_pages && are_pages(walk, column);
    }
    return known;
}

/* Whether it may count in bytes as the total does. */
static bool may_be_bytes(const struct table_walk *walk, const struct metric_column *column)
{
    enum memory_part part = memory_part_of(column);
    double most = node_table_largest(walk, column), least = 0;
    if (part == MEMORY_USED || part == MEMORY_AVAILABLE)
        least = LEAST_USED_B;
    if (part == MEMORY_FREE || part == MEMORY_CACHED)
        least = LEAST_FREE_B;
    return most == 0 || most >= least;
}

static void read_as_bytes(struct table_walk *walk, struct metric_column *column)
{
    if (may_be_bytes(walk, column)) {
        read_as(column, 1);
        return;
    }
    deferred_note(&walk->deferred, column->name,
                  "no unit, and too small for bytes, the unit of the total: shown unchanged");
    site_column_become_own(&column->site, &walk->arena, column->name);
    column->site.column.metric.path =
        arena_format(&walk->arena, "%s" METRIC_AS_GIVEN, column->name);
}

static void settle_others(struct table_walk *walk)
{
    bool of_ganglia = is_of_ganglia(walk);
    struct known_memory known = most_of_memory(walk);
    bool is_kB = of_ganglia ? may_be_kB(known.most, known.are_pages)
                            : known.has_total && known.most >= SURELY_KB && known.most < LEAST_B;
    bool is_bytes = known.has_total && known.most >= LEAST_B;
    for (size_t i = 0; i < walk->columns.count && (is_kB || is_bytes); i++) {
        struct metric_column *column = &walk->columns.items[i];
        if (!is_unnamed(walk, column))
            continue;
        if (is_kB)
            read_as_kB(walk, column,
                       of_ganglia ? "as in Ganglia" : "any other unit would be implausible");
        else if (!is_swap(column))
            read_as_bytes(walk, column);
    }
}

void node_table_settle_memory_units(struct table_walk *walk)
{
    settle_lines(walk);
    settle_others(walk);
}
