#include "check.h"

#include <math.h>
#include <string.h>

#include "page/content/subject.h"
#include "rules_fixture.h"
#include "table/table_csv.h"

static const struct given {
    const char *tables[4], *csv[4];
    double nodes;
    const char *heading, *brief;
} cases[] = {
    {{0}, {0}, NAN, "Job report", NULL},
    {{"job_metrics"}, {"metric\nload\n"}, 2, "Job report", NULL},
    {{"campaign", "tasks"},
     {"tasks\n7\n", "task,tasks,failed\na,5,0\nb,2,1\n"},
     NAN,
     "Campaign report",
     "7 tasks of 2 task kinds"},
    {{"campaign", "tasks"},
     {"tasks\n1\n", "task,tasks,failed\na,1,0\n"},
     NAN,
     "Task report",
     "1 task of 1 task kind"},
    {{"campaign", "tasks", "job_metrics"},
     {"tasks\n2\n", "task,tasks,failed\na,2,0\n", "metric\nload\n"},
     3,
     "Job and campaign report",
     "2 tasks of 1 task kind"},
    {{"trace", "job_metrics"},
     {"tasks,functions,workers\n9,2,4\n", "metric\nload\n"},
     NAN,
     "Trace report",
     "9 calls of 2 functions on 4 workers"},
    {{"campaign", "tasks", "job_metrics", "trace"},
     {"tasks\n2\n", "task,tasks,failed\na,2,0\n", "metric\nload\n",
      "tasks,functions,workers\n9,2,4\n"},
     3,
     "Job, campaign and trace report",
     "2 tasks of 1 task kind"},
    {{"task_quantiles"}, {"step,task,quanta\ns,a,9\n"}, NAN, "Campaign report", NULL},
    {{"event_time"}, {"event\nRender\n"}, NAN, "Task event report", NULL},
    {{"event_time", "tile_map", "device_tasks"},
     {"event\nRender\n", "level\n12\n", "host,tasks\na,5\nb,6\n"},
     NAN,
     "Rendering report",
     "11 tasks on 2 hosts"},
    {{"device_metrics"}, {"metric\npower\n"}, NAN, "Device report", NULL},
};

static void a_report_is_called_by_what_is_in_it(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct arena arena;
        struct tables tables;
        struct error error;
        struct facts facts = {.start = NAN, .end = NAN, .node_count = cases[i].nodes};
        struct page_request request = {.rules = fixture_rules(),
                                       .tables = &tables,
                                       .facts = &facts};
        arena_init(&arena);
        tables_init(&tables, &arena);
        for (size_t k = 0; k < 4 && cases[i].tables[k]; k++)
            CHECK(table_read_csv(tables_get(&tables, cases[i].tables[k]), cases[i].tables[k],
                                 cases[i].csv[k], strlen(cases[i].csv[k]), &error));
        CHECK_TEXT(subject_heading(&request, &arena), cases[i].heading);
        const char *brief = subject_brief(&request, &arena);
        CHECK(!brief == !cases[i].brief);
        if (brief && cases[i].brief)
            CHECK_TEXT(brief, cases[i].brief);
        arena_release(&arena);
    }
}

CHECK_MAIN(TEST(a_report_is_called_by_what_is_in_it))
