/* Moves labels apart along one direction, each as near to where it belongs as the others let it. */
#ifndef RENDER_SPREAD_H
#define RENDER_SPREAD_H

#include <stddef.h>

struct spread_item {
    double wanted; /* centre */
    double size;   /* with the air around it */
    double centre; /* result */
    size_t id;     /* the caller's: items come back sorted by `wanted` */
};

/* Places items within [low, high]. When all of them together are longer than that, they start at
 * `low` and stick out at the end. */
void spread(struct spread_item *items, size_t count, double low, double high);

#endif
