/* Pairs as cells with their numbers. */
#include "check.h"

#include "figure_table_fixture.h"

#include <math.h>

static const char three[] = "event,quantity,other,count,rho,low,high,says\n"
                            "Render,power,run time,40,0.634,0.4,0.8,n = 40 events of Render.\n"
                            "Render,temperature,run time,40,-0.851,-0.9,-0.7,x\n"
                            "Render,temperature,power,40,0,-0.3,0.3,x\n";

static void a_cell_has_its_number_and_its_pair(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "factor_pairs", three));
    const struct figure *figure = draw(&fixture, "correlation_matrix");
    CHECK(figure);
    const struct panel *panel = &figure->panels[0];
    const struct cells *cells = &panel->marks[0].cells;
    CHECK_INT(cells->rows, 2);
    CHECK_INT(cells->columns, 2);
    CHECK_TEXT(panel->y.bands[0], "power");
    CHECK_TEXT(panel->y.bands[1], "temperature");
    CHECK_TEXT(panel->x.bands[0], "run time");
    CHECK_TEXT(panel->x.bands[1], "power");
    CHECK_NEAR(panel->colour.low, -1, 0);
    CHECK_NEAR(panel->colour.high, 1, 0);
    CHECK_NEAR(cells->values[0], 0.634, 0);
    CHECK(isnan(cells->values[1]) && !cells->labels[1]);
    CHECK_TEXT(cells->labels[0], "0.63");
    CHECK_TEXT(cells->labels[2], "−0.85");
    CHECK_TEXT(cells->labels[3], "0.00");
    CHECK(strstr(figure->subtitle, "temperature with run time, −0.85"));
    CHECK(strstr(figure->caption, "n = 40 events of Render."));
    fixture_release(&fixture);
}

/* A pair alone is in the table; numbers that are no correlations are not drawn. */
static void a_pair_alone_is_no_matrix(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "factor_pairs",
                    "event,quantity,other,count,rho,says\nRender,power,run time,40,0.6,x\n"
                    "Render,temperature,run time,40,7,x\nRender,temperature,power,40,,x\n"));
    CHECK(!draw(&fixture, "correlation_matrix"));
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(a_cell_has_its_number_and_its_pair), TEST(a_pair_alone_is_no_matrix))
