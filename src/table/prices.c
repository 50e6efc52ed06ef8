#include "table/prices.h"

#include <string.h>

#include "table/rows.h"
#include "util/number.h"

static const double SECONDS_PER_HOUR = 3600, JOULES_PER_KWH = 3.6e6;

bool prices_are_given(const struct prices *prices)
{
    return !number_is_missing(prices->core_hour) || !number_is_missing(prices->gpu_hour) ||
           !number_is_missing(prices->kwh) || !number_is_missing(prices->carbon_g_per_kwh);
}

static double *numbers_of(struct table *table, const char *name)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (strcmp(table->columns[i].name, name) == 0)
            return table->columns[i].numbers;
    BUG("the table %s has no column %s", table->schema->name, name);
}

/* What is known of them; NaN: nothing. */
static double sum_of(double one, double other, double third)
{
    double sum = NUMBER_MISSING;
    number_add(&sum, one);
    number_add(&sum, other);
    number_add(&sum, third);
    return sum;
}

static void put_price(struct tables *tables, const char *what, double value, const char *unit)
{
    struct prices_row row = prices_row_missing();
    if (number_is_missing(value))
        return;
    row.what = what;
    row.value = value;
    row.unit = unit;
    prices_row_put(tables_at(tables, TABLE_prices), &row);
}

static void put_prices(struct tables *tables, const struct prices *prices)
{
    const char *currency = prices->currency ? prices->currency : "";
    tables_at(tables, TABLE_prices)->rows = 0;
    put_price(tables, "core-hour", prices->core_hour, currency);
    put_price(tables, "GPU-hour", prices->gpu_hour, currency);
    put_price(tables, "kWh", prices->kwh, currency);
    put_price(tables, "CO2 per kWh", prices->carbon_g_per_kwh, "g");
}

void prices_apply(struct tables *tables, const struct prices *prices)
{
    struct table *table = tables_at(tables, TABLE_costs);
    const struct costs_rows rows = costs_rows(tables);
    const double core = prices->core_hour / SECONDS_PER_HOUR,
                 gpu = prices->gpu_hour / SECONDS_PER_HOUR, joule = prices->kwh / JOULES_PER_KWH;
    for (size_t i = 0; i < rows.rows; i++) {
        double core_cost = rows.core_s[i] * core, gpu_cost = rows.gpu_s[i] * gpu,
               energy_cost = rows.energy_J[i] * joule;
        numbers_of(table, "core_cost")[i] = core_cost;
        numbers_of(table, "gpu_cost")[i] = gpu_cost;
        numbers_of(table, "energy_cost")[i] = energy_cost;
        numbers_of(table, "cost")[i] = sum_of(core_cost, gpu_cost, energy_cost);
        numbers_of(table, "unused_cost")[i] =
            sum_of(rows.unused_core_s[i] * core, rows.idle_gpu_s[i] * gpu, NUMBER_MISSING);
        numbers_of(table, "failed_cost")[i] =
            sum_of(rows.failed_core_s[i] * core, rows.failed_gpu_s[i] * gpu,
                   rows.failed_energy_J[i] * joule);
        numbers_of(table, "cancelled_cost")[i] =
            sum_of(rows.cancelled_core_s[i] * core, rows.cancelled_gpu_s[i] * gpu,
                   rows.cancelled_energy_J[i] * joule);
        numbers_of(table, "co2_g")[i] =
            rows.energy_J[i] / JOULES_PER_KWH * prices->carbon_g_per_kwh;
    }
    put_prices(tables, prices);
}
