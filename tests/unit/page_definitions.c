#include "check.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "page/content/pages.h"
#include "rules_fixture.h"
#include "table/table_csv.h"

static const char *const uses[] = {
#define DEFINITIONS_OF(heading)
#define DEFINITION(uses, term, text) uses,
#define DEFINITION_LIMITS
#include "page/content/definitions.def"
#undef DEFINITIONS_OF
#undef DEFINITION
#undef DEFINITION_LIMITS
};

/* tables_get, table_numbers and table_texts end the program where there is no such name. */
static void every_use_names_what_there_is(void)
{
    struct arena arena;
    struct tables tables;
    arena_init(&arena);
    tables_init(&tables, &arena);
    for (size_t i = 0; i < sizeof uses / sizeof uses[0]; i++) {
        char *words = arena_text(&arena, uses[i]), *rest = NULL;
        for (char *use = strtok_r(words, " ", &rest); use; use = strtok_r(NULL, " ", &rest)) {
            char *mark = strpbrk(use, ".="), kind = mark ? *mark : '\0';
            char *text = kind == '.' ? strchr(mark, '=') : NULL;
            if (mark)
                *mark = '\0';
            if (text)
                *text = '\0';
            const struct table *table = tables_get(&tables, use);
            if (text)
                table_texts(table, mark + 1);
            else if (kind == '.')
                table_numbers(table, mark + 1);
            CHECK(kind != '=' || table->columns[0].type == COLUMN_TEXT);
        }
    }
    arena_release(&arena);
}

/* A heading has no text. */
static const struct fact definitions[] = {
#define DEFINITIONS_OF(heading) {heading, NULL},
#define DEFINITION(uses, term, text) {term, text},
#define DEFINITION_LIMITS
#include "page/content/definitions.def"
#undef DEFINITIONS_OF
#undef DEFINITION
#undef DEFINITION_LIMITS
};

enum { DEFINITION_COUNT = sizeof definitions / sizeof definitions[0] };

/* "{nodes.serial:warn:percent}" */
#define PLACE "{%63[a-z.-]:%63[a-zA-Z_]"

static const char *next_place(const char *at)
{
    return at ? strchr(at, '{') : NULL;
}

static void every_number_of_a_rule_is_there(void)
{
    size_t count = 0;
    for (size_t i = 0; i < DEFINITION_COUNT; i++)
        for (const char *at = definitions[i].value; (at = next_place(at)); at++) {
            char id[64], name[64];
            if (sscanf(at, PLACE, id, name) != 2)
                continue;
            const struct rule *rule = rules_find(fixture_rules(), id);
            if (!rule || isnan(rule_number_called(rule, name)))
                CHECK_FAIL("no number %s of the rule %s", name, id);
            else if (!rule_unit_of(rule, name))
                CHECK_FAIL("no unit of the number %s of the rule %s", name, id);
            count++;
        }
    CHECK(count > 5);
}

/* ---- numbers that are written as text ---- */

/* Numbers of a definition that only happen to be those of a rule that it shows: the program has
 * them as constants. */
static const struct fact constants[] = {
    {"Partly idle", "10 %"},    {"Partly idle", "2 %"},          {"Partly idle", "5 %"},
    {"Partly idle", "half"},    {"Growing memory", "a quarter"}, {"Growing memory", "a tenth"},
    {"Growing memory", "half"}, {"Growing memory", "97 %"},      {"Growing memory", "5 %"},
    {"Oversubscribed", "half"}, {"Slow node", "1.5 or more"},    {"Long tail", "half"},
    {"Short tasks", "half"},    {"Workers compared", "half"},
};

static bool is_constant(const char *term, const char *text)
{
    for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++)
        if (!strcmp(constants[i].key, term) && !strcmp(constants[i].value, text))
            return true;
    return false;
}

static bool is_within_number(char before)
{
    return isalnum((unsigned char)before) || before == '.' || before == ',';
}

/* As words of their own: "5 %" is not in "95 %". */
static bool has_words(const char *text, const char *words)
{
    for (const char *at = text; (at = strstr(at, words)); at++)
        if ((at == text || !is_within_number(at[-1])) && !isalnum((unsigned char)at[strlen(words)]))
            return true;
    return false;
}

/* Without what is between braces. */
static const char *written(struct arena *arena, const char *text)
{
    const char *all = "";
    for (const char *open; (open = strchr(text, '{')); text = strchr(open, '}') + 1)
        all = arena_format(arena, "%s%.*s#", all, (int)(open - text), text);
    return arena_format(arena, "%s%s", all, text);
}

static void check_written(const struct fact *definition, const char *text, const char *number,
                          const char *id, const char *name)
{
    if (has_words(text, number) && !is_constant(definition->key, number))
        CHECK_FAIL("\"%s\" of \"%s\" is written as text: {%s:%s}", number, definition->key, id,
                   name);
}

static void check_number(struct arena *arena, const struct fact *definition,
                         const struct rule *rule, const char *name, double number)
{
    static const struct {
        double number;
        const char *words[4];
    } words[] = {{1, {"one", "once"}},
                 {2, {"two", "twice"}},
                 {3, {"three"}},
                 {4, {"four"}},
                 {5, {"five"}},
                 {10, {"ten"}},
                 {0.5, {"half"}},
                 {0.2, {"a fifth"}},
                 {0.1, {"a tenth"}},
                 {0.25, {"a quarter"}},
                 {60, {"a minute"}},
                 {600, {"10 min", "10 minutes"}},
                 {300, {"5 min", "5 minutes"}},
                 {3600, {"an hour"}},
                 {1e9, {"1 GB"}},
                 {3.6e12, {"1 GB·h", "1 GB h"}}};
    const char *unit = rule_unit_of(rule, name);
    const char *text = written(arena, definition->value);
    bool is_share = unit && (!strcmp(unit, "share") || !strcmp(unit, "ratio"));
    if (is_share)
        check_written(definition, text, arena_format(arena, "%g %%", 100 * number), rule->id, name);
    if (unit && !strcmp(unit, "chance"))
        check_written(definition, text, arena_format(arena, "%g", number), rule->id, name);
    check_written(definition, text, arena_format(arena, "%g times", number), rule->id, name);
    check_written(definition, text, arena_format(arena, "%g or more", number), rule->id, name);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        for (size_t k = 0; k < 4 && words[i].words[k] && words[i].number == number; k++)
            check_written(definition, text, words[i].words[k], rule->id, name);
}

/* Where a definition shows a number of a rule, it shows all of them so: a site may set them. */
static void no_number_of_a_rule_that_is_shown_is_written_as_text(void)
{
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < DEFINITION_COUNT; i++)
        for (const char *at = definitions[i].value; (at = next_place(at)); at++) {
            char id[64], name[64];
            const struct rule *rule =
                sscanf(at, PLACE, id, name) == 2 ? rules_find(fixture_rules(), id) : NULL;
            if (!rule)
                continue;
            for (size_t k = 0; k < rule->limit_count; k++)
                check_number(&arena, &definitions[i], rule, rule->limits[k].name,
                             rule->limits[k].value);
            for (int level = 0; level < RULE_LEVELS; level++)
                if (!isnan(rule->thresholds[level]))
                    check_number(&arena, &definitions[i], rule,
                                 rule_level_name((enum rule_level)level), rule->thresholds[level]);
        }
    arena_release(&arena);
}

/* Those of which all numbers are constants of the program. */
static void every_definition_of_a_threshold_shows_a_rule(void)
{
    static const char *const without[] = {"Waited until the time limit", "Recommended request",
                                          "Workers connected"};
    bool is_of_thresholds = false;
    size_t count = 0;
    for (size_t i = 0; i < DEFINITION_COUNT; i++) {
        const char *term = definitions[i].key, *text = definitions[i].value;
        bool may_be_without = false;
        if (!text)
            is_of_thresholds = strstr(term, "thresholds") != NULL;
        for (size_t k = 0; k < sizeof without / sizeof without[0]; k++)
            may_be_without |= !strcmp(without[k], term);
        if (!text || !is_of_thresholds || may_be_without)
            continue;
        count++;
        if (!strchr(text, '{'))
            CHECK_FAIL("the definition of \"%s\" shows no number of a rule", term);
    }
    CHECK(count > 10);
}

/* ---- what a report shows ---- */

/* The definitions of a report with that table; NULL: it is no such table. */
static const struct section *make(struct arena *arena, const struct rules *rules, const char *name,
                                  const char *csv)
{
    static struct document document;
    struct error error;
    struct tables tables;
    struct facts facts = {.start = NAN, .end = NAN, .node_count = NAN, .sampling_interval_s = NAN};
    struct figures figures = {0};
    tables_init(&tables, arena);
    document = (struct document){0};
    if (!table_read_csv(tables_get(&tables, name), name, csv, strlen(csv), &error))
        return NULL;
    struct page_request request = {.rules = rules,
                                   .tables = &tables,
                                   .facts = &facts,
                                   .figures = &figures};
    document_make(&document, &request, arena);
    return document_find_section(&document, "definitions");
}

/* The terms, each in brackets, under their headings. */
static const char *terms(struct arena *arena, const char *name, const char *csv)
{
    const struct section *section = make(arena, fixture_rules(), name, csv);
    const char *list = section ? "" : "no such table";
    for (size_t k = 0; section && k < section->block_count; k++) {
        const struct block *block = &section->blocks[k];
        if (block->kind == BLOCK_SUBHEADING)
            list = arena_format(arena, "%s %s:", list, block->text);
        for (size_t i = 0; block->kind == BLOCK_DEFINITIONS && i < block->count; i++)
            list = arena_format(arena, "%s[%s]", list, block->facts[i].key);
    }
    return list;
}

/* What a term means in such a report. */
static const char *meaning(struct arena *arena, const struct rules *rules, const char *name,
                           const char *csv, const char *term)
{
    const struct section *section = make(arena, rules, name, csv);
    for (size_t k = 0; section && k < section->block_count; k++) {
        const struct block *block = &section->blocks[k];
        for (size_t i = 0; block->kind == BLOCK_DEFINITIONS && i < block->count; i++)
            if (!strcmp(block->facts[i].key, term))
                return block->facts[i].value;
    }
    return "";
}

#define CHECK_SHOWS(text, part)                                                                    \
    do {                                                                                           \
        const char *const shown = text;                                                            \
        if (!strstr(shown, part))                                                                  \
            CHECK_FAIL("\"%s\" is not in: %s", part, shown);                                       \
    } while (0)

static void numbers_of_rules_are_shown_in_their_unit(void)
{
    const struct rules *rules = fixture_rules();
    struct arena arena;
    arena_init(&arena);
    CHECK_SHOWS(meaning(&arena, rules, "swapping", "node\na\n", "Swapped"),
                "1 % of the node's memory (1 GB where its size is unknown");
    CHECK_SHOWS(meaning(&arena, rules, "swapping", "node\na\n", "Swapped"), "where 1 MB/s or more");
    CHECK_SHOWS(meaning(&arena, rules, "net_errors", "node\na\n", "Network errors"),
                "1 per second (errors) or 10 per second (dropped packets) on, if these are 0.01 %");
    CHECK_SHOWS(meaning(&arena, rules, "requested", "task\na\n", "Memory request"),
                "less than 50 % of it is used and 1 GB·h or more is unused");
    CHECK_SHOWS(meaning(&arena, rules, "queue_waits", "task\na\n", "Queue waits"),
                "with a median of 10 min");
    CHECK_SHOWS(meaning(&arena, rules, "memory_growth", "node\na\n", "Growing memory"),
                "256 MiB at least (2 % of all");
    CHECK_SHOWS(meaning(&arena, rules, "attempts", "task\na\n", "Failing node"), "p ≤ 0.001");
    CHECK_SHOWS(meaning(&arena, rules, "slow_clocks", "start\n1\n", "Throttled CPUs"),
                "at most 60 % of the usual one");
    arena_release(&arena);
}

static void a_definition_shows_what_the_site_set(void)
{
    static const char config[] =
        "{\"findings\": {\"nodes.swapping\": {\"least_B\": 1.5e9, \"moved_B_s\": 2500},"
        " \"tasks.memory-unused\": {\"least_unused_Bs\": 9e12, \"note\": 0.4},"
        " \"jobs.queue-wait\": {\"median_s\": 5400, \"attempts\": 7}}}";
    struct arena arena;
    struct rules rules;
    struct error error;
    arena_init(&arena);
    CHECK(rules_load(&rules, &arena, "templates/findings.json", &error) &&
          rules_configure(&rules, &arena, "site.json", config, strlen(config), &error));
    CHECK_SHOWS(meaning(&arena, &rules, "swapping", "node\na\n", "Swapped"), "(1,500 MB where");
    CHECK_SHOWS(meaning(&arena, &rules, "swapping", "node\na\n", "Swapped"), "2.5 kB/s or more");
    CHECK_SHOWS(meaning(&arena, &rules, "requested", "task\na\n", "Memory request"),
                "less than 40 % of it is used and 2.5 GB·h or more is unused");
    CHECK_SHOWS(meaning(&arena, &rules, "queue_waits", "task\na\n", "Queue waits"),
                "at least 7 attempts waited for 50 % of the time from submission to end, with a "
                "median of 1 h 30 min");
    arena_release(&arena);
}

static void a_report_defines_what_is_in_it(void)
{
    struct arena arena;
    arena_init(&arena);
#define NUMBERS " Numbers:[Missing][Mean, min, max][Quantile][Standard deviation][Units]"
    CHECK_TEXT(terms(&arena, "tasks", "task,tasks,cpu_efficiency\na,1,\nb,1,\n"),
               NUMBERS " Tasks:[Task][Attempt][Elapsed and CPU time]");
    CHECK_TEXT(terms(&arena, "tasks", "task,tasks,cpu_efficiency\na,1,\nb,1,0\n"),
               NUMBERS " Tasks:[Task][Attempt][Elapsed and CPU time][CPU efficiency][Unknown "
                       "core count] Finding thresholds: tasks:[Idle cores]");
    CHECK_TEXT(terms(&arena, "memory_classes",
                     "class,low_B,high_B\n"
                     "small,0,5e9\n"
                     "medium,5e9,2e10\n"),
               NUMBERS " Tasks:[Memory class]");
    CHECK_TEXT(terms(&arena, "event_devices", "event,metric\na,power\n"),
               NUMBERS " GPU tasks:[GPU metrics of an event] Charts:[Box plot]");
    CHECK_TEXT(terms(&arena, "phases", "start,end\n1,2\n"), NUMBERS " Nodes:[Idle phase]");
    CHECK(strstr(terms(&arena, "trace", "clock,rules\n,compat\n"), "[trace-compat]"));
    CHECK(!strstr(terms(&arena, "trace", "clock,rules\n,correct\n"), "compat"));
    CHECK(strstr(terms(&arena, "job_metrics", "metric\nload\nipc\n"), "[Ratio of counters]"));
    CHECK(!strstr(terms(&arena, "job_metrics", "metric\nload\nipcs\n"), "[Ratio of counters]"));
    arena_release(&arena);
}

CHECK_MAIN(TEST(every_use_names_what_there_is), TEST(every_number_of_a_rule_is_there),
           TEST(no_number_of_a_rule_that_is_shown_is_written_as_text),
           TEST(every_definition_of_a_threshold_shows_a_rule),
           TEST(numbers_of_rules_are_shown_in_their_unit),
           TEST(a_definition_shows_what_the_site_set), TEST(a_report_defines_what_is_in_it))
