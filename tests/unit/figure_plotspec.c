#include "check.h"

#include <stdlib.h>

#include "figure/charts/chart.h"
#include "figure/charts/plotspecs_load.h"
#include "plots_fixture.h"

/* ---- the definitions that come with the program --------------------------------------------- */

static void check_of_table(const struct plotspec *spec)
{
    CHECK_INT(spec->figure_count, 1);
    CHECK(spec->metric == NULL);
    CHECK(chart_by_name(spec->figures[0].kind)->columns != NULL);
    if (!spec->figures[0].caption || spec->figures[0].order >= 1e9)
        CHECK_FAIL("%s: no caption or order", spec->path);
}

static void built_in_definitions_load(void)
{
    struct arena arena;
    struct plotspecs specs = {0};
    struct error error = {0};
    arena_init(&arena);
    if (!plotspecs_load(&specs, &arena, "plots", &error))
        CHECK_FAIL("%s", error.text);
    CHECK(specs.count > 80);
    size_t key_count = 0;
    for (size_t i = 0; i < specs.count; i++) {
        const struct plotspec *spec = &specs.items[i];
        key_count += spec->key;
        if (spec->table) {
            check_of_table(spec);
            continue;
        }
        CHECK_INT(spec->figure_count, 2);
        CHECK_TEXT(spec->figures[0].kind, "combined");
        CHECK_TEXT(spec->figures[1].kind, "nodes");
        for (size_t f = 0; f < 2; f++)
            if (!spec->figures[f].caption || spec->figures[f].order >= 1e9)
                CHECK_FAIL("%s: no caption or order", spec->path);
        if (!spec->title && spec->metric[strlen(spec->metric) - 1] != '*')
            CHECK_FAIL("%s: no title", spec->path);
    }
    CHECK(key_count >= 6);
    arena_release(&arena);
}

static int compare_orders(const void *left, const void *right)
{
    const struct plot_figure *const *a = left, *const *b = right;
    return ((*a)->order > (*b)->order) - ((*a)->order < (*b)->order);
}

static void sections_stand_in_one_piece(void)
{
    static const char *const sections[] = {
        "Attempts",
        "Requested and used",
        "By whom",
        "Steps",
        "Task kinds",
        "Over time",
        "Critical path",
        "Memory",
        "Efficiency",
        "Resources",
        "Attributes",
        "Functions",
        "Tasks",
        "Critical path",
        "Workers",
        "GPU use",
        "Events",
        "GPU metrics",
        "GPUs and hosts",
        "Correlation with run time",
        "Map",
        "Load and memory",
        "Network",
        "Interconnect",
        "Power",
        "Network per node",
        "Interconnect per node",
        "Power per node",
        "File I/O",
        "Threads and files",
        "Roofline",
        "Compute rates",
        "Counters",
        "GPU",
        "Other metrics",
    };
    struct arena arena;
    struct plotspecs specs = {0};
    struct error error = {0};
    arena_init(&arena);
    CHECK(plotspecs_load(&specs, &arena, "plots", &error));
    size_t count = 0, section = 0;
    const struct plot_figure **figures =
        arena_alloc_array(&arena, 2 * specs.count, sizeof *figures);
    for (size_t i = 0; i < specs.count; i++)
        for (size_t f = 0; f < specs.items[i].figure_count; f++)
            figures[count++] = &specs.items[i].figures[f];
    qsort(figures, count, sizeof *figures, compare_orders);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(figures[i]->section, sections[section]) != 0)
            section++;
        CHECK(section < sizeof sections / sizeof sections[0]);
        CHECK_TEXT(figures[i]->section, sections[section]);
    }
    CHECK_INT(section, sizeof sections / sizeof sections[0] - 1);
    arena_release(&arena);
}

static void the_longest_start_of_a_name_decides(void)
{
    struct arena arena;
    struct plotspecs specs = {0};
    struct error error = {0};
    arena_init(&arena);
    CHECK(plotspecs_load(&specs, &arena, "plots", &error));
    CHECK_TEXT(plotspecs_find(&specs, "cpu_load")->metric, "cpu_load");
    CHECK_TEXT(plotspecs_find(&specs, "cpu_loads")->metric, "*");
    CHECK_TEXT(plotspecs_find(&specs, "gpu.power_usage")->metric, "gpu.power_usage");
    CHECK_TEXT(plotspecs_find(&specs, "gpu.new")->metric, "gpu.*");
    CHECK_TEXT(plotspecs_find(&specs, "FLOPS_DP.derv_rate")->metric, "FLOPS_DP.derv*");
    CHECK_TEXT(plotspecs_find(&specs, "FLOPS_DP.X")->metric, "FLOPS_DP.*");
    CHECK_TEXT(plotspecs_find(&specs, "")->metric, "*");
    CHECK(plotspecs_find(&(struct plotspecs){0}, "cpu_load") == NULL);
    arena_release(&arena);
}

/* ---- definitions of one's own --------------------------------------------------------------- */

static void faults_name_file_line_and_field(void)
{
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"{\n \"metric\": \"m\",\n \"unti\": \"W\",\n \"figures\": [" FIGURE "]}",
         "x.json:3: \"unti\" is not a known field"},
        {"{\n \"metric\": \"m\",\n \"unit\":\n 7,\n \"figures\": [" FIGURE "]}",
         "x.json:3: \"unit\" must be a text, not a number"},
        {"{\n \"metric\": \"m\",\n \"spans\": \"energy\",\n \"figures\": [" FIGURE "]}",
         "x.json:3: \"spans\" names no table with the columns from and until"},
        {"{\n \"metric\": \"\",\n \"figures\": [" FIGURE "]}",
         "x.json:2: \"metric\" must not be empty"},
        {"{\n \"figures\": [" FIGURE "]}", "x.json:1: the definition has no \"metric\""},
        {"{\"metric\": \"m\"}", "x.json:1: the definition has no \"figures\""},
        {"{\"metric\": \"m\", \"figures\": []}", "x.json:1: \"figures\" must list 1 to 32 figures"},
        {"{\"metric\": \"m\", \"figures\": [3]}",
         "x.json:1: \"figures\" must be a list of objects, not a number"},
        {"{\"metric\": \"m\",\n\"key\": \"yes\", \"figures\": [" FIGURE "]}",
         "x.json:2: \"key\" must be true or false, not a text"},
        {"{\"metric\": \"m\",\n\n\"scale\": \"cubic\", \"figures\": [" FIGURE "]}",
         "x.json:3: \"scale\" must be \"linear\" or \"log\", not \"cubic\""},
        {"{\"metric\": \"m\", \"figures\": [" FIGURE ",\n {\"id\": \"b\",\n  \"kind\": \"pie\", "
         "\"section\": \"S\"}]}",
         "x.json:3: \"kind\" must be one of combined, nodes, not \"pie\""},
        {"{\"metric\": \"m\", \"figures\": [\n {\"id\": \"../b\", \"kind\": \"nodes\", "
         "\"section\": \"S\"}]}",
         "x.json:2: \"id\" may hold only a-z, 0-9, '_', '.' and '-'"},
        {"{\"metric\": \"m\", \"figures\": [\n {\"id\": \".b\", \"kind\": \"nodes\", "
         "\"section\": \"S\"}]}",
         "x.json:2: \"id\" must not start with '.' or '-'"},
        {"{\"metric\": \"m\", \"figures\": [\n {\"id\": \"-b\", \"kind\": \"nodes\", "
         "\"section\": \"S\"}]}",
         "x.json:2: \"id\" must not start with '.' or '-'"},
        {"{\"metric\": \"m*\", \"figures\": [" FIGURE "]}",
         "x.json:1: \"id\" must hold {metric} in a definition for several metrics"},
        {"{\"metric\": \"m\", \"figures\": [" FIGURE ",\n {\"id\": \"b\", \"kind\": \"nodes\"}]}",
         "x.json:2: this figure has no \"section\""},
        {"{\"metric\": \"m\", \"figures\": [{\"order\": null, \"id\": \"b\"}]}",
         "x.json:1: this figure has no \"kind\""},
        {"{\"table\": \"steps\",\n\"metric\": \"m\"}", "x.json:2: \"metric\" is not a known field"},
        {"{" OF_TABLE("stepz", "bars", LABEL ", \"value\": \"tasks\"") "}",
         "x.json:1: \"table\" must be a result table, which \"stepz\" is not"},
        {"{" OF_TABLE("steps", "nodes", LABEL) "}", "x.json:1: \"kind\" must be one of bars, "},
        {"{" OF_TABLE("steps", "bars", LABEL) "}",
         "x.json:2: \"columns\" must give the role \"value\""},
        {"{" OF_TABLE("steps", "bars", LABEL ", \"value\": \"task\"") "}",
         "x.json:2: \"columns\" names \"task\", which is not a column of the table steps"},
        {"{" OF_TABLE("steps", "bars", LABEL ", \"value\": \"step\"") "}",
         "x.json:2: \"columns\" names \"step\", which holds texts"},
        {"{" OF_TABLE("steps", "bars", LABEL ", \"third\": \"tasks\"") "}",
         "x.json:2: \"columns\" gives a role \"third\" that this kind of chart does not have"},
        {"{" OF_TABLE("steps", "bars", "\"label\": 3") "}",
         "x.json:2: \"columns\" must be an object of texts, not a number"},
        {"{" OF_TABLE("tasks", "bars", TASK ", \"value\": \"tasks\"") ", \"each\": \"task\"}",
         "x.json:1: \"id\" must hold {each} in a definition with \"each\""},
        {"{" OF_TABLE("tasks", "bars", TASK ", \"value\": \"tasks\"") ", \"thresholds\": [2, 1]}",
         "x.json:3: \"thresholds\" must hold numbers in rising order"},
        {"{" OF_TABLE("tasks", "bars",
                      TASK ", \"value\": \"tasks\"") ", \"where\": {\"a\": \"b\"}}",
         "x.json:3: \"where\" names \"a\", which is not a column of the table tasks"},
        {"{\"charts\": 3}", "x.json:1: \"charts\" must be a list of definitions"},
        {"{\"charts\": []}", "x.json:1: \"charts\" must be a list of definitions"},
        {"{\"charts\": [3]}", "x.json:1: \"charts\" must be a list of objects, not a number"},
        {"{\"charts\": [{}],\n\"default\": {}}", "x.json:2: \"default\" is not a known field"},
        {"{\"charts\": [{}],\n\"defaults\": 7}", "x.json:2: \"defaults\" must be an object"},
        {"{\"charts\": [\n{}]}", "x.json:2: this chart has no \"metric\""},
        {"{\"charts\": [\n{\"metric\": \"m\"}]}",
         "x.json:2: chart \"m\": the definition has no \"figures\""},
        {"{\"charts\": [{\"metric\": \"m\", \"figures\": [" FIGURE "]},\n{\"metric\": \"n\",\n"
         "\"unit\": 3}]}",
         "x.json:3: chart \"n\": \"unit\" must be a text, not a number"},
        {"{\"defaults\":\n {\"key\": 3},\n\"charts\": [{\"metric\": \"m\", \"figures\": [" FIGURE
         "]}]}",
         "x.json:2: chart \"m\": \"key\" must be true or false, not a number"},
        {"{\"defaults\": {\"figures\": [" FIGURE ",\n{\"id\": \"b\"}]}, \"charts\": ["
         "{\"metric\": \"m\"}]}",
         "x.json:2: chart \"m\": this figure has no \"kind\""},
        {"{\"metric\": \"m\",\n\"order\": [1, 2],\n\"figures\": [" FIGURE "]}",
         "x.json:2: \"order\" must have one item for each of \"figures\""},
        {"{\"metric\": \"m\",\n\"section\": 7,\n\"figures\": ["
         "{\"id\": \"a\", \"kind\": \"nodes\"}]}",
         "x.json:2: \"section\" must be a text, not a number"},
        {"{" OF_TABLE("steps", "bars", LABEL ", \"value\": \"tasks\"") ",\n\"panels\": []}",
         "x.json:4: \"panels\" may be above a chart of the kind lanes only"},
        {"{" LANES ",\n\"time\": \"both\"}",
         "x.json:4: \"time\" must be \"chart\" or \"all\", not \"both\""},
        {"{" LANES ",\n\"panels\": []}", "x.json:4: \"panels\" must list 1 to 8 panels"},
        {"{" LANES ",\n\"panels\": [7]}",
         "x.json:4: \"panels\" must be a list of objects, not a number"},
        {"{" LANES ",\n\"panels\": [\n{\"metric\": \"m\"}]}",
         "x.json:5: this panel has no \"kind\""},
        {"{" LANES ",\n\"panels\": [\n{\"kind\": \"combined\"}]}",
         "x.json:5: this panel has no \"metric\""},
        {"{" LANES ",\n\"panels\": [{\"kind\": \"combined\",\n\"metric\": [\"m\", 7]}]}",
         "x.json:5: \"metric\" must be a text or a list of texts, not a number"},
        {"{" LANES ",\n\"panels\": [\n{\"kind\": \"nodes\", \"metric\": \"m\"}]}",
         "x.json:5: \"kind\" must be one that panels may be of: combined or lines"},
        {"{" LANES ",\n\"panels\": [\n{\"kind\": \"lines\", \"table\": \"trace_lines\", "
         "\"columns\": {}}]}",
         "x.json:5: \"columns\" must give the role \"panel\""},
        {"{" LANES ",\n\"panels\": [{\"kind\": \"combined\", \"metric\": \"m\",\n\"height\": 9}]}",
         "x.json:5: \"height\" must be 20 to 400"},
        {"[]", "x.json:1: a chart definition must be an object"},
        {"{\"metric\": \"m\",\n \"metric\": \"n\"}", "x.json:2: duplicate"},
        {"{\"metric\": \n", "x.json:2: "},
        {"", "x.json:"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct directory directory;
        CHECK(directory_init(&directory));
        CHECK(directory_write(&directory, "x.json", rows[i].text));
        bool good = directory_load(&directory);
        const char *name = strstr(directory.error.text, "x.json");
        bool named = !good && directory.error.kind == ERROR_USAGE && name &&
                     strncmp(name, rows[i].message, strlen(rows[i].message)) == 0;
        directory_release(&directory);
        if (!named)
            CHECK_FAIL("row %zu: \"%s\"", i, directory.error.text);
    }
}

static void all_fields_are_read(void)
{
    struct directory directory;
    CHECK(directory_init(&directory));
    CHECK(directory_write(
        &directory, "x.json",
        "{\"metric\": \"m\", \"title\": \"T\", \"unit\": \"W\", \"scale\": \"log\", "
        "\"from_zero\": false, \"combine\": \"total\", \"key\": true, \"caption\": \"C.\", "
        "\"figures\": [{\"id\": \"a\", \"kind\": \"combined\", \"section\": \"S\", \"order\": 7}, "
        "{\"id\": \"b\", \"kind\": \"nodes\", \"section\": \"S\", \"caption\": \"D.\"}]}"));
    CHECK(directory_write(&directory, "notes.txt", "not a definition"));
    CHECK(directory_load(&directory));
    CHECK_INT(directory.specs.count, 1);
    const struct plotspec *spec = &directory.specs.items[0];
    CHECK_TEXT(spec->title, "T");
    CHECK_TEXT(spec->unit, "W");
    CHECK(spec->log_scale && !spec->from_zero && spec->key && spec->has_combine);
    CHECK_INT(spec->combine, COMBINE_TOTAL);
    CHECK_NEAR(spec->figures[0].order, 7, 0);
    CHECK_TEXT(spec->figures[0].caption, "C.");
    CHECK_TEXT(spec->figures[1].caption, "D.");
    CHECK(spec->figures[1].order > 1e6);
    directory_release(&directory);
}

static void later_directories_replace_definitions(void)
{
    struct directory directory;
    CHECK(directory_init(&directory));
    CHECK(plotspecs_load(&directory.specs, &directory.arena, "plots", &directory.error));
    size_t before = directory.specs.count;
    CHECK(directory_write(&directory, "x.json",
                          "{\"metric\": \"cpu_load\", \"title\": \"Mine\", \"figures\": [" FIGURE
                          "]}"));
    CHECK(directory_load(&directory));
    CHECK_INT(directory.specs.count, before);
    CHECK_TEXT(plotspecs_find(&directory.specs, "cpu_load")->title, "Mine");
    CHECK(directory_load(&directory));
    CHECK(directory_write(&directory, "y.json",
                          "{\"metric\": \"cpu_load\", \"figures\": [" FIGURE "]}"));
    CHECK(!directory_load(&directory));
    CHECK(strstr(directory.error.text, "is defined in"));
    directory_release(&directory);
}

static void charts_of_tables_are_replaced_by_id(void)
{
    struct directory directory;
    CHECK(directory_init(&directory));
    CHECK(plotspecs_load(&directory.specs, &directory.arena, "plots", &directory.error));
    size_t before = directory.specs.count;
    CHECK(directory_write(&directory, "x.json",
                          "{\"table\": \"tasks\", \"id\": \"task_hours\", \"kind\": \"bars\", "
                          "\"title\": \"Mine\", \"section\": \"S\", \"columns\": {" TASK
                          ", \"value\": \"tasks\"}}"));
    CHECK(directory_load(&directory));
    CHECK_INT(directory.specs.count, before);
    CHECK(directory_write(&directory, "y.json",
                          "{\"table\": \"steps\", \"id\": \"task_hours\", \"kind\": \"bars\", "
                          "\"title\": \"Mine\", \"section\": \"S\", \"columns\": {" LABEL
                          ", \"value\": \"tasks\"}}"));
    CHECK(!directory_load(&directory));
    CHECK(strstr(directory.error.text, "figure \"task_hours\" is defined in"));
    directory_release(&directory);
}

static void ids_must_differ(void)
{
    struct directory directory;
    CHECK(directory_init(&directory));
    CHECK(directory_write(&directory, "x.json", "{\"metric\": \"m\", \"figures\": [" FIGURE "]}"));
    CHECK(directory_write(&directory, "y.json", "{\"metric\": \"n\", \"figures\": [" FIGURE "]}"));
    CHECK(!directory_load(&directory));
    CHECK(strstr(directory.error.text, "figure id \"a\" is used in"));
    directory_release(&directory);
}

static void a_missing_directory_is_a_fault(void)
{
    struct directory directory;
    CHECK(directory_init(&directory));
    directory_release(&directory);
    arena_init(&directory.arena);
    CHECK(!directory_load(&directory));
    CHECK(strstr(directory.error.text, directory.path));
    arena_release(&directory.arena);
}

CHECK_MAIN(TEST(built_in_definitions_load), TEST(sections_stand_in_one_piece),
           TEST(the_longest_start_of_a_name_decides), TEST(faults_name_file_line_and_field),
           TEST(all_fields_are_read), TEST(later_directories_replace_definitions),
           TEST(charts_of_tables_are_replaced_by_id), TEST(ids_must_differ),
           TEST(a_missing_directory_is_a_fault))
