#include "table/rule_template.h"

#include <string.h>

#include "util/strbuf.h"

static const char *const formats[] = {
    [RULE_FORMAT_UNIT] = "",
    [RULE_FORMAT_PERCENT] = "percent",
    [RULE_FORMAT_TIMES] = "times",
    [RULE_FORMAT_HUNDREDTHS] = "hundredths",
    [RULE_FORMAT_INTEGER] = "integer",
    [RULE_FORMAT_NAME] = "name",
    [RULE_FORMAT_MOMENT] = "moment",
    [RULE_FORMAT_BYTES] = "bytes",
    [RULE_FORMAT_DURATION] = "duration",
    [RULE_FORMAT_MEAN] = "mean",
    [RULE_FORMAT_HOURS] = "hours",
    [RULE_FORMAT_IN_HOURS] = "in-hours",
    [RULE_FORMAT_REQUEST] = "request",
    [RULE_FORMAT_EXACT] = "exact",
};

struct parser {
    const struct rule *rule;
    struct rule_template *template;
    struct arena *arena;
    struct error *error;
    struct strbuf literal;
    size_t capacity;
    bool is_open, has_name; /* within an optional part; which has a name */
};

static bool fault(const struct parser *parser, const char *what, const char *text)
{
    return error_set(parser->error, ERROR_INPUT, "%s%s in \"%s\"", what, text,
                     parser->template->source);
}

static struct rule_part *add_part(struct parser *parser, enum rule_part_kind kind)
{
    struct rule_template *template = parser->template;
    template->parts = arena_reserve(parser->arena, template->parts, template->count,
                                    &parser->capacity, sizeof *template->parts);
    struct rule_part *part = &template->parts[template->count++];
    *part = (struct rule_part){.kind = kind};
    return part;
}

static void end_literal(struct parser *parser)
{
    if (parser->literal.size)
        add_part(parser, RULE_PART_LITERAL)->text = arena_text(parser->arena, parser->literal.text);
    strbuf_clear(&parser->literal);
}

static bool find_name(const struct parser *parser, const char *name, struct rule_part *part)
{
    part->name = rule_find_name(parser->rule, name);
    return part->name < RULE_MOST_NAMES || fault(parser, "unknown name ", name);
}

static bool is_text(const struct parser *parser, const struct rule_part *part)
{
    return !parser->rule->names[part->name].unit;
}

static bool read_format(const struct parser *parser, const char *format, struct rule_part *part)
{
    size_t number = 1, count = sizeof formats / sizeof *formats;
    while (number < count && strcmp(formats[number], format) != 0)
        number++;
    if (number == count)
        return fault(parser, "unknown format ", format);
    part->format = (enum rule_format)number;
    return !is_text(parser, part) || fault(parser, "a text has no format ", format);
}

static bool read_words(const struct parser *parser, char *words, struct rule_part *part)
{
    char *bar = strchr(words, '|');
    if (!bar || strchr(bar + 1, '|'))
        return fault(parser, "two words must be between bars: ", words);
    *bar = '\0';
    part->text = words;
    part->many = bar + 1;
    return !is_text(parser, part) || fault(parser, "a text has no plural: ", words);
}

/* What is between braces. */
static bool add_place(struct parser *parser, char *place)
{
    size_t size = strcspn(place, ":|?");
    char sign = place[size], *rest = place + size + (sign != '\0');
    enum rule_part_kind kind = sign == '|'   ? RULE_PART_WORD
                               : sign == '?' ? RULE_PART_CONDITION
                                             : RULE_PART_VALUE;
    struct rule_part *part = add_part(parser, kind);
    place[size] = '\0';
    parser->has_name = true;
    if (!find_name(parser, place, part))
        return false;
    if (sign == ':')
        return read_format(parser, rest, part);
    if (sign == '|')
        return read_words(parser, rest, part);
    if (sign == '?' && (*rest || !parser->is_open))
        return fault(parser, "a condition is {name?} in an optional part, not ", place);
    return true;
}

static bool switch_optional(struct parser *parser, bool opens)
{
    if (parser->is_open == opens)
        return fault(parser, opens ? "[ within [ ]" : "] without [", "");
    if (!opens && !parser->has_name)
        return fault(parser, "no name in an optional part", "");
    end_literal(parser);
    add_part(parser, opens ? RULE_PART_OPEN : RULE_PART_CLOSE);
    parser->is_open = opens;
    parser->has_name = false;
    return true;
}

static const char *parse_place(struct parser *parser, const char *at)
{
    const char *end = strchr(at, '}');
    if (!end) {
        fault(parser, "{ without }", "");
        return NULL;
    }
    end_literal(parser);
    char *place = arena_text_of_size(parser->arena, at, (size_t)(end - at));
    return add_place(parser, place) ? end + 1 : NULL;
}

/* Behind the sign or place at `at`; NULL: it is wrong. */
static const char *parse_one(struct parser *parser, const char *at)
{
    bool is_sign = strchr("{}[]", *at) != NULL;
    if (!is_sign || at[1] == at[0]) {
        strbuf_add_char(&parser->literal, *at);
        return at + 1 + is_sign;
    }
    if (*at == '{')
        return parse_place(parser, at + 1);
    if (*at == '}') {
        fault(parser, "} without {", "");
        return NULL;
    }
    return switch_optional(parser, *at == '[') ? at + 1 : NULL;
}

bool rule_template_parse(struct rule_template *template, const struct rule *rule,
                         struct arena *arena, struct error *error)
{
    struct parser parser = {.rule = rule, .template = template, .arena = arena, .error = error};
    const char *at = template->source;
    strbuf_init(&parser.literal);
    template->parts = NULL;
    template->count = 0;
    while (at && *at)
        at = parse_one(&parser, at);
    end_literal(&parser);
    strbuf_release(&parser.literal);
    return at && (!parser.is_open || fault(&parser, "[ without ]", ""));
}
