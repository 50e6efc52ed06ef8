#include "table/rules.h"

#include <math.h>
#include <string.h>

#include "util/texts.h"

static const char *const levels[RULE_LEVELS] = {
    [RULE_GOOD] = "good", [RULE_NOTE] = "note", [RULE_WARN] = "warn", [RULE_BAD] = "bad"};

static const char *const words[RULE_LEVELS] = {
    [RULE_GOOD] = "good", [RULE_NOTE] = "note", [RULE_WARN] = "warning", [RULE_BAD] = "problem"};

const char *rule_level_name(enum rule_level level)
{
    return levels[level];
}

const char *rule_level_word(enum rule_level level)
{
    return words[level];
}

enum rule_level rule_level_called(const char *name)
{
    int level = RULE_BAD;
    while (level >= 0 && strcmp(levels[level], name) != 0 && strcmp(words[level], name) != 0)
        level--;
    return (enum rule_level)level;
}

const char *rule_side_sign(enum rule_side side)
{
    static const char *const signs[] = {
        [RULE_AT_LEAST] = "≥", [RULE_ABOVE] = ">", [RULE_AT_MOST] = "≤", [RULE_BELOW] = "<"};
    return signs[side];
}

bool rule_is_id(const char *id)
{
    size_t area = strspn(id, "abcdefghijklmnopqrstuvwxyz");
    const char *what = id + area + 1;
    return area && id[area] == '.' && *what && *what != '-' &&
           what[strspn(what, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0' &&
           what[strlen(what) - 1] != '-' && !strstr(what, "--");
}

static const struct rule *find(const struct rule *items, size_t count, const char *id)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(items[middle].id, id);
        if (order == 0)
            return &items[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

const struct rule *rules_find(const struct rules *rules, const char *id)
{
    return find(rules->items, rules->count, id);
}

const struct rule *rules_find_phrase(const struct rules *rules, const char *id)
{
    return find(rules->phrases, rules->phrase_count, id);
}

double rule_number_called(const struct rule *rule, const char *name)
{
    enum rule_level level = rule_level_called(name);
    if (level != RULE_NO_LEVEL)
        return rule->thresholds[level];
    for (size_t i = 0; i < rule->limit_count; i++)
        if (strcmp(rule->limits[i].name, name) == 0)
            return rule->limits[i].value;
    return NAN;
}

const char *rule_unit_of(const struct rule *rule, const char *name)
{
    for (size_t i = 0; i < rule->limit_count; i++)
        if (strcmp(rule->limits[i].name, name) == 0)
            return rule->limits[i].what.unit;
    return rule->what.unit;
}

double rules_number(const struct rules *rules, const char *id, const char *name)
{
    const struct rule *rule = rules_find(rules, id);
    double number = rule ? rule_number_called(rule, name) : NAN;
    if (isnan(number))
        BUG("templates/findings.json: the rule %s has no number \"%s\"", id, name);
    return number;
}

size_t rule_find_name(const struct rule *rule, const char *name)
{
    for (size_t i = 0; i < rule->name_count; i++)
        if (strcmp(rule->names[i].name, name) == 0)
            return i;
    return RULE_MOST_NAMES;
}

static bool reaches(enum rule_side side, double value, double threshold)
{
    switch (side) {
    case RULE_AT_LEAST:
        return value >= threshold;
    case RULE_ABOVE:
        return value > threshold;
    case RULE_AT_MOST:
        return value <= threshold;
    default:
        return value < threshold;
    }
}

enum rule_level rule_level_of(const struct rule *rule, double value)
{
    int level = RULE_BAD;
    while (level >= 0 && !reaches(rule->side, value, rule->thresholds[level]))
        level--;
    return (enum rule_level)level;
}

const struct rule_template *rule_templates_find(const struct rule_templates *templates,
                                                const char *variant)
{
    for (size_t i = 0; i < templates->count; i++)
        if (!templates->items[i].variant || texts_equal(templates->items[i].variant, variant))
            return &templates->items[i];
    return NULL;
}

bool rule_is_ordered(const struct rule *rule)
{
    bool rises = rule->side == RULE_AT_LEAST || rule->side == RULE_ABOVE;
    double before = NAN;
    for (size_t level = 0; level < RULE_LEVELS; level++) {
        double threshold = rule->thresholds[level];
        if (rises ? threshold <= before : threshold >= before)
            return false;
        before = isnan(threshold) ? before : threshold;
    }
    return true;
}
