/* Sessions: jobs of a batch system in which a person works at a prompt or in a browser. They wait
 * for that person, hold more than they use, and end when the person stops. */
#ifndef ANALYSIS_TASKS_SESSIONS_H
#define ANALYSIS_TASKS_SESSIONS_H

#include "analysis/tasks/task_groups.h"

/* Of a job: whether it has a name that salloc, srun of a shell, JupyterHub, Open OnDemand and the
 * like give. */
bool job_name_is_of_session(const char *name);
/* Only where all records are jobs, as a workflow may call a task "sh"; of jobs named as a shell
 * only where none of the kind is known to run a script. */
bool task_kind_is_session(const struct task_groups *tasks, const char *kind);

#endif
