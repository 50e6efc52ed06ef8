/* Cores of the connected workers of a task queue on which nothing ran. */
#include "analysis/findings/task_words.h"
#include "util/quantity.h"

/* As of the cores of nodes. */
static const double LITTLE_BUSY = 0.5, VERY_LITTLE_BUSY = 0.25;
static const double MUCH_IDLE_S = 3600;                 /* of core time */
static const double HARDLY = 0.01, MUCH_WAITING = 0.25; /* of the idle core time */

enum { TEXT_SIZE = 64, WHOLE = 10 /* from so many on fractions of a core do not matter */ };

static double said(const struct table *table, const char *column)
{
    return table_numbers(table, column)[0];
}

/* What of the idle core time tasks that waited could have used. */
static const char *waiting_words(const struct findings *findings, const struct table *table,
                                 double share)
{
    char waiting[TEXT_SIZE];
    if (share < HARDLY)
        return "; nothing waited";
    if (share < MUCH_WAITING)
        return arena_format(findings->arena, "; nothing waited for %s of the idle core time",
                            finding_percent(findings, 1 - share));
    quantity_format_number(said(table, "waiting"), 2, waiting, sizeof waiting);
    return arena_format(findings->arena,
                        "; tasks waited during %s of the idle core time, %s on average",
                        finding_percent(findings, share), waiting);
}

void findings_of_pool(struct findings *findings)
{
    const struct table *table = tables_find(findings->tables, "worker_cores");
    if (!table || !tables_find(findings->tables, "tasks") || finding_times_are_apart(findings))
        return;
    double cores = said(table, "cores"), busy = said(table, "busy"), share = busy / cores;
    double idle_s = said(table, "idle_s"), waited = said(table, "waited_idle_s") / idle_s;
    bool is_waiting = waited >= MUCH_WAITING;
    if (!(share < LITTLE_BUSY) || (is_waiting && (finding_tells_idle_workers(findings) ||
                                                  finding_tells_starved_workers(findings))))
        return;
    bool is_much = share < VERY_LITTLE_BUSY && idle_s >= MUCH_IDLE_S;
    char busy_text[TEXT_SIZE], cores_text[TEXT_SIZE];
    quantity_format_number(busy, 2, busy_text, sizeof busy_text);
    if (cores >= WHOLE)
        quantity_format_fixed(cores, 0, cores_text, sizeof cores_text);
    else
        quantity_format_number(cores, 2, cores_text, sizeof cores_text);
    finding_add(findings,
                (struct finding){
                    .id = "workers.cores-idle",
                    .weight = is_much ? 71 : 55,
                    .level = is_much ? "warn" : "note",
                    .section = "tasks-over-time",
                    .text = arena_format(findings->arena,
                                         "On average %s of %s cores of the connected workers ran "
                                         "tasks (%s)%s.",
                                         busy_text, cores_text, finding_percent(findings, share),
                                         waiting_words(findings, table, waited)),
                    .value = share,
                    .unit = "",
                    .threshold = LITTLE_BUSY,
                    .advice =
                        is_waiting
                            ? "check whether what tasks request, of memory and disk too, fits "
                              "the workers, or the manager holds them back"
                            : "connect fewer or smaller workers",
                });
}
