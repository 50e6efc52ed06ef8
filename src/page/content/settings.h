/* Recommended memory requests as settings to paste: for Slurm, Nextflow, Snakemake and so on, a
 * file each, of the table memory_requests alone. */
#ifndef PAGE_CONTENT_SETTINGS_H
#define PAGE_CONTENT_SETTINGS_H

#include "page/content/page.h"
#include "page/content/settings_tools.h"
#include "util/arena.h"

struct settings_file {
    const char *tool; /* "Slurm" */
    const char *folder,
        *name; /* "data/settings/snakemake", "config.yaml": ours, never of the data */
    const char *text;
};

enum { SETTINGS_MOST_FILES = 6, SETTINGS_ALL_KINDS = 0 };

/* For the tools that fit the formats of the inputs, those first that fit best; of many task kinds
 * the first `most_kinds`, with a comment that says how many others there are. Returns how many
 * files; 0 where no request is recommended. Texts live in the arena. */
size_t settings_make(const struct tables *tables, const struct input_row *inputs,
                     size_t input_count, size_t most_kinds, struct arena *arena,
                     struct settings_file files[SETTINGS_MOST_FILES]);

#endif
