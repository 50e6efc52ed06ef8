/* jobs: the jobs that node metrics among the inputs are of, where there are several. */
#include "analysis/analysis.h"
#include "util/number.h"

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct dataset *dataset = request->dataset;
    for (size_t i = 0; dataset->job_count > 1 && i < dataset->job_count; i++) {
        const struct sampled_job *job = &dataset->jobs[i];
        struct table *table = tables_get(tables, "jobs");
        table_put_text(table, job->id);
        table_put_text(table, short_paths_get(request->input_names, job->path));
        table_put_number(table, job->host_count ? (double)job->host_count : NUMBER_MISSING);
        table_put_text(table, job->host_count ? job->hosts[0] : NULL);
        table_put_number(table, job->first);
        table_put_number(table, job->last);
        table_put_number(table, i == 0);
    }
}

const struct analysis analysis_jobs = {"jobs", run};
