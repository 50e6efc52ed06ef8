#include "analysis/nodes/node_load.h"

#include <string.h>

/* Measured use before the load average, which counts processes that share a core or wait for files
 * as busy; of measured use, what is of all the time before what is of a part of it. */
static const struct node_load loads[] = {
    {"cpu_percent", 100, 20, NULL},
    {"cpu_percent_sys", 0, 0.3, NULL},
    {"cpu_active", 0, 0.3, NULL},
    {"cpu_user", 0, 0.3, "cpu_system"},
    {"cpu_user_percent", 0, 0.3, "cpu_system_percent"},
    {"%user", 0, 0.3, "%system"},
    {NODE_LOAD_AVERAGE, 1, 0.2, NULL},
};

/* As ClusterCockpit, the toolkit, exporters to tables and sar call it. */
static const char *const iowaits[] = {"cpu_iowait",         "cpu_percent_iowait", "iowait",
                                      "cpu_iowait_percent", "iowait_percent",     "%iowait"};

bool node_load_measures(const char *metric)
{
    for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++)
        if (strcmp(loads[i].metric, metric) == 0)
            return true;
    return false;
}

const struct signal_metric *node_load_present(const struct signals *signals, const char *name)
{
    size_t metric = signals_find(signals, name);
    return metric != (size_t)-1 && signals->metrics[metric].present ? &signals->metrics[metric]
                                                                    : NULL;
}

const struct node_load *node_load_of(const struct signals *signals)
{
    for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++)
        if (node_load_present(signals, loads[i].metric))
            return &loads[i];
    return NULL;
}

const struct signal_metric *node_load_metric(const struct signals *signals,
                                             const struct node_load *load)
{
    return &signals->metrics[signals_find(signals, load->metric)];
}

const struct signal_metric *node_load_iowait(const struct signals *signals)
{
    const struct signal_metric *found = NULL;
    for (size_t i = 0; i < sizeof iowaits / sizeof iowaits[0] && !found; i++)
        found = node_load_present(signals, iowaits[i]);
    return found;
}

double node_load_share(const struct node_load *load, double value, double cores)
{
    return load->per_core > 0 ? value / (load->per_core * cores) : value / 100;
}

double node_load_of_core(const struct node_load *load, double cores)
{
    return load->per_core > 0 ? load->per_core : 100 / cores;
}
