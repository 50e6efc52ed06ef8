#include "input/devices/activity_time.h"

#include "input/text/amount.h"
#include "input/text/sample_columns.h"
#include "util/instant.h"
#include "util/number.h"

bool activity_time_of(struct text_slice cell, struct text_slice day, double *time,
                      struct csv_fault *fault)
{
    if (day.size && !number_is_missing(*time = sample_time_of_day(day, cell)))
        return true;
    bool is_date = cell.size > 4 && (cell.text[4] == '-' || cell.text[4] == '/');
    if (is_date && instant_parse(cell.text, cell.size, time))
        return true;
    *fault = (struct csv_fault){"no time stamp", cell};
    return cell.size && amount_of(AMOUNT_MOMENT, cell, time, fault) && *time == *time;
}
