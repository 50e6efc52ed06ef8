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
    bool good = load(rules, options, resources, error);
    for (size_t i = 0; i < options->config_count && good; i++) {
        const struct config_file *file = &options->configs[i];
        good = rules_configure(rules, options->arena, file->path, file->text, strlen(file->text),
                               error);
    }
    return good;
}

bool site_rules_are_named(const struct options *options)
{
    if (!options->config_count)
        return false;
    const struct config_file *last = &options->configs[options->config_count - 1];
    if (last->source != SOURCE_CONFIG)
        return false;
    json_t *root = json_loads(last->text, 0, NULL);
    bool are_named = json_object_size(json_object_get(root, "findings")) > 0;
    json_decref(root);
    return are_named;
}

const char *site_rules_set(const struct options *options)
{
    json_t *list = json_array();
    for (size_t i = 0; i < options->config_count; i++) {
        json_t *root = json_loads(options->configs[i].text, 0, NULL);
        json_t *findings = json_object_get(root, "findings");
        if (json_object_size(findings))
            json_array_append(list, findings);
        json_decref(root);
    }
    char *text = json_array_size(list) ? json_dumps(list, JSON_COMPACT) : NULL;
    const char *set = text ? arena_text(options->arena, text) : NULL;
    free(text);
    json_decref(list);
    return set;
}

bool site_rules_load_set(struct rules *rules, const char *set, const struct options *options,
                         const char *resources, struct error *error)
{
    if (!load(rules, options, resources, error))
        return false;
    json_t *list = set ? json_loads(set, 0, NULL) : NULL, *findings;
    size_t i;
    json_array_foreach(list, i, findings)
    {
        char *text = json_dumps(findings, JSON_COMPACT);
        if (text)
            rules_restore(rules, options->arena, text, strlen(text));
        free(text);
    }
    json_decref(list);
    return true;
}
