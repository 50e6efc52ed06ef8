#include "analysis/findings/rule_finding.h"

#include <math.h>
#include <string.h>

#include "table/rule_template.h"
#include "util/quantity.h"
#include "util/strbuf.h"
#include "util/texts.h"
#include "util/web_address.h"

static struct rule_finding begin(const struct findings *findings, const struct rule *rule,
                                 const char *id)
{
    if (!rule)
        BUG("templates/findings.json has no rule or phrase %s: it is not that of this version", id);
    struct rule_finding made = {
        .findings = findings, .rule = rule, .level = RULE_NO_LEVEL, .value = NAN, .threshold = NAN};
    for (size_t i = 0; i < RULE_MOST_NAMES; i++)
        made.numbers[i] = NAN;
    return made;
}

struct rule_finding rule_begin(struct findings *findings, const char *id)
{
    struct rule_finding made = begin(findings, rules_find(findings->request->rules, id), id);
    made.added_to = findings;
    return made;
}

struct rule_finding phrase_begin(const struct findings *findings, const char *id)
{
    return begin(findings, rules_find_phrase(findings->request->rules, id), id);
}

static size_t find_name(const struct rule_finding *made, const char *name, bool is_text)
{
    size_t number = rule_find_name(made->rule, name);
    if (number == RULE_MOST_NAMES || !made->rule->names[number].unit != is_text)
        BUG("templates/findings.json: the rule %s has no name \"%s\"", made->rule->id, name);
    return number;
}

void rule_number(struct rule_finding *made, const char *name, double number)
{
    made->numbers[find_name(made, name, false)] = number;
}

void rule_text(struct rule_finding *made, const char *name, const char *text)
{
    made->texts[find_name(made, name, true)] = text;
}

double finding_limit(const struct findings *findings, const char *id, const char *name)
{
    return rules_number(findings->request->rules, id, name);
}

double rule_limit(const struct rule_finding *made, const char *name)
{
    return finding_limit(made->findings, made->rule->id, name);
}

/* ---- templates ---- */

/* "4", not "4.0", which no count is. */
static const char *mean_text(const struct findings *findings, double mean)
{
    char text[64];
    bool is_whole = round(10 * mean) == 10 * round(mean);
    return arena_text(findings->arena, is_whole
                                           ? quantity_format_fixed(mean, 0, text, sizeof text)
                                           : quantity_format_number(mean, 2, text, sizeof text));
}

static const char *in_hours(const struct findings *findings, double number_s)
{
    char text[64];
    double hours = number_s / QUANTITY_HOUR_S;
    return arena_text(findings->arena,
                      quantity_format_number(hours, hours < 1 ? 2 : 3, text, sizeof text));
}

/* What is compared has one unit: that of the most bytes which the measure gave. */
static const char *bytes_text(const struct rule_finding *made, double bytes)
{
    const struct findings *findings = made->findings;
    char text[64];
    double most = bytes;
    for (size_t i = 0; i < made->rule->name_count; i++)
        if (texts_equal(made->rule->names[i].unit, "B"))
            most = fmax(most, made->numbers[i]);
    return arena_text(findings->arena,
                      quantity_format_like(bytes, most, "B", findings->request->units, text,
                                           sizeof text));
}

static const char *number_text(const struct rule_finding *made, double number, const char *unit,
                               enum rule_format format)
{
    const struct findings *findings = made->findings;
    char text[64];
    switch (format) {
    case RULE_FORMAT_PERCENT:
        return finding_percent(findings, number);
    case RULE_FORMAT_TIMES:
        return finding_share(findings, number);
    case RULE_FORMAT_HUNDREDTHS:
        return finding_hundredths(findings, number);
    case RULE_FORMAT_INTEGER:
        return arena_text(findings->arena, quantity_format_fixed(number, 0, text, sizeof text));
    case RULE_FORMAT_NAME:
        return arena_format(findings->arena, "%.0f", number);
    case RULE_FORMAT_MOMENT:
        return finding_moment(findings, number);
    case RULE_FORMAT_BYTES:
        return bytes_text(made, number);
    case RULE_FORMAT_DURATION:
        return finding_quantity(findings, number, "s");
    case RULE_FORMAT_MEAN:
        return mean_text(findings, number);
    case RULE_FORMAT_HOURS:
        return number < QUANTITY_HOUR_S
                   ? finding_quantity(findings, number, "s")
                   : arena_format(findings->arena, "%s h", in_hours(findings, number));
    case RULE_FORMAT_IN_HOURS:
        return in_hours(findings, number);
    case RULE_FORMAT_REQUEST:
        return finding_request(findings, number, unit);
    case RULE_FORMAT_EXACT:
        return finding_requested(findings, number, unit);
    default:
        return strcmp(unit, "B") == 0 ? bytes_text(made, number)
                                      : finding_quantity(findings, number, unit);
    }
}

static void add_part(const struct rule_finding *made, const struct rule_part *part,
                     struct strbuf *out)
{
    double number = made->numbers[part->name];
    const char *unit = made->rule->names[part->name].unit, *text = made->texts[part->name];
    if (part->kind == RULE_PART_LITERAL)
        strbuf_add_text(out, part->text);
    else if (part->kind == RULE_PART_WORD)
        strbuf_add_text(out, finding_plural(number, part->text, part->many));
    else if (part->kind == RULE_PART_VALUE && unit)
        strbuf_add_text(out, number_text(made, number, unit, part->format));
    else if (part->kind == RULE_PART_VALUE && text)
        strbuf_add_text(out, text);
}

static bool is_known(const struct rule_finding *made, const struct rule_part *part)
{
    const char *text = made->texts[part->name];
    double number = made->numbers[part->name];
    if (part->kind == RULE_PART_LITERAL)
        return true;
    if (!made->rule->names[part->name].unit)
        return text && *text;
    return !isnan(number) && !(part->kind == RULE_PART_CONDITION && number == 0);
}

/* Whether all names up to the end of the optional part are known. */
static bool is_whole(const struct rule_finding *made, const struct rule_part *part)
{
    for (; part->kind != RULE_PART_CLOSE; part++)
        if (!is_known(made, part))
            return false;
    return true;
}

const char *rule_fill(const struct rule_finding *made, const struct rule_template *template)
{
    struct strbuf out;
    strbuf_init(&out);
    for (size_t i = 0; i < template->count; i++) {
        const struct rule_part *part = &template->parts[i];
        if (part->kind == RULE_PART_OPEN && !is_whole(made, part + 1))
            while (template->parts[i].kind != RULE_PART_CLOSE)
                i++;
        else
            add_part(made, part, &out);
    }
    const char *text = arena_text(made->findings->arena, out.text);
    strbuf_release(&out);
    return text;
}

/* ---- the finding ---- */

static const char *fill_variant(const struct rule_finding *made,
                                const struct rule_templates *templates, const char *variant)
{
    const struct rule_template *template = rule_templates_find(templates, variant);
    if (template)
        return rule_fill(made, template);
    BUG("templates/findings.json: the rule %s has no text \"%s\"", made->rule->id,
        variant ? variant : "");
}

const char *phrase_text(const struct rule_finding *phrase)
{
    return fill_variant(phrase, &phrase->rule->texts, phrase->variant);
}

const char *phrase_advice(const struct rule_finding *phrase)
{
    return fill_variant(phrase, &phrase->rule->advices, phrase->advice_variant);
}

static const char *advice_text(const struct rule_finding *made)
{
    const char *variant = made->advice_variant ? made->advice_variant : made->variant;
    const char *advice = fill_variant(made, &made->rule->advices, variant);
    const char *note = made->rule->note;
    size_t size = strlen(advice);
    if (!note || !size)
        return note ? note : advice;
    /* A sentence of its own. */
    bool is_word = *note >= 'a' && *note <= 'z' && web_address_next(note).text != note;
    return arena_format(made->findings->arena, "%s%s %c%s", advice,
                        advice[size - 1] == '.' ? "" : ".", is_word ? *note - 'a' + 'A' : *note,
                        note + 1);
}

/* Of the level; where the measure decided on one without a threshold, the next lower one that the
 * value reached. NaN: none. */
double rule_threshold(const struct rule_finding *made, enum rule_level level, double value)
{
    const double *thresholds = made->rule->thresholds;
    enum rule_level reached = rule_level_of(made->rule, value);
    if (!isnan(made->threshold))
        return made->threshold;
    if (!isnan(thresholds[level]))
        return thresholds[level];
    return reached != RULE_NO_LEVEL && reached < level ? thresholds[reached] : NAN;
}

/* Of a rule without thresholds the one level that it may have. */
static enum rule_level only_level(const struct rule *rule)
{
    enum rule_level only = RULE_NO_LEVEL;
    for (enum rule_level level = RULE_GOOD; level < RULE_LEVELS; level++) {
        if (!isnan(rule->thresholds[level]) ||
            (!isnan(rule->weights[level]) && only != RULE_NO_LEVEL))
            return RULE_NO_LEVEL;
        if (!isnan(rule->weights[level]))
            only = level;
    }
    return only;
}

/* Variants of a rule may speak of all nodes and name none. */
static const char *subject_text(const struct rule_finding *made, const char *text)
{
    const char *subject = rule_fill(made, &made->rule->subject);
    return strstr(text, subject) ? subject : "";
}

bool rule_finish(struct rule_finding *made)
{
    const struct rule *rule = made->rule;
    struct finding *finding = &made->finding;
    double value = isnan(made->value) ? made->numbers[rule->value] : made->value;
    enum rule_level level = made->level == RULE_NO_LEVEL ? rule_level_of(rule, value) : made->level;
    if (level == RULE_NO_LEVEL)
        level = only_level(rule);
    if (level == RULE_NO_LEVEL || rule->is_off)
        return false;
    if (isnan(rule->weights[level]))
        BUG("templates/findings.json: the rule %s has no level \"%s\"", rule->id,
            rule_level_name(level));
    finding->id = rule->id;
    finding->level = rule_level_name(level);
    finding->weight = rule->weights[level] + made->more_weight;
    finding->section = rule_fill(made, &rule->section);
    finding->text = fill_variant(made, &rule->texts, made->variant);
    finding->subject = subject_text(made, finding->text);
    finding->advice = advice_text(made);
    finding->value = value;
    finding->unit = finding->unit ? finding->unit : rule->names[rule->value].unit;
    finding->threshold = rule_threshold(made, level, value);
    return true;
}

bool rule_add(struct rule_finding *made)
{
    bool is_found = rule_finish(made);
    if (is_found)
        finding_add(made->added_to, made->finding);
    return is_found;
}
