/* Memory requests in the syntax of each tool.
 *
 * Names of task kinds are hostile. Where a tool has rules for names, a kind whose name breaks them
 * is none of its own and is left out; else names are quoted, or stand in comments with control
 * characters and line separators made visible. Memory is rounded up to whole MB of the tool. */
#ifndef PAGE_CONTENT_SETTINGS_TOOLS_H
#define PAGE_CONTENT_SETTINGS_TOOLS_H

#include <stdbool.h>

#include "table/rows.h"
#include "util/strbuf.h"

#define SETTINGS_FOLDER "data/settings"

struct settings_tool {
    const char *name; /* as people call it */
    const char *folder, *file;
    const char *indent,
        *comment;            /* before lines that stand among the kinds; what begins a comment */
    const char *why_unnamed; /* behind "2 more task kinds" */
    bool (*can_name)(const char *kind);
    void (*begin)(struct strbuf *out, bool repeats); /* whether a kind expects repetitions */
    void (*add)(struct strbuf *out, const struct memory_requests_row *row);
    void (*end)(struct strbuf *out);
};

extern const struct settings_tool settings_slurm, settings_nextflow, settings_snakemake,
    settings_taskvine, settings_work_queue, settings_htcondor;

#endif
