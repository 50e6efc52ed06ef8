/* What the words of the report mean: of what is in it, and of nothing else. */
#include <string.h>

#include "page/content/page.h"
#include "table/rows.h"
#include "util/number.h"
#include "util/quantity.h"
#include "util/strbuf.h"

enum row_kind { ROW_HEADING, ROW_DEFINITION, ROW_LIMITS };

static const struct definition {
    enum row_kind kind;
    const char *uses;
    struct fact fact;
} definitions[] = {
#define DEFINITIONS_OF(heading) {ROW_HEADING, NULL, {heading, NULL}},
#define DEFINITION(uses, term, text) {ROW_DEFINITION, uses, {term, text}},
#define DEFINITION_LIMITS {ROW_LIMITS, NULL, {NULL, NULL}},
#include "page/content/definitions.def"
#undef DEFINITIONS_OF
#undef DEFINITION
#undef DEFINITION_LIMITS
};
enum { DEFINITION_COUNT = sizeof definitions / sizeof definitions[0], LIMIT_COUNT = 2 };

static bool has_number(const struct table *table, const char *column)
{
    const double *numbers = table_numbers(table, column);
    for (size_t row = 0; row < table->rows; row++)
        if (!number_is_missing(numbers[row]))
            return true;
    return false;
}

/* "TABLE", "TABLE.COLUMN", "TABLE.COLUMN=TEXT" or "TABLE=NAME" */
static bool has_use(const struct tables *tables, struct arena *arena, const char *use)
{
    size_t size = strcspn(use, ".=");
    const struct table *table = tables_find(tables, arena_text_of_size(arena, use, size));
    if (!table || !use[size])
        return table != NULL;
    size_t column = strcspn(use + size + 1, "=");
    if (use[size] == '.' && use[size + 1 + column])
        return table_find_row(table, 0, arena_text_of_size(arena, use + size + 1, column),
                              use + size + column + 2, NULL, NULL) < table->rows;
    if (use[size] == '.')
        return has_number(table, use + size + 1);
    return table_find_row(table, 0, table->columns[0].name, use + size + 1, NULL, NULL) <
           table->rows;
}

static bool is_used(const struct tables *tables, struct arena *arena, const char *uses)
{
    if (!*uses)
        return true;
    while (*uses) {
        size_t size = strcspn(uses, " ");
        if (has_use(tables, arena, arena_text_of_size(arena, uses, size)))
            return true;
        uses += size + (uses[size] == ' ');
    }
    return false;
}

/* Limits that a report may have been made with stand in its tables. */
static size_t put_limits(const struct tables *tables, struct arena *arena, struct fact *facts)
{
    const struct memory_classes_rows classes = memory_classes_rows(tables);
    const struct outlier_kinds_rows kinds = outlier_kinds_rows(tables);
    size_t count = 0;
    if (classes.rows && classes.rows >= 2) {
        const double *high = classes.high_B;
        char small[32], medium[32];
        quantity_format_number(high[0] / 1e9, 6, small, sizeof small);
        quantity_format_number(high[1] / 1e9, 6, medium, sizeof medium);
        facts[count++] = (struct fact){
            "Memory class",
            arena_format(arena,
                         "Of a task, by its peak memory: small up to %s GB, medium up to %s GB, "
                         "large above.",
                         small, medium)};
    }
    if (kinds.rows) {
        char iqr[32];
        quantity_format_number(kinds.threshold[0] / 1e9, 6, iqr, sizeof iqr);
        facts[count++] = (struct fact){
            "Outlier", arena_format(arena,
                                    "A task whose peak memory is below p5 or above p95 of its task "
                                    "kind. Listed for task kinds with an interquartile range over "
                                    "%s GB.",
                                    iqr)};
    }
    return count;
}

static const char *plain(double number, char *text, size_t size)
{
    return quantity_format_number(number, 6, text, size);
}

/* As a rule counts it: shares in percent; amounts exactly, as a site sets them. */
static void add_in_unit(double number, const char *unit, struct strbuf *out)
{
    char text[64];
    bool is_amount = !strcmp(unit, "s") || !strcmp(unit, "B");
    if (is_amount)
        strbuf_add_text(out, quantity_format_requested(number, unit, UNITS_IEC, text, sizeof text));
    else if (!strcmp(unit, "B/s"))
        strbuf_add_text(out, quantity_format(number, unit, UNITS_SI, text, sizeof text));
    else if (!strcmp(unit, "B·s"))
        strbuf_format(out, "%s GB·h", plain(number / QUANTITY_GB_HOUR, text, sizeof text));
    else if (!strcmp(unit, "1/s"))
        strbuf_format(out, "%s per second", plain(number, text, sizeof text));
    else if (!strcmp(unit, "share"))
        strbuf_format(out, "%s %%", plain(100 * number, text, sizeof text));
    else if (!strcmp(unit, "ratio") || !strcmp(unit, "count") || !strcmp(unit, "chance") ||
             !strcmp(unit, "coefficient"))
        strbuf_add_text(out, plain(number, text, sizeof text));
    else
        strbuf_format(out, "%s %s", plain(number, text, sizeof text), unit);
}

/* "{nodes.serial:warn}": a number of a rule in its unit; "{nodes.throttled:warn:percent}". */
static void add_number(const struct page_request *request, struct arena *arena, const char *place,
                       size_t size, struct strbuf *out)
{
    char *id = arena_text_of_size(arena, place, size), *rest = NULL;
    const char *name = strtok_r(id, ":", &rest) ? strtok_r(NULL, ":", &rest) : NULL;
    bool is_percent = rest && !strcmp(rest, "percent");
    if (!name || (rest && *rest && !is_percent))
        BUG("no number of a rule: %s", id);
    double number = rules_number(request->rules, id, name);
    const char *unit = rule_unit_of(rules_find(request->rules, id), name);
    if (!unit)
        BUG("templates/findings.json: the unit of \"%s\" of %s is not said", name, id);
    add_in_unit(number, is_percent ? "share" : unit, out);
}

/* The text of a definition with the numbers of rules that it names. */
static const char *with_numbers(const struct page_request *request, struct arena *arena,
                                const char *text)
{
    struct strbuf out;
    strbuf_init(&out);
    for (size_t size; *text; text += size) {
        bool is_number = text[0] == '{' && text[1] >= 'a' && text[1] <= 'z'; /* not of JSON */
        size = is_number ? strcspn(text, "}") + 1 : 1 + strcspn(text + 1, "{");
        if (is_number)
            add_number(request, arena, text + 1, size - 2, &out);
        else
            strbuf_add(&out, text, size);
    }
    const char *filled = arena_text(arena, out.text);
    strbuf_release(&out);
    return filled;
}

/* What is used of the definitions from `first` to the next heading; returns where that is. */
static size_t add_group(const struct page_request *request, struct document *document,
                        struct section *section, size_t first)
{
    struct arena *arena = document->arena;
    struct fact *facts = arena_alloc_array(arena, DEFINITION_COUNT + LIMIT_COUNT, sizeof *facts);
    size_t count = 0, i = first + 1;
    for (; i < DEFINITION_COUNT && definitions[i].kind != ROW_HEADING; i++)
        if (definitions[i].kind == ROW_LIMITS)
            count += put_limits(request->tables, arena, facts + count);
        else if (is_used(request->tables, arena, definitions[i].uses))
            facts[count++] = (struct fact){definitions[i].fact.key,
                                           with_numbers(request, arena, definitions[i].fact.value)};
    if (count) {
        section_add_subheading(document, section, definitions[first].fact.key);
        struct block *block = section_add_block(document, section, BLOCK_DEFINITIONS);
        block->facts = facts;
        block->count = count;
    }
    return i;
}

static void add_definitions(const struct page_request *request, struct document *document)
{
    struct section *section =
        document_add_section(document, "definitions", "Definitions", "data", false);
    for (size_t i = 0; i < DEFINITION_COUNT;)
        i = add_group(request, document, section, i);
}

const struct page page_definitions = {"definitions", add_definitions};
