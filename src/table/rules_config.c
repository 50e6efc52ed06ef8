/* What a site changes of the rules. */
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "table/rule_template.h"
#include "util/json_line.h"
#include "util/nearest.h"
#include "util/strbuf.h"

/* The config file, and the rule of it that is changed. */
struct changes {
    const char *path, *config;
    struct arena *arena;
    struct error *error;
    struct rule *rule;
};

static bool fault(const struct changes *changes, const char *id, const char *name, const char *what)
{
    const char *const place[] = {"findings", id, name};
    return error_set(changes->error, ERROR_USAGE, "%s:%zu: \"%s\"%s%s %s", changes->path,
                     json_line_of(changes->config, place,
                                  name ? 3
                                  : id ? 2
                                       : 1),
                     name ? name
                     : id ? id
                          : "findings",
                     name ? " of " : "", name ? id : "", what);
}

static bool unknown_finding(const struct changes *changes, const struct rules *rules,
                            const char *id)
{
    const char *const place[] = {"findings", id};
    struct nearest nearest = nearest_begin(id, strlen(id));
    for (size_t i = 0; i < rules->count; i++)
        nearest_offer(&nearest, rules->items[i].id);
    const char *advice = nearest.found
                             ? arena_format(changes->arena, "did you mean \"%s\"?", nearest.found)
                             : "see 'jobreport findings'";
    return error_set(changes->error, ERROR_USAGE, "%s:%zu: unknown finding \"%s\" (%s)",
                     changes->path, json_line_of(changes->config, place, 2), id, advice);
}

static bool set_text(const struct changes *changes, const char *name, const json_t *value,
                     const char **text)
{
    *text = arena_text(changes->arena, json_string_value(value));
    return *text || fault(changes, changes->rule->id, name, "must be a text");
}

/* A text of the site stands as it is, for all variants. */
static bool set_advice(const struct changes *changes, const json_t *value)
{
    struct rule_templates *advices = &changes->rule->advices;
    const char *text;
    if (!set_text(changes, "advice", value, &text))
        return false;
    struct rule_part *part = arena_alloc(changes->arena, sizeof *part);
    *part = (struct rule_part){.kind = RULE_PART_LITERAL, .text = text};
    advices->items = arena_alloc(changes->arena, sizeof *advices->items);
    advices->items[0] = (struct rule_template){.source = text, .parts = part, .count = 1};
    advices->count = 1;
    return true;
}

static double *find_number(struct rule *rule, const char *name)
{
    enum rule_level level = rule_level_called(name);
    if (level != RULE_NO_LEVEL)
        return isnan(rule->thresholds[level]) ? NULL : &rule->thresholds[level];
    for (size_t i = 0; i < rule->limit_count; i++)
        if (strcmp(rule->limits[i].name, name) == 0)
            return &rule->limits[i].value;
    return NULL;
}

static bool unknown_number(const struct changes *changes, const char *name)
{
    const struct rule *rule = changes->rule;
    struct strbuf names;
    strbuf_init(&names);
    for (int level = 0; level < RULE_LEVELS; level++)
        if (!isnan(rule->thresholds[level]))
            strbuf_format(&names, "%s, ", rule_level_name((enum rule_level)level));
    for (size_t i = 0; i < rule->limit_count; i++)
        strbuf_format(&names, "%s, ", rule->limits[i].name);
    fault(changes, rule->id, name,
          arena_format(changes->arena, "is unknown (it has %sadvice, note and off)", names.text));
    strbuf_release(&names);
    return false;
}

/* No value of a finding is negative, and a share is of a whole. */
static bool set_number(const struct changes *changes, const char *name, const json_t *value)
{
    const struct rule *rule = changes->rule;
    double *number = find_number(changes->rule, name);
    if (!number)
        return unknown_number(changes, name);
    if (!json_is_number(value))
        return fault(changes, rule->id, name, "must be a number");
    *number = json_number_value(value);
    bool is_share = rule_level_called(name) != RULE_NO_LEVEL &&
                    (!strcmp(rule->names[rule->value].name, "share") ||
                     !strcmp(rule->names[rule->value].name, "coverage"));
    if (*number < 0 || (is_share && *number > 1))
        return fault(changes, rule->id, name,
                     is_share ? "must be from 0 to 1" : "must not be negative");
    return true;
}

static bool set(const struct changes *changes, const char *name, const json_t *value)
{
    if (!strcmp(name, "advice"))
        return set_advice(changes, value);
    if (!strcmp(name, "note"))
        return set_text(changes, name, value, &changes->rule->note);
    if (strcmp(name, "off") != 0)
        return set_number(changes, name, value);
    changes->rule->is_off = json_is_true(value);
    return json_is_boolean(value) ||
           fault(changes, changes->rule->id, name, "must be true or false");
}

static bool change_rule(struct changes *changes, json_t *object)
{
    const char *id = changes->rule->id, *name;
    json_t *value;
    if (!json_is_object(object))
        return fault(changes, id, NULL, "must be an object");
    json_object_foreach(object, name, value)
    {
        if (!set(changes, name, value))
            return false;
    }
    return rule_is_ordered(changes->rule) ||
           fault(changes, id, NULL, "has thresholds that are not in the order note, warn, bad");
}

static bool change_rules(struct changes *changes, const struct rules *rules, json_t *findings)
{
    const char *id;
    json_t *object;
    if (findings && !json_is_object(findings))
        return fault(changes, NULL, NULL,
                     "must be an object whose keys are ids of 'jobreport findings'");
    json_object_foreach(findings, id, object)
    {
        changes->rule = (struct rule *)(size_t)rules_find(rules, id);
        if (!changes->rule)
            return unknown_finding(changes, rules, id);
        if (!change_rule(changes, object))
            return false;
    }
    return true;
}

bool rules_configure(struct rules *rules, struct arena *arena, const char *path, const char *config,
                     size_t size, struct error *error)
{
    json_error_t wrong;
    json_t *root = json_loadb(config, size, JSON_REJECT_DUPLICATES, &wrong);
    if (!root)
        return error_set(error, ERROR_USAGE, "%s:%d: %s", path, wrong.line, wrong.text);
    struct changes changes = {.path = path, .config = config, .arena = arena, .error = error};
    bool good = change_rules(&changes, rules, json_object_get(root, "findings"));
    json_decref(root);
    return good;
}
