/* templates/findings.json → rules. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "table/rule_template.h"
#include "util/path.h"
#include "util/strbuf.h"
#include "util/text_slice.h"

enum { LARGEST_FILE = 1 << 20 };

/* The rule that is read. */
struct reading {
    const char *path;
    struct arena *arena;
    struct error *error;
    struct rule *rule;
    json_t *json;
};

static bool fault(const struct reading *reading, const char *field, const char *what)
{
    return error_set(reading->error, ERROR_INPUT, "%s: %s: \"%s\" %s", reading->path,
                     reading->rule->id, field, what);
}

static bool refuse_unknown(const struct reading *reading, const char *known)
{
    const char *field;
    json_t *value;
    json_object_foreach(reading->json, field, value)
    {
        if (!strstr(known, arena_format(reading->arena, " %s ", field)))
            return fault(reading, field, "is unknown");
    }
    return true;
}

static bool read_text(const struct reading *reading, const char *field, const char **text)
{
    const json_t *value = json_object_get(reading->json, field);
    *text = arena_text(reading->arena, json_string_value(value));
    return *text || fault(reading, field, "must be a text");
}

/* ---- names ---- */

static bool add_name(const struct reading *reading, const char *name, const char *unit)
{
    struct rule *rule = reading->rule;
    if (rule->name_count == RULE_MOST_NAMES)
        return fault(reading, name, "is beyond the most names of a rule");
    if (rule_find_name(rule, name) < RULE_MOST_NAMES)
        return fault(reading, name, "occurs twice");
    rule->names[rule->name_count++] =
        (struct rule_name){arena_text(reading->arena, name), arena_text(reading->arena, unit)};
    return true;
}

static bool read_numbers(const struct reading *reading)
{
    json_t *numbers = json_object_get(reading->json, "numbers"), *unit;
    const char *name;
    if (numbers && !json_is_object(numbers))
        return fault(reading, "numbers", "must be an object of units");
    json_object_foreach(numbers, name, unit)
    {
        if (!json_is_string(unit) || !add_name(reading, name, json_string_value(unit)))
            return fault(reading, "numbers", "must be an object of units, each name once");
    }
    return true;
}

static bool read_names(const struct reading *reading)
{
    const json_t *names = json_object_get(reading->json, "names");
    if (names && !json_is_array(names))
        return fault(reading, "names", "must be a list of texts");
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (!name)
            return fault(reading, "names", "must be a list of texts");
        if (!add_name(reading, name, NULL))
            return false;
    }
    return true;
}

static bool read_value(const struct reading *reading)
{
    const char *name;
    struct rule *rule = reading->rule;
    if (!read_text(reading, "value", &name))
        return false;
    rule->value = rule_find_name(rule, name);
    return (rule->value < RULE_MOST_NAMES && rule->names[rule->value].unit) ||
           fault(reading, "value", "must be one of the numbers");
}

static bool read_example(const struct reading *reading)
{
    json_t *example = json_object_get(reading->json, "example"), *value;
    struct rule *rule = reading->rule;
    const char *name;
    for (size_t i = 0; i < RULE_MOST_NAMES; i++)
        rule->example[i] = (struct rule_value){.number = NAN};
    json_object_foreach(example, name, value)
    {
        size_t number = rule_find_name(rule, name);
        if (number == RULE_MOST_NAMES)
            return fault(reading, "example",
                         arena_format(reading->arena, "has no name \"%s\"", name));
        if (rule->names[number].unit ? !json_is_number(value) : !json_is_string(value))
            return fault(reading, "example", "must be an object of numbers and texts");
        rule->example[number] =
            (struct rule_value){json_is_number(value) ? json_number_value(value) : NAN,
                                arena_text(reading->arena, json_string_value(value))};
    }
    return true;
}

/* ---- levels and limits ---- */

static bool read_side(const struct reading *reading)
{
    static const char *const sides[] = {
        [RULE_AT_LEAST] = "at least",
        [RULE_ABOVE] = "above",
        [RULE_AT_MOST] = "at most",
        [RULE_BELOW] = "below",
    };
    const json_t *when = json_object_get(reading->json, "when");
    const char *text = when ? json_string_value(when) : sides[RULE_AT_LEAST];
    for (size_t i = 0; text && i < sizeof sides / sizeof *sides; i++)
        if (strcmp(sides[i], text) == 0) {
            reading->rule->side = (enum rule_side)i;
            return true;
        }
    return fault(reading, "when", "must be one of at least, above, at most, below");
}

static bool read_weights(const struct reading *reading)
{
    json_t *weights = json_object_get(reading->json, "weight"), *weight;
    const char *name;
    json_object_foreach(weights, name, weight)
    {
        enum rule_level level = rule_level_called(name);
        if (level == RULE_NO_LEVEL || !json_is_number(weight))
            return fault(reading, "weight", "must be an object of numbers by level");
        reading->rule->weights[level] = json_number_value(weight);
    }
    return json_object_size(weights) > 0 || fault(reading, "weight", "must name a level");
}

static bool read_thresholds(const struct reading *reading)
{
    json_t *thresholds = json_object_get(reading->json, "thresholds"), *threshold;
    const char *name;
    if (!json_is_object(thresholds))
        return fault(reading, "thresholds", "must be an object of numbers by level");
    json_object_foreach(thresholds, name, threshold)
    {
        enum rule_level level = rule_level_called(name);
        if (level == RULE_NO_LEVEL || !json_is_number(threshold) ||
            isnan(reading->rule->weights[level]))
            return fault(reading, "thresholds", "must be numbers by levels that have a weight");
        reading->rule->thresholds[level] = json_number_value(threshold);
    }
    return rule_is_ordered(reading->rule) ||
           fault(reading, "thresholds", "are not in the order of their levels");
}

static bool read_limits(const struct reading *reading)
{
    json_t *limits = json_object_get(reading->json, "limits"), *limit;
    struct rule *rule = reading->rule;
    const char *name;
    if (limits && !json_is_object(limits))
        return fault(reading, "limits", "must be an object of numbers");
    rule->limits =
        arena_alloc_array(reading->arena, json_object_size(limits), sizeof *rule->limits);
    json_object_foreach(limits, name, limit)
    {
        if (!json_is_number(limit) || rule_level_called(name) != RULE_NO_LEVEL)
            return fault(reading, "limits", "must be an object of numbers, none named as a level");
        rule->limits[rule->limit_count++] =
            (struct rule_limit){.name = arena_text(reading->arena, name),
                                .value = json_number_value(limit)};
    }
    return true;
}

/* ---- what they are ---- */

/* "part in use [share]" */
static bool read_what(const struct reading *reading, const char *source, struct rule_what *what)
{
    const char *bracket = source ? strrchr(source, '[') : NULL;
    size_t size = source ? strlen(source) : 0;
    if (!bracket || bracket - source < 2 || bracket[-1] != ' ' || source[size - 1] != ']')
        return fault(reading, "what", "must be an object of texts that end in a [unit]");
    size_t unit = strlen(bracket) - 2;
    what->text = arena_text_of_size(reading->arena, source, (size_t)(bracket - source) - 1);
    what->unit = arena_text_of_size(reading->arena, bracket + 1, unit);
    return true;
}

static struct rule_limit *find_limit(const struct rule *rule, const char *name)
{
    for (size_t i = 0; i < rule->limit_count; i++)
        if (strcmp(rule->limits[i].name, name) == 0)
            return &rule->limits[i];
    return NULL;
}

static bool read_whats(const struct reading *reading)
{
    json_t *whats = json_object_get(reading->json, "what"), *text;
    struct rule *rule = reading->rule;
    const char *name;
    json_object_foreach(whats, name, text)
    {
        const char *source = json_string_value(text);
        struct rule_limit *limit = find_limit(rule, name);
        if (!strcmp(name, "level"))
            rule->decided = arena_text(reading->arena, source);
        else if (!limit && strcmp(name, "value") != 0)
            return fault(reading, "what",
                         arena_format(reading->arena,
                                      "names \"%s\", which is neither value, level nor a limit",
                                      name));
        else if (!read_what(reading, source, limit ? &limit->what : &rule->what))
            return false;
    }
    return true;
}

/* ---- templates ---- */

static bool read_template(const struct reading *reading, const char *field, const char *variant,
                          const json_t *source, struct rule_template *template)
{
    if (!json_is_string(source))
        return fault(reading, field, "must be a text, or an object of texts");
    template->variant = arena_text(reading->arena, variant);
    template->source = arena_text(reading->arena, json_string_value(source));
    return rule_template_parse(template, reading->rule, reading->arena, reading->error) ||
           error_add_context(reading->error, "%s: %s: \"%s\"", reading->path, reading->rule->id,
                             field);
}

static bool read_templates(const struct reading *reading, const char *field,
                           struct rule_templates *templates)
{
    json_t *value = json_object_get(reading->json, field), *source;
    bool has_variants = json_is_object(value);
    const char *variant;
    templates->items =
        arena_alloc_array(reading->arena, 1 + json_object_size(value), sizeof *templates->items);
    if (!has_variants)
        return read_template(reading, field, NULL, value, &templates->items[templates->count++]);
    json_object_foreach(value, variant, source)
    {
        if (!read_template(reading, field, variant, source, &templates->items[templates->count++]))
            return false;
    }
    return templates->count > 0 || fault(reading, field, "has no text");
}

static bool read_all_templates(const struct reading *reading)
{
    struct rule *rule = reading->rule;
    const json_t *subject = json_object_get(reading->json, "subject");
    return read_template(reading, "section", NULL, json_object_get(reading->json, "section"),
                         &rule->section) &&
           (!subject || read_template(reading, "subject", NULL, subject, &rule->subject)) &&
           read_templates(reading, "text", &rule->texts) &&
           read_templates(reading, "advice", &rule->advices);
}

static bool read_list(const struct reading *reading)
{
    static const char *const lists[] = {"failed", "cancelled", "unfinished"};
    if (!json_object_get(reading->json, "list"))
        return true;
    return read_text(reading, "list", &reading->rule->list) &&
           (TEXT_IS_AMONG(reading->rule->list, lists) ||
            fault(reading, "list", "must be failed, cancelled or unfinished"));
}

/* ---- the file ---- */

static bool read_rule(const struct reading *reading)
{
    struct rule *rule = reading->rule;
    for (size_t level = 0; level < RULE_LEVELS; level++)
        rule->thresholds[level] = rule->weights[level] = NAN;
    if (!rule_is_id(rule->id) || !json_is_object(reading->json))
        return error_set(reading->error, ERROR_INPUT,
                         "%s: %s: must be an object, its name as area.what-is-wrong", reading->path,
                         rule->id);
    return refuse_unknown(reading,
                          " title list section subject numbers names value when thresholds limits "
                          "what weight example text advice ") &&
           read_text(reading, "title", &rule->title) && read_list(reading) &&
           read_numbers(reading) && read_names(reading) && read_example(reading) &&
           read_value(reading) && read_side(reading) && read_weights(reading) &&
           read_thresholds(reading) && read_limits(reading) && read_whats(reading) &&
           read_all_templates(reading);
}

static bool read_phrase(const struct reading *reading)
{
    struct rule *phrase = reading->rule;
    return refuse_unknown(reading, " numbers names text advice ") && read_numbers(reading) &&
           read_names(reading) &&
           (!json_object_get(reading->json, "text") ||
            read_templates(reading, "text", &phrase->texts)) &&
           (!json_object_get(reading->json, "advice") ||
            read_templates(reading, "advice", &phrase->advices));
}

static int compare(const void *one, const void *other)
{
    return strcmp(((const struct rule *)one)->id, ((const struct rule *)other)->id);
}

/* Those of an object by id, in the order of these. */
static bool read_all(struct rule **items, size_t *count, json_t *object, struct reading *reading,
                     bool (*read)(const struct reading *reading))
{
    const char *id;
    *items = arena_alloc_array(reading->arena, json_object_size(object), sizeof **items);
    *count = 0;
    json_object_foreach(object, id, reading->json)
    {
        reading->rule = &(*items)[(*count)++];
        reading->rule->id = arena_text(reading->arena, id);
        if (!read(reading))
            return false;
    }
    qsort(*items, *count, sizeof **items, compare);
    return true;
}

static bool read_rules(struct rules *rules, json_t *root, struct reading *reading)
{
    json_t *phrases = json_incref(json_object_get(root, "phrases"));
    json_object_del(root, "phrases");
    bool good = read_all(&rules->phrases, &rules->phrase_count, phrases, reading, read_phrase) &&
                read_all(&rules->items, &rules->count, root, reading, read_rule);
    json_decref(phrases);
    return good;
}

static json_t *parse(const char *path, const struct strbuf *content, struct error *error)
{
    json_error_t wrong;
    json_t *root = json_loadb(content->text, content->size, JSON_REJECT_DUPLICATES, &wrong);
    if (!root)
        error_set(error, ERROR_INPUT, "%s:%d: %s", path, wrong.line, wrong.text);
    else if (!json_is_object(root))
        error_set(error, ERROR_INPUT, "%s: not an object of rules", path);
    return root;
}

bool rules_load(struct rules *rules, struct arena *arena, const char *path, struct error *error)
{
    struct strbuf content;
    strbuf_init(&content);
    json_t *root =
        path_read(path, LARGEST_FILE, &content, error) ? parse(path, &content, error) : NULL;
    struct reading reading = {.path = arena_text(arena, path), .arena = arena, .error = error};
    bool good = json_is_object(root) && read_rules(rules, root, &reading);
    json_decref(root);
    strbuf_release(&content);
    return good;
}
