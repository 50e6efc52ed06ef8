/* Task kinds as charts of other tables need them: how many tasks, what share of the time. */
#ifndef FIGURE_CHARTS_KINDS_H
#define FIGURE_CHARTS_KINDS_H

#include "figure/charts/chart_source.h"
#include "figure/model/figure.h"

struct kind {
    const char *name, *label;    /* label: where a name has room for KIND_LABEL_LENGTH only */
    double tasks, elapsed_share; /* of tasks those that succeeded; NaN: unknown */
    size_t place;                /* in the table, which decides its colour in every figure */
};
struct kinds {
    struct kind *items;
    size_t count, all;      /* those given, and those of the table */
    const char *one, *word; /* "kind", "kinds", or what else they are */
    const char *task_word,
        *task_words;  /* "succeeded task", "succeeded tasks", where others did not */
    const char *time; /* what shares are of: "the elapsed time" */
};

/* The first `most` of the table of that name: `tasks` or, as a definition says, `functions` or
 * `event_time`, which have the longest first. */
void kinds_make(struct kinds *kinds, const struct chart_source *from, const char *name, size_t most,
                struct arena *arena);
/* Apart for the first KIND_COLOURS places; from there on they come again. */
enum { KIND_COLOURS = 7 };
enum colour kind_colour(size_t place);
/* kinds->count when it is not there. */
size_t kinds_find(const struct kinds *kinds, const char *name);

#endif
