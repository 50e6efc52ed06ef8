#include "analysis/tasks/sessions.h"

#include <string.h>
#include <strings.h>

static const struct {
    const char *name;
    bool is_prefix;
} session_names[] = {
    {"interactive", false},                   /* salloc */
    {"salloc", false},       {"bash", false}, /* srun --pty bash */
    {"sh", false},           {"zsh", false},        {"tcsh", false},           {"csh", false},
    {"fish", false},         {"jupyter", true},     {"spawner-jupyter", true}, /* batchspawner of
                                                                                  JupyterHub */
    {"ondemand", true},                                                        /* Open OnDemand */
    {"sys/dashboard", true}, /* Open OnDemand: "sys/dashboard/sys/bc_desktop" */
    {"vscode", true},        {"code-server", true}, {"rstudio", true},
};

bool job_name_is_of_session(const char *job)
{
    for (size_t i = 0; i < sizeof session_names / sizeof session_names[0]; i++) {
        const char *name = session_names[i].name;
        if (session_names[i].is_prefix ? strncasecmp(job, name, strlen(name)) == 0
                                       : strcasecmp(job, name) == 0)
            return true;
    }
    return false;
}

bool task_kind_is_session(const struct records *records, const char *kind)
{
    if (!records || !kind || !job_name_is_of_session(kind))
        return false;
    for (size_t i = 0; i < records->source_count; i++)
        if (!records->sources[i].has_job_ids)
            return false;
    return records->source_count > 0;
}
