#include "analysis/nodes/node_time.h"

#include <math.h>

double node_time_within(const struct node *node, double from, double to)
{
    double held_s = 0;
    for (size_t i = 0; i < node->held_count; i++)
        held_s += fmax(fmin(node->held[i].end, to) - fmax(node->held[i].start, from), 0);
    return node->held_count ? held_s : to - from;
}

double node_time_first(const struct node *node)
{
    return node->held_count ? node->held[0].start : -INFINITY;
}

double node_time_last(const struct node *node)
{
    return node->held_count ? node->held[node->held_count - 1].end : INFINITY;
}
