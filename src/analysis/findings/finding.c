#include "analysis/findings/finding.h"

#include "util/memory.h"

void finding_add(struct findings *findings, struct finding finding)
{
    memory_reserve(&findings->items, &findings->capacity, findings->count + 1,
                   sizeof *findings->items);
    findings->items[findings->count++] = finding;
}

const struct finding *finding_find_clue(const struct findings *findings, unsigned clues)
{
    const struct finding *best = NULL;
    for (size_t i = 0; i < findings->count; i++)
        if ((findings->items[i].clue & clues) &&
            (!best || findings->items[i].weight > best->weight))
            best = &findings->items[i];
    return best;
}

bool finding_explains_low_load(const struct findings *findings)
{
    for (size_t i = 0; i < findings->count; i++)
        if (findings->items[i].explains_low_load)
            return true;
    return false;
}
