/* jobs: the jobs that node metrics among the inputs are of, where there are several. */
#include "analysis/analysis.h"
#include "table/rows.h"
#include "util/number.h"

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct dataset *dataset = request->dataset;
    for (size_t i = 0; dataset->job_count > 1 && i < dataset->job_count; i++) {
        const struct sampled_job *job = &dataset->jobs[i];
        struct table *table = tables_get(tables, "jobs");
        struct jobs_row row = jobs_row_missing();
        row.job = job->id;
        row.input = short_paths_get(request->input_names, job->path);
        row.nodes = job->host_count ? (double)job->host_count : NUMBER_MISSING;
        row.node = job->host_count ? job->hosts[0] : NULL;
        row.start = job->first;
        row.end = job->last;
        row.reported = i == 0;
        jobs_row_put(table, &row);
    }
}

const struct analysis analysis_jobs = {"jobs", run};
