/* The rules of findings as they are installed. */
#ifndef TESTS_UNIT_RULES_FIXTURE_H
#define TESTS_UNIT_RULES_FIXTURE_H

#include "table/rules.h"

/* Of templates/findings.json: tests run in the directory above. */
static inline const struct rules *fixture_rules(void)
{
    static struct arena arena;
    static struct rules rules;
    struct error error = {0};
    if (rules.count)
        return &rules;
    arena_init(&arena);
    if (!rules_load(&rules, &arena, "templates/findings.json", &error))
        BUG("%s", error.text);
    return &rules;
}

#endif
