#include "analysis/tasks/sessions.h"

#include <string.h>
#include <strings.h>

#include "util/text_slice.h"
#include "util/texts.h"

/* Begins every name of a session of Open OnDemand ("sys/dashboard/sys/bc_desktop"), also where
 * sacct cut it ("sys/dashb+"). */
static const char *const paths[] = {"sys/dashb", "ondemand/"};

static const char *const names[] = {
    "interactive",      "_interactive",       "sinteractive",
    "salloc",           "ondemand",           "jupyter",
    "jupyterhub",       "jupyterlab",         "jupyter-lab",
    "jupyter-notebook", "jupyter-server",     "jupyterhub-singleuser",
    "spawner-jupyter",  "spawner-jupyterhub", /* batchspawner of JupyterHub */
    "vscode",           "vscode-server",      "vscode-tunnel",
    "code-server",      "code-tunnel",        "openvscode-server",
    "rstudio",          "rstudio-server",
};

/* What srun --pty bash calls its job, and srun bash run.sh, too. */
static const char *const shells[] = {"bash", "sh", "zsh", "tcsh", "csh", "ksh", "fish"};

static bool is_shell(const char *job)
{
    return WORD_IS_AMONG(job, shells);
}

/* "", "2", "-12345", "_3f2a-77c1": digits, or behind a mark an id with some; "*" is those that
 * kind_stem.h took out. */
static bool is_number(const char *rest)
{
    bool has_mark = *rest && strchr("-_./:#", *rest);
    size_t size = strlen(rest + has_mark);
    const char *allowed = has_mark ? "0123456789abcdefABCDEF-_*" : "0123456789*";
    return !*rest || (size && strspn(rest + has_mark, allowed) == size &&
                      strpbrk(rest + has_mark, "0123456789*"));
}

/* sacct shows ten characters of a name, the last one "+", unless it is asked for more. */
static bool is_cut_from(const char *job, const char *name)
{
    enum { SHOWN = 9 };
    size_t size = strlen(job);
    return size > SHOWN && job[size - 1] == '+' && strncasecmp(job, name, size - 1) == 0;
}

bool job_name_is_of_session(const char *job)
{
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        if (strncasecmp(job, paths[i], strlen(paths[i])) == 0)
            return true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t size = strlen(names[i]);
        if ((strncasecmp(job, names[i], size) == 0 && is_number(job + size)) ||
            is_cut_from(job, names[i]))
            return true;
    }
    return is_shell(job);
}

static bool are_jobs(const struct records *records)
{
    for (size_t i = 0; i < records->source_count; i++)
        if (!records->sources[i].has_job_ids)
            return false;
    return records->source_count > 0;
}

static bool has_scripts(const struct task_groups *tasks, const char *kind)
{
    for (size_t i = 0; i < tasks->kind_count; i++)
        if (texts_equal(tasks->kinds[i].task, kind))
            return tasks->kinds[i].totals.scripts > 0;
    return false;
}

bool task_kind_is_session(const struct task_groups *tasks, const char *kind)
{
    return kind && job_name_is_of_session(kind) && are_jobs(tasks->records) &&
           !(is_shell(kind) && has_scripts(tasks, kind));
}
