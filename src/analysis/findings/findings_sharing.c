/* Nodes of which the jobs held a part: what is measured there is of others, too. */
#include <string.h>

#include "analysis/findings/finding.h"
#include "analysis/nodes/gpu_hosts.h"
#include "table/shared_nodes.h"
#include "util/number.h"

/* Sections of samples of devices, and of metrics that GPUs have; all others are of nodes, whatever
 * they are called: the roofline, too. */
static bool is_of_gpus(const char *section)
{
    return strcmp(section, "devices-what-the-gpus-measured") == 0 ||
           strcmp(section, "traces-use") == 0 || gpu_hosts_measure(section);
}

bool finding_is_of_jobs(const struct findings *findings, const char *section)
{
    return !(is_of_gpus(section) ? shared_nodes_have_gpus
                                 : shared_nodes_have_cpus)(findings->tables);
}

/* "16 of 96 cores" */
static const char *part_text(const struct findings *findings, const struct table *nodes, size_t row,
                             bool are_cpus)
{
    double held = table_numbers(nodes, are_cpus ? "held_cpus" : "held_gpus")[row];
    double all = table_numbers(nodes, are_cpus ? "cpus" : "gpus")[row];
    bool is_estimated = are_cpus && table_numbers(nodes, "cpus_estimated")[row] > 0;
    if (!number_is_missing(held) && number_is_missing(all))
        return arena_format(findings->arena, "%s of many more cores",
                            finding_quantity(findings, held, ""));
    return number_is_missing(held)
               ? NULL
               : arena_format(findings->arena, "%s of %s%s %s",
                              finding_quantity(findings, held, ""), is_estimated ? "about " : "",
                              finding_quantity(findings, all, ""), are_cpus ? "cores" : "GPUs");
}

/* "The job held 16 of 96 cores and 1 of 4 GPUs of c01, and a part of 3 more nodes: metrics of the
 * nodes include what others did there." */
static const char *sharing_text(const struct findings *findings, const struct table *nodes)
{
    const char *cpus = part_text(findings, nodes, 0, true);
    const char *gpus = part_text(findings, nodes, 0, false);
    bool is_one_job = table_numbers(nodes, "jobs")[0] == 1;
    if (!cpus && !gpus)
        return "The job shared its nodes: their metrics include what other jobs did there.";
    const char *more =
        nodes->rows == 1 ? ""
        : nodes->rows == 2
            ? ", and a part of another node"
            : arena_format(findings->arena, ", and a part of %zu more nodes", nodes->rows - 1);
    const char *whose = !shared_nodes_have_cpus(findings->tables) ? "metrics of the GPUs"
                        : nodes->rows > 1                         ? "metrics of these nodes"
                                                                  : "metrics of the node";
    return arena_format(findings->arena,
                        "%s held %s%s%s of %s%s%s: %s include what others did there.",
                        is_one_job ? "The job" : "Jobs of the records", cpus ? cpus : "",
                        cpus && gpus ? " and " : "", gpus ? gpus : "",
                        finding_name(findings, table_texts(nodes, "node")[0]),
                        is_one_job ? "" : " on average", more, whose);
}

void findings_of_sharing(struct findings *findings)
{
    const struct table *nodes = tables_find(findings->tables, "shared_nodes");
    if (!nodes)
        return;
    finding_add(findings, (struct finding){
                              .weight = 70,
                              .level = "note",
                              .section = "data",
                              .text = sharing_text(findings, nodes),
                              .value = NUMBER_MISSING,
                              .unit = "",
                              .threshold = NUMBER_MISSING,
                              .advice = "",
                          });
}
