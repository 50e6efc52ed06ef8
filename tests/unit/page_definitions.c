#include "check.h"

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

static const char *const texts[] = {
#define DEFINITIONS_OF(heading)
#define DEFINITION(uses, term, text) text,
#define DEFINITION_LIMITS
#include "page/content/definitions.def"
#undef DEFINITIONS_OF
#undef DEFINITION
#undef DEFINITION_LIMITS
};

/* "{nodes.serial:warn:percent}" */
static void every_number_of_a_rule_is_there(void)
{
    size_t count = 0;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        for (const char *at = texts[i]; (at = strchr(at, '{')); at++) {
            char id[64], name[64];
            if (sscanf(at, "{%63[a-z.-]:%63[a-zA-Z_]", id, name) != 2)
                continue;
            const struct rule *rule = rules_find(fixture_rules(), id);
            if (!rule || isnan(rule_number_called(rule, name)))
                CHECK_FAIL("no number %s of the rule %s", name, id);
            count++;
        }
    CHECK(count > 5);
}

/* The terms of a report with that table, each in brackets, under their headings. */
static const char *terms(struct arena *arena, const char *name, const char *csv)
{
    struct error error;
    struct tables tables;
    struct document document = {0};
    struct facts facts = {.start = NAN, .end = NAN, .node_count = NAN, .sampling_interval_s = NAN};
    struct figures figures = {0};
    tables_init(&tables, arena);
    if (!table_read_csv(tables_get(&tables, name), name, csv, strlen(csv), &error))
        return arena_text(arena, error.text);
    struct page_request request = {.rules = fixture_rules(),
                                   .tables = &tables,
                                   .facts = &facts,
                                   .figures = &figures};
    document_make(&document, &request, arena);
    const struct section *section = document_find_section(&document, "definitions");
    const char *list = "";
    for (size_t k = 0; k < section->block_count; k++) {
        const struct block *block = &section->blocks[k];
        if (block->kind == BLOCK_SUBHEADING)
            list = arena_format(arena, "%s %s:", list, block->text);
        for (size_t i = 0; block->kind == BLOCK_DEFINITIONS && i < block->count; i++)
            list = arena_format(arena, "%s[%s]", list, block->facts[i].key);
    }
    return list;
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
           TEST(a_report_defines_what_is_in_it))
