#include "table/model_text.h"
#include "util/text_line.h"

static const char *const KIND_NAMES[] = {
    [METRIC_LEVEL] = "level",
    [METRIC_RATE] = "rate",
    [METRIC_COUNTER] = "counter",
    [METRIC_ENERGY] = "energy",
};

/* ---- what the run is ---------------------------------------------------------------------------
 */

static void write_facts(const struct dataset *dataset, struct strbuf *out)
{
    const struct facts *facts = &dataset->facts;
    text_line_begin(out, "facts");
#define FACT_TEXT(field) text_line_add_text(out, #field, facts->field);
#define FACT_NUMBER(field) text_line_add_number(out, #field, facts->field);
#include "table/facts.def"
#undef FACT_TEXT
#undef FACT_NUMBER
    text_line_add_text(out, "subcluster", dataset->subcluster);
    text_line_add_flag(out, "nodes_are_shared", dataset->nodes_are_shared);
    text_line_end(out);
}

static void write_inputs(const struct dataset *dataset, struct strbuf *out)
{
    for (size_t i = 0; i < dataset->read_count; i++) {
        const struct read_input *input = &dataset->read[i];
        text_line_begin(out, "input");
        text_line_add_text(out, "path", input->path);
        text_line_add_number(out, "records", input->records);
        text_line_add_number(out, "rejected", input->rejected);
        text_line_add_flag(out, "has_naive_times", input->has_naive_times);
        text_line_end(out);
    }
    for (size_t i = 0; i < dataset->sampled_count; i++) {
        const struct sampled_input *input = &dataset->sampled[i];
        text_line_begin(out, "sampled-input");
        text_line_add_text(out, "path", input->path);
        text_line_add_number(out, "first", input->first);
        text_line_add_number(out, "last", input->last);
        text_line_end(out);
    }
}

static void write_jobs(const struct dataset *dataset, struct strbuf *out)
{
    for (size_t i = 0; i < dataset->job_count; i++) {
        const struct sampled_job *job = &dataset->jobs[i];
        text_line_begin(out, "job");
        text_line_add_text(out, "id", job->id);
        text_line_add_text(out, "path", job->path);
        text_line_add_number(out, "first", job->first);
        text_line_add_number(out, "last", job->last);
        for (size_t k = 0; k < job->host_count; k++)
            text_line_add_text(out, "host", job->hosts[k]);
        text_line_end(out);
    }
}

/* ---- nodes -------------------------------------------------------------------------------------
 */

static void write_metrics(const struct dataset *dataset, struct strbuf *out)
{
    for (size_t i = 0; i < dataset->metric_count; i++) {
        const struct metric *metric = &dataset->metrics[i];
        text_line_begin(out, "metric");
        text_line_add_text(out, "name", metric->name);
        text_line_add_text(out, "label", metric->label);
        text_line_add_text(out, "unit", metric->unit);
        text_line_add_text(out, "kind", KIND_NAMES[metric->kind]);
        text_line_add_text(out, "combine", metric->combine == COMBINE_TOTAL ? "total" : "mean");
        text_line_add_number(out, "counter_range", metric->counter_range);
        text_line_add_text(out, "part_of", metric->part_of);
        text_line_add_text(out, "scope", metric->scope);
        text_line_end(out);
    }
}

static void write_nodes(const struct dataset *dataset, struct strbuf *out)
{
    for (size_t i = 0; i < dataset->node_count; i++) {
        const struct node *node = &dataset->nodes[i];
        text_line_begin(out, "node");
        text_line_add_text(out, "name", node->name);
        text_line_add_flag(out, "listed", node->listed);
        for (size_t k = 0; k < node->held_count; k++) {
            text_line_add_number(out, "held_from", node->held[k].start);
            text_line_add_number(out, "held_until", node->held[k].end);
        }
        text_line_end(out);
    }
}

static void write_hardware(const struct dataset *dataset, struct strbuf *out)
{
    for (size_t i = 0; i < dataset->hardware_count; i++) {
        const struct hardware_fact *fact = &dataset->hardware[i];
        text_line_begin(out, "hardware");
        text_line_add_text(out, "node", fact->node);
        text_line_add_text(out, "key", fact->key);
        text_line_add_text(out, "value", fact->value);
        text_line_end(out);
    }
    for (size_t i = 0; i < dataset->peak_count; i++) {
        const struct peak_rates *peak = &dataset->peaks[i];
        text_line_begin(out, "peak-rates");
        text_line_add_text(out, "cluster", peak->cluster);
        text_line_add_text(out, "subcluster", peak->subcluster);
        text_line_add_text(out, "nodes", peak->nodes);
        text_line_add_number(out, "flops", peak->flops);
        text_line_add_number(out, "scalar_flops", peak->scalar_flops);
        text_line_add_number(out, "bandwidth", peak->bandwidth);
        text_line_end(out);
    }
}

static void write_published(const struct dataset *dataset, struct strbuf *out)
{
    for (size_t i = 0; i < dataset->published_count; i++) {
        const struct published_statistic *published = &dataset->published[i];
        text_line_begin(out, "published");
        text_line_add_text(out, "metric", published->metric);
        text_line_add_text(out, "node", published->node);
        text_line_add_text(out, "statistic", published->statistic);
        text_line_add_number(out, "value", published->value);
        text_line_add_number(out, "step", published->step);
        text_line_end(out);
    }
}

static void write_timelines(const struct dataset *dataset, struct strbuf *out)
{
    for (size_t i = 0; i < dataset->timeline_count; i++) {
        const struct timeline *timeline = dataset->timelines[i];
        text_line_begin(out, "timeline");
        text_line_add_number(out, "number", (double)i);
        text_line_add_text(out, "node", dataset->nodes[timeline->node].name);
        text_line_add_numbers(out, "times", timeline->times, timeline->count);
        text_line_end(out);
    }
}

/* `at`: that of the series before, which most often is its own as well, or the next. */
static size_t find_timeline(const struct dataset *dataset, const struct timeline *timeline,
                            size_t at)
{
    while (dataset->timelines[at] != timeline)
        at = (at + 1) % dataset->timeline_count;
    return at;
}

static void write_series(const struct dataset *dataset, struct strbuf *out)
{
    size_t timeline = 0;
    for (size_t i = 0; i < dataset->series_count; i++) {
        const struct series *series = &dataset->series[i];
        timeline = find_timeline(dataset, series->timeline, timeline);
        text_line_begin(out, "series");
        text_line_add_text(out, "metric", dataset->metrics[series->metric].name);
        text_line_add_text(out, "node", dataset->nodes[series->node].name);
        text_line_add_number(out, "timeline", (double)timeline);
        text_line_add_numbers(out, "values", series->values, series->timeline->count);
        text_line_end(out);
    }
}

/* ---- queues ------------------------------------------------------------------------------------
 */

static void add_column(struct strbuf *out, const char *name, const double *numbers, size_t count)
{
    if (numbers)
        text_line_add_numbers(out, name, numbers, count);
}

static void write_queues(const struct dataset *dataset, struct strbuf *out)
{
    for (size_t i = 0; i < dataset->queue_count; i++) {
        const struct queue_samples *queue = &dataset->queues[i];
        text_line_begin(out, "queue");
        text_line_add_text(out, "path", queue->path);
        text_line_add_flag(out, "every_change", queue->every_change);
        text_line_add_number(out, "end", queue->end);
        add_column(out, "times", queue->times, queue->count);
        add_column(out, "running", queue->running, queue->count);
        add_column(out, "waiting", queue->waiting, queue->count);
        add_column(out, "workers", queue->workers, queue->count);
        add_column(out, "cores", queue->cores, queue->count);
        text_line_end(out);
    }
}

static void add_count(struct strbuf *out, const char *name, size_t count)
{
    text_line_add_number(out, name, (double)count);
}

static void write_manager_runs(const struct dataset *dataset, struct strbuf *out)
{
    for (size_t i = 0; i < dataset->manager_run_count; i++) {
        const struct manager_run *run = &dataset->manager_runs[i];
        text_line_begin(out, "manager-run");
        text_line_add_text(out, "path", run->path);
        text_line_add_number(out, "pid", (double)run->pid);
        text_line_add_number(out, "start", run->start);
        text_line_add_number(out, "end", run->end);
        text_line_add_flag(out, "has_ended", run->has_ended);
        add_count(out, "tasks", run->tasks);
        add_count(out, "waiting", run->waiting);
        add_count(out, "running", run->running);
        add_count(out, "libraries", run->libraries);
        add_count(out, "libraries_started", run->libraries_started);
        add_count(out, "library_exits", run->library_exits);
        text_line_add_number(out, "first_exit", run->first_exit);
        text_line_add_text(out, "first_exit_host", run->first_exit_host);
        text_line_add_text(out, "most_exits_host", run->most_exits_host);
        add_count(out, "most_exits", run->most_exits);
        add_count(out, "next_exits", run->next_exits);
        text_line_end(out);
    }
}

void dataset_write_text(const struct dataset *dataset, struct strbuf *out)
{
    write_facts(dataset, out);
    write_inputs(dataset, out);
    write_jobs(dataset, out);
    write_metrics(dataset, out);
    write_nodes(dataset, out);
    write_hardware(dataset, out);
    write_published(dataset, out);
    write_timelines(dataset, out);
    write_series(dataset, out);
    write_queues(dataset, out);
    write_manager_runs(dataset, out);
    if (dataset->records)
        records_write_text(dataset->records, out);
    if (dataset->activity)
        activity_write_text(dataset->activity, out);
}
