/* What a site sets of rules whose measures look at numbers before their rule does. */
#include "findings_fixture.h"

static struct arena arena;

/* The findings, with the rules as the site's config file changes them. */
static void run_with(const char *config)
{
    static struct rules rules;
    struct error error = {0};
    arena_init(&arena);
    CHECK(rules_load(&rules, &arena, "templates/findings.json", &error));
    CHECK(rules_configure(&rules, &arena, "config.json", config, strlen(config), &error));
    struct analysis_request request = {.rules = &rules,
                                       .dataset = &fixture.dataset,
                                       .signals = &fixture.signals,
                                       .diagnostics = fixture.diagnostics,
                                       .jobs = 1};
    analysis_at(analysis_count() - 1)->run(&request, &fixture.tables);
}

static void end(void)
{
    fixture_release(&fixture);
    arena_release(&arena);
}

/* The row of the first finding of the rule; their number: there is none. */
static size_t row_of_rule(const char *id)
{
    size_t row = 0;
    while (row < fixture_rows(&fixture, "findings") && strcmp(cell(row, "id"), id) != 0)
        row++;
    return row;
}

static bool is_found(const char *id)
{
    return row_of_rule(id) < fixture_rows(&fixture, "findings");
}

static void some_memory_errors_are_allowed(void)
{
    static const char config[] = "{\"findings\": {\"gpus.memory-errors\": {\"warn\": 5}}}";
    begin();
    add("gpus", "gpu,corrected_errors,uncorrected_errors\na,5,0\nb,2,5\n");
    run_with(config);
    CHECK(!is_found("gpus.memory-errors"));
    end();
    begin();
    add("gpus", "gpu,corrected_errors,uncorrected_errors\na,6,0\nb,2,0\n");
    run_with(config);
    CHECK_TEXT(cell(row_of_rule("gpus.memory-errors"), "finding"),
               "a had 6 corrected (single-bit) memory errors.");
    CHECK_NEAR(number(row_of_rule("gpus.memory-errors"), "threshold"), 5, 0);
    end();
}

/* Below the limit of very low use, too. */
static void little_use_of_gpus_is_set_below_its_limit(void)
{
    static const struct {
        const char *rows;
        bool is_found;
    } cases[] = {{"a,0.25\nb,0.27\n", false}, {"a,0.12\nb,0.14\n", true}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        begin();
        add_rows("gpus", "gpu,utilization_mean", cases[i].rows);
        run_with("{\"findings\": {\"gpus.little-used\": {\"warn\": 0.2}}}");
        CHECK(is_found("gpus.little-used") == cases[i].is_found);
        if (cases[i].is_found)
            CHECK_NEAR(number(row_of_rule("gpus.little-used"), "threshold"), 0.2, 0);
        end();
    }
}

static void one_unreadable_gpu_is_allowed(void)
{
    static const char config[] = "{\"findings\": {\"gpus.unreadable\": {\"note\": 1}}}";
    begin();
    add("device_faults", "host,serial,whole,lost,samples,of,first,last,error,metrics\n"
                         "n1,1,0,0,10,10,100,200,N/A,power\n");
    run_with(config);
    CHECK(!is_found("gpus.unreadable"));
    end();
    begin();
    add("device_faults", "host,serial,whole,lost,samples,of,first,last,error,metrics\n"
                         "n1,1,0,0,10,10,100,200,N/A,power\nn1,2,0,0,10,10,100,200,N/A,power\n");
    run_with(config);
    CHECK_NEAR(number(row_of_rule("gpus.unreadable"), "threshold"), 1, 0);
    end();
}

/* A tenth of one metric is missing, none of the other. */
static void samples_of_a_metric_have_a_threshold_of_their_own(void)
{
    static const struct {
        const char *least;
        bool is_found;
    } cases[] = {{"0.95", true}, {"0.91", true}, {"0.89", false}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        char config[128];
        begin();
        add("nodes", "node,first,last,samples,missing,coverage\na,0,990,200,0,1\n"
                     "b,0,990,190,10,0.95\n");
        add("node_metrics", "node,metric,samples,missing\na,cpu_load,100,0\na,mem_bw,100,0\n"
                            "b,cpu_load,90,10\nb,mem_bw,100,0\n");
        snprintf(config, sizeof config,
                 "{\"findings\": {\"data.metric-samples-missing\": {\"warn\": %s}}}",
                 cases[i].least);
        run_with(config);
        CHECK(is_found("data.metric-samples-missing") == cases[i].is_found);
        end();
    }
}

/* Of the nodes that lack samples of the metric, those count that lack so many. */
static void nodes_that_lack_samples_count_from_the_threshold_on(void)
{
    begin();
    add("nodes", "node,first,last,samples,missing,coverage\na,0,990,190,10,0.95\n"
                 "b,0,990,170,30,0.85\nc,0,990,175,25,0.875\n");
    add("node_metrics", "node,metric,samples,missing\na,cpu_load,100,0\na,mem_bw,90,10\n"
                        "b,cpu_load,100,0\nb,mem_bw,70,30\nc,cpu_load,100,0\nc,mem_bw,75,25\n");
    run_with("{\"findings\": {\"data.metric-samples-missing\": {\"warn\": 0.8}}}");
    CHECK(strstr(cell(row_of_rule("data.metric-samples-missing"), "finding"),
                 "2 of 3 nodes are missing 25 % to 30 %"));
    end();
}

CHECK_MAIN(TEST(some_memory_errors_are_allowed), TEST(little_use_of_gpus_is_set_below_its_limit),
           TEST(one_unreadable_gpu_is_allowed),
           TEST(samples_of_a_metric_have_a_threshold_of_their_own),
           TEST(nodes_that_lack_samples_count_from_the_threshold_on))
