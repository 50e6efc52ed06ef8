/* Collects the marks of a panel; all they hold is in the arena. */
#ifndef FIGURE_MODEL_MARK_LIST_H
#define FIGURE_MODEL_MARK_LIST_H

#include "figure/model/figure.h"

struct mark_list {
    struct arena *arena;
    struct mark *items;
    size_t count, capacity;
};

/* A mark with room for `most` things, of which none is there yet: x and y, and where the kind of
 * mark has them x2 and y2 or labels. It stays valid until the next one is made. */
struct mark *mark_list_add(struct mark_list *list, enum mark_kind kind, enum colour colour,
                           size_t most);

void mark_put(struct mark *mark, double x, double y);
void mark_put_to(struct mark *mark, double x, double y, double x2, double y2);
void mark_put_text(struct mark *mark, double x, double y, const char *text);
/* The same; all labels of the mark are values. */
void mark_put_value(struct mark *mark, double x, double y, const char *text);

/* Drops marks that stayed empty and gives the rest to the panel. */
void mark_list_finish(struct mark_list *list, struct panel *panel);

#endif
