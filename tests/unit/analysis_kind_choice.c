#include "analysis/tasks/kind_stem.h"
#include "task_fixture.h"

static struct task_fixture fixture;
static struct kind_choice choice;

static void begin(void)
{
    task_fixture_init(&fixture);
}

static void end(void)
{
    task_groups_release(&fixture.groups);
    kind_choice_release(&choice);
    task_fixture_release(&fixture);
}

static void add(const char *task, const char *user, const char *partition)
{
    struct records *records = &fixture.records;
    task_fixture_add(&fixture, (struct task_record){.task = task, .elapsed = 1});
    task_fixture_text(records, records_attribute(records, "User", RECORD_TEXT), user);
    task_fixture_text(records, records_attribute(records, "Partition", RECORD_TEXT), partition);
}

/* count names, of which the k-th is `format` of k. */
static void add_numbered(const char *format, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char name[80];
        snprintf(name, sizeof name, format, (int)i);
        add(name, i % 2 ? "ann" : "bob", i % 3 ? "cpu" : "gpu");
    }
}

/* Words of letters alone, all distinct: "aa", "ab", …, with nothing that a stem leaves out. */
static void add_words(size_t count, const char *user, const char *partition)
{
    for (size_t i = 0; i < count; i++) {
        const char name[] = {(char)('a' + i / 26 / 26), (char)('a' + i / 26 % 26),
                             (char)('a' + i % 26), '\0'};
        add(name, i % 2 ? "ann" : user, i % 2 ? "cpu" : partition);
    }
}

static bool choose(const char *text)
{
    struct error error = {0};
    bool good = kind_choice_make(&choice, &fixture.records, text, &error);
    if (good)
        task_groups_make_by(&fixture.groups, &fixture.records, &choice, 1);
    return good && error.kind == ERROR_NONE;
}

static const char *kind(size_t number)
{
    return number < fixture.groups.kind_count ? fixture.groups.kinds[number].task : "none";
}

/* ---- stems ---- */

static void numbers_and_ids_are_left_out_of_names(void)
{
    static const struct {
        const char *name, *stem;
    } cases[] = {
        {"align_S01_L002", "align_S*_L*"},
        {"align", "align"},
        {"sim-0001.sh", "sim-*.sh"},
        {"lr_0.25", "lr_*"},
        {"v1.2.3", "v*"},
        {"a.b", "a.b"},
        {"12345", "(numbers)"},
        {"1.5", "(numbers)"},
        {"1-5", "*-*"},
        {"job 550e8400-e29b-41d4-a716-446655440000 x", "job * x"},
        {"550e8400-e29b-41d4-a716-446655440000", "(numbers)"},
        {"550e8400-e29b-41d4-a716-44665544000g", "*-e*b-*d*-a*-*g"},
        {"run_deadbe1", "run_*"},   /* seven hexadecimal digits */
        {"run_dead1", "run_dead*"}, /* five */
        {"run_deadbeef", "run_deadbeef"},
        {"NA12878", "NA*"},
        {"x1y2z3", "(numbers)"}, /* digits in three places */
        {"x1y2z", "x*y*z"},
        {"größe7", "größe*"},
        {"", ""},
        {"*", "(numbers)"},
    };
    struct strbuf stem;
    strbuf_init(&stem);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        kind_stem_of(cases[i].name, &stem);
        CHECK_TEXT(stem.text, cases[i].stem);
    }
    strbuf_release(&stem);
}

/* ---- the rule ---- */

static void few_names_stay(void)
{
    begin();
    add_numbered("sim_%03d", 99);
    CHECK(choose(NULL) && choice.by == KINDS_BY_NAME && fixture.groups.kind_count == 99);
    end();
    begin();
    add_numbered("sim_%03d", 100);
    CHECK(choose(NULL) && choice.by == KINDS_BY_STEM && choice.by_rule);
    CHECK(fixture.groups.kind_count == 1 && choice.names == 100);
    CHECK_TEXT(kind(0), "sim_*");
    end();
}

/* 100 names of 200 records are one for two, of 201 they are not. */
static void names_that_tasks_share_stay(void)
{
    begin();
    add_numbered("sim_%03d", 100);
    add_numbered("sim_%03d", 100);
    CHECK(choose(NULL) && choice.by == KINDS_BY_STEM);
    end();
    begin();
    add_numbered("sim_%03d", 100);
    add_numbered("sim_%03d", 100);
    add("sim_000", "ann", "cpu");
    CHECK(choose(NULL) && choice.by == KINDS_BY_NAME && fixture.groups.kind_count == 100);
    end();
}

/* 20 words and 80 numbers of one stem are 21 kinds, more than a fifth of 100. */
static void stems_that_are_many_are_not_taken(void)
{
    begin();
    add_words(20, "bob", "gpu");
    add_numbered("sim_%03d", 80);
    CHECK(choose(NULL) && choice.by == KINDS_BY_USER && fixture.groups.kind_count == 2);
    CHECK_TEXT(kind(0), "ann");
    CHECK_TEXT(kind(1), "bob");
    end();
    begin();
    add_words(19, "bob", "gpu");
    add_numbered("sim_%03d", 81);
    CHECK(choose(NULL) && choice.by == KINDS_BY_STEM && fixture.groups.kind_count == 20);
    end();
}

static void partitions_follow_where_all_are_of_one_user(void)
{
    begin();
    add_words(100, "ann", "gpu");
    CHECK(choose(NULL) && choice.by == KINDS_BY_PARTITION && choice.by_rule);
    CHECK_TEXT(kind(0), "cpu");
    CHECK_TEXT(kind(1), "gpu");
    end();
    begin();
    add_words(100, "ann", "cpu");
    CHECK(choose(NULL) && choice.by == KINDS_BY_NAME && !choice.by_rule);
    CHECK(fixture.groups.kind_count == 100);
    end();
}

/* ---- the option ---- */

static void the_option_is_followed_however_few_names_there_are(void)
{
    static const struct {
        const char *text, *first;
        size_t kinds;
    } cases[] = {{"name", "sim_0", 4},
                 {"stem", "sim_*", 1},
                 {"user", "ann", 2},
                 {"partition", "cpu", 2},
                 {"Partition", "cpu", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add_numbered("sim_%d", 4);
        CHECK(choose(cases[i].text) && !choice.by_rule);
        CHECK(fixture.groups.kind_count == cases[i].kinds);
        CHECK_TEXT(kind(0), cases[i].first);
        end();
    }
}

static void what_no_record_has_is_refused(void)
{
    static const char *const texts[] = {"account", "no such column", "node", ""};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        begin();
        add_numbered("sim_%d", 4);
        struct error error = {0};
        CHECK(!kind_choice_make(&choice, &fixture.records, texts[i], &error));
        CHECK(error.kind == ERROR_INPUT && strncmp(error.text, "--kinds ", 8) == 0);
        end();
    }
}

/* ---- the table ---- */

static void the_table_says_what_kinds_are(void)
{
    struct analysis_request request = {.tasks = &fixture.groups};
    begin();
    add_numbered("a_%d", 60);
    add_numbered("b_%d", 80);
    CHECK(choose(NULL));
    for (size_t i = 0; i < analysis_count(); i++)
        if (strcmp(analysis_at(i)->name, "kind_choice") == 0)
            analysis_at(i)->run(&request, &fixture.tables);
    CHECK_TEXT(task_fixture_csv(&fixture, "kind_choice"),
               "by,chosen_by,names,kinds,kind,kind_names,example\n"
               "stem,rule,140,2,b_*,80,b_0\n");
    end();
}

static void names_have_no_such_table(void)
{
    begin();
    add_numbered("a_%d", 60);
    task_fixture_run(&fixture, (const char *const[]){"kind_choice", NULL});
    CHECK_TEXT(task_fixture_csv(&fixture, "kind_choice"), "none");
    end();
}

CHECK_MAIN(TEST(numbers_and_ids_are_left_out_of_names), TEST(few_names_stay),
           TEST(names_that_tasks_share_stay), TEST(stems_that_are_many_are_not_taken),
           TEST(partitions_follow_where_all_are_of_one_user),
           TEST(the_option_is_followed_however_few_names_there_are),
           TEST(what_no_record_has_is_refused), TEST(the_table_says_what_kinds_are),
           TEST(names_have_no_such_table))
