/* hardware: facts that the inputs bring along. */
#include "analysis/analysis.h"

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct dataset *dataset = request->dataset;
    for (size_t i = 0; i < dataset->hardware_count; i++) {
        struct table *table = tables_get(tables, "hardware");
        table_put_text(table, dataset->hardware[i].node);
        table_put_text(table, dataset->hardware[i].key);
        table_put_text(table, dataset->hardware[i].value);
    }
}

const struct analysis analysis_hardware = {"hardware", run};
