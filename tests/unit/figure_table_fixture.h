/* Figures of result tables that tests write as CSV. */
#ifndef TEST_FIGURE_TABLE_FIXTURE_H
#define TEST_FIGURE_TABLE_FIXTURE_H

#include <stdio.h>

#include "figure_fixture.h"
#include "table/table_csv.h"

/* Columns that the text does not name are missing. */
static inline bool add_table(struct fixture *fixture, const char *name, const char *csv)
{
    return table_read_csv(tables_get(&fixture->tables, name), name, csv, strlen(csv),
                          &fixture->error);
}

/* Of three task kinds: the longest, one of little memory, and one that uses its cores. */
static inline bool add_three_kinds(struct fixture *fixture)
{
    return add_table(
        fixture, "tasks",
        "task,tasks,succeeded,attempts,failed,elapsed_s,elapsed_share,elapsed_cumulated,cpu_s,cpu_"
        "efficiency,memory_min_B,memory_mean_B,memory_p05_B,memory_p95_B,peak_memory_B,core_s,core_"
        "cpu_s\n"
        "align,300,298,310,2,288000,0.8,0.8,72000,0.25,1e9,2e9,1.5e9,3e9,4e9,288000,72000\n"
        "sort,40,40,40,0,54000,0.15,0.95,37800,0.7,5e8,6e8,5e8,8e8,1e9,54000,37800\n"
        "call,9,9,9,0,18000,0.05,1,1.0368e6,0.9,8e9,1.2e10,9e9,2e10,2.4e10,1.152e6,1.0368e6\n");
}

/* Rows of bins and of the quantiles that are marked in them. */
static inline bool add_histograms(struct fixture *fixture, const char *bins, const char *quantiles)
{
    return add_table(fixture, "histograms",
                     arena_format(&fixture->arena, "task,quantity,unit,low,high,count\n%s",
                                  bins)) &&
           add_table(fixture, "resources",
                     arena_format(&fixture->arena,
                                  "category,resource,unit,count,missing,mean,std,min,p05,p50,p95,"
                                  "max\n%s",
                                  quantiles));
}

static inline const struct figure *draw(struct fixture *fixture, const char *id)
{
    if (!fixture_draw(fixture, NULL))
        printf("  %s\n", fixture->error.text);
    return fixture_figure(fixture, id);
}

static inline const struct mark *find_mark(const struct figure *figure, enum mark_kind kind)
{
    for (size_t i = 0; figure && i < figure->panels[0].mark_count; i++)
        if (figure->panels[0].marks[i].kind == kind)
            return &figure->panels[0].marks[i];
    return NULL;
}

#endif
