#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "page/web/template.h"
#include "util/arena.h"
#include "util/error.h"
#include "util/path.h"
#include "util/strbuf.h"

#define PRAGMA "{{%AUTOESCAPE context=\"HTML\"}}\n"

/* Two directories of templates: "own" comes before "built-in". */
struct fixture {
    char scratch[64];
    struct arena arena;
    const char *directories[2];
    struct templates *templates;
    struct dictionary *dictionary;
    struct strbuf out;
    struct error error;
};

static void set_up(struct fixture *fixture)
{
    memset(fixture, 0, sizeof *fixture);
    snprintf(fixture->scratch, sizeof fixture->scratch, "/tmp/page_template-XXXXXX");
    if (!mkdtemp(fixture->scratch))
        abort();
    arena_init(&fixture->arena);
    strbuf_init(&fixture->out);
    fixture->directories[0] = path_join(&fixture->arena, fixture->scratch, "own");
    fixture->directories[1] = path_join(&fixture->arena, fixture->scratch, "built-in");
    for (int i = 0; i < 2; i++)
        if (!path_make_directory(fixture->directories[i], &fixture->error))
            abort();
    fixture->templates = templates_new(fixture->directories, 2);
    fixture->dictionary = dictionary_new();
}

static void tear_down(struct fixture *fixture)
{
    dictionary_free(fixture->dictionary);
    templates_free(fixture->templates);
    strbuf_release(&fixture->out);
    path_remove_tree(fixture->scratch, &fixture->error);
    arena_release(&fixture->arena);
}

static void put(struct fixture *fixture, int directory, const char *name, const char *text)
{
    const char *path = path_join(&fixture->arena, fixture->directories[directory], name);
    if (!path_write(path, text, strlen(text), &fixture->error))
        abort();
}

static const char *expanded(struct fixture *fixture, const char *name)
{
    strbuf_clear(&fixture->out);
    if (!templates_load(fixture->templates, name, &fixture->error) ||
        !templates_expand(fixture->templates, name, fixture->dictionary, &fixture->out,
                          &fixture->error))
        return fixture->error.text;
    return fixture->out.text;
}

static void texts_sections_and_repetitions(void)
{
    struct fixture fixture;
    set_up(&fixture);
    put(&fixture, 1, "a.tpl",
        PRAGMA "<p>{{NAME}}</p>{{#ON}}on{{/ON}}{{#OFF}}off{{/OFF}}"
               "{{#ROW}}<b>{{NAME}}{{CELL}}</b>{{/ROW}}{{#NOTE}}<i>{{NOTE}}</i>{{/NOTE}}"
               "{{#NONE}}<i>{{NONE}}</i>{{/NONE}}{{UNSET}}\n");
    dictionary_set(fixture.dictionary, "NAME", "n");
    dictionary_set(fixture.dictionary, "UNSET", NULL);
    dictionary_show(fixture.dictionary, "ON");
    dictionary_set(dictionary_add(fixture.dictionary, "ROW"), "CELL", "1");
    dictionary_set(dictionary_add(fixture.dictionary, "ROW"), "CELL", "2");
    dictionary_set_optional(fixture.dictionary, "NOTE", "note");
    dictionary_set_optional(fixture.dictionary, "NONE", "");
    dictionary_set_optional(fixture.dictionary, "NONE", NULL);
    CHECK_TEXT(expanded(&fixture, "a.tpl"), "<p>n</p>on<b>n1</b><b>n2</b><i>note</i>\n");
    tear_down(&fixture);
}

static void included_templates_stand_in_order(void)
{
    struct fixture fixture;
    set_up(&fixture);
    put(&fixture, 1, "frame.tpl", PRAGMA "<div>{{>BLOCK}}</div>");
    put(&fixture, 1, "one.tpl", PRAGMA "<p>{{TEXT}}</p>");
    put(&fixture, 1, "two.tpl", PRAGMA "<b>{{TEXT}}</b>");
    dictionary_set(dictionary_include(fixture.dictionary, "BLOCK", "one.tpl"), "TEXT", "1");
    dictionary_set(dictionary_include(fixture.dictionary, "BLOCK", "two.tpl"), "TEXT", "2");
    dictionary_include(fixture.dictionary, "BLOCK", "one.tpl");
    CHECK(templates_load(fixture.templates, "one.tpl", &fixture.error));
    CHECK(templates_load(fixture.templates, "two.tpl", &fixture.error));
    CHECK_TEXT(expanded(&fixture, "frame.tpl"), "<div><p>1</p><b>2</b><p></p></div>");
    tear_down(&fixture);
}

static void text_is_escaped_as_its_place_demands(void)
{
    struct fixture fixture;
    set_up(&fixture);
    put(&fixture, 1, "a.tpl",
        PRAGMA "<a href=\"{{URL}}\" title=\"{{TEXT}}\">{{TEXT}}</a><img src=\"{{URL}}\">");
    dictionary_set(fixture.dictionary, "URL", "javascript:alert(1)");
    dictionary_set(fixture.dictionary, "TEXT", "\"><script>'&");
    const char *text = expanded(&fixture, "a.tpl");
    CHECK(!strstr(text, "javascript"));
    CHECK(!strstr(text, "<script>"));
    CHECK(strstr(text, "title=\"&quot;&gt;&lt;script&gt;&#39;&amp;\">&quot;&gt;&lt;script"));
    tear_down(&fixture);
}

static void first_directory_wins(void)
{
    struct fixture fixture;
    set_up(&fixture);
    put(&fixture, 0, "a.tpl", PRAGMA "own");
    put(&fixture, 1, "a.tpl", PRAGMA "built-in");
    put(&fixture, 1, "b.css", "plain");
    CHECK_TEXT(expanded(&fixture, "a.tpl"), "own");
    strbuf_clear(&fixture.out);
    CHECK(templates_read(fixture.templates, "b.css", &fixture.out, &fixture.error));
    CHECK_TEXT(fixture.out.text, "plain");
    tear_down(&fixture);
}

static void missing_template_is_named_with_its_places(void)
{
    struct fixture fixture;
    set_up(&fixture);
    CHECK(!templates_load(fixture.templates, "a.tpl", &fixture.error));
    CHECK_INT(fixture.error.kind, ERROR_INPUT);
    CHECK(strstr(fixture.error.text, "a.tpl"));
    CHECK(strstr(fixture.error.text, "/own") && strstr(fixture.error.text, "/built-in"));
    tear_down(&fixture);
}

/* What goes to standard error while work() runs, in `text`. */
static void hear_standard_error(char *text, size_t size, void (*work)(struct fixture *fixture),
                                struct fixture *fixture)
{
    FILE *file = tmpfile();
    int usual = dup(2);
    if (!file || usual < 0 || dup2(fileno(file), 2) < 0)
        abort();
    work(fixture);
    fflush(stderr);
    dup2(usual, 2);
    close(usual);
    rewind(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

static void load_broken(struct fixture *fixture)
{
    templates_load(fixture->templates, "a.tpl", &fixture->error);
}

static void broken_template_is_reported_once_by_us(void)
{
    static const char *const broken[] = {
        PRAGMA "\n<p>{{#OPEN}}</p>",
        PRAGMA "<p>{{/CLOSE}}</p>",
        PRAGMA "<p>{{#A}}{{#B}}{{/A}}{{/B}}</p>",
        PRAGMA "<p>{{NAME</p>",
        PRAGMA "<p>{{%NO such=\"pragma\"}}</p>",
        "<p>without escaping</p>",
        "",
    };
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct fixture fixture;
        char heard[1000];
        set_up(&fixture);
        put(&fixture, 0, "a.tpl", broken[i]);
        hear_standard_error(heard, sizeof heard, load_broken, &fixture);
        CHECK_TEXT(heard, "");
        CHECK_INT(fixture.error.kind, ERROR_INPUT);
        CHECK(strstr(fixture.error.text, "/own/a.tpl:"));
        CHECK(!strchr(fixture.error.text, '\n'));
        tear_down(&fixture);
    }
}

/* A template of so many sections within each other; `name` is that of all, NULL: each has its own.
 */
static void put_nested(struct fixture *fixture, int depth, const char *name)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_add_text(&text, PRAGMA);
    for (int i = 0; i < 2 * depth; i++) {
        int level = i < depth ? i : 2 * depth - 1 - i;
        const char *own = name ? name : arena_format(&fixture->arena, "A%d", level);
        strbuf_format(&text, "{{%c%s}}", i < depth ? '#' : '/', own);
    }
    put(fixture, 0, "deep.tpl", text.text);
    strbuf_release(&text);
}

static void sections_are_64_deep_at_most(void)
{
    struct fixture fixture;
    struct error error = {0};
    set_up(&fixture);
    put_nested(&fixture, 64, NULL);
    CHECK(templates_load(fixture.templates, "deep.tpl", &error));
    tear_down(&fixture);
    set_up(&fixture);
    put_nested(&fixture, 65, NULL);
    CHECK(!templates_load(fixture.templates, "deep.tpl", &error));
    CHECK(strstr(error.text, "deep.tpl:2: more than 64 sections within each other"));
    tear_down(&fixture);
}

/* Of three repetitions each, 20 would be 3,486,784,401. */
static void sections_are_not_within_themselves(void)
{
    struct fixture fixture;
    struct error error = {0};
    set_up(&fixture);
    put_nested(&fixture, 1, "ROW");
    CHECK(templates_load(fixture.templates, "deep.tpl", &error));
    tear_down(&fixture);
    set_up(&fixture);
    put_nested(&fixture, 20, "ROW");
    CHECK(!templates_load(fixture.templates, "deep.tpl", &error));
    CHECK(strstr(error.text, "deep.tpl:2: the section ROW is within itself"));
    tear_down(&fixture);
}

/* Other delimiters, behind which sections would go unseen. */
static void names_stand_between_two_braces(void)
{
    static const char *const texts[] = {PRAGMA "{{=| |=}}|#A||#A|x|/A||/A|",
                                        PRAGMA "{{{#A}}{{{#A}}x{{/A}}{{/A}}"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct fixture fixture;
        struct error error = {0};
        set_up(&fixture);
        put(&fixture, 0, "deep.tpl", texts[i]);
        CHECK(!templates_load(fixture.templates, "deep.tpl", &error));
        CHECK(strstr(error.text, "deep.tpl:2: names stand between {{ and }}, not behind {{"));
        tear_down(&fixture);
    }
}

static void expand_unloaded(struct fixture *fixture)
{
    dictionary_include(fixture->dictionary, "BLOCK", "unloaded.tpl");
    expanded(fixture, "a.tpl");
}

static void template_that_is_not_loaded_is_an_error(void)
{
    struct fixture fixture;
    char heard[1000];
    set_up(&fixture);
    put(&fixture, 1, "a.tpl", PRAGMA "{{>BLOCK}}");
    put(&fixture, 1, "unloaded.tpl", PRAGMA "text");
    hear_standard_error(heard, sizeof heard, expand_unloaded, &fixture);
    CHECK_TEXT(heard, "");
    CHECK(strstr(fixture.error.text, "a.tpl: cannot be filled in"));
    tear_down(&fixture);
}

CHECK_MAIN(TEST(texts_sections_and_repetitions), TEST(included_templates_stand_in_order),
           TEST(text_is_escaped_as_its_place_demands), TEST(first_directory_wins),
           TEST(missing_template_is_named_with_its_places),
           TEST(broken_template_is_reported_once_by_us), TEST(sections_are_64_deep_at_most),
           TEST(sections_are_not_within_themselves), TEST(names_stand_between_two_braces),
           TEST(template_that_is_not_loaded_is_an_error))
