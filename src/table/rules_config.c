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

/* A number of the rule, and what it is; value NULL: there is none of that name. */
struct number {
    double *value;
    const struct rule_what *what;
};

static struct number find_number(struct rule *rule, const char *name)
{
    enum rule_level level = rule_level_called(name);
    if (level != RULE_NO_LEVEL)
        return (struct number){isnan(rule->thresholds[level]) ? NULL : &rule->thresholds[level],
                               &rule->what};
    for (size_t i = 0; i < rule->limit_count; i++)
        if (strcmp(rule->limits[i].name, name) == 0)
            return (struct number){&rule->limits[i].value, &rule->limits[i].what};
    return (struct number){0};
}

/* "is no threshold or limit of it (it has warn, least_s)" */
static const char *wrong_name(const struct changes *changes)
{
    const struct rule *rule = changes->rule;
    const char *names = "";
    for (int level = 0; level < RULE_LEVELS; level++)
        if (!isnan(rule->thresholds[level]))
            names = arena_format(changes->arena, "%s%s%s", names, *names ? ", " : "",
                                 rule_level_name((enum rule_level)level));
    for (size_t i = 0; i < rule->limit_count; i++)
        names =
            arena_format(changes->arena, "%s%s%s", names, *names ? ", " : "", rule->limits[i].name);
    return arena_format(changes->arena, "is no threshold or limit of it (%s%s)",
                        *names ? "it has " : "it has none", names);
}

/* What is a part of something is no more than all of it. */
static bool is_part(const struct rule_what *what)
{
    return what->unit && (!strcmp(what->unit, "share") || !strcmp(what->unit, "chance") ||
                          !strcmp(what->unit, "coefficient"));
}

/* No value of a finding is negative, and a share is of a whole. */
static bool set_number(const struct changes *changes, const char *name, const json_t *value)
{
    struct number number = find_number(changes->rule, name);
    if (!number.value)
        return fault(changes, changes->rule->id, name, wrong_name(changes));
    double given = json_number_value(value);
    if (!json_is_number(value))
        return fault(changes, changes->rule->id, name, "must be a number");
    if (is_part(number.what) && !(given >= 0 && given <= 1))
        return fault(changes, changes->rule->id, name, "must be from 0 to 1");
    if (!isfinite(given) || given < 0)
        return fault(changes, changes->rule->id, name, "must not be negative");
    *number.value = given;
    return true;
}

static bool set(const struct changes *changes, const char *name, const json_t *value)
{
    if (!strcmp(name, "advice"))
        return set_advice(changes, value);
    if (!strcmp(name, "note") && !json_is_number(value)) /* a number is the level's threshold */
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

/* Of a rule that does not hold in all, nothing is taken: its thresholds may not be in order. */
static void restore_rule(struct changes *changes, struct rule *rule, json_t *object)
{
    const struct rule before = *rule;
    struct rule_limit *limits =
        arena_alloc_array(changes->arena, rule->limit_count, sizeof *limits);
    for (size_t i = 0; i < rule->limit_count; i++)
        limits[i] = rule->limits[i];
    changes->rule = rule;
    if (change_rule(changes, object))
        return;
    *rule = before;
    rule->limits = limits;
}

void rules_restore(struct rules *rules, struct arena *arena, const char *findings, size_t size)
{
    struct error ignored;
    struct changes changes = {.path = "manifest.json",
                              .config = "",
                              .arena = arena,
                              .error = &ignored};
    json_t *root = json_loadb(findings, size, JSON_REJECT_DUPLICATES, NULL), *object;
    const char *id;
    json_object_foreach(root, id, object)
    {
        struct rule *rule = (struct rule *)(size_t)rules_find(rules, id);
        if (rule)
            restore_rule(&changes, rule, object);
    }
    json_decref(root);
}
