#include "site_rules.h"

#include <string.h>

#include "util/path.h"

bool site_rules_load(struct rules *rules, const struct options *options, const char *resources,
                     struct error *error)
{
    struct arena *arena = options->arena;
    const char *config = options->config_text;
    return rules_load(rules, arena, path_join(arena, resources, "templates/findings.json"),
                      error) &&
           (!config ||
            rules_configure(rules, arena, options->config, config, strlen(config), error));
}
