#include "check.h"

#include "figure_fixture.h"
#include "table/table_csv.h"

static bool add_table(struct fixture *fixture, const char *name, const char *csv)
{
    return table_read_csv(tables_get(&fixture->tables, name), name, csv, strlen(csv),
                          &fixture->error);
}

/* An instant is a point in the middle of its lane, and no stretch. */
static void instants_are_marked_on_lanes(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "functions", "function,tasks,share\nf,2,1\n"));
    CHECK(add_table(&fixture, "span_lanes",
                    "lane,worker,workers,start,end,function,tasks,running,instants\n"
                    "0,a,1,10,20,f,1,1,\n0,a,1,12,12,,0,,3\n1,b,1,30,40,f,1,1,\n"));
    CHECK(fixture_draw(&fixture, NULL));
    const struct figure *figure = fixture_figure(&fixture, "span_lanes");
    CHECK(figure != NULL);
    const struct panel *panel = figure->panels;
    const struct mark *bars = &panel->marks[0], *points = &panel->marks[panel->mark_count - 1];
    CHECK_INT(bars->kind, MARK_BAR);
    CHECK_INT(bars->count, 2);
    CHECK_INT(points->kind, MARK_POINT);
    CHECK_INT(points->count, 1);
    CHECK_NEAR(points->x[0], 12, 0);
    CHECK_NEAR(points->y[0], 0.5, 0);
    CHECK(strstr(figure->subtitle, "2 tasks in 2 lanes"));
    fixture_release(&fixture);
}

/* A row without a function is the sum of those that the table does not list. */
static void shares_are_of_all_functions(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "functions", "function,tasks,share\nf,2,0.4\ng,1,0.1\nh,1,0.5\n"));
    CHECK(add_table(&fixture, "function_workers",
                    "function,worker,self_s\nf,a,30\nf,b,10\ng,a,10\n,a,50\n"));
    CHECK(fixture_draw(&fixture, NULL));
    const struct figure *figure = fixture_figure(&fixture, "function_time");
    CHECK(figure != NULL);
    CHECK(strstr(figure->subtitle, "f 40 s, 40.0 % of 100 s"));
    CHECK(strstr(figure->caption, "The total includes 1 other function."));
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(instants_are_marked_on_lanes), TEST(shares_are_of_all_functions))
