#include <stdlib.h>

#include "check.h"
#include "html_fixture.h"
#include "page/index/listing.h"
#include "util/arena.h"

struct listing_fixture {
    struct arena arena;
    struct strbuf page, style_sheet;
    struct listing listing;
};

static const char *const directories[] = {"templates"};

static void begin(struct listing_fixture *fixture, size_t count)
{
    arena_init(&fixture->arena);
    strbuf_init(&fixture->page);
    strbuf_init(&fixture->style_sheet);
    fixture->listing = (struct listing){
        .reports = arena_alloc_array(&fixture->arena, count, sizeof *fixture->listing.reports),
        .count = count,
        .template_directories = directories,
        .template_directory_count = 1,
        .program = "jobreport 0",
    };
    for (size_t i = 0; i < count; i++) {
        struct listed_report *report = &fixture->listing.reports[i];
        report->directory = arena_format(&fixture->arena, "job-%zu", i);
        report->created = report->tasks = report->sampled_nodes = NAN;
        facts_init(&report->facts);
    }
}

static bool write(struct listing_fixture *fixture)
{
    struct error error;
    listing_sort(&fixture->listing);
    return listing_write(&fixture->listing, &fixture->page, &fixture->style_sheet, &error);
}

static void end(struct listing_fixture *fixture)
{
    strbuf_release(&fixture->style_sheet);
    strbuf_release(&fixture->page);
    arena_release(&fixture->arena);
}

static bool has(const struct listing_fixture *fixture, const char *text)
{
    return strstr(fixture->page.text, text) != NULL;
}

static void set_all_texts(struct listing_fixture *fixture, struct listed_report *report,
                          const char *text)
{
    struct key_figure *figures = arena_alloc_array(&fixture->arena, 2, sizeof *figures);
    struct facts *facts = &report->facts;
    facts->job_id = facts->user = facts->title = facts->label = facts->cluster = text;
    facts->partition = facts->project = facts->state = facts->job_name = text;
    figures[0] = (struct key_figure){text, text, text, 1, text};
    figures[1] = (struct key_figure){text, text, NULL, 1, NULL};
    report->key_figures = figures;
    report->key_figure_count = 2;
    report->directory = report->alt = text;
    report->thumbnail = "plots/a.png";
    report->pdf = "a.pdf";
}

static void an_index_over_nothing_says_so(void)
{
    struct listing_fixture fixture;
    begin(&fixture, 0);
    CHECK(write(&fixture));
    CHECK(has(&fixture, "No reports") && has(&fixture, "0 reports"));
    CHECK(!find_fault(fixture.page.text));
    end(&fixture);
}

static void a_report_of_which_nothing_is_known_is_listed(void)
{
    struct listing_fixture fixture;
    begin(&fixture, 1);
    CHECK(write(&fixture));
    CHECK(has(&fixture, "Job report") && has(&fixture, "href=\"job-0/\"") &&
          has(&fixture, "1 report"));
    CHECK(!has(&fixture, "<time") && !has(&fixture, "Nodes") && !has(&fixture, "Tasks") &&
          !has(&fixture, "User"));
    CHECK(!has(&fixture, "nan") && !has(&fixture, "(null)"));
    CHECK(!find_fault(fixture.page.text));
    end(&fixture);
}

static void what_is_known_is_shown(void)
{
    struct listing_fixture fixture;
    static const char *const pages[] = {"index.html", "nodes.html"};
    static const struct key_figure figures[] = {{"24 h 1 min", "elapsed again", "elapsed", 1, ""},
                                                {"214 kWh", "processor energy", "energy", 1, ""}};
    begin(&fixture, 1);
    struct listed_report *report = &fixture.listing.reports[0];
    report->facts.job_id = "1403244";
    report->heading = "Trace report";
    report->facts.user = "anna";
    report->facts.start = 1608928050; /* 2020-12-25 20:27:30 UTC */
    report->facts.end = 1608928050 + 86460;
    report->facts.node_count = 1032;
    report->tasks = 25379;
    report->pages = pages;
    report->page_count = 2;
    report->pdf = "job-report-1403244.pdf";
    report->key_figures = figures;
    report->key_figure_count = 2;
    report->thumbnail = "plots/load-small.png";
    report->dark_thumbnail = "plots/load-small-dark.png";
    report->alt = "CPU load: mean 5";
    CHECK(write(&fixture));
    CHECK(has(&fixture, ">Job 1403244</a>") && has(&fixture, ">anna<") && has(&fixture, "1,032") &&
          has(&fixture, "25,379") && has(&fixture, "24 h 1 min") && has(&fixture, "20:27"));
    CHECK(has(&fixture, "datetime=\"2020-12-25T20:27:30Z\""));
    CHECK(has(&fixture, "href=\"job-0/index.html\"") &&
          has(&fixture, "href=\"job-0/nodes.html\">Nodes<"));
    CHECK(has(&fixture, "href=\"job-0/job-report-1403244.pdf\">PDF<"));
    CHECK(has(&fixture,
              "src=\"job-0/plots/load-small.png\" alt=\"CPU load: mean 5\" loading=\"lazy\""));
    CHECK(has(&fixture, "srcset=\"job-0/plots/load-small-dark.png\""));
    CHECK(has(&fixture, "214 kWh") && !has(&fixture, "elapsed again"));
    CHECK(!find_fault(fixture.page.text));
    end(&fixture);
}

static void a_report_without_a_name_is_listed_by_what_it_is_about(void)
{
    struct listing_fixture fixture;
    begin(&fixture, 2);
    fixture.listing.reports[0].heading = "Trace report";
    fixture.listing.reports[1].tasks = 5; /* made before headings were kept */
    fixture.listing.reports[0].input = "/home/anna/runs/<b>.json";
    fixture.listing.reports[0].input_count = 3;
    fixture.listing.reports[1].input = "tasks.csv";
    CHECK(write(&fixture));
    CHECK(has(&fixture, ">Trace report</a>") && has(&fixture, ">Campaign report</a>"));
    CHECK(has(&fixture, "<span>runs/&lt;b&gt;.json and 2 more</span>"));
    CHECK(has(&fixture, "<span>tasks.csv</span>"));
    end(&fixture);
}

static void reports_that_are_called_the_same_are_told_apart(void)
{
    struct listing_fixture fixture;
    begin(&fixture, 4);
    for (size_t i = 0; i < 3; i++)
        fixture.listing.reports[i].input = "nodes.csv";
    fixture.listing.reports[1].facts.job_id = "17";
    fixture.listing.reports[3].input = "other.csv";
    CHECK(write(&fixture));
    CHECK(has(&fixture, "<span>nodes.csv · job-0</span>"));
    CHECK(has(&fixture, "<span>nodes.csv · job-2</span>"));
    CHECK(has(&fixture, "<span>other.csv</span>"));
    CHECK(!has(&fixture, "· job-1<"));
    CHECK(!find_fault(fixture.page.text));
    end(&fixture);
}

/* Metrics of nodes alone do not say how many nodes the job had. */
static void nodes_with_samples_are_counted_where_a_job_is_not_known(void)
{
    struct listing_fixture fixture;
    begin(&fixture, 2);
    fixture.listing.reports[0].sampled_nodes = 4321;
    fixture.listing.reports[1].sampled_nodes = 1234;
    fixture.listing.reports[1].facts.node_count = 5678;
    CHECK(write(&fixture));
    CHECK(has(&fixture, "data-name=\"Nodes\">4,321<") &&
          has(&fixture, "data-name=\"Nodes\">5,678<"));
    CHECK(!has(&fixture, "1,234"));
    end(&fixture);
}

static void the_newest_comes_first(void)
{
    struct listing_fixture fixture;
    begin(&fixture, 5);
    fixture.listing.reports[0].facts.start = 1000;
    fixture.listing.reports[2].facts.start = 3000;
    fixture.listing.reports[3].created = 2000; /* when their runs were is not known */
    fixture.listing.reports[4].created = 4000;
    listing_sort(&fixture.listing);
    CHECK_TEXT(fixture.listing.reports[0].directory, "job-2");
    CHECK_TEXT(fixture.listing.reports[1].directory, "job-0");
    CHECK_TEXT(fixture.listing.reports[2].directory, "job-4");
    CHECK_TEXT(fixture.listing.reports[3].directory, "job-3");
    CHECK_TEXT(fixture.listing.reports[4].directory, "job-1");
    end(&fixture);
}

static void reports_without_any_time_come_last_by_name(void)
{
    static const char *const names[] = {"c", "dated", "b", "a"};
    struct listing_fixture fixture;
    begin(&fixture, 4);
    for (size_t i = 0; i < 4; i++)
        fixture.listing.reports[i].directory = names[i];
    fixture.listing.reports[1].created = 5;
    listing_sort(&fixture.listing);
    CHECK_TEXT(fixture.listing.reports[0].directory, "dated");
    CHECK_TEXT(fixture.listing.reports[1].directory, "a");
    CHECK_TEXT(fixture.listing.reports[2].directory, "b");
    CHECK_TEXT(fixture.listing.reports[3].directory, "c");
    end(&fixture);
}

static void many_reports_stand_under_their_months(void)
{
    struct listing_fixture fixture;
    begin(&fixture, 1000);
    for (size_t i = 1; i < 1000; i++)
        fixture.listing.reports[i].facts.start = 1700000000 - 86400.0 * (double)i;
    CHECK(write(&fixture));
    CHECK_INT(count_of(fixture.page.text, "class=\"report\""), 1000);
    CHECK_INT(count_of(fixture.page.text, "id=\"month-2023-10\""), 1);
    CHECK_INT(count_of(fixture.page.text, "href=\"#month-2023-10\""), 1);
    CHECK(has(&fixture, "31 reports") && has(&fixture, "Without a date"));
    CHECK(!find_fault(fixture.page.text));
    end(&fixture);
}

static void whatever_the_data_says_stays_text(void)
{
    static const char *const hostile[] = {"<script>alert(1)</script>",
                                          "\"'><img src=x onerror=y>",
                                          "javascript:alert(1)",
                                          "{{TITLE}}",
                                          "a\nb\x1b[2J",
                                          "\xff"};
    for (size_t i = 0; i < sizeof hostile / sizeof hostile[0]; i++) {
        struct listing_fixture fixture;
        begin(&fixture, 2);
        set_all_texts(&fixture, &fixture.listing.reports[0], hostile[i]);
        CHECK(write(&fixture));
        CHECK(!has(&fixture, "<script") && !has(&fixture, "<img src=x") &&
              !has(&fixture, "href=\"javascript:") && !has(&fixture, "\x1b") &&
              !has(&fixture, "\xff"));
        CHECK(!find_fault(fixture.page.text));
        end(&fixture);
    }
}

static void texts_of_any_length_are_cut(void)
{
    struct listing_fixture fixture;
    begin(&fixture, 1);
    char *text = arena_alloc(&fixture.arena, 100001);
    memset(text, 'a', 100000);
    set_all_texts(&fixture, &fixture.listing.reports[0], text);
    fixture.listing.reports[0].directory = "a";
    CHECK(write(&fixture));
    CHECK(fixture.page.size < 10000);
    end(&fixture);
}

static void the_style_sheet_has_both_parts(void)
{
    struct listing_fixture fixture;
    begin(&fixture, 0);
    CHECK(write(&fixture));
    CHECK(strstr(fixture.style_sheet.text, "--accent") &&
          strstr(fixture.style_sheet.text, ".thumbnail"));
    end(&fixture);
}

CHECK_MAIN(TEST(an_index_over_nothing_says_so), TEST(a_report_of_which_nothing_is_known_is_listed),
           TEST(what_is_known_is_shown),
           TEST(a_report_without_a_name_is_listed_by_what_it_is_about),
           TEST(reports_that_are_called_the_same_are_told_apart),
           TEST(nodes_with_samples_are_counted_where_a_job_is_not_known),
           TEST(the_newest_comes_first), TEST(reports_without_any_time_come_last_by_name),
           TEST(many_reports_stand_under_their_months), TEST(whatever_the_data_says_stays_text),
           TEST(texts_of_any_length_are_cut), TEST(the_style_sheet_has_both_parts))
