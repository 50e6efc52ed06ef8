#include "input/text/cell.h"

#include <string.h>

#include "input/text/csv_scan.h"
#include "util/number.h"

bool cell_is_missing(struct text_slice cell)
{
    static const char *const words[] = {"-", "n/a", "na", "nan", "null", "none", "<na>", "#n/a"};
    cell = csv_trim(cell);
    if (!cell.size)
        return true;
    return SLICE_IS_AMONG(cell, words);
}

enum cell cell_number(struct text_slice cell, double *number)
{
    if (number_parse(cell.text, cell.size, number))
        return CELL_NUMBER;
    cell = csv_trim(cell);
    if (number_parse(cell.text, cell.size, number))
        return CELL_NUMBER;
    *number = NUMBER_MISSING;
    return cell_is_missing(cell) ? CELL_MISSING : CELL_WRONG;
}

static const double LONGEST_S = 1e12; /* 31,000 years */

static bool refuse(struct text_slice cell, const char *reason, struct csv_fault *fault)
{
    *fault = (struct csv_fault){reason, csv_trim(cell)};
    return false;
}

bool cell_seconds(struct text_slice cell, double *seconds, struct csv_fault *fault)
{
    if (cell_number(cell, seconds) == CELL_WRONG)
        return refuse(cell, "not a number of seconds", fault);
    if (*seconds < 0)
        return refuse(cell, "negative time", fault);
    return !(*seconds >= LONGEST_S) || refuse(cell, "implausibly long time", fault);
}

bool cell_bytes(struct text_slice cell, double *bytes, struct csv_fault *fault)
{
    if (cell_number(cell, bytes) == CELL_WRONG)
        return refuse(cell, "not a number of bytes", fault);
    if (*bytes < 0)
        return refuse(cell, "negative number of bytes", fault);
    return !(*bytes >= 0x1p60) || refuse(cell, "implausibly many bytes", fault);
}
