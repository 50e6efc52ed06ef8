#include "lists.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/rule_example.h"
#include "datapackage.h"
#include "export/export_list.h"
#include "input/reader.h"
#include "table/canonical_tables.h"
#include "table/rule_template.h"
#include "table/table.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/utf8.h"

static void add_json(json_t *list, struct strbuf *out)
{
    char *text = json_dumps(list, JSON_INDENT(2));
    strbuf_add_text(out, text);
    strbuf_add_char(out, '\n');
    free(text);
    json_decref(list);
}

void lists_write_formats(bool as_json, struct strbuf *out)
{
    json_t *list = json_array();
    if (!as_json)
        strbuf_format(out, "%-22s %s\n", "FORMAT", "INPUT");
    for (size_t i = 0; i < reader_count(); i++) {
        const struct reader *reader = reader_at(i);
        if (!as_json)
            strbuf_format(out, "%-22s %s\n", reader->name, reader->description);
        json_array_append_new(list, json_pack("{s:s,s:s}", "name", reader->name, "description",
                                              reader->description));
    }
    if (as_json)
        add_json(list, out);
    else
        json_decref(list);
}

/* "cpu_load_per_node  nodes  metric cpu_load  CPU load" */
static void list_figure(const struct plotspec *spec, const struct plot_figure *figure,
                        struct strbuf *out)
{
    enum { DATA_SIZE = 64 };
    char data[DATA_SIZE];
    snprintf(data, sizeof data, "%s %s", spec->metric ? "metric" : "table",
             spec->metric ? spec->metric : spec->table);
    strbuf_format(out, "%-40s %-10s %-36s %s\n", figure->id, figure->kind, data,
                  spec->title ? spec->title : "any metric without a definition of its own");
}

void lists_write_figures(const struct plotspecs *specs, bool as_json, struct strbuf *out)
{
    json_t *list = json_array();
    if (!as_json)
        strbuf_format(out, "%-40s %-10s %-36s %s\n", "FIGURE", "KIND", "DATA", "TITLE");
    for (size_t i = 0; i < specs->count; i++)
        for (size_t k = 0; k < specs->items[i].figure_count; k++) {
            const struct plotspec *spec = &specs->items[i];
            const struct plot_figure *figure = &spec->figures[k];
            if (!as_json)
                list_figure(spec, figure, out);
            json_array_append_new(list,
                                  json_pack("{s:s,s:s,s:s,s:s,s:s?}", "id", figure->id, "kind",
                                            figure->kind, spec->metric ? "metric" : "table",
                                            spec->metric ? spec->metric : spec->table, "section",
                                            figure->section, "title", spec->title));
        }
    if (as_json)
        add_json(list, out);
    else
        json_decref(list);
}

static json_t *columns_json(const struct table_schema *schema)
{
    json_t *list = json_array();
    for (size_t i = 0; i < schema->column_count; i++)
        json_array_append_new(list,
                              datapackage_field(&schema->columns[i], schema->columns[i].name));
    if (schema->is_open)
        json_array_append_new(list, datapackage_field(&schema->others, schema->others.name));
    return list;
}

/* What the values of a column are, in a word. */
static const char *unit_word(const struct column_schema *column)
{
    switch (column->meaning) {
    case MEANING_TEXT:
        return "text";
    case MEANING_COUNT:
        return "count";
    case MEANING_SHARE:
        return "ratio";
    case MEANING_MOMENT:
        return "Unix s";
    case MEANING_FLAG:
        return "0 or 1";
    case MEANING_NUMBER:
        break;
    }
    return *column->unit ? column->unit : "number";
}

static void add_padded(struct strbuf *out, const char *text, size_t width)
{
    strbuf_add_text(out, text);
    for (size_t length = utf8_length(text); length < width; length++)
        strbuf_add_char(out, ' ');
}

struct column_widths {
    size_t name, unit;
};

static void widen(struct column_widths *widths, const struct column_schema *column)
{
    size_t name = utf8_length(column->name), unit = utf8_length(unit_word(column));
    widths->name = name > widths->name ? name : widths->name;
    widths->unit = unit > widths->unit ? unit : widths->unit;
}

static void list_column(const struct column_schema *column, struct column_widths widths,
                        struct strbuf *out)
{
    strbuf_add_text(out, "    ");
    add_padded(out, column->name, widths.name + 2);
    add_padded(out, unit_word(column), widths.unit + 2);
    strbuf_format(out, "%s\n", column->description);
}

/* The table, what a row of it is, and a line a column: name, unit, description. */
static void list_table(const struct table_schema *schema, const char *where, struct strbuf *out)
{
    struct column_widths widths = {0};
    strbuf_format(out, "%s%s: a row is %s\n", schema->name, where, schema->row);
    for (size_t i = 0; i < schema->column_count; i++)
        widen(&widths, &schema->columns[i]);
    if (schema->is_open)
        widen(&widths, &schema->others);
    for (size_t i = 0; i < schema->column_count; i++)
        list_column(&schema->columns[i], widths, out);
    if (schema->is_open)
        list_column(&schema->others, widths, out);
    strbuf_add_char(out, '\n');
}

static json_t *table_json(const struct table_schema *schema, const char *exported_as)
{
    return json_pack("{s:s,s:s,s:s,s:o}", "name", schema->name, "row", schema->row, "export",
                     exported_as, "columns", columns_json(schema));
}

/* Those that are not in data/: they are made of what was read, on demand. */
static void list_canonical(bool as_json, json_t *list, struct strbuf *out)
{
    for (int i = 0; i < CANONICAL_TABLES; i++) {
        const struct table_schema *schema = canonical_table_at((enum canonical_table_number)i);
        if (!as_json)
            list_table(schema, " (only by --export)", out);
        json_t *table = table_json(schema, schema->name);
        json_object_set_new(table, "only_exported", json_true());
        json_array_append_new(list, table);
    }
}

/* "attempts (by --export: attempts_by_outcome)" */
static void list_result(const struct table_schema *schema, struct strbuf *out)
{
    enum { MOST_WHERE = 80 };
    char where[MOST_WHERE] = "";
    const char *exported = export_table_name(schema->name);
    if (strcmp(exported, schema->name) != 0)
        snprintf(where, sizeof where, " (by --export: %s)", exported);
    list_table(schema, where, out);
}

void lists_write_tables(bool as_json, struct strbuf *out)
{
    json_t *list = json_array();
    for (size_t i = 0; i < table_schema_count(); i++) {
        const struct table_schema *schema = table_schema_at(i);
        if (!as_json)
            list_result(schema, out);
        json_array_append_new(list, table_json(schema, export_table_name(schema->name)));
    }
    list_canonical(as_json, list, out);
    if (as_json)
        add_json(list, out);
    else
        json_decref(list);
}

/* ---- findings ---- */

/* A line of what a site may set: "warning  ≥ 0.99 (99 %)  part in use". */
struct setting {
    const char *name, *sign;
    double value;
    struct rule_what what;
};

enum { MOST_VALUE = 96 };

/* "≥ 0.99 (99 %)", "180 s", "3" */
static void format_setting(const struct setting *setting, char text[MOST_VALUE])
{
    char number[NUMBER_TEXT_SIZE];
    const char *unit = setting->what.unit ? setting->what.unit : "";
    bool is_plain = !strcmp(unit, "ratio") || !strcmp(unit, "count") || !strcmp(unit, "weight") ||
                    !strcmp(unit, "chance") || !strcmp(unit, "coefficient");
    number_format(setting->value, number);
    if (strcmp(unit, "share") == 0)
        snprintf(text, MOST_VALUE, "%s%s (%.4g %%)", setting->sign, number, 100 * setting->value);
    else
        snprintf(text, MOST_VALUE, "%s%s%s%s", setting->sign, number, is_plain ? "" : " ",
                 is_plain ? "" : unit);
}

/* The thresholds, then the limits; returns how many. */
static size_t settings_of(const struct rule *rule, struct setting *settings)
{
    size_t count = 0;
    for (int level = 0; level < RULE_LEVELS; level++)
        if (!isnan(rule->thresholds[level]))
            settings[count++] =
                (struct setting){rule_level_word((enum rule_level)level),
                                 rule_side_sign(rule->side), rule->thresholds[level], rule->what};
    for (size_t i = 0; i < rule->limit_count; i++)
        settings[count++] = (struct setting){rule->limits[i].name, NULL, rule->limits[i].value,
                                             rule->limits[i].what};
    return count;
}

static void add_settings(const struct rule *rule, struct strbuf *out)
{
    struct setting *settings =
        memory_alloc_array(RULE_LEVELS + rule->limit_count, sizeof *settings);
    size_t count = settings_of(rule, settings), name_width = 0, value_width = 0;
    char text[MOST_VALUE], sign[8];
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < count; i++) {
            snprintf(sign, sizeof sign, "%s%s", settings[i].sign ? settings[i].sign : "",
                     settings[i].sign ? " " : "");
            struct setting shown = settings[i];
            shown.sign = sign;
            format_setting(&shown, text);
            size_t name = utf8_length(shown.name), value = utf8_length(text);
            name_width = name > name_width ? name : name_width;
            value_width = value > value_width ? value : value_width;
            if (pass == 0)
                continue;
            strbuf_add_text(out, "    ");
            add_padded(out, shown.name, name_width + 2);
            add_padded(out, text, value_width + 2);
            strbuf_format(out, "%s\n", shown.what.text ? shown.what.text : "");
        }
    free(settings);
}

/* "note or problem decided by …": of levels without a threshold. */
static void add_decided(const struct rule *rule, struct strbuf *out)
{
    const char *before = "    ";
    for (int level = 0; level < RULE_LEVELS; level++)
        if (!isnan(rule->weights[level]) && isnan(rule->thresholds[level])) {
            strbuf_format(out, "%s%s", before, rule_level_word((enum rule_level)level));
            before = ", ";
        }
    if (*before == ',')
        strbuf_format(out, ": level %s; not settable\n",
                      rule->decided ? rule->decided : "decided by the program");
}

static void add_example(const struct rule *rule, const char *begin,
                        const struct rule_template *template, struct strbuf *out)
{
    strbuf_format(out, "    %s: ", begin);
    rule_example_add(rule, template, out);
    strbuf_add_char(out, '\n');
}

/* Without words of its own, as of one that the measure gives as a whole. */
static bool is_made_elsewhere(const struct rule_template *template)
{
    for (size_t i = 0; i < template->count; i++)
        if (template->parts[i].kind == RULE_PART_LITERAL)
            return false;
    return true;
}

/* Equal ones once, each with its conditions where there are others. */
static void add_advices(const struct rule *rule, struct strbuf *out)
{
    const struct rule_templates *advices = &rule->advices;
    for (size_t i = 0; i < advices->count; i++) {
        size_t first = 0;
        while (strcmp(advices->items[first].source, advices->items[i].source) != 0)
            first++;
        if (first < i || is_made_elsewhere(&advices->items[i]))
            continue;
        struct strbuf begin;
        strbuf_init(&begin);
        strbuf_add_text(&begin, "advice");
        for (size_t k = i; k < advices->count && advices->items[i].variant; k++)
            if (strcmp(advices->items[k].source, advices->items[i].source) == 0)
                strbuf_format(&begin, "%s%s", k == i ? " (" : ", ", advices->items[k].variant);
        if (advices->items[i].variant)
            strbuf_add_char(&begin, ')');
        add_example(rule, begin.text, &advices->items[i], out);
        strbuf_release(&begin);
    }
}

static void add_finding(const struct rule *rule, struct strbuf *out)
{
    strbuf_format(out, "%s: %s%s\n", rule->id, rule->title, rule->is_off ? " (off)" : "");
    add_settings(rule, out);
    add_decided(rule, out);
    add_example(rule, "example", &rule->texts.items[0], out);
    add_advices(rule, out);
    if (rule->note)
        strbuf_format(out, "    note: %s\n", rule->note);
    strbuf_add_char(out, '\n');
}

static void add_intro(struct strbuf *out)
{
    strbuf_add_text(
        out, "Findings, with the numbers that a site may set in the file given by --config:\n"
             "{\"findings\": {\"nodes.serial\": {\"warning\": 0.2, \"least_s\": 300}}}\n"
             "Levels are note, warning (or warn) and problem (or bad). Names and numbers of "
             "examples\nare made up. --json has the templates.\n\n");
}

static json_t *levels_json(const double *numbers)
{
    json_t *object = json_object();
    for (int level = 0; level < RULE_LEVELS; level++)
        if (!isnan(numbers[level]))
            json_object_set_new(object, rule_level_name((enum rule_level)level),
                                json_real(numbers[level]));
    return object;
}

static json_t *limits_json(const struct rule *rule)
{
    json_t *object = json_object();
    for (size_t i = 0; i < rule->limit_count; i++)
        json_object_set_new(object, rule->limits[i].name, json_real(rule->limits[i].value));
    return object;
}

static json_t *what_json(const struct rule_what *what)
{
    return json_pack("{s:s?,s:s?}", "what", what->text, "unit", what->unit);
}

/* What the value and the limits are, by "value" and the names of limits. */
static json_t *whats_json(const struct rule *rule)
{
    json_t *object = json_object();
    if (rule->what.text)
        json_object_set_new(object, "value", what_json(&rule->what));
    for (size_t i = 0; i < rule->limit_count; i++)
        json_object_set_new(object, rule->limits[i].name, what_json(&rule->limits[i].what));
    return object;
}

static json_t *templates_json(const struct rule_templates *templates)
{
    json_t *list = json_array();
    for (size_t i = 0; i < templates->count; i++)
        json_array_append_new(list, json_string(templates->items[i].source));
    return list;
}

static json_t *finding_json(const struct rule *rule)
{
    return json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:o,s:o,s:o,s:o,s:s?,s:o,s:o,s:s?,s:b}", "id",
                     rule->id, "title", rule->title, "section", rule->section.source, "value",
                     rule->names[rule->value].name, "unit", rule->names[rule->value].unit, "when",
                     rule_side_sign(rule->side), "weights", levels_json(rule->weights),
                     "thresholds", levels_json(rule->thresholds), "limits", limits_json(rule),
                     "what", whats_json(rule), "level", rule->decided, "texts",
                     templates_json(&rule->texts), "advice", templates_json(&rule->advices), "note",
                     rule->note, "off", rule->is_off);
}

void lists_write_findings(const struct rules *rules, bool as_json, struct strbuf *out)
{
    json_t *list = json_array();
    if (!as_json)
        add_intro(out);
    for (size_t i = 0; i < rules->count; i++) {
        if (!as_json)
            add_finding(&rules->items[i], out);
        json_array_append_new(list, finding_json(&rules->items[i]));
    }
    if (as_json)
        add_json(list, out);
    else
        json_decref(list);
}
