#include "check.h"

#include <stdlib.h>
#include <unistd.h>

#include "page/content/table_view.h"
#include "page/paper/pdf.h"
#include "util/path.h"
#include "util/strbuf.h"

static const char title[] = "Job 1403244";

struct sample {
    struct arena arena;
    struct facts facts;
    struct document document;
    struct figure figure;
    struct panel panel;
    struct mark mark;
    double x[3], y[3];
};

static void sample_init_figure(struct sample *sample)
{
    for (int i = 0; i < 3; i++) {
        sample->x[i] = 1608923076 + i * 600;
        sample->y[i] = i;
    }
    sample->mark = (struct mark){
        .kind = MARK_LINE, .colour = COLOUR_ACCENT, .count = 3, .x = sample->x, .y = sample->y};
    sample->panel = (struct panel){.marks = &sample->mark, .mark_count = 1, .height_share = 1};
    scale_init_time(&sample->panel.x, sample->x[0], sample->x[2]);
    scale_init_linear(&sample->panel.y, 0, 2, true, (struct display_unit){"", 1});
    sample->figure = (struct figure){.id = "load.combined",
                                     .section = "Load",
                                     .metric = "load",
                                     .title = "CPU load of all nodes",
                                     .alt = "A line.",
                                     .height_pt = 200,
                                     .panels = &sample->panel,
                                     .panel_count = 1};
}

static void sample_init_sections(struct sample *sample)
{
    struct document *document = &sample->document;
    static const struct finding findings[] = {
        {.level = "warn",
         .sentence = "Node e0320 does less than the others.",
         .advice = "Look at it.",
         .section = "load"},
        {.level = "note", .sentence = "A quote ' and (brackets) are text."},
        {.level = "good", .sentence = "All is well.", .section = "nodes"},
        {.level = "bad", .sentence = "All is not well.", .section = "nodes"},
    };
    struct section *section = document_add_section(document, "summary", "Summary", "index", true);
    struct block *block = section_add_block(document, section, BLOCK_FINDINGS);
    block->findings = findings;
    block->count = 4;
    const struct figure **multiples = arena_alloc_array(&sample->arena, 1, sizeof *multiples);
    multiples[0] = &sample->figure;
    block = section_add_block(document, section, BLOCK_MULTIPLES);
    block->multiples = multiples;
    block->count = 1;
    section = document_add_section(document, "load", "Load", "nodes", true);
    section_add_block(document, section, BLOCK_FIGURE)->figure = &sample->figure;
    struct table_view *view = table_view_new(&sample->arena, 2, 120);
    table_view_head(view, 0, "node", CELL_LEFT);
    table_view_head(view, 1, "mean load, GB/s", CELL_RIGHT);
    for (size_t row = 0; row < 120; row++)
        table_view_number(&sample->arena, view, row, 1, (double)row, 1);
    table_view_text(&sample->arena, view, 0, 0, "<script>\n\xff مرحبا");
    view->left_out = 3;
    view->source = "data/nodes.csv";
    section = document_add_section(document, "nodes", "Nodes", "nodes", false);
    section_add_table(document, section, view);
    document_add_section(document, "data", "Data", "data", true);
    section_add_paragraph(document, &document->sections[3], "Nothing else.");
}

static void sample_init(struct sample *sample)
{
    memset(sample, 0, sizeof *sample);
    arena_init(&sample->arena);
    sample->facts = (struct facts){.job_id = "1403244",
                                   .user = "emmy\xffUser6",
                                   .start = 1608923076,
                                   .end = 1608923076 + 86486,
                                   .node_count = 32,
                                   .sampling_interval_s = 60};
    sample->document = (struct document){.arena = &sample->arena,
                                         .facts = &sample->facts,
                                         .title = title,
                                         .subtitle = "emmyUser6 · emmy",
                                         .period = "2020-12-25 20:24 → 2020-12-26 20:26 UTC",
                                         .created = 1700000000,
                                         .program = "jobreport 0.1.0"};
    sample_init_figure(sample);
    sample_init_sections(sample);
}

static int sample_write(struct sample *sample, const char *path, enum paper paper,
                        const char *theme, struct error *error)
{
    char fonts[4096];
    struct text_engine *text = realpath("fonts", fonts) ? text_engine_new(fonts, error) : NULL;
    if (!text)
        return 0;
    bool written = pdf_write(&sample->document, text, paper, theme_by_name(theme), path, error);
    text_engine_free(text);
    return written;
}

static int has_program(const char *name)
{
    char command[256];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", name);
    return system(command) == 0;
}

/* What a shell command prints, in the buffer; its exit status. */
static int run(const char *command, char *text, size_t size)
{
    FILE *pipe = popen(command, "r");
    size_t used = pipe ? fread(text, 1, size - 1, pipe) : 0;
    text[used] = 0;
    return pipe ? pclose(pipe) : -1;
}

static void make_path(char path[64], const char *name)
{
    snprintf(path, 64, "/tmp/page_pdf.%d.%s", (int)getpid(), name);
}

static void qpdf_finds_no_fault(void)
{
    if (!has_program("qpdf")) {
        check_skipped = "no qpdf";
        return;
    }
    static const char *const themes[] = {"light", "dark"};
    for (int i = 0; i < 2; i++) {
        struct sample sample;
        struct error error = {0};
        char path[64], command[160], text[4096];
        make_path(path, "check.pdf");
        sample_init(&sample);
        int written = sample_write(&sample, path, i ? PAPER_LETTER : PAPER_A4, themes[i], &error);
        arena_release(&sample.arena);
        CHECK_TEXT(error.text, "");
        CHECK(written);
        snprintf(command, sizeof command, "qpdf --check %s 2>&1", path);
        int status = run(command, text, sizeof text);
        unlink(path);
        CHECK_INT(status, 0);
        CHECK(!strstr(text, "WARNING"));
    }
}

static void its_text_can_be_read_and_searched(void)
{
    if (!has_program("pdftotext")) {
        check_skipped = "no pdftotext";
        return;
    }
    struct sample sample;
    struct error error = {0};
    char path[64], command[160];
    static char text[65536];
    make_path(path, "text.pdf");
    sample_init(&sample);
    int written = sample_write(&sample, path, PAPER_A4, "light", &error);
    arena_release(&sample.arena);
    CHECK(written);
    snprintf(command, sizeof command, "pdftotext -layout %s - 2>&1", path);
    int status = run(command, text, sizeof text);
    unlink(path);
    CHECK_INT(status, 0);
    CHECK(strstr(text, title));
    CHECK(strstr(text, "Node e0320 does less than the others."));
    CHECK(strstr(text, "page 1 of "));
    CHECK(strstr(text, "CPU load of all nodes"));
    CHECK(strstr(text, "Contents"));
    CHECK(strstr(text, "32 nodes · 2020-12-25"));
    CHECK(strstr(text, "3 more rows are in data/nodes.csv."));
    CHECK(strstr(text, "<script>"));
}

static int count_bytes(const struct strbuf *content, const char *bytes)
{
    int count = 0;
    size_t size = strlen(bytes);
    for (size_t i = 0; i + size <= content->size; i++)
        count += memcmp(content->text + i, bytes, size) == 0;
    return count;
}

static void two_runs_give_the_same_bytes(void)
{
    struct strbuf contents[2];
    for (int i = 0; i < 2; i++) {
        struct sample sample;
        struct error error = {0};
        char path[64];
        make_path(path, "same.pdf");
        sample_init(&sample);
        int written = sample_write(&sample, path, PAPER_A4, "light", &error);
        arena_release(&sample.arena);
        strbuf_init(&contents[i]);
        int is_read = written && path_read(path, 1 << 24, &contents[i], &error);
        unlink(path);
        CHECK(is_read);
    }
    int is_same = contents[0].size == contents[1].size &&
                  memcmp(contents[0].text, contents[1].text, contents[0].size) == 0;
    int links = count_bytes(&contents[0], "/Subtype /Link");
    int outline = count_bytes(&contents[0], "/Outlines");
    int date = count_bytes(&contents[0], "20231114221320");
    strbuf_release(&contents[0]);
    strbuf_release(&contents[1]);
    CHECK(is_same);
    /* Three findings, a small figure, and four lines of contents. */
    CHECK_INT(links, 8);
    CHECK(outline > 0);
    CHECK_INT(date, 2);
}

static void a_full_disk_is_an_error(void)
{
    if (access("/dev/full", W_OK) != 0) {
        check_skipped = "no /dev/full";
        return;
    }
    struct sample sample;
    struct error error = {0};
    sample_init(&sample);
    int written = sample_write(&sample, "/dev/full", PAPER_A4, "light", &error);
    arena_release(&sample.arena);
    CHECK(!written);
    CHECK_INT(error.kind, ERROR_OUTPUT);
    CHECK(strstr(error.text, "/dev/full"));
}

static void a_missing_directory_is_an_error(void)
{
    struct sample sample;
    struct error error = {0};
    sample_init(&sample);
    int written = sample_write(&sample, "/nowhere/a.pdf", PAPER_A4, "light", &error);
    arena_release(&sample.arena);
    CHECK(!written);
    CHECK_INT(error.kind, ERROR_OUTPUT);
}

CHECK_MAIN(TEST(qpdf_finds_no_fault), TEST(its_text_can_be_read_and_searched),
           TEST(two_runs_give_the_same_bytes), TEST(a_full_disk_is_an_error),
           TEST(a_missing_directory_is_an_error))
