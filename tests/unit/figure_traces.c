#include "check.h"

#include "figure_table_fixture.h"
#include "table/function_names.h"

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
    CHECK(strstr(figure->subtitle, "2 calls on 2 workers"));
    fixture_release(&fixture);
}

#define KERNEL(type) "void at::native::vectorized_elementwise_kernel<" type ", at::detail::Array>"
#define LANE(stream) "rank 0 trainer-with-a-long-name:0 (4037) " stream " of a device that is long"

/* Names of PyTorch differ in their middle. */
static void names_that_differ_look_different(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "functions",
                    "function,tasks,share\n\"" KERNEL("float") "\",1,0.5\n\"" KERNEL(
                        "double") "\",1,0.5\n"));
    CHECK(
        add_table(&fixture, "span_lanes",
                  "lane,worker,workers,start,end,function,tasks,running,instants\n"
                  "0," LANE("stream 20") ",1,10,20,\"" KERNEL(
                      "float") "\",1,1,\n"
                               "1," LANE("stream 24") ",1,30,40,\"" KERNEL("double") "\",1,1,\n"));
    CHECK(add_table(&fixture, "function_workers",
                    "function,worker,self_s\n\"" KERNEL("float") "\"," LANE(
                        "stream 20") ",30\n\"" KERNEL("double") "\"," LANE("stream 24") ",10\n"));
    CHECK(fixture_draw(&fixture, NULL));
    const struct panel *lanes = fixture_figure(&fixture, "span_lanes")->panels;
    CHECK(strcmp(lanes->marks[0].name, lanes->marks[1].name) != 0);
    CHECK(strcmp(lanes->y.bands[0], lanes->y.bands[1]) != 0);
    const struct panel *stacks = fixture_figure(&fixture, "function_time")->panels;
    CHECK(strcmp(stacks->marks[0].name, stacks->marks[1].name) != 0);
    fixture_release(&fixture);
}

/* C++ names without their arguments, unless two would be called the same. */
static void functions_are_called_without_their_arguments(void)
{
    static const struct {
        const char *name, *shown;
    } rows[] = {
        {"ncclKernel_Sum(ncclDevComm*, unsigned long)", "ncclKernel_Sum"},
        {"void scale<float>(float*, long)", "scale<float>"},
        {"void add(float*)", "void add(float*)"}, /* there are two */
        {"void add(double*)", "void add(double*)"},
        {"Memcpy HtoD (Pinned -> Device)", "Memcpy HtoD (Pinned -> Device)"},
        {"f(x) and more", "f(x) and more"},
        {"(anonymous)", "(anonymous)"},
        {"unlisted(int)", "unlisted(int)"},
    };
    struct fixture fixture;
    struct strbuf csv;
    struct function_names names;
    fixture_init(&fixture);
    strbuf_init(&csv);
    strbuf_add_text(&csv, "function,tasks,share\n");
    for (size_t i = 0; i + 1 < sizeof rows / sizeof rows[0]; i++)
        strbuf_format(&csv, "\"%s\",1,0.1\n", rows[i].name);
    CHECK(add_table(&fixture, "functions", csv.text));
    function_names_make(&names, &fixture.tables, &fixture.arena);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK_TEXT(function_name_shown(&names, rows[i].name), rows[i].shown);
    CHECK(!function_name_shown(&names, NULL));
    strbuf_release(&csv);
    fixture_release(&fixture);
}

/* Between runs of different years nobody was idle. */
static void nothing_is_idle_between_inputs_far_apart(void)
{
    for (int apart = 0; apart < 2; apart++) {
        struct fixture fixture;
        fixture_init(&fixture);
        CHECK(add_table(&fixture, "trace_workers", "worker,idle_share\na,0.5\nb,0.9\n"));
        CHECK(add_table(&fixture, "input_times",
                        apart ? "input,first,last\nx,1608930000,1608930060\n"
                                "y,1618930000,1618930060\n"
                              : "input,first,last\nx,1608930000,1608930060\n"
                                "y,1608930030,1608930090\n"));
        CHECK(fixture_draw(&fixture, NULL) || apart);
        CHECK((fixture_figure(&fixture, "worker_idle") == NULL) == (apart == 1));
        CHECK(fixture.figures.left_out_count > 0 || !apart);
        fixture_release(&fixture);
    }
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

/* Three lines stand for twelve; those that follow them, here of two each, are the rows of a map. */
static void very_many_lines_have_a_map_of_groups(void)
{
    static const char *const names[] = {"lowest",  "median",  "highest", "g1 – g2",
                                        "g3 – g4", "g5 – g6", "g7 – g8", "g9 – g12"};
    struct fixture fixture;
    struct strbuf csv;
    fixture_init(&fixture);
    strbuf_init(&csv);
    strbuf_add_text(&csv, "figure,panel,unit,line,time,value\n");
    for (int line = 0; line < 8; line++)
        for (int i = 0; i < (line < 3 ? 6 : 3); i++)
            strbuf_format(&csv, "devices,Power,W,%s,%d,%d\n", names[line],
                          line < 3 ? 10 * i : 5 + 20 * i, line < 3 ? 100 * line : 10 * line);
    CHECK(add_table(&fixture, "trace_lines", csv.text));
    CHECK(fixture_draw(&fixture, NULL));
    const struct figure *figure = fixture_figure(&fixture, "device_lines");
    CHECK(figure != NULL);
    CHECK_INT(figure->panel_count, 2);
    CHECK_NEAR(figure->panels[0].y.high, 200, 0);
    const struct mark *cells = &figure->panels[1].marks[0];
    CHECK_INT(cells->kind, MARK_CELLS);
    CHECK_INT(cells->cells.rows, 5);
    CHECK_INT(cells->cells.columns, 3);
    CHECK_NEAR(cells->cells.values[3], 40, 0);
    CHECK_TEXT(figure->panels[1].y.bands[4], "g9 – g12");
    CHECK_TEXT(figure->panels[1].title, "Power, W, means of groups");
    strbuf_release(&csv);
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(names_that_differ_look_different), TEST(very_many_lines_have_a_map_of_groups),
           TEST(instants_are_marked_on_lanes), TEST(shares_are_of_all_functions),
           TEST(functions_are_called_without_their_arguments),
           TEST(nothing_is_idle_between_inputs_far_apart))
