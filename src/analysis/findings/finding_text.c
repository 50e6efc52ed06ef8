#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "table/activity.h"
#include "table/metric_unit.h"
#include "table/rows.h"
#include "util/distinct_names.h"
#include "util/instant.h"
#include "util/number.h"
#include "util/utf8.h"

enum { LONGEST_NAME = 40, LONGEST_LABEL = 32, LONGEST_PATH = 44, TEXT_SIZE = 64 };

static const double DAY_S = 86400, SHORT_JOB_S = 600;
static const double LEAST_OF_LARGEST = 1e-3, LEAST_SAMPLES = 10;
/* Of the percentages of a whole: less than the first nobody acts on. */
static const double LEAST_POINTS = 1, LARGE_POINTS = 5;

static size_t metric_row(const struct findings *findings, const char *metric,
                         const struct table **table)
{
    *table = tables_find(findings->tables, "job_metrics");
    return *table ? table_find_row(*table, 0, "metric", metric, NULL, NULL) : 0;
}

const struct device_metric_row *finding_device_metric(const struct findings *findings,
                                                      const char *metric)
{
    const struct table *table;
    size_t row = metric_row(findings, metric, &table);
    return table && row < table->rows ? NULL : device_metric_called(metric);
}

double finding_number(const struct findings *findings, const char *metric, const char *column)
{
    const struct table *table;
    size_t row = metric_row(findings, metric, &table);
    return table && row < table->rows ? table_numbers(table, column)[row] : NUMBER_MISSING;
}

static const char *metric_text(const struct findings *findings, const char *metric,
                               const char *column, const char *otherwise)
{
    const struct table *table;
    size_t row = metric_row(findings, metric, &table);
    const char *text = table && row < table->rows ? table_texts(table, column)[row] : NULL;
    return text ? text : otherwise;
}

const char *finding_unit(const struct findings *findings, const char *metric)
{
    const struct device_metric_row *device = finding_device_metric(findings, metric);
    return metric_unit(metric, metric_text(findings, metric, "unit", device ? device->unit : ""));
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static const char *shortened(const struct findings *findings, const char *text, size_t most)
{
    return utf8_shorten(findings->arena, utf8_clean(findings->arena, text), most);
}

/* "Memory used" becomes "memory used", but "CPU load" stays, and so does a source's own name. */
const char *finding_label(const struct findings *findings, const char *metric)
{
    const struct device_metric_row *device = finding_device_metric(findings, metric);
    const char *label = metric_text(findings, metric, "label", device ? device->label : metric);
    char *text = arena_text(findings->arena, shortened(findings, label, LONGEST_LABEL));
    if (strcmp(label, metric) != 0 && is_upper(text[0]) && is_lower(text[1]))
        text[0] = (char)(text[0] - 'A' + 'a');
    return text;
}

const char *finding_own_label(const struct findings *findings, const char *metric)
{
    static const char begin[] = "GPU ";
    static const char *const ends[] = {" of GPUs", " on GPUs"};
    const char *label = finding_label(findings, metric);
    size_t size = strlen(label);
    if (strcmp(finding_thing(metric), "GPU") != 0)
        return label;
    if (strncmp(label, begin, sizeof begin - 1) == 0)
        return label + sizeof begin - 1;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (size > strlen(ends[i]) && strcmp(label + size - strlen(ends[i]), ends[i]) == 0)
            return arena_text_of_size(findings->arena, label, size - strlen(ends[i]));
    return label;
}

const char *finding_plural(double count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

const char *finding_capital(const struct findings *findings, const char *text)
{
    char *copy = arena_text(findings->arena, text);
    const char *word_end = copy + strcspn(copy, " ");
    bool is_word = !memchr(copy, '_', (size_t)(word_end - copy)) &&
                   !memchr(copy, '.', (size_t)(word_end - copy));
    if (is_lower(copy[0]) && is_word)
        copy[0] = (char)(copy[0] - 'a' + 'A');
    return copy;
}

/* Where the names in sentences come from: cut, one must not look like another beside it. */
static const struct {
    const char *table, *column;
} named_in[] = {{"nodes", "node"},      {"gpus", "gpu"},           {"tasks", "task"},
                {"task_nodes", "node"}, {"functions", "function"}, {"trace_workers", "worker"},
                {"device_use", "host"}};

static const struct table *table_that_names(const struct findings *findings, const char *name,
                                            const char *const **names)
{
    for (size_t i = 0; i < sizeof named_in / sizeof named_in[0]; i++) {
        const struct table *table = tables_find(findings->tables, named_in[i].table);
        if (!table || table_find_row(table, 0, named_in[i].column, name, NULL, NULL) >= table->rows)
            continue;
        *names = table_texts(table, named_in[i].column);
        return table;
    }
    return NULL;
}

const char *finding_kind_name(const struct findings *findings, const char *kind)
{
    const char *name = kind_name_shown(&findings->kind_names, kind);
    const char *label = kind_label(&findings->kind_names, name);
    if (label && utf8_length(name) > LONGEST_NAME)
        return label;
    return finding_name(findings, name);
}

/* What all functions are called. */
static const char *const *function_names_of(const struct findings *findings,
                                            const struct table *table, const char *const *names)
{
    const char *const *known = findings->function_names.shown;
    const char **shown = arena_alloc_array(findings->arena, table->rows, sizeof *shown);
    for (size_t row = 0; row < table->rows; row++)
        shown[row] = known && known[row] ? known[row] : names[row];
    return shown;
}

const char *finding_name(const struct findings *findings, const char *name)
{
    const char *const *names = NULL;
    const char *shown = function_name_shown(&findings->function_names, name);
    const struct table *table =
        name && utf8_length(shown) > LONGEST_NAME ? table_that_names(findings, name, &names) : NULL;
    if (table && strcmp(table->schema->name, "functions") == 0)
        names = function_names_of(findings, table, names);
    if (table && strcmp(table->schema->name, "tasks") == 0)
        return kind_name_within(&findings->kind_names, kind_name_shown(&findings->kind_names, name),
                                LONGEST_NAME, findings->arena);
    if (table)
        return distinct_name(shown, names, table->rows, LONGEST_NAME, findings->arena);
    return shortened(findings, shown ? shown : "?", LONGEST_NAME);
}

const char *finding_path(const struct findings *findings, const char *path)
{
    return shortened(findings, path, LONGEST_PATH);
}

const char *finding_quantity(const struct findings *findings, double value, const char *unit)
{
    char text[TEXT_SIZE];
    return arena_text(findings->arena,
                      quantity_format(value, unit ? unit : "", findings->request->units, text,
                                      sizeof text));
}

const char *finding_request(const struct findings *findings, double needed, const char *unit)
{
    char text[TEXT_SIZE];
    return arena_text(findings->arena,
                      quantity_format_request(needed, unit, findings->request->units, text,
                                              sizeof text));
}

const char *finding_requested(const struct findings *findings, double amount, const char *unit)
{
    char text[TEXT_SIZE];
    return arena_text(findings->arena,
                      quantity_format_requested(amount, unit, findings->request->units, text,
                                                sizeof text));
}

const char *finding_hundredths(const struct findings *findings, double number)
{
    char text[64];
    return arena_text(findings->arena, quantity_format_fixed(number, 2, text, sizeof text));
}

const char *finding_percent(const struct findings *findings, double share)
{
    double percent = 100 * share;
    if (percent > 0 && percent < 0.05)
        return "under 0.1 %";
    if (percent >= 99.95 && share < 1 - 1e-9)
        return "over 99.9 %";
    int decimals = fabs(percent) >= 99.95 || percent == 0 ? 0 : fabs(percent) < 9.95 ? 1 : 0;
    if (fabs(percent) > 99 && fabs(percent) < 99.95)
        decimals = 1;
    char text[TEXT_SIZE];
    return arena_format(findings->arena, "%s %%",
                        quantity_format_fixed(percent, decimals, text, sizeof text));
}

const char *finding_share(const struct findings *findings, double ratio)
{
    char text[TEXT_SIZE];
    if (ratio >= 0 && ratio < 0.001)
        return "under 0.1 %";
    if (ratio >= 100)
        return "over 100 times";
    if (ratio < 2)
        return finding_percent(findings, ratio);
    return arena_format(findings->arena, "%s times",
                        quantity_format_number(ratio, 2, text, sizeof text));
}

static bool is_one_day(struct job_time time)
{
    double from = time.start + instant_utc_offset(time.start);
    double to = time.end + instant_utc_offset(time.end);
    return floor(from / DAY_S) == floor(to / DAY_S);
}

const char *finding_moment(const struct findings *findings, double instant)
{
    char text[TEXT_SIZE];
    enum instant_style style = INSTANT_MINUTE;
    if (!instant_is_date(instant))
        return arena_format(findings->arena, "%s after the start",
                            quantity_format(instant, "s", UNITS_SI, text, sizeof text));
    if (is_one_day(findings->shown))
        style = findings->shown.end - findings->shown.start < SHORT_JOB_S ? INSTANT_CLOCK_SECOND
                                                                          : INSTANT_CLOCK;
    return arena_text(findings->arena, instant_format(instant, style, text, sizeof text));
}

const char *finding_span(const struct findings *findings, double from, double to)
{
    char text[TEXT_SIZE];
    struct job_time span = {from, to};
    if (!instant_is_date(to))
        return arena_format(findings->arena, "from %s to %s",
                            quantity_format(from, "s", UNITS_SI, text, sizeof text),
                            finding_moment(findings, to));
    const char *end = finding_moment(findings, to);
    if (is_one_day(span) && !is_one_day(findings->shown))
        end = instant_format(to, INSTANT_CLOCK, text, sizeof text);
    return arena_format(findings->arena, "from %s to %s", finding_moment(findings, from), end);
}

const char *finding_list(const struct findings *findings, const char *const *items, size_t count)
{
    const char *text = count ? items[0] : "";
    for (size_t i = 1; i < count; i++)
        text =
            arena_format(findings->arena, "%s%s%s", text, i + 1 < count ? ", " : " and ", items[i]);
    return text;
}

const char *finding_next_name(const struct findings *findings, const char **names)
{
    const char *end = strstr(*names, METRICS_BETWEEN), *name = *names;
    if (!*name)
        return NULL;
    size_t size = end ? (size_t)(end - name) : strlen(name);
    *names += size + (end ? strlen(METRICS_BETWEEN) : 0);
    return arena_text_of_size(findings->arena, name, size);
}

const char *finding_labels(const struct findings *findings, const char *names)
{
    enum { MOST = 8 };
    const char *labels[MOST] = {NULL}, *name;
    size_t count = 0;
    while (count < MOST && (name = finding_next_name(findings, &names)))
        labels[count++] = finding_label(findings, name);
    return finding_list(findings, labels, count);
}

const char *finding_load(const struct findings *findings, const char *metric, double load)
{
    return strcmp(metric, "cpu_percent") == 0
               ? arena_format(findings->arena, "%s cores",
                              finding_quantity(findings, load / 100, ""))
               : finding_quantity(findings, load, finding_unit(findings, metric));
}

static bool is_as_given(const char *metric)
{
    return strstr(metric, METRIC_AS_GIVEN);
}

bool finding_is_work(const char *metric)
{
    static const char *const begins[] = {"cpu",   "flops", "ipc",   "mem_bw", "memory_bw",
                                         "clock", "rapl",  "acc_u", "acc_p",  "node_power"};
    static const char *const holds[] = {"util", "power", "instructions", "FLOPS"};
    if (is_as_given(metric))
        return false;
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++)
        if (strncmp(metric, begins[i], strlen(begins[i])) == 0)
            return true;
    for (size_t i = 0; i < sizeof holds / sizeof holds[0]; i++)
        if (strstr(metric, holds[i]))
            return true;
    return false;
}

static const char OF_ACCELERATORS[] = ".accelerator";

/* Archives have metrics of each GPU of a node, or one value for all of them. */
const char *finding_thing(const char *metric)
{
    const char *ending = strrchr(metric, '.');
    return strncmp(metric, "gpu.", 4) == 0 || (ending && strcmp(ending, OF_ACCELERATORS) == 0)
               ? "GPU"
               : "node";
}

/* A value of a node for all its GPUs, each of which has its own. */
static bool is_known_of_gpus(const struct findings *findings, const char *metric)
{
    const char *of_gpus = arena_format(findings->arena, "%s%s", metric, OF_ACCELERATORS);
    return finding_number(findings, of_gpus, "samples") > 0;
}

/* Sockets and cores of a node do not share its work evenly, nor need they. */
static bool is_of_whole(const struct findings *findings, const char *metric)
{
    const struct signals *signals = findings->request->signals;
    size_t number = signals_find(signals, metric);
    if (number == (size_t)-1)
        return false;
    const char *scope = signals->metrics[number].scope;
    return strcmp(scope, "node") == 0 || strcmp(scope, "gpu") == 0 ||
           strcmp(scope, "accelerator") == 0;
}

static bool is_large_enough(const struct job_metrics_rows *metrics, size_t row)
{
    const char *const *units = metrics->unit;
    const double *means = metrics->mean_per_node;
    double largest = 0;
    for (size_t i = 0; i < metrics->rows; i++)
        if (strcmp(units[i], units[row]) == 0)
            largest = fmax(largest, fabs(means[i]));
    return largest > 0 && fabs(means[row]) >= LEAST_OF_LARGEST * largest;
}

/* Counts since the device is new say nothing of the job; gpu_errors has those that grew in it. */
static bool is_lifetime_count(const char *metric)
{
    return strncmp(metric, "gpu.ecc_errors.", strlen("gpu.ecc_errors.")) == 0;
}

/* Says by what is left what other metrics say. */
static bool is_rest(const char *metric)
{
    return strcmp(metric, "cpu_idle") == 0;
}

/* Of samples of devices. */
static bool is_measured_enough(const struct findings *findings,
                               const struct device_metric_row *metric)
{
    const struct device_metrics_rows devices = device_metrics_rows(findings->tables);
    size_t row = rows_find(devices.rows, 0, devices.metric, metric->name, NULL, NULL);
    return row < devices.rows && devices.mean[row] > 0 &&
           devices.samples[row] >= LEAST_SAMPLES * devices.devices[row];
}

bool finding_matters(const struct findings *findings, const char *metric)
{
    const struct device_metric_row *device = finding_device_metric(findings, metric);
    if (device)
        return is_measured_enough(findings, device);
    const struct job_metrics_rows metrics = job_metrics_rows(findings->tables);
    size_t row = rows_find(metrics.rows, 0, metrics.metric, metric, NULL, NULL);
    if (row >= metrics.rows || !is_of_whole(findings, metric) || is_as_given(metric) ||
        is_lifetime_count(metric) || is_rest(metric) || is_known_of_gpus(findings, metric))
        return false;
    return metrics.samples[row] >= LEAST_SAMPLES * metrics.nodes[row] &&
           is_large_enough(&metrics, row);
}

enum difference finding_difference(const struct findings *findings, const char *metric, double one,
                                   double other)
{
    double points = fabs(one - other);
    bool is_of_whole = strcmp(finding_unit(findings, metric), "%") == 0 &&
                       strcmp(metric, "cpu_percent") != 0; /* of one core */
    if (!is_of_whole || points >= LARGE_POINTS)
        return DIFFERENCE_LARGE;
    return points >= LEAST_POINTS ? DIFFERENCE_SMALL : DIFFERENCE_NONE;
}
