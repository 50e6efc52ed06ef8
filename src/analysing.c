#include "analysing.h"

#include "analysis/analysis.h"
#include "analysis/job_samples.h"
#include "analysis/nodes/signal_derive.h"
#include "analysis/nodes/signals_make.h"
#include "analysis/tasks/task_groups_make.h"
#include "analysis/traces/trace_totals_make.h"
#include "run_facts.h"
#include "util/texts.h"

/* What analyses share, worked out of the dataset once. */
struct shared {
    struct signals signals;
    struct kind_choice kinds;
    struct task_groups tasks;
    struct aligned_timeline activity;
    struct trace_totals traces;
    bool has_tasks, has_activity;
};

/* False: the kinds that the options want are not in the records. */
static bool make_tasks(struct shared *shared, struct dataset *dataset,
                       const struct options *options, struct error *error)
{
    shared->has_tasks = dataset->records && dataset->records->rows > 0;
    if (!shared->has_tasks)
        return true;
    if (!kind_choice_make(&shared->kinds, dataset->records, options->kinds, error))
        return false;
    task_groups_make_by(&shared->tasks, dataset->records, &shared->kinds, options->jobs);
    return true;
}

static void make_shared(struct shared *shared, struct dataset *dataset,
                        const struct options *options, struct diagnostics *diagnostics)
{
    signals_make(&shared->signals, dataset, diagnostics, options->jobs);
    signals_derive(&shared->signals);
    shared->has_activity = dataset->activity != NULL;
    if (shared->has_activity)
        aligned_timeline_make(&shared->activity, dataset->activity, options->trace_compat,
                              diagnostics, options->jobs);
    if (shared->activity.has_traces)
        trace_totals_make(&shared->traces, &shared->activity, options->trace_compat, options->jobs);
}

static void release_shared(struct shared *shared, struct kept_inputs *inputs, int jobs)
{
    trace_totals_release(&shared->traces);
    if (!shared->has_activity || !kept_inputs_take_activity(inputs, &shared->activity, jobs))
        aligned_timeline_release(&shared->activity);
    task_groups_release(&shared->tasks);
    kind_choice_release(&shared->kinds);
    signals_release(&shared->signals);
}

/* Returns when the run was by its activity. */
static struct aligned_times find_times(const struct shared *shared, struct dataset *dataset)
{
    struct aligned_times times = {.clock = SETTLED_FROM_BEGIN};
    run_facts_time_samples(&dataset->facts, &shared->signals);
    if (!shared->has_activity)
        return times;
    times = run_facts_activity_times(&shared->activity,
                                     shared->activity.has_traces ? &shared->traces : NULL);
    run_facts_time_activity(&dataset->facts, &times);
    return times;
}

static bool is_wanted_already(const struct wanted_bins *wanted, size_t count,
                              const struct wanted_bins *bins)
{
    for (size_t i = 0; i < count; i++)
        if (texts_equal(wanted[i].quantity, bins->quantity) &&
            bin_rules_equal(&wanted[i].rule, &bins->rule))
            return true;
    return false;
}

/* Those of the definitions, each once. */
static struct wanted_bins *find_wanted_bins(const struct plotspecs *specs, struct arena *arena,
                                            size_t *count)
{
    struct wanted_bins *wanted = arena_alloc_array(arena, specs->count + 1, sizeof *wanted);
    *count = 0;
    for (size_t i = 0; i < specs->count; i++) {
        const struct plotspec *spec = &specs->items[i];
        const struct wanted_bins bins = {name_pairs_find(&spec->where, "quantity"), spec->bins};
        if (spec->has_bins && !is_wanted_already(wanted, *count, &bins))
            wanted[(*count)++] = bins;
    }
    return wanted;
}

struct prices analysing_prices(const struct options *options)
{
    return (struct prices){options->price_core_hour, options->price_gpu_hour, options->price_kwh,
                           options->carbon_intensity, options->currency};
}

bool analyse(struct kept_inputs *inputs, const struct options *options,
             const struct plotspecs *specs, const struct rules *rules, const char *scratch,
             struct diagnostics *diagnostics, struct tables *tables, struct error *error)
{
    struct shared shared = {0};
    struct dataset *dataset = &inputs->dataset;
    job_samples_keep(dataset, diagnostics);
    if (!kept_inputs_copy_samples(inputs, scratch, error))
        return false;
    if (!make_tasks(&shared, dataset, options, error))
        return false;
    make_shared(&shared, dataset, options, diagnostics);
    const struct facts known = dataset->facts;
    const struct aligned_times times = find_times(&shared, dataset);
    size_t wanted;
    const struct wanted_bins *bins = find_wanted_bins(specs, tables->arena, &wanted);
    const struct prices prices = analysing_prices(options);
    const struct analysis_request request = {
        .wanted_bins = bins,
        .wanted_bin_count = wanted,
        .dataset = dataset,
        .signals = &shared.signals,
        .tasks = shared.has_tasks ? &shared.tasks : NULL,
        .activity = shared.has_activity ? &shared.activity : NULL,
        .traces = shared.activity.has_traces ? &shared.traces : NULL,
        .trace_compat = options->trace_compat,
        .rules = rules,
        .diagnostics = diagnostics,
        .input_names = inputs->names,
        .units = options->units,
        .jobs = options->jobs,
        .prices = prices,
        .has_prices = prices_are_given(&prices),
        .peak_flops = options->peak_flops,
        .peak_bandwidth = options->peak_bandwidth,
        .limits = {options->small_memory, options->medium_memory, options->outlier_iqr},
    };
    for (size_t i = 0; i < analysis_count(); i++)
        analysis_at(i)->run(&request, tables);
    run_facts_widen(&dataset->facts, &known, &times, dataset);
    run_facts_forget_times_from_begin(&dataset->facts);
    release_shared(&shared, inputs, options->jobs);
    return true;
}
