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
