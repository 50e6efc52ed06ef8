/* data/manifest.json: what a report was made from and with, for replot and for other programs. */
#ifndef MANIFEST_H
#define MANIFEST_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "options.h"
#include "page/content/page.h"
#include "render/picture.h"
#include "table/facts.h"
#include "table/table.h"
#include "util/diagnostics.h"

enum { MANIFEST_SCHEMA = 2 };

struct listed_table {
    const char *name;
    double rows; /* NaN: not said */
};

struct listed_attempts_file {
    const char *name; /* in data/, as the manifest has it; NULL: there is none */
    double rows;
};

struct manifest {
    struct facts facts;
    double created; /* Unix seconds */
    struct input_row *inputs;
    size_t input_count;
    struct listed_table *tables; /* of a manifest that was read */
    size_t table_count;
    struct exported_file *exports; /* what is in export/ */
    size_t export_count;
    struct listed_attempts_file all_attempts;
    struct text_list links;       /* "LABEL=URL", not filled in (report_links.h) */
    struct picture logo;          /* without bytes: none (report_logo.h) */
    bool names_logo;              /* of a manifest that was read: the report has one */
    const char *finding_settings; /* what the site had set of findings (site_rules.h); NULL:
                                     nothing */
};

struct manifest_contents {
    const struct manifest *manifest;
    const struct options *options;
    const struct tables *tables;
    const struct figures *figures;
    const char *heading;  /* what the report is about */
    const char *pdf_name; /* NULL: none */
    const char *const *pages;
    size_t page_count;
    const char **files; /* all of the report, "FOLDER/NAME" */
    size_t file_count;
    /* What an index over many reports shows of this one. */
    double start, end; /* of what it is about, also where no fact says; NaN: not known */
    double tasks;      /* NaN: it is about no tasks */
    const struct key_figure *key_figures;
    size_t key_figure_count;
    const char *thumbnail, *dark_thumbnail; /* files of the report, or NULL */
    const char *thumbnail_alt;
};

/* INPUT_END_…, as inputs in the manifest end. */
const char *manifest_end_word(enum diagnostic_end end);

bool manifest_write(const struct manifest_contents *contents, const char *path,
                    struct error *error);

/* False with ERROR_INPUT when that is no manifest, or one of a later schema. */
bool manifest_check(const json_t *root, struct error *error);

/* Remembered options are set as SOURCE_REMEMBERED. Refuses what manifest_check does, and earlier
 * schemas. */
bool manifest_read(struct manifest *manifest, struct options *options, const char *path,
                   struct arena *arena, struct error *error);

#endif
