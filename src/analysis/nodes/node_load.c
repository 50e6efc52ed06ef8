#include "analysis/nodes/node_load.h"

#include <string.h>

#include "util/number.h"

/* What is of all the time before what is of a part of it. */
static const struct node_load loads[] = {{"cpu_percent", 100, 20},     {"cpu_load", 1, 0.2},
                                         {"cpu_percent_sys", 0, 0.3},  {"cpu_user", 0, 0.3},
                                         {"cpu_user_percent", 0, 0.3}, {"%user", 0, 0.3}};

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

const struct node_load *node_load_of(const struct signals *signals)
{
    for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++) {
        size_t metric = signals_find(signals, loads[i].metric);
        if (metric != (size_t)-1 && signals->metrics[metric].present)
            return &loads[i];
    }
    return NULL;
}

const struct signal_metric *node_load_metric(const struct signals *signals,
                                             const struct node_load *load)
{
    return &signals->metrics[signals_find(signals, load->metric)];
}

const struct signal_metric *node_load_iowait(const struct signals *signals)
{
    for (size_t i = 0; i < sizeof iowaits / sizeof iowaits[0]; i++) {
        size_t metric = signals_find(signals, iowaits[i]);
        if (metric != (size_t)-1 && signals->metrics[metric].present)
            return &signals->metrics[metric];
    }
    return NULL;
}

double node_load_share(const struct node_load *load, double value, double cores)
{
    return load->per_core > 0 ? value / (load->per_core * cores) : value / 100;
}

double node_load_of_core(const struct node_load *load, double cores)
{
    return load->per_core > 0 ? load->per_core : 100 / cores;
}
