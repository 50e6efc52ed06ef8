#include "analysis/findings/memory_requests.h"

#include "analysis/findings/findings_requests.h"
#include "analysis/findings/kind_rows.h"
#include "analysis/findings/memory_need.h"
#include "table/rows.h"
#include "util/quantity.h"
#include "util/texts.h"

/* What is requested now stays where it is enough and rounding up would only raise it, as findings
 * advise. */
static struct memory_requests_row row_of(const struct findings *findings, const char *kind,
                                         const struct memory_need *need)
{
    enum unit_system units = findings->request->units;
    bool keeps = memory_need_keeps_request(findings, need);
    struct memory_requests_row row = memory_requests_row_missing();
    row.task = kind;
    row.tasks = need->tasks;
    row.most_B = memory_need_fits_all(findings, need) ? need->requested
                                                      : quantity_to_request(need->most, "B", units);
    row.first_B = keeps ? row.most_B : quantity_to_request(need->first, "B", units);
    row.retries = need->retries;
    if (row.first_B >= row.most_B) {
        row.first_B = row.most_B;
        row.retries = 0;
    }
    row.retried_share = row.retries / row.tasks;
    return row;
}

void memory_requests_put(const struct findings *findings, struct tables *tables)
{
    const struct allocation_rows table = allocation_rows(findings->tables);
    for (size_t i = 0; i < table.rows; i++) {
        const char *kind = table.task[i];
        struct memory_need need;
        if (!texts_equal(table.rule[i], "min_waste") || !texts_equal(table.resource[i], "memory") ||
            !kind || texts_equal(kind, "*") || memory_kills_row(findings, kind) != FINDING_NO_ROW ||
            !finding_memory_number(findings, kind) || !memory_need_of(findings, kind, &need) ||
            need.per_node)
            continue;
        const struct memory_requests_row row = row_of(findings, kind, &need);
        memory_requests_row_put(tables_get(tables, "memory_requests"), &row);
    }
}
