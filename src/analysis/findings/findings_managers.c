/* Runs of managers of task queues: several in one log, logs without MANAGER END, libraries that
 * failed on workers. */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "table/rows.h"
#include "util/number.h"
#include "util/texts.h"

static const char *log_name(const struct findings *findings, const char *input)
{
    return finding_path(findings, input);
}

/* ---- several runs ---- */

/* Logs with several runs. */
struct several {
    double logs, runs, from, to;
    const char *input; /* of the first of them */
};

/* Rows are in the order of logs and runs. */
static struct several find_several(const struct manager_runs_rows *rows)
{
    struct several several = {.from = NUMBER_MISSING, .to = NUMBER_MISSING};
    for (size_t row = 0; row < rows->rows; row++) {
        bool is_last = row + 1 == rows->rows || !(rows->run[row + 1] > rows->run[row]);
        if (!is_last || !(rows->run[row] > 1))
            continue;
        size_t first = row + 1 - (size_t)rows->run[row];
        if (!several.input)
            several.input = rows->input[row];
        several.logs++;
        several.runs += rows->run[row];
        several.from = fmin(several.from, rows->start[first]);
        for (size_t i = first; i <= row; i++)
            several.to = fmax(several.to, rows->end[i]);
    }
    return several;
}

static void add_several(struct findings *findings, const struct manager_runs_rows *rows)
{
    struct several several = find_several(rows);
    struct rule_finding made = rule_begin(findings, "workers.several-runs");
    if (!(several.logs > 0))
        return;
    rule_text(&made, "input", log_name(findings, several.input));
    rule_number(&made, "logs", several.logs);
    rule_number(&made, "runs", several.runs);
    rule_text(&made, "when", finding_span(findings, several.from, several.to));
    made.variant = several.logs > 1 ? "several logs" : "one log";
    made.finding.unit = "runs";
    rule_add(&made);
}

/* ---- no end ---- */

static void add_without_end(struct findings *findings, const struct manager_runs_rows *rows)
{
    struct rule_finding made = rule_begin(findings, "workers.no-manager-end");
    double without = 0, waiting = 0, running = 0;
    size_t last = 0;
    for (size_t row = 0; row < rows->rows; row++) {
        if (rows->has_ended[row] > 0)
            continue;
        without++;
        waiting += rows->waiting[row];
        running += rows->running[row];
        last = row;
    }
    if (!(without > 0))
        return;
    rule_text(&made, "input", log_name(findings, rows->input[last]));
    rule_number(&made, "without", without);
    rule_number(&made, "runs", (double)rows->rows);
    rule_number(&made, "at", rows->end[last]);
    rule_number(&made, "waiting", waiting);
    rule_number(&made, "running", running);
    rule_number(&made, "open", waiting + running);
    made.variant = without < 2 ? rows->rows < 2 ? "the only run" : "one run" : "several runs";
    made.level = waiting + running > 0 ? RULE_WARN : RULE_NOTE;
    made.value = without;
    made.threshold = 0;
    made.finding.unit = "runs";
    rule_add(&made);
}

/* ---- libraries ---- */

static void add_libraries(struct findings *findings, const struct manager_runs_rows *rows)
{
    struct rule_finding made = rule_begin(findings, "workers.library-failures");
    double libraries = 0, started = 0, failures = 0, first = NUMBER_MISSING;
    size_t earliest = 0, most = 0;
    for (size_t row = 0; row < rows->rows; row++) {
        libraries += rows->libraries[row];
        started += rows->libraries_started[row];
        failures += rows->library_failures[row];
        if (isnan(first) || rows->first_failure[row] < first) {
            first = rows->first_failure[row];
            earliest = row;
        }
        if (isnan(rows->most_failures[most]) ||
            rows->most_failures[row] > rows->most_failures[most])
            most = row;
    }
    if (!(failures > 0))
        return;
    rule_number(&made, "share", failures / libraries);
    rule_number(&made, "failures", failures);
    rule_number(&made, "libraries", libraries);
    rule_number(&made, "started", started);
    rule_number(&made, "at", first);
    rule_text(&made, "node", finding_name(findings, rows->first_node[earliest]));
    if (rows->most_failures[most] > 1) {
        rule_text(&made, "most_node", finding_name(findings, rows->most_node[most]));
        rule_number(&made, "most", rows->most_failures[most]);
    }
    rule_add(&made);
}

void findings_of_managers(struct findings *findings)
{
    const struct manager_runs_rows rows = manager_runs_rows(findings->tables);
    if (!rows.rows)
        return;
    add_several(findings, &rows);
    add_without_end(findings, &rows);
    add_libraries(findings, &rows);
}
