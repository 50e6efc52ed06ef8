#include "check.h"

#include <math.h>
#include <string.h>

#include "page/pages.h"
#include "table/table_csv.h"

static const char *const uses[] = {
#define DEFINITION(uses, term, text) uses,
#include "page/definitions.def"
#undef DEFINITION
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
            if (mark)
                *mark = '\0';
            const struct table *table = tables_get(&tables, use);
            if (kind == '.')
                table_numbers(table, mark + 1);
            CHECK(kind != '=' || table->columns[0].type == COLUMN_TEXT);
        }
    }
    arena_release(&arena);
}

/* The terms of a report with that table, each in brackets. */
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
    struct page_request request = {.tables = &tables, .facts = &facts, .figures = &figures};
    document_make(&document, &request, arena);
    const struct block *block = document_find_block(&document, BLOCK_DEFINITIONS);
    const char *list = "";
    for (size_t i = 0; i < block->count; i++)
        list = arena_format(arena, "%s[%s]", list, block->facts[i].key);
    return list;
}

static void a_report_defines_what_is_in_it(void)
{
    struct arena arena;
    arena_init(&arena);
#define GENERAL "[Missing][Mean, min, max][Quantile][Standard deviation][Units]"
    CHECK_TEXT(terms(&arena, "tasks", "task,tasks,cpu_efficiency\na,1,\nb,1,\n"),
               GENERAL "[Task][Elapsed, CPU hours][What stands out of tasks]");
    CHECK_TEXT(terms(&arena, "tasks", "task,tasks,cpu_efficiency\na,1,\nb,1,0\n"),
               GENERAL "[Task][Elapsed, CPU hours][CPU efficiency][What stands out of tasks]");
    CHECK_TEXT(terms(&arena, "event_devices", "event,metric\na,power\n"),
               GENERAL "[What a device measured in an event][Box plot]");
    CHECK_TEXT(terms(&arena, "phases", "start,end\n1,2\n"),
               "[Missing][Mean, min, max][Quantile][Standard deviation][Idle phase][Units]");
    CHECK(strstr(terms(&arena, "job_metrics", "metric\nload\nipc\n"), "[Ratio of counters]"));
    CHECK(!strstr(terms(&arena, "job_metrics", "metric\nload\nipcs\n"), "[Ratio of counters]"));
    arena_release(&arena);
}

CHECK_MAIN(TEST(every_use_names_what_there_is), TEST(a_report_defines_what_is_in_it))
