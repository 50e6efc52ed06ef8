#include "page/content/subject.h"

#include <math.h>

#include "page/content/campaign.h"
#include "page/content/device_view.h"
#include "page/content/page_parts.h"
#include "page/content/trace_run.h"
#include "table/rows.h"
#include "util/number.h"

enum { MOST_SUBJECTS = 4 };

static bool has(const struct page_request *request, const char *table)
{
    return tables_find(request->tables, table) != NULL;
}

/* Traces bring samples of their hosts, which are not known as nodes of a job. */
static bool is_job(const struct page_request *request)
{
    return has(request, "job_metrics") &&
           (!has(request, "trace") || !number_is_missing(request->facts->node_count));
}

static const char *campaign_word(const struct page_request *request)
{
    struct campaign campaign;
    return campaign_make(&campaign, request->tables) && campaign.tasks == 1 ? "task" : "campaign";
}

static size_t list_subjects(const struct page_request *request, const char **subjects)
{
    size_t count = 0;
    if (!request->tables)
        return 0;
    if (is_job(request))
        subjects[count++] = "job";
    if (has(request, "campaign"))
        subjects[count++] = campaign_word(request);
    else if (has(request, "task_quantiles")) /* published summaries alone */
        subjects[count++] = "campaign";
    if (has(request, "trace"))
        subjects[count++] = "trace";
    if (has(request, "tile_map"))
        subjects[count++] = "rendering";
    else if (has(request, "event_time"))
        subjects[count++] = "task event";
    else if (has(request, "device_metrics") && !count)
        subjects[count++] = "device";
    return count;
}

const char *subject_heading(const struct page_request *request, struct arena *arena)
{
    const char *subjects[MOST_SUBJECTS];
    size_t count = list_subjects(request, subjects);
    char *text = arena_text(arena, count ? subjects[0] : "job");
    for (size_t i = 1; i < count; i++)
        text = arena_format(arena, "%s%s%s", text, i + 1 < count ? ", " : " and ", subjects[i]);
    text[0] = (char)(text[0] - 'a' + 'A');
    return arena_format(arena, "%s report", text);
}

static double device_tasks(const struct device_tasks_rows *devices)
{
    double tasks = 0;
    for (size_t row = 0; row < devices->rows; row++)
        tasks += fmax(devices->tasks[row], 0);
    return tasks;
}

double subject_tasks(const struct tables *tables)
{
    struct campaign campaign;
    const struct device_tasks_rows devices = device_tasks_rows(tables);
    if (campaign_make(&campaign, tables))
        return campaign.tasks;
    return devices.rows ? device_tasks(&devices) : NUMBER_MISSING;
}

static const char *device_brief(const struct page_request *request, struct arena *arena)
{
    const struct device_tasks_rows devices = device_tasks_rows(request->tables);
    if (!devices.rows)
        return NULL;
    return arena_format(arena, "%s on %s",
                        count_text(arena, device_tasks(&devices), "task", "tasks"),
                        busy_devices_text(arena, &devices));
}

const char *subject_brief(const struct page_request *request, struct arena *arena)
{
    struct campaign campaign;
    struct trace_run run;
    if (!request->tables)
        return NULL;
    if (has(request, "campaign") && campaign_make(&campaign, request->tables))
        return campaign_brief(arena, &campaign);
    if (is_job(request))
        return NULL;
    if (trace_run_make(&run, request->tables, arena))
        return arena_format(arena, "%s of %s on %s", count_text(arena, run.tasks, "call", "calls"),
                            count_text(arena, run.functions, "function", "functions"),
                            count_text(arena, run.workers, "worker", "workers"));
    return device_brief(request, arena);
}
