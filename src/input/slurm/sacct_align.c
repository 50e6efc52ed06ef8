/* Rows with more pieces than columns: separators stand in users' own words.
 *
 * Columns of such words take one piece or more, all others one piece of their form. Of all ways to
 * cut the row so, those with the fewest oddities (a command that begins with no command of Slurm,
 * words that begin or end with a separator) are possible. What is the same in all of them is known;
 * a row of which anything that counts is not known is not used. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "input/slurm/sacct_align.h"
#include "input/slurm/slurm_state.h"
#include "input/text/amount.h"
#include "input/text/cell.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/text_slice.h"

enum { IMPOSSIBLE = UINT16_MAX };

struct alignment {
    const struct sacct_column *columns;
    size_t column_count;
    const struct text_slice *pieces;
    size_t excess;            /* pieces beyond one a column */
    uint16_t *before, *after; /* oddities of columns [0, i) in i + e pieces, and of the others */
};

/* ---- forms ---- */

static bool is_number(struct text_slice cell)
{
    double number;
    return number_parse(cell.text, cell.size, &number);
}

static bool is_clock(struct text_slice cell)
{
    double seconds;
    return sacct_is_unlimited(cell) || amount_clock(cell, &seconds);
}

static bool is_amount(struct text_slice cell)
{
    return is_number(cell) || sacct_is_memory(cell);
}

static bool fits(enum sacct_form form, struct text_slice cell)
{
    if (form != SACCT_AS_ID && form != SACCT_AS_STATE && sacct_is_nothing(cell))
        return true;
    if (form == SACCT_AS_RESOURCES || sacct_is_of_resources(form))
        return memchr(cell.text, '=', cell.size) && !memchr(cell.text, ' ', cell.size);
    switch (form) {
    case SACCT_AS_ID:
        return sacct_is_id(cell);
    case SACCT_AS_STATE:
        return slurm_is_state(cell);
    case SACCT_AS_MOMENT:
        return sacct_is_moment(cell) || is_number(cell);
    case SACCT_AS_CLOCK:
    case SACCT_AS_LIMIT:
        return is_clock(cell);
    case SACCT_AS_SECONDS:
    case SACCT_AS_COUNT:
    case SACCT_AS_MINUTES:
        return is_number(cell) || sacct_is_memory(cell) || is_clock(cell);
    case SACCT_AS_REQUESTED:
    case SACCT_AS_BYTES:
    case SACCT_AS_MEMORY:
    case SACCT_AS_JOULES:
        return is_amount(cell);
    case SACCT_AS_EXIT:
        return sacct_is_exit(cell) || is_number(cell);
    default:
        return true;
    }
}

/* "srun" of "/usr/bin/srun …" */
static struct text_slice program_of(struct text_slice cell)
{
    const char *blank = memchr(cell.text, ' ', cell.size);
    struct text_slice word = {cell.text, blank ? (size_t)(blank - cell.text) : cell.size};
    const char *slash = memrchr(word.text, '/', word.size);
    if (slash)
        word = (struct text_slice){slash + 1, (size_t)(word.text + word.size - slash - 1)};
    return word;
}

static bool is_command(struct text_slice cell)
{
    static const char *const commands[] = {"sbatch", "srun", "salloc", "scrontab"};
    struct text_slice word = program_of(cell);
    return SLICE_IS_AMONG(word, commands);
}

bool sacct_command_runs_alone(struct text_slice command)
{
    static const char terminal[] = "--pty";
    struct text_slice program = program_of(command);
    if (text_slice_is_word(program, "srun"))
        return !memmem(command.text, command.size, terminal, sizeof terminal - 1);
    return text_slice_is_word(program, "sbatch") || text_slice_is_word(program, "scrontab");
}

static bool is_odd(enum sacct_form form, struct text_slice cell)
{
    if (!cell.size)
        return false;
    if (form == SACCT_AS_COMMAND)
        return !is_command(cell);
    if (form == SACCT_AS_PATH)
        return *cell.text != '/';
    return (form == SACCT_AS_WORD || form == SACCT_AS_CONSTRAINTS) &&
           memchr(cell.text, ' ', cell.size);
}

/* ---- the ways to cut a row ---- */

/* Column i from piece i + from to piece i + to, both included. */
static struct text_slice cell_of(const struct alignment *alignment, size_t i, size_t from,
                                 size_t to)
{
    const struct text_slice *first = &alignment->pieces[i + from],
                            *last = &alignment->pieces[i + to];
    return (struct text_slice){first->text, (size_t)(last->text + last->size - first->text)};
}

static size_t oddities(const struct alignment *alignment, size_t i, size_t from, size_t to)
{
    enum sacct_form form = alignment->columns[i].form;
    struct text_slice cell = csv_trim(cell_of(alignment, i, from, to));
    bool wide = to > from;
    if (wide ? !sacct_is_free(form) : !fits(form, cell))
        return IMPOSSIBLE;
    bool open = wide && (!alignment->pieces[i + from].size || !alignment->pieces[i + to].size);
    return (size_t)open + is_odd(form, cell);
}

static size_t at(const struct alignment *alignment, size_t column, size_t excess)
{
    return column * (alignment->excess + 1) + excess;
}

static void take_less(uint16_t *least, size_t value)
{
    if (value < *least)
        *least = (uint16_t)value;
}

static void go_forward(struct alignment *alignment)
{
    alignment->before[0] = 0;
    for (size_t i = 0; i < alignment->column_count; i++)
        for (size_t from = 0; from <= alignment->excess; from++) {
            size_t so_far = alignment->before[at(alignment, i, from)];
            for (size_t to = from; so_far != IMPOSSIBLE && to <= alignment->excess; to++) {
                size_t more = oddities(alignment, i, from, to);
                if (more != IMPOSSIBLE)
                    take_less(&alignment->before[at(alignment, i + 1, to)], so_far + more);
                if (!sacct_is_free(alignment->columns[i].form))
                    break;
            }
        }
}

/* Only from where a way leads. */
static void go_back(struct alignment *alignment)
{
    alignment->after[at(alignment, alignment->column_count, alignment->excess)] = 0;
    for (size_t i = alignment->column_count; i-- > 0;)
        for (size_t from = 0; from <= alignment->excess; from++) {
            uint16_t *least = &alignment->after[at(alignment, i, from)];
            bool reached = alignment->before[at(alignment, i, from)] != IMPOSSIBLE;
            for (size_t to = from; reached && to <= alignment->excess; to++) {
                size_t behind = alignment->after[at(alignment, i + 1, to)];
                size_t more = behind == IMPOSSIBLE ? IMPOSSIBLE : oddities(alignment, i, from, to);
                if (more != IMPOSSIBLE)
                    take_less(least, behind + more);
                if (!sacct_is_free(alignment->columns[i].form))
                    break;
            }
        }
}

/* How many pieces beyond one a column lie before column i in all of the best ways; SIZE_MAX when
 * they differ. */
static size_t excess_before(const struct alignment *alignment, size_t i)
{
    size_t best = alignment->after[0], found = SIZE_MAX;
    for (size_t e = 0; e <= alignment->excess; e++) {
        size_t before = alignment->before[at(alignment, i, e)],
               after = alignment->after[at(alignment, i, e)];
        if (before == IMPOSSIBLE || after == IMPOSSIBLE || before + after != best)
            continue;
        if (found != SIZE_MAX)
            return SIZE_MAX;
        found = e;
    }
    return found;
}

static const char *put_cells(const struct alignment *alignment, struct text_slice *cells)
{
    size_t from = 0;
    for (size_t i = 0; i < alignment->column_count; i++) {
        size_t to = excess_before(alignment, i + 1);
        bool known = from != SIZE_MAX && to != SIZE_MAX;
        if (!known && alignment->columns[i].slot != SLURM_ATTRIBUTE)
            return "has more fields than there are columns, and more than one way to read it";
        cells[i] = known ? cell_of(alignment, i, from, to) : (struct text_slice){"", 0};
        from = to;
    }
    return NULL;
}

const char *sacct_align(const struct sacct_column *columns, size_t column_count,
                        struct text_slice *pieces, size_t count)
{
    struct alignment alignment = {
        columns, column_count, pieces, count - column_count, NULL, NULL,
    };
    size_t states = (column_count + 1) * (alignment.excess + 1);
    uint16_t *room = memory_alloc_array(2 * states, sizeof *room);
    memset(room, 0xFF, 2 * states * sizeof *room);
    alignment.before = room;
    alignment.after = room + states;
    go_forward(&alignment);
    go_back(&alignment);
    const char *fault = alignment.after[0] == IMPOSSIBLE ? "has more fields than there are columns"
                                                         : put_cells(&alignment, pieces);
    free(room);
    return fault;
}
