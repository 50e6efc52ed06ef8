/* What cells of sacct look like, and which columns hold what. */
#include <string.h>

#include "input/slurm/sacct_cells.h"
#include "input/text/amount.h"
#include "input/text/cell.h"
#include "util/instant.h"
#include "util/number.h"
#include "util/texts.h"

/* ---- cells ---- */

bool sacct_is_id(struct text_slice text)
{
    static const char more[] = "0123456789_+.[]-,%:abcdefghijklmnopqrstuvwxyz";
    size_t size = 0;
    while (size < text.size && text_is_digit(text.text[size]))
        size++;
    if (!size || (size < text.size && !memchr("_+.", text.text[size], 3)))
        return false;
    while (size < text.size && memchr(more, text.text[size], sizeof more - 1))
        size++;
    return size == text.size;
}

struct text_slice sacct_step_of(struct text_slice *id)
{
    const char *end = id->text + id->size, *bracket = memrchr(id->text, ']', id->size);
    const char *from = bracket ? bracket : id->text;
    const char *dot = memchr(from, '.', (size_t)(end - from));
    if (!dot || (!bracket && memchr(id->text, '[', id->size)))
        return (struct text_slice){"", 0};
    id->size = (size_t)(dot - id->text);
    return (struct text_slice){dot + 1, (size_t)(end - dot - 1)};
}

bool sacct_is_exit(struct text_slice cell)
{
    const char *colon = memchr(cell.text, ':', cell.size);
    if (!colon)
        return false;
    double number;
    size_t before = (size_t)(colon - cell.text), behind = cell.size - before - 1;
    return before < 4 && behind < 4 && number_parse(cell.text, before, &number) &&
           number_parse(colon + 1, behind, &number);
}

bool sacct_is_moment(struct text_slice cell)
{
    double number;
    return text_slice_is_word(cell, "Unknown") || text_slice_is_word(cell, "None") ||
           (cell.size >= 19 && cell.text[10] == 'T' &&
            instant_parse(cell.text, cell.size, &number));
}

bool sacct_is_memory(struct text_slice cell)
{
    double number;
    if (cell.size > 1 && (cell.text[cell.size - 1] == 'n' || cell.text[cell.size - 1] == 'c'))
        cell.size--;
    return amount_bytes(cell, 1, AMOUNT_PREFIX_1024, &number);
}

bool sacct_is_nothing(struct text_slice cell)
{
    return cell_is_missing(cell) || text_slice_is_word(cell, "Unknown") ||
           text_slice_is_word(cell, "INVALID");
}

bool sacct_is_unlimited(struct text_slice cell)
{
    return text_slice_is_word(cell, "UNLIMITED") || text_slice_is_word(cell, "Partition_Limit");
}

/* ---- columns ---- */

static const struct sacct_column fields[] = {
#define SLURM_FIELD(slot, name, form) {name, SLURM_##slot, SACCT_AS_##form},
#include "input/slurm/slurm_fields.def"
#undef SLURM_FIELD
};

/* Names may stand shortened in the header of text that is not for programs: "JobID%20". */
bool sacct_name_column(struct sacct_column *column, const char *name)
{
    *column = (struct sacct_column){name, SLURM_ATTRIBUTE, SACCT_AS_OTHER};
    size_t size = strcspn(name, "%");
    struct text_slice plain = {name, size};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (text_slice_is_word(plain, fields[i].name)) {
            column->slot = fields[i].slot;
            column->form = fields[i].form;
            return true;
        }
    return false;
}

bool sacct_is_free(enum sacct_form form)
{
    return form == SACCT_AS_FREE || form == SACCT_AS_COMMAND || form == SACCT_AS_PATH ||
           form == SACCT_AS_CONSTRAINTS;
}
