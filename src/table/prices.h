/* What an hour of a core, an hour of a GPU and a kWh cost, and how much CO2 a kWh stands for, as
 * the site says; and what that makes of the amounts in the table `costs`. */
#ifndef TABLE_PRICES_H
#define TABLE_PRICES_H

#include <stdbool.h>

#include "table/table.h"

struct prices {
    double core_hour, gpu_hour, kwh; /* in the currency; NaN: not given */
    double carbon_g_per_kwh;         /* g of CO2; NaN: not given */
    const char *currency;            /* NULL: not given */
};

bool prices_are_given(const struct prices *prices);

/* Works out the columns of `costs` that are money or CO2 anew, of the amounts in its rows, and
 * fills the table `prices`. Formulas are in the descriptions of the columns. */
void prices_apply(struct tables *tables, const struct prices *prices);

#endif
