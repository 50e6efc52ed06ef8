/* What a report is drawn from: tables, wherever they came from, and what was asked for. */
#ifndef DRAWING_REQUEST_H
#define DRAWING_REQUEST_H

#include "all_attempts.h"
#include "environment.h"
#include "figure/model/plotspec.h"
#include "input/inputs.h"
#include "manifest.h"
#include "options.h"
#include "progress.h"
#include "publish/tree.h"
#include "report_exports.h"
#include "table/rules.h"
#include "table/table.h"

struct drawing_request {
    const struct options *options;
    const struct environment *environment;
    struct manifest *manifest;
    const struct tables *tables;
    const struct plotspecs *specs;
    const struct rules *rules;
    struct inputs *inputs; /* with checksums; NULL on replot */
    /* Of the target's manifest, where the tables are those of the target; else NULL. */
    const struct tree_file_state *source;
    const struct report_exports *exports;
    const struct all_attempts *all_attempts;
    struct progress *progress;
    struct arena *arena;
};

#endif
