/* hardware: facts that the inputs bring along. */
#include "analysis/analysis.h"
#include "table/rows.h"

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct dataset *dataset = request->dataset;
    for (size_t i = 0; i < dataset->hardware_count; i++) {
        struct table *table = tables_get(tables, "hardware");
        struct hardware_row row = hardware_row_missing();
        row.node = dataset->hardware[i].node;
        row.key = dataset->hardware[i].key;
        row.value = dataset->hardware[i].value;
        hardware_row_put(table, &row);
    }
}

const struct analysis analysis_hardware = {"hardware", run};
