#include "analysis/findings/finding.h"

#include "util/memory.h"

void finding_add(struct findings *findings, struct finding finding)
{
    memory_reserve(&findings->items, &findings->capacity, findings->count + 1,
                   sizeof *findings->items);
    findings->items[findings->count++] = finding;
}
