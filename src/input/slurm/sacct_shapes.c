/* Columns of sacct detected by what is in them. */
#include <string.h>

#include "input/slurm/sacct_shapes.h"
#include "input/slurm/slurm_state.h"
#include "input/text/amount.h"
#include "util/number.h"

enum { ROWS_LOOKED_AT = 5000, MOST_COLUMNS = 512, ONE_ODD_OF = 7 };

/* Layouts that programs ask sacct for without a header, in full. */
static const char *const layouts[] = {
    "JobID|JobName|Partition|Account|AllocCPUS|State|ExitCode",
    "JobID|User|Group|State|Cluster|AllocCPUS|ReqMem|TotalCPU|Elapsed|MaxRSS|ExitCode|NNodes|"
    "NTasks",
    "JobID|JobIDRaw|Cluster|Partition|QOS|Account|Group|GID|User|UID|Submit|Eligible|Start|End|"
    "Elapsed|ExitCode|State|NNodes|NCPUS|ReqCPUS|ReqMem|ReqTRES|AllocTRES|Timelimit|NodeList|"
    "JobName",
};

/* What was seen in a column: of rows of jobs and of steps, how many are not empty, and how many of
 * all that have a shape. */
struct sight {
    size_t jobs, steps;
    size_t ids, states, exits, moments, clocks, fractions, limits, memories, suffixes, counts;
    size_t resources, step_names;
    double sum, most;
};

struct sights {
    struct sight *columns;
    size_t count, rows, steps, trailing;
};

/* ---- shapes ---- */

static bool ends_in(struct text_slice cell, const char *letters)
{
    return cell.size > 1 && cell.text[cell.size - 1] && strchr(letters, cell.text[cell.size - 1]);
}

static void look_at_clock(struct sight *sight, struct text_slice cell)
{
    double number;
    bool limit = sacct_is_unlimited(cell);
    sight->limits += limit;
    if (!limit && !amount_clock(cell, &number))
        return;
    sight->clocks++;
    sight->fractions += !limit && memchr(cell.text, '.', cell.size);
}

static void look_at_number(struct sight *sight, struct text_slice cell)
{
    double number;
    if (sacct_is_memory(cell)) {
        sight->memories++;
        sight->suffixes += ends_in(cell, "KMGTPnc");
    }
    if (!number_parse(cell.text, cell.size, &number) || memchr(cell.text, '.', cell.size))
        return;
    sight->counts++;
    sight->sum += number;
    sight->most = number > sight->most ? number : sight->most;
}

static void look(struct sight *sight, struct text_slice cell, bool step)
{
    if (!cell.size)
        return;
    sight->jobs += !step;
    sight->steps += step;
    sight->ids += sacct_is_id(cell);
    sight->states += slurm_is_state(cell);
    sight->exits += sacct_is_exit(cell);
    sight->moments += sacct_is_moment(cell);
    sight->resources += memmem(cell.text, cell.size, "cpu=", 4) != NULL;
    sight->step_names +=
        step && (text_slice_is_word(cell, "batch") || text_slice_is_word(cell, "extern"));
    look_at_clock(sight, cell);
    look_at_number(sight, cell);
}

static bool is_step(const struct text_slice *cells, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (sacct_is_id(cells[i]))
            return memchr(cells[i].text, '.', cells[i].size) != NULL;
    return false;
}

static void look_at_rows(struct sights *sights, struct lines lines, struct text_slice separator,
                         struct arena *arena)
{
    struct text_slice *cells = arena_alloc_array(arena, sights->count, sizeof *cells);
    for (size_t i = 0; i < ROWS_LOOKED_AT && lines_next(&lines); i++) {
        if (!lines.line.size ||
            line_split(lines.line, separator, cells, sights->count) != sights->count)
            continue;
        bool step = is_step(cells, sights->count);
        sights->rows++;
        sights->steps += step;
        sights->trailing += !cells[sights->count - 1].size;
        for (size_t c = 0; c < sights->count; c++)
            look(&sights->columns[c], csv_trim(cells[c]), step);
    }
}

/* ---- what a column is ---- */

static size_t filled(const struct sight *sight)
{
    return sight->jobs + sight->steps;
}

/* A few cells that are wrong do not hide what a column is: they are rejected when it is read. */
static bool nearly_all(const struct sight *sight, size_t seen)
{
    return seen >= filled(sight) - filled(sight) / ONE_ODD_OF;
}

static bool mostly(const struct sight *sight, size_t seen)
{
    return filled(sight) && nearly_all(sight, seen);
}

static bool is_clock(const struct sight *sight)
{
    return mostly(sight, sight->clocks) && !mostly(sight, sight->exits);
}

static bool is_count(const struct sight *sight)
{
    return mostly(sight, sight->counts) && sight->most < 65536;
}

static void name(struct sacct_table *table, size_t column, const char *field)
{
    if (column < table->count && !table->columns[column].name)
        sacct_name_column(&table->columns[column], field);
}

typedef bool (*shape)(const struct sight *sight);

static bool shaped_id(const struct sight *sight)
{
    return mostly(sight, sight->ids);
}
static bool shaped_state(const struct sight *sight)
{
    return mostly(sight, sight->states);
}
static bool shaped_exit(const struct sight *sight)
{
    return mostly(sight, sight->exits);
}
static bool shaped_moment(const struct sight *sight)
{
    return mostly(sight, sight->moments);
}
static bool shaped_resources(const struct sight *sight)
{
    return mostly(sight, sight->resources);
}
static bool shaped_name(const struct sight *sight)
{
    return sight->step_names > 0;
}
static bool shaped_memory(const struct sight *sight)
{
    return mostly(sight, sight->memories) && sight->suffixes;
}

/* The next column from `from` on that is not named yet and has the shape, or table->count. */
static size_t find(const struct sacct_table *table, const struct sights *sights, size_t from,
                   shape has)
{
    while (from < table->count && (table->columns[from].name || !has(&sights->columns[from])))
        from++;
    return from;
}

static void name_first(struct sacct_table *table, const struct sights *sights, shape has,
                       const char *field)
{
    name(table, find(table, sights, 0, has), field);
}

/* Submit, eligible, start, end is the order of time, and the order in which people ask. */
static void name_moments(struct sacct_table *table, const struct sights *sights)
{
    static const char *const names[][4] = {{"Start"},
                                           {"Start", "End"},
                                           {"Submit", "Start", "End"},
                                           {"Submit", "Eligible", "Start", "End"}};
    size_t columns[4], count = 0;
    for (size_t c = find(table, sights, 0, shaped_moment); c < table->count && count < 4;
         c = find(table, sights, c + 1, shaped_moment))
        columns[count++] = c;
    for (size_t i = 0; i < count; i++)
        name(table, columns[i], names[count - 1][i]);
}

/* CPU time has fractions of seconds; limits stand on jobs alone. */
static void name_clocks(struct sacct_table *table, const struct sights *sights)
{
    for (size_t c = find(table, sights, 0, is_clock); c < table->count;
         c = find(table, sights, c + 1, is_clock)) {
        const struct sight *sight = &sights->columns[c];
        if (sight->fractions)
            name(table, c, "TotalCPU");
        else if (sight->limits || (sights->steps && !sight->steps))
            name(table, c, "Timelimit");
    }
    name_first(table, sights, is_clock, "Elapsed");
    if (!sights->steps)
        name_first(table, sights, is_clock, "Timelimit");
}

/* The request stands on jobs alone, what was used on steps alone. */
static void name_memories(struct sacct_table *table, const struct sights *sights)
{
    bool used = false;
    for (size_t c = find(table, sights, 0, shaped_memory); c < table->count;
         c = find(table, sights, c + 1, shaped_memory)) {
        const struct sight *sight = &sights->columns[c];
        if (!sight->steps)
            name(table, c, "ReqMem");
        else if (!sight->jobs && !used) {
            name(table, c, "MaxRSS");
            used = true;
        }
    }
}

/* Of a job's counts, a job has no fewer CPUs than nodes; processes stand on steps alone. */
static void name_counts(struct sacct_table *table, const struct sights *sights)
{
    size_t most = table->count, least = table->count;
    for (size_t c = find(table, sights, 0, is_count); c < table->count;
         c = find(table, sights, c + 1, is_count)) {
        const struct sight *sight = &sights->columns[c];
        if (!sight->jobs) {
            name(table, c, "NTasks");
            continue;
        }
        if (most == table->count || sight->sum > sights->columns[most].sum)
            most = c;
        if (least == table->count || sight->sum <= sights->columns[least].sum)
            least = c;
    }
    name(table, most, "AllocCPUS");
    if (least != most)
        name(table, least, "NNodes");
}

/* Whether what stands in the columns could stand there under the layout. */
static bool layout_fits(const struct sacct_table *layout, const struct sights *sights)
{
    for (size_t c = 0; c < layout->count; c++) {
        const struct sight *sight = &sights->columns[c];
        bool good = true;
        switch (layout->columns[c].form) {
        case SACCT_AS_MOMENT:
            good = mostly(sight, sight->moments);
            break;
        case SACCT_AS_CLOCK:
        case SACCT_AS_LIMIT:
            good = is_clock(sight);
            break;
        case SACCT_AS_COUNT:
            good = nearly_all(sight, sight->counts);
            break;
        case SACCT_AS_REQUESTED:
        case SACCT_AS_BYTES:
        case SACCT_AS_MEMORY:
            good = nearly_all(sight, sight->memories);
            break;
        case SACCT_AS_EXIT:
            good = mostly(sight, sight->exits);
            break;
        default:
            if (layout->columns[c].slot == SLURM_TEXT_ID)
                good = mostly(sight, sight->ids);
            else if (layout->columns[c].slot == SLURM_TEXT_STATE)
                good = mostly(sight, sight->states);
        }
        if (!good)
            return false;
    }
    return true;
}

static bool use_layout(struct sacct_table *table, const struct sights *sights, struct arena *arena)
{
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
        struct text_slice names[32], line = text_slice_of(layouts[i]);
        struct sacct_table layout = *table;
        if (line_split(line, table->separator, names, 32) != table->count)
            continue;
        layout.columns = arena_alloc_array(arena, table->count, sizeof *layout.columns);
        for (size_t c = 0; c < table->count; c++)
            sacct_name_column(&layout.columns[c],
                              arena_text_of_size(arena, names[c].text, names[c].size));
        if (!layout_fits(&layout, sights))
            continue;
        table->columns = layout.columns;
        return true;
    }
    return false;
}

static void use_shapes(struct sacct_table *table, const struct sights *sights)
{
    for (size_t c = 0; c < table->count; c++)
        table->columns[c] = (struct sacct_column){NULL, SLURM_ATTRIBUTE, SACCT_AS_OTHER};
    name_first(table, sights, shaped_id, "JobID");
    name_first(table, sights, shaped_state, "State");
    name_first(table, sights, shaped_exit, "ExitCode");
    name_first(table, sights, shaped_name, "JobName");
    name_first(table, sights, shaped_resources, "ReqTRES");
    name_first(table, sights, shaped_resources, "AllocTRES");
    name_moments(table, sights);
    name_clocks(table, sights);
    name_memories(table, sights);
    name_counts(table, sights);
}

/* The number of fields that most of the first rows have. */
static size_t usual_count(struct lines lines, struct text_slice separator)
{
    size_t rows[MOST_COLUMNS] = {0}, best = 0;
    for (size_t i = 0; i < ROWS_LOOKED_AT && lines_next(&lines); i++) {
        size_t count = line_split(lines.line, separator, NULL, 0);
        if (count < MOST_COLUMNS && ++rows[count] > rows[best])
            best = count;
    }
    return best;
}

bool sacct_guess_columns(struct sacct_table *table, struct lines lines, struct arena *arena)
{
    struct sights sights = {.count = usual_count(lines, table->separator)};
    if (sights.count < 3)
        return false;
    sights.columns = arena_alloc_array(arena, sights.count, sizeof *sights.columns);
    look_at_rows(&sights, lines, table->separator, arena);
    table->count = sights.count;
    table->columns = arena_alloc_array(arena, table->count, sizeof *table->columns);
    if (!use_layout(table, &sights, arena)) {
        table->trailing = sights.trailing == sights.rows;
        table->count -= table->trailing;
        if (!table->trailing || !use_layout(table, &sights, arena))
            use_shapes(table, &sights);
    }
    return sacct_column_of(table, SLURM_TEXT_ID) < table->count &&
           sacct_column_of(table, SLURM_TEXT_STATE) < table->count;
}
