#include "table/rule_example.h"

#include <string.h>

#include "table/rule_template.h"

static const char *const formats[] = {
    [RULE_FORMAT_UNIT] = NULL,         [RULE_FORMAT_PERCENT] = "25 %",
    [RULE_FORMAT_TIMES] = "2.5 times", [RULE_FORMAT_HUNDREDTHS] = "1.25",
    [RULE_FORMAT_INTEGER] = NULL,      [RULE_FORMAT_MOMENT] = "10:50",
    [RULE_FORMAT_BYTES] = "4 GiB",     [RULE_FORMAT_DURATION] = "22 min",
    [RULE_FORMAT_MEAN] = "4.8",        [RULE_FORMAT_HOURS] = "16 h",
};

struct pair {
    const char *name, *text;
};

static const struct pair units[] = {
    {"s", "22 min"},   {"B", "4 GiB"},   {"B/s", "1.2 GiB/s"},   {"W", "280 W"},
    {"Wh", "125 Wh"},  {"J", "65.5 kJ"}, {"Hz", "2.4 GHz"},      {"°C", "84 °C"},
    {"time", "10:50"}, {"GPUs", "3"},    {"F/s", "240 GFLOP/s"}, {"FLOP/s", "240 GFLOP/s"},
};

static const struct pair names[] = {
    {"node", "node7"},        {"host", "node7"},
    {"worker", "node7"},      {"first", "node7"},
    {"only", "node7"},        {"lowest", "node3"},
    {"highest", "node7"},     {"gpu", "GPU 1 of node7"},
    {"device", "GPU 1"},      {"core", "core 3"},
    {"metric", "CPU load"},   {"label", "CPU load"},
    {"who", "All nodes"},     {"others", "node3"},
    {"memory", "Memory"},     {"processors", "64 cores"},
    {"thing", "node"},        {"things", "nodes"},
    {"more_things", "nodes"}, {"kind", "align"},
    {"task", "align"},        {"most_kind", "align"},
    {"function", "solve"},    {"when", "from 10:50 to 11:12 (22 min, 25 % of the run)"},
};

static const char *find(const struct pair *pairs, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(pairs[i].name, name) == 0)
            return pairs[i].text;
    return NULL;
}

static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), end_size = strlen(end);
    return size >= end_size && strcmp(text + size - end_size, end) == 0;
}

/* "3 of 12", "all 12" */
static const char *count_behind(const char *text)
{
    return ends_with(text, "of ") || ends_with(text, "of the ") || ends_with(text, "ll ") ? "12"
                                                                                          : "3";
}

static void add_capitals(const char *name, struct strbuf *out)
{
    for (; *name; name++)
        strbuf_add_char(out, *name >= 'a' && *name <= 'z' ? (char)(*name - 'a' + 'A') : *name);
}

static void add_value(const struct rule_name *name, enum rule_format format, struct strbuf *out)
{
    bool is_known = (size_t)format < sizeof formats / sizeof *formats && formats[format];
    const char *text = !name->unit ? find(names, sizeof names / sizeof *names, name->name)
                       : is_known  ? formats[format]
                                   : find(units, sizeof units / sizeof *units, name->unit);
    if (text)
        strbuf_add_text(out, text);
    else if (name->unit)
        strbuf_add_text(out, count_behind(out->text));
    else
        add_capitals(name->name, out);
}

static void add_part(const struct rule *rule, const struct rule_part *part, struct strbuf *out)
{
    if (part->kind == RULE_PART_LITERAL)
        strbuf_add_text(out, part->text);
    else if (part->kind == RULE_PART_WORD)
        strbuf_add_text(out, part->many);
    else if (part->kind == RULE_PART_VALUE)
        add_value(&rule->names[part->name], part->format, out);
}

/* Whether the optional part at `open` begins with a condition on a name of the one at `shown`. */
static bool belongs(const struct rule_part *shown, const struct rule_part *open)
{
    if (open[1].kind != RULE_PART_CONDITION)
        return false;
    for (; shown->kind != RULE_PART_CLOSE; shown++)
        if (shown->kind != RULE_PART_OPEN && shown->kind != RULE_PART_LITERAL &&
            shown->name == open[1].name)
            return true;
    return false;
}

void rule_example_add(const struct rule *rule, const struct rule_template *template,
                      struct strbuf *out)
{
    const struct rule_part *shown = NULL; /* of the optional parts that follow each other */
    for (size_t i = 0; i < template->count; i++) {
        const struct rule_part *part = &template->parts[i];
        bool follows = i && template->parts[i - 1].kind == RULE_PART_CLOSE;
        if (part->kind != RULE_PART_OPEN)
            add_part(rule, part, out);
        else if (!follows)
            shown = part;
        else if (!belongs(shown, part))
            while (template->parts[i].kind != RULE_PART_CLOSE)
                i++;
    }
}
