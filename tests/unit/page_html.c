#include <time.h>

#include "html_fixture.h"
#include "util/number.h"

#define HOSTILE "</title><script>alert(1)</script>\"onload=x '../' javascript:alert(1)"

static void empty_document_is_a_page(void)
{
    struct fixture fixture;
    set_up(&fixture);
    fixture.document = (struct document){.arena = &fixture.arena,
                                         .facts = &fixture.facts,
                                         .created = NUMBER_MISSING};
    const char *text = page(&fixture, "index.html");
    CHECK(strstr(text, "<title>Job report</title>"));
    CHECK(strstr(text, "<h1>Job report</h1>"));
    CHECK(!strstr(text, "null") && !strstr(text, "nan") && !strstr(text, "PDF"));
    CHECK(!strstr(text, "<time") && !strstr(text, "On this page"));
    CHECK(find_fault(text) == NULL);
    tear_down(&fixture);
}

static void frame_of_a_page(void)
{
    struct fixture fixture;
    set_up(&fixture);
    document_add_section(&fixture.document, "summary", "Summary", "index", true);
    document_add_section(&fixture.document, "power", "Power", "nodes", true);
    document_add_section(&fixture.document, "data", "Data and its quality", "data", true);
    document_add_section(&fixture.document, "definitions", "Definitions", "data", false);
    const char *text = page(&fixture, "data.html");
    CHECK(strncmp(text, "<!doctype html>\n<html lang=\"en\" class=\"light-or-dark\">", 52) == 0);
    CHECK(strstr(text, "<title>Data – Job 7</title>"));
    CHECK(strstr(text, "content=\"default-src 'none'; img-src 'self'; style-src 'self'; base-uri "
                       "'none'; form-action 'none'\""));
    CHECK(strstr(text, "<a class=\"skip\" href=\"#page_content\">"));
    CHECK(strstr(text, "<main id=\"page_content\">\n<h1>Data</h1>"));
    CHECK(strstr(text, "<a href=\"nodes.html\">Nodes</a>"));
    CHECK(strstr(text, "<a href=\"data.html\" aria-current=\"page\">Data</a>"));
    CHECK(strstr(text, "<a href=\"job-report-7.pdf\">PDF</a>"));
    CHECK(strstr(text, "<time datetime=\"2020-09-13T12:26:40Z\">2020-09-13 12:26"));
    CHECK(strstr(text, "by jobreport 0.1<"));
    CHECK_INT(count_of(text, "<a href=\"#definitions\">Definitions</a>"), 2);
    CHECK_INT(count_of(text, "<h1"), 1);
    CHECK(!strstr(text, "Power") && !strstr(text, "style=") && !strstr(text, "<script"));
    CHECK(find_fault(text) == NULL);
    text = written(&fixture, "index.html");
    CHECK(strstr(text, "<h1>Job 7</h1>"));
    CHECK(strstr(text, "<h2 id=\"summary_heading\" class=\"unseen\">Summary</h2>"));
    CHECK(strstr(written(&fixture, "nodes.html"), "<h2 id=\"power_heading\">Power</h2>"));
    CHECK(strstr(written(&fixture, "assets/report.css"), ":root"));
    tear_down(&fixture);
}

static void hostile_text_stays_text_everywhere(void)
{
    struct fixture fixture;
    set_up(&fixture);
    fixture.document.title = fixture.document.subtitle = HOSTILE;
    fixture.document.period = fixture.document.program = HOSTILE;
    add_one_of_each(&fixture, HOSTILE);
    fixture.document.sections[1].title = HOSTILE;
    const char *text = page(&fixture, "index.html");
    CHECK(!strstr(text, "<script") && !strstr(text, "\"onload"));
    CHECK(!strstr(text, "=\"javascript:"));
    CHECK_INT(count_of(text, "</title>"), 1);
    CHECK(count_of(text, "&lt;script&gt;") > 25);
    CHECK(find_fault(text) == NULL);
    tear_down(&fixture);
}

/* Lines to paste, and with them the script: pages without allow none. */
static void only_pages_with_lines_to_paste_have_a_script(void)
{
    struct fixture fixture;
    set_up(&fixture);
    struct section *section =
        document_add_section(&fixture.document, "tasks", "Tasks", "tasks", true);
    section_add_code(&fixture.document, section, "Slurm", "# " HOSTILE "\n\n#SBATCH --mem=1M\n",
                     "data/settings/slurm.txt");
    document_add_section(&fixture.document, "nodes", "Nodes", "nodes", true);
    const char *text = page(&fixture, "tasks.html");
    CHECK(strstr(text, "<pre tabindex=\"0\"># &lt;/title&gt;&lt;script&gt;"));
    CHECK(strstr(text, "\n\n#SBATCH --mem=1M\n</pre>"));
    CHECK(strstr(text, "Slurm: <a href=\"data/settings/slurm.txt\">data/settings/slurm.txt</a>"));
    CHECK(strstr(text, "<script src=\"assets/report.js\" defer></script>"));
    CHECK(strstr(text, "script-src 'self';"));
    CHECK(count_of(text, "<script") == 1 && find_fault(text) == NULL);
    text = written(&fixture, "nodes.html");
    CHECK(strstr(text, "default-src 'none'") && !strstr(text, "script"));
    CHECK(strstr(written(&fixture, "assets/report.js"), "clipboard"));
    tear_down(&fixture);
}

static void bytes_that_are_no_text_are_replaced(void)
{
    struct fixture fixture;
    set_up(&fixture);
    add_one_of_each(&fixture, "a\xff\n\x01\xe2\x80\xae"
                              "b");
    fixture.document.title = "a\xff\n\x01\xe2\x80\xae"
                             "b";
    const char *text = page(&fixture, "index.html");
    CHECK(!strchr(text, '\xff') && !strchr(text, '\x01') && !strstr(text, "\xe2\x80\xae"));
    CHECK(strstr(text, "<h1>a\xef\xbf\xbd"));
    tear_down(&fixture);
}

static void long_names_go_through(void)
{
    struct fixture fixture;
    set_up(&fixture);
    char *name = arena_alloc(&fixture.arena, 10001);
    memset(name, 'n', 10000);
    add_one_of_each(&fixture, name);
    CHECK(count_of(page(&fixture, "index.html"), name) > 15);
    tear_down(&fixture);
}

static void hostile_addresses_stay_beside_the_page(void)
{
    struct fixture fixture;
    set_up(&fixture);
    fixture.document.pdf_name = "javascript:alert('1')\"><b>ü";
    struct table_view *view = make_table(&fixture, 2, 1, "1");
    view->source = "data/a b\".csv";
    add_table(&fixture, view);
    const char *text = page(&fixture, "index.html");
    CHECK(strstr(text, "href=\"javascript%3Aalert%28%271%27%29%22%3E%3Cb%3E%C3%BC\""));
    CHECK(strstr(text, "href=\"data/a%20b%22.csv\""));
    tear_down(&fixture);
}

static void findings_have_a_shape_a_word_and_a_link(void)
{
    struct fixture fixture;
    set_up(&fixture);
    add_one_of_each(&fixture, "text");
    const char *text = page(&fixture, "index.html");
    static const char *const words[] = {"Problem", "Warning", "Note", "Good"};
    for (size_t i = 0; i < 4; i++)
        CHECK(count_of(text, words[i]) == 1);
    CHECK_INT(count_of(text, "<circle class=\"ring\""), 1);
    CHECK_INT(count_of(text, "<p class=\"see\"><a href=\"#load\">load</a></p>"), 1);
    CHECK_INT(count_of(text, "<p class=\"see\"><a href=\"#figure_load_nodes\">text</a></p>"), 1);
    CHECK_INT(count_of(text, "<p class=\"advice\">"), 1);
    tear_down(&fixture);
}

static void addresses_in_an_advice_are_links(void)
{
    static const char advice[] = "see https://a.org/b?c='d'&e=\"<b>\", javascript:alert(1)";
    static const struct text_slice links[] = {{advice + 4, sizeof "https://a.org/b?c='d'&e=" - 1}};
    struct finding finding = {.level = "note", .sentence = "https://b.org", .advice = advice};
    struct fixture fixture;
    set_up(&fixture);
    struct block *block = add_block(&fixture, "summary", BLOCK_FINDINGS);
    finding.links = links;
    finding.link_count = 1;
    block->findings = &finding;
    block->count = 1;
    const char *text = page(&fixture, "index.html");
    CHECK(strstr(text, "<p class=\"advice\">see <a href=\"https://a.org/b?c=&#39;d&#39;&amp;e=\" "
                       "rel=\"noopener\">https://a.org/b?c=&#39;d&#39;&amp;e=</a>"
                       "&quot;&lt;b&gt;&quot;, javascript:alert(1)</p>"));
    CHECK(strstr(text, "<p>https://b.org</p>"));
    tear_down(&fixture);
}

static void table_names_its_rows_and_columns(void)
{
    struct fixture fixture;
    set_up(&fixture);
    struct table_view *view = make_table(&fixture, 2, 2, "1.0");
    view->cells[0] = "n1";
    view->cells[2] = "all";
    view->last_row_is_total = true;
    view->left_out = 1234;
    view->source = "data/node_metrics.csv";
    add_table(&fixture, view);
    const char *text = page(&fixture, "index.html");
    CHECK(
        strstr(text, "<th scope=\"col\">node</th><th scope=\"col\" class=\"number\">mean, W</th>"));
    CHECK(strstr(text, "<tr><th scope=\"row\">n1</th><td class=\"number\">1.0</td></tr>"));
    CHECK(strstr(text, "<tr class=\"total\"><th scope=\"row\">all</th>"));
    CHECK(strstr(text, "1,234 more rows not shown · <a href=\"data/node_metrics.csv\">"));
    CHECK(strstr(text, "role=\"group\" aria-label=\"summary\" tabindex=\"0\""));
    CHECK(!strstr(text, "<caption>"));
    tear_down(&fixture);
}

static void table_without_rows_or_with_one(void)
{
    struct fixture fixture;
    set_up(&fixture);
    add_table(&fixture, make_table(&fixture, 2, 0, ""));
    struct table_view *view = make_table(&fixture, 1, 1, "only");
    view->left_out = 1;
    view->caption = "All nodes";
    add_table(&fixture, view);
    const char *text = page(&fixture, "index.html");
    CHECK(strstr(text, "<tbody>\n</tbody>"));
    CHECK(strstr(text, "<caption>All nodes</caption>"));
    CHECK(strstr(text, "1 more row not shown"));
    CHECK(find_fault(text) == NULL);
    tear_down(&fixture);
}

static void pages_are_the_same_each_time(void)
{
    struct fixture fixture;
    set_up(&fixture);
    add_one_of_each(&fixture, "text");
    const char *first = arena_text(&fixture.arena, page(&fixture, "index.html"));
    CHECK_TEXT(page(&fixture, "index.html"), first);
    tear_down(&fixture);
}

static void templates_of_the_user_come_first(void)
{
    struct fixture fixture;
    set_up(&fixture);
    const char *own = path_join(&fixture.arena, fixture.scratch, "own");
    const char *directories[] = {own, "templates"};
    static const char paragraph[] =
        "{{%AUTOESCAPE context=\"HTML\"}}\n<p class=\"own\">{{TEXT}}</p>";
    CHECK(path_make_directory(own, &fixture.error));
    CHECK(path_write(path_join(&fixture.arena, own, "paragraph.tpl"), paragraph,
                     sizeof paragraph - 1, &fixture.error));
    CHECK(path_write(path_join(&fixture.arena, own, "report.css"), "p{}", 3, &fixture.error));
    fixture.request.template_directories = directories;
    fixture.request.template_directory_count = 2;
    add_one_of_each(&fixture, "text");
    CHECK(strstr(page(&fixture, "index.html"), "<p class=\"own\">text</p>"));
    CHECK_TEXT(written(&fixture, "assets/report.css"), "p{}");
    CHECK(path_write(path_join(&fixture.arena, own, "paragraph.tpl"), "<p>", 3, &fixture.error));
    CHECK(strstr(page(&fixture, "index.html"), "/own/paragraph.tpl:1: a template begins with"));
    tear_down(&fixture);
}

static void page_that_cannot_be_written_is_an_error(void)
{
    struct fixture fixture;
    set_up(&fixture);
    const char *blocked = path_join(&fixture.arena, fixture.scratch, "index.html");
    CHECK(path_make_directory(blocked, &fixture.error));
    CHECK(!html_write(&fixture.request, &fixture.error));
    CHECK_INT(fixture.error.kind, ERROR_OUTPUT);
    CHECK(strstr(fixture.error.text, "index.html"));
    tear_down(&fixture);
}

static double now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void large_document_is_quick(void)
{
    struct fixture fixture;
    set_up(&fixture);
    for (int i = 0; i < 60; i++)
        add_figure(&fixture, "load",
                   make_figure(&fixture, arena_format(&fixture.arena, "figure_%d", i)));
    add_table(&fixture, make_table(&fixture, 8, 1000, "123.45"));
    double start = now_ms(), took;
    CHECK(html_write(&fixture.request, &fixture.error));
    took = now_ms() - start;
    printf("  60 figures, 1,000 rows: %.1f ms\n", took);
    CHECK(took < 500); /* room for sanitizers and busy machines; 20 ms are wanted */
    tear_down(&fixture);
}

CHECK_MAIN(TEST(empty_document_is_a_page), TEST(frame_of_a_page),
           TEST(hostile_text_stays_text_everywhere),
           TEST(only_pages_with_lines_to_paste_have_a_script),
           TEST(bytes_that_are_no_text_are_replaced), TEST(long_names_go_through),
           TEST(hostile_addresses_stay_beside_the_page),
           TEST(findings_have_a_shape_a_word_and_a_link), TEST(addresses_in_an_advice_are_links),
           TEST(table_names_its_rows_and_columns), TEST(table_without_rows_or_with_one),
           TEST(pages_are_the_same_each_time), TEST(templates_of_the_user_come_first),
           TEST(page_that_cannot_be_written_is_an_error), TEST(large_document_is_quick))
