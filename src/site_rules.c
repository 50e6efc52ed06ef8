#include "site_rules.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "util/path.h"

static bool load(struct rules *rules, const struct options *options, const char *resources,
                 struct error *error)
{
    return rules_load(rules, options->arena,
                      path_join(options->arena, resources, "templates/findings.json"), error);
}

bool site_rules_load(struct rules *rules, const struct options *options, const char *resources,
                     struct error *error)
{
    const char *config = options->config_text;
    return load(rules, options, resources, error) &&
           (!config ||
            rules_configure(rules, options->arena, options->config, config, strlen(config), error));
}

const char *site_rules_set(const struct options *options)
{
    json_t *root = options->config_text ? json_loads(options->config_text, 0, NULL) : NULL;
    const json_t *findings = json_object_get(root, "findings");
    char *text = json_object_size(findings) ? json_dumps(findings, JSON_COMPACT) : NULL;
    const char *set = text ? arena_text(options->arena, text) : NULL;
    free(text);
    json_decref(root);
    return set;
}

bool site_rules_load_set(struct rules *rules, const char *set, const struct options *options,
                         const char *resources, struct error *error)
{
    if (!load(rules, options, resources, error))
        return false;
    if (set)
        rules_restore(rules, options->arena, set, strlen(set));
    return true;
}
